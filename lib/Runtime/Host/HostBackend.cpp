//===- HostBackend.cpp - The backend that runs on the host ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostBackend.h"

#include "Host/Operators.h"
#include "Host/Primitive.h"
#include "Host/Threads.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace ascendrt;

/// What oneDNN said, in our words.
[[noreturn]] static void failWith(const std::string &what,
                                  const dnnl::error &error) {
  ascendrt_status status = ASCENDRT_BACKEND_ERROR;
  const char *reason = "error";
  switch (error.status) {
  case dnnl_out_of_memory:
    status = ASCENDRT_OUT_OF_MEMORY;
    reason = "out of memory";
    break;
  case dnnl_unimplemented:
    status = ASCENDRT_UNSUPPORTED;
    reason = "unimplemented";
    break;
  case dnnl_invalid_arguments:
    reason = "invalid arguments";
    break;
  case dnnl_runtime_error:
    reason = "runtime error";
    break;
  default:
    break;
  }
  fail(status, what, ": oneDNN: ", error.what(), " (", reason, ")");
}

namespace {
/// What surrounds each kernel: the number of threads, and words for errors.
class OutermostKernel final : public Kernel {
public:
  OutermostKernel(const KernelSpec &spec)
      : numThreads(spec.numThreads), what(toString(spec.desc)) {
    ThreadScope threads(numThreads);
    translate([&] { inner = createHostKernel(spec); });
    keepConstants(spec);
  }

  void execute(Execution &execution, void *const *args) const override {
    ThreadScope threads(numThreads);
    void *allArgs[ASCENDRT_MAX_CONCAT + 1];
    if (!constants.empty()) {
      std::copy(args, args + numArgs, allArgs);
      for (const Constant &constant : constants)
        allArgs[constant.index] = constant.copy.data();
      args = allArgs;
    }
    translate([&] { inner->execute(execution, args); });
  }

  void invalidate() const override { inner->invalidate(); }
  std::string getInfo() const override { return inner->getInfo(); }

private:
  template <typename Body>
  void translate(Body &&body) const {
    try {
      body();
    } catch (const dnnl::error &error) {
      failWith(what, error);
    }
  }

  void keepConstants(const KernelSpec &spec) {
    std::vector<Argument> arguments = getArguments(spec.desc);
    numArgs = arguments.size();
    for (size_t i = 0; i < numArgs; ++i) {
      if (!spec.constants[i] || packsConstant(spec.desc, i))
        continue;
      const ascendrt_tensor &tensor = arguments[i].tensor;
      Buffer copy(getSpan(tensor) * getElementSize(tensor.dtype));
      std::memcpy(copy.data(), spec.constants[i], copy.size());
      constants.push_back({i, std::move(copy)});
    }
  }

  struct Constant {
    size_t index;
    Buffer copy;
  };

  unsigned numThreads;
  std::string what;
  size_t numArgs = 0;
  std::vector<Constant> constants;
  std::unique_ptr<Kernel> inner;
};

class HostBackend final : public Backend {
public:
  const char *getName() const override { return "host"; }

  std::unique_ptr<Kernel> createKernel(const KernelSpec &spec) override {
    return std::make_unique<OutermostKernel>(spec);
  }

  void *allocate(size_t size) override {
    void *pointer = nullptr;
    if (posix_memalign(&pointer, minAlignment, size) != 0)
      fail(ASCENDRT_OUT_OF_MEMORY, "malloc: there is no memory for ", size,
           " bytes");
    return pointer;
  }

  void deallocate(void *pointer) override { std::free(pointer); }

  void copy(void *to, const void *from, size_t size,
            ascendrt_copy_kind kind) override {
    std::memmove(to, from, size);
  }
};
} // namespace

std::unique_ptr<Backend> ascendrt::createHostBackend() {
  return std::make_unique<HostBackend>();
}

static std::unique_ptr<Kernel> createDirectly(const KernelSpec &spec) {
  switch (spec.desc.op) {
  case ASCENDRT_OP_CONV:
    return cast<ascendrt_conv_desc>(spec.desc).flags & ASCENDRT_CONV_BATCH_NORM
               ? createConvBatchNorm(spec)
               : createConv(spec);
  case ASCENDRT_OP_MATMUL:
    return createMatMul(spec);
  case ASCENDRT_OP_POOL:
    return createPool(spec);
  case ASCENDRT_OP_ELTWISE:
    return createEltwise(spec);
  case ASCENDRT_OP_ACTIVATION:
    return createActivation(spec);
  case ASCENDRT_OP_BATCH_NORM:
    return createBatchNorm(spec);
  case ASCENDRT_OP_RESIZE:
    return createResize(spec);
  case ASCENDRT_OP_CONCAT:
    return createConcat(spec);
  case ASCENDRT_OP_SOFTMAX:
    return createSoftmax(spec);
  case ASCENDRT_OP_REDUCE:
    return createReduce(spec);
  case ASCENDRT_OP_COPY:
    return createCopy(spec);
  }
  fail(ASCENDRT_UNSUPPORTED, "there is no operator ", spec.desc.op);
}

/// oneDNN 2.6 computes nothing in f16.
static bool isDirect(const ascendrt_desc &desc) {
  if (desc.op == ASCENDRT_OP_COPY || desc.op == ASCENDRT_OP_CONCAT)
    return true;
  // Folds in f64, from whatever type.
  if (desc.op == ASCENDRT_OP_CONV &&
      cast<ascendrt_conv_desc>(desc).flags & ASCENDRT_CONV_BATCH_NORM)
    return true;
  std::vector<Argument> arguments = getArguments(desc);
  return std::none_of(
      arguments.begin(), arguments.end(), [](const Argument &argument) {
        return argument.isPresent && argument.tensor.dtype == ASCENDRT_F16;
      });
}

bool ascendrt::packsConstant(const ascendrt_desc &desc, size_t index) {
  switch (desc.op) {
  case ASCENDRT_OP_CONV: // filter, bias, parameters of the batch norm
    return index == 1 || index == 2 || index >= 5;
  case ASCENDRT_OP_MATMUL: // lhs, rhs, bias
    return index <= 2;
  case ASCENDRT_OP_BATCH_NORM: // gamma, beta, mean, variance
    return index >= 1 && index <= 4;
  }
  return false;
}

std::unique_ptr<Kernel> ascendrt::createHostKernel(const KernelSpec &spec) {
  std::string reason;
  try {
    if (isDirect(spec.desc))
      return createDirectly(spec);
  } catch (const Error &error) {
    if (error.getStatus() != ASCENDRT_UNSUPPORTED)
      throw;
    reason = error.what();
  } catch (const dnnl::error &error) {
    if (error.status == dnnl_out_of_memory)
      throw;
    reason = error.what();
  }
  // NC1HWC0 that stays saves two copies: try f32 alone first.
  auto toF32 = [](Argument &argument) {
    argument.tensor.dtype = ASCENDRT_F32;
    if (isStrided(argument.tensor))
      makeDense(argument.tensor);
  };
  if (auto kernel = createAdapted(spec, toF32))
    return kernel;
  if (auto kernel = createAdapted(spec, adaptToF32))
    return kernel;
  fail(ASCENDRT_UNSUPPORTED, toString(spec.desc), ": ", reason);
}
