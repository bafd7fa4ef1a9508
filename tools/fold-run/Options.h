//===- Options.h - The command line -----------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_OPTIONS_H
#define ASCENDFOLD_TOOLS_FOLDRUN_OPTIONS_H

#include "Error.h"

#include "AscendFold/Pipelines/Pipelines.h"

#include <optional>
#include <string>
#include <vector>

namespace foldrun {

/// The options of the command line, named as there.
struct Options {
  std::string module;
  std::string entry;
  std::vector<std::string> inputs, outputs, expected;
  uint64_t seed = 0;
  /// 0 when it was not given.
  unsigned batch = 0;
  bool fold = true, fuse = true;
  bool verify = false;
  double tolerance = 0;
  /// The number of runs, 0 for no measurement.
  unsigned bench = 0;
  bool benchPaced = false;
  bool compareUnfused = false;
  unsigned threads = 0;
  unsigned streams = 1;
  std::string trace, backend;
  std::optional<mlir::ascend::PipelineStage> emit;
  std::string emitPath;
};

/// Parses the command line; ends the process with a message when there is
/// something that it does not know.
llvm::Expected<Options> parseCommandLine(int argc, char **argv);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_OPTIONS_H
