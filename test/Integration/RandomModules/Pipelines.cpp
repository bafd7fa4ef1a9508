//===- Pipelines.cpp - Passes under test ----------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend::difftest;

// One line for each, as often as it is to be drawn.
static constexpr StringRef pipelines[] = {
    "fold-conv-bn",
    "fold-conv-bn",
    "fold-conv-bn",
    "fold-conv-bn{fold-matmul=false}",
    "fold-parallel-convs,fold-conv-bn",
    "fold-conv-bn,fold-parallel-convs,fold-conv-bn",
    "fold-resize-conv,fold-conv-bn",
    "collapse-channel-affine",
    "fold-conv-bn,collapse-channel-affine",
    "fold-parallel-convs,fold-resize-conv,fold-conv-bn,"
    "collapse-channel-affine",
};

ArrayRef<StringRef> mlir::ascend::difftest::getPipelines() { return pipelines; }

static constexpr StringRef tosaLowering =
    "func.func(tosa-optional-decompositions,tosa-infer-shapes,"
    "tosa-make-broadcastable,tosa-to-linalg-named,canonicalize,tosa-to-linalg,"
    "tosa-to-arith,tosa-to-tensor),canonicalize";

static constexpr StringRef preparations[] = {
    "",
    "",
    "",
    "",
    "",
    "",
    "canonicalize,cse",
    "linalg-generalize-named-ops",
    "linalg-fuse-elementwise-ops",
    tosaLowering,
};

ArrayRef<StringRef> mlir::ascend::difftest::getPreparations() {
  return preparations;
}

StringRef mlir::ascend::difftest::getTosaLowering() { return tosaLowering; }

/// The passes of a pipeline, each with its options.
static SmallVector<StringRef> split(StringRef pipeline) {
  SmallVector<StringRef> passes;
  size_t begin = 0;
  int depth = 0;
  for (auto [i, character] : llvm::enumerate(pipeline)) {
    depth += character == '{' || character == '(';
    depth -= character == '}' || character == ')';
    if (character != ',' || depth != 0)
      continue;
    passes.push_back(pipeline.slice(begin, i));
    begin = i + 1;
  }
  passes.push_back(pipeline.drop_front(begin));
  return passes;
}

static bool isKnown(StringRef pass) {
  OpPassManager manager(OpPassManager::getAnyOpAnchorName());
  return succeeded(parsePassPipeline(pass, manager, llvm::nulls()));
}

std::string mlir::ascend::difftest::getKnownPipeline(StringRef pipeline) {
  SmallVector<StringRef> known;
  for (StringRef pass : split(pipeline)) {
    StringRef name = pass.split('{').first;
    if (!PassInfo::lookup(name))
      continue;
    known.push_back(isKnown(pass) ? pass : name);
  }
  return known.empty() ? "fold-conv-bn" : llvm::join(known, ",");
}
