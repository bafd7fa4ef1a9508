//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace foldrun;

/// A stream that still has an error when it is destroyed ends the process.
static std::error_code finish(raw_fd_ostream &os) {
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

static Error writeInPlace(StringRef path,
                          function_ref<void(raw_ostream &)> write) {
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (!error) {
    write(os);
    error = finish(os);
  }
  return error ? makeError(path + ": " + error.message()) : Error::success();
}

Error foldrun::writeFile(StringRef path,
                         function_ref<void(raw_ostream &)> write) {
  sys::fs::file_status status;
  const bool exists = !sys::fs::status(path, status) && sys::fs::exists(status);
  if (path == "-" || (exists && !sys::fs::is_regular_file(status)))
    return writeInPlace(path, write);

  Expected<sys::fs::TempFile> file =
      sys::fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!file)
    return makeError(path + ": " + toString(file.takeError()));
  std::error_code error;
  {
    raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    write(os);
    error = finish(os);
  }
  if (error) {
    consumeError(file->discard());
    return makeError(path + ": " + error.message());
  }
  if (Error renameError = file->keep(path))
    return makeError(path + ": " + toString(std::move(renameError)));
  return Error::success();
}
