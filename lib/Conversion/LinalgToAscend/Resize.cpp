//===- Resize.cpp - Nearest resizes of linalg -----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// Computes an index expression of a body for one iteration, in the precision
/// that the body has.
class IndexEvaluator {
public:
  /// `position` is the index of loop `dim`; no other one may be used.
  IndexEvaluator(int64_t dim, int64_t position)
      : dim(dim), position(position) {}

  std::optional<double> evaluate(Value value, unsigned depth = 0);

private:
  std::optional<double> evaluateOp(Operation *op, ArrayRef<double> operands);

  int64_t dim, position;
};
} // namespace

/// Rounded to the type of the value.
static double roundTo(Type type, double value) {
  return type.isF32() ? static_cast<float>(value) : value;
}

std::optional<double> IndexEvaluator::evaluate(Value value, unsigned depth) {
  constexpr unsigned kMaxDepth = 16;
  FloatAttr number;
  IntegerAttr integer;
  if (matchPattern(value, m_Constant(&number)))
    return number.getValueAsDouble();
  if (matchPattern(value, m_Constant(&integer)))
    return static_cast<double>(integer.getValue().getSExtValue());
  Operation *op = value.getDefiningOp();
  Type type = value.getType();
  if (!op || depth > kMaxDepth ||
      !(type.isF32() || type.isF64() || type.isIndex() || type.isInteger(32) ||
        type.isInteger(64)))
    return std::nullopt;
  SmallVector<double> operands;
  for (Value operand : op->getOperands()) {
    std::optional<double> result = evaluate(operand, depth + 1);
    if (!result)
      return std::nullopt;
    operands.push_back(*result);
  }
  std::optional<double> result = evaluateOp(op, operands);
  if (!result || !std::isfinite(*result))
    return std::nullopt;
  return roundTo(type, *result);
}

std::optional<double> IndexEvaluator::evaluateOp(Operation *op,
                                                 ArrayRef<double> operands) {
  using Result = std::optional<double>;
  const double a = operands.empty() ? 0.0 : operands.front();
  const double b = operands.empty() ? 0.0 : operands.back();
  // All indices are zero or positive, so that dividing them rounds down.
  auto divide = [&]() -> Result {
    return a >= 0.0 && b > 0.0 ? Result(std::floor(a / b)) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](linalg::IndexOp index) -> Result {
        if (static_cast<int64_t>(index.getDim()) != dim)
          return std::nullopt;
        return static_cast<double>(position);
      })
      .Case<arith::IndexCastOp, arith::SIToFPOp>(
          [&](auto) -> Result { return a; })
      .Case([&](arith::FPToSIOp) -> Result { return std::trunc(a); })
      .Case([&](math::FloorOp) -> Result { return std::floor(a); })
      .Case([&](arith::MulFOp) -> Result { return a * b; })
      .Case([&](arith::DivFOp) -> Result { return a / b; })
      .Case([&](arith::MulIOp) -> Result { return a * b; })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>(
          [&](auto) -> Result { return divide(); })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

/// Whether a dim of the input is read at `floor(i * in / out)` in every
/// iteration `i` of the loop.
static bool isNearest(Value index, int64_t loop, int64_t in, int64_t out) {
  for (int64_t i = 0; i < out; ++i) {
    std::optional<double> position = IndexEvaluator(loop, i).evaluate(index);
    if (!position || *position != static_cast<double>(i * in / out))
      return false;
  }
  return true;
}

/// Whether dim `loop` of the input is read at the index of that loop.
static bool isIdentity(Value index, int64_t loop, int64_t extent) {
  if (auto op = index.getDefiningOp<linalg::IndexOp>())
    return static_cast<int64_t>(op.getDim()) == loop;
  IntegerAttr constant;
  return extent == 1 && matchPattern(index, m_Constant(&constant)) &&
         constant.getValue().isZero();
}

/// The layout in which `extract` resizes spatial dims only.
static std::optional<Layout> getLayout(tensor::ExtractOp extract,
                                       RankedTensorType input,
                                       RankedTensorType result) {
  OperandRange indices = extract.getIndices();
  const int64_t rank = input.getRank();
  for (Layout layout : {Layout::NCHW, Layout::NHWC}) {
    const int64_t channel = getChannelDim(layout, rank);
    bool fits = true;
    for (int64_t i = 0; fits && i < rank; ++i) {
      const int64_t in = input.getDimSize(i), out = result.getDimSize(i);
      if (i == 0 || i == channel)
        fits = in == out && isIdentity(indices[i], i, out);
      else
        fits = isNearest(indices[i], i, in, out);
    }
    if (fits)
      return layout;
  }
  return std::nullopt;
}

namespace {
/// IN:  %y = linalg.generic outs(%init : tensor<1x8x40x40xf32>) {
///        … %h = floor(index 2 / 2.0), %w = floor(index 3 / 2.0)
///        yield tensor.extract %x[0, index 1, %h, %w]
///      }
///  ⇒
/// OUT: %y = ascend.resize nearest_floor ins(%x) layout nchw scale [2, 1, 2, 1]
///          offset [0, 0]
struct ConvertNearestResize final : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
        op.getNumLoops() != op.getNumParallelLoops() ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
      return rewriter.notifyMatchFailure(op, "not elementwise on tensors");
    auto yield = cast<linalg::YieldOp>(op.getBlock()->getTerminator());
    auto extract = yield.getOperand(0).getDefiningOp<tensor::ExtractOp>();
    if (!extract)
      return rewriter.notifyMatchFailure(op, "does not extract an element");
    Value input = extract.getTensor(), init = op.getDpsInitOperand(0)->get();
    if (!getCommonElementType({input, init}))
      return rewriter.notifyMatchFailure(op, kElementType);
    auto inputType = cast<RankedTensorType>(input.getType());
    auto resultType = cast<RankedTensorType>(init.getType());
    const int64_t numSpatial = inputType.getRank() - 2;
    if (inputType.getRank() != resultType.getRank() || numSpatial < 1 ||
        numSpatial > 3 || !inputType.hasStaticShape() ||
        !resultType.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "not feature maps of known shape");
    if (input.getParentRegion() == &op.getRegion())
      return rewriter.notifyMatchFailure(op, "the input is computed inside");
    std::optional<Layout> layout = getLayout(extract, inputType, resultType);
    if (!layout)
      return rewriter.notifyMatchFailure(
          op, "not a resize that takes the nearest element below");
    SmallVector<int64_t> scale;
    for (int64_t i = 0; i < numSpatial; ++i) {
      const int64_t dim = getSpatialDim(*layout, i);
      const int64_t in = inputType.getDimSize(dim);
      const int64_t out = resultType.getDimSize(dim);
      const int64_t divisor = std::gcd(in, out);
      scale.append({out / divisor, in / divisor});
    }
    init = createEmptyLike(rewriter, op.getLoc(), init);
    rewriter.replaceOpWithNewOp<ResizeOp>(
        op, init.getType(), ResizeKind::NearestFloor, input, init, *layout,
        scale, SmallVector<int64_t>(numSpatial, 0));
    return success();
  }
};
} // namespace

void ascend::populateLinalgResizePatterns(RewritePatternSet &patterns,
                                          PatternBenefit benefit) {
  patterns.add<ConvertNearestResize>(patterns.getContext(), benefit);
}
