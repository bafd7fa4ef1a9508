//===- MatmulTest.cpp - Matrix products against the reference -------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace ascendrt_test;

static ascendrt_matmul_desc withBias(ascendrt_matmul_desc desc,
                                     int32_t dtype = ASCENDRT_F32) {
  desc.has_bias = 1;
  desc.bias_dtype = dtype;
  return desc;
}

static ascendrt_matmul_desc
withResidual(ascendrt_matmul_desc desc,
             ascendrt_function function = ASCENDRT_RESIDUAL) {
  desc.has_residual = 1;
  desc.residual = desc.output;
  addStep(desc.epilogue, function);
  return desc;
}

static ascendrt_matmul_desc withStep(ascendrt_matmul_desc desc,
                                     ascendrt_function function,
                                     float alpha = 0, float beta = 0) {
  addStep(desc.epilogue, function, alpha, beta);
  return desc;
}

/// The last two dims change places in memory.
static void transpose(ascendrt_tensor &tensor) {
  int64_t rows = tensor.dims[tensor.rank - 2];
  tensor.strides[tensor.rank - 2] = 1;
  tensor.strides[tensor.rank - 1] = rows;
}

static ascendrt_matmul_desc transposed(ascendrt_matmul_desc desc, bool lhs,
                                       bool rhs, bool output) {
  if (lhs)
    transpose(desc.lhs);
  if (rhs)
    transpose(desc.rhs);
  if (output)
    transpose(desc.output);
  return desc;
}

/// Rows as long as those of a wider matrix.
static ascendrt_matmul_desc withGaps(ascendrt_matmul_desc desc) {
  desc.lhs.strides[0] += 3;
  desc.rhs.strides[0] += 5;
  desc.output.strides[0] += 7;
  return desc;
}

static Cases matmuls() {
  Cases cases;
  for (int32_t dtype : kTypes) {
    auto add = [&](const std::string &name, const ascendrt_matmul_desc &desc) {
      cases.push_back({name + nameOfType(dtype), desc});
    };
    ascendrt_matmul_desc plain = makeMatmul(dtype, {7, 19}, {19, 33});
    add("Plain", plain);
    add("Row", withBias(makeMatmul(dtype, {1, 100}, {100, 10})));
    add("Column", makeMatmul(dtype, {9, 17}, {17, 1}));
    add("OuterProduct", makeMatmul(dtype, {5, 1}, {1, 6}));
    add("LongSum", makeMatmul(dtype, {3, 1000}, {1000, 4}));
    add("Bias", withBias(plain));
    add("BiasOfItsOwnType", withBias(plain, ASCENDRT_BF16));
    add("TransposedLhs", transposed(plain, true, false, false));
    add("TransposedRhs", withBias(transposed(plain, false, true, false)));
    add("TransposedBoth", transposed(plain, true, true, false));
    add("TransposedOutput", withBias(transposed(plain, false, false, true)));
    add("Gaps", withBias(withGaps(plain)));
    add("Batch", makeMatmul(dtype, {3, 4, 5}, {3, 5, 6}));
    add("BatchBias", withBias(makeMatmul(dtype, {3, 4, 5}, {3, 5, 6})));
    add("TwoBatchDims", makeMatmul(dtype, {2, 3, 4, 5}, {2, 3, 5, 6}));
    add("BroadcastLhs", makeMatmul(dtype, {1, 4, 5}, {7, 5, 6}));
    add("BroadcastRhs", makeMatmul(dtype, {7, 4, 5}, {1, 5, 6}));
    add("BroadcastBoth", makeMatmul(dtype, {2, 1, 4, 5}, {1, 3, 5, 6}));
    add("BatchTransposed",
        transposed(makeMatmul(dtype, {3, 4, 5}, {3, 5, 6}), true, true, false));
    add("Relu", withStep(withBias(plain), ASCENDRT_RELU));
    add("GeluErf", withStep(withBias(plain), ASCENDRT_GELU_ERF));
    add("HardSigmoid", withStep(plain, ASCENDRT_HARD_SIGMOID, 1.0f / 6, 0.5f));
    add("Clamps", withStep(withStep(plain, ASCENDRT_CLAMP, 0, 1),
                           ASCENDRT_CLAMP, 0.125f, 0.5f));
    add("HardSigmoids",
        withStep(withStep(plain, ASCENDRT_HARD_SIGMOID, 0.5f, 0.5f),
                 ASCENDRT_HARD_SIGMOID, -1, 0.75f));
    add("LeakyRelus", withStep(withStep(plain, ASCENDRT_LEAKY_RELU, 0.5f),
                               ASCENDRT_LEAKY_RELU, -0.25f));
    add("ResidualRelu", withStep(withResidual(plain), ASCENDRT_RELU));
    add("ReluResidual", withResidual(withStep(withBias(plain), ASCENDRT_RELU)));
    add("SiluGate",
        withResidual(withStep(withBias(plain), ASCENDRT_SILU), ASCENDRT_GATE));
    add("GateRelu",
        withStep(withResidual(plain, ASCENDRT_GATE), ASCENDRT_RELU));
    add("BatchGate",
        withResidual(makeMatmul(dtype, {3, 4, 5}, {3, 5, 6}), ASCENDRT_GATE));
    add("BatchResidual",
        withResidual(withBias(makeMatmul(dtype, {3, 4, 5}, {3, 5, 6}))));
    ascendrt_matmul_desc wide = plain;
    wide.output.dtype = ASCENDRT_F32;
    add("WideOutput", withBias(wide));
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Matmul, OperatorTest, ::testing::ValuesIn(matmuls()),
                         nameOf);

namespace {
class MatmulTest : public RuntimeTest {};
} // namespace

TEST_F(MatmulTest, ResidualIsTheOutput) {
  ascendrt_matmul_desc plain =
      withBias(makeMatmul(ASCENDRT_F32, {7, 19}, {19, 33}));
  for (const ascendrt_matmul_desc &desc :
       {withStep(withResidual(plain), ASCENDRT_RELU),
        withResidual(withStep(plain, ASCENDRT_RELU)),
        withResidual(withStep(plain, ASCENDRT_SILU), ASCENDRT_GATE)}) {
    OperatorRun run(desc);
    run.alias(4, 3);
    expectCorrect(run);
  }
}
