//===- Progress.cpp - A line about what is going on -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace foldrun;

Progress::Progress(const Twine &what) : what(what.str()) {
  if (sys::Process::StandardErrIsDisplayed())
    thread = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isFinished = true;
  }
  finished.notify_one();
  thread.join();
}

void Progress::show() {
  std::unique_lock<std::mutex> lock(mutex);
  int seconds = 0;
  while (!finished.wait_for(lock, std::chrono::seconds(1),
                            [this] { return isFinished; }))
    errs() << "\rfold-run: " << what << " (" << ++seconds << " s)";
  if (seconds > 0)
    errs() << "\r\033[K"; // takes the line away
}
