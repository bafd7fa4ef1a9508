//===- OperatorRun.h - An operator and its arguments ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_UNITTESTS_RUNTIME_OPERATORRUN_H
#define ASCENDFOLD_UNITTESTS_RUNTIME_OPERATORRUN_H

#include "Reference.h"

#include "gtest/gtest.h"

#include <functional>
#include <memory>
#include <string>

namespace ascendrt_test {

/// A copy of any description. They hold no pointers.
class Description {
public:
  template <typename Desc, typename = decltype(Desc::header)>
  Description(const Desc &desc)
      : bytes(reinterpret_cast<const char *>(&desc),
              reinterpret_cast<const char *>(&desc) + sizeof(Desc)) {}

  const ascendrt_desc &get() const {
    return *reinterpret_cast<const ascendrt_desc *>(bytes.data());
  }
  /// The whole struct, to change it.
  template <typename Desc>
  Desc &as() {
    return *reinterpret_cast<Desc *>(bytes.data());
  }

private:
  std::vector<char> bytes;
};

/// An operator with seeded arguments in memory.
class OperatorRun {
public:
  explicit OperatorRun(const Description &description, unsigned seed = 1);

  const ascendrt_desc &desc() const { return description.get(); }
  unsigned numArguments() const { return arguments.size(); }
  unsigned outputIndex() const { return outputIndexOf(desc()); }

  /// The values that argument `i` starts with.
  const Values &values(unsigned i) const { return inputs[i]; }
  void setValues(unsigned i, const Values &values);
  /// Argument `i` becomes the very memory of argument `other`.
  void alias(unsigned i, unsigned other);

  /// Whoever writes to an argument but the output is stopped. Not to be used
  /// with aliases; there is no way back.
  void makeInputsReadOnly();

  /// Stores the arguments anew, and NaN in the output.
  void reset();
  void *pointer(unsigned i) const;
  /// All arguments; those of `withoutMask` are NULL.
  std::vector<void *> pointers(uint32_t withoutMask = 0) const;
  /// For ascendrt_plan_create: argument i where bit i is set.
  std::vector<const void *> constants(uint32_t mask) const;

  Expected expected() const { return computeReference(desc(), inputs); }
  Values output() const { return outputBuffer().load(); }
  /// The bytes of the output, gaps included.
  std::string outputBytes() const;
  /// Fails where the output is not what the reference says.
  void expectCorrect() const { expectOutput(expected()); }
  void expectOutput(const Expected &wanted) const;

private:
  const Buffer &outputBuffer() const { return *buffers[outputIndex()]; }

  Description description;
  std::vector<Argument> arguments;
  std::vector<Values> inputs;
  std::vector<std::shared_ptr<Buffer>> buffers;
};

/// The host and a stream of one thread.
class Runtime {
public:
  Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;
  ~Runtime();

  ascendrt_plan *createPlan(const OperatorRun &run, uint32_t constantMask);
  void execute(OperatorRun &run, uint32_t constantMask);

  ascendrt_device *device = nullptr;
  ascendrt_stream *stream = nullptr;
};

/// A fixture, with or without a parameter.
template <typename Base>
class RuntimeFixture : public Base {
protected:
  ascendrt_plan *createPlan(const OperatorRun &run, uint32_t constantMask = 0) {
    return runtime.createPlan(run, constantMask);
  }
  /// Runs `run` once through a plan of its own.
  void execute(OperatorRun &run, uint32_t constantMask = 0) {
    runtime.execute(run, constantMask);
  }
  void expectCorrect(OperatorRun &run, uint32_t constantMask = 0) {
    ASSERT_NO_FATAL_FAILURE(execute(run, constantMask));
    run.expectCorrect();
  }
  void expectCorrect(const Description &description) {
    OperatorRun run(description);
    expectCorrect(run);
  }

private:
  Runtime runtime;

protected:
  ascendrt_device *device = runtime.device;
  ascendrt_stream *stream = runtime.stream;
};
using RuntimeTest = RuntimeFixture<::testing::Test>;

constexpr bool isThreadSanitizer() {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  return true;
#endif
#endif
  return false;
}

/// Calls `body` with 0 to `count` - 1, each in a thread of its own.
void runInThreads(int count, const std::function<void(int)> &body);

/// A named description, the parameter of table driven tests.
struct Case {
  std::string name;
  Description description;
};
using Cases = std::vector<Case>;
std::ostream &operator<<(std::ostream &stream, const Case &value);
std::string nameOf(const ::testing::TestParamInfo<Case> &info);

/// "F32", "F16", "BF16", for names.
std::string nameOfType(int32_t dtype);

/// Every case of a table against the reference. Instantiated in many files.
class OperatorTest : public RuntimeFixture<::testing::TestWithParam<Case>> {};

constexpr int32_t kTypes[] = {ASCENDRT_F32, ASCENDRT_F16, ASCENDRT_BF16};

} // namespace ascendrt_test

#define EXPECT_OK(CALL) EXPECT_EQ((CALL), ASCENDRT_OK) << ascendrt_last_error()
#define ASSERT_OK(CALL) ASSERT_EQ((CALL), ASCENDRT_OK) << ascendrt_last_error()

#endif // ASCENDFOLD_UNITTESTS_RUNTIME_OPERATORRUN_H
