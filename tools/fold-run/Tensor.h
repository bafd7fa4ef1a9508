//===- Tensor.h - Tensors in host memory ------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_TENSOR_H
#define ASCENDFOLD_TOOLS_FOLDRUN_TENSOR_H

#include "HostBuffer.h"
#include "Npy.h"

#include "mlir/IR/BuiltinTypes.h"

#include <vector>

namespace foldrun {

/// A tensor of static shape, row-major.
struct HostTensor {
  mlir::RankedTensorType type;
  HostBuffer data;
};

/// The bytes of one element, 0 when it has no place in a .npy file: `type` is
/// f16, bf16, f32, f64, index or an integer of 1, 8, 16, 32 or 64 bits.
unsigned getElementSize(mlir::Type type);

/// The bytes of a tensor of static shape and of elements that have a size.
llvm::Expected<uint64_t> getNumBytes(mlir::RankedTensorType type);

/// Takes an array as a tensor of `type`, whose shape and element type it must
/// have. `what` begins the message: "argument 0".
llvm::Expected<HostTensor> fromNpy(NpyArray array, mlir::RankedTensorType type,
                                   const llvm::Twine &what);

/// Fills a tensor with numbers that depend on nothing but `seed`, `index` and
/// their places: floats of mean 0 and variance 1, integers from 0 to 7.
llvm::Expected<HostTensor> makeSeeded(mlir::RankedTensorType type,
                                      uint64_t seed, unsigned index);

/// bf16, which numpy does not have, is written as "<V2".
llvm::Error writeTensor(llvm::StringRef path, const HostTensor &tensor);

/// The elements as f64.
std::vector<double> toDoubles(const HostTensor &tensor);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_TENSOR_H
