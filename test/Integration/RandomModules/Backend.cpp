//===- Backend.cpp - Modules on the runtime -------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Descriptor.h"

#include "AscendFold/Conversion/AscendToLLVM/AscendToLLVM.h"
#include "AscendFold/Dialect/Ascend/IR/Ascend.h"
#include "AscendFold/Pipelines/Pipelines.h"
#include "ascendrt/ascendrt.h"

#include "mlir/ExecutionEngine/CRunnerUtils.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/Support/Error.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::difftest;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

BackendVariant::BackendVariant(MLIRContext *context, StringRef name, bool folds,
                               bool fuses, BackendDamage damage)
    : name(name), damage(damage),
      toAscend(context, ModuleOp::getOperationName()),
      toLLVM(context, ModuleOp::getOperationName()) {
  AscendPipelineOptions options;
  options.fold = folds;
  options.fuse = fuses;
  buildAscendPipeline(toLLVM, options);
  options.stage = PipelineStage::Fused;
  buildAscendPipeline(toAscend, options);
}

/// Reverses epilogues, or swaps the padding of a convolution before and after
/// its last dim.
static void applyDamage(ModuleOp module, BackendDamage damage) {
  Builder builder(module.getContext());
  module.walk([&](Operation *op) {
    if (damage == BackendDamage::Epilogue) {
      auto epilogue = op->getAttrOfType<ArrayAttr>("epilogue");
      if (!epilogue)
        return;
      SmallVector<Attribute> steps(llvm::reverse(epilogue));
      op->setAttr("epilogue", builder.getArrayAttr(steps));
      return;
    }
    auto padding = op->getAttrOfType<DenseI64ArrayAttr>("pad");
    if (!padding)
      return;
    SmallVector<int64_t> pads(padding.asArrayRef());
    std::swap(pads[pads.size() - 2], pads[pads.size() - 1]);
    op->setAttr("pad", builder.getDenseI64ArrayAttr(pads));
  });
}

LogicalResult BackendVariant::lower(ModuleOp module) {
  if (damage != BackendDamage::None) {
    if (failed(toAscend.run(module)))
      return failure();
    applyDamage(module, damage);
  }
  return toLLVM.run(module);
}

//===----------------------------------------------------------------------===//
// Runtime
//===----------------------------------------------------------------------===//

Backend::Backend(unsigned numThreads) {
  if (ascendrt_device_open("host", &device) != ASCENDRT_OK ||
      ascendrt_stream_create(device, numThreads, &stream) != ASCENDRT_OK)
    llvm::report_fatal_error(ascendrt_last_error());
}

Backend::~Backend() {
  ascendrt_stream_destroy(stream);
  (void)ascendrt_device_close(device);
}

namespace {

/// Device memory with a copy of some bytes.
class DeviceBuffer {
public:
  DeviceBuffer(ascendrt_device *device, ascendrt_stream *stream, size_t size)
      : device(device), stream(stream), size(size) {
    if (ascendrt_malloc(device, size, &data) != ASCENDRT_OK)
      llvm::report_fatal_error(ascendrt_last_error());
  }
  DeviceBuffer(DeviceBuffer &&other)
      : device(other.device), stream(other.stream), size(other.size),
        data(std::exchange(other.data, nullptr)) {}
  ~DeviceBuffer() { (void)ascendrt_free(device, data); }

  void write(const char *from) { copy(data, from, ASCENDRT_HOST_TO_DEVICE); }
  std::vector<char> read() const {
    std::vector<char> bytes(size);
    copy(bytes.data(), data, ASCENDRT_DEVICE_TO_HOST);
    return bytes;
  }
  void *get() const { return data; }
  size_t getSize() const { return size; }

private:
  void copy(void *to, const void *from, ascendrt_copy_kind kind) const {
    if (size != 0)
      (void)ascendrt_memcpy(stream, to, from, size, kind);
    (void)ascendrt_stream_synchronize(stream);
  }

  ascendrt_device *device;
  ascendrt_stream *stream;
  size_t size;
  void *data = nullptr;
};

using Bytes = std::vector<std::vector<char>>;

/// The tensors of a call, in device memory.
class Tensors {
public:
  Tensors(ascendrt_device *device, ascendrt_stream *stream)
      : device(device), stream(stream) {}

  void add(const Tensor &tensor, Descriptor descriptor) {
    size_t size =
        getNumElements(ArrayRef(descriptor.words).slice(3, tensor.rank())) *
        (getBitWidth(tensor.type) / 8);
    buffers.emplace_back(device, stream, size);
    descriptor.setBuffer(buffers.back().get());
    descriptors.push_back(std::move(descriptor));
  }

  /// NaNs in every type, so that what a run forgets to write is seen.
  void fillWithNans() {
    for (DeviceBuffer &buffer : buffers)
      buffer.write(std::vector<char>(buffer.getSize(), char(0xFF)).data());
  }

  Bytes read() const {
    Bytes bytes;
    for (const DeviceBuffer &buffer : buffers)
      bytes.push_back(buffer.read());
    return bytes;
  }

  std::vector<DeviceBuffer> buffers;
  std::vector<Descriptor> descriptors;

private:
  ascendrt_device *device;
  ascendrt_stream *stream;
};

} // namespace

/// What compiled code calls.
static llvm::orc::SymbolMap getSymbols(llvm::orc::MangleAndInterner intern) {
  llvm::orc::SymbolMap map;
  auto add = [&](StringRef name, auto *function) {
    map[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                         llvm::JITSymbolFlags::Exported |
                             llvm::JITSymbolFlags::Callable};
  };
  add("ascendrt_site_execute", &ascendrt_site_execute);
  add("ascendrt_site_invalidate", &ascendrt_site_invalidate);
  add("ascendrt_site_clear", &ascendrt_site_clear);
  add("ascendrt_stream_arena", &ascendrt_stream_arena);
  add("ascendrt_memcpy", &ascendrt_memcpy);
  add("memrefCopy", &memrefCopy);
  return map;
}

static std::unique_ptr<ExecutionEngine> compile(ModuleOp lowered,
                                                std::string &error) {
  ExecutionEngineOptions options;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::None;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(lowered, options);
  if (!engine) {
    error = llvm::toString(engine.takeError());
    return nullptr;
  }
  (*engine)->registerSymbols(getSymbols);
  return std::move(*engine);
}

FailureOr<std::vector<Output>> Backend::run(ModuleOp lowered,
                                            const RandomModule &module,
                                            const std::vector<Output> &expected,
                                            std::string &error) {
  const bool hasSites = lowered.lookupSymbol(kDestroySitesName) != nullptr;
  std::unique_ptr<ExecutionEngine> engine = compile(lowered, error);
  if (!engine)
    return failure();

  Tensors arguments(device, stream), results(device, stream);
  Bytes inputs(module.arguments.size());
  for (auto [i, tensor] : llvm::enumerate(module.arguments)) {
    arguments.add(tensor,
                  Descriptor::makeArgument(tensor, /*seed=*/i + 1, inputs[i]));
    arguments.buffers.back().write(inputs[i].data());
    inputs[i].resize(arguments.buffers.back().getSize());
  }
  for (auto [tensor, output] : llvm::zip_equal(module.results, expected))
    results.add(tensor, Descriptor(output.shape));

  ascendrt_stream *parameter = stream;
  std::vector<void *> pointers = {parameter}, packed;
  for (Tensors *tensors : {&arguments, &results})
    for (Descriptor &descriptor : tensors->descriptors)
      pointers.push_back(descriptor.words.data());
  for (void *&pointer : pointers)
    packed.push_back(&pointer);

  // The first run makes the plans, the second one uses them.
  Bytes first, second;
  for (Bytes *bytes : {&first, &second}) {
    results.fillWithNans();
    if (llvm::Error failed = engine->invokePacked("_mlir_ciface_main", packed))
      error = llvm::toString(std::move(failed));
    else if (ascendrt_stream_synchronize(stream) != ASCENDRT_OK)
      error = ascendrt_last_error();
    else if (arguments.read() != inputs)
      error = "the run has written to an argument";
    if (!error.empty())
      break;
    *bytes = results.read();
  }
  if (error.empty() && first != second)
    error = "the second run gives other bits than the first one";
  if (hasSites) {
    auto destroy = engine->lookupPacked(kDestroySitesName);
    if (destroy)
      (*destroy)(nullptr);
    else
      error = llvm::toString(destroy.takeError());
  }
  if (!error.empty())
    return failure();

  std::vector<Output> outputs;
  for (auto [tensor, descriptor, bytes] :
       llvm::zip_equal(module.results, results.descriptors, first)) {
    descriptor.setBuffer(bytes.data());
    outputs.push_back(Descriptor::read(descriptor.words.data(), tensor));
  }
  return outputs;
}
