//===- Pipelines.h - Named pass pipelines -----------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_PIPELINES_PIPELINES_H
#define ASCENDFOLD_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::ascend {

/// How far the pipeline goes; each stage is what the step of that name leaves.
enum class PipelineStage {
  Folded,
  Ascend,
  Layout,
  Fused,
  Bufferized,
  Planned,
  LLVM
};

struct AscendPipelineOptions : PassPipelineOptions<AscendPipelineOptions> {
  Option<bool> fold{*this, "fold",
                    llvm::cl::desc("Fold BatchNorm into convolutions"),
                    llvm::cl::init(true)};
  Option<bool> fuse{*this, "fuse",
                    llvm::cl::desc("Fuse bias, activation and residual"),
                    llvm::cl::init(true)};
  Option<bool> pack{*this, "pack",
                    llvm::cl::desc("Pack feature maps where that is faster"),
                    llvm::cl::init(true)};
  Option<PipelineStage> stage{
      *this, "stage", llvm::cl::desc("Stop after this stage"),
      llvm::cl::init(PipelineStage::LLVM),
      llvm::cl::values(
          clEnumValN(PipelineStage::Folded, "folded", "fold-conv-bn"),
          clEnumValN(PipelineStage::Ascend, "ascend", "ascend on tensors"),
          clEnumValN(PipelineStage::Layout, "layout", "in one layout"),
          clEnumValN(PipelineStage::Fused, "fused", "with epilogues"),
          clEnumValN(PipelineStage::Bufferized, "bufferized", "on buffers"),
          clEnumValN(PipelineStage::Planned, "planned", "in one arena"),
          clEnumValN(PipelineStage::LLVM, "llvm", "the LLVM dialect"))};
};

/// linalg, tosa or ascend on tensors, down to the LLVM dialect with calls of
/// the runtime: `--ascend-pipeline`. The pass manager is one on modules.
void buildAscendPipeline(OpPassManager &manager,
                         const AscendPipelineOptions &options);

/// Registers the pipelines with the global registry.
void registerAscendPipelines();

} // namespace mlir::ascend

#endif // ASCENDFOLD_PIPELINES_PIPELINES_H
