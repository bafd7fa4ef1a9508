//===- ModuleWriter.h - Text of a module, op by op --------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_MODULEWRITER_H
#define ASCENDFOLD_TEST_RANDOMMODULES_MODULEWRITER_H

#include "Recipe.h"
#include "Rng.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace mlir::ascend::difftest {

using Shape = llvm::SmallVector<int64_t>;

llvm::StringRef toString(ElementType type);
unsigned getBitWidth(ElementType type);
/// Of two types, the one with the larger rounding error.
ElementType getCoarser(ElementType a, ElementType b);
int64_t getNumElements(llvm::ArrayRef<int64_t> shape);

/// "tensor<2x?xf32>".
std::string tensorType(llvm::ArrayRef<int64_t> shape, ElementType type);
/// "affine_map<(d0, d1) -> (d1)>".
std::string affineMap(unsigned numDims, llvm::ArrayRef<std::string> results);
/// The identity map, with dim `i` renamed to `order[i]` if an order is given.
std::string identityMap(unsigned numDims, llvm::ArrayRef<unsigned> order = {});
/// "[1, 2, 3]" without the brackets.
std::string join(llvm::ArrayRef<int64_t> values);

/// A tensor of the module and what its writer knows of it.
struct Tensor {
  std::string name;
  /// Sizes at run time.
  Shape shape;
  /// Dims whose size is not in the type.
  llvm::SmallVector<bool> dynamic;
  ElementType type = ElementType::F32;
  /// Dims along which a channel is counted.
  llvm::SmallVector<unsigned> channelDims;
  /// The channel that each element comes from, in row-major order; -1 for none.
  std::vector<int> channels;
  /// Largest magnitude that an element may have.
  double bound = 1.0;
  /// The coarsest type that this value went through.
  ElementType coarsest = ElementType::F32;

  unsigned rank() const { return shape.size(); }
  bool isStatic() const { return !llvm::is_contained(dynamic, true); }
  bool isChannel(unsigned dim) const {
    return llvm::is_contained(channelDims, dim);
  }
  std::string typeText() const;

  /// Fills in `channels` from the channel dims.
  void countChannels();
  /// Sets `channels` to those of `source`; element `index` of this tensor comes
  /// from element `origin(index)` of `source`, or from nowhere if that is -1.
  using OriginFn = llvm::function_ref<int64_t(llvm::ArrayRef<int64_t> index)>;
  void takeChannels(const Tensor &source, OriginFn origin);
  /// The same where dim i of this tensor is dim `order[i]` of `source`.
  void takeChannels(const Tensor &source, llvm::ArrayRef<unsigned> order);
  /// The channel of each element along `dims`, in this order; empty unless
  /// elements of one index all have one channel.
  std::vector<int> getChannelsAlong(llvm::ArrayRef<unsigned> dims) const;
};

/// Largest magnitude of a constant whose values go up to `bound`.
double getConstantBound(ConstantForm form, double bound);

/// Calls `fn` with every index of a tensor, in row-major order.
void forEachIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> fn);
/// Row-major position of `index`.
int64_t getOffset(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> index);

/// A value and a type, both as they are spelled.
struct Operand {
  std::string name, type;
};

/// One operand of a linalg.generic.
struct GenericOperand {
  std::string name, type, map;
};

/// An argument of @main.
struct Argument {
  std::string name;
  Tensor tensor;
};

class ModuleWriter {
public:
  explicit ModuleWriter(const Recipe &recipe) : recipe(recipe) {}

  const Recipe &recipe;

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  /// Writes "%name = <text>" and returns the name.
  std::string op(const llvm::Twine &text);
  /// Adds lines that are complete.
  void text(const std::string &lines) { body += lines; }
  /// Writes a line as it is.
  void line(const llvm::Twine &text);
  /// Goes on in another block of the function.
  void startBlock();
  /// An SSA name that is not in use.
  std::string freshName(llvm::StringRef prefix = "v");

  /// "linalg.generic" with parallel iterators unless told otherwise. `lines`
  /// of its body define the value `yielded`; block arguments are named %a0,
  /// %a1, … and %o.
  std::string generic(llvm::ArrayRef<GenericOperand> ins,
                      const GenericOperand &outs, unsigned numDims,
                      llvm::ArrayRef<std::string> lines,
                      llvm::StringRef yielded,
                      llvm::ArrayRef<bool> reduction = {});

  /// "linalg.fill" of a number.
  std::string fill(const std::string &init, const std::string &type,
                   ElementType kind, double value);

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  std::string index(int64_t value);
  std::string dim(const Tensor &tensor, unsigned dim);
  /// "tensor.empty" of the type of `like`; its dim i has the size of dim
  /// `order[i]` of `source`.
  std::string empty(const Tensor &like, const Tensor &source,
                    llvm::ArrayRef<unsigned> order = {});
  std::string empty(const Tensor &like) { return empty(like, like); }
  std::string emptyStatic(llvm::ArrayRef<int64_t> shape, ElementType type);

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  std::string scalar(ElementType type, double value);
  /// Values in row-major order.
  std::string constant(llvm::ArrayRef<int64_t> shape, ElementType type,
                       llvm::ArrayRef<double> values, ConstantForm form,
                       bool tosa, Rng &rng);
  /// A constant without ops around it.
  std::string plainConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                            llvm::ArrayRef<double> values, ConstantForm form,
                            bool tosa);
  std::string splat(llvm::ArrayRef<int64_t> shape, ElementType type,
                    double value, bool tosa);
  /// "tosa.const_shape" and its type.
  Operand tosaShape(llvm::ArrayRef<int64_t> values);

  //===--------------------------------------------------------------------===//
  // The function
  //===--------------------------------------------------------------------===//

  Tensor argument(llvm::ArrayRef<int64_t> shape, ElementType type,
                  llvm::ArrayRef<bool> dynamic = {});
  void addResult(const Tensor &tensor) {
    if (!isInRegion)
      results.push_back(tensor);
  }

  /// Runs `write` and returns the lines that it wrote, instead of adding them
  /// to the function. What they define is out of reach afterwards.
  std::string captureRegion(llvm::function_ref<void()> write);

  /// The whole module.
  std::string finish();

  std::vector<Argument> arguments;
  std::vector<Tensor> results;

private:
  std::string headOp(const llvm::Twine &text);
  std::string constantOp(const std::string &attribute, const std::string &type,
                         bool tosa);
  std::string literal(llvm::ArrayRef<int64_t> shape, ElementType type,
                      llvm::ArrayRef<double> values, ConstantForm form,
                      const std::string &tensorType);
  /// A constant that another op is to be applied to, now and then behind ops
  /// itself.
  std::string storedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                             llvm::ArrayRef<double> values, bool tosa,
                             Rng &rng);
  std::string transposedConstant(llvm::ArrayRef<int64_t> shape,
                                 ElementType type,
                                 llvm::ArrayRef<double> values, bool tosa,
                                 Rng &rng);
  std::string reshapedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                               llvm::ArrayRef<double> values, bool tosa,
                               Rng &rng);
  std::string castedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                             llvm::ArrayRef<double> values, bool tosa,
                             Rng &rng);
  std::string negatedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                              llvm::ArrayRef<double> values, Rng &rng);
  std::string broadcastConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                                llvm::ArrayRef<double> values, Rng &rng);
  std::string indexedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                              llvm::ArrayRef<double> values, Rng &rng);
  std::string globalConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                             llvm::ArrayRef<double> values);
  std::string slicedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                             llvm::ArrayRef<double> values, bool tosa,
                             Rng &rng);
  std::string joinedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                             llvm::ArrayRef<double> values, bool tosa,
                             Rng &rng);
  std::string collapsedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                                llvm::ArrayRef<double> values, bool tosa,
                                Rng &rng);
  std::string reversedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                               llvm::ArrayRef<double> values, Rng &rng);
  std::string tiledConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                            llvm::ArrayRef<double> values, Rng &rng);
  std::string elementsConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                               llvm::ArrayRef<double> values);
  std::string quantizedConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                                llvm::ArrayRef<double> values,
                                ConstantForm form, bool tosa, Rng &rng);
  std::string functionConstant(llvm::ArrayRef<int64_t> shape, ElementType type,
                               llvm::ArrayRef<double> values, bool tosa,
                               Rng &rng);

  unsigned counter = 0, constantDepth = 0;
  bool isInRegion = false;
  /// Constants at the top, the rest, other symbols, and blobs.
  std::string head, body, symbols, blobs;
  llvm::StringMap<std::string> indices;
  /// Constants at the top, by text.
  llvm::StringMap<std::string> constants;
};

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_MODULEWRITER_H
