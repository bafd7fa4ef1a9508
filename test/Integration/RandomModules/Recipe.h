//===- Recipe.h - Plan of one random module ---------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recipe is plain data that says which module to write. It is drawn from a
// seed, and a failing one is simplified field by field. Every part carries its
// own seed for what has no field, so that dropping one part leaves the others
// as they were.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_RECIPE_H
#define ASCENDFOLD_TEST_RANDOMMODULES_RECIPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace mlir::ascend::difftest {

/// Element types of tensors, the floats from fine to coarse.
enum class ElementType : uint8_t { F64, F32, F16, BF16, I8, I32 };

inline bool isInteger(ElementType type) { return type >= ElementType::I8; }

const llvm::fltSemantics &getSemantics(ElementType type);

/// Dialect and flavour in which an elementwise op is spelled.
enum class Family : uint8_t { Generic, Named, Elementwise, Map, Arith, Tosa };

/// How a constant of a few numbers is written down.
enum class ConstantForm : uint8_t {
  Dense,
  Splat,
  Hex,
  Resource,
  Transposed,
  Reshaped,
  Casted,
  Negated,
  Broadcast,
  Indexed,
  Global,
  Argument,
  Sliced,
  Joined,
  Reversed,
  Tiled,
  Elements,
  Function,
  /// Integers times a scale per tensor.
  Quantized,
  /// Integers times a scale per index of the first or the last dim.
  QuantizedAlongDim,
};

/// What initialises the sum of a convolution.
enum class BiasForm : uint8_t {
  Zero,
  Splat,
  PerChannel,
  Broadcast,
  GenericBroadcast,
  Varying,
  Argument,
  AddAfter,
  /// Written with other dims and expanded.
  Expanded,
  /// What the chain before has computed.
  Previous,
};

/// How a per-channel operand meets the value it is applied to.
enum class OperandForm : uint8_t {
  PerChannel,
  KeepOnes,
  TrailingOnes,
  Scalar,
  BodyScalar,
  Full,
  FullSplat,
  Broadcast,
  GenericBroadcast,
  Computed,
  OneChannelDim,
  WrongAxis,
  Varying,
  Argument,
};

enum class BinaryOp : uint8_t { Add, Sub, Mul, Div };

/// What a linalg.generic writes into.
enum class OutsForm : uint8_t {
  Empty,
  ValueUnused,
  ValueRead,
  InitRead,
  /// The value is an input and an output, and both are read.
  ValueTwice,
};

enum class StepKind : uint8_t {
  // Affine in the value, channel by channel, if the operand form is.
  Binary,
  Negate,
  TorchBatchNorm,
  BatchNormChain,
  AffineBody,
  // Move or convert the value.
  Transpose,
  Reshape,
  Cast,
  Widen,
  Narrow,
  Copy,
  Slice,
  Reverse,
  Repeat,
  // Not affine.
  Activation,
  Residual,
  Square,
  ConstantOver,
  Statistics,
  Gate,
  Pool,
  Pad,
  Concat,
  /// A body that reads the value without its being an operand.
  Capture,
  /// A body that reads its own position.
  Position,
  /// One op with two results, both of which are used.
  TwoResults,
  // No effect.
  DeadOp,
  Assert,
  // What networks have between convolutions: BackendSteps.cpp.
  Window,
  ActivationChain,
  Softmax,
  Dense,
  Branches,
  /// Two results that are one value.
  ReturnTwice,
  // What stands between a convolution and a BatchNorm: StructuralSteps.cpp.
  Clamp,
  Border,
  Resize,
  SpatialReduce,
  /// Some of the channels.
  ChannelSlice,
  PixelShuffle,
  PixelUnshuffle,
  SpaceToBatch,
  BatchToSpace,
  /// To integers, as the last thing.
  Quantize,
};

struct Step {
  StepKind kind = StepKind::Binary;
  Family family = Family::Generic;
  OperandForm form = OperandForm::PerChannel;
  ConstantForm constant = ConstantForm::Dense;
  BinaryOp op = BinaryOp::Mul;
  OutsForm outs = OutsForm::Empty;
  /// The operand comes first.
  bool swapped = false;
  /// A generic body computes in a wider type.
  bool wide = false;
  /// A generic body goes on with something that is not affine.
  bool tail = false;
  /// The result is also returned, so it has a second user.
  bool returned = false;
  /// A generic keeps the order of dims.
  bool keepsLayout = false;
  /// Which part of the channels a slice takes, of how many of one size. Zero
  /// stands for two of any sizes, which depend on the seed alone.
  uint8_t part = 0, parts = 0;
  uint32_t seed = 0;
};

/// Where a producer without an earlier value takes its activation from.
enum class InputForm : uint8_t { Argument, FirstInput, Constant };

/// What the body of a producer spelled as linalg.generic computes. All but the
/// first look like a convolution from outside only.
enum class ProducerBody : uint8_t {
  MulAdd,
  MulSub,
  Maximum,
  SquaredFilter,
  Difference,
  ShiftedFilter,
  Overwrite,
};

struct Producer {
  /// Index into `getLayouts()`.
  unsigned layout = 0;
  /// Spelled as linalg.generic instead of the named op.
  bool generic = false;
  /// Integers in, which are made floats again behind it.
  bool integer = false;
  /// Never in another order of dims than that of the layout.
  bool keepsLayout = false;
  ProducerBody body = ProducerBody::MulAdd;
  int64_t batch = 1, groups = 1, inChannels = 1, outChannels = 1;
  int64_t multiplier = 1;
  std::array<int64_t, 3> size = {3, 3, 3}, kernel = {1, 1, 1};
  std::array<int64_t, 3> stride = {1, 1, 1}, dilation = {1, 1, 1};
  std::array<int64_t, 3> padLow = {0, 0, 0}, padHigh = {0, 0, 0};
  bool dynamicBatch = false, dynamicSpatial = false;
  ConstantForm filter = ConstantForm::Dense;
  BiasForm bias = BiasForm::Zero;
  InputForm input = InputForm::Argument;
  /// Takes the filter of the first producer if the shapes agree.
  bool shareFilter = false;
  /// The same with the bias or initial value.
  bool shareBias = false;
  /// The filter's type hides its sizes.
  bool dynamicFilter = false;
  bool filterReturned = false;
  uint32_t seed = 0;
};

/// How several values become one.
enum class Join : uint8_t { Add, Concat, Gate };

/// A stretch of the graph: values come in, become one, and go through steps, a
/// producer and more steps, each of which may be missing.
struct Segment {
  /// Earlier segments whose values come in; an argument if there are none.
  std::vector<unsigned> inputs;
  Join join = Join::Add;
  uint32_t joinSeed = 0;
  /// What stands before the producer.
  std::vector<Step> before;
  /// Without, a segment that nothing comes into yields what would be the input
  /// of the producer.
  bool convolves = true;
  Producer producer;
  std::vector<Step> steps;
  /// The producer and the first step stand in a branch of an scf.if.
  bool nested = false;
  /// The value is returned even if others read it.
  bool returned = false;
};

/// Which values the parameters of a BatchNorm take.
enum class Data : uint8_t {
  Normal,
  PositiveScales,
  ZeroScales,
  BadVariance,
  Overflow
};

/// What the graph of a recipe was drawn to be.
enum class Form : uint8_t {
  /// One or two convolutions, each with a chain of steps.
  Chain,
  AffineInput,
  Activation,
  ConvChain,
  Window,
  Pad,
  Reduce,
  Concat,
  Split,
  PixelShuffle,
  SpaceToBatch,
  Residual,
  ParallelConvs,
  SeveralUses,
  PointwiseConv,
  Resize,
  Integer,
  FakeQuantized,
  Gate,
  Graph,
};
inline constexpr unsigned numForms = unsigned(Form::Graph) + 1;

llvm::StringRef toString(Form form);

struct Recipe {
  Form form = Form::Chain;
  /// Has nothing that folds but what the form is about.
  bool isPlain = false;
  ElementType type = ElementType::F32;
  /// Type in which linalg producers accumulate.
  ElementType accumulator = ElementType::F32;
  Data data = Data::Normal;
  /// Indices into `getPreparations()` and `getPipelines()`.
  unsigned preparation = 0, pipeline = 0;
  /// All constants stand at the top of the function, else at their first use.
  bool constantsFirst = true;
  /// The segments stand in a private function that @main calls.
  bool inCallee = false;
  /// Each reads only those before it. What none reads is returned.
  std::vector<Segment> segments;
};

/// The recipe that belongs to `seed`, of a form of its own or the given one.
Recipe drawRecipe(uint64_t seed, std::optional<Form> form = std::nullopt);

/// The same with more of what the backend has kernels for.
Recipe drawBackendRecipe(uint64_t seed);

/// Recipes that are one decision simpler, the largest simplifications first.
std::vector<Recipe> simplifyRecipe(const Recipe &recipe);

/// One line per part.
void printRecipe(llvm::raw_ostream &os, const Recipe &recipe);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_RECIPE_H
