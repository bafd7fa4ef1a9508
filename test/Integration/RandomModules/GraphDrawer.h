//===- GraphDrawer.h - Segments of a random graph ---------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_GRAPHDRAWER_H
#define ASCENDFOLD_TEST_RANDOMMODULES_GRAPHDRAWER_H

#include "DrawParts.h"

#include <string>

namespace mlir::ascend::difftest {

/// What a convolution of a graph has to be.
struct ConvPlan {
  /// Its image has the size of its input.
  bool keepsSize = false;
  /// Zero for any.
  int64_t kernel = 0, outChannels = 0;
};

using Steps = std::vector<Step>;

/// Both lists of steps, one after the other.
Steps operator+(Steps first, const Steps &second);

/// Draws segments whose values fit together: all images of a graph have their
/// dims in one order.
class GraphDrawer {
public:
  /// Which orders of dims will do: those of images, of 2-D images only, or of
  /// matrices too.
  enum class Values : uint8_t { Any, Images, Images2D };

  GraphDrawer(Rng &rng, Recipe &recipe, Values values);

  //===--------------------------------------------------------------------===//
  // Segments. Each returns the number of its value.
  //===--------------------------------------------------------------------===//

  /// An argument, or a constant.
  unsigned source(bool isConstant = false);
  /// A convolution of an argument of its own.
  unsigned conv(const Steps &steps, ConvPlan plan = {},
                const Steps &before = {});
  /// A convolution of a value.
  unsigned convOf(unsigned input, const Steps &steps, ConvPlan plan = {},
                  const Steps &before = {});
  /// Steps behind a value.
  unsigned apply(unsigned input, const Steps &steps);
  unsigned join(Join join, llvm::ArrayRef<unsigned> inputs, const Steps &steps);
  /// As many parts of a value as there are lists of steps behind them, of equal
  /// size if they have to be.
  std::vector<unsigned> split(unsigned input, llvm::ArrayRef<Steps> steps,
                              bool equally);

  /// All sizes are known.
  void useStaticSizes() { sizes.dynamicBatch = false; }
  /// Images are divided into blocks of 2 x 2 pixels.
  void useEvenSizes();

  Segment &last() { return recipe.segments.back(); }
  bool isPlain() const { return recipe.isPlain; }
  int64_t getChannels(unsigned value) const { return channels[value]; }

  //===--------------------------------------------------------------------===//
  // Steps
  //===--------------------------------------------------------------------===//

  /// A BatchNorm in some spelling.
  Steps batchNorm();
  /// (x - mean) / deviation.
  Steps normalization();
  Steps activation();
  /// One step of the kind.
  Steps step(StepKind kind);
  /// Steps that have nothing to do with the form: none in a plain graph, and
  /// often none in another.
  Steps maybe(unsigned percent, Steps (GraphDrawer::*draw)());

  Rng &rng;

private:
  unsigned add(Segment segment, int64_t numChannels);
  unsigned addConv(std::vector<unsigned> inputs, int64_t inChannels,
                   const Steps &steps, ConvPlan plan, const Steps &before);
  Producer drawConv(ConvPlan plan, int64_t inChannels);
  /// A layout that has images in the order of this graph.
  unsigned drawLayout(ConvPlan plan, int64_t inChannels);
  void setOwnSizes(Producer &producer);

  Recipe &recipe;
  /// Letters of the dims of all images, in order.
  std::string order;
  bool isTosa = false;
  Family family = Family::Generic;
  /// Sizes of all arguments.
  Producer sizes;
  /// Of each value.
  std::vector<int64_t> channels;
};

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_GRAPHDRAWER_H
