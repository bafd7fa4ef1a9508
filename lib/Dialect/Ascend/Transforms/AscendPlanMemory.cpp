//===- AscendPlanMemory.cpp - Buffers into one arena ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lifetimes are intervals of positions in the function's entry block: from the
// allocation to the last op that reads or writes the buffer through any alias.
// Whatever happens inside a nested region counts for the op of the block that
// holds the region.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDPLANMEMORYPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// One or more allocations that share their bytes, and when they are in use:
/// at positions `begin` to `end`, both included.
struct Buffer {
  SmallVector<memref::AllocOp> allocs;
  int64_t size = 0;
  int64_t begin = 0, end = 0;
  int64_t offset = 0;
};

/// The plan of one function.
class MemoryPlanner {
public:
  MemoryPlanner(Block &block, BufferViewFlowAnalysis &aliases,
                int64_t alignment)
      : block(block), aliases(aliases), alignment(alignment) {}

  /// Collects the buffers and gives each its place; returns the size of the
  /// arena.
  int64_t plan();
  ArrayRef<Buffer> getBuffers() const { return buffers; }

private:
  void numberOps();
  void collect();
  std::optional<Buffer> getLifetime(memref::AllocOp alloc);
  /// Lets ops that can write over an operand that dies do so.
  void shareInPlace();
  bool readsElsewhere(const OpOperand &operand, const Buffer &buffer);
  void merge(Buffer &kept, Buffer &gone);
  Buffer *findBuffer(Value value);
  int64_t place();

  Block &block;
  BufferViewFlowAnalysis &aliases;
  int64_t alignment;
  llvm::DenseMap<Operation *, int64_t> positions;
  std::vector<Buffer> buffers;
  llvm::DenseMap<Operation *, unsigned> bufferOfAlloc;
};

class AscendPlanMemoryPass final
    : public ascend::impl::AscendPlanMemoryPassBase<AscendPlanMemoryPass> {
public:
  using AscendPlanMemoryPassBase::AscendPlanMemoryPassBase;
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

void MemoryPlanner::numberOps() {
  for (auto [i, op] : llvm::enumerate(block))
    positions[&op] = i;
}

/// Size in bytes, if it is known and one view of bytes can stand for it.
static std::optional<int64_t> getSize(MemRefType type) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrFloat() || type.getMemorySpace())
    return std::nullopt;
  const int64_t bits = type.getElementTypeBitWidth();
  return type.getNumElements() * llvm::divideCeil(bits, 8);
}

/// Whether it is known what `user` does with a buffer: it reads, writes or
/// frees it there, or makes an alias that the analysis follows. An address that
/// is taken as a number, a reallocation and the like are not.
static bool isKnownUser(Operation *user, Value alias, memref::AllocOp alloc) {
  if (isa<memref::DeallocOp>(user))
    return alias == alloc.getMemref();
  if (auto call = dyn_cast<CallOpInterface>(user))
    return llvm::none_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  return isa<DestinationStyleOpInterface, RegionBranchOpInterface,
             RegionBranchTerminatorOpInterface, memref::CastOp,
             memref::CollapseShapeOp, memref::CopyOp, memref::DimOp,
             memref::ExpandShapeOp, memref::LoadOp, memref::ReinterpretCastOp,
             memref::StoreOp, memref::SubViewOp, memref::TransposeOp,
             memref::ViewOp>(user);
}

/// Nothing when a buffer lives on after the function, or its users are not all
/// known.
std::optional<Buffer> MemoryPlanner::getLifetime(memref::AllocOp alloc) {
  std::optional<int64_t> size = getSize(alloc.getType());
  if (!size || alloc.getAlignment().value_or(0) > uint64_t(alignment))
    return std::nullopt;
  Buffer buffer;
  buffer.allocs = {alloc};
  buffer.size = llvm::alignTo(std::max<int64_t>(*size, 1), alignment);
  buffer.begin = buffer.end = positions.lookup(alloc);
  for (Value alias : aliases.resolve(alloc.getMemref()))
    for (Operation *user : alias.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      const bool isReturned = user->getParentOp() == block.getParentOp() &&
                              user->hasTrait<OpTrait::ReturnLike>();
      if (!ancestor || isReturned || !isKnownUser(user, alias, alloc))
        return std::nullopt;
      if (isa<memref::DeallocOp>(user))
        continue;
      buffer.end = std::max(buffer.end, positions.lookup(ancestor));
    }
  return buffer;
}

void MemoryPlanner::collect() {
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    std::optional<Buffer> buffer = getLifetime(alloc);
    if (!buffer)
      continue;
    bufferOfAlloc[alloc] = buffers.size();
    buffers.push_back(std::move(*buffer));
  }
  // An allocation that stands early in the block is not in use before it is
  // first touched.
  for (Buffer &buffer : buffers) {
    int64_t first = buffer.end;
    for (Value alias : aliases.resolve(buffer.allocs[0].getMemref()))
      for (Operation *user : alias.getUsers())
        if (!isa<ViewLikeOpInterface>(user))
          first = std::min(
              first, positions.lookup(block.findAncestorOpInBlock(*user)));
    buffer.begin = first;
  }
}

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

/// The buffer that `value` is, not one that it may be a part of.
Buffer *MemoryPlanner::findBuffer(Value value) {
  Operation *def = value.getDefiningOp();
  auto it = def ? bufferOfAlloc.find(def) : bufferOfAlloc.end();
  return it == bufferOfAlloc.end() ? nullptr : &buffers[it->second];
}

void MemoryPlanner::merge(Buffer &kept, Buffer &gone) {
  const unsigned index = &kept - buffers.data();
  for (memref::AllocOp alloc : gone.allocs)
    bufferOfAlloc[alloc] = index;
  kept.allocs.append(gone.allocs);
  kept.begin = std::min(kept.begin, gone.begin);
  kept.end = std::max(kept.end, gone.end);
  gone.allocs.clear();
}

/// Whether the op reads `buffer` through another operand as well, which would
/// then be read after it has been written.
bool MemoryPlanner::readsElsewhere(const OpOperand &operand,
                                   const Buffer &buffer) {
  for (memref::AllocOp alloc : buffer.allocs)
    for (Value alias : aliases.resolve(alloc.getMemref()))
      for (OpOperand &other : operand.getOwner()->getOpOperands())
        if (&other != &operand && other.get() == alias)
          return true;
  return false;
}

void MemoryPlanner::shareInPlace() {
  for (Operation &op : block) {
    auto inPlace = dyn_cast<InPlaceOpInterface>(op);
    if (!inPlace)
      continue;
    Value init = cast<DestinationStyleOpInterface>(op).getDpsInits()[0];
    Buffer *result = findBuffer(init);
    const int64_t position = positions.lookup(&op);
    if (!result || result->begin != position)
      continue;
    for (OpOperand *operand : inPlace.getOverwritableOperands()) {
      Buffer *input = findBuffer(operand->get());
      if (!input || input == result || input->end != position ||
          operand->get().getType() != init.getType() ||
          readsElsewhere(*operand, *input))
        continue;
      merge(*input, *result);
      break;
    }
  }
  llvm::erase_if(buffers,
                 [](const Buffer &buffer) { return buffer.allocs.empty(); });
}

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

/// Largest first, each at the lowest offset where it fits between all that are
/// in use at the same time.
int64_t MemoryPlanner::place() {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](const Buffer *a, const Buffer *b) {
    return std::tuple(-a->size, a->begin, a) <
           std::tuple(-b->size, b->begin, b);
  });
  int64_t total = 0;
  SmallVector<Buffer *> placed;
  for (Buffer *buffer : order) {
    SmallVector<Buffer *> neighbours;
    for (Buffer *other : placed)
      if (other->begin <= buffer->end && buffer->begin <= other->end)
        neighbours.push_back(other);
    llvm::sort(neighbours, [](const Buffer *a, const Buffer *b) {
      return a->offset < b->offset;
    });
    int64_t offset = 0;
    for (const Buffer *other : neighbours) {
      if (offset + buffer->size <= other->offset)
        break;
      offset = std::max(offset, other->offset + other->size);
    }
    buffer->offset = offset;
    total = std::max(total, offset + buffer->size);
    placed.push_back(buffer);
  }
  return total;
}

int64_t MemoryPlanner::plan() {
  numberOps();
  collect();
  shareInPlace();
  return place();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// IN:  %b = memref.alloc() : memref<1x8xf32>
/// OUT: %arena = ascend.arena : memref<64xi8>
///      %b = memref.view %arena[%offset][] : memref<64xi8> to memref<1x8xf32>
static void rewriteAllocs(Block &block, ArrayRef<Buffer> buffers,
                          int64_t size) {
  IRRewriter rewriter(block.getParentOp()->getContext());
  rewriter.setInsertionPointToStart(&block);
  Location loc = block.getParentOp()->getLoc();
  Value arena = ArenaOp::create(rewriter, loc,
                                MemRefType::get({size}, rewriter.getI8Type()));
  for (const Buffer &buffer : buffers)
    for (memref::AllocOp alloc : buffer.allocs) {
      for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
        if (isa<memref::DeallocOp>(user))
          rewriter.eraseOp(user);
      rewriter.setInsertionPoint(alloc);
      Value offset = arith::ConstantIndexOp::create(rewriter, alloc.getLoc(),
                                                    buffer.offset);
      rewriter.replaceOpWithNewOp<memref::ViewOp>(
          alloc, alloc.getType(), arena, offset, /*sizes=*/ValueRange());
    }
}

void AscendPlanMemoryPass::runOnOperation() {
  if (alignment < 1 || !llvm::isPowerOf2_64(alignment)) {
    getOperation().emitError("expects an alignment that is a power of two, but "
                             "got ")
        << alignment.getValue();
    return signalPassFailure();
  }
  // There is one arena for each stream: a function that others call would write
  // over what its callers keep there.
  llvm::SmallPtrSet<Operation *, 4> called;
  SymbolTableCollection symbolTables;
  getOperation().walk([&](CallOpInterface call) {
    if (Operation *callee = call.resolveCallableInTable(&symbolTables))
      called.insert(callee);
  });
  for (auto function : getOperation().getOps<FunctionOpInterface>()) {
    if (function.isExternal() || called.contains(function) ||
        !function.getFunctionBody().hasOneBlock())
      continue;
    Block &block = function.getFunctionBody().front();
    BufferViewFlowAnalysis aliases(function);
    MemoryPlanner planner(block, aliases, alignment);
    if (int64_t size = planner.plan())
      rewriteAllocs(block, planner.getBuffers(), size);
  }
}
