//===- Windows.cpp - Pools ------------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Steps.h"

#include <cmath>

using namespace mlir::ascend::difftest;
using llvm::StringRef;

static ChannelOperand makeNumber(ModuleWriter &writer, ElementType type,
                                 double value) {
  ChannelOperand operand;
  operand.isNumber = true;
  operand.kind = type;
  operand.name = writer.scalar(type, value);
  operand.bound = std::abs(value);
  return operand;
}

namespace {

/// One spatial dim of a pool.
struct Window {
  unsigned dim = 0;
  int64_t kernel = 2, stride = 1, low = 0, high = 0;
  int64_t getSize(int64_t size) const {
    return (size + low + high - kernel) / stride + 1;
  }
};

} // namespace

static Window drawWindow(unsigned dim, int64_t size, bool mayPad, Rng &rng) {
  Window window;
  window.dim = dim;
  window.kernel =
      rng.chance(15) ? size : rng.between(1, std::min<int64_t>(3, size));
  window.stride = rng.chance(60) ? 1 : 2;
  if (mayPad && window.kernel > 1) {
    window.low = rng.between(0, window.kernel - 1);
    window.high = rng.between(0, window.kernel - 1);
  }
  // tosa wants no rest.
  int64_t rest =
      (size + window.low + window.high - window.kernel) % window.stride;
  if (rest != 0 && window.high > 0)
    --window.high;
  else if (rest != 0)
    window.stride = 1;
  return window;
}

static std::string writeTosaPool(ModuleWriter &writer, bool averages,
                                 const Tensor &value, const Window (&w)[2],
                                 const std::string &to) {
  std::string element = toString(value.type).str();
  std::string attributes =
      "kernel = array<i64: " + join({w[0].kernel, w[1].kernel}) +
      ">, pad = array<i64: " +
      join({w[0].low, w[0].high, w[1].low, w[1].high}) +
      ">, stride = array<i64: " + join({w[0].stride, w[1].stride}) + ">";
  if (!averages)
    return writer.op("tosa.max_pool2d " + value.name + " {" + attributes +
                     "} : (" + value.typeText() + ") -> " + to);
  std::string zero = writer.splat({1}, value.type, 0.0, /*tosa=*/true);
  std::string point = tensorType({1}, value.type);
  return writer.op("tosa.avg_pool2d " + value.name + ", " + zero + ", " + zero +
                   " {acc_type = f32, " + attributes + "} : (" +
                   value.typeText() + ", " + point + ", " + point + ") -> " +
                   to);
}

static Tensor writeLinalgPool(ModuleWriter &writer, bool averages,
                              bool channelsFirst, const Tensor &value,
                              const Tensor &shape, const Window (&w)[2],
                              Rng &rng) {
  Tensor result = shape, input = value;
  double lowest = -60000;
  Shape low(value.rank(), 0), high(value.rank(), 0);
  for (const Window &window : w) {
    low[window.dim] = window.low;
    high[window.dim] = window.high;
  }
  input = writeBorder(writer, Family::Named, value, low, high,
                      averages ? 0 : lowest);
  Shape kernel = {w[0].kernel, w[1].kernel};
  std::string window = writer.emptyStatic(kernel, value.type);
  std::string to = result.typeText();
  std::string init = writer.fill(writer.empty(result, input), to, value.type,
                                 averages ? 0 : lowest);
  result.name =
      writer.op("linalg.pooling_" + StringRef(channelsFirst ? "nchw" : "nhwc") +
                "_" + StringRef(averages ? "sum" : "max") +
                " {dilations = dense<1> : tensor<2xi64>, strides = dense<[" +
                join({w[0].stride, w[1].stride}) + "]> : tensor<2xi64>} ins(" +
                input.name + ", " + window + " : " + input.typeText() + ", " +
                tensorType(kernel, value.type) + ") outs(" + init + " : " + to +
                ") -> " + to);
  if (!averages)
    return result;
  double count = double(w[0].kernel * w[1].kernel);
  bool divides = rng.chance(50);
  result.bound = value.bound * count;
  ApplyPlan plan;
  return applyBinary(
      writer, result, divides ? BinaryOp::Div : BinaryOp::Mul,
      makeNumber(writer, value.type, divides ? count : 1 / count), plan, rng);
}

Tensor mlir::ascend::difftest::writeWindowStep(ModuleWriter &writer,
                                               const Step &step,
                                               const Tensor &value) {
  Rng rng(step.seed);
  if (value.rank() != 4)
    return value;
  bool tosa = legalize(step.family, value.type) == Family::Tosa;
  bool channelsFirst = !tosa && value.isChannel(1);
  unsigned first = channelsFirst ? 2 : 1;
  for (unsigned dim = 1; dim < 4; ++dim)
    if (value.dynamic[dim])
      return value;
  bool averages = rng.chance(50), mayPad = rng.chance(50);
  Window windows[2] = {
      drawWindow(first, value.shape[first], mayPad, rng),
      drawWindow(first + 1, value.shape[first + 1], mayPad, rng)};
  Tensor result = value;
  for (const Window &window : windows)
    result.shape[window.dim] = window.getSize(value.shape[window.dim]);
  result.channels.assign(getNumElements(result.shape), -1);
  result.countChannels();
  if (!tosa)
    return writeLinalgPool(writer, averages, channelsFirst, value, result,
                           windows, rng);
  result.name =
      writeTosaPool(writer, averages, value, windows, result.typeText());
  return result;
}
