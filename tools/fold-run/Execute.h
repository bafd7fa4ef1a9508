//===- Execute.h - Running compiled modules ---------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_EXECUTE_H
#define ASCENDFOLD_TOOLS_FOLDRUN_EXECUTE_H

#include "Entry.h"
#include "ExternalConstants.h"
#include "Tensor.h"

#include "ascendrt/ascendrt.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <vector>

namespace foldrun {

/// Success, or the words of the runtime's last error.
llvm::Error checkRuntime(ascendrt_status status);

/// A device of the runtime. Programs must not outlive it.
class Device {
public:
  Device() = default;
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;
  ~Device() { (void)ascendrt_device_close(device); }

  /// `backend` and `tracePath` may be empty.
  llvm::Error open(const std::string &backend, const std::string &tracePath);

  /// Writes the trace.
  llvm::Error close();

  ascendrt_device *get() const { return device; }

private:
  ascendrt_device *device = nullptr;
};

/// A tensor in device memory and the memref descriptor that compiled code gets:
/// pointer, aligned pointer, offset, sizes, strides.
class DeviceTensor {
public:
  DeviceTensor(Device &device, mlir::RankedTensorType type)
      : device(&device), type(type) {}
  DeviceTensor(DeviceTensor &&other)
      : device(other.device), type(other.type), data(other.data),
        size(other.size), descriptor(std::move(other.descriptor)) {
    other.data = nullptr;
  }
  ~DeviceTensor() { (void)ascendrt_free(device->get(), data); }

  llvm::Error allocate();
  llvm::Error copyFrom(ascendrt_stream *stream, const char *from);
  llvm::Expected<HostTensor> copyToHost(ascendrt_stream *stream) const;
  uint64_t getSize() const { return size; }
  void *getDescriptor() { return descriptor.data(); }

private:
  Device *device;
  mlir::RankedTensorType type;
  void *data = nullptr;
  uint64_t size = 0;
  std::vector<int64_t> descriptor;
};

/// A stream, and the inputs and results of what runs on it.
class Execution {
public:
  explicit Execution(Device &device) : device(device) {}
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;
  ~Execution();

  llvm::Error create(const Signature &signature, unsigned numThreads);
  llvm::Error setInputs(llvm::ArrayRef<HostTensor> inputs);
  /// Runs once and waits for the results.
  llvm::Error run(void (*function)(void **));
  llvm::Expected<std::vector<HostTensor>> getResults() const;

  ascendrt_stream *getStream() const { return stream; }

private:
  Device &device;
  ascendrt_stream *stream = nullptr;
  std::vector<DeviceTensor> arguments, results;
  /// What the packed entry function gets: the addresses of its parameters,
  /// which are pointers.
  std::vector<void *> parameters, packed;
};

/// A compiled module that runs on one stream, or on several at the same time.
class Program {
public:
  Program(Device &device, mlir::OwningOpRef<mlir::ModuleOp> module)
      : device(device), module(std::move(module)) {}
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  ~Program();

  /// Generates code for a module in the llvm dialect and links it.
  llvm::Error build(llvm::StringRef entry, unsigned numThreads,
                    unsigned numStreams);

  /// The inputs of all runs to come.
  llvm::Error setInputs(llvm::ArrayRef<HostTensor> inputs);

  /// Runs once on every stream, each in a thread of its own, and waits.
  llvm::Error run();

  /// Those of the first stream. An error when another has other bits.
  llvm::Expected<std::vector<HostTensor>> getResults() const;

  /// Of the first stream.
  ascendrt_counters getCounters() const;
  void resetCounters() {
    ascendrt_stream_reset_counters(executions.front()->getStream());
  }

private:
  llvm::Error checkSymbols();
  llvm::Error createEngine();

  Device &device;
  // The engine uses memory of the constants, these that of the module.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ExternalConstants constants;
  llvm::StringMap<void *> functions;
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*entryFunction)(void **) = nullptr;
  void (*destroySites)(void **) = nullptr;
  std::vector<std::unique_ptr<Execution>> executions;
};

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_EXECUTE_H
