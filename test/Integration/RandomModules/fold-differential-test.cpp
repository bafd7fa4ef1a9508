//===- fold-differential-test.cpp - Random modules, before and after ------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes random modules with convolutions, runs passes that fold on them, and
// compares what the module computes with what it computed before. Both are
// lowered by LLVM's own passes and compiled in one process.
//
// With --backend, compares what the module computes when LLVM's own passes
// lower it with what it computes by ascend-pipeline on libascendrt.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/InitAllDialects.h"
#include "AscendFold/InitAllExtensions.h"
#include "AscendFold/Transforms/Passes.h"

#include "Layouts.h"
#include "Pipelines.h"
#include "Reduction.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Matchers.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

#include <chrono>
#include <map>

using namespace mlir;
using namespace mlir::ascend::difftest;
namespace cl = llvm::cl;

static cl::OptionCategory category("Differential test");

static cl::opt<uint64_t> seed("seed", cl::desc("Seed of the whole run"),
                              cl::init(1), cl::cat(category));
static cl::opt<uint64_t> count("count", cl::desc("Number of modules"),
                               cl::init(300), cl::cat(category));
static cl::opt<int64_t> only("only", cl::desc("Check this module alone"),
                             cl::init(-1), cl::cat(category));
static cl::opt<bool> print("print", cl::desc("Print the modules"),
                           cl::init(false), cl::cat(category));
static cl::opt<bool> list("list",
                          cl::desc("Print every module's recipe and verdict"),
                          cl::init(false), cl::cat(category));
static cl::opt<unsigned> jobs("jobs", cl::desc("Processes at a time"),
                              cl::init(2), cl::cat(category));
static cl::opt<unsigned>
    maxReductions("max-reductions",
                  cl::desc("Number of failures to reduce and show"),
                  cl::init(3), cl::cat(category));
static cl::opt<bool>
    useBackend("backend",
               cl::desc("Compare with ascend-pipeline on libascendrt"),
               cl::init(false), cl::cat(category));
static cl::opt<std::string>
    saveFailures("save-failures",
                 cl::desc("Folder for the modules that failures reduce to"),
                 cl::cat(category));
static cl::opt<std::string>
    pipeline("pass-pipeline",
             cl::desc("Passes under test, instead of those drawn"),
             cl::cat(category));
static cl::opt<std::string> form("form", cl::desc("Draw this form alone"),
                                 cl::cat(category));
static cl::opt<bool>
    runUnchanged("run-unchanged",
                 cl::desc("Also run modules that no pass has changed"),
                 cl::init(false), cl::cat(category));

namespace {

/// Ways to spoil a fold, which prove that the test would notice.
enum class Damage {
  None,
  Weight,
  Infinity,
  Crash,
  Unstable,
  Concat,
  Epilogue,
  Padding
};

} // namespace

static cl::opt<Damage>
    damage("break", cl::desc("Damage the result of the pass"), cl::Hidden,
           cl::values(clEnumValN(Damage::None, "none", "Leave it alone"),
                      clEnumValN(Damage::Weight, "weight", "Change one weight"),
                      clEnumValN(Damage::Infinity, "infinity",
                                 "Make one weight infinite"),
                      clEnumValN(Damage::Crash, "crash", "Abort on any rsqrt"),
                      clEnumValN(Damage::Unstable, "unstable",
                                 "Change the module in every run"),
                      clEnumValN(Damage::Concat, "concat",
                                 "Exchange what a concat begins and ends with"),
                      clEnumValN(Damage::Epilogue, "epilogue",
                                 "Reverse every epilogue (with --backend)"),
                      clEnumValN(Damage::Padding, "padding",
                                 "Swap low and high padding "
                                 "(with --backend)")),
           cl::init(Damage::None), cl::cat(category));

//===----------------------------------------------------------------------===//
// Damage
//===----------------------------------------------------------------------===//

/// The constant filter of the first convolution or contraction that has one.
static OpOperand *findFilter(ModuleOp module) {
  OpOperand *filter = nullptr;
  module.walk([&](Operation *op) {
    StringRef name = op->getName().getStringRef();
    if (!name.contains("conv") && !name.contains("matmul"))
      return WalkResult::advance();
    DenseFPElementsAttr values;
    if (!matchPattern(op->getOperand(1), m_Constant(&values)) ||
        values.isSplat())
      return WalkResult::advance();
    filter = &op->getOpOperand(1);
    return WalkResult::interrupt();
  });
  return filter;
}

static void damageFilter(ModuleOp module, bool makeInfinite) {
  OpOperand *filter = findFilter(module);
  if (!filter)
    return;
  DenseFPElementsAttr constant;
  matchPattern(filter->get(), m_Constant(&constant));
  SmallVector<APFloat> values(constant.getValues<APFloat>());
  APFloat &last = values.back();
  if (makeInfinite)
    last = APFloat::getInf(last.getSemantics());
  else
    last = last + APFloat(last.getSemantics(), "1.0");
  Operation *op = filter->get().getDefiningOp();
  OpBuilder builder(filter->getOwner());
  Operation *copy = builder.clone(*op);
  for (NamedAttribute attribute : op->getAttrs())
    if (attribute.getValue() == constant)
      copy->setAttr(attribute.getName(),
                    DenseElementsAttr::get(constant.getType(), values));
  filter->set(copy->getResult(0));
}

static bool isComputedFromArgument(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || llvm::any_of(op->getOperands(), isComputedFromArgument);
}

/// Exchanges operands of the first concat of other values than constants that
/// has two of one type.
static void damageConcat(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!op->getName().getStringRef().ends_with(".concat"))
      return WalkResult::advance();
    Value first = op->getOperands().front(), last = op->getOperands().back();
    if (first == last || first.getType() != last.getType() ||
        !isComputedFromArgument(first) || !isComputedFromArgument(last))
      return WalkResult::advance();
    op->setOperand(0, last);
    op->setOperand(op->getNumOperands() - 1, first);
    return WalkResult::interrupt();
  });
}

static BackendDamage getBackendDamage() {
  return damage == Damage::Epilogue  ? BackendDamage::Epilogue
         : damage == Damage::Padding ? BackendDamage::Padding
                                     : BackendDamage::None;
}

static void applyDamage(ModuleOp module, unsigned run) {
  if (run != (damage == Damage::Unstable ? 2 : 1))
    return;
  switch (damage) {
  case Damage::None:
    return;
  case Damage::Weight:
  case Damage::Infinity:
    damageFilter(module, damage == Damage::Infinity);
    return;
  case Damage::Crash:
    module.walk([](Operation *op) {
      if (op->getName().getStringRef().ends_with(".rsqrt"))
        abort();
    });
    return;
  case Damage::Concat:
    return damageConcat(module);
  case Damage::Unstable:
    module->setAttr("test.damaged", UnitAttr::get(module.getContext()));
    return;
  case Damage::Epilogue:
  case Damage::Padding:
    llvm_unreachable("not a damage of the module");
  }
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

namespace {

struct Report {
  void add(const Recipe &recipe, uint64_t index, const Verdict &verdict);
  void printTable(llvm::raw_ostream &os) const;

  struct Row {
    unsigned modules = 0, succeeded = 0;
  };
  /// By the form, the same of plain modules only, and by the first producer.
  std::map<Form, Row> forms, plainForms;
  std::map<std::string, Row> rows;
  /// Why the backend has refused modules, and how many.
  std::map<std::string, unsigned> refusals;
  std::map<uint64_t, Verdict> failures;
  Row total;
  /// Modules that a wider type was the judge of.
  unsigned judged = 0;
};

} // namespace

void Report::add(const Recipe &recipe, uint64_t index, const Verdict &verdict) {
  const Producer &producer = recipe.segments.front().producer;
  StringRef name = getLayouts()[producer.layout].name;
  bool hasSucceeded =
      verdict.outcome == Outcome::Folded || verdict.outcome == Outcome::Lowered;
  for (Row *row :
       {&forms[recipe.form],
        &rows[producer.generic ? (name + " (generic)").str() : name.str()],
        &total}) {
    ++row->modules;
    row->succeeded += hasSucceeded;
  }
  judged += verdict.needsReference;
  Row &plain = plainForms[recipe.form];
  plain.modules += recipe.isPlain;
  plain.succeeded += recipe.isPlain && hasSucceeded;
  if (verdict.outcome == Outcome::Refused)
    ++refusals[StringRef(verdict.message).rtrim().str()];
  if (isFailure(verdict.outcome))
    failures[index] = verdict;
}

static void printRow(llvm::raw_ostream &os, llvm::FormattedString name,
                     const Report::Row &row) {
  os << name
     << llvm::format(" %7u %6u%%", row.modules,
                     100 * row.succeeded / std::max(1u, row.modules));
}

void Report::printTable(llvm::raw_ostream &os) const {
  StringRef header = useBackend ? "modules lowered" : "modules  folded";
  os << llvm::left_justify("first producer", 45) << header << "\n";
  for (const auto &[name, row] : rows) {
    printRow(os, llvm::left_justify(name, 44), row);
    os << "\n";
  }
  for (const auto &[reason, number] : refusals)
    os << "refused " << number << " times, " << reason << "\n";
  if (useBackend)
    return;
  // In a plain module nothing folds but what the form is about.
  os << llvm::left_justify("form", 45) << header << "   plain  folded\n";
  for (const auto &[form, row] : forms) {
    printRow(os, llvm::left_justify(toString(form), 44), row);
    printRow(os, llvm::left_justify("", 0), plainForms.at(form));
    os << "\n";
  }
}

/// The form that is asked for by name.
static std::optional<Form> getChosenForm() {
  for (unsigned i = 0; i < numForms; ++i)
    if (toString(Form(i)) == form)
      return Form(i);
  return std::nullopt;
}

static Recipe getRecipe(uint64_t index) {
  uint64_t number = seed * 0x100000001b3 + index;
  return useBackend ? drawBackendRecipe(number)
                    : drawRecipe(number, getChosenForm());
}

static void saveFailure(uint64_t index, const std::string &text) {
  if (saveFailures.empty())
    return;
  std::error_code error;
  llvm::raw_fd_ostream os(saveFailures + "/seed" + std::to_string(seed) + "-" +
                              std::to_string(index) + ".mlir",
                          error);
  if (error)
    llvm::errs() << saveFailures << ": " << error.message() << "\n";
  os << text;
}

static void showFailure(llvm::raw_ostream &os, uint64_t index,
                        const Verdict &verdict,
                        const CheckerFactory &makeChecker) {
  os << "\nmodule " << index << " of seed " << seed << ": "
     << toString(verdict.outcome) << "\n"
     << verdict.message;
  Reduced reduced =
      reduceFailure(getRecipe(index), verdict.outcome, makeChecker);
  if (reduced.verdict.outcome != verdict.outcome) {
    os << "alone, without the modules before it: "
       << toString(reduced.verdict.outcome) << "\n";
    return;
  }
  saveFailure(index, "// " + StringRef(reduced.verdict.message).rtrim().str() +
                         "\n" + reduced.verdict.before);
  os << "reduced in " << reduced.attempts << " attempts to\n";
  printRecipe(os, reduced.recipe);
  os << toString(reduced.verdict.outcome) << "\n"
     << reduced.verdict.message
     << (useBackend ? "the module:\n" : "before the fold:\n")
     << reduced.verdict.before;
  if (!reduced.verdict.after.empty())
    os << "\nafter the fold:\n" << reduced.verdict.after;
  os << "\n";
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

/// Prints one module, its fold and its verdict.
static int checkSingle(llvm::raw_ostream &os,
                       const CheckerFactory &makeChecker) {
  Recipe recipe = getRecipe(only);
  printRecipe(os, recipe);
  if (print)
    os << writeModule(recipe).text;
  Verdict verdict = checkOne(recipe, makeChecker);
  if (print && !useBackend)
    os << "after the fold:\n" << verdict.after << "\n";
  os << toString(verdict.outcome) << "\n" << verdict.message;
  bool failed = isFailure(verdict.outcome);
  if (failed && maxReductions > 0)
    showFailure(os, only, verdict, makeChecker);
  os << !failed << " passed, " << failed << " failed\n";
  return failed;
}

static int checkMany(llvm::raw_ostream &os, const CheckerFactory &makeChecker) {
  auto start = std::chrono::steady_clock::now();
  std::vector<uint64_t> indices;
  for (uint64_t i = 0; i < count; ++i) {
    indices.push_back(i);
    if (print)
      os << "// module " << i << "\n" << writeModule(getRecipe(i)).text;
  }
  Report report;
  checkAll(indices, getRecipe, makeChecker, std::max(1u, jobs.getValue()),
           [&](uint64_t index, const Verdict &verdict) {
             Recipe recipe = getRecipe(index);
             report.add(recipe, index, verdict);
             if (!list)
               return;
             os << "module " << index << ": " << toString(verdict.outcome)
                << "\n";
             printRecipe(os, recipe);
           });
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  report.printTable(os);
  unsigned shown = 0;
  for (const auto &[index, verdict] : report.failures) {
    if (shown++ < maxReductions)
      showFailure(os, index, verdict, makeChecker);
    else
      os << "module " << index << " of seed " << seed << ": "
         << toString(verdict.outcome) << "\n";
  }
  os << "a wider type was the judge of " << report.judged << " modules\n";
  os << (useBackend ? "the backend lowered " : "something folded in ")
     << llvm::format("%u of %u modules (%u%%), %.1f s\n",
                     report.total.succeeded, report.total.modules,
                     100 * report.total.succeeded /
                         std::max(1u, report.total.modules),
                     elapsed.count());
  os << report.total.modules - report.failures.size() << " passed, "
     << report.failures.size() << " failed\n";
  return !report.failures.empty();
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv, "Differential test of the folds on random modules\n");
  if (!form.empty() && !getChosenForm()) {
    llvm::errs() << "there is no form '" << form << "'\n";
    return 1;
  }
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  registerAllPasses();
  mlir::ascend::registerAscendFoldTransformsPasses();

  // As in fold-opt.
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  mlir::ascend::registerAllDialects(registry);
  mlir::ascend::registerAllExtensions(registry);

  CheckerFactory makeChecker = [&] {
    return std::make_unique<Checker>(
        registry, pipeline,
        damage == Damage::None || getBackendDamage() != BackendDamage::None
            ? nullptr
            : DamageFn(applyDamage),
        runUnchanged, BackendOptions{useBackend, getBackendDamage()});
  };
  return only >= 0 ? checkSingle(llvm::outs(), makeChecker)
                   : checkMany(llvm::outs(), makeChecker);
}
