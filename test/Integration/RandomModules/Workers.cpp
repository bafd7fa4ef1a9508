//===- Workers.cpp - Checks in child processes ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend::difftest;

/// Modules that one child checks before it is replaced, so that what a context
/// never frees does not add up.
static constexpr size_t batchSize = 50;

/// Seconds after which a module counts as endless.
static constexpr unsigned timeLimit = 60;

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

namespace {

/// What a child tells its parent: which module it begins with, and what became
/// of it.
struct Record {
  uint64_t index;
  bool begins;
  Verdict verdict;
};

} // namespace

static void append(std::string &bytes, StringRef text) {
  uint64_t size = text.size();
  bytes.append(reinterpret_cast<const char *>(&size), sizeof(size));
  bytes += text;
}

static std::string encode(const Record &record) {
  std::string body;
  body.append(reinterpret_cast<const char *>(&record.index),
              sizeof(record.index));
  body.push_back(char(record.begins));
  body.push_back(char(record.verdict.outcome));
  body.push_back(char(record.verdict.needsReference));
  append(body, record.verdict.message);
  append(body, record.verdict.before);
  append(body, record.verdict.after);
  std::string bytes;
  append(bytes, body);
  return bytes;
}

/// Takes `size` bytes from the front of `bytes`.
static StringRef take(StringRef &bytes, size_t size) {
  StringRef front = bytes.take_front(size);
  bytes = bytes.drop_front(size);
  return front;
}

static uint64_t takeNumber(StringRef &bytes) {
  uint64_t number;
  std::memcpy(&number, take(bytes, sizeof(number)).data(), sizeof(number));
  return number;
}

/// Takes one complete record from the front of `buffer`, if there is one.
static bool decode(std::string &buffer, Record &record) {
  StringRef bytes = buffer;
  if (bytes.size() < sizeof(uint64_t))
    return false;
  uint64_t size = takeNumber(bytes);
  if (bytes.size() < size)
    return false;
  record.index = takeNumber(bytes);
  record.begins = take(bytes, 1)[0];
  record.verdict.outcome = Outcome(take(bytes, 1)[0]);
  record.verdict.needsReference = take(bytes, 1)[0];
  for (std::string *text :
       {&record.verdict.message, &record.verdict.before, &record.verdict.after})
    *text = take(bytes, takeNumber(bytes)).str();
  buffer.erase(0, sizeof(uint64_t) + size);
  return true;
}

static void send(int file, const Record &record) {
  std::string bytes = encode(record);
  for (size_t sent = 0; sent < bytes.size();) {
    ssize_t count = write(file, bytes.data() + sent, bytes.size() - sent);
    if (count <= 0)
      _exit(1);
    sent += count;
  }
}

//===----------------------------------------------------------------------===//
// Children
//===----------------------------------------------------------------------===//

namespace {

struct Child {
  pid_t pid = -1;
  int file = -1;
  std::string buffer;
  /// Modules not yet reported, and whether the first of them has begun.
  std::vector<uint64_t> pending;
  bool hasBegun = false;
};

} // namespace

/// Calls `work` with the write end of a pipe in a new process.
static Child spawn(llvm::function_ref<void(int file)> work) {
  Child child;
  int files[2];
  if (pipe(files) != 0)
    llvm::report_fatal_error("no pipe");
  llvm::outs().flush();
  llvm::errs().flush();
  child.pid = fork();
  if (child.pid < 0)
    llvm::report_fatal_error("no process");
  if (child.pid == 0) {
    close(files[0]);
    work(files[1]);
    _exit(0);
  }
  close(files[1]);
  child.file = files[0];
  return child;
}

/// Waits for a child whose pipe has ended.
static Outcome reap(Child &child, std::string &message) {
  close(child.file);
  int status = 0;
  waitpid(child.pid, &status, 0);
  if (!WIFSIGNALED(status)) {
    message = "exit code " + std::to_string(WEXITSTATUS(status)) + "\n";
    return Outcome::Crashed;
  }
  int signal = WTERMSIG(status);
  message = std::string(strsignal(signal)) + "\n";
  return signal == SIGALRM ? Outcome::TimedOut : Outcome::Crashed;
}

/// Reads what is there. Returns false at the end of the pipe.
static bool receive(Child &child) {
  char bytes[65536];
  ssize_t count = read(child.file, bytes, sizeof(bytes));
  if (count <= 0)
    return false;
  child.buffer.append(bytes, count);
  return true;
}

static void workOff(int file, ArrayRef<uint64_t> indices,
                    llvm::function_ref<Recipe(uint64_t)> getRecipe,
                    const CheckerFactory &makeChecker) {
  std::unique_ptr<Checker> checker = makeChecker();
  for (uint64_t index : indices) {
    send(file, {index, true, {}});
    alarm(timeLimit);
    Verdict verdict = checker->check(writeModule(getRecipe(index)));
    verdict.before.clear();
    verdict.after.clear();
    send(file, {index, false, verdict});
  }
}

/// Passes on the verdicts that have arrived.
static void drain(Child &child,
                  llvm::function_ref<void(uint64_t, const Verdict &)> report) {
  Record record;
  while (decode(child.buffer, record)) {
    child.hasBegun = record.begins;
    if (record.begins)
      continue;
    child.pending.erase(child.pending.begin());
    report(record.index, record.verdict);
  }
}

void mlir::ascend::difftest::checkAll(
    ArrayRef<uint64_t> indices, llvm::function_ref<Recipe(uint64_t)> getRecipe,
    const CheckerFactory &makeChecker, unsigned jobs,
    llvm::function_ref<void(uint64_t, const Verdict &)> report) {
  std::vector<std::vector<uint64_t>> batches;
  for (; !indices.empty(); indices = indices.drop_front(batches.back().size()))
    batches.push_back(indices.take_front(batchSize).vec());
  std::reverse(batches.begin(), batches.end());

  std::vector<Child> children;
  while (!batches.empty() || !children.empty()) {
    while (children.size() < jobs && !batches.empty()) {
      std::vector<uint64_t> batch = std::move(batches.back());
      batches.pop_back();
      children.push_back(spawn(
          [&](int file) { workOff(file, batch, getRecipe, makeChecker); }));
      children.back().pending = std::move(batch);
    }
    std::vector<pollfd> files;
    files.reserve(children.size());
    for (Child &child : children)
      files.push_back({child.file, POLLIN, 0});
    poll(files.data(), files.size(), -1);
    for (size_t i = children.size(); i-- > 0;) {
      Child &child = children[i];
      if (files[i].revents == 0)
        continue;
      bool isOpen = receive(child);
      drain(child, report);
      if (isOpen)
        continue;
      Verdict verdict;
      verdict.outcome = reap(child, verdict.message);
      if (!child.pending.empty()) {
        // The module that was being checked has ended the child; the rest of
        // the batch goes to the next one.
        report(child.pending.front(), verdict);
        child.pending.erase(child.pending.begin());
        if (!child.pending.empty())
          batches.push_back(std::move(child.pending));
      }
      children.erase(children.begin() + i);
    }
  }
}

/// Ends the process without a stack trace when it crashes.
static void silence() {
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    signal(number, SIG_DFL);
  if (!freopen("/dev/null", "w", stderr))
    _exit(1);
}

Verdict mlir::ascend::difftest::checkOne(const Recipe &recipe,
                                         const CheckerFactory &makeChecker,
                                         bool quiet) {
  Child child = spawn([&](int file) {
    if (quiet)
      silence();
    alarm(timeLimit);
    RandomModule module = writeModule(recipe);
    // In case that the check does not return.
    send(file, {0, true, {Outcome::Crashed, "", module.text, "", false}});
    send(file, {0, false, makeChecker()->check(module)});
  });
  while (receive(child))
    ;
  Verdict verdict;
  verdict.outcome = reap(child, verdict.message);
  Record record;
  while (decode(child.buffer, record)) {
    if (record.begins)
      verdict.before = record.verdict.before;
    else
      verdict = record.verdict;
  }
  return verdict;
}
