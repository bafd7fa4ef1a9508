//===- Trace.cpp - A record of all executions -----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Trace.h"

#include "Core/Status.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace ascendrt;

void Trace::start(const std::string &newPath) {
  std::lock_guard<std::mutex> lock(mutex);
  path = newPath;
  origin = Clock::now();
  events.clear();
  active = true;
}

void Trace::record(std::shared_ptr<const PlanFacts> plan, uint32_t stream,
                   Clock::time_point begin, Clock::time_point end) {
  std::lock_guard<std::mutex> lock(mutex);
  // One that ended before the recording started belongs to the recording
  // before that; of one that was running then, the rest is recorded.
  if (end < origin)
    return;
  begin = std::max(begin, origin);
  events.push_back({std::move(plan), begin, end, stream});
}

static std::string quote(const std::string &text) {
  std::string result = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", c);
      result += escape;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

static std::string toMicroseconds(Clock::duration duration) {
  auto nanoseconds =
      std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
  char text[32];
  std::snprintf(text, sizeof(text), "%lld.%03lld",
                static_cast<long long>(nanoseconds / 1000),
                static_cast<long long>(nanoseconds % 1000));
  return text;
}

std::string Trace::format(const char *backend) const {
  std::string process = quote(std::string("ascendrt ") + backend);
  std::string text = R"({"displayTimeUnit":"ns","traceEvents":[
{"name":"process_name","ph":"M","pid":1,"args":{"name":)" +
                     process + "}}";
  std::set<uint32_t> streams;
  for (const Event &event : events)
    streams.insert(event.stream);
  for (uint32_t stream : streams)
    text +=
        concatenate(",\n", R"({"name":"thread_name","ph":"M","pid":1,"tid":)",
                    stream, R"(,"args":{"name":"stream )", stream, R"("}})");
  for (const Event &event : events) {
    const PlanFacts &plan = *event.plan;
    std::string op = quote(ascendrt_op_name(plan.op));
    text +=
        concatenate(",\n", R"({"name":)", op, R"(,"cat":)", op,
                    R"(,"ph":"X","pid":1,"tid":)", event.stream, R"(,"ts":)",
                    toMicroseconds(event.begin - origin), R"(,"dur":)",
                    toMicroseconds(event.end - event.begin),
                    R"(,"args":{"shapes":)", quote(plan.shapes), R"(,"info":)",
                    quote(plan.info), R"(,"bytes_read":)", plan.bytesRead,
                    R"(,"bytes_written":)", plan.bytesWritten, "}}");
  }
  return text + "\n]}\n";
}

void Trace::write(const char *backend) const {
  std::lock_guard<std::mutex> lock(mutex);
  if (!active)
    return;
  std::string text = format(backend);
  // A device or a pipe is written to, not replaced.
  struct stat status;
  const bool isSpecial =
      ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  std::string temporary =
      isSpecial ? path : path + "." + std::to_string(getpid()) + ".tmp";
  errno = 0;
  std::FILE *file = std::fopen(temporary.c_str(), "w");
  bool isWritten =
      file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file && std::fclose(file) != 0)
    isWritten = false;
  if (isWritten &&
      (isSpecial || std::rename(temporary.c_str(), path.c_str()) == 0))
    return;
  int error = errno;
  if (file && !isSpecial)
    std::remove(temporary.c_str());
  fail(ASCENDRT_IO_ERROR, "cannot write the trace ", path, ": ",
       std::strerror(error));
}
