//===- ChannelAffineMotion.h - Moving maps through the graph ----*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_CHANNELAFFINEMOTION_H
#define ASCENDFOLD_LIB_TRANSFORMS_CHANNELAFFINEMOTION_H

#include "FoldedOperands.h"

#include "AscendFold/Analysis/ChannelAffine.h"
#include "AscendFold/Transforms/FoldConvBN.h"

#include "llvm/ADT/MapVector.h"

#include <vector>

namespace mlir::ascend {

/// Where a map goes when it leaves its place. Made without a change of the IR;
/// constants are computed at the end, by `ChannelAffineMover::finish`.
struct MotionPlan {
  /// A convolution or matrix multiplication that takes the map in.
  struct Absorption {
    ChannelLinearOpInterface op;
    ChannelLinearForm form;
    /// Of the input rather than of the result.
    bool isInput;
    ChannelAffineMap map;
    /// When not empty: `op` stays as it is for its other readers, and these
    /// read a copy that takes the map in.
    SmallVector<Operation *, 2> readersOfCopy;
    FoldedOperands operands;
  };
  /// A constant that becomes another where `readers` read it.
  struct Constant {
    Value value;
    ChannelAffineMap map;
    SmallVector<Operation *, 2> readers;
    ElementsAttr attr;
  };
  /// A value that `readers` read through the map: it goes no further.
  struct Remainder {
    Value value;
    ChannelAffineMap map;
    SmallVector<Operation *, 2> readers;
    ElementsAttr scale, shift;
  };
  /// An op that the map was pulled through.
  struct Passage {
    ChannelAffineOpInterface op;
    ChannelAffineMap map;
  };

  std::vector<Absorption> absorptions;
  std::vector<Constant> constants;
  std::vector<Remainder> remainders;
  std::vector<Passage> passages;
  /// What the plan adds to the program at run time: elementwise ops, and how
  /// many elements they write in all.
  int64_t numAddedOps = 0, numAddedElements = 0;

  void append(MotionPlan other);
};

/// A constant of element type `elementType` with extent 1 where `tensor` does
/// not vary; null when it is `neutral` everywhere.
FailureOr<ElementsAttr> makeConstant(const ConstantTensor &tensor,
                                     double neutral, Type elementType,
                                     StringRef name, std::string &why);

/// Elements of a tensor; dynamic extents count as 1.
int64_t countElements(Value value);

/// Works out where a map of `run` can go. `evaluator` must know the IR as it
/// is.
class ChannelAffineMover {
public:
  ChannelAffineMover(const ChannelAffineRun &run,
                     const FoldConvBNOptions &options,
                     ConstantEvaluator &evaluator)
      : run(run), options(options), evaluator(evaluator),
        elementType(
            cast<RankedTensorType>(run.input.getType()).getElementType()) {}

  /// A plan that makes `run.input` what `map` made of it, by changing what
  /// comes before. Fails with the reason in `why`.
  FailureOr<MotionPlan> pull(const ChannelAffineMap &map, std::string &why);

  /// A plan that makes what reads the result of `run` do without `map`, by
  /// changing what comes after.
  FailureOr<MotionPlan> push(const ChannelAffineMap &map, std::string &why);

  /// Counts what it costs to apply `map` to `value`; false when the ops of the
  /// run know no way to do that.
  bool addRemainder(Value value, const ChannelAffineMap &map,
                    MotionPlan &plan) const;

  /// Computes the constants of `plan`, the result of the above; fails when one
  /// would not be finite.
  LogicalResult finish(MotionPlan &plan, std::string &why);

private:
  /// A map that a value has to be given for the sake of `readers`.
  struct Demand {
    ChannelAffineMap map;
    SmallVector<Operation *, 2> readers;
    /// Whether the map may be applied here if it gets no further: the value is
    /// smaller than what it was demanded for.
    bool mayRemain = false;
  };
  using Demands = llvm::MapVector<Value, Demand>;
  using Maps = llvm::DenseMap<Value, ChannelAffineMap>;

  LogicalResult pullInto(Value value, const Demand &demand, Demands &demands,
                         MotionPlan &plan, std::string &why);
  LogicalResult pullThrough(ChannelAffineOpInterface op, const Demand &demand,
                            Demands &demands, MotionPlan &plan,
                            std::string &why);
  Operation *findDisturbedReader(Value value, const Demand &demand);
  LogicalResult absorbResult(ChannelLinearOpInterface op,
                             const ChannelLinearForm &form,
                             const Demand &demand, bool copies,
                             MotionPlan &plan, std::string &why);
  FailureOr<ChannelAffineMap> pushInto(Operation *reader, const Maps &maps,
                                       MotionPlan &plan, std::string &why);
  LogicalResult absorbInput(ChannelLinearOpInterface op,
                            const ChannelLinearForm &form,
                            const ChannelAffineMap &map, MotionPlan &plan,
                            std::string &why);
  LogicalResult checkLinearOp(const ChannelLinearForm &form,
                              const ChannelAffineMap &map, std::string &why);
  LogicalResult finishConstant(MotionPlan::Constant &constant, StringRef prefix,
                               std::string &why);
  LogicalResult finishAbsorption(MotionPlan::Absorption &absorption,
                                 StringRef prefix, std::string &why);

  const ChannelAffineRun &run;
  const FoldConvBNOptions &options;
  ConstantEvaluator &evaluator;
  Type elementType;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_CHANNELAFFINEMOTION_H
