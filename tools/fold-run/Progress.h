//===- Progress.h - A line about what is going on ---------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_PROGRESS_H
#define ASCENDFOLD_TOOLS_FOLDRUN_PROGRESS_H

#include "llvm/ADT/Twine.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace foldrun {

/// While this lives, and if stderr is a terminal, shows what is being done and
/// for how long; nothing for work that is done within a second.
class Progress {
public:
  explicit Progress(const llvm::Twine &what);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void show();

  std::string what;
  std::mutex mutex;
  std::condition_variable finished;
  bool isFinished = false;
  std::thread thread;
};

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_PROGRESS_H
