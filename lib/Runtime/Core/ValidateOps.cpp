//===- ValidateOps.cpp - Checks of the other operators --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Tensor.h"
#include "Core/Validate.h"

using namespace ascendrt;

static void validateMatMulDims(const ascendrt_matmul_desc &desc) {
  int rank = desc.output.rank;
  require(rank >= 2, "matmul: output has rank ", rank, ", not at least 2");
  require(desc.lhs.rank == rank && desc.rhs.rank == rank,
          "matmul: the ranks of lhs, rhs and output are ", desc.lhs.rank, ", ",
          desc.rhs.rank, " and ", rank);
  const int64_t *lhs = desc.lhs.dims, *rhs = desc.rhs.dims,
                *output = desc.output.dims;
  for (int i = 0; i < rank - 2; ++i) {
    require(lhs[i] == output[i] || lhs[i] == 1, "matmul: lhs dims[", i, "] is ",
            lhs[i], ", neither 1 nor the ", output[i], " of output");
    require(rhs[i] == output[i] || rhs[i] == 1, "matmul: rhs dims[", i, "] is ",
            rhs[i], ", neither 1 nor the ", output[i], " of output");
    require(output[i] == 1 || lhs[i] != 1 || rhs[i] != 1,
            "matmul: output dims[", i, "] is ", output[i],
            ", but 1 in lhs and rhs");
  }
  int row = rank - 2, column = rank - 1;
  require(lhs[row] == output[row], "matmul: lhs has ", lhs[row],
          " rows, output ", output[row]);
  require(rhs[column] == output[column], "matmul: rhs has ", rhs[column],
          " columns, output ", output[column]);
  require(lhs[column] == rhs[row], "matmul: lhs has ", lhs[column],
          " columns, rhs ", rhs[row], " rows");
}

void ascendrt::validateMatMul(const ascendrt_matmul_desc &desc) {
  require(desc.has_bias == 0 || desc.has_bias == 1, "matmul: has_bias is ",
          desc.has_bias, ", neither 0 nor 1");
  require(desc.has_residual == 0 || desc.has_residual == 1,
          "matmul: has_residual is ", desc.has_residual, ", neither 0 nor 1");
  validateTensor({"matmul", "lhs"}, desc.lhs);
  validateTensor({"matmul", "rhs"}, desc.rhs);
  validateOutput({"matmul", "output"}, desc.output);
  validateMatMulDims(desc);
  if (desc.has_bias)
    validateDType("matmul", "bias", desc.bias_dtype);
  if (desc.has_residual) {
    validateTensor({"matmul", "residual"}, desc.residual);
    validateSameDims({"matmul", "residual"}, desc.residual, "output",
                     desc.output);
  }
  for (const ascendrt_tensor *tensor : {&desc.lhs, &desc.rhs, &desc.output})
    require(isStrided(*tensor), "matmul: a tensor is not STRIDED");
  validateEpilogue("matmul", desc.epilogue, desc.has_residual);
}

void ascendrt::validateEltwise(const ascendrt_eltwise_desc &desc) {
  require(desc.kind >= ASCENDRT_ADD && desc.kind <= ASCENDRT_MIN,
          "eltwise: the kind ", desc.kind, " is unknown");
  validateTensor({"eltwise", "lhs"}, desc.lhs);
  validateTensor({"eltwise", "rhs"}, desc.rhs);
  validateOutput({"eltwise", "output"}, desc.output);
  int rank = desc.output.rank;
  require(desc.lhs.rank == rank && desc.rhs.rank == rank,
          "eltwise: the ranks of lhs, rhs and output are ", desc.lhs.rank, ", ",
          desc.rhs.rank, " and ", rank);
  for (int i = 0; i < rank; ++i) {
    int64_t lhs = desc.lhs.dims[i], rhs = desc.rhs.dims[i];
    require(lhs == rhs || lhs == 1 || rhs == 1, "eltwise: dims[", i, "] are ",
            lhs, " and ", rhs, ", which do not broadcast");
    require(desc.output.dims[i] == std::max(lhs, rhs), "eltwise: output dims[",
            i, "] is ", desc.output.dims[i], ", not ", std::max(lhs, rhs));
  }
  validateEpilogue("eltwise", desc.epilogue, false);
}

void ascendrt::validateActivation(const ascendrt_activation_desc &desc) {
  validateTensor({"activation", "input"}, desc.input);
  validateOutput({"activation", "output"}, desc.output);
  validateSameDims({"activation", "input"}, desc.input, "output", desc.output);
  validateEpilogue("activation", desc.epilogue, false);
}

void ascendrt::validateBatchNorm(const ascendrt_batch_norm_desc &desc) {
  validateTensor({"batch_norm", "input"}, desc.input);
  require(desc.input.rank >= 2, "batch_norm: input has rank ", desc.input.rank,
          ", not at least 2");
  validateOutput({"batch_norm", "output"}, desc.output);
  validateSameDims({"batch_norm", "input"}, desc.input, "output", desc.output);
  validateDType("batch_norm", "parameters", desc.parameter_dtype);
  require(desc.epsilon >= 0 && desc.epsilon < 1e300,
          "batch_norm: epsilon is not a number from 0 on");
  validateEpilogue("batch_norm", desc.epilogue, false);
}

void ascendrt::validateResize(const ascendrt_resize_desc &desc) {
  require(desc.kind >= ASCENDRT_RESIZE_NEAREST_FLOOR &&
              desc.kind <= ASCENDRT_RESIZE_LINEAR,
          "resize: the kind ", desc.kind, " is unknown");
  validateTensor({"resize", "input"}, desc.input);
  validateImage({"resize", "input"}, desc.input, desc.num_spatial);
  validateOutput({"resize", "output"}, desc.output);
  validateImage({"resize", "output"}, desc.output, desc.num_spatial);
  for (int i = 0; i < 2; ++i)
    require(desc.input.dims[i] == desc.output.dims[i], "resize: input dims[", i,
            "] is ", desc.input.dims[i], ", that of output ",
            desc.output.dims[i]);
  // An index times the largest factor has to fit into 63 bits.
  constexpr int64_t limit = int64_t(1) << 30;
  for (int i = 0; i < desc.num_spatial; ++i) {
    auto inRange = [&](int64_t value, int64_t least) {
      return value >= least && value <= limit;
    };
    require(inRange(desc.numerator[i], 1), "resize: numerator[", i, "] is ",
            desc.numerator[i], ", not from 1 to 2^30");
    require(inRange(desc.denominator[i], 0), "resize: denominator[", i, "] is ",
            desc.denominator[i], ", not from 0 to 2^30");
    require(inRange(desc.offset[i], -limit), "resize: offset[", i, "] is ",
            desc.offset[i], ", not from -2^30 to 2^30");
    require(desc.output.dims[2 + i] <= limit, "resize: output dims[", 2 + i,
            "] is ", desc.output.dims[2 + i], ", more than 2^30");
  }
}

void ascendrt::validateConcat(const ascendrt_concat_desc &desc) {
  require(desc.num_inputs >= 1 && desc.num_inputs <= ASCENDRT_MAX_CONCAT,
          "concat: there are ", desc.num_inputs, " inputs, not 1 to ",
          ASCENDRT_MAX_CONCAT);
  validateOutput({"concat", "output"}, desc.output);
  int rank = desc.output.rank;
  require(desc.axis >= 0 && desc.axis < rank, "concat: axis is ", desc.axis,
          ", not 0 to ", rank - 1);
  int64_t sum = 0;
  require(isStrided(desc.output), "concat: output is not STRIDED");
  for (uint32_t i = 0; i < desc.num_inputs; ++i) {
    const ascendrt_tensor &input = desc.inputs[i];
    std::string name = "input " + std::to_string(i);
    validateTensor({"concat", name.c_str()}, input);
    require(isStrided(input), "concat: ", name, " is not STRIDED");
    require(input.rank == rank, "concat: ", name, " has rank ", input.rank,
            ", output rank ", rank);
    for (int d = 0; d < rank; ++d)
      require(d == desc.axis || input.dims[d] == desc.output.dims[d],
              "concat: ", name, " dims[", d, "] is ", input.dims[d],
              ", that of output ", desc.output.dims[d]);
    sum += input.dims[desc.axis];
  }
  require(sum == desc.output.dims[desc.axis], "concat: the inputs have ", sum,
          " elements along the axis, output ", desc.output.dims[desc.axis]);
}

void ascendrt::validateSoftmax(const ascendrt_softmax_desc &desc) {
  validateTensor({"softmax", "input"}, desc.input);
  validateOutput({"softmax", "output"}, desc.output);
  validateSameDims({"softmax", "input"}, desc.input, "output", desc.output);
  require(desc.axis >= 0 && desc.axis < desc.input.rank, "softmax: axis is ",
          desc.axis, ", not 0 to ", desc.input.rank - 1);
}

void ascendrt::validateReduce(const ascendrt_reduce_desc &desc) {
  require(desc.kind >= ASCENDRT_REDUCE_SUM && desc.kind <= ASCENDRT_REDUCE_MIN,
          "reduce: the kind ", desc.kind, " is unknown");
  validateTensor({"reduce", "input"}, desc.input);
  validateOutput({"reduce", "output"}, desc.output);
  require(desc.input.rank == desc.output.rank, "reduce: input has rank ",
          desc.input.rank, ", output rank ", desc.output.rank);
  for (int i = 0; i < desc.input.rank; ++i)
    require(desc.output.dims[i] == desc.input.dims[i] ||
                desc.output.dims[i] == 1,
            "reduce: output dims[", i, "] is ", desc.output.dims[i],
            ", neither 1 nor the ", desc.input.dims[i], " of input");
}

void ascendrt::validateCopy(const ascendrt_copy_desc &desc) {
  validateTensor({"copy", "input"}, desc.input);
  validateOutput({"copy", "output"}, desc.output);
  validateSameDims({"copy", "input"}, desc.input, "output", desc.output);
}
