//===- Workers.cpp - Checks in child processes ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <poll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace mlir::ascend::onnxmutations;
using llvm::StringRef;

/// Models that one child checks. What it leaves behind goes with it.
static constexpr uint64_t batchSize = 50;

namespace {

struct Child {
  pid_t pid = -1;
  int file = -1;
  /// What it has said and is not yet reported.
  std::string buffer;
  /// The models that are left for it.
  uint64_t next = 0, end = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

// AddressSanitizer reserves more than any limit.
#if __has_feature(address_sanitizer)
static constexpr bool limitsMemory = false;
#else
static constexpr bool limitsMemory = true;
#endif

static void limitMemory(uint64_t mebibytes) {
  if (mebibytes == 0 || !limitsMemory)
    return;
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes =
      pages * rlim_t(sysconf(_SC_PAGESIZE)) + (mebibytes << 20);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

/// A crash is for the parent to report; no trace, no core file.
static void silence() {
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    signal(number, SIG_DFL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (!freopen("/dev/null", "w", stderr))
    _exit(1);
}

/// Processor time, so that a busy machine does no harm; and, in case that the
/// import waits for something, time.
static void limitTime(unsigned seconds) {
  const itimerval timer{{0, 0}, {time_t(seconds), 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
  alarm(seconds * 20);
}

/// A record: the outcome, the length of the message in 8 digits, the message.
static void send(int file, const Verdict &verdict) {
  const std::string message = verdict.message.substr(0, 4000);
  char head[10];
  snprintf(head, sizeof(head), "%c%08zu", '0' + char(verdict.outcome),
           message.size());
  const std::string record = head + message;
  for (size_t sent = 0; sent < record.size();) {
    const ssize_t count =
        write(file, record.data() + sent, record.size() - sent);
    if (count <= 0)
      _exit(1);
    sent += size_t(count);
  }
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

static Child spawn(uint64_t begin, uint64_t end, const Limits &limits,
                   llvm::function_ref<Verdict(uint64_t)> check) {
  int files[2];
  if (pipe(files) != 0)
    llvm::report_fatal_error("no pipe");
  llvm::outs().flush();
  llvm::errs().flush();
  const pid_t pid = fork();
  if (pid < 0)
    llvm::report_fatal_error("no process");
  if (pid == 0) {
    close(files[0]);
    silence();
    limitMemory(limits.memory);
    for (uint64_t i = begin; i < end; ++i) {
      limitTime(limits.seconds);
      send(files[1], check(i));
    }
    _exit(0);
  }
  close(files[1]);
  return {pid, files[0], "", begin, end};
}

/// Passes on the records that have arrived.
static void drain(Child &child,
                  llvm::function_ref<void(uint64_t, const Verdict &)> report) {
  constexpr size_t headSize = 9;
  StringRef buffer = child.buffer;
  while (buffer.size() >= headSize) {
    size_t size = 0;
    if (buffer.substr(1, headSize - 1).getAsInteger(10, size) ||
        buffer.size() < headSize + size)
      break;
    report(child.next++,
           {Outcome(buffer[0] - '0'), buffer.substr(headSize, size).str()});
    buffer = buffer.drop_front(headSize + size);
  }
  child.buffer = buffer.str();
}

/// Returns false at the end of the pipe.
static bool receive(Child &child) {
  char bytes[65536];
  const ssize_t count = read(child.file, bytes, sizeof(bytes));
  if (count <= 0)
    return false;
  child.buffer.append(bytes, size_t(count));
  return true;
}

/// Why a child has ended before its work had.
static Verdict reap(const Child &child) {
  close(child.file);
  int status = 0;
  waitpid(child.pid, &status, 0);
  if (!WIFSIGNALED(status))
    return {Outcome::Crashed, "exit code " + llvm::itostr(WEXITSTATUS(status))};
  const int signal = WTERMSIG(status);
  const bool isLate = signal == SIGPROF || signal == SIGALRM;
  return {isLate ? Outcome::TimedOut : Outcome::Crashed, strsignal(signal)};
}

void mlir::ascend::onnxmutations::checkAll(
    uint64_t count, unsigned jobs, const Limits &limits,
    llvm::function_ref<Verdict(uint64_t)> check,
    llvm::function_ref<void(uint64_t, const Verdict &)> report) {
  std::vector<Child> children;
  for (uint64_t begin = 0; begin < count || !children.empty();) {
    for (; children.size() < jobs && begin < count; begin += batchSize)
      children.push_back(
          spawn(begin, std::min(count, begin + batchSize), limits, check));
    llvm::SmallVector<pollfd> files;
    for (const Child &child : children)
      files.push_back({child.file, POLLIN, 0});
    poll(files.data(), files.size(), -1);
    for (size_t i = children.size(); i-- > 0;) {
      if (files[i].revents == 0)
        continue;
      const bool isOpen = receive(children[i]);
      drain(children[i], report);
      if (isOpen)
        continue;
      const Verdict verdict = reap(children[i]);
      const Child child = std::move(children[i]);
      children.erase(children.begin() + i);
      if (child.next == child.end)
        continue;
      // One model has ended the child; another takes the rest over.
      report(child.next, verdict);
      if (child.next + 1 < child.end)
        children.push_back(spawn(child.next + 1, child.end, limits, check));
    }
  }
}
