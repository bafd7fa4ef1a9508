//===- Descriptor.cpp - Memref descriptors of any rank --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend::difftest;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

const llvm::fltSemantics &
mlir::ascend::difftest::getSemantics(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return llvm::APFloat::IEEEdouble();
  case ElementType::F32:
    return llvm::APFloat::IEEEsingle();
  case ElementType::F16:
    return llvm::APFloat::IEEEhalf();
  case ElementType::BF16:
    return llvm::APFloat::BFloat();
  case ElementType::I8:
  case ElementType::I32:
    break;
  }
  llvm_unreachable("not a float type");
}

static uint64_t encode(double value, ElementType type) {
  if (isInteger(type))
    return uint64_t(int64_t(value));
  llvm::APFloat number(value);
  bool inexact;
  number.convert(getSemantics(type), llvm::APFloat::rmNearestTiesToEven,
                 &inexact);
  return number.bitcastToAPInt().getZExtValue();
}

static double decode(uint64_t bits, ElementType type) {
  if (isInteger(type))
    return llvm::SignExtend64(bits, getBitWidth(type));
  llvm::APFloat number(getSemantics(type),
                       llvm::APInt(getBitWidth(type), bits));
  bool inexact;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &inexact);
  return number.convertToDouble();
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

Descriptor::Descriptor(ArrayRef<int64_t> shape)
    : words(3 + 2 * shape.size(), 0) {
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    words[3 + i] = shape[i];
    words[3 + shape.size() + i] = stride;
    stride *= shape[i];
  }
}

Descriptor Descriptor::makeArgument(const Tensor &tensor, uint64_t seed,
                                    std::vector<char> &buffer) {
  Descriptor result(tensor.shape);
  unsigned width = getBitWidth(tensor.type) / 8;
  int64_t count = getNumElements(tensor.shape);
  Rng rng(seed);
  buffer.resize(count * width + 8);
  for (int64_t i = 0; i < count; ++i) {
    double value = rng.uniform(-1, 1) * (isInteger(tensor.type) ? 127 : 1);
    value = decode(encode(value, tensor.coarsest), tensor.coarsest);
    uint64_t bits = encode(value, tensor.type);
    std::memcpy(buffer.data() + i * width, &bits, width);
  }
  result.setBuffer(buffer.data());
  return result;
}

Output Descriptor::read(const int64_t *words, const Tensor &tensor) {
  Output output;
  unsigned rank = tensor.rank(), width = getBitWidth(tensor.type) / 8;
  const char *data = reinterpret_cast<const char *>(words[1]);
  const int64_t *sizes = words + 3, *strides = sizes + rank;
  output.shape.assign(sizes, sizes + rank);
  SmallVector<int64_t> index(rank, 0);
  for (int64_t i = 0, e = getNumElements(output.shape); i < e; ++i) {
    int64_t offset = words[2];
    for (unsigned dim = 0; dim < rank; ++dim)
      offset += index[dim] * strides[dim];
    uint64_t bits = 0;
    std::memcpy(&bits, data + offset * width, width);
    output.values.push_back(decode(bits, tensor.type));
    for (unsigned dim = rank; dim-- > 0;) {
      if (++index[dim] < sizes[dim])
        break;
      index[dim] = 0;
    }
  }
  return output;
}
