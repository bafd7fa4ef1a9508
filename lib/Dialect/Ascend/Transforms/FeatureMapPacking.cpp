//===- FeatureMapPacking.cpp - Which op takes NC1HWC0 ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FeatureMapPacking.h"

#include "LayoutAssignment.h"

#include "mlir/IR/Matchers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// What can be packed
//===----------------------------------------------------------------------===//

/// Rank and channels of a map in NHWC.
constexpr int64_t kRank = 4, kChannelDim = 3;

/// Maps whose blocks would not be full stay: kernels would compute the rest.
static bool isPackable(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && ranked.hasStaticShape() && ranked.getRank() == kRank &&
         ranked.getElementType().isF32() && !ranked.getEncoding() &&
         ranked.getNumElements() > 0 &&
         ranked.getDimSize(kChannelDim) % kChannelBlock == 0;
}

static int64_t getChannels(Value value) {
  return cast<RankedTensorType>(value.getType()).getDimSize(kChannelDim);
}

/// Blocks belong to one group, or each channel to its own.
static bool hasPackableGroups(ConvOp op) {
  const int64_t groups = op.getGroups();
  const int64_t in = getChannels(op.getInput());
  const int64_t out = getChannels(op.getInit());
  return (in == groups && out == groups) || (in / groups % kChannelBlock == 0 &&
                                             out / groups % kChannelBlock == 0);
}

static bool isPackable(Operation *op) {
  if (!isa<ConvOp, PoolOp, BatchNormOp, ResizeOp, EltwiseOp, ActivationOp,
           ConcatOp, ReduceOp>(op) ||
      op->getNumResults() == 0 || !isPackable(op->getResult(0).getType()) ||
      !llvm::all_of(getOrderedOperands(op), [](OpOperand *operand) {
        return isPackable(operand->get().getType());
      }))
    return false;
  if (auto map = dyn_cast<FeatureMapOpInterface>(op);
      map && map.getLayout() != Layout::NHWC)
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](ConvOp op) {
        return !op.getTransposed() && hasPackableGroups(op);
      })
      // oneDNN has nothing for it, and our own loops are for strides.
      .Case([](PoolOp op) {
        return llvm::all_of(op.getDilationsOrDefault(),
                            [](int64_t dilation) { return dilation == 1; });
      })
      .Case([](EltwiseOp op) {
        return op.getLhs().getType() == op.getRhs().getType();
      })
      .Case([](ConcatOp op) { return op.getAxis() == kChannelDim; })
      .Case([](ReduceOp op) {
        return llvm::none_of(op.getAxes(), [](int64_t axis) {
          return axis == 0 || axis == kChannelDim;
        });
      })
      .Default(true);
}

bool ascend::isPackedByReshape(RankedTensorType type) {
  return type.getDimSize(1) == 1 && type.getDimSize(2) == 1;
}

//===----------------------------------------------------------------------===//
// What it costs
//===----------------------------------------------------------------------===//

/// In ps, measured on one core with AVX-512. A pack or unpack takes 80 to 200
/// for a byte. A direct convolution of 3x3 takes 10 to 13 for a multiply-add,
/// of which Winograd's algorithm saves 4 to 5, but only 1 to 2 where outputs or
/// positions are few.
constexpr int64_t kCopyOfByte = 150;
constexpr int64_t kSavedOfMultiplyAdd = 4, kLeastSavedOfMultiplyAdd = 1;
constexpr int64_t kManyInputs = 128, kManyOutputs = 48, kManyPositions = 256;

static int64_t getNumPositions(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements() /
         getChannels(value);
}

/// Whether the runtime uses Winograd's algorithm when the maps are packed: it
/// does where that is faster than the direct one.
static bool suitsWinograd(ConvOp op) {
  constexpr int64_t kLeastChannels = 32, kLeastPositions = 128;
  auto isOne = [](int64_t number) { return number == 1; };
  auto filter = cast<RankedTensorType>(op.getFilter().getType());
  if (op.getGroups() != 1 || op.hasBatchNorm() ||
      !matchPattern(op.getFilter(), m_Constant()) ||
      !llvm::all_of(op.getStridesOrDefault(), isOne) ||
      !llvm::all_of(op.getDilationsOrDefault(), isOne))
    return false;
  const SmallVector<int64_t> filterDims = op.getFilterDims();
  for (int64_t dim : ArrayRef(filterDims).drop_front(2))
    if (filter.getDimSize(dim) != 3)
      return false;
  const int64_t inputs = getChannels(op.getInput());
  const int64_t outputs = getChannels(op.getInit());
  return inputs >= kLeastChannels && outputs >= kLeastChannels &&
         (inputs >= kManyInputs || outputs >= kManyOutputs) &&
         getNumPositions(op.getInit()) >= kLeastPositions;
}

/// The time in ps that packing saves inside of an op.
static int64_t getSaving(Operation *op) {
  auto conv = dyn_cast<ConvOp>(op);
  if (!conv || !suitsWinograd(conv))
    return 0;
  constexpr int64_t kTaps = 9;
  const int64_t outputs = getChannels(conv.getInit());
  const int64_t positions = getNumPositions(conv.getInit());
  const bool savesMuch = outputs >= kManyOutputs && positions >= kManyPositions;
  return (savesMuch ? kSavedOfMultiplyAdd : kLeastSavedOfMultiplyAdd) * kTaps *
         getChannels(conv.getInput()) * outputs * positions;
}

/// The time in ps of a pack or unpack.
static int64_t getCopyCost(Value value) {
  constexpr int64_t kBytesOfElement = 4;
  auto type = cast<RankedTensorType>(value.getType());
  if (isPackedByReshape(type))
    return 0;
  return kCopyOfByte * kBytesOfElement * type.getNumElements();
}

//===----------------------------------------------------------------------===//
// Decide
//===----------------------------------------------------------------------===//

FeatureMapPacking::FeatureMapPacking(Operation *root, PackingMode mode) {
  if (mode == PackingMode::Never)
    return;
  collect(root);
  decide(mode);
}

void FeatureMapPacking::collect(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isPackable(op))
      vertices.insert({op, cut.addVertex()});
  });
}

unsigned FeatureMapPacking::getVertex(Operation *op) const {
  const auto *it = vertices.find(op);
  return it == vertices.end() ? MinimumCut::kSink : it->second;
}

void FeatureMapPacking::decide(PackingMode mode) {
  llvm::SetVector<Value> values;
  for (auto [op, vertex] : vertices) {
    const int64_t saving =
        mode == PackingMode::Always ? MinimumCut::kInfinity : getSaving(op);
    if (saving)
      cut.addEdge(MinimumCut::kSource, vertex, saving);
    for (OpOperand *operand : getOrderedOperands(op))
      values.insert(operand->get());
    values.insert(op->getResult(0));
  }
  for (Value value : values)
    addCopy(value);
  llvm::BitVector isPacked = cut.run();
  for (auto [op, vertex] : vertices)
    if (isPacked.test(vertex))
      packed.push_back(op);
}

void FeatureMapPacking::addCopy(Value value) {
  const int64_t cost = getCopyCost(value);
  if (cost == 0)
    return;
  llvm::SmallSetVector<unsigned, 4> readers;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    const unsigned vertex = getVertex(user);
    const bool isMap = vertex != MinimumCut::kSink &&
                       llvm::is_contained(getOrderedOperands(user), &use);
    readers.insert(isMap ? vertex : unsigned(MinimumCut::kSink));
  }
  if (!readers.empty())
    cut.addGroup(getVertex(value.getDefiningOp()), readers, cost);
}
