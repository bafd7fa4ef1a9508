//===- LayoutAssignment.cpp - Which op takes which layout -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAssignment.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// The order of dims
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ascend::getFlip(DimOrder order, int64_t rank) {
  SmallVector<int64_t> channels, spatial;
  for (int64_t dim = 1; dim < rank; ++dim)
    (order.isChannelDim(dim, rank) ? channels : spatial).push_back(dim);
  SmallVector<int64_t> flip = {0};
  llvm::append_range(flip, order.channelsLast ? channels : spatial);
  llvm::append_range(flip, order.channelsLast ? spatial : channels);
  return flip;
}

/// The order of dims that `permutation` makes of `order`, if it is one.
static std::optional<DimOrder> permute(DimOrder order,
                                       ArrayRef<int64_t> permutation) {
  const int64_t rank = permutation.size();
  if (rank <= order.numChannelDims || permutation[0] != 0)
    return std::nullopt;
  for (DimOrder result : {order, order.getOther()})
    if (llvm::all_of(llvm::seq<int64_t>(1, rank), [&](int64_t dim) {
          return result.isChannelDim(dim, rank) ==
                 order.isChannelDim(permutation[dim], rank);
        }))
      return result;
  return std::nullopt;
}

/// The order of a tensor, each of whose dims becomes a group of dims.
static std::optional<DimOrder> expand(DimOrder order,
                                      ArrayRef<ReassociationIndices> groups) {
  const int64_t rank = groups.size();
  if (rank <= order.numChannelDims || groups[0].size() != 1)
    return std::nullopt;
  DimOrder result = {order.channelsLast, 0};
  for (auto [dim, group] : llvm::enumerate(groups))
    if (order.isChannelDim(dim, rank))
      result.numChannelDims += group.size();
  return result;
}

/// The order of a tensor whose dims are groups of dims that are in `order`.
static std::optional<DimOrder> collapse(DimOrder order,
                                        ArrayRef<ReassociationIndices> groups) {
  if (groups.empty() || groups[0].size() != 1)
    return std::nullopt;
  const int64_t rank = groups.back().back() + 1;
  DimOrder result = {order.channelsLast, 0};
  if (rank <= order.numChannelDims)
    return std::nullopt;
  for (ArrayRef<int64_t> group : groups) {
    const bool isChannel = order.isChannelDim(group.front(), rank);
    if (isChannel != order.isChannelDim(group.back(), rank))
      return std::nullopt;
    result.numChannelDims += isChannel;
  }
  return result;
}

bool ascend::isReshape(ArrayRef<int64_t> shape, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> moved(permutation);
  llvm::erase_if(moved, [&](int64_t dim) { return shape[dim] == 1; });
  return llvm::is_sorted(moved);
}

//===----------------------------------------------------------------------===//
// Ops that take either order
//===----------------------------------------------------------------------===//

static bool isFeatureMapOp(Operation *op) {
  auto map = dyn_cast<FeatureMapOpInterface>(op);
  return map && op->getNumResults() == 1 && map.getLayout() != Layout::NC1HWC0;
}

/// Whether the op computes the same for any order of dims, once its axes, pads
/// and the like are permuted.
static bool isOrderFree(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<EltwiseOp, ActivationOp, ConcatOp, SoftmaxOp, ReduceOp, TransposeOp,
            linalg::FillOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [](auto) { return true; })
      .Case([](tensor::CastOp cast) {
        return isa<RankedTensorType>(cast.getSource().getType());
      })
      .Case([](tensor::PadOp pad) { return !!pad.getConstantPaddingValue(); })
      .Case([](tensor::ExtractSliceOp slice) {
        return slice.getSourceType().getRank() == slice.getType().getRank();
      })
      .Default(false);
}

SmallVector<OpOperand *> ascend::getOrderedOperands(Operation *op) {
  SmallVector<OpOperand *> operands;
  if (auto map = dyn_cast<FeatureMapOpInterface>(op)) {
    operands = map.getFeatureMaps();
    operands.pop_back();
  } else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
    for (OpOperand *operand : destination.getDpsInputOperands())
      if (isa<RankedTensorType>(operand->get().getType()))
        operands.push_back(operand);
  } else {
    operands.push_back(&op->getOpOperand(0));
  }
  return operands;
}

/// The order of the result of an op whose operands have `order`.
static std::optional<DimOrder> getResultOrder(Operation *op, DimOrder order) {
  return llvm::TypeSwitch<Operation *, std::optional<DimOrder>>(op)
      .Case([&](TransposeOp op) { return permute(order, op.getPermutation()); })
      .Case([&](tensor::ExpandShapeOp op) {
        return expand(order, op.getReassociationIndices());
      })
      .Case([&](tensor::CollapseShapeOp op) {
        return collapse(order, op.getReassociationIndices());
      })
      .Default(std::optional<DimOrder>(order));
}

/// The order of the operands of an op whose result has `order`.
static std::optional<DimOrder> getOperandOrder(Operation *op, DimOrder order) {
  return llvm::TypeSwitch<Operation *, std::optional<DimOrder>>(op)
      .Case([&](TransposeOp op) {
        return permute(order, invertPermutationVector(op.getPermutation()));
      })
      .Case([&](tensor::ExpandShapeOp op) {
        return collapse(order, op.getReassociationIndices());
      })
      .Case([&](tensor::CollapseShapeOp op) {
        return expand(order, op.getReassociationIndices());
      })
      .Default(std::optional<DimOrder>(order));
}

//===----------------------------------------------------------------------===//
// Collect
//===----------------------------------------------------------------------===//

LayoutAssignment::LayoutAssignment(Operation *root, Layout layout)
    : wantsChannelsLast(layout == Layout::NHWC) {
  collect(root);
  propagate();
  decide();
}

void LayoutAssignment::collect(Operation *root) {
  auto isConstant = [&](Operation *op) {
    if (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op))
      return true;
    return op->getNumOperands() > 0 && op->getNumRegions() == 0 && isPure(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return constants.contains(operand.getDefiningOp());
           });
  };
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    program.push_back(op);
    if (isConstant(op)) {
      constants.insert(op);
    } else if (isFeatureMapOp(op)) {
      const Layout layout = cast<FeatureMapOpInterface>(op).getLayout();
      const DimOrder order = {layout == Layout::NHWC, 1};
      setOrder(op, order, order);
    } else if (isOrderFree(op)) {
      candidates.insert(op);
    }
  });
}

void LayoutAssignment::setOrder(Operation *op, std::optional<DimOrder> operands,
                                std::optional<DimOrder> result) {
  if (operands && result &&
      found.try_emplace(op, OrderedOp{*operands, *result}).second)
    worklist.push_back(op);
}

static bool isOrdered(OpOperand &use) {
  return llvm::is_contained(getOrderedOperands(use.getOwner()), &use);
}

void LayoutAssignment::propagate() {
  // It grows meanwhile.
  // NOLINTNEXTLINE(modernize-loop-convert)
  for (size_t i = 0; i < worklist.size(); ++i) {
    Operation *op = worklist[i];
    const OrderedOp entry = found.find(op)->second;
    for (OpOperand *operand : getOrderedOperands(op)) {
      Operation *def = operand->get().getDefiningOp();
      if (candidates.contains(def))
        setOrder(def, getOperandOrder(def, entry.operands), entry.operands);
    }
    for (OpOperand &use : op->getResult(0).getUses()) {
      Operation *user = use.getOwner();
      if (candidates.contains(user) && isOrdered(use))
        setOrder(user, entry.result, getResultOrder(user, entry.result));
    }
  }
  for (Operation *op : program)
    if (auto it = found.find(op); it != found.end())
      ordered.insert({op, it->second});
}

//===----------------------------------------------------------------------===//
// Decide
//===----------------------------------------------------------------------===//

unsigned LayoutAssignment::getFixed(DimOrder order) const {
  return order.channelsLast == wantsChannelsLast ? MinimumCut::kSink
                                                 : MinimumCut::kSource;
}

void LayoutAssignment::decide() {
  llvm::SetVector<Value> values;
  for (auto &[op, entry] : ordered) {
    entry.vertex = isFeatureMapOp(op) ? MinimumCut::kSink : cut.addVertex();
    values.insert(op->getResult(0));
    for (OpOperand *operand : getOrderedOperands(op))
      if (!constants.contains(operand->get().getDefiningOp()))
        values.insert(operand->get());
  }
  for (Value value : values)
    addCosts(value);
  llvm::BitVector isOther = cut.run();
  for (auto &[op, entry] : ordered)
    entry.becomesChannelsLast = wantsChannelsLast != isOther.test(entry.vertex);
}

/// Bytes of a transpose of the value; an extent that is not known counts with a
/// usual one.
static int64_t getCost(Value value, DimOrder order) {
  constexpr int64_t kUsualExtent = 64, kUsualBits = 64;
  auto type = cast<RankedTensorType>(value.getType());
  if (isReshape(type.getShape(), getFlip(order, type.getRank())))
    return 0;
  Type element = type.getElementType();
  int64_t bytes = llvm::divideCeil(
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : kUsualBits, 8);
  for (int64_t extent : type.getShape())
    bytes *= ShapedType::isDynamic(extent) ? kUsualExtent : extent;
  return bytes;
}

void LayoutAssignment::addCosts(Value value) {
  // Readers that agree about the order share a transpose. One that takes the
  // dims for others than the writer does has the value as it is now.
  struct Group {
    DimOrder order;
    unsigned writer;
    llvm::SmallSetVector<unsigned, 4> readers;
  };
  SmallVector<Group, 2> groups;
  auto add = [&](DimOrder order, unsigned writer, unsigned reader) {
    auto *group = llvm::find_if(
        groups, [&](const Group &group) { return group.order == order; });
    if (group == groups.end())
      group = groups.insert(group, {order, writer, {}});
    group->readers.insert(reader);
  };
  auto *writer = ordered.find(value.getDefiningOp());
  const bool hasWriter = writer != ordered.end();
  const DimOrder order = hasWriter ? writer->second.result : DimOrder();
  for (OpOperand &use : value.getUses()) {
    // An extent is known in either order.
    if (auto dim = dyn_cast<tensor::DimOp>(use.getOwner());
        dim && dim.getConstantIndex())
      continue;
    auto *reader = ordered.find(use.getOwner());
    const bool isOrderedUse = reader != ordered.end() && isOrdered(use);
    if (isOrderedUse && hasWriter && reader->second.operands == order) {
      add(order, writer->second.vertex, reader->second.vertex);
      continue;
    }
    if (hasWriter)
      add(order, writer->second.vertex, getFixed(order));
    if (isOrderedUse)
      add(reader->second.operands, getFixed(reader->second.operands),
          reader->second.vertex);
  }
  for (const Group &group : groups)
    if (int64_t cost = getCost(value, group.order))
      cut.addGroup(group.writer, group.readers, cost);
}
