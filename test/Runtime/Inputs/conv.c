//===- conv.c - A C program that runs a convolution -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ascendrt/ascendrt.h"

#include <stdio.h>

static int check(ascendrt_status status) {
  if (status != ASCENDRT_OK)
    fprintf(stderr, "%s: %s\n", ascendrt_status_string(status),
            ascendrt_last_error());
  return status == ASCENDRT_OK;
}

static ascendrt_tensor image(int64_t channels, int64_t height, int64_t width) {
  ascendrt_tensor tensor = {
      .dtype = ASCENDRT_F32,
      .rank = 4,
      .dims = {1, channels, height, width},
      .strides = {channels * height * width, height * width, width, 1}};
  return tensor;
}

/// A filter that adds up windows of 2x2, and a ReLU.
static ascendrt_conv_desc describe(void) {
  ascendrt_conv_desc desc = {
      .header = {.struct_size = sizeof desc, .op = ASCENDRT_OP_CONV},
      .num_spatial = 2,
      .input = image(1, 3, 3),
      .filter = {.dtype = ASCENDRT_F32,
                 .rank = 5,
                 .dims = {1, 1, 1, 2, 2},
                 .strides = {4, 4, 4, 2, 1}},
      .output = image(1, 2, 2),
      .strides = {1, 1},
      .dilations = {1, 1},
      .epilogue = {.count = 1, .steps = {{.function = ASCENDRT_RELU}}}};
  return desc;
}

static int run(ascendrt_device *device, ascendrt_stream *stream) {
  float input[9] = {1, 2, 3, 4, 5, 6, -7, -8, -9};
  float filter[4] = {1, 1, 1, 1};
  float output[4] = {0};
  ascendrt_conv_desc desc = describe();
  const void *constants[] = {NULL, filter};
  void *args[] = {input, NULL, NULL, NULL, output};
  ascendrt_plan *plan = NULL;
  int ok = check(ascendrt_plan_create(device, &desc.header, constants, 2, 0,
                                      &plan)) &&
           check(ascendrt_plan_execute(plan, stream, args, 5)) &&
           check(ascendrt_stream_synchronize(stream));
  // A sum with 0 has no sign where it is 0.
  for (int i = 0; ok && i < 4; ++i)
    printf("%g\n", output[i] + 0);
  ascendrt_plan_destroy(plan);
  return ok;
}

int main(void) {
  ascendrt_device *device = NULL;
  ascendrt_stream *stream = NULL;
  int ok = check(ascendrt_device_open(NULL, &device)) &&
           check(ascendrt_stream_create(device, 0, &stream)) &&
           run(device, stream);
  ascendrt_stream_destroy(stream);
  return check(ascendrt_device_close(device)) && ok ? 0 : 1;
}
