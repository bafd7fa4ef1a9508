//===- Pipelines.cpp - Named pass pipelines -------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Pipelines/Pipelines.h"

#include "AscendFold/Conversion/Passes.h"
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::ascend;

/// What linalg and tosa become in the backend.
static void addConversions(OpPassManager &manager) {
  manager.addPass(createRaiseBatchNormPass());
  manager.addPass(createConvertTosaToAscendPass());
  // Elementwise arith on tensors has no other way down.
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createConvertLinalgToAscendPass());
  // tosa that has no ascend op.
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(tosa::createTosaToLinalgNamed());
  functions.addPass(tosa::createTosaToLinalg());
  functions.addPass(createTosaToTensorPass());
  functions.addPass(createTosaToArithPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

static void addBufferization(OpPassManager &manager) {
  manager.addPass(createAscendPrepareBufferizationPass());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  bufferization::BufferResultsToOutParamsPassOptions results;
  results.addResultAttribute = true;
  results.hoistStaticAllocs = true;
  results.modifyPublicFunctions = true;
  manager.addPass(bufferization::createBufferResultsToOutParamsPass(results));
}

/// What is left of other dialects, and then all of it.
static void addLoweringToLLVM(OpPassManager &manager) {
  bufferization::BufferDeallocationPipelineOptions deallocation;
  bufferization::buildBufferDeallocationPipeline(manager, deallocation);
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addPass(createConvertAscendToLLVMPass());
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createConvertLinalgToLoopsPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  // What LLVM has no intrinsic for (erf, cbrt, …) is a call of libm.
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

void ascend::buildAscendPipeline(OpPassManager &manager,
                                 const AscendPipelineOptions &options) {
  auto isDone = [&](PipelineStage stage) { return options.stage == stage; };
  manager.addPass(createInlinerPass());
  if (options.fold)
    manager.addPass(createFoldConvBNPass());
  if (isDone(PipelineStage::Folded))
    return;
  addConversions(manager);
  if (isDone(PipelineStage::Ascend))
    return;
  // Transposes would stand between ops that can be fused.
  manager.addPass(createAscendAssignLayoutsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  if (isDone(PipelineStage::Layout))
    return;
  if (options.fuse)
    manager.addPass(createAscendFuseEpiloguePass());
  manager.addPass(createAscendFoldConstantsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  if (isDone(PipelineStage::Fused))
    return;
  // Epilogues are where they stay, and filters are constants.
  if (options.pack)
    manager.addPass(createAscendPackFeatureMapsPass());
  manager.addPass(createAscendVerifyLowerablePass());
  addBufferization(manager);
  if (isDone(PipelineStage::Bufferized))
    return;
  manager.addPass(createAscendPlanMemoryPass());
  // Views of the same bytes become one value.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  if (isDone(PipelineStage::Planned))
    return;
  addLoweringToLLVM(manager);
}

void ascend::registerAscendPipelines() {
  PassPipelineRegistration<AscendPipelineOptions>(
      "ascend-pipeline",
      "Lower linalg or tosa to the LLVM dialect with calls of libascendrt",
      buildAscendPipeline);
}
