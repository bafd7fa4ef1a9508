//===- Elementwise.cpp - Elementwise ops in every family ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

/// The names of one op in the families; tosa has none for some.
struct Spelling {
  StringRef arith, linalg, tosa;
};

} // namespace

static Spelling getSpelling(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {"arith.addf", "add", "add"};
  case BinaryOp::Sub:
    return {"arith.subf", "sub", "sub"};
  case BinaryOp::Mul:
    return {"arith.mulf", "mul", "mul"};
  case BinaryOp::Div:
    return {"arith.divf", "div", ""};
  }
  llvm_unreachable("unknown binary op");
}

static Spelling getSpelling(UnaryOp op) {
  switch (op) {
  case UnaryOp::Negate:
    return {"arith.negf", "negf", "negate"};
  case UnaryOp::Sqrt:
    return {"math.sqrt", "sqrt", ""};
  case UnaryOp::Rsqrt:
    return {"math.rsqrt", "rsqrt", "rsqrt"};
  case UnaryOp::Reciprocal:
    return {"", "reciprocal", "reciprocal"};
  case UnaryOp::Tanh:
    return {"math.tanh", "tanh", "tanh"};
  }
  llvm_unreachable("unknown unary op");
}

std::string Body::convert(StringRef value, ElementType from, ElementType to) {
  if (from == to)
    return value.str();
  StringRef name =
      getBitWidth(from) < getBitWidth(to) ? "arith.extf " : "arith.truncf ";
  // The two 16-bit types have no direct conversion.
  if (getBitWidth(from) == getBitWidth(to))
    return convert(convert(value, from, ElementType::F32), ElementType::F32,
                   to);
  return op(name + value + " : " + toString(from) + " to " + toString(to));
}

std::string mlir::ascend::difftest::writeTosa(ModuleWriter &writer,
                                              StringRef name,
                                              ArrayRef<Operand> operands,
                                              const std::string &resultType) {
  SmallVector<std::string> names, types;
  for (const Operand &operand : operands) {
    names.push_back(operand.name);
    types.push_back(operand.type);
  }
  return writer.op("tosa." + name + " " + llvm::join(names, ", ") + " : (" +
                   llvm::join(types, ", ") + ") -> " + resultType);
}

//===----------------------------------------------------------------------===//
// linalg.generic
//===----------------------------------------------------------------------===//

namespace {

/// Loops and layout of one generic, drawn at random.
struct GenericPlan {
  GenericPlan(const Tensor &value, const ApplyPlan &plan, Rng &rng);

  /// Dim of the value -> loop.
  SmallVector<unsigned> loopOf;
  /// Dim of the result -> dim of the value.
  SmallVector<unsigned> resultOrder;
};

} // namespace

GenericPlan::GenericPlan(const Tensor &value, const ApplyPlan &plan, Rng &rng) {
  for (unsigned i = 0; i < value.rank(); ++i) {
    loopOf.push_back(i);
    resultOrder.push_back(i);
  }
  if (!plan.keepsLoops && rng.chance(20))
    rng.shuffle(loopOf);
  bool writesValue =
      plan.outs != OutsForm::Empty && plan.outs != OutsForm::InitRead;
  if (plan.mayTranspose && !writesValue && rng.chance(15))
    rng.shuffle(resultOrder);
}

/// `value` with its dims in another order and no name yet.
static Tensor permute(const Tensor &value, ArrayRef<unsigned> order) {
  Tensor result = value;
  result.channelDims.clear();
  for (unsigned i = 0; i < value.rank(); ++i) {
    result.shape[i] = value.shape[order[i]];
    result.dynamic[i] = value.dynamic[order[i]];
    if (value.isChannel(order[i]))
      result.channelDims.push_back(i);
  }
  result.takeChannels(value, order);
  return result;
}

Tensor mlir::ascend::difftest::applyGeneric(ModuleWriter &writer,
                                            const Tensor &value,
                                            ArrayRef<ChannelOperand> operands,
                                            const ApplyPlan &plan, Rng &rng,
                                            BodyFn body) {
  unsigned rank = value.rank();
  GenericPlan loops(value, plan, rng);
  Tensor result = permute(value, loops.resultOrder);

  // The value comes first, unless it is read from the output.
  bool readsOuts = plan.outs == OutsForm::ValueRead;
  SmallVector<GenericOperand> ins;
  if (!readsOuts)
    ins.push_back(
        {value.name, value.typeText(), identityMap(rank, loops.loopOf)});
  for (const ChannelOperand &operand : operands)
    if (!operand.isNumber)
      ins.push_back(
          {operand.name, operand.type, operand.map(rank, loops.loopOf)});
  SmallVector<unsigned> position;
  for (unsigned i = 0; i < ins.size(); ++i)
    position.push_back(i);
  if (plan.swapped)
    rng.shuffle(position);
  SmallVector<GenericOperand> placed(ins.size());
  for (unsigned i = 0; i < ins.size(); ++i)
    placed[position[i]] = ins[i];

  unsigned next = 0;
  auto takeArgument = [&] { return "%a" + std::to_string(position[next++]); };
  std::string valueName = readsOuts ? "%o" : takeArgument();
  SmallVector<std::string> names;
  for (const ChannelOperand &operand : operands)
    names.push_back(operand.isNumber ? operand.name : takeArgument());

  GenericOperand outs;
  outs.type = result.typeText();
  SmallVector<unsigned> outLoops;
  for (unsigned dim : loops.resultOrder)
    outLoops.push_back(loops.loopOf[dim]);
  outs.map = identityMap(rank, outLoops);
  outs.name = value.name;
  if (plan.outs == OutsForm::Empty || plan.outs == OutsForm::InitRead)
    outs.name = writer.empty(result, value, loops.resultOrder);
  if (plan.outs == OutsForm::InitRead)
    outs.name = writer.fill(outs.name, outs.type, value.type, 0.375);
  Body lines;
  std::string yielded = body(lines, valueName, names);
  if (plan.outs == OutsForm::InitRead || plan.outs == OutsForm::ValueTwice) {
    yielded = lines.op("arith.addf", yielded, "%o", value.type);
    result.bound += std::max(0.375, value.bound);
  }
  result.name = writer.generic(placed, outs, rank, lines.lines, yielded);
  return result;
}

//===----------------------------------------------------------------------===//
// Binary and unary ops
//===----------------------------------------------------------------------===//

static double getResultBound(BinaryOp op, double value, double operand) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return value + operand;
  case BinaryOp::Mul:
    return value * operand;
  case BinaryOp::Div:
    return value * 2;
  }
  llvm_unreachable("unknown binary op");
}

/// An op of any family but generic on operands that need no indexing, or are
/// indexed by `maps`.
static std::string writeNamed(ModuleWriter &writer, Family family,
                              const Spelling &spelling,
                              ArrayRef<GenericOperand> operands,
                              const Tensor &result, const std::string &init) {
  SmallVector<std::string> names, types, maps;
  for (const GenericOperand &operand : operands) {
    names.push_back(operand.name);
    types.push_back(operand.type);
    maps.push_back(operand.map);
  }
  maps.push_back(identityMap(result.rank()));
  std::string type = result.typeText();
  std::string inputs = llvm::join(names, ", ");
  if (family == Family::Arith)
    return writer.op(spelling.arith + " " + inputs + " : " + type);
  std::string all = "ins(" + inputs + " : " + llvm::join(types, ", ") +
                    ") outs(" + init + " : " + type + ")";
  if (family == Family::Map)
    return writer.op("linalg.map { " + spelling.arith + " } " + all);
  if (family == Family::Elementwise)
    return writer.op("linalg.elementwise kind=#linalg.elementwise_kind<" +
                     spelling.linalg + "> indexing_maps = [" +
                     llvm::join(maps, ", ") + "] " + all + " -> " + type);
  return writer.op("linalg." + spelling.linalg + " " + all + " -> " + type);
}

static std::string writeTosaBinary(ModuleWriter &writer, BinaryOp op, Operand a,
                                   Operand b, const std::string &type) {
  if (op == BinaryOp::Div) {
    b.name = writeTosa(writer, "reciprocal", {b}, b.type);
    op = BinaryOp::Mul;
  }
  SmallVector<Operand> operands = {std::move(a), std::move(b)};
  if (op == BinaryOp::Mul) {
    std::string zero = writer.op("\"tosa.const\"() <{values = dense<0> : "
                                 "tensor<1xi8>}> : () -> tensor<1xi8>");
    operands.push_back({zero, "tensor<1xi8>"});
  }
  return writeTosa(writer, getSpelling(op).tosa, operands, type);
}

Tensor mlir::ascend::difftest::applyBinary(ModuleWriter &writer,
                                           const Tensor &value, BinaryOp op,
                                           const ChannelOperand &operand,
                                           const ApplyPlan &plan, Rng &rng) {
  Spelling spelling = getSpelling(op);
  Tensor result = value;
  result.coarsest = getCoarser(value.coarsest, operand.kind);
  result.bound = getResultBound(op, value.bound, operand.bound);
  std::string type = value.typeText();
  if (plan.family == Family::Tosa) {
    Operand a{value.name, type}, b{operand.name, operand.type};
    if (plan.swapped)
      std::swap(a, b);
    result.name = writeTosaBinary(writer, op, a, b, type);
    return result;
  }
  if (plan.family != Family::Generic) {
    // Only linalg.elementwise has maps; its loops are the result's dims.
    SmallVector<unsigned> loopOf, order;
    for (unsigned i = 0; i < value.rank(); ++i)
      order.push_back(i);
    if (plan.family == Family::Elementwise && plan.mayTranspose &&
        rng.chance(15))
      rng.shuffle(order);
    loopOf.resize(value.rank());
    for (unsigned i = 0; i < value.rank(); ++i)
      loopOf[order[i]] = i;
    SmallVector<GenericOperand> operands = {
        {value.name, type, identityMap(value.rank(), loopOf)},
        {operand.name, operand.type, operand.map(value.rank(), loopOf)}};
    if (plan.swapped)
      std::swap(operands[0], operands[1]);
    Tensor permuted = permute(result, order);
    std::string init;
    if (plan.family != Family::Arith)
      init = writer.empty(permuted, value, order);
    permuted.name =
        writeNamed(writer, plan.family, spelling, operands, permuted, init);
    return permuted;
  }
  Tensor written = applyGeneric(
      writer, value, operand, plan, rng,
      [&](Body &body, StringRef x, ArrayRef<std::string> operands) {
        std::string a = x.str(),
                    b = body.convert(operands[0], operand.kind, value.type);
        if (plan.swapped)
          std::swap(a, b);
        return body.op(spelling.arith, a, b, value.type);
      });
  written.coarsest = result.coarsest;
  // What was in the output may have been added.
  written.bound = result.bound + (written.bound - value.bound);
  return written;
}

static std::string writeTosaUnary(ModuleWriter &writer, UnaryOp op,
                                  const Tensor &value) {
  std::string type = value.typeText();
  SmallVector<Operand> operands = {{value.name, type}};
  StringRef name = getSpelling(op).tosa;
  if (op == UnaryOp::Negate) {
    std::string zero = writer.splat({1}, value.type, 0.0, /*tosa=*/true);
    Operand point{zero, tensorType({1}, value.type)};
    operands.append({point, point});
  } else if (op == UnaryOp::Sqrt) {
    Shape ones(value.rank(), 1);
    std::string half = writer.splat(ones, value.type, 0.5, /*tosa=*/true);
    operands.push_back({half, tensorType(ones, value.type)});
    name = "pow";
  }
  return writeTosa(writer, name, operands, type);
}

Tensor mlir::ascend::difftest::applyUnary(ModuleWriter &writer, Family family,
                                          UnaryOp op, const Tensor &value) {
  Spelling spelling = getSpelling(op);
  Tensor result = value;
  if (family == Family::Tosa) {
    result.name = writeTosaUnary(writer, op, value);
    return result;
  }
  bool hasNoArith = spelling.arith.empty();
  if (family == Family::Generic ||
      (hasNoArith && (family == Family::Map || family == Family::Arith))) {
    std::string type = value.typeText(), map = identityMap(value.rank());
    std::string init = writer.empty(value);
    Body body;
    std::string yielded;
    if (op == UnaryOp::Reciprocal) {
      std::string one = body.op("arith.constant 1.0 : " + toString(value.type));
      yielded = body.op("arith.divf", one, "%a0", value.type);
    } else {
      yielded = body.op(spelling.arith, "%a0", value.type);
    }
    result.name = writer.generic({{value.name, type, map}}, {init, type, map},
                                 value.rank(), body.lines, yielded);
    return result;
  }
  std::string init;
  if (family != Family::Arith)
    init = writer.empty(value);
  result.name = writeNamed(
      writer, family, spelling,
      {{value.name, value.typeText(), identityMap(value.rank())}}, value, init);
  return result;
}
