//===- EpiloguePass.h - Epilogues that are not fused ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_EPILOGUEPASS_H
#define ASCENDFOLD_RUNTIME_HOST_EPILOGUEPASS_H

#include "Host/Epilogue.h"
#include "Host/LoopNest.h"

namespace ascendrt {

/// Applies those steps of an epilogue that a primitive left out, in place.
class EpiloguePass {
public:
  EpiloguePass() = default;

  /// Applies the steps from `first` on. Throws unless all is f32 and the
  /// formats are the same; `residual` is null when there is none.
  EpiloguePass(const ascendrt_epilogue &all, unsigned first,
               const ascendrt_tensor *residual, const ascendrt_tensor &output,
               unsigned numThreads);

  explicit operator bool() const { return epilogue.count != 0; }

  /// `residual` is not the output.
  void run(const void *residual, void *results) const;

private:
  ascendrt_epilogue epilogue = {};
  ascendrt_tensor output = {};
  unsigned numThreads = 1;
  LoopNest loops;
};

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_EPILOGUEPASS_H
