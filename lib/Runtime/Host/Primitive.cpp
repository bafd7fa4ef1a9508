//===- Primitive.cpp - oneDNN primitives ----------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Primitive.h"

#include <cstring>

using namespace ascendrt;
using dnnl::memory;

const dnnl::engine &ascendrt::getEngine() {
  // Never destroyed: threads may still run when static objects go.
  static const dnnl::engine &engine =
      *new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

memory::data_type ascendrt::getDataType(int32_t dtype) {
  switch (dtype) {
  case ASCENDRT_F16:
    return memory::data_type::f16;
  case ASCENDRT_BF16:
    return memory::data_type::bf16;
  }
  return memory::data_type::f32;
}

memory::desc ascendrt::getMemoryDesc(const ascendrt_tensor &tensor,
                                     bool isMatrix) {
  memory::dims dims(tensor.dims, tensor.dims + tensor.rank);
  memory::data_type type = getDataType(tensor.dtype);
  if (!isStrided(tensor))
    return {dims, type, memory::format_tag::nChw16c};
  // oneDNN compares all strides, and reads what it takes for another layout
  // in the wrong order.
  ascendrt_tensor normal = tensor;
  normalizeUnitStrides(normal, isMatrix);
  return {dims, type,
          memory::dims(normal.strides, normal.strides + normal.rank)};
}

memory::desc ascendrt::getAnyDesc(const memory::dims &dims, int32_t dtype) {
  return {dims, getDataType(dtype), memory::format_tag::any};
}

dnnl::primitive_attr ascendrt::getAttributes(const dnnl::post_ops &postOps) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  attributes.set_post_ops(postOps);
  return attributes;
}

bool ascendrt::isReference(const dnnl::primitive_desc_base &desc) {
  return std::strstr(desc.impl_info_str(), "ref") != nullptr;
}

/// The memory objects of one execution. They carry the pointers, so that two
/// executions at the same time need two of these.
struct Primitive::Frame {
  explicit Frame(const Impl &impl);

  dnnl::stream stream;
  std::vector<memory> memories;
  std::vector<dnnl_exec_arg_t> arguments;
};

struct Primitive::Impl {
  std::unique_ptr<Frame> takeFrame() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!frames.empty()) {
        std::unique_ptr<Frame> frame = std::move(frames.back());
        frames.pop_back();
        return frame;
      }
    }
    return std::make_unique<Frame>(*this);
  }

  void returnFrame(std::unique_ptr<Frame> frame) {
    std::lock_guard<std::mutex> lock(mutex);
    frames.push_back(std::move(frame));
  }

  dnnl::primitive primitive;
  std::vector<Operand> operands;
  size_t scratchpadSize = 0;
  std::string info;
  std::mutex mutex;
  std::vector<std::unique_ptr<Frame>> frames;
};

Primitive::Frame::Frame(const Impl &impl) : stream(getEngine()) {
  for (const Operand &operand : impl.operands) {
    memories.emplace_back(operand.desc, getEngine(),
                          static_cast<void *>(DNNL_MEMORY_NONE));
    arguments.push_back({operand.id, memories.back().get()});
  }
}

Primitive::Primitive(const dnnl::primitive &primitive,
                     const dnnl::primitive_desc_base &desc,
                     std::vector<Operand> operands)
    : impl(std::make_shared<Impl>()) {
  impl->primitive = primitive;
  impl->operands = std::move(operands);
  memory::desc scratchpad = desc.scratchpad_desc();
  impl->scratchpadSize = scratchpad.get_size();
  if (impl->scratchpadSize)
    impl->operands.push_back({DNNL_ARG_SCRATCHPAD, scratchpad});
  impl->info = desc.impl_info_str();
  impl->frames.push_back(std::make_unique<Frame>(*impl));
}

void Primitive::execute(Execution &execution,
                        const void *const *pointers) const {
  std::unique_ptr<Frame> frame = impl->takeFrame();
  size_t count = impl->operands.size() - (impl->scratchpadSize != 0);
  for (size_t i = 0; i < count; ++i)
    frame->memories[i].set_data_handle(const_cast<void *>(pointers[i]));
  if (impl->scratchpadSize)
    frame->memories[count].set_data_handle(
        execution.workspace.allocate(impl->scratchpadSize));
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(impl->primitive.get(), frame->stream.get(),
                             frame->arguments.size(), frame->arguments.data()),
      "the execution failed");
  impl->returnFrame(std::move(frame));
}

const std::string &Primitive::getInfo() const { return impl->info; }

Packing::Packing(const memory::desc &given, const memory::desc &wanted,
                 const void *argument)
    : wanted(wanted) {
  if (given != wanted) {
    dnnl::reorder::primitive_desc desc(getEngine(), given, getEngine(), wanted,
                                       getAttributes());
    reorder = Primitive(dnnl::reorder(desc), desc,
                        {{DNNL_ARG_FROM, given}, {DNNL_ARG_TO, wanted}});
  }
  if (!argument)
    return;
  constant = Buffer(wanted.get_size());
  Workspace workspace;
  Execution execution{workspace};
  pack(execution, argument, constant.data());
}

void Packing::pack(Execution &execution, const void *argument, void *to) const {
  if (reorder)
    reorder.execute(execution, {argument, to});
  else
    std::memcpy(to, argument, wanted.get_size());
}

const void *Packing::get(Execution &execution, const void *argument) const {
  if (constant.data())
    return constant.data();
  if (!reorder)
    return argument;
  void *packed = execution.workspace.allocate(wanted.get_size());
  pack(execution, argument, packed);
  return packed;
}
