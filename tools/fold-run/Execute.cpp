//===- Execute.cpp - Running compiled modules -----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execute.h"
#include "RuntimeSymbols.h"

#include "AscendFold/Conversion/AscendToLLVM/AscendToLLVM.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Target/TargetMachine.h"

#include <cstring>
#include <thread>

using namespace mlir;
using namespace foldrun;
using llvm::CodeGenOptLevel;
using llvm::Error;
using llvm::Expected;
using llvm::JITSymbolFlags;

Error foldrun::checkRuntime(ascendrt_status status) {
  if (status == ASCENDRT_OK)
    return Error::success();
  StringRef words = ascendrt_last_error();
  return makeError(words.empty() ? StringRef(ascendrt_status_string(status))
                                 : words);
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

Error Device::open(const std::string &backend, const std::string &tracePath) {
  if (Error error = checkRuntime(ascendrt_device_open(
          backend.empty() ? nullptr : backend.c_str(), &device)))
    return error;
  if (tracePath.empty())
    return Error::success();
  return checkRuntime(ascendrt_device_trace(device, tracePath.c_str()));
}

Error Device::close() {
  return checkRuntime(ascendrt_device_close(std::exchange(device, nullptr)));
}

//===----------------------------------------------------------------------===//
// DeviceTensor
//===----------------------------------------------------------------------===//

Error DeviceTensor::allocate() {
  Expected<uint64_t> numBytes = getNumBytes(type);
  if (!numBytes)
    return numBytes.takeError();
  size = *numBytes;
  if (Error error = checkRuntime(ascendrt_malloc(device->get(), size, &data)))
    return error;
  const int64_t rank = type.getRank();
  descriptor.assign(3 + 2 * rank, 0);
  static_assert(sizeof(void *) == sizeof(int64_t));
  descriptor[0] = descriptor[1] = reinterpret_cast<intptr_t>(data);
  int64_t stride = 1;
  for (int64_t i = rank; i-- > 0;) {
    descriptor[3 + i] = type.getDimSize(i);
    descriptor[3 + rank + i] = stride;
    stride *= type.getDimSize(i);
  }
  return Error::success();
}

Error DeviceTensor::copyFrom(ascendrt_stream *stream, const char *from) {
  if (size == 0)
    return Error::success();
  return checkRuntime(
      ascendrt_memcpy(stream, data, from, size, ASCENDRT_HOST_TO_DEVICE));
}

Expected<HostTensor> DeviceTensor::copyToHost(ascendrt_stream *stream) const {
  Expected<HostBuffer> buffer = HostBuffer::get(size);
  if (!buffer)
    return buffer.takeError();
  if (size != 0)
    if (Error error = checkRuntime(ascendrt_memcpy(
            stream, buffer->data(), data, size, ASCENDRT_DEVICE_TO_HOST)))
      return std::move(error);
  return HostTensor{type, std::move(*buffer)};
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

Execution::~Execution() {
  arguments.clear();
  results.clear();
  ascendrt_stream_destroy(stream);
}

Error Execution::create(const Signature &signature, unsigned numThreads) {
  if (Error error = checkRuntime(
          ascendrt_stream_create(device.get(), numThreads, &stream)))
    return error;
  for (RankedTensorType type : signature.arguments)
    arguments.emplace_back(device, type);
  for (RankedTensorType type : signature.results)
    results.emplace_back(device, type);
  parameters.push_back(stream);
  for (auto *tensors : {&arguments, &results})
    for (DeviceTensor &tensor : *tensors) {
      if (Error error = tensor.allocate())
        return error;
      parameters.push_back(tensor.getDescriptor());
    }
  for (void *&parameter : parameters)
    packed.push_back(&parameter);
  return Error::success();
}

Error Execution::setInputs(ArrayRef<HostTensor> inputs) {
  for (auto [argument, input] : llvm::zip_equal(arguments, inputs))
    if (Error error = argument.copyFrom(stream, input.data.data()))
      return error;
  // NaNs, so that what a run forgets to write is seen. The copies may be under
  // way until the stream is synchronized.
  std::vector<HostBuffer> nans;
  for (DeviceTensor &result : results) {
    Expected<HostBuffer> buffer = HostBuffer::get(result.getSize());
    if (!buffer)
      return buffer.takeError();
    if (result.getSize() != 0)
      std::memset(buffer->data(), 0xFF, result.getSize());
    nans.push_back(std::move(*buffer));
    if (Error error = result.copyFrom(stream, nans.back().data()))
      return error;
  }
  return checkRuntime(ascendrt_stream_synchronize(stream));
}

Error Execution::run(void (*function)(void **)) {
  function(packed.data());
  return checkRuntime(ascendrt_stream_synchronize(stream));
}

Expected<std::vector<HostTensor>> Execution::getResults() const {
  std::vector<HostTensor> tensors;
  for (const DeviceTensor &result : results) {
    Expected<HostTensor> tensor = result.copyToHost(stream);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(std::move(*tensor));
  }
  if (Error error = checkRuntime(ascendrt_stream_synchronize(stream)))
    return std::move(error);
  return tensors;
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

Program::~Program() {
  if (destroySites)
    destroySites(nullptr);
}

/// Finds out what the module calls. The linker of the JIT would say the same,
/// but without locations and in several lines.
Error Program::checkSymbols() {
  bool isMissing = false;
  for (auto func : module->getOps<LLVM::LLVMFuncOp>()) {
    if (!func.isExternal() || func.getSymName().starts_with("llvm."))
      continue;
    if (void *address = lookupRuntimeSymbol(func.getSymName())) {
      functions[func.getSymName()] = address;
      continue;
    }
    func.emitError() << "'" << func.getSymName()
                     << "' is declared, but the runtime does not define it";
    isMissing = true;
  }
  return isMissing ? llvm::make_error<DiagnosedError>() : Error::success();
}

Error Program::createEngine() {
  auto targetBuilder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!targetBuilder)
    return targetBuilder.takeError();
  targetBuilder->setCodeGenOptLevel(CodeGenOptLevel::Default);
  auto target = targetBuilder->createTargetMachine();
  if (!target)
    return target.takeError();

  auto transformer =
      makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0, target->get());
  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.jitCodeGenOptLevel = CodeGenOptLevel::Default;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto created = ExecutionEngine::create(*module, options, std::move(*target));
  if (!created)
    return created.takeError();
  engine = std::move(*created);
  engine->registerSymbols([&](llvm::orc::MangleAndInterner intern) {
    llvm::orc::SymbolMap map;
    for (auto &[name, address] : functions)
      map[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                           JITSymbolFlags::Exported | JITSymbolFlags::Callable};
    for (auto &[name, address] : constants.getAddresses())
      map[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                           JITSymbolFlags::Exported};
    return map;
  });
  return Error::success();
}

Error Program::build(StringRef entry, unsigned numThreads,
                     unsigned numStreams) {
  Expected<Signature> signature = getSignature(*module, entry);
  if (!signature)
    return signature.takeError();
  if (Error error = requireStatic(*signature, entry))
    return error;
  if (Error error = constants.take(*module))
    return error;
  if (Error error = checkSymbols())
    return error;
  if (Error error = createEngine())
    return error;
  auto function = engine->lookupPacked(("_mlir_ciface_" + entry).str());
  if (!function)
    return function.takeError();
  entryFunction = *function;
  if (auto name = (*module)->getAttrOfType<FlatSymbolRefAttr>(
          ascend::kDestroySitesAttrName)) {
    auto destroy = engine->lookupPacked(name.getValue());
    if (!destroy)
      return destroy.takeError();
    destroySites = *destroy;
  }
  for (unsigned i = 0; i < numStreams; ++i) {
    executions.push_back(std::make_unique<Execution>(device));
    if (Error error = executions.back()->create(*signature, numThreads))
      return error;
  }
  return Error::success();
}

Error Program::setInputs(ArrayRef<HostTensor> inputs) {
  for (std::unique_ptr<Execution> &execution : executions)
    if (Error error = execution->setInputs(inputs))
      return error;
  return Error::success();
}

Error Program::run() {
  // The first runs here: with one stream there is no other thread.
  std::vector<std::thread> threads;
  std::vector<std::string> messages(executions.size());
  auto runOne = [&](size_t i) {
    if (Error error = executions[i]->run(entryFunction))
      messages[i] = llvm::toString(std::move(error));
  };
  for (size_t i = 1; i < executions.size(); ++i)
    threads.emplace_back(runOne, i);
  runOne(0);
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &message : messages)
    if (!message.empty())
      return makeError(message);
  return Error::success();
}

Expected<std::vector<HostTensor>> Program::getResults() const {
  Expected<std::vector<HostTensor>> first = executions.front()->getResults();
  if (!first)
    return first.takeError();
  for (size_t i = 1; i < executions.size(); ++i) {
    Expected<std::vector<HostTensor>> other = executions[i]->getResults();
    if (!other)
      return other.takeError();
    for (auto [a, b] : llvm::zip_equal(*first, *other))
      if (a.data.getBytes() != b.data.getBytes())
        return makeError("stream " + Twine(i) +
                         " computes other results than stream 0");
  }
  return first;
}

ascendrt_counters Program::getCounters() const {
  ascendrt_counters counters = {};
  counters.struct_size = sizeof(counters);
  (void)ascendrt_stream_counters(executions.front()->getStream(), &counters);
  return counters;
}
