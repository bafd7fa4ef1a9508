//===- Primitive.h - oneDNN primitives --------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_PRIMITIVE_H
#define ASCENDFOLD_RUNTIME_HOST_PRIMITIVE_H

#include "Core/Backend.h"
#include "Core/Tensor.h"

#include <initializer_list>
#include <memory>
#include <mutex>
#include <oneapi/dnnl/dnnl.hpp>

namespace ascendrt {

const dnnl::engine &getEngine();

dnnl::memory::data_type getDataType(int32_t dtype);
dnnl::memory::desc getMemoryDesc(const ascendrt_tensor &tensor,
                                 bool isMatrix = false);

/// The dims of a memory with a layout that oneDNN chooses.
dnnl::memory::desc getAnyDesc(const dnnl::memory::dims &dims, int32_t dtype);

/// Attributes with the scratchpad in the workspace of the stream, which is what
/// lets several streams execute one primitive.
dnnl::primitive_attr getAttributes(const dnnl::post_ops &postOps = {});

/// Whether this is one of oneDNN's implementations that work for everything and
/// are slow.
bool isReference(const dnnl::primitive_desc_base &desc);

/// A primitive with the layouts of its arguments. Thread-safe.
class Primitive {
public:
  struct Operand {
    int id; // DNNL_ARG_...
    dnnl::memory::desc desc;
  };

  Primitive() = default;
  Primitive(const dnnl::primitive &primitive,
            const dnnl::primitive_desc_base &desc,
            std::vector<Operand> operands);

  explicit operator bool() const { return bool(impl); }

  /// `pointers` are those of the operands, in their order.
  void execute(Execution &execution, const void *const *pointers) const;
  void execute(Execution &execution,
               std::initializer_list<const void *> pointers) const {
    execute(execution, pointers.begin());
  }

  const std::string &getInfo() const;

private:
  struct Frame;
  struct Impl;
  std::shared_ptr<Impl> impl;
};

/// Brings an argument into the layout that a primitive wants: once when the
/// argument is constant, otherwise at each execution.
class Packing {
public:
  Packing() = default;
  Packing(const dnnl::memory::desc &given, const dnnl::memory::desc &wanted,
          const void *argument);

  const void *get(Execution &execution, const void *argument) const;

  const dnnl::memory::desc &getDesc() const { return wanted; }

  /// Writes the packed contents of `argument` to `to`.
  void pack(Execution &execution, const void *argument, void *to) const;

private:
  dnnl::memory::desc wanted;
  Primitive reorder;
  Buffer constant;
};

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_PRIMITIVE_H
