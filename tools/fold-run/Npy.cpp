//===- Npy.cpp - NumPy's file format --------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npy.h"
#include "OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <optional>

using namespace llvm;
using namespace foldrun;

/// numpy's own limit of a header that it does not trust is 10000.
static constexpr uint64_t kMaxHeaderSize = 1 << 16;
/// numpy's limit since version 2.
static constexpr size_t kMaxRank = 64;

//===----------------------------------------------------------------------===//
// The header: {'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }
//===----------------------------------------------------------------------===//

namespace {
struct Header {
  std::optional<std::string> descr;
  std::optional<bool> fortranOrder;
  std::optional<SmallVector<int64_t>> shape;
};

/// Parses the literal of a Python dictionary with these three keys. Functions
/// return true on success.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  Error parse(Header &header) {
    if (!consume("{"))
      return makeError("the header is not a dictionary");
    while (!consume("}")) {
      std::string key;
      if (!parseString(key) || !consume(":"))
        return makeError("the header is malformed");
      if (Error error = parseValue(key, header))
        return error;
      if (!consume(",") && !peek("}"))
        return makeError("the header is malformed");
    }
    if (!rest.trim().empty())
      return makeError("the header is malformed");
    if (!header.descr || !header.fortranOrder || !header.shape)
      return makeError("the header lacks 'descr', 'fortran_order' or 'shape'");
    return Error::success();
  }

private:
  Error parseValue(StringRef key, Header &header) {
    if (key == "descr") {
      if (peek("["))
        return makeError("structured element types are not supported");
      header.descr.emplace();
      if (parseString(*header.descr))
        return Error::success();
    } else if (key == "fortran_order") {
      bool isTrue = consume("True");
      header.fortranOrder = isTrue;
      if (isTrue || consume("False"))
        return Error::success();
    } else if (key == "shape") {
      header.shape.emplace();
      if (parseShape(*header.shape))
        return Error::success();
    } else {
      return makeError("the header has an unknown key");
    }
    return makeError("the header's '" + key + "' is malformed");
  }

  bool peek(StringRef token) {
    rest = rest.ltrim();
    return rest.starts_with(token);
  }

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  bool parseString(std::string &result) {
    rest = rest.ltrim();
    if (!rest.starts_with("'") && !rest.starts_with("\""))
      return false;
    size_t end = rest.find(rest.front(), 1);
    if (end == StringRef::npos)
      return false;
    result = rest.slice(1, end).str();
    rest = rest.drop_front(end + 1);
    return true;
  }

  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!consume("("))
      return false;
    while (!consume(")")) {
      int64_t dim;
      rest = rest.ltrim();
      if (rest.consumeInteger(10, dim) || dim < 0 || shape.size() == kMaxRank)
        return false;
      (void)consume("L"); // a long of Python 2
      shape.push_back(dim);
      if (!consume(",") && !peek(")"))
        return false;
    }
    return true;
  }

  StringRef rest;
};
} // namespace

/// Takes magic, version and header off the front of `rest`.
static Expected<Header> parseHeader(StringRef &rest) {
  if (!rest.consume_front("\x93NUMPY"))
    return makeError("not a .npy file");
  if (rest.size() < 4)
    return makeError("the file ends within the header");
  const unsigned major = static_cast<unsigned char>(rest[0]);
  const unsigned minor = static_cast<unsigned char>(rest[1]);
  if (major < 1 || major > 3 || minor != 0)
    return makeError("version " + Twine(major) + "." + Twine(minor) +
                     " of the format is unknown");
  rest = rest.drop_front(2);
  const size_t sizeOfSize = major == 1 ? 2 : 4;
  if (rest.size() < sizeOfSize)
    return makeError("the file ends within the header");
  const uint64_t size = major == 1 ? support::endian::read16le(rest.data())
                                   : support::endian::read32le(rest.data());
  rest = rest.drop_front(sizeOfSize);
  if (size > kMaxHeaderSize)
    return makeError("a header of " + Twine(size) + " bytes is too long");
  if (rest.size() < size)
    return makeError("the file ends within the header");

  Header header;
  if (Error error = HeaderParser(rest.take_front(size)).parse(header))
    return std::move(error);
  rest = rest.drop_front(size);
  return header;
}

//===----------------------------------------------------------------------===//
// The elements
//===----------------------------------------------------------------------===//

/// The size of an element; makes a native byte order ("=f4") explicit.
static Expected<unsigned> parseDescr(std::string &descr) {
  if (StringRef(descr).starts_with(">"))
    return makeError("element type '" + Twine(descr) +
                     "' is big-endian; write it with .astype('" +
                     StringRef(descr).drop_front() + "')");
  if (StringRef(descr).starts_with("="))
    descr.front() = '<';
  unsigned size = StringSwitch<unsigned>(descr)
                      .Cases({"|b1", "|i1", "|u1", "<b1", "<i1", "<u1"}, 1)
                      .Cases({"<f2", "<i2", "<u2", "<V2", "|V2"}, 2)
                      .Cases({"<f4", "<i4", "<u4"}, 4)
                      .Cases({"<f8", "<i8", "<u8"}, 8)
                      .Default(0);
  if (size == 0)
    return makeError("element type '" + Twine(descr) + "' is not supported");
  return size;
}

static std::optional<uint64_t> getNumBytes(ArrayRef<int64_t> shape,
                                           uint64_t size) {
  // No dim of zero hides an overflow: the others still have to be sane.
  bool overflow = false;
  uint64_t product = size;
  for (int64_t dim : shape) {
    bool overflowHere = false;
    uint64_t factor = dim == 0 ? 1 : static_cast<uint64_t>(dim);
    product = SaturatingMultiply(product, factor, &overflowHere);
    overflow |= overflowHere;
  }
  if (overflow)
    return std::nullopt;
  return is_contained(shape, 0) ? 0 : product;
}

/// Copies elements from Fortran order, where the first dim runs fastest.
static void copyFromFortranOrder(ArrayRef<int64_t> shape, size_t size,
                                 const char *from, char *to,
                                 uint64_t numBytes) {
  SmallVector<uint64_t> strides(shape.size());
  uint64_t stride = size;
  for (auto [dim, dimStride] : zip(shape, strides)) {
    dimStride = stride;
    stride *= dim;
  }
  SmallVector<int64_t> index(shape.size(), 0);
  for (uint64_t done = 0; done < numBytes; done += size) {
    std::memcpy(to + done, from, size);
    // The next index in C order, where the last dim runs fastest.
    for (size_t i = shape.size(); i-- > 0;) {
      from += strides[i];
      if (++index[i] < shape[i])
        break;
      from -= strides[i] * index[i];
      index[i] = 0;
    }
  }
}

static Expected<NpyArray> parse(StringRef rest) {
  Expected<Header> header = parseHeader(rest);
  if (!header)
    return header.takeError();
  NpyArray array;
  array.descr = *header->descr;
  array.shape = *header->shape;
  Expected<unsigned> size = parseDescr(array.descr);
  if (!size)
    return size.takeError();
  std::optional<uint64_t> numBytes = getNumBytes(array.shape, *size);
  if (!numBytes || rest.size() < *numBytes)
    return makeError("the file is truncated: its shape asks for " +
                     (numBytes ? Twine(*numBytes) : Twine("more than 2^64")) +
                     " bytes of data, there are " + Twine(rest.size()));
  if (rest.size() > *numBytes)
    return makeError("there are " + Twine(rest.size() - *numBytes) +
                     " bytes behind the data");

  Expected<HostBuffer> data = HostBuffer::get(*numBytes);
  if (!data)
    return data.takeError();
  array.data = std::move(*data);
  if (*header->fortranOrder)
    copyFromFortranOrder(array.shape, *size, rest.data(), array.data.data(),
                         *numBytes);
  else if (*numBytes != 0)
    std::memcpy(array.data.data(), rest.data(), *numBytes);
  return array;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Expected<NpyArray> foldrun::readNpy(StringRef path) {
  // A device such as /dev/zero never ends.
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(path, status))
    return makeError(path + ": " + error.message());
  if (status.type() != sys::fs::file_type::regular_file &&
      status.type() != sys::fs::file_type::fifo_file)
    return makeError(path + ": not a file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(path + ": " + buffer.getError().message());
  Expected<NpyArray> array = parse((*buffer)->getBuffer());
  if (!array)
    return makeError(path + ": " + toString(array.takeError()));
  return array;
}

static std::string printHeader(StringRef descr, ArrayRef<int64_t> shape) {
  std::string text;
  raw_string_ostream os(text);
  os << "{'descr': '" << descr << "', 'fortran_order': False, 'shape': (";
  interleave(shape, os, ", ");
  os << (shape.size() == 1 ? ",), }" : "), }");
  return text;
}

Error foldrun::writeNpy(StringRef path, StringRef descr,
                        ArrayRef<int64_t> shape, ArrayRef<char> data) {
  // Magic, version and size take ten bytes; data starts at a multiple of 64.
  std::string header = printHeader(descr, shape);
  header.append(alignTo(10 + header.size() + 1, 64) - 11 - header.size(), ' ');
  header += '\n';
  return writeFile(path, [&](raw_ostream &os) {
    os << StringRef("\x93NUMPY\x01\x00", 8) << char(header.size() & 0xFF)
       << char(header.size() >> 8) << header
       << StringRef(data.data(), data.size());
  });
}
