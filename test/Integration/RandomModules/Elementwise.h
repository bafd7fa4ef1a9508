//===- Elementwise.h - Elementwise ops in every family ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_ELEMENTWISE_H
#define ASCENDFOLD_TEST_RANDOMMODULES_ELEMENTWISE_H

#include "ModuleWriter.h"
#include "Operands.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::ascend::difftest {

enum class UnaryOp : uint8_t { Negate, Sqrt, Rsqrt, Reciprocal, Tanh };

/// Lines of the body of a linalg.generic.
class Body {
public:
  /// Adds "%b = <text>" and returns the name.
  std::string op(const llvm::Twine &text) {
    std::string name = "%b" + std::to_string(lines.size());
    lines.push_back((name + " = " + text).str());
    return name;
  }
  /// "op a, b : type".
  std::string op(llvm::StringRef name, llvm::StringRef a, llvm::StringRef b,
                 ElementType type) {
    return op(name + " " + a + ", " + b + " : " + toString(type));
  }
  std::string op(llvm::StringRef name, llvm::StringRef a, ElementType type) {
    return op(name + " " + a + " : " + toString(type));
  }
  /// `value` converted from one type to another.
  std::string convert(llvm::StringRef value, ElementType from, ElementType to);

  llvm::SmallVector<std::string> lines;
};

struct ApplyPlan {
  Family family = Family::Generic;
  OutsForm outs = OutsForm::Empty;
  /// The operand comes first.
  bool swapped = false;
  /// May write its result in another order of dims.
  bool mayTranspose = false;
  /// Loop i is dim i of the value.
  bool keepsLoops = false;
};

/// Body of `applyGeneric`: the value, the operands and what is in the output
/// (empty unless it may be read) in; the result out.
using BodyFn = llvm::function_ref<std::string(
    Body &, llvm::StringRef value, llvm::ArrayRef<std::string> operands)>;

/// One linalg.generic over the value and operands, whose loops, maps and
/// operand order are drawn at random. The result has the value's type.
Tensor applyGeneric(ModuleWriter &writer, const Tensor &value,
                    llvm::ArrayRef<ChannelOperand> operands,
                    const ApplyPlan &plan, Rng &rng, BodyFn body);

Tensor applyBinary(ModuleWriter &writer, const Tensor &value, BinaryOp op,
                   const ChannelOperand &operand, const ApplyPlan &plan,
                   Rng &rng);

Tensor applyUnary(ModuleWriter &writer, Family family, UnaryOp op,
                  const Tensor &value);

/// TOSA has no f64.
inline Family legalize(Family family, ElementType type) {
  return family == Family::Tosa && type == ElementType::F64 ? Family::Named
                                                            : family;
}

/// "tosa.add" and the like, on any operands.
std::string writeTosa(ModuleWriter &writer, llvm::StringRef name,
                      llvm::ArrayRef<Operand> operands,
                      const std::string &resultType);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_ELEMENTWISE_H
