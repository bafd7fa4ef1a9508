//===- ModelMutation.cpp - Damaged models, well-formed --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the model by protobuf's reflection, so that every field of ONNX has its
// turn, those that nobody thought of as well.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include <limits>
#include <onnx/onnx_pb.h>

using namespace mlir::ascend::onnxmutations;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using llvm::ArrayRef;

namespace {

/// A field that is set.
struct Site {
  Message *message;
  const FieldDescriptor *field;

  const Reflection &reflection() const { return *message->GetReflection(); }

  int size() const {
    return field->is_repeated() ? reflection().FieldSize(*message, field) : 1;
  }

  std::string name() const { return field->full_name(); }
};

/// The walk over a model.
struct Walk {
  std::vector<Message *> messages;
  std::vector<Site> sites;
  /// Those of attributes, tensors and shapes: less of what is done to them is
  /// found at first sight.
  std::vector<Site> inner;

  explicit Walk(Message &root) { visit(root); }

  void visit(Message &message) {
    messages.push_back(&message);
    const Reflection &reflection = *message.GetReflection();
    const bool isInner = dynamic_cast<onnx::AttributeProto *>(&message) ||
                         dynamic_cast<onnx::TensorProto *>(&message) ||
                         dynamic_cast<onnx::TensorShapeProto *>(&message);
    std::vector<const FieldDescriptor *> fields;
    reflection.ListFields(message, &fields);
    for (const FieldDescriptor *field : fields) {
      const Site site{&message, field};
      sites.push_back(site);
      if (isInner)
        inner.push_back(site);
      if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE)
        continue;
      if (!field->is_repeated())
        visit(*reflection.MutableMessage(&message, field));
      else
        for (int i = 0; i < site.size(); ++i)
          visit(*reflection.MutableRepeatedMessage(&message, field, i));
    }
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static int64_t makeInteger(Rng &rng, int64_t old) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  const int64_t values[] = {-1,
                            0,
                            1,
                            2,
                            3,
                            16,
                            255,
                            65536,
                            int64_t(1) << 31,
                            int64_t(1) << 32,
                            int64_t(1) << 40,
                            int64_t(1) << 62,
                            kMax,
                            kMin,
                            kMin + 1,
                            int64_t(uint64_t(old) + 1),
                            int64_t(uint64_t(old) - 1),
                            int64_t(-uint64_t(old))};
  return rng.pick(ArrayRef(values));
}

static double makeFloat(Rng &rng) {
  using Limits = std::numeric_limits<float>;
  const double values[] = {0,
                           -0.0,
                           1,
                           -1,
                           0.5,
                           Limits::max(),
                           Limits::lowest(),
                           Limits::denorm_min(),
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::quiet_NaN()};
  return rng.pick(ArrayRef(values));
}

/// Another string of the model, or an odd one.
static std::string makeString(Rng &rng, const Walk &walk,
                              const std::string &old) {
  switch (rng.below(8)) {
  case 0:
    return "";
  case 1:
    return old + "\n\\\"";
  case 2:
    return old + std::string("\0\xff\xc0\x80", 4);
  case 3:
    return std::string(10000, 'x');
  case 4:
    return old.substr(0, old.size() / 2);
  case 5:
    return old + old;
  default:
    break;
  }
  for (unsigned attempt = 0; attempt < 20; ++attempt) {
    const Site &site = rng.pick(ArrayRef(walk.sites));
    if (site.field->cpp_type() != FieldDescriptor::CPPTYPE_STRING)
      continue;
    if (!site.field->is_repeated())
      return site.reflection().GetString(*site.message, site.field);
    return site.reflection().GetRepeatedString(
        *site.message, site.field, int(rng.below(uint64_t(site.size()))));
  }
  return "x";
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

/// Gives the field, or an element of it, another value.
static void setSingular(Rng &rng, const Walk &walk, const Site &site) {
  const Reflection &reflection = site.reflection();
  Message *message = site.message;
  const FieldDescriptor *field = site.field;
  switch (field->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return reflection.SetInt32(
        message, field,
        int32_t(makeInteger(rng, reflection.GetInt32(*message, field))));
  case FieldDescriptor::CPPTYPE_INT64:
    return reflection.SetInt64(
        message, field, makeInteger(rng, reflection.GetInt64(*message, field)));
  case FieldDescriptor::CPPTYPE_UINT64:
    return reflection.SetUInt64(message, field, uint64_t(makeInteger(rng, 0)));
  case FieldDescriptor::CPPTYPE_FLOAT:
    return reflection.SetFloat(message, field, float(makeFloat(rng)));
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return reflection.SetDouble(message, field, makeFloat(rng));
  case FieldDescriptor::CPPTYPE_ENUM:
    return reflection.SetEnumValue(
        message, field,
        int(rng.below(uint64_t(field->enum_type()->value_count()))));
  case FieldDescriptor::CPPTYPE_STRING:
    return reflection.SetString(
        message, field,
        makeString(rng, walk, reflection.GetString(*message, field)));
  case FieldDescriptor::CPPTYPE_MESSAGE:
    return reflection.MutableMessage(message, field)->Clear();
  default:
    return reflection.ClearField(message, field);
  }
}

static void setRepeated(Rng &rng, const Walk &walk, const Site &site) {
  const Reflection &reflection = site.reflection();
  Message *message = site.message;
  const FieldDescriptor *field = site.field;
  const int i = int(rng.below(uint64_t(site.size())));
  switch (field->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return reflection.SetRepeatedInt32(message, field, i,
                                       int32_t(makeInteger(rng, 0)));
  case FieldDescriptor::CPPTYPE_INT64:
    return reflection.SetRepeatedInt64(
        message, field, i,
        makeInteger(rng, reflection.GetRepeatedInt64(*message, field, i)));
  case FieldDescriptor::CPPTYPE_UINT64:
    return reflection.SetRepeatedUInt64(message, field, i,
                                        uint64_t(makeInteger(rng, 0)));
  case FieldDescriptor::CPPTYPE_FLOAT:
    return reflection.SetRepeatedFloat(message, field, i,
                                       float(makeFloat(rng)));
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return reflection.SetRepeatedDouble(message, field, i, makeFloat(rng));
  case FieldDescriptor::CPPTYPE_STRING:
    return reflection.SetRepeatedString(
        message, field, i,
        makeString(rng, walk,
                   reflection.GetRepeatedString(*message, field, i)));
  case FieldDescriptor::CPPTYPE_MESSAGE:
    return reflection.MutableRepeatedMessage(message, field, i)->Clear();
  default:
    return reflection.ClearField(message, field);
  }
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static void setValue(Rng &rng, const Walk &walk, const Site &site) {
  if (!site.field->is_repeated())
    setSingular(rng, walk, site);
  else
    setRepeated(rng, walk, site);
}

static void swapElements(Rng &rng, const Site &site) {
  const auto size = uint64_t(site.size());
  site.reflection().SwapElements(site.message, site.field, int(rng.below(size)),
                                 int(rng.below(size)));
}

/// Removes the field, or one element of it.
static void remove(Rng &rng, const Site &site) {
  if (!site.field->is_repeated() || rng.oneIn(4)) {
    site.reflection().ClearField(site.message, site.field);
    return;
  }
  site.reflection().SwapElements(site.message, site.field,
                                 int(rng.below(uint64_t(site.size()))),
                                 site.size() - 1);
  site.reflection().RemoveLast(site.message, site.field);
}

/// Repeats all elements of a field once more.
static void duplicate(const Site &site) {
  std::unique_ptr<Message> copy(site.message->New());
  copy->CopyFrom(*site.message);
  std::vector<const FieldDescriptor *> fields;
  copy->GetReflection()->ListFields(*copy, &fields);
  for (const FieldDescriptor *field : fields)
    if (field != site.field)
      copy->GetReflection()->ClearField(copy.get(), field);
  site.message->MergeFrom(*copy);
}

/// Makes one message a copy of another of its type.
static void transplant(Rng &rng, const Walk &walk) {
  Message *to = rng.pick(ArrayRef(walk.messages));
  for (unsigned attempt = 0; attempt < 50; ++attempt) {
    const Message *from = rng.pick(ArrayRef(walk.messages));
    if (from == to || from->GetDescriptor() != to->GetDescriptor())
      continue;
    std::unique_ptr<Message> copy(from->New());
    copy->CopyFrom(*from);
    to->CopyFrom(*copy);
    return;
  }
}

/// Sets a field that the message may not have had.
static void add(Rng &rng, const Walk &walk) {
  Message *message = rng.pick(ArrayRef(walk.messages));
  const auto *descriptor = message->GetDescriptor();
  const FieldDescriptor *field =
      descriptor->field(int(rng.below(uint64_t(descriptor->field_count()))));
  const Site site{message, field};
  if (!field->is_repeated()) {
    setSingular(rng, walk, site);
    return;
  }
  const Reflection &reflection = *message->GetReflection();
  switch (field->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT64:
    return reflection.AddInt64(message, field, makeInteger(rng, 0));
  case FieldDescriptor::CPPTYPE_FLOAT:
    return reflection.AddFloat(message, field, float(makeFloat(rng)));
  case FieldDescriptor::CPPTYPE_STRING:
    return reflection.AddString(message, field, makeString(rng, walk, ""));
  case FieldDescriptor::CPPTYPE_MESSAGE:
    reflection.AddMessage(message, field);
    return;
  default:
    return;
  }
}

/// Dims whose product is more than memory, or than 64 bits.
static void inflate(Rng &rng, const Walk &walk) {
  const int64_t dims[] = {65536, int64_t(1) << 31, int64_t(1) << 32,
                          int64_t(1) << 62};
  const int64_t dim = rng.pick(ArrayRef(dims));
  for (unsigned attempt = 0; attempt < 50; ++attempt) {
    Message *message = rng.pick(ArrayRef(walk.messages));
    if (auto *tensor = dynamic_cast<onnx::TensorProto *>(message)) {
      for (int64_t &old : *tensor->mutable_dims())
        old = dim;
      return;
    }
    if (auto *shape = dynamic_cast<onnx::TensorShapeProto *>(message)) {
      for (auto &old : *shape->mutable_dim())
        old.set_dim_value(dim);
      return;
    }
  }
}

/// Leaves the batch size of all inputs open.
static void openBatch(onnx::ModelProto &model) {
  for (auto &input : *model.mutable_graph()->mutable_input()) {
    auto &shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
    if (shape.dim_size())
      shape.mutable_dim(0)->set_dim_param("N");
  }
}

/// One change of the model; says which.
static std::string mutateOnce(Rng &rng, onnx::ModelProto &model) {
  const Walk walk(model);
  const Site *site = nullptr;
  if (!walk.inner.empty() && !rng.oneIn(3))
    site = &rng.pick(ArrayRef(walk.inner));
  else if (!walk.sites.empty())
    site = &rng.pick(ArrayRef(walk.sites));
  switch (rng.below(site ? 14 : 1)) {
  case 0:
    add(rng, walk);
    return "added a field";
  case 1:
    transplant(rng, walk);
    return "copied a message";
  case 2:
    inflate(rng, walk);
    return "huge dims";
  case 3:
  case 4:
    remove(rng, *site);
    return "removed from " + site->name();
  case 5:
    if (site->field->is_repeated())
      duplicate(*site);
    return "twice " + site->name();
  case 6:
    openBatch(model);
    return "open batch size";
  case 7:
    if (site->field->is_repeated())
      swapElements(rng, *site);
    return "swapped in " + site->name();
  default:
    setValue(rng, walk, *site);
    return "changed " + site->name();
  }
}

bool mlir::ascend::onnxmutations::mutateModel(Rng &rng, Mutation &mutation) {
  onnx::ModelProto model;
  if (!model.ParsePartialFromString(mutation.bytes))
    return false;
  mutation.description += ", " + mutateOnce(rng, model);
  mutation.bytes = model.SerializePartialAsString();
  return true;
}
