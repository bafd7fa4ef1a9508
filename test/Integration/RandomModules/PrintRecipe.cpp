//===- PrintRecipe.cpp - Text of a recipe ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"
#include "ModuleWriter.h"
#include "Pipelines.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::ascend::difftest;

llvm::StringRef mlir::ascend::difftest::toString(Form form) {
  switch (form) {
  case Form::Chain:
    return "chain";
  case Form::AffineInput:
    return "affine-input";
  case Form::Activation:
    return "activation";
  case Form::ConvChain:
    return "conv-chain";
  case Form::Window:
    return "window";
  case Form::Pad:
    return "pad";
  case Form::Reduce:
    return "reduce";
  case Form::Concat:
    return "concat";
  case Form::Split:
    return "split";
  case Form::PixelShuffle:
    return "pixel-shuffle";
  case Form::SpaceToBatch:
    return "space-to-batch";
  case Form::Residual:
    return "residual";
  case Form::ParallelConvs:
    return "parallel-convs";
  case Form::SeveralUses:
    return "several-uses";
  case Form::PointwiseConv:
    return "pointwise-conv";
  case Form::Resize:
    return "resize";
  case Form::Integer:
    return "integer";
  case Form::FakeQuantized:
    return "fake-quantized";
  case Form::Gate:
    return "gate";
  case Form::Graph:
    return "graph";
  }
  llvm_unreachable("unknown form");
}

static const char *const familyNames[] = {"generic", "named", "elementwise",
                                          "map",     "arith", "tosa"};
static const char *const constantNames[] = {
    "dense",    "splat",    "hex",      "resource",  "transposed",
    "reshaped", "casted",   "negated",  "broadcast", "indexed",
    "global",   "argument", "sliced",   "joined",    "reversed",
    "tiled",    "elements", "function", "quantized", "quantized-along-dim"};
static const char *const biasNames[] = {
    "zero",    "splat",    "per-channel", "broadcast", "generic-broadcast",
    "varying", "argument", "add-after",   "expanded",  "previous"};
static const char *const formNames[] = {
    "per-channel",       "keep-ones", "trailing-ones",   "scalar",
    "body-scalar",       "full",      "full-splat",      "broadcast",
    "generic-broadcast", "computed",  "one-channel-dim", "wrong-axis",
    "varying",           "argument"};
static const char *const opNames[] = {"add", "sub", "mul", "div"};
static const char *const outsNames[] = {"empty", "value-unused", "value-read",
                                        "init-read", "value-twice"};
static const char *const kindNames[] = {"binary",
                                        "negate",
                                        "torch-batch-norm",
                                        "batch-norm-chain",
                                        "affine-body",
                                        "transpose",
                                        "reshape",
                                        "cast",
                                        "widen",
                                        "narrow",
                                        "copy",
                                        "slice",
                                        "reverse",
                                        "repeat",
                                        "activation",
                                        "residual",
                                        "square",
                                        "constant-over",
                                        "statistics",
                                        "gate",
                                        "pool",
                                        "pad",
                                        "concat",
                                        "capture",
                                        "position",
                                        "two-results",
                                        "dead-op",
                                        "assert",
                                        "window",
                                        "activation-chain",
                                        "softmax",
                                        "dense",
                                        "branches",
                                        "return-twice",
                                        "clamp",
                                        "border",
                                        "resize",
                                        "spatial-reduce",
                                        "channel-slice",
                                        "pixel-shuffle",
                                        "pixel-unshuffle",
                                        "space-to-batch",
                                        "batch-to-space",
                                        "quantize"};
static const char *const inputNames[] = {"argument", "first-input", "constant"};
static const char *const bodyNames[] = {"",
                                        " as linalg.generic that subtracts",
                                        " as linalg.generic with maximumf",
                                        " as linalg.generic, filter squared",
                                        " as linalg.generic of differences",
                                        " as linalg.generic, filter shifted",
                                        " as linalg.generic that overwrites"};
static const char *const joinNames[] = {"add", "concat", "gate"};
static const char *const dataNames[] = {
    "normal", "positive-scales", "zero-scales", "bad-variance", "overflow"};

static void printStep(llvm::raw_ostream &os, const Step &step) {
  os << "    " << kindNames[unsigned(step.kind)]
     << " family=" << familyNames[unsigned(step.family)]
     << " form=" << formNames[unsigned(step.form)]
     << " constant=" << constantNames[unsigned(step.constant)]
     << " op=" << opNames[unsigned(step.op)]
     << " outs=" << outsNames[unsigned(step.outs)]
     << (step.swapped ? " swapped" : "") << (step.wide ? " wide" : "")
     << (step.tail ? " tail" : "") << (step.returned ? " returned" : "")
     << (step.keepsLayout ? " keeps-layout" : "");
  if (step.kind == StepKind::ChannelSlice)
    os << " part=" << unsigned(step.part) << "/" << unsigned(step.parts);
  os << " seed=" << step.seed << "\n";
}

static void printProducer(llvm::raw_ostream &os, const Producer &producer) {
  const Layout &layout = getLayouts()[producer.layout];
  os << "  " << layout.name
     << (producer.body != ProducerBody::MulAdd
             ? bodyNames[unsigned(producer.body)]
         : producer.generic ? " as linalg.generic"
                            : "")
     << (producer.integer ? " of integers" : "") << " (" << layout.input << ", "
     << layout.filter << " -> " << layout.output << ") n=" << producer.batch
     << " g=" << producer.groups << " c=" << producer.inChannels
     << " f=" << producer.outChannels << " m=" << producer.multiplier;
  auto list = [&](const char *name, const std::array<int64_t, 3> &values) {
    os << " " << name << "=" << values[0] << "," << values[1] << ","
       << values[2];
  };
  list("size", producer.size);
  list("kernel", producer.kernel);
  list("stride", producer.stride);
  list("dilation", producer.dilation);
  list("pad-low", producer.padLow);
  list("pad-high", producer.padHigh);
  os << " filter=" << constantNames[unsigned(producer.filter)]
     << " bias=" << biasNames[unsigned(producer.bias)]
     << " input=" << inputNames[unsigned(producer.input)]
     << (producer.dynamicBatch ? " dynamic-batch" : "")
     << (producer.dynamicSpatial ? " dynamic-spatial" : "")
     << (producer.shareFilter ? " share-filter" : "")
     << (producer.shareBias ? " share-bias" : "")
     << (producer.dynamicFilter ? " dynamic-filter" : "")
     << (producer.filterReturned ? " filter-returned" : "")
     << (producer.keepsLayout ? " keeps-layout" : "")
     << " seed=" << producer.seed << "\n";
}

static void printSegment(llvm::raw_ostream &os, const Segment &segment,
                         unsigned number) {
  os << "  " << number << ":";
  for (unsigned input : segment.inputs)
    os << " " << input;
  if (segment.inputs.size() > 1)
    os << " join=" << joinNames[unsigned(segment.join)]
       << " seed=" << segment.joinSeed;
  os << (segment.returned ? " returned" : "")
     << (segment.nested ? " in-branch" : "") << "\n";
  for (const Step &step : segment.before)
    printStep(os, step);
  if (!segment.convolves && segment.inputs.empty())
    os << "  input of";
  if (segment.convolves || segment.inputs.empty())
    printProducer(os, segment.producer);
  for (const Step &step : segment.steps)
    printStep(os, step);
}

void mlir::ascend::difftest::printRecipe(llvm::raw_ostream &os,
                                         const Recipe &recipe) {
  os << "recipe form=" << toString(recipe.form)
     << (recipe.isPlain ? " plain" : "") << " type=" << toString(recipe.type)
     << " accumulator=" << toString(recipe.accumulator)
     << " data=" << dataNames[unsigned(recipe.data)]
     << " preparation=" << getPreparations()[recipe.preparation]
     << " pipeline=" << getPipelines()[recipe.pipeline]
     << (recipe.constantsFirst ? " constants-first" : "")
     << (recipe.inCallee ? " in-callee" : "") << "\n";
  for (auto [i, segment] : llvm::enumerate(recipe.segments))
    printSegment(os, segment, i);
}
