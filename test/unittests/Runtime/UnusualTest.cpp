//===- UnusualTest.cpp - Unusual strides, formats and types ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled code rarely asks for. A backend may say UNSUPPORTED where the
// test allows it, but it must not compute something else.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>
#include <cstring>

using namespace ascendrt_test;

namespace {
class UnusualTest : public RuntimeTest {
protected:
  void expectCorrectOrUnsupported(const Description &description) {
    OperatorRun run(description);
    ascendrt_plan *plan = nullptr;
    ascendrt_status status =
        ascendrt_plan_create(device, &run.desc(), nullptr, 0, 1, &plan);
    ascendrt_plan_destroy(plan);
    if (status != ASCENDRT_UNSUPPORTED)
      return expectCorrect(run);
    EXPECT_EQ(plan, nullptr);
    EXPECT_NE(strstr(ascendrt_last_error(), ascendrt_op_name(run.desc().op)),
              nullptr)
        << ascendrt_last_error();
  }
};
} // namespace

static Conv smallConv() {
  return Conv(2, 9, {5, 4}).filters(18, {3, 3}).bias();
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// One row, one channel, one image that stands for all.
TEST_F(UnusualTest, InputsOfStrideZero) {
  for (int d = 0; d < 4; ++d) {
    SCOPED_TRACE(d);
    ascendrt_conv_desc conv = smallConv().step(ASCENDRT_RESIDUAL).build();
    conv.input.strides[d] = 0;
    conv.residual.strides[d] = 0;
    expectCorrect(conv);
    ascendrt_tensor image = makeTensor(ASCENDRT_F32, {2, 3, 4, 5});
    ascendrt_tensor repeated = image;
    repeated.strides[d] = 0;
    expectCorrect(makeEltwise(ASCENDRT_SUB, image, repeated, image));
    expectCorrect(makeEltwise(ASCENDRT_SUB, repeated, image, image));
    ascendrt_activation_desc silu = makeActivation(image, ASCENDRT_SILU);
    silu.input = repeated;
    expectCorrect(silu);
    ascendrt_pool_desc pool = makePool(ASCENDRT_POOL_AVG, image, 2, 1, 0, 0);
    pool.input = repeated;
    expectCorrect(pool);
  }
  ascendrt_matmul_desc product = makeMatmul(ASCENDRT_F32, {3, 4, 5}, {3, 5, 6});
  product.lhs.strides[1] = 0;
  product.rhs.strides[0] = 0;
  expectCorrect(product);
}

/// A slice of the channels of one image, or of a part of one: dims of 1 have
/// strides of the whole, which say nothing about where the elements are.
TEST_F(UnusualTest, SlicesOfOneImage) {
  for (int32_t dtype : kTypes) {
    for (int64_t c : {1, 2, 9, 16}) {
      SCOPED_TRACE(c);
      const Dims dims = {1, c, 3, 4};
      const ascendrt_tensor dense[] = {
          makeTensor(dtype, dims),
          makeTensor(dtype, dims, Layout::ChannelsLast)};
      for (const ascendrt_tensor &image : dense) {
        ascendrt_tensor slice = image;
        for (int d : {0, 1})
          if (dims[d] == 1)
            slice.strides[d] = 1000;
        expectCorrect(makeEltwise(ASCENDRT_SUB, slice, image, image));
        expectCorrect(makeEltwise(ASCENDRT_MUL, image, slice, image));
        expectCorrect(makeEltwise(ASCENDRT_ADD, image, image, slice));
        expectCorrect(makeEltwise(ASCENDRT_DIV, slice, slice, image));
        ascendrt_activation_desc silu = makeActivation(image, ASCENDRT_SILU);
        silu.input = slice;
        expectCorrect(silu);
        ascendrt_pool_desc pool =
            makePool(ASCENDRT_POOL_AVG, image, 2, 1, 0, 0);
        pool.input = slice;
        expectCorrect(pool);
        ascendrt_conv_desc conv = Conv(1, c, {3, 4})
                                      .filters(c, {1, 1})
                                      .type(dtype)
                                      .step(ASCENDRT_RESIDUAL)
                                      .build();
        conv.input = conv.residual = slice;
        conv.output = image;
        expectCorrect(conv);
        auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
        softmax.axis = 1;
        softmax.input = slice;
        softmax.output = image;
        expectCorrect(softmax);
      }
    }
  }
}

/// The same for products, of one batch or of one row.
TEST_F(UnusualTest, SlicesOfOneMatrix) {
  for (int64_t rows : {1, 5}) {
    for (int64_t columns : {1, 6}) {
      for (int64_t depth : {1, 70}) {
        ascendrt_matmul_desc product =
            makeMatmul(ASCENDRT_F32, {1, rows, depth}, {1, depth, columns});
        expectCorrect(product);
        product.lhs.strides[0] = 1000;
        product.rhs.strides[0] = 2000;
        expectCorrect(product);
        if (rows == 1)
          product.lhs.strides[1] = 300;
        if (depth == 1)
          product.rhs.strides[1] = 300;
        expectCorrect(product);
      }
    }
  }
}

/// Width outermost, and every second element of it.
TEST_F(UnusualTest, AnyOrderOfDims) {
  for (int32_t dtype : kTypes) {
    ascendrt_tensor image =
        makeTensor(dtype, {2, 9, 5, 4}, Dims{9 * 5, 5, 1, 2 * 2 * 9 * 5});
    ascendrt_conv_desc conv = smallConv().type(dtype).build();
    conv.input = image;
    expectCorrect(conv);
    conv.output = makeTensor(dtype, {2, 18, 3, 2}, Dims{1, 2, 36, 36 * 3 * 2});
    expectCorrect(conv);
    expectCorrect(makePool(ASCENDRT_POOL_MAX, image, 2, 1, 0, 0));
    expectCorrect(makeActivation(image, ASCENDRT_TANH));
    expectCorrect(makeEltwise(ASCENDRT_DIV, image, image, image));
    auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
    softmax.axis = 3;
    softmax.input = softmax.output = image;
    expectCorrect(softmax);
  }
}

/// Windows that overlap in memory: rows of a Hankel matrix.
TEST_F(UnusualTest, OverlappingInput) {
  expectCorrect(makeCopy(makeTensor(ASCENDRT_F32, {5, 4}, Dims{1, 1}),
                         makeTensor(ASCENDRT_F32, {5, 4})));
  ascendrt_matmul_desc product = makeMatmul(ASCENDRT_F32, {5, 4}, {4, 3});
  std::fill_n(product.lhs.strides, 2, 1);
  expectCorrect(product);
}

/// Strides of dims of 1 mean nothing.
TEST_F(UnusualTest, StridesOfDimsOfOne) {
  ascendrt_conv_desc conv = Conv(1, 1, {1, 5}).filters(3, {1, 2}).build();
  conv.input.strides[0] = conv.input.strides[2] = 0;
  conv.input.strides[1] = 1 << 20;
  conv.filter.strides[0] = 7;
  conv.filter.strides[2] = 0;
  conv.output.strides[0] = 1;
  expectCorrect(conv);
  ascendrt_tensor image = makeTensor(ASCENDRT_F32, {1, 3, 1, 1});
  image.strides[0] = image.strides[2] = image.strides[3] = 0;
  expectCorrect(makeActivation(image, ASCENDRT_RELU));
  expectCorrect(makeEltwise(ASCENDRT_ADD, image, image, image));
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// A bias, a gate or another layout added to blocks.
TEST_F(UnusualTest, BlocksMeetOtherFormats) {
  for (int32_t dtype : kTypes) {
    ascendrt_tensor blocked = makeTensor(dtype, {2, 19, 4, 5}, Layout::Blocked);
    for (Layout layout : {Layout::Dense, Layout::ChannelsLast, Layout::Blocked})
      for (const Dims &dims : {Dims{2, 19, 4, 5}, Dims{1, 19, 1, 1},
                               Dims{2, 19, 1, 1}, Dims{1, 1, 1, 1}}) {
        SCOPED_TRACE(::testing::PrintToString(dims) + nameOfType(dtype));
        ascendrt_tensor other = makeTensor(dtype, dims, layout);
        expectCorrectOrUnsupported(
            makeEltwise(ASCENDRT_MUL, blocked, other, blocked));
        ascendrt_eltwise_desc sum =
            makeEltwise(ASCENDRT_ADD, other, blocked, blocked);
        addStep(sum.epilogue, ASCENDRT_SIGMOID);
        expectCorrectOrUnsupported(sum);
      }
    ascendrt_activation_desc unpack = makeActivation(blocked, ASCENDRT_SIGMOID);
    unpack.output = makeTensor(dtype, {2, 19, 4, 5});
    expectCorrectOrUnsupported(unpack);
    std::swap(unpack.input, unpack.output);
    expectCorrectOrUnsupported(unpack);
  }
}

/// The zeros that fill up the last block are no elements: not for a sum of
/// exponentials, and not for a maximum of negative numbers.
TEST_F(UnusualTest, PaddingIsNoElement) {
  for (int32_t dtype : kTypes) {
    ascendrt_tensor blocked = makeTensor(dtype, {2, 19, 4, 5}, Layout::Blocked);
    auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
    softmax.axis = 1;
    softmax.input = softmax.output = blocked;
    expectCorrectOrUnsupported(softmax);
    auto reduce = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
    reduce.input = blocked;
    for (int32_t kind = ASCENDRT_REDUCE_SUM; kind <= ASCENDRT_REDUCE_MIN;
         ++kind) {
      reduce.kind = kind;
      reduce.output = makeTensor(dtype, {2, 1, 4, 5}, Layout::Blocked);
      expectCorrectOrUnsupported(reduce);
      reduce.output = makeTensor(dtype, {2, 19, 1, 1}, Layout::Blocked);
      expectCorrectOrUnsupported(reduce);
      reduce.output = makeTensor(dtype, {2, 1, 1, 1});
      expectCorrectOrUnsupported(reduce);
    }
    auto norm = makeDesc<ascendrt_batch_norm_desc>(ASCENDRT_OP_BATCH_NORM);
    norm.input = norm.output = blocked;
    norm.epsilon = 1e-5;
    addStep(norm.epilogue, ASCENDRT_SIGMOID);
    expectCorrectOrUnsupported(norm);
    norm.output = makeTensor(dtype, {2, 19, 4, 5}, Layout::ChannelsLast);
    expectCorrectOrUnsupported(norm);
  }
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TEST_F(UnusualTest, EveryMixtureOfTypes) {
  const Dims image = {2, 9, 5, 4};
  for (int32_t a : kTypes)
    for (int32_t b : kTypes)
      for (int32_t c : kTypes) {
        SCOPED_TRACE(nameOfType(a) + nameOfType(b) + nameOfType(c));
        ascendrt_conv_desc conv = smallConv().step(ASCENDRT_RESIDUAL).build();
        conv.input.dtype = a;
        conv.filter.dtype = b;
        conv.output.dtype = c;
        expectCorrectOrUnsupported(conv);
        ascendrt_matmul_desc product = makeMatmul(a, {7, 19}, {19, 5});
        product.rhs.dtype = b;
        product.output.dtype = c;
        expectCorrectOrUnsupported(product);
        expectCorrectOrUnsupported(
            makeEltwise(ASCENDRT_ADD, makeTensor(a, image),
                        makeTensor(b, image), makeTensor(c, image)));
      }
}

TEST_F(UnusualTest, OutputOfAnotherType) {
  const Dims image = {2, 9, 5, 4};
  for (int32_t from : kTypes)
    for (int32_t to : kTypes) {
      SCOPED_TRACE(nameOfType(from) + nameOfType(to));
      ascendrt_tensor input = makeTensor(from, image);
      for (int32_t kind = ASCENDRT_POOL_MAX;
           kind <= ASCENDRT_POOL_AVG_WITH_PADDING; ++kind) {
        ascendrt_pool_desc pool =
            makePool(ascendrt_pool_kind(kind), input, 2, 1, 1, 0);
        pool.output.dtype = to;
        expectCorrectOrUnsupported(pool);
      }
      ascendrt_activation_desc gelu = makeActivation(input, ASCENDRT_GELU_ERF);
      gelu.output.dtype = to;
      expectCorrectOrUnsupported(gelu);
      auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
      softmax.axis = 1;
      softmax.input = input;
      softmax.output = makeTensor(to, image);
      expectCorrectOrUnsupported(softmax);
      auto reduce = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
      reduce.kind = ASCENDRT_REDUCE_MEAN;
      reduce.input = input;
      reduce.output = makeTensor(to, {2, 9, 1, 1});
      expectCorrectOrUnsupported(reduce);
      auto concat = makeDesc<ascendrt_concat_desc>(ASCENDRT_OP_CONCAT);
      concat.axis = 1;
      concat.num_inputs = 2;
      concat.inputs[0] = input;
      concat.inputs[1] = makeTensor(to, image);
      concat.output = makeTensor(to, {2, 18, 5, 4});
      expectCorrectOrUnsupported(concat);
    }
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// A plan made for another number of threads than the stream has.
TEST_F(UnusualTest, PlanForMoreThreads) {
  if (isThreadSanitizer())
    return;
  OperatorRun run(smallConv().step(ASCENDRT_RESIDUAL));
  for (uint32_t numThreads : {2, 7}) {
    run.reset();
    ascendrt_plan *plan = nullptr;
    ASSERT_OK(ascendrt_plan_create(device, &run.desc(), nullptr, 0, numThreads,
                                   &plan));
    std::vector<void *> args = run.pointers();
    EXPECT_OK(ascendrt_plan_execute(plan, stream, args.data(), args.size()));
    EXPECT_OK(ascendrt_stream_synchronize(stream));
    run.expectCorrect();
    ascendrt_plan_destroy(plan);
  }
}
