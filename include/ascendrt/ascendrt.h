//===- ascendrt.h - Runtime of the ascend dialect -----------------*- C -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans and runs the operators of convolutional networks. C11 and C++17.
//
// An operator is described by a struct without pointers. From it a plan is
// made once: the algorithm is chosen and constant weights are packed. The
// plan is then executed many times:
//
//    ascendrt_device_open    ascendrt_stream_create
//    ascendrt_plan_create    ascendrt_plan_execute …   ascendrt_plan_destroy
//
// Nothing here prints, exits or throws. Every function that can fail returns
// a status; ascendrt_last_error() gives the words.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDRT_ASCENDRT_H
#define ASCENDRT_ASCENDRT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ASCENDRT_API __attribute__((visibility("default")))
#else
#define ASCENDRT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The major version changes when old callers would break. */
#define ASCENDRT_VERSION_MAJOR 1
#define ASCENDRT_VERSION_MINOR 0

/* Largest rank of a tensor, largest number of spatial dims. */
#define ASCENDRT_MAX_RANK 6
#define ASCENDRT_MAX_SPATIAL 3
#define ASCENDRT_MAX_EPILOGUE 6
#define ASCENDRT_MAX_CONCAT 32

/* Entries of the counters, more than there are operators. */
#define ASCENDRT_MAX_OPS 32

/* No struct_size is larger, whatever the version. */
#define ASCENDRT_MAX_STRUCT_SIZE 8192

//===----------------------------------------------------------------------===//
// Status
//===----------------------------------------------------------------------===//

typedef enum ascendrt_status {
  ASCENDRT_OK = 0,
  ASCENDRT_INVALID_ARGUMENT = 1, /* the call is wrong */
  ASCENDRT_UNSUPPORTED = 2,      /* right, but this backend cannot */
  ASCENDRT_OUT_OF_MEMORY = 3,
  ASCENDRT_UNAVAILABLE = 4, /* no such backend, library or device */
  ASCENDRT_BACKEND_ERROR = 5,
  ASCENDRT_IO_ERROR = 6 /* the trace cannot be written */
} ascendrt_status;

/* ASCENDRT_VERSION_MAJOR * 1000 + ASCENDRT_VERSION_MINOR of the library. */
ASCENDRT_API uint32_t ascendrt_version(void);

/* The last error of the calling thread, one line without a newline; "" when
   there was none. Valid until the thread's next failing call. */
ASCENDRT_API const char *ascendrt_last_error(void);

/* The name of a status: "invalid argument", … Static. */
ASCENDRT_API const char *ascendrt_status_string(ascendrt_status status);

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/* A backend and what belongs to it. Thread-safe. Must outlive its streams and
   plans. */
typedef struct ascendrt_device ascendrt_device;

/* `backend`: "host" (oneDNN), "cann" (Ascend NPU), or NULL for the environment
   variable ASCENDRT_BACKEND, "host" when that is not set.
   ASCENDRT_TRACE=file.json records a trace of the device. */
ASCENDRT_API ascendrt_status ascendrt_device_open(const char *backend,
                                                  ascendrt_device **device);

/* Writes the trace, if there is one, and frees the device. NULL is allowed. */
ASCENDRT_API ascendrt_status ascendrt_device_close(ascendrt_device *device);

/* "host" or "cann". Lives as long as the device. */
ASCENDRT_API const char *ascendrt_device_backend(const ascendrt_device *device);

/* Starts to record every execution on this device. The file is written when
   the device is closed, in the Trace Event Format that chrome://tracing and
   Perfetto read; it appears whole or not at all. While a trace is recorded, a
   call starts anew: what was recorded is dropped, the former path is not
   written. A call that fails changes nothing. */
ASCENDRT_API ascendrt_status ascendrt_device_trace(ascendrt_device *device,
                                                   const char *path);

/* Memory of the device, aligned to 64 bytes, not initialised; on "host" it is
   ordinary memory. Size 0 gives NULL. */
ASCENDRT_API ascendrt_status ascendrt_malloc(ascendrt_device *device,
                                             size_t size, void **pointer);
ASCENDRT_API ascendrt_status ascendrt_free(ascendrt_device *device,
                                           void *pointer);

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/* A queue of executions in order, with its own threads, arena, workspace and
   counters. Used by one thread at a time; different streams are independent.

   The first error of an execution stays with the stream: later executions do
   nothing and return the same status until ascendrt_stream_synchronize has
   reported it. */
typedef struct ascendrt_stream ascendrt_stream;

/* `num_threads` 0: the environment variable ASCENDRT_NUM_THREADS, else one for
   each core. */
ASCENDRT_API ascendrt_status ascendrt_stream_create(ascendrt_device *device,
                                                    uint32_t num_threads,
                                                    ascendrt_stream **stream);
ASCENDRT_API void ascendrt_stream_destroy(ascendrt_stream *stream);
ASCENDRT_API ascendrt_device *
ascendrt_stream_device(const ascendrt_stream *stream);

/* Waits for all executions; reports and clears the stream's error. */
ASCENDRT_API ascendrt_status
ascendrt_stream_synchronize(ascendrt_stream *stream);

/* The stream's arena, at least `size` bytes, aligned to 64, every page touched.
   It is the same memory at every call unless it had to grow; contents last
   until the next call. NULL, and an error of the stream, when there is no
   memory; NULL, too, as long as the stream has an error, since what would use
   the arena does nothing. */
ASCENDRT_API void *ascendrt_stream_arena(ascendrt_stream *stream,
                                         uint64_t size);

typedef enum ascendrt_copy_kind {
  ASCENDRT_HOST_TO_DEVICE = 1,
  ASCENDRT_DEVICE_TO_HOST = 2,
  ASCENDRT_DEVICE_TO_DEVICE = 3
} ascendrt_copy_kind;

ASCENDRT_API ascendrt_status ascendrt_memcpy(ascendrt_stream *stream, void *to,
                                             const void *from, size_t size,
                                             ascendrt_copy_kind kind);

//===----------------------------------------------------------------------===//
// Operators
//
// Structs begin with their size, hold no pointers, and are zero where nothing
// is said: two that are equal byte by byte describe the same operator.
//
// Versions: a minor version adds fields at the end of a struct, zero meaning
// what there was before, and new values of enums and flags; it moves nothing
// and changes no ASCENDRT_MAX_…. The library reads struct_size bytes, a
// multiple of 8:
//  - fewer than it knows, as older callers have: the rest counts as zeros. What
//    no operator of the kind can do without has to be there; a concat may end
//    behind the inputs that it has;
//  - more than it knows: the rest has to be zero, or else the struct needs a
//    newer library and is refused (ASCENDRT_INVALID_ARGUMENT), as unknown enums
//    and flags are.
//
// Numbers: no value of an element is an error. Left to the kernel is
//  - whether a NaN passes through a maximum or minimum (max, min, relu, clamp,
//    the hard functions, max pooling, reduce);
//  - what sigmoid, tanh, silu, gelu and softmax make of NaN and infinities;
//  - whether what counts for nothing (padding, an element that a linear resize
//    gives the weight 0) is multiplied, by or as an infinity or NaN;
//  - the order of a sum, where that decides about an overflow.
// All else follows IEEE 754: a NaN stays one.
//===----------------------------------------------------------------------===//

typedef enum ascendrt_dtype {
  ASCENDRT_F32 = 0,
  ASCENDRT_F16 = 1, /* binary16 */
  ASCENDRT_BF16 = 2
} ascendrt_dtype;

typedef enum ascendrt_format {
  /* Element (i, j, …) lies i * strides[0] + j * strides[1] + … elements behind
     the pointer. */
  ASCENDRT_STRIDED = 0,
  /* Dims N, C, H, W stored as [N, ceil(C/16), H, W, 16], the rest of the last
     block zero; strides are not used. oneDNN's nChw16c; the NC1HWC0 of f16. */
  ASCENDRT_NC1HWC0 = 1
} ascendrt_format;

/* A tensor of `rank` dims, 1 to ASCENDRT_MAX_RANK. The unit of dims and strides
   is an element; strides are not negative, and 0 only in what is read. */
typedef struct ascendrt_tensor {
  int32_t dtype;
  int32_t format;
  int32_t rank;
  int32_t reserved;
  int64_t dims[ASCENDRT_MAX_RANK];
  int64_t strides[ASCENDRT_MAX_RANK];
} ascendrt_tensor;

typedef enum ascendrt_function {
  ASCENDRT_RELU = 1,
  ASCENDRT_LEAKY_RELU = 2, /* x < 0 ? alpha * x : x */
  ASCENDRT_CLAMP = 3,      /* min(max(x, alpha), beta) */
  ASCENDRT_SIGMOID = 4,
  ASCENDRT_TANH = 5,
  ASCENDRT_SILU = 6,         /* x * sigmoid(x) */
  ASCENDRT_HARD_SWISH = 7,   /* x * min(max(x + 3, 0), 6) / 6 */
  ASCENDRT_HARD_SIGMOID = 8, /* min(max(alpha * x + beta, 0), 1) */
  ASCENDRT_GELU_ERF = 9,     /* x * (1 + erf(x / sqrt(2))) / 2 */
  ASCENDRT_GELU_TANH = 10,   /* its approximation with tanh */
  ASCENDRT_RESIDUAL = 11,    /* adds the residual argument */
  ASCENDRT_GATE = 12         /* multiplies by the residual argument */
} ascendrt_function;

typedef struct ascendrt_epilogue_step {
  int32_t function;
  float alpha;
  float beta;
} ascendrt_epilogue_step;

/* Applied to the result in f32, in order. */
typedef struct ascendrt_epilogue {
  uint32_t count;
  ascendrt_epilogue_step steps[ASCENDRT_MAX_EPILOGUE];
} ascendrt_epilogue;

typedef enum ascendrt_op {
  ASCENDRT_OP_CONV = 0,
  ASCENDRT_OP_MATMUL = 1,
  ASCENDRT_OP_POOL = 2,
  ASCENDRT_OP_ELTWISE = 3,
  ASCENDRT_OP_ACTIVATION = 4,
  ASCENDRT_OP_BATCH_NORM = 5,
  ASCENDRT_OP_RESIZE = 6,
  ASCENDRT_OP_CONCAT = 7,
  ASCENDRT_OP_SOFTMAX = 8,
  ASCENDRT_OP_REDUCE = 9,
  ASCENDRT_OP_COPY = 10,
  ASCENDRT_NUM_OPS = 11
} ascendrt_op;

typedef struct ascendrt_desc {
  uint32_t struct_size; /* of the whole struct that begins with this one */
  int32_t op;
} ascendrt_desc;

typedef enum ascendrt_conv_flags {
  ASCENDRT_CONV_BIAS = 1,
  /* The residual argument is used by a step of the epilogue. */
  ASCENDRT_CONV_RESIDUAL = 2,
  ASCENDRT_CONV_TRANSPOSED = 4,
  /* Gamma, beta, mean and variance are arguments: Conv2DBatchNorm. They are
     folded into filter and bias, in f64, once for each set of values. */
  ASCENDRT_CONV_BATCH_NORM = 8,
  /* With the former: the caller promises to call …_invalidate after a change
     of filter, bias or parameters; otherwise they are compared at each run. */
  ASCENDRT_CONV_FROZEN = 16,
  /* The residual is the very memory of the output, at every execution: a plan
     that knows adds to what is there. Without it that is allowed, and slower.
     Not with a GATE in the epilogue. */
  ASCENDRT_CONV_IN_PLACE = 32
} ascendrt_conv_flags;

/* Convolution (cross-correlation) over 1 to 3 spatial dims.

   Arguments: 0 input, 1 filter, 2 bias or NULL, 3 residual or NULL, 4 output,
   and with BATCH_NORM 5 gamma, 6 beta, 7 mean, 8 variance.

   input, output, residual: dims N, C, spatial…; residual dims equal the
   output's (it may be the very memory of the output).
   filter: dims G, O/G, I/G, spatial…; bias and parameters: vectors of O.
   Not transposed: out = (in + before + after - dilation * (k - 1) - 1) / stride
   + 1, rounded down. Transposed (the gradient of that convolution with respect
   to its input): out = (in - 1) * stride + dilation * (k - 1) + 1 - before -
   after; `after` may be negative there.
   bias_dtype and parameter_dtype: of arguments 2 and 5 to 8. */
typedef struct ascendrt_conv_desc {
  ascendrt_desc header;
  uint32_t flags;
  int32_t num_spatial;
  int32_t bias_dtype;
  int32_t parameter_dtype;
  ascendrt_tensor input, filter, residual, output;
  int64_t strides[ASCENDRT_MAX_SPATIAL];
  int64_t dilations[ASCENDRT_MAX_SPATIAL];
  int64_t pad_before[ASCENDRT_MAX_SPATIAL];
  int64_t pad_after[ASCENDRT_MAX_SPATIAL];
  double epsilon;
  ascendrt_epilogue epilogue;
  uint32_t reserved;
} ascendrt_conv_desc;

/* Arguments: 0 lhs, 1 rhs, 2 bias or NULL, 3 residual or NULL, 4 output.
   lhs [B…, M, K], rhs [B…, K, N], output [B…, M, N] (transposes are strides; a
   batch dim of 1 broadcasts); bias: a vector of N when has_bias is 1; residual:
   like the output. */
typedef struct ascendrt_matmul_desc {
  ascendrt_desc header;
  int32_t has_bias;
  int32_t has_residual;
  int32_t bias_dtype;
  uint32_t reserved;
  ascendrt_tensor lhs, rhs, residual, output;
  ascendrt_epilogue epilogue;
  uint32_t reserved2;
} ascendrt_matmul_desc;

typedef enum ascendrt_pool_kind {
  ASCENDRT_POOL_MAX = 0,
  ASCENDRT_POOL_AVG = 1,             /* padding does not count */
  ASCENDRT_POOL_AVG_WITH_PADDING = 2 /* padding counts as zeros */
} ascendrt_pool_kind;

/* Arguments: 0 input, 1 output; dims N, C, spatial…. The output's dims follow
   as those of a convolution that is not transposed. No window lies in the
   padding alone. */
typedef struct ascendrt_pool_desc {
  ascendrt_desc header;
  int32_t kind;
  int32_t num_spatial;
  ascendrt_tensor input, output;
  int64_t kernel[ASCENDRT_MAX_SPATIAL];
  int64_t strides[ASCENDRT_MAX_SPATIAL];
  int64_t dilations[ASCENDRT_MAX_SPATIAL];
  int64_t pad_before[ASCENDRT_MAX_SPATIAL];
  int64_t pad_after[ASCENDRT_MAX_SPATIAL];
} ascendrt_pool_desc;

typedef enum ascendrt_eltwise_kind {
  ASCENDRT_ADD = 0,
  ASCENDRT_SUB = 1,
  ASCENDRT_MUL = 2,
  ASCENDRT_DIV = 3,
  ASCENDRT_MAX = 4,
  ASCENDRT_MIN = 5
} ascendrt_eltwise_kind;

/* Arguments: 0 lhs, 1 rhs, 2 output. Ranks are equal; a dim of 1 in lhs or rhs
   broadcasts. The output may be the memory of an operand of the same strides.
   No step of the epilogue is a RESIDUAL or a GATE. */
typedef struct ascendrt_eltwise_desc {
  ascendrt_desc header;
  int32_t kind;
  uint32_t reserved;
  ascendrt_tensor lhs, rhs, output;
  ascendrt_epilogue epilogue;
  uint32_t reserved2;
} ascendrt_eltwise_desc;

/* Arguments: 0 input, 1 output, of the same dims; the output may be the memory
   of an input of the same strides. No step of the epilogue is a RESIDUAL or a
   GATE. */
typedef struct ascendrt_activation_desc {
  ascendrt_desc header;
  ascendrt_tensor input, output;
  ascendrt_epilogue epilogue;
  uint32_t reserved;
} ascendrt_activation_desc;

/* (x - mean) / sqrt(variance + epsilon) * gamma + beta, for each channel.
   Arguments: 0 input, 1 gamma, 2 beta, 3 mean, 4 variance, 5 output; dims N, C,
   spatial…; parameters are vectors of C. The output may be the input. */
typedef struct ascendrt_batch_norm_desc {
  ascendrt_desc header;
  int32_t parameter_dtype;
  uint32_t reserved;
  double epsilon;
  ascendrt_tensor input, output;
  ascendrt_epilogue epilogue;
  uint32_t reserved2;
} ascendrt_batch_norm_desc;

typedef enum ascendrt_resize_kind {
  ASCENDRT_RESIZE_NEAREST_FLOOR = 0, /* floor(x) */
  ASCENDRT_RESIZE_NEAREST_ROUND = 1, /* floor(x + 1/2) */
  ASCENDRT_RESIZE_LINEAR = 2
} ascendrt_resize_kind;

/* Arguments: 0 input, 1 output; dims N, C, spatial…. Output index o of spatial
   dim d is read at x = (o * denominator[d] + offset[d]) / numerator[d], an
   exact quotient of integers; indices outside are clamped to the border. */
typedef struct ascendrt_resize_desc {
  ascendrt_desc header;
  int32_t kind;
  int32_t num_spatial;
  ascendrt_tensor input, output;
  int64_t numerator[ASCENDRT_MAX_SPATIAL];
  int64_t denominator[ASCENDRT_MAX_SPATIAL];
  int64_t offset[ASCENDRT_MAX_SPATIAL];
} ascendrt_resize_desc;

/* Arguments: the inputs, then the output. All STRIDED, dims equal but for
   `axis`. */
typedef struct ascendrt_concat_desc {
  ascendrt_desc header;
  int32_t axis;
  uint32_t num_inputs;
  ascendrt_tensor output;
  ascendrt_tensor inputs[ASCENDRT_MAX_CONCAT];
} ascendrt_concat_desc;

/* Arguments: 0 input, 1 output. */
typedef struct ascendrt_softmax_desc {
  ascendrt_desc header;
  int32_t axis;
  uint32_t reserved;
  ascendrt_tensor input, output;
} ascendrt_softmax_desc;

typedef enum ascendrt_reduce_kind {
  ASCENDRT_REDUCE_SUM = 0,
  ASCENDRT_REDUCE_MEAN = 1,
  ASCENDRT_REDUCE_MAX = 2,
  ASCENDRT_REDUCE_MIN = 3
} ascendrt_reduce_kind;

/* Arguments: 0 input, 1 output. Ranks are equal; the output's dim is 1 where it
   is reduced. */
typedef struct ascendrt_reduce_desc {
  ascendrt_desc header;
  int32_t kind;
  uint32_t reserved;
  ascendrt_tensor input, output;
} ascendrt_reduce_desc;

/* Arguments: 0 input, 1 output, of the same dims: changes strides (a transpose,
   a slice), format (pack, unpack) and type. */
typedef struct ascendrt_copy_desc {
  ascendrt_desc header;
  ascendrt_tensor input, output;
} ascendrt_copy_desc;

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/* An operator ready to run. Immutable but for the parameter sets of
   Conv2DBatchNorm, which are guarded: several streams may execute one plan at
   the same time. */
typedef struct ascendrt_plan ascendrt_plan;

/* `constants[i]`, in host memory, is argument i when its contents never change,
   else NULL; they are packed or copied here and need not live on.
   `num_threads` 0: as for a stream. */
ASCENDRT_API ascendrt_status ascendrt_plan_create(ascendrt_device *device,
                                                  const ascendrt_desc *desc,
                                                  const void *const *constants,
                                                  uint32_t num_constants,
                                                  uint32_t num_threads,
                                                  ascendrt_plan **plan);
ASCENDRT_API void ascendrt_plan_destroy(ascendrt_plan *plan);

/* `args` are pointers to device memory in the operator's order; those that were
   constants may be NULL. */
ASCENDRT_API ascendrt_status ascendrt_plan_execute(ascendrt_plan *plan,
                                                   ascendrt_stream *stream,
                                                   void *const *args,
                                                   uint32_t num_args);

/* Forgets the folded parameters of a Conv2DBatchNorm. */
ASCENDRT_API ascendrt_status ascendrt_plan_invalidate(ascendrt_plan *plan);

/* How the plan runs, such as "brgconv:avx512_core". Lives as long as the plan.
 */
ASCENDRT_API const char *ascendrt_plan_info(const ascendrt_plan *plan);

/* Plans that a site keeps. */
#define ASCENDRT_MAX_SITE_PLANS 64

/* The plans of one call site of compiled code: zero-initialised memory that
   the runtime fills at the first call, one plan for each description, constant
   address, device and number of threads. It keeps the first plan, which is
   found fastest, and the ASCENDRT_MAX_SITE_PLANS - 1 others that were used
   last; a plan that was dropped is made again when it is needed again, from the
   constants as they are then. Thread-safe. */
typedef struct ascendrt_site {
  void *head;
} ascendrt_site;

/* Finds or makes the plan and executes it. Bit i of `constant_mask`: argument i
   lies in host memory and never changes. */
ASCENDRT_API ascendrt_status ascendrt_site_execute(
    ascendrt_site *site, ascendrt_stream *stream, const ascendrt_desc *desc,
    void *const *args, uint32_t num_args, uint32_t constant_mask);

/* ascendrt_plan_invalidate on every plan of the site. */
ASCENDRT_API ascendrt_status ascendrt_site_invalidate(ascendrt_site *site);

/* Destroys the plans. No other thread may use the site at that time. */
ASCENDRT_API void ascendrt_site_clear(ascendrt_site *site);

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/* Since the stream was created or reset. */
typedef struct ascendrt_counters {
  /* Set by the caller. So many bytes are written: fewer for an older caller,
     zeros behind what this version counts. */
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t launches[ASCENDRT_MAX_OPS]; /* of each ascendrt_op */
  uint64_t nanoseconds[ASCENDRT_MAX_OPS];
  uint64_t bytes_read, bytes_written; /* of tensors, by the operators */
  uint64_t arena_bytes, workspace_bytes;
} ascendrt_counters;

ASCENDRT_API ascendrt_status ascendrt_stream_counters(
    const ascendrt_stream *stream, ascendrt_counters *counters);
ASCENDRT_API void ascendrt_stream_reset_counters(ascendrt_stream *stream);

/* "conv", "batch_norm", …; NULL for an unknown op. Static. */
ASCENDRT_API const char *ascendrt_op_name(int32_t op);

#ifdef __cplusplus
}
#endif

#endif // ASCENDRT_ASCENDRT_H
