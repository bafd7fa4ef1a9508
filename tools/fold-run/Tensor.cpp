//===- Tensor.cpp - Tensors in host memory --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"

#include "AscendFold/Analysis/FloatConversion.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace foldrun;
using llvm::Error;
using llvm::Expected;
using llvm::SaturatingMultiply;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned foldrun::getElementSize(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return type.getIntOrFloatBitWidth() / 8;
  if (isa<IndexType>(type))
    return 8;
  if (auto intType = dyn_cast<IntegerType>(type)) {
    const unsigned width = intType.getWidth();
    if (width == 1 || width == 8 || width == 16 || width == 32 || width == 64)
      return std::max(1u, width / 8);
  }
  return 0;
}

Expected<uint64_t> foldrun::getNumBytes(RankedTensorType type) {
  bool overflow = false;
  uint64_t size = getElementSize(type.getElementType());
  for (int64_t dim : type.getShape()) {
    bool overflowHere = false;
    size = SaturatingMultiply(size, static_cast<uint64_t>(dim), &overflowHere);
    overflow |= overflowHere;
  }
  if (overflow)
    return makeError(llvm::formatv("a {0} is larger than memory", type));
  return size;
}

/// numpy's spelling of the element type.
static std::string getDescr(Type type) {
  const unsigned size = getElementSize(type);
  if (isa<BFloat16Type>(type))
    return "<V2";
  if (isa<FloatType>(type))
    return ("<f" + Twine(size)).str();
  if (type.isInteger(1))
    return "|b1";
  return ((size == 1 ? "|" : "<") +
          Twine(type.isUnsignedInteger() ? "u" : "i") + Twine(size))
      .str();
}

/// Integers without a sign take either kind; bf16 takes raw 16 bits.
static bool isDescrOf(StringRef descr, Type type) {
  StringRef kind = descr.drop_front();
  const std::string expected = getDescr(type).substr(1);
  if (kind == expected)
    return true;
  if (isa<BFloat16Type>(type))
    return kind == "V2" || kind == "u2";
  if (isa<FloatType>(type) || type.isInteger(1) ||
      kind.drop_front() != expected.substr(1))
    return false;
  const bool isSignless = type.isSignlessInteger() || isa<IndexType>(type);
  return isSignless && (kind[0] == 'u' || kind[0] == 'i');
}

static std::string printShape(ArrayRef<int64_t> shape) {
  return "(" +
         llvm::join(llvm::map_range(
                        shape, [](int64_t dim) { return llvm::itostr(dim); }),
                    ", ") +
         ")";
}

Expected<HostTensor> foldrun::fromNpy(NpyArray array, RankedTensorType type,
                                      const Twine &what) {
  if (!isDescrOf(array.descr, type.getElementType()))
    return makeError(what +
                     llvm::formatv(" is a {0}, the file's elements are '{1}', "
                                   "expected '{2}'",
                                   type, array.descr,
                                   getDescr(type.getElementType())));
  if (type.getShape() != ArrayRef(array.shape))
    return makeError(what + llvm::formatv(" is a {0}, the file's shape is {1}",
                                          type, printShape(array.shape)));
  return HostTensor{type, std::move(array.data)};
}

Error foldrun::writeTensor(StringRef path, const HostTensor &tensor) {
  return writeNpy(path, getDescr(tensor.type.getElementType()),
                  tensor.type.getShape(), tensor.data.getBytes());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static T load(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

static double loadInteger(Type type, const char *from) {
  const bool isUnsigned = type.isUnsignedInteger();
  switch (getElementSize(type)) {
  case 1:
    return isUnsigned || type.isInteger(1) ? load<uint8_t>(from)
                                           : load<int8_t>(from);
  case 2:
    return isUnsigned ? load<uint16_t>(from) : load<int16_t>(from);
  case 4:
    return isUnsigned ? double(load<uint32_t>(from))
                      : double(load<int32_t>(from));
  default:
    return isUnsigned ? double(load<uint64_t>(from))
                      : double(load<int64_t>(from));
  }
}

static double loadElement(Type type, const char *from) {
  if (type.isF32())
    return load<float>(from);
  if (type.isF64())
    return load<double>(from);
  if (type.isF16())
    return ascend::halfToDouble(load<uint16_t>(from));
  if (type.isBF16())
    return ascend::bfloatToDouble(load<uint16_t>(from));
  return loadInteger(type, from);
}

std::vector<double> foldrun::toDoubles(const HostTensor &tensor) {
  Type type = tensor.type.getElementType();
  const unsigned size = getElementSize(type);
  ArrayRef<char> bytes = tensor.data.getBytes();
  std::vector<double> values;
  values.reserve(bytes.size() / size);
  for (size_t i = 0; i < bytes.size(); i += size)
    values.push_back(loadElement(type, bytes.data() + i));
  return values;
}

//===----------------------------------------------------------------------===//
// Seeded numbers
//===----------------------------------------------------------------------===//

/// The finaliser of SplitMix64: a bijection whose results look random.
static uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

/// The sum of four uniform numbers, scaled to variance 1. It takes no function
/// of libm, so it is the same everywhere.
static double makeNormal(uint64_t bits) {
  double sum = 0;
  for (int shift = 0; shift < 64; shift += 16)
    sum += double((bits >> shift) & 0xFFFF) - 32767.5;
  constexpr double kSqrt3 = 1.7320508075688772;
  return sum / 65536 * kSqrt3;
}

static void storeSeeded(Type type, uint64_t bits, char *to) {
  auto store = [&](auto value) { std::memcpy(to, &value, sizeof(value)); };
  if (type.isF32())
    return store(static_cast<float>(makeNormal(bits)));
  if (type.isF64())
    return store(makeNormal(bits));
  if (type.isF16())
    return store(ascend::doubleToHalf(makeNormal(bits)));
  if (type.isBF16())
    return store(ascend::doubleToBfloat(makeNormal(bits)));
  const uint64_t value = type.isInteger(1) ? bits >> 63 : bits >> 61;
  for (unsigned i = 0, size = getElementSize(type); i < size; ++i)
    to[i] = static_cast<char>(i == 0 ? value : 0);
}

Expected<HostTensor> foldrun::makeSeeded(RankedTensorType type, uint64_t seed,
                                         unsigned index) {
  Expected<uint64_t> numBytes = getNumBytes(type);
  if (!numBytes)
    return numBytes.takeError();
  Expected<HostBuffer> data = HostBuffer::get(*numBytes);
  if (!data)
    return data.takeError();
  const uint64_t start = mix(mix(seed + 0x9E3779B97F4A7C15) + index);
  const unsigned size = getElementSize(type.getElementType());
  for (uint64_t i = 0; i < *numBytes / size; ++i)
    storeSeeded(type.getElementType(), mix(start + i * 0x9E3779B97F4A7C15),
                data->data() + i * size);
  return HostTensor{type, std::move(*data)};
}
