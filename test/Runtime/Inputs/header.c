//===- header.c - The header alone, in C and in C++ -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ascendrt/ascendrt.h"

// A second time: nothing is defined twice.
#include "ascendrt/ascendrt.h"

#ifdef __cplusplus
#define CHECK(CONDITION) static_assert(CONDITION, #CONDITION)
#else
#define CHECK(CONDITION) _Static_assert(CONDITION, #CONDITION)
#endif

// Compiled code writes these structs by their offsets.
CHECK(sizeof(ascendrt_tensor) == 16 + 8 * 2 * ASCENDRT_MAX_RANK);
CHECK(sizeof(ascendrt_epilogue) == 4 + 12 * ASCENDRT_MAX_EPILOGUE);
CHECK(offsetof(ascendrt_conv_desc, header) == 0);
CHECK(offsetof(ascendrt_conv_desc, input) == 24);
CHECK(offsetof(ascendrt_conv_desc, strides) == 24 + 4 * 112);
CHECK(offsetof(ascendrt_conv_desc, epsilon) == 24 + 4 * 112 + 4 * 24);

// No padding: it would be part of what is compared byte by byte.
CHECK(sizeof(ascendrt_conv_desc) ==
      offsetof(ascendrt_conv_desc, reserved) + sizeof(uint32_t));
CHECK(sizeof(ascendrt_matmul_desc) ==
      offsetof(ascendrt_matmul_desc, reserved2) + sizeof(uint32_t));
CHECK(sizeof(ascendrt_eltwise_desc) ==
      offsetof(ascendrt_eltwise_desc, reserved2) + sizeof(uint32_t));
CHECK(sizeof(ascendrt_activation_desc) ==
      offsetof(ascendrt_activation_desc, reserved) + sizeof(uint32_t));
CHECK(sizeof(ascendrt_batch_norm_desc) ==
      offsetof(ascendrt_batch_norm_desc, reserved2) + sizeof(uint32_t));
CHECK(sizeof(ascendrt_pool_desc) == 16 + 2 * 112 + 5 * 24);
CHECK(sizeof(ascendrt_resize_desc) == 16 + 2 * 112 + 3 * 24);
CHECK(sizeof(ascendrt_concat_desc) == 16 + 112 * (1 + ASCENDRT_MAX_CONCAT));
CHECK(sizeof(ascendrt_softmax_desc) == 16 + 2 * 112);
CHECK(sizeof(ascendrt_reduce_desc) == 16 + 2 * 112);
CHECK(sizeof(ascendrt_copy_desc) == 8 + 2 * 112);
CHECK(sizeof(ascendrt_site) == sizeof(void *));

// New operators move nothing.
CHECK(ASCENDRT_NUM_OPS <= ASCENDRT_MAX_OPS);
CHECK(offsetof(ascendrt_counters, launches) == 8);
CHECK(offsetof(ascendrt_counters, nanoseconds) == 8 + 8 * 32);
CHECK(offsetof(ascendrt_counters, bytes_read) == 8 + 2 * 8 * 32);
CHECK(sizeof(ascendrt_counters) == 8 + 2 * 8 * 32 + 4 * 8);

// Sizes are multiples of 8, and there is room for more fields.
CHECK(sizeof(ascendrt_conv_desc) % 8 == 0);
CHECK(sizeof(ascendrt_concat_desc) % 8 == 0);
CHECK(sizeof(ascendrt_concat_desc) < ASCENDRT_MAX_STRUCT_SIZE / 2);
