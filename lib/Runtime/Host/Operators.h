//===- Operators.h - The operators of the host backend ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_OPERATORS_H
#define ASCENDFOLD_RUNTIME_HOST_OPERATORS_H

#include "Core/Arguments.h"
#include "Core/Backend.h"
#include "Core/Status.h"
#include "Core/Tensor.h"

#include <functional>

namespace ascendrt {

// Each of these throws Error or dnnl::error when oneDNN and our own loops
// cannot do it as described; createHostKernel then adapts the arguments.

std::unique_ptr<Kernel> createConv(const KernelSpec &spec);
std::unique_ptr<Kernel> createConvBatchNorm(const KernelSpec &spec);
std::unique_ptr<Kernel> createMatMul(const KernelSpec &spec);
std::unique_ptr<Kernel> createPool(const KernelSpec &spec);
std::unique_ptr<Kernel> createEltwise(const KernelSpec &spec);
std::unique_ptr<Kernel> createActivation(const KernelSpec &spec);
std::unique_ptr<Kernel> createBatchNorm(const KernelSpec &spec);
std::unique_ptr<Kernel> createResize(const KernelSpec &spec);
std::unique_ptr<Kernel> createConcat(const KernelSpec &spec);
std::unique_ptr<Kernel> createSoftmax(const KernelSpec &spec);
std::unique_ptr<Kernel> createReduce(const KernelSpec &spec);
std::unique_ptr<Kernel> createCopy(const KernelSpec &spec);

/// The kernel of any operator, directly if that is possible and through adapted
/// arguments otherwise.
std::unique_ptr<Kernel> createHostKernel(const KernelSpec &spec);

/// Whether the kernel of the operator keeps what it needs of a constant
/// argument. Copies of the other constants are passed to it like all arguments.
bool packsConstant(const ascendrt_desc &desc, size_t index);

/// A kernel that copies those arguments that `adapt` changes (type, format and
/// strides) to the workspace and back, around the kernel of the changed
/// description. Null when nothing is changed.
std::unique_ptr<Kernel>
createAdapted(const KernelSpec &spec,
              const std::function<void(Argument &)> &adapt);

/// A kernel that first copies the residual into the layout of the output, or
/// null when it has that. oneDNN 2.6 takes others and reads the wrong elements.
std::unique_ptr<Kernel> createWithResidualLike(const KernelSpec &spec,
                                               const ascendrt_tensor &output);

/// Makes the tensors strided and dense.
void adaptLayout(Argument &argument);

/// Makes the arguments f32, strided and dense.
void adaptToF32(Argument &argument);

/// Throws unless all tensors are strided and of f32, which is what our own
/// loops work on.
void requireStridedF32(const ascendrt_desc &desc);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_OPERATORS_H
