//===- ResizeConvPlan.cpp - What moving a resize will do ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResizeConvPlan.h"

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Transforms/FoldedConstants.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// Each phase is an op of its own, with a filter of its own.
static constexpr int64_t kMaxPhases = 16;

/// Elements up to which filters that repeat themselves are written out.
static constexpr double kMaxWrittenOut = 1 << 24;

static std::string quote(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// TOSA's numbers have 32 bits; so has what is computed with here.
static bool isInRange(int64_t number) { return llvm::isUInt<31>(number); }

/// `[N, H, W, C]`, known but for the batch, of a type that is folded.
static bool isKnownImage(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 4 &&
         llvm::all_of(
             type.getShape().drop_front(),
             [](int64_t extent) { return extent > 0 && isInRange(extent); }) &&
         (type.getElementType().isF32() || type.getElementType().isF16() ||
          type.getElementType().isBF16());
}

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Rows and columns.
static ArrayRef<int64_t> getExtents(Value value) {
  return getShape(value).slice(1, 2);
}

static LogicalResult checkResize(tosa::ResizeOp resize, std::string &why) {
  Type type = getElementTypeOrSelf(resize.getOutput().getType());
  if (!(type.isF32() || type.isF16() || type.isBF16()) ||
      type != getElementTypeOrSelf(resize.getInput().getType())) {
    why = "its elements are not f32, f16 or bf16";
    return failure();
  }
  if (!isKnownImage(resize.getInput()) || !isKnownImage(resize.getOutput())) {
    why = "height, width or channels of its image are not static";
    return failure();
  }
  if (getShape(resize.getInput()).front() !=
          getShape(resize.getOutput()).front() ||
      getShape(resize.getInput()).back() !=
          getShape(resize.getOutput()).back()) {
    why = "its operand and its result differ in batch or channels";
    return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// What follows the resize
//===----------------------------------------------------------------------===//

/// The only op that reads `value`.
static FailureOr<Operation *> getReader(Value value, std::string &why) {
  Operation *producer = value.getDefiningOp();
  auto refuse = [&](const Twine &reason) {
    why = ("the result of " + quote(producer) + " " + reason).str();
    return failure();
  };
  if (value.use_empty())
    return refuse("has no readers");
  Operation *reader = *value.user_begin();
  if (llvm::any_of(value.getUsers(),
                   [&](Operation *user) { return user != reader; }))
    return refuse("has several readers");
  if (reader->getBlock() != producer->getBlock())
    return refuse("is read in another block");
  return reader;
}

/// Whether `value` is the same in all places of an image.
static bool isSameEverywhere(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && ((type.hasStaticShape() && type.getNumElements() == 1) ||
                  (type.getRank() == 4 && type.getDimSize(1) == 1 &&
                   type.getDimSize(2) == 1));
}

static bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::tosa::TosaElementwiseOperator>() ||
         isa<tosa::MulOp>(op);
}

/// Whether to apply `op` to `image` and to resize commute. They do when `op`
/// does the same in all places, and for weights that sum to one when it is
/// affine.
static LogicalResult checkCommutes(Operation *op, Value image,
                                   tosa::ResizeMode mode, std::string &why) {
  if (!isElementwise(op)) {
    why = "what follows, " + quote(op) +
          ", is neither a convolution nor elementwise";
    return failure();
  }
  Value result = op->getResult(0);
  if (!isKnownImage(result) || getExtents(result) != getExtents(image) ||
      getElementTypeOrSelf(result) != getElementTypeOrSelf(image)) {
    why = quote(op) + " has a result of another type";
    return failure();
  }
  for (Value operand : op->getOperands()) {
    if (operand == image || isSameEverywhere(operand))
      continue;
    why = quote(op) + " reads a value that varies over the image";
    return failure();
  }
  if (mode == tosa::ResizeMode::BILINEAR &&
      (!isa<tosa::AddOp, tosa::SubOp, tosa::MulOp, tosa::NegateOp>(op) ||
       llvm::count(op->getOperands(), image) != 1)) {
    why = quote(op) + " does not commute with a bilinear resize";
    return failure();
  }
  return success();
}

static FailureOr<ResizeConvChain> findChain(tosa::ResizeOp resize,
                                            std::string &why) {
  ResizeConvChain chain;
  chain.resize = resize;
  Value image = resize.getOutput();
  while (!chain.conv) {
    FailureOr<Operation *> reader = getReader(image, why);
    if (failed(reader))
      return failure();
    if (isa<tosa::Conv2DOp, tosa::DepthwiseConv2DOp>(*reader)) {
      chain.conv = *reader;
      break;
    }
    if (failed(checkCommutes(*reader, image, resize.getMode(), why)))
      return failure();
    chain.before.push_back(*reader);
    image = (*reader)->getResult(0);
  }
  if (llvm::count(chain.conv->getOperands(), image) != 1 ||
      chain.conv->getOperand(0) != image) {
    why = "the convolution reads it as something else than its image";
    return failure();
  }
  // As far as they go.
  std::string ignored;
  image = chain.conv->getResult(0);
  while (isKnownImage(image)) {
    FailureOr<Operation *> reader = getReader(image, ignored);
    if (failed(reader) ||
        failed(checkCommutes(*reader, image, resize.getMode(), ignored)))
      break;
    chain.after.push_back(*reader);
    image = (*reader)->getResult(0);
  }
  return chain;
}

SmallVector<Operation *> ResizeConvChain::getOps() const {
  SmallVector<Operation *> ops = before;
  ops.push_back(conv);
  llvm::append_range(ops, after);
  return ops;
}

Value ResizeConvChain::getResult() const {
  return (after.empty() ? conv : after.back())->getResult(0);
}

//===----------------------------------------------------------------------===//
// The convolution
//===----------------------------------------------------------------------===//

namespace {
/// A convolution with stride 1.
struct ConvForm {
  Value input, filter, result;
  /// The first of the two dimensions of the filter that are the kernel's.
  unsigned kernelDim = 0;
  std::array<int64_t, 2> kernel = {1, 1};
  /// Before and behind the rows, before and behind the columns.
  SmallVector<int64_t, 4> pad;
  /// Per output: those of one group.
  int64_t numInputChannels = 1;

  bool isPointwise() const {
    return kernel[0] == 1 && kernel[1] == 1 &&
           llvm::all_of(pad, [](int64_t amount) { return amount == 0; });
  }
  double getNumFilterElements() const {
    double count = 1;
    for (int64_t extent : getShape(filter))
      count *= static_cast<double>(extent);
    return count;
  }
};
} // namespace

static bool isZero(Value zeroPoint, ConstantEvaluator &evaluator) {
  FailureOr<ConstantTensor> value = evaluator.evaluate(zeroPoint);
  return succeeded(value) && value->getUniformValue() == 0.0;
}

/// Whether the element types, ranks and zero points of a convolution are what
/// this file deals with.
template <typename Op>
static LogicalResult checkTypes(Op op, ConstantEvaluator &evaluator,
                                std::string &why) {
  Type type = getElementTypeOrSelf(op.getInput().getType());
  auto filter = dyn_cast<RankedTensorType>(op.getWeight().getType());
  if (!isKnownImage(op.getOutput()) || !isKnownImage(op.getInput()) ||
      !filter || filter.getRank() != 4 || !filter.hasStaticShape() ||
      !llvm::all_of(filter.getShape(), isInRange)) {
    why = "is not of static extents and of type f32, f16 or bf16";
    return failure();
  }
  if (filter.getElementType() != type ||
      getElementTypeOrSelf(op.getOutput().getType()) != type) {
    why = "is not of one element type";
    return failure();
  }
  if (!isZero(op.getInputZp(), evaluator) ||
      !isZero(op.getWeightZp(), evaluator)) {
    why = "has a zero point that is not a constant zero";
    return failure();
  }
  return success();
}

template <typename Op>
static FailureOr<ConvForm> readConv(Op op, ConstantEvaluator &evaluator,
                                    std::string &why) {
  constexpr bool isDepthwise = std::is_same_v<Op, tosa::DepthwiseConv2DOp>;
  auto isOne = [](int64_t number) { return number == 1; };
  if (failed(checkTypes(op, evaluator, why)))
    return failure();
  ConvForm form;
  form.input = op.getInput();
  form.filter = op.getWeight();
  form.result = op.getOutput();
  form.kernelDim = isDepthwise ? 0 : 1;
  ArrayRef<int64_t> filter = getShape(form.filter);
  form.kernel = {filter[form.kernelDim], filter[form.kernelDim + 1]};
  form.pad.assign(op.getPad().begin(), op.getPad().end());
  const int64_t channels = getShape(form.input).back();
  form.numInputChannels = isDepthwise ? 1 : channels;
  if (filter[isDepthwise ? 2 : 3] != channels) {
    why = "is grouped";
    return failure();
  }
  if (!llvm::all_of(op.getStride(), isOne)) {
    why = "has a stride";
    return failure();
  }
  if (!form.isPointwise() && !llvm::all_of(op.getDilation(), isOne)) {
    why = "has a dilated kernel";
    return failure();
  }
  SmallVector<int64_t, 3> shape;
  for (unsigned axis : {0, 1})
    shape.push_back(getExtents(form.input)[axis] + form.pad[2 * axis] +
                    form.pad[2 * axis + 1] - form.kernel[axis] + 1);
  shape.push_back(isDepthwise ? channels * filter[3] : filter[0]);
  if (!llvm::all_of(form.pad, isInRange) ||
      getShape(form.result).drop_front() != ArrayRef<int64_t>(shape)) {
    why = "has a result of other extents than its operands give";
    return failure();
  }
  return form;
}

static FailureOr<ConvForm> readConv(Operation *op, ConstantEvaluator &evaluator,
                                    std::string &why) {
  if (auto depthwise = dyn_cast<tosa::DepthwiseConv2DOp>(op))
    return readConv(depthwise, evaluator, why);
  return readConv(cast<tosa::Conv2DOp>(op), evaluator, why);
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static double getNumPositions(Value image) {
  ArrayRef<int64_t> extents = getExtents(image);
  return static_cast<double>(extents[0]) * static_cast<double>(extents[1]);
}

namespace {
/// Adds up the work of a chain whose ops may be given fewer positions.
class WorkCounter {
public:
  explicit WorkCounter(const ResizeConvChain &chain, const ConvForm &form)
      : chain(chain), form(form) {}

  void addElementwise(ArrayRef<Operation *> ops, double positions) {
    for (Operation *op : ops)
      addCopy(positions * getChannels(op->getResult(0)));
  }
  void addConv(double positionsRead, double positionsWritten, double taps) {
    const double outputs = getChannels(form.result);
    work.multiplyAdds += positionsWritten * outputs * taps *
                         static_cast<double>(form.numInputChannels);
    work.elements += positionsRead * getChannels(form.input) +
                     positionsWritten * outputs +
                     form.getNumFilterElements() * taps /
                         static_cast<double>(form.kernel[0] * form.kernel[1]);
  }
  /// For each element that it writes a resize reads one, or four.
  void addResize(Value result) {
    const bool isNearest = tosa::ResizeOp(chain.resize).getMode() ==
                           tosa::ResizeMode::NEAREST_NEIGHBOR;
    work.elements += getNumPositions(chain.getEnlarged()) *
                     getChannels(result) * (isNearest ? 2 : 5);
  }
  /// What backends make part of a convolution that it follows.
  void addElementwiseReader(Value result) {
    std::string ignored;
    FailureOr<Operation *> reader = getReader(result, ignored);
    if (succeeded(reader) && isElementwise(*reader))
      addCopy(getNumPositions(result) * getChannels(result));
  }
  void addCopy(double elements) { work.elements += 2 * elements; }

  static double getChannels(Value image) {
    return static_cast<double>(getShape(image).back());
  }
  Work get() const { return work; }

private:
  const ResizeConvChain &chain;
  const ConvForm &form;
  Work work;
};
} // namespace

static Work countBefore(const ResizeConvChain &chain, const ConvForm &form) {
  WorkCounter counter(chain, form);
  counter.addResize(chain.getEnlarged());
  counter.addElementwise(chain.before, getNumPositions(form.input));
  counter.addConv(getNumPositions(form.input), getNumPositions(form.result),
                  static_cast<double>(form.kernel[0] * form.kernel[1]));
  counter.addElementwise(chain.after, getNumPositions(form.result));
  return counter.get();
}

/// The convolution first, the resize behind it.
static Work countMoved(const ResizeConvChain &chain, const ConvForm &form) {
  WorkCounter counter(chain, form);
  const double positions = getNumPositions(chain.getInput());
  counter.addElementwise(chain.before, positions);
  counter.addConv(positions, positions, 1);
  counter.addElementwise(chain.after, positions);
  counter.addResize(chain.getResult());
  counter.addElementwiseReader(chain.getResult());
  return counter.get();
}

static Work countPhases(const ResizeConvChain &chain, const ConvForm &form,
                        const std::array<PhaseAxis, 2> &axes) {
  WorkCounter counter(chain, form);
  const double read = getNumPositions(chain.getInput());
  const double written = static_cast<double>(axes[0].getNumPositions()) *
                         static_cast<double>(axes[1].getNumPositions());
  counter.addElementwise(chain.before, read);
  for (const PhaseAxis::Phase &y : axes[0].getPhases())
    for (const PhaseAxis::Phase &x : axes[1].getPhases()) {
      counter.addConv(read, written,
                      static_cast<double>(y.numTaps * x.numTaps));
      counter.addElementwise(chain.after, written);
    }
  // Columns are put together, then rows, then what is too much goes.
  const double channels = WorkCounter::getChannels(chain.getResult());
  double all = written * channels;
  bool isCut = false;
  for (unsigned axis : {1, 0}) {
    const auto count = static_cast<int64_t>(axes[axis].getPhases().size());
    all *= static_cast<double>(count);
    isCut |=
        count * axes[axis].getNumPositions() != getExtents(form.result)[axis];
  }
  for (unsigned axis : {1, 0})
    if (axes[axis].getPhases().size() > 1)
      counter.addCopy(all);
  if (isCut)
    counter.addCopy(getNumPositions(form.result) * channels);
  counter.addElementwiseReader(chain.getResult());
  return counter.get();
}

std::string ascend::describeWork(const Work &before, const Work &after) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("%.0f multiply-adds and %.0f elements read or written "
                     "instead of %.0f and %.0f",
                     after.multiplyAdds, after.elements, before.multiplyAdds,
                     before.elements);
  return text;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

static LogicalResult planAxes(ResizeConvPlan &plan, const ConvForm &form,
                              std::string &why) {
  tosa::ResizeOp resize = plan.chain.resize;
  if (resize.getMode() != tosa::ResizeMode::NEAREST_NEIGHBOR) {
    why = "it is bilinear, which commutes with 1x1 convolutions without "
          "padding only";
    return failure();
  }
  int64_t numPhases = 1;
  for (unsigned axis : {0, 1}) {
    FailureOr<int64_t> factor = getNearestFactor(resize, axis, why);
    if (failed(factor))
      return failure();
    numPhases *= *factor;
    if (numPhases > kMaxPhases) {
      why = "it would take more than " + std::to_string(kMaxPhases) +
            " convolutions";
      return failure();
    }
    FailureOr<PhaseAxis> phases =
        PhaseAxis::get(*factor, getExtents(resize.getInput())[axis],
                       getExtents(resize.getOutput())[axis], form.kernel[axis],
                       form.pad[2 * axis], form.pad[2 * axis + 1]);
    if (failed(phases)) {
      why = std::string("the last ") + (axis == 0 ? "row" : "column") +
            " of its input has fewer copies than the others, and the "
            "convolution pads behind it: the filters would not be the same at "
            "the border";
      return failure();
    }
    plan.axes[axis] = std::move(*phases);
  }
  if (numPhases == 1) {
    why = "it does not enlarge its image";
    return failure();
  }
  return success();
}

static LogicalResult planFilters(ResizeConvPlan &plan, const ConvForm &form,
                                 ConstantEvaluator &evaluator, StringRef prefix,
                                 std::string &why) {
  FailureOr<ConstantTensor> filter = evaluator.evaluate(form.filter);
  if (failed(filter)) {
    why = ("the weights are not a compile-time constant: " +
           evaluator.getReason())
              .str();
    return failure();
  }
  const bool repeatsItself = llvm::any_of(
      llvm::zip_equal(filter->getShape(), filter->getStrides()),
      [](auto dim) { return std::get<0>(dim) != 1 && std::get<1>(dim) == 0; });
  if (filter->getShape() != getShape(form.filter) ||
      (repeatsItself && form.getNumFilterElements() > kMaxWrittenOut)) {
    why = "the weights are a splat or broadcast, too large to be written out";
    return failure();
  }
  const auto [ySize, xSize] = std::make_pair(plan.axes[0].getPhases().size(),
                                             plan.axes[1].getPhases().size());
  for (auto y : llvm::seq<int64_t>(ySize)) {
    for (auto x : llvm::seq<int64_t>(xSize)) {
      ConstantTensor sums = sumTaps(*filter, form.kernelDim, plan.axes, {y, x});
      auto type = RankedTensorType::get(
          sums.getShape(), getElementTypeOrSelf(form.filter.getType()));
      std::string name =
          (prefix + "_" + Twine(y) + "_" + Twine(x) + "_filter").str();
      FailureOr<ElementsAttr> rounded = scaleConstant(
          sums, type, ChannelLayout::get(type.getShape(), /*channelDims=*/{}),
          /*scale=*/{1.0}, /*shift=*/{}, name, why);
      if (failed(rounded)) {
        why = "a sum of weights would not be finite in its type";
        return failure();
      }
      plan.filters.push_back(*rounded);
    }
  }
  return success();
}

FailureOr<ResizeConvPlan>
ascend::makeResizeConvPlan(tosa::ResizeOp resize,
                           const FoldResizeConvOptions &options,
                           std::string &why) {
  if (failed(checkResize(resize, why)))
    return failure();
  FailureOr<ResizeConvChain> chain = findChain(resize, why);
  if (failed(chain))
    return failure();
  ConstantEvaluator evaluator(options.symbolTables);
  FailureOr<ConvForm> form = readConv(chain->conv, evaluator, why);
  if (failed(form)) {
    why = quote(chain->conv) + " " + why;
    return failure();
  }
  ResizeConvPlan plan;
  plan.chain = std::move(*chain);
  const bool isPointwise = form->isPointwise();
  if (!isPointwise && failed(planAxes(plan, *form, why)))
    return failure();
  plan.workBefore = countBefore(plan.chain, *form);
  plan.workAfter = isPointwise ? countMoved(plan.chain, *form)
                               : countPhases(plan.chain, *form, plan.axes);
  if (plan.workAfter.getCost() >= plan.workBefore.getCost()) {
    why = "it would not be cheaper: " +
          describeWork(plan.workBefore, plan.workAfter);
    return failure();
  }
  const unsigned numConvolutions =
      isPointwise
          ? 1
          : plan.axes[0].getPhases().size() * plan.axes[1].getPhases().size();
  if (options.control &&
      !options.control({resize, plan.chain.conv, numConvolutions})) {
    why = "the control function vetoed it";
    return failure();
  }
  // Last: it is what costs time and memory.
  if (!isPointwise &&
      failed(planFilters(plan, *form, evaluator, options.resourcePrefix, why)))
    return failure();
  return plan;
}
