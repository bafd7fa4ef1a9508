//===- Operands.cpp - Per-channel operands --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"

#include "Elementwise.h"

#include <cmath>
#include <map>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static double drawScale(const Recipe &recipe, double valueBound, Rng &rng) {
  if (recipe.data == Data::ZeroScales && rng.chance(30))
    return 0.0;
  // Once is within the range of f16, even of a sum of products; twice is not.
  if (recipe.data == Data::Overflow)
    return rng.chance(50) ? 12000.0 : rng.uniform(0.5, 1);
  // Keep long chains away from the ends of the range.
  double magnitude =
      valueBound > 500 ? rng.uniform(0.05, 0.2) : rng.uniform(0.5, 1.5);
  bool isNegative = rng.chance(30) && recipe.data != Data::PositiveScales;
  return isNegative ? -magnitude : magnitude;
}

static std::vector<double> drawValues(const Recipe &recipe, Role role,
                                      int64_t count, double valueBound,
                                      Rng &rng) {
  // What is divided by.
  double lowest = recipe.data == Data::Overflow ? 1.0 : 0.55;
  std::vector<double> values;
  for (int64_t i = 0; i < count; ++i) {
    switch (role) {
    case Role::Scale:
      values.push_back(drawScale(recipe, valueBound, rng));
      break;
    case Role::Shift:
      values.push_back(rng.uniform(-1, 1));
      break;
    case Role::Divisor:
      values.push_back(
          rng.uniform(lowest, 1.6) *
          (rng.chance(30) && recipe.data != Data::PositiveScales ? -1 : 1) *
          (valueBound > 500 ? 8 : 1));
      if (recipe.data == Data::BadVariance && rng.chance(15))
        values.back() = 0;
      break;
    case Role::Variance:
      values.push_back(rng.uniform(lowest * lowest, 2.25));
      break;
    }
  }
  if (role == Role::Variance && recipe.data == Data::BadVariance &&
      rng.chance(70))
    values[rng.below(count)] = rng.pick({0.0, -0.5});
  return values;
}

/// Values for every index along `dims` of `value`. Where reshapes have spread a
/// channel over several indices, they mostly get one value.
static std::vector<double> drawChannelValues(const Recipe &recipe, Role role,
                                             const Tensor &value,
                                             ArrayRef<unsigned> dims,
                                             Rng &rng) {
  int64_t count = 1;
  for (unsigned dim : dims)
    count *= value.shape[dim];
  std::vector<double> values =
      drawValues(recipe, role, count, value.bound, rng);
  std::vector<int> channels = value.getChannelsAlong(dims);
  if (!rng.chance(75) || channels.empty())
    return values;
  std::map<int, double> first;
  for (auto [channel, number] : llvm::zip(channels, values))
    number = first.try_emplace(channel, number).first->second;
  return values;
}

static double getBound(ArrayRef<double> values) {
  double bound = 0;
  for (double value : values)
    bound = std::max(bound, std::abs(value));
  return bound;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static Tensor makeSource(const Tensor &value, ArrayRef<unsigned> dims,
                         ElementType kind) {
  Tensor source;
  for (unsigned dim : dims)
    source.shape.push_back(value.shape[dim]);
  source.dynamic.assign(dims.size(), false);
  source.type = source.coarsest = kind;
  source.countChannels();
  return source;
}

Tensor mlir::ascend::difftest::writeSource(ModuleWriter &writer,
                                           const Tensor &value,
                                           ArrayRef<unsigned> dims,
                                           const OperandPlan &plan, Role role,
                                           Rng &rng) {
  Tensor source = makeSource(value, dims, plan.kind);
  std::vector<double> values =
      drawChannelValues(writer.recipe, role, value, dims, rng);
  ConstantForm form = plan.constant;
  // A variance stays positive, and a divisor away from zero.
  if (role == Role::Variance && form == ConstantForm::Negated)
    form = ConstantForm::Dense;
  if (form == ConstantForm::Argument)
    form = ConstantForm::Dense;
  source.bound = getConstantBound(form, getBound(values));
  source.name = writer.constant(source.shape, plan.kind, values, form,
                                plan.family == Family::Tosa, rng);
  return source;
}

/// Ops on sources are between tensors of equal shape, so every family goes.
static Tensor combine(ModuleWriter &writer, const OperandPlan &plan,
                      BinaryOp op, const Tensor &a, const Tensor &b, Rng &rng) {
  ChannelOperand operand;
  operand.name = b.name;
  operand.type = b.typeText();
  for (unsigned i = 0; i < b.rank(); ++i)
    operand.dims.push_back(i);
  operand.kind = b.type;
  operand.bound = b.bound;
  ApplyPlan apply;
  apply.family = plan.family;
  return applyBinary(writer, a, op, operand, apply, rng);
}

/// 1 / sqrt(variance + epsilon), or with `divide` its inverse.
static Tensor writeDeviation(ModuleWriter &writer, const Tensor &value,
                             ArrayRef<unsigned> dims, const OperandPlan &plan,
                             bool divide, Rng &rng) {
  Tensor variance = writeSource(writer, value, dims, plan, Role::Variance, rng);
  bool bad = writer.recipe.data == Data::BadVariance;
  Tensor epsilon = makeSource(value, dims, plan.kind);
  epsilon.bound = bad ? 0.0 : rng.pick({1e-5, 1e-3, 0.05});
  epsilon.name = writer.splat(epsilon.shape, plan.kind, epsilon.bound,
                              plan.family == Family::Tosa);
  Tensor sum = combine(writer, plan, BinaryOp::Add, variance, epsilon, rng);
  Tensor result;
  if (divide) {
    result = applyUnary(writer, plan.family, UnaryOp::Sqrt, sum);
  } else if (rng.chance(60)) {
    result = applyUnary(writer, plan.family, UnaryOp::Rsqrt, sum);
  } else {
    Tensor root = applyUnary(writer, plan.family, UnaryOp::Sqrt, sum);
    result = applyUnary(writer, plan.family, UnaryOp::Reciprocal, root);
  }
  result.bound = 2;
  return result;
}

Tensor mlir::ascend::difftest::writeComputedSource(ModuleWriter &writer,
                                                   const Tensor &value,
                                                   ArrayRef<unsigned> dims,
                                                   const OperandPlan &plan,
                                                   Role role, Rng &rng) {
  auto leaf = [&](Role leafRole) {
    return writeSource(writer, value, dims, plan, leafRole, rng);
  };
  switch (role) {
  case Role::Variance:
    return leaf(Role::Variance);
  case Role::Divisor:
    return writeDeviation(writer, value, dims, plan, /*divide=*/true, rng);
  case Role::Scale: {
    Tensor scale =
        writeDeviation(writer, value, dims, plan, /*divide=*/false, rng);
    if (value.bound > 500 || rng.chance(50)) {
      Tensor gamma = leaf(Role::Scale);
      scale = combine(writer, plan, BinaryOp::Mul, gamma, scale, rng);
    }
    if (rng.chance(20) && writer.recipe.data != Data::PositiveScales)
      return applyUnary(writer, plan.family, UnaryOp::Negate, scale);
    return scale;
  }
  case Role::Shift: {
    // beta - mean * scale
    Tensor mean = leaf(Role::Shift), scale = leaf(Role::Shift);
    Tensor beta = leaf(Role::Shift);
    Tensor product = combine(writer, plan, BinaryOp::Mul, mean, scale, rng);
    return combine(writer, plan, BinaryOp::Sub, beta, product, rng);
  }
  }
  llvm_unreachable("unknown role");
}

//===----------------------------------------------------------------------===//
// Presentation
//===----------------------------------------------------------------------===//

std::string ChannelOperand::map(unsigned numDims,
                                ArrayRef<unsigned> order) const {
  SmallVector<std::string> results;
  for (int dim : dims)
    results.push_back(dim < 0 ? "0" : "d" + std::to_string(order[dim]));
  return affineMap(numDims, results);
}

static ChannelOperand makeOperand(const Tensor &source) {
  ChannelOperand operand;
  operand.name = source.name;
  operand.type = source.typeText();
  operand.kind = source.type;
  operand.bound = source.bound;
  return operand;
}

/// Sets `operand.dims` to all dims of the value.
static void coverAllDims(ChannelOperand &operand, const Tensor &value) {
  operand.dims.clear();
  for (unsigned i = 0; i < value.rank(); ++i)
    operand.dims.push_back(i);
}

/// `source` with a size of one in every other dim from `first` on.
static ChannelOperand insertOnes(ModuleWriter &writer, const Tensor &value,
                                 const OperandPlan &plan, const Tensor &source,
                                 ArrayRef<unsigned> dims, unsigned first) {
  Tensor ones = source;
  ones.shape.clear();
  ChannelOperand operand;
  std::string groups;
  unsigned next = 0;
  for (unsigned i = first; i < value.rank(); ++i) {
    bool isKept = llvm::is_contained(dims, i);
    ones.shape.push_back(isKept ? value.shape[i] : 1);
    operand.dims.push_back(isKept ? int(i) : -1);
    // A group ends before the next kept dim; the first takes leading ones.
    bool opens = isKept && next++ > 0;
    groups += (groups.empty() ? "["
               : opens        ? "], ["
                              : ", ") +
              std::to_string(i - first);
  }
  ones.dynamic.assign(ones.rank(), false);
  if (ones.shape == source.shape) {
    ones.name = source.name;
  } else if (plan.family == Family::Tosa) {
    Operand shape = writer.tosaShape(ones.shape);
    ones.name = writer.op("tosa.reshape " + source.name + ", " + shape.name +
                          " : (" + source.typeText() + ", " + shape.type +
                          ") -> " + ones.typeText());
  } else {
    std::string all = source.rank() == 0 ? "[]" : "[" + groups + "]]";
    ones.name = writer.op("tensor.expand_shape " + source.name + " " + all +
                          " output_shape [" + join(ones.shape) + "] : " +
                          source.typeText() + " into " + ones.typeText());
  }
  operand.name = ones.name;
  operand.type = ones.typeText();
  operand.kind = source.type;
  operand.bound = source.bound;
  return operand;
}

/// `source` repeated to the shape of the value.
static ChannelOperand broadcast(ModuleWriter &writer, const Tensor &value,
                                const Tensor &source, ArrayRef<unsigned> dims,
                                bool named) {
  Tensor full = value;
  full.type = source.type;
  std::string init = writer.empty(full, value), type = full.typeText();
  ChannelOperand operand = makeOperand(source);
  if (named) {
    Shape added;
    for (unsigned i = 0; i < value.rank(); ++i)
      if (!llvm::is_contained(dims, i))
        added.push_back(i);
    full.name = writer.op("linalg.broadcast ins(" + source.name + " : " +
                          source.typeText() + ") outs(" + init + " : " + type +
                          ") dimensions = [" + join(added) + "]");
  } else {
    operand.dims.assign(dims.begin(), dims.end());
    SmallVector<unsigned> identity;
    for (unsigned i = 0; i < value.rank(); ++i)
      identity.push_back(i);
    full.name = writer.generic(
        {{source.name, source.typeText(), operand.map(value.rank(), identity)}},
        {init, type, identityMap(value.rank())}, value.rank(), {}, "%a0");
  }
  operand.name = full.name;
  operand.type = type;
  coverAllDims(operand, value);
  return operand;
}

/// linalg.broadcast wants the sizes of input and output to agree in the type.
static bool hasDynamicDim(const Tensor &value, ArrayRef<unsigned> dims) {
  return llvm::any_of(dims, [&](unsigned dim) { return value.dynamic[dim]; });
}

ChannelOperand mlir::ascend::difftest::presentOperand(
    ModuleWriter &writer, const Tensor &value, OperandPlan plan,
    const Tensor &source, ArrayRef<unsigned> dims, Rng &rng) {
  // Elementwise and generic ops broadcast by indexing map, tosa ops by sizes
  // of one, and the rest not at all.
  switch (plan.family) {
  case Family::Named:
  case Family::Map:
  case Family::Arith:
    return broadcast(writer, value, source, dims,
                     plan.form != OperandForm::GenericBroadcast &&
                         !hasDynamicDim(value, dims));
  case Family::Tosa:
    return insertOnes(writer, value, plan, source, dims, 0);
  case Family::Elementwise:
  case Family::Generic:
    break;
  }
  if (plan.form == OperandForm::Broadcast ||
      plan.form == OperandForm::GenericBroadcast)
    return broadcast(writer, value, source, dims,
                     plan.form == OperandForm::Broadcast &&
                         !hasDynamicDim(value, dims));
  bool sorted = llvm::is_sorted(dims);
  if (plan.family == Family::Generic && sorted && value.rank() > 0) {
    if (plan.form == OperandForm::KeepOnes)
      return insertOnes(writer, value, plan, source, dims, 0);
    if (plan.form == OperandForm::TrailingOnes && !dims.empty())
      return insertOnes(writer, value, plan, source, dims, dims.front());
  }
  ChannelOperand operand = makeOperand(source);
  operand.dims.assign(dims.begin(), dims.end());
  return operand;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The dims along which the operand varies.
static SmallVector<unsigned> chooseDims(const Tensor &value, OperandForm form,
                                        Rng &rng) {
  SmallVector<unsigned> dims(value.channelDims);
  switch (form) {
  case OperandForm::Scalar:
  case OperandForm::BodyScalar:
  case OperandForm::FullSplat:
    return {};
  case OperandForm::OneChannelDim:
    if (dims.size() > 1)
      return {dims[rng.below(dims.size())]};
    return dims;
  case OperandForm::WrongAxis: {
    SmallVector<unsigned> others;
    for (unsigned i = 0; i < value.rank(); ++i)
      if (!value.isChannel(i) && !value.dynamic[i] && value.shape[i] > 1)
        others.push_back(i);
    if (!others.empty())
      return {others[rng.below(others.size())]};
    return dims;
  }
  default:
    return dims;
  }
}

/// A constant of the value's own shape.
static ChannelOperand writeFullConstant(ModuleWriter &writer,
                                        const Tensor &value,
                                        const OperandPlan &plan, Role role,
                                        ArrayRef<unsigned> dims, Rng &rng) {
  std::vector<double> channels =
      drawChannelValues(writer.recipe, role, value, dims, rng);
  std::vector<double> values;
  forEachIndex(value.shape, [&](ArrayRef<int64_t> index) {
    int64_t offset = 0;
    for (unsigned dim : dims)
      offset = offset * value.shape[dim] + index[dim];
    values.push_back(channels[offset]);
  });
  ConstantForm form = dims.empty()
                          ? ConstantForm::Splat
                          : rng.pick({ConstantForm::Dense, ConstantForm::Hex});
  ChannelOperand operand;
  operand.name = writer.plainConstant(value.shape, plan.kind, values, form,
                                      plan.family == Family::Tosa);
  operand.type = tensorType(value.shape, plan.kind);
  operand.kind = plan.kind;
  operand.bound = getBound(values);
  coverAllDims(operand, value);
  return operand;
}

ChannelOperand mlir::ascend::difftest::writeOperand(ModuleWriter &writer,
                                                    const Tensor &value,
                                                    OperandPlan plan, Role role,
                                                    Rng &rng) {
  SmallVector<unsigned> dims = chooseDims(value, plan.form, rng);
  if (plan.form == OperandForm::BodyScalar && plan.family == Family::Generic) {
    ChannelOperand operand;
    operand.isNumber = true;
    operand.kind = plan.kind;
    double number = drawValues(writer.recipe, role, 1, value.bound, rng)[0];
    operand.bound = std::abs(number);
    operand.type = toString(plan.kind).str();
    operand.name = writer.scalar(plan.kind, number);
    return operand;
  }
  bool full = plan.form == OperandForm::Full ||
              plan.form == OperandForm::FullSplat ||
              plan.form == OperandForm::Varying;
  if (full && value.isStatic()) {
    // Along all dims, a value per channel is one even after a reshape.
    if (plan.form == OperandForm::Varying ||
        (plan.form == OperandForm::Full && rng.chance(40))) {
      dims.clear();
      for (unsigned i = 0; i < value.rank(); ++i)
        dims.push_back(i);
    }
    return writeFullConstant(writer, value, plan, role, dims, rng);
  }
  if (plan.form == OperandForm::Argument) {
    Tensor source = makeSource(value, dims, plan.kind);
    source.name = writer.argument(source.shape, plan.kind).name;
    // An argument may be zero, so it must not become a divisor.
    return presentOperand(writer, value, plan, source, dims, rng);
  }
  if (plan.form == OperandForm::PerChannel && plan.family == Family::Generic &&
      rng.chance(20))
    rng.shuffle(dims);
  bool computed = plan.form == OperandForm::Computed;
  Tensor source =
      computed ? writeComputedSource(writer, value, dims, plan, role, rng)
               : writeSource(writer, value, dims, plan, role, rng);
  return presentOperand(writer, value, plan, source, dims, rng);
}
