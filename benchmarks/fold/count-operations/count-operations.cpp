//===- count-operations.cpp - What a network consists of ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module and prints as JSON how many convolutions and matrix
// multiplications it has, their multiply-adds, its elementwise arithmetic, and
// every run of channel-affine ops: README.md says which of them is a BatchNorm.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelAffine.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/InitAllDialects.h"
#include "AscendFold/InitAllExtensions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::ascend;
namespace cl = llvm::cl;
namespace json = llvm::json;

static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                      cl::desc("<.mlir or .mlirbc file>"));

namespace {
/// The longest channel-affine run that begins with one op.
struct Run {
  Value value;
  ChannelAffineChain chain;
};

class Counter {
public:
  LogicalResult count(ModuleOp module);
  json::Object getResult() const;

private:
  LogicalResult countLinear(Operation *op, const ChannelLinearForm &form);
  void countArithmetic(Operation *op);
  void countRun(Operation *op);

  int64_t numConvolutions = 0, numMatmuls = 0, numMultiplyAdds = 0;
  int64_t numArithmeticOps = 0;
  json::Array runs;
  llvm::SmallPtrSet<Operation *, 32> inRuns;
  SymbolTableCollection symbolTables;
  ConstantEvaluator evaluator{&symbolTables};
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The names in `loc`: those of the ONNX nodes that an op comes from.
static void collectNames(Location loc, llvm::SetVector<StringRef> &names) {
  loc->walk([&](Location part) {
    if (auto name = dyn_cast<NameLoc>(part))
      names.insert(name.getName().getValue());
    return WalkResult::advance();
  });
}

static json::Array toJson(const llvm::SetVector<StringRef> &names) {
  json::Array array;
  for (StringRef name : names)
    array.push_back(name);
  return array;
}

//===----------------------------------------------------------------------===//
// Convolutions and matrix multiplications
//===----------------------------------------------------------------------===//

static std::optional<ChannelLinearForm> getLinearForm(Operation *op) {
  auto linear = dyn_cast<ChannelLinearOpInterface>(op);
  std::string why;
  if (!linear)
    return std::nullopt;
  FailureOr<ChannelLinearForm> form = linear.getChannelLinearForm(why);
  if (failed(form))
    return std::nullopt;
  return *form;
}

/// Looked at as what it computes: every element of the result takes one
/// multiply-add for each element of its channel's part of the filter. In a
/// transposed convolution this is so for every element of the *input*.
LogicalResult Counter::countLinear(Operation *op,
                                   const ChannelLinearForm &form) {
  auto filter = dyn_cast<RankedTensorType>(form.filter->get().getType());
  auto data = dyn_cast<RankedTensorType>(form.result.getType());
  int64_t numChannels = 1;
  for (int64_t size : form.channelSizes)
    numChannels *= size;
  if (auto transposed = dyn_cast<tosa::TransposeConv2DOp>(op)) {
    data = dyn_cast<RankedTensorType>(transposed.getInput().getType());
    numChannels = data && data.getRank() > 0 ? data.getShape().back() : 0;
  }
  if (!filter || !data || !filter.hasStaticShape() || !data.hasStaticShape() ||
      ShapedType::isDynamicShape(form.channelSizes) || numChannels <= 0)
    return op->emitError("shapes must be static to count multiply-adds");
  ++(form.isMatmul ? numMatmuls : numConvolutions);
  numMultiplyAdds +=
      data.getNumElements() * (filter.getNumElements() / numChannels);
  return success();
}

//===----------------------------------------------------------------------===//
// Elementwise arithmetic
//===----------------------------------------------------------------------===//

static bool isArithmeticBody(linalg::GenericOp op) {
  return op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::any_of(op.getBody()->without_terminator(), [](Operation &inner) {
           return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                      arith::DivFOp>(inner);
         });
}

static bool isArithmetic(Operation *op) {
  if (isa<tosa::AddOp, tosa::SubOp, tosa::MulOp, linalg::AddOp, linalg::SubOp,
          linalg::MulOp, linalg::DivOp>(op))
    return true;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return isArithmeticBody(generic);
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op) &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

void Counter::countArithmetic(Operation *op) {
  if (isArithmetic(op) && !llvm::all_of(op->getResults(), mayBeConstant))
    ++numArithmeticOps;
}

//===----------------------------------------------------------------------===//
// Channel-affine runs
//===----------------------------------------------------------------------===//

/// The longest run that begins with `op`, with channels where NCHW or NHWC has
/// them.
static std::optional<Run> findRun(Operation *op, ConstantEvaluator &evaluator) {
  std::optional<Run> best;
  for (Value operand :
       llvm::SetVector<Value>(op->operand_begin(), op->operand_end())) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getRank() < 2 || mayBeConstant(operand))
      continue;
    for (int64_t dim : {int64_t(1), type.getRank() - 1}) {
      std::string why;
      FailureOr<ChannelAffineChain> chain =
          analyzeChannelAffineOps(operand, dim, op, evaluator, why);
      if (succeeded(chain) && chain->numComputeOps > 0 &&
          (!best || chain->numComputeOps > best->chain.numComputeOps))
        best = Run{operand, std::move(*chain)};
    }
  }
  return best;
}

/// Whether channels are multiplied by different numbers: an addition is a bias,
/// and one number for all is more likely to be part of an activation.
static bool isScaling(ArrayRef<double> scale) {
  return scale.size() == 1 ? scale.front() != 1 : !llvm::all_equal(scale);
}

/// What makes the value at the other end of ops that only move data: the
/// convolutions among it go to `linear`, all else to `others`.
static void findSources(Value value, llvm::SetVector<Operation *> &linear,
                        llvm::SetVector<StringRef> &others) {
  llvm::SetVector<Value> worklist;
  worklist.insert(value);
  for (size_t i = 0; i < worklist.size(); ++i) {
    Operation *op = worklist[i].getDefiningOp();
    if (!op) {
      others.insert("an argument");
    } else if (getLinearForm(op)) {
      linear.insert(op);
    } else if (isa<tosa::ConcatOp>(op)) {
      worklist.insert(op->operand_begin(), op->operand_end());
    } else if (isa<tosa::TransposeOp, tosa::ReshapeOp, tosa::SliceOp,
                   tosa::PadOp>(op)) {
      worklist.insert(op->getOperand(0));
    } else {
      others.insert(op->getName().getStringRef());
    }
  }
}

void Counter::countRun(Operation *op) {
  if (!isa<ChannelAffineOpInterface>(op) || inRuns.contains(op))
    return;
  std::optional<Run> run = findRun(op, evaluator);
  if (!run)
    return;
  llvm::SetVector<StringRef> names, linearNames, others;
  for (const ChannelAffineLink &link : run->chain.links) {
    ChannelAffineOpInterface linkOp = link.op;
    inRuns.insert(linkOp);
    if (link.step.numComputeOps > 0)
      collectNames(linkOp->getLoc(), names);
  }
  llvm::SetVector<Operation *> linear;
  findSources(run->value, linear, others);
  for (Operation *source : linear)
    collectNames(source->getLoc(), linearNames);
  runs.push_back(json::Object{
      {"names", toJson(names)},
      {"scales", isScaling(run->chain.scale)},
      {"operations", static_cast<int64_t>(run->chain.numComputeOps)},
      {"convolutionsBefore", toJson(linearNames)},
      {"othersBefore", toJson(others)}});
}

LogicalResult Counter::count(ModuleOp module) {
  // In program order: whoever comes first begins the longest run.
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (std::optional<ChannelLinearForm> form = getLinearForm(op)) {
      if (failed(countLinear(op, *form)))
        return WalkResult::interrupt();
    } else {
      countArithmetic(op);
    }
    countRun(op);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

json::Object Counter::getResult() const {
  return json::Object{{"convolutions", numConvolutions},
                      {"matmuls", numMatmuls},
                      {"multiplyAdds", numMultiplyAdds},
                      {"arithmeticOps", numArithmeticOps},
                      {"runs", json::Array(runs)}};
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "What a network consists of\n");
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::ascend::registerAllDialects(registry);
  mlir::ascend::registerAllExtensions(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(inputFile, ParserConfig(&context));
  if (!module)
    return EXIT_FAILURE;
  Counter counter;
  if (failed(counter.count(*module)))
    return EXIT_FAILURE;
  llvm::outs() << llvm::formatv("{0:2}\n", json::Value(counter.getResult()));
  return EXIT_SUCCESS;
}
