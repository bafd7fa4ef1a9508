//===- StructSizeTest.cpp - Descriptions of other versions ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>
#include <cstring>

using namespace ascendrt_test;

namespace {
/// Bytes of a description that end with a page that nobody may read, so that
/// the library reads no more than struct_size says.
class OtherSize {
public:
  OtherSize(const ascendrt_desc &desc, uint32_t size)
      : buffer(makeTensor(ASCENDRT_F32, {size / 4})) {
    memset(buffer.data(), 0, size);
    memcpy(buffer.data(), &desc, std::min(size, desc.struct_size));
    get()->struct_size = size;
  }

  ascendrt_desc *get() { return static_cast<ascendrt_desc *>(buffer.data()); }
  char *bytes() { return static_cast<char *>(buffer.data()); }

private:
  Buffer buffer;
};

class StructSizeTest : public RuntimeTest {
protected:
  /// Through a plan and through a site.
  void expectCorrect(OperatorRun &run, const ascendrt_desc *desc) {
    std::vector<void *> args = run.pointers();
    ascendrt_plan *plan = nullptr;
    ASSERT_OK(ascendrt_plan_create(device, desc, nullptr, 0, 1, &plan));
    EXPECT_OK(ascendrt_plan_execute(plan, stream, args.data(), args.size()));
    run.expectCorrect();
    ascendrt_plan_destroy(plan);
    ascendrt_site site = {};
    for (int round = 0; round < 2; ++round) {
      run.reset();
      EXPECT_OK(ascendrt_site_execute(&site, stream, desc, args.data(),
                                      args.size(), 0));
      run.expectCorrect();
    }
    ascendrt_site_clear(&site);
    EXPECT_OK(ascendrt_stream_synchronize(stream));
  }

  void expectRefused(const ascendrt_desc *desc, const char *words) {
    ascendrt_plan *plan = nullptr;
    EXPECT_EQ(ascendrt_plan_create(device, desc, nullptr, 0, 1, &plan),
              ASCENDRT_INVALID_ARGUMENT);
    EXPECT_NE(strstr(ascendrt_last_error(), words), nullptr)
        << ascendrt_last_error();
    ascendrt_plan_destroy(plan);
  }
};
} // namespace

/// Operators that do without what is at the end.
static std::vector<std::pair<Description, uint32_t>> shorterOnes() {
  ascendrt_tensor image = makeTensor(ASCENDRT_F32, {1, 3, 4, 5});
  auto norm = makeDesc<ascendrt_batch_norm_desc>(ASCENDRT_OP_BATCH_NORM);
  norm.epsilon = 1e-5;
  norm.input = norm.output = image;
  ascendrt_activation_desc copy = makeActivation(image, ASCENDRT_RELU);
  copy.epilogue = {};
  auto resize = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
  resize.num_spatial = 2;
  resize.input = resize.output = image;
  std::fill_n(resize.numerator, 2, 1);
  std::fill_n(resize.denominator, 2, 1);
  auto concat = makeDesc<ascendrt_concat_desc>(ASCENDRT_OP_CONCAT);
  concat.axis = 1;
  concat.num_inputs = 2;
  concat.inputs[0] = concat.inputs[1] = image;
  concat.output = makeTensor(ASCENDRT_F32, {1, 6, 4, 5});
  return {{Conv(1, 4, {5, 5}).filters(6, {3, 3}).bias(),
           offsetof(ascendrt_conv_desc, epsilon)},
          {Conv(1, 4, {5, 5}).filters(6, {3, 3}).batchNorm(),
           offsetof(ascendrt_conv_desc, epilogue)},
          {makeMatmul(ASCENDRT_F32, {4, 5}, {5, 6}),
           offsetof(ascendrt_matmul_desc, epilogue)},
          {makePool(ASCENDRT_POOL_MAX, image, 2, 1, 0, 0),
           offsetof(ascendrt_pool_desc, pad_before)},
          {makeEltwise(ASCENDRT_ADD, image, image, image),
           offsetof(ascendrt_eltwise_desc, epilogue)},
          {copy, offsetof(ascendrt_activation_desc, epilogue)},
          {norm, offsetof(ascendrt_batch_norm_desc, epilogue)},
          {resize, offsetof(ascendrt_resize_desc, offset)},
          {concat, offsetof(ascendrt_concat_desc, inputs[2])}};
}

TEST_F(StructSizeTest, ShorterOnesEndInZeros) {
  for (const auto &[description, size] : shorterOnes()) {
    SCOPED_TRACE(ascendrt_op_name(description.get().op));
    OperatorRun run(description);
    OtherSize shorter(description.get(), size);
    expectCorrect(run, shorter.get());
  }
}

TEST_F(StructSizeTest, LongerOnesMustEndInZeros) {
  for (const auto &[description, unused] : shorterOnes()) {
    SCOPED_TRACE(ascendrt_op_name(description.get().op));
    uint32_t size = description.get().struct_size;
    OperatorRun run(description);
    for (uint32_t more : {8, 120}) {
      OtherSize longer(description.get(), size + more);
      expectCorrect(run, longer.get());
      longer.bytes()[size + more - 1] = 1;
      expectRefused(longer.get(), "newer library");
      longer.bytes()[size + more - 1] = 0;
      longer.bytes()[size] = 1;
      expectRefused(longer.get(), "newer library");
    }
  }
}

/// A tensor cannot be zeros: what is needed is asked for.
TEST_F(StructSizeTest, NeedsTheTensors) {
  ascendrt_conv_desc conv = Conv(1, 4, {5, 5}).filters(6, {3, 3}).build();
  for (uint32_t size : {8u, 24u, uint32_t(offsetof(ascendrt_conv_desc, output)),
                        uint32_t(offsetof(ascendrt_conv_desc, epsilon) - 8)}) {
    OtherSize shorter(conv.header, size);
    expectRefused(shorter.get(), "struct_size");
  }
  for (auto &[description, size] : shorterOnes()) {
    OtherSize shorter(description.get(), size);
    shorter.get()->struct_size -= 4;
    expectRefused(shorter.get(), "struct_size");
  }
}

/// A concat that ends before its last input.
TEST_F(StructSizeTest, NeedsAllInputs) {
  Description concat = shorterOnes().back().first;
  OtherSize shorter(concat.get(), offsetof(ascendrt_concat_desc, inputs[1]));
  expectRefused(shorter.get(), "input 1 has rank 0");
}
