//===- Arguments.cpp - The arguments of an operator -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Arguments.h"

#include "Core/Tensor.h"

using namespace ascendrt;

namespace {
class ArgumentList {
public:
  ArgumentList &input(const char *name, ascendrt_tensor &tensor,
                      bool isPresent = true) {
    Argument argument;
    argument.name = name;
    argument.tensor = tensor;
    argument.isPresent = isPresent;
    argument.tensorField = &tensor;
    list.push_back(argument);
    return *this;
  }

  ArgumentList &vector(const char *name, int32_t &dtype, int64_t size,
                       bool isPresent = true) {
    Argument argument;
    argument.name = name;
    argument.tensor = makeRowMajor(dtype, {size});
    argument.isPresent = isPresent;
    argument.dtypeField = &dtype;
    list.push_back(argument);
    return *this;
  }

  ArgumentList &output(ascendrt_tensor &tensor) {
    input("output", tensor);
    list.back().isOutput = true;
    return *this;
  }

  std::vector<Argument> list;
};
} // namespace

static void addConv(ascendrt_conv_desc &desc, ArgumentList &arguments) {
  int64_t channels = desc.output.dims[1];
  arguments.input("input", desc.input)
      .input("filter", desc.filter)
      .vector("bias", desc.bias_dtype, channels,
              desc.flags & ASCENDRT_CONV_BIAS)
      .input("residual", desc.residual, desc.flags & ASCENDRT_CONV_RESIDUAL)
      .output(desc.output);
  if (desc.flags & ASCENDRT_CONV_BATCH_NORM)
    for (const char *name : {"gamma", "beta", "mean", "variance"})
      arguments.vector(name, desc.parameter_dtype, channels);
}

static void addMatMul(ascendrt_matmul_desc &desc, ArgumentList &arguments) {
  arguments.input("lhs", desc.lhs)
      .input("rhs", desc.rhs)
      .vector("bias", desc.bias_dtype, desc.output.dims[desc.output.rank - 1],
              desc.has_bias)
      .input("residual", desc.residual, desc.has_residual)
      .output(desc.output);
}

static void addBatchNorm(ascendrt_batch_norm_desc &desc,
                         ArgumentList &arguments) {
  arguments.input("input", desc.input);
  for (const char *name : {"gamma", "beta", "mean", "variance"})
    arguments.vector(name, desc.parameter_dtype, desc.input.dims[1]);
  arguments.output(desc.output);
}

/// Most operators have one input and one output.
template <typename Desc>
static void addUnary(ascendrt_desc &desc, ArgumentList &arguments) {
  Desc &typed = reinterpret_cast<Desc &>(desc);
  arguments.input("input", typed.input).output(typed.output);
}

std::vector<Argument> ascendrt::getArguments(ascendrt_desc &desc) {
  ArgumentList arguments;
  switch (desc.op) {
  case ASCENDRT_OP_CONV:
    addConv(reinterpret_cast<ascendrt_conv_desc &>(desc), arguments);
    break;
  case ASCENDRT_OP_MATMUL:
    addMatMul(reinterpret_cast<ascendrt_matmul_desc &>(desc), arguments);
    break;
  case ASCENDRT_OP_POOL:
    addUnary<ascendrt_pool_desc>(desc, arguments);
    break;
  case ASCENDRT_OP_ELTWISE: {
    auto &eltwise = reinterpret_cast<ascendrt_eltwise_desc &>(desc);
    arguments.input("lhs", eltwise.lhs)
        .input("rhs", eltwise.rhs)
        .output(eltwise.output);
    break;
  }
  case ASCENDRT_OP_ACTIVATION:
    addUnary<ascendrt_activation_desc>(desc, arguments);
    break;
  case ASCENDRT_OP_BATCH_NORM:
    addBatchNorm(reinterpret_cast<ascendrt_batch_norm_desc &>(desc), arguments);
    break;
  case ASCENDRT_OP_RESIZE:
    addUnary<ascendrt_resize_desc>(desc, arguments);
    break;
  case ASCENDRT_OP_CONCAT: {
    auto &concat = reinterpret_cast<ascendrt_concat_desc &>(desc);
    for (uint32_t i = 0; i < concat.num_inputs; ++i)
      arguments.input("input", concat.inputs[i]);
    arguments.output(concat.output);
    break;
  }
  case ASCENDRT_OP_SOFTMAX:
    addUnary<ascendrt_softmax_desc>(desc, arguments);
    break;
  case ASCENDRT_OP_REDUCE:
    addUnary<ascendrt_reduce_desc>(desc, arguments);
    break;
  case ASCENDRT_OP_COPY:
    addUnary<ascendrt_copy_desc>(desc, arguments);
    break;
  }
  return std::move(arguments.list);
}

std::string ascendrt::toString(const ascendrt_desc &desc) {
  std::string inputs, output;
  for (const Argument &argument : getArguments(desc)) {
    if (!argument.isPresent)
      continue;
    if (argument.isOutput)
      output = toString(argument.tensor);
    else
      inputs += (inputs.empty() ? "" : ", ") + toString(argument.tensor);
  }
  return std::string(ascendrt_op_name(desc.op)) + " " + inputs + " -> " +
         output;
}

const char *ascendrt_op_name(int32_t op) {
  static const char *const names[ASCENDRT_NUM_OPS] = {
      "conv",   "matmul", "pool",    "eltwise", "activation", "batch_norm",
      "resize", "concat", "softmax", "reduce",  "copy"};
  return op >= 0 && op < ASCENDRT_NUM_OPS ? names[op] : nullptr;
}
