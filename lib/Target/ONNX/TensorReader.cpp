//===- TensorReader.cpp - Tensors of a model as constants -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReader.h"

#include "ONNX.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SwapByteOrder.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

/// Up to this many elements a constant stays readable: dense<…>.
static constexpr int64_t kMaxInlineElements = 64;

static llvm::Error fail(const Twine &message) {
  return llvm::createStringError(message);
}

Type mlir::ascend::onnx_import::getElementType(int32_t dataType,
                                               MLIRContext *context) {
  auto getUnsigned = [&](unsigned width) -> Type {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  switch (dataType) {
  case onnx::TensorProto::FLOAT:
    return Float32Type::get(context);
  case onnx::TensorProto::DOUBLE:
    return Float64Type::get(context);
  case onnx::TensorProto::FLOAT16:
    return Float16Type::get(context);
  case onnx::TensorProto::BFLOAT16:
    return BFloat16Type::get(context);
  case onnx::TensorProto::BOOL:
    return IntegerType::get(context, 1);
  case onnx::TensorProto::INT8:
    return IntegerType::get(context, 8);
  case onnx::TensorProto::INT16:
    return IntegerType::get(context, 16);
  case onnx::TensorProto::INT32:
    return IntegerType::get(context, 32);
  case onnx::TensorProto::INT64:
    return IntegerType::get(context, 64);
  case onnx::TensorProto::UINT8:
    return getUnsigned(8);
  case onnx::TensorProto::UINT16:
    return getUnsigned(16);
  case onnx::TensorProto::UINT32:
    return getUnsigned(32);
  case onnx::TensorProto::UINT64:
    return getUnsigned(64);
  default:
    return nullptr;
  }
}

std::string mlir::ascend::onnx_import::getDataTypeName(int32_t dataType) {
  if (onnx::TensorProto::DataType_IsValid(dataType))
    return onnx::TensorProto::DataType_Name(
        static_cast<onnx::TensorProto::DataType>(dataType));
  return "number " + std::to_string(dataType);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The bytes of a tensor, little-endian and row-major. Takes ownership of
/// `string`.
static AsmResourceBlob getBytes(std::string *string) {
  return AsmResourceBlob(
      ArrayRef<char>(string->data(), string->size()), /*dataAlignment=*/1,
      [string](void *, size_t, size_t) { delete string; },
      /*dataIsMutable=*/false);
}

/// One of the typed fields, whose numbers may be wider than the elements.
template <typename To, typename Field>
static AsmResourceBlob getBytes(const Field &field) {
  auto *string = new std::string(field.size() * sizeof(To), '\0');
  char *into = string->data();
  for (auto number : field) {
    To element = static_cast<To>(number);
    std::memcpy(into, &element, sizeof(To));
    into += sizeof(To);
  }
  return getBytes(string);
}

static AsmResourceBlob getTypedBytes(const onnx::TensorProto &proto) {
  switch (proto.data_type()) {
  case onnx::TensorProto::FLOAT:
    return getBytes<float>(proto.float_data());
  case onnx::TensorProto::DOUBLE:
    return getBytes<double>(proto.double_data());
  case onnx::TensorProto::INT64:
    return getBytes<int64_t>(proto.int64_data());
  case onnx::TensorProto::UINT64:
    return getBytes<uint64_t>(proto.uint64_data());
  case onnx::TensorProto::UINT32:
    return getBytes<uint32_t>(proto.uint64_data());
  case onnx::TensorProto::INT32:
    return getBytes<int32_t>(proto.int32_data());
  case onnx::TensorProto::INT16:
  case onnx::TensorProto::UINT16:
  case onnx::TensorProto::FLOAT16:
  case onnx::TensorProto::BFLOAT16:
    return getBytes<int16_t>(proto.int32_data());
  default:
    return getBytes<int8_t>(proto.int32_data());
  }
}

/// The file must be below `directory`, however the model was come by.
static llvm::Expected<std::string> getExternalPath(StringRef directory,
                                                   StringRef location) {
  namespace path = llvm::sys::path;
  bool leavesDirectory =
      path::is_absolute(location) ||
      llvm::is_contained(
          llvm::make_range(path::begin(location), path::end(location)), "..");
  if (location.empty() || leavesDirectory || location.contains('\0'))
    return fail("has external data at '" + location +
                "', which is not a path below the folder of the model");
  SmallString<128> file(directory);
  path::append(file, location);
  // A device or a pipe could be read forever.
  if (!llvm::sys::fs::is_regular_file(file))
    return fail("has external data in '" + file + "', which is not a file");
  return std::string(file);
}

static llvm::Expected<AsmResourceBlob>
getExternalBytes(const onnx::TensorProto &proto, StringRef directory,
                 uint64_t numBytes) {
  StringRef location;
  uint64_t offset = 0, length = numBytes;
  for (const onnx::StringStringEntryProto &entry : proto.external_data()) {
    StringRef key = entry.key(), value = entry.value();
    if (key == "location")
      location = value;
    else if ((key == "offset" && value.getAsInteger(10, offset)) ||
             (key == "length" && value.getAsInteger(10, length)))
      return fail("has external data whose " + key + " is '" + value + "'");
  }
  llvm::Expected<std::string> file = getExternalPath(directory, location);
  if (!file)
    return file.takeError();
  if (length != numBytes)
    return fail("has external data of " + Twine(length) +
                " bytes where its shape asks for " + Twine(numBytes));
  uint64_t fileSize = 0;
  if (std::error_code code = llvm::sys::fs::file_size(*file, fileSize))
    return fail("has external data in '" + *file + "': " + code.message());
  if (offset > fileSize || length > fileSize - offset)
    return fail("has external data at offset " + Twine(offset) + " of '" +
                *file + "', which ends at " + Twine(fileSize));
  auto buffer = llvm::MemoryBuffer::getFileSlice(*file, length, offset);
  if (!buffer)
    return fail("has external data in '" + *file +
                "': " + buffer.getError().message());
  ArrayRef<char> data((*buffer)->getBufferStart(), (*buffer)->getBufferSize());
  return AsmResourceBlob(
      data, /*dataAlignment=*/1,
      [owner = std::move(*buffer)](void *, size_t, size_t) {},
      /*dataIsMutable=*/false);
}

static bool hasTypedData(const onnx::TensorProto &proto) {
  return proto.float_data_size() || proto.double_data_size() ||
         proto.int32_data_size() || proto.int64_data_size() ||
         proto.uint64_data_size() || proto.string_data_size();
}

static llvm::Expected<AsmResourceBlob>
takeBytes(onnx::TensorProto &proto, StringRef directory, uint64_t numBytes) {
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    return getExternalBytes(proto, directory, numBytes);
  if (proto.has_raw_data() && hasTypedData(proto))
    return fail("has its data twice");
  AsmResourceBlob bytes = proto.has_raw_data()
                              ? getBytes(proto.release_raw_data())
                              : getTypedBytes(proto);
  if (bytes.getData().size() != numBytes)
    return fail("has " + Twine(bytes.getData().size()) +
                " bytes of data where its shape asks for " + Twine(numBytes));
  return bytes;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static ElementsAttr getConstant(ShapedType type, StringRef name,
                                AsmResourceBlob blob) {
  if (type.getElementType().isInteger(1)) {
    // One byte per element here, one bit there.
    SmallVector<bool> values = llvm::map_to_vector(
        blob.getData(), [](char byte) { return byte != 0; });
    return DenseElementsAttr::get(type, values);
  }
  if (type.getNumElements() <= kMaxInlineElements)
    return DenseElementsAttr::getFromRawBuffer(type, blob.getData());
  size_t alignment = type.getElementTypeBitWidth() / 8;
  ArrayRef<char> data = blob.getData();
  if (llvm::isAddrAligned(llvm::Align(alignment), data.data()))
    blob = AsmResourceBlob(
        data, alignment,
        [owner = std::make_shared<AsmResourceBlob>(std::move(blob))](
            void *, size_t, size_t) {},
        /*dataIsMutable=*/false);
  else
    blob = HeapAsmResourceBlob::allocateAndCopyWithAlign(
        data, alignment, /*dataIsMutable=*/false);
  return DenseResourceElementsAttr::get(type, name.empty() ? "tensor" : name,
                                        std::move(blob));
}

static llvm::Expected<Shape> getShape(const onnx::TensorProto &proto) {
  if (proto.dims_size() > static_cast<int>(kMaxRank))
    return fail("has " + Twine(proto.dims_size()) + " dimensions");
  Shape shape;
  for (int64_t extent : proto.dims()) {
    if (extent < 0)
      return fail("has an extent of " + Twine(extent));
    shape.push_back(extent);
  }
  if (!getNumElements(shape))
    return fail("has the shape " + toString(shape) +
                ", which is more than can be addressed");
  return shape;
}

llvm::Expected<Tensor> TensorReader::read(onnx::TensorProto &proto) {
  static_assert(llvm::sys::IsLittleEndianHost,
                "ONNX stores numbers in little-endian order");
  Tensor tensor;
  tensor.elementType = getElementType(proto.data_type(), context);
  if (!tensor.elementType)
    return fail("has elements of type " + getDataTypeName(proto.data_type()) +
                ", which is not supported");
  if (proto.has_segment())
    return fail("is a segment of a larger one, which is not supported");
  llvm::Expected<Shape> shape = getShape(proto);
  if (!shape)
    return shape.takeError();
  tensor.shape = std::move(*shape);

  Type storage = getStorageType(tensor.elementType);
  auto type = RankedTensorType::get(toMLIRShape(tensor.shape), storage);
  unsigned bytesPerElement =
      storage.isInteger(1) ? 1 : storage.getIntOrFloatBitWidth() / 8;
  llvm::Expected<AsmResourceBlob> bytes =
      takeBytes(proto, directory,
                static_cast<uint64_t>(type.getNumElements()) * bytesPerElement);
  if (!bytes)
    return bytes.takeError();
  tensor.constant = getConstant(type, proto.name(), std::move(*bytes));
  if (!proto.name().empty())
    tensor.location = NameLoc::get(StringAttr::get(context, proto.name()));
  return tensor;
}
