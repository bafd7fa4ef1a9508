//===- OperatorRun.cpp - An operator and its arguments --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorRun.h"

#include <ostream>
#include <random>
#include <sstream>
#include <thread>

using namespace ascendrt_test;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
/// Numbers with both signs, and what some arguments must not be.
enum class Range { Any, Positive, AwayFromZero, Gamma };
} // namespace

static Range rangeOf(const ascendrt_desc &desc, unsigned i) {
  if (desc.op == ASCENDRT_OP_ELTWISE && i == 1 &&
      reinterpret_cast<const ascendrt_eltwise_desc &>(desc).kind ==
          ASCENDRT_DIV)
    return Range::AwayFromZero;
  unsigned gamma = desc.op == ASCENDRT_OP_CONV ? 5 : 1;
  if (desc.op != ASCENDRT_OP_CONV && desc.op != ASCENDRT_OP_BATCH_NORM)
    return Range::Any;
  if (i == gamma)
    return Range::Gamma;
  return i == gamma + 3 ? Range::Positive : Range::Any;
}

static Values draw(const ascendrt_tensor &tensor, Range range,
                   std::mt19937_64 &random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Values values(numElements(tensor));
  for (size_t i = 0; i < values.size(); ++i) {
    double value = number(random);
    if (range == Range::Positive)
      value = std::fabs(value) + 0.25;
    else if (range == Range::AwayFromZero)
      value += value < 0 ? -0.25 : 0.25;
    else if (range == Range::Gamma && i % 5 == 3)
      value = 0;
    values[i] = roundTo(tensor.dtype, value);
  }
  return values;
}

OperatorRun::OperatorRun(const Description &description, unsigned seed)
    : description(description), arguments(argumentsOf(desc())),
      inputs(arguments.size()), buffers(arguments.size()) {
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].isPresent)
      continue;
    buffers[i] = std::make_shared<Buffer>(arguments[i].tensor);
    if (i == outputIndex())
      continue;
    buffers[i]->store(draw(arguments[i].tensor, rangeOf(desc(), i), random));
    // Elements of stride 0 share their place, and the last value.
    inputs[i] = buffers[i]->load();
  }
  reset();
}

void OperatorRun::setValues(unsigned i, const Values &values) {
  inputs[i].clear();
  for (double value : values)
    inputs[i].push_back(roundTo(arguments[i].tensor.dtype, value));
  buffers[i]->store(inputs[i]);
}

void OperatorRun::alias(unsigned i, unsigned other) {
  buffers[i] = buffers[other];
  if (i != outputIndex())
    inputs[i] = inputs[other];
  reset();
}

void OperatorRun::makeInputsReadOnly() {
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (buffers[i] && i != outputIndex())
      buffers[i]->makeReadOnly();
}

void OperatorRun::reset() {
  buffers[outputIndex()]->fillWithNaN();
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (buffers[i] && i != outputIndex())
      buffers[i]->store(inputs[i]);
}

void *OperatorRun::pointer(unsigned i) const {
  return buffers[i] ? buffers[i]->data() : nullptr;
}

/// A concat has more arguments than a mask has bits.
static bool isInMask(uint32_t mask, unsigned i) {
  return i < 32 && mask >> i & 1;
}

std::vector<void *> OperatorRun::pointers(uint32_t withoutMask) const {
  std::vector<void *> pointers;
  pointers.reserve(arguments.size());
  for (unsigned i = 0; i < arguments.size(); ++i)
    pointers.push_back(isInMask(withoutMask, i) ? nullptr : pointer(i));
  return pointers;
}

std::vector<const void *> OperatorRun::constants(uint32_t mask) const {
  std::vector<const void *> pointers;
  pointers.reserve(arguments.size());
  for (unsigned i = 0; i < arguments.size(); ++i)
    pointers.push_back(isInMask(mask, i) ? pointer(i) : nullptr);
  return pointers;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::string OperatorRun::outputBytes() const {
  const Buffer &buffer = outputBuffer();
  return std::string(static_cast<const char *>(buffer.data()), buffer.size());
}

void OperatorRun::expectOutput(const Expected &wanted) const {
  Values actual = output();
  ASSERT_EQ(actual.size(), wanted.values.size());
  size_t position = 0, failures = 0;
  std::ostringstream report;
  forEachIndex(dimsOf(arguments[outputIndex()].tensor), [&](const Dims &index) {
    size_t i = position++;
    // Written so that NaN fails. Infinities are their own neighbours.
    if (actual[i] == wanted.values[i] ||
        std::fabs(actual[i] - wanted.values[i]) <= wanted.errors[i])
      return;
    if (++failures <= 3)
      report << "\n"
             << ::testing::PrintToString(index) << " is " << actual[i]
             << ", not " << wanted.values[i] << " +- " << wanted.errors[i];
  });
  EXPECT_EQ(failures, 0u) << "wrong elements of " << actual.size()
                          << report.str();
  EXPECT_TRUE(outputBuffer().areGapsIntact());
}

//===----------------------------------------------------------------------===//
// Fixtures
//===----------------------------------------------------------------------===//

Runtime::Runtime() {
  EXPECT_OK(ascendrt_device_open("host", &device));
  EXPECT_OK(ascendrt_stream_create(device, 1, &stream));
}

Runtime::~Runtime() {
  ascendrt_stream_destroy(stream);
  EXPECT_OK(ascendrt_device_close(device));
}

ascendrt_plan *Runtime::createPlan(const OperatorRun &run,
                                   uint32_t constantMask) {
  ascendrt_plan *plan = nullptr;
  std::vector<const void *> constants = run.constants(constantMask);
  EXPECT_OK(ascendrt_plan_create(device, &run.desc(), constants.data(),
                                 constants.size(), 1, &plan));
  return plan;
}

void Runtime::execute(OperatorRun &run, uint32_t constantMask) {
  ascendrt_plan *plan = createPlan(run, constantMask);
  ASSERT_NE(plan, nullptr);
  std::vector<void *> args = run.pointers(constantMask);
  EXPECT_OK(ascendrt_plan_execute(plan, stream, args.data(), args.size()));
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  ascendrt_plan_destroy(plan);
}

void ascendrt_test::runInThreads(int count,
                                 const std::function<void(int)> &body) {
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (int number = 0; number < count; ++number)
    threads.emplace_back(body, number);
  for (std::thread &thread : threads)
    thread.join();
}

std::ostream &ascendrt_test::operator<<(std::ostream &stream,
                                        const Case &value) {
  return stream << value.name;
}

std::string ascendrt_test::nameOf(const ::testing::TestParamInfo<Case> &info) {
  return info.param.name;
}

std::string ascendrt_test::nameOfType(int32_t dtype) {
  return dtype == ASCENDRT_F32 ? "F32" : dtype == ASCENDRT_F16 ? "F16" : "BF16";
}

//===----------------------------------------------------------------------===//
// The tests of all tables
//===----------------------------------------------------------------------===//

/// What a network has as constants: filters, biases, parameters, and one
/// operand of the operators that have none of these.
static uint32_t constantMaskOf(const ascendrt_desc &desc) {
  switch (desc.op) {
  case ASCENDRT_OP_CONV:
    return 1 << 1 | 1 << 2 | 15 << 5;
  case ASCENDRT_OP_MATMUL:
    return 1 << 1 | 1 << 2;
  case ASCENDRT_OP_BATCH_NORM:
    return 15 << 1;
  case ASCENDRT_OP_ELTWISE:
    return 1 << 1;
  default:
    return 1 << 0;
  }
}

/// The inputs may lie in memory that cannot be written.
TEST_P(OperatorTest, MatchesReference) {
  OperatorRun run(GetParam().description);
  run.makeInputsReadOnly();
  expectCorrect(run);
}

TEST_P(OperatorTest, MatchesReferenceWithConstants) {
  OperatorRun run(GetParam().description);
  uint32_t mask = constantMaskOf(run.desc());
  ascendrt_plan *plan = createPlan(run, mask);
  ASSERT_NE(plan, nullptr);
  // The plan has its own copy of the constants: they change before it runs.
  Expected expected = run.expected();
  for (unsigned i = 0; i < run.numArguments(); ++i)
    if (isInMask(mask, i) && run.pointer(i))
      run.setValues(i, Values(run.values(i).size(), NAN));
  std::vector<void *> args = run.pointers(mask);
  EXPECT_OK(ascendrt_plan_execute(plan, stream, args.data(), args.size()));
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  ascendrt_plan_destroy(plan);
  run.expectOutput(expected);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OperatorTest);
