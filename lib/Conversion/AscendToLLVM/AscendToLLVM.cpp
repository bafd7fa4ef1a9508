//===- AscendToLLVM.cpp - Convert ascend to runtime calls -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Conversion/AscendToLLVM/AscendToLLVM.h"

#include "Descriptions.h"

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_CONVERTASCENDTOLLVMPASS
#include "AscendFold/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// The conversion of one module.
class RuntimeCalls {
public:
  explicit RuntimeCalls(ModuleOp module)
      : module(module), rewriter(module.getContext()), symbols(module),
        typeConverter(module.getContext()) {
    ptr = LLVM::LLVMPointerType::get(module.getContext());
    i32 = rewriter.getI32Type();
    i64 = rewriter.getI64Type();
  }

  LogicalResult convert();

private:
  LogicalResult checkReferences();
  LogicalResult checkArena(ArenaOp op);
  void addStream(func::FuncOp function);
  void passStream(func::CallOp call);
  LogicalResult convertOp(Operation *op);
  void convertArena(ArenaOp op);
  void returnIfNull(func::FuncOp function, Value pointer);
  LogicalResult checkNames();
  void createDestroyFunction();

  Value getStream(Operation *op) {
    return op->getParentOfType<func::FuncOp>().getArgument(0);
  }
  Value constant(Location loc, int64_t value, Type type) {
    return LLVM::ConstantOp::create(rewriter, loc, type,
                                    rewriter.getIntegerAttr(type, value));
  }
  LLVM::LLVMFuncOp declare(StringRef name, Type result, ArrayRef<Type> args);
  LLVM::GlobalOp createGlobal(StringRef name, int64_t size, bool isConstant);
  Value getDescription(Operation *op, const Launch &launch);
  Value getPointer(Location loc, Value buffer);
  Value getExtentOrStride(Location loc, const DynamicField &field);
  Value allocateOnEntry(Operation *op, int64_t count, Type type);

  ModuleOp module;
  IRRewriter rewriter;
  SymbolTable symbols;
  LLVMTypeConverter typeConverter;
  Type ptr, i32, i64;
  llvm::StringMap<LLVM::GlobalOp> descriptions;
  SmallVector<LLVM::GlobalOp> sites;
};

class ConvertAscendToLLVMPass final
    : public ascend::impl::ConvertAscendToLLVMPassBase<
          ConvertAscendToLLVMPass> {
  void runOnOperation() override {
    if (failed(RuntimeCalls(getOperation()).convert()))
      signalPassFailure();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Function arguments that hold results, as upstream's
/// buffer-results-to-out-params marks them.
static constexpr const char *kResultAttrName = "bufferize.result";

/// Notes what the tensors were; a lowered function shows pointers only.
static void recordTypes(func::FuncOp function) {
  SmallVector<Attribute> arguments, results;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    Type tensor = type;
    if (auto buffer = dyn_cast<MemRefType>(type))
      tensor =
          RankedTensorType::get(buffer.getShape(), buffer.getElementType());
    const bool isResult =
        static_cast<bool>(function.getArgAttr(i, kResultAttrName));
    (isResult ? results : arguments).push_back(TypeAttr::get(tensor));
  }
  MLIRContext *context = function.getContext();
  function->setAttr(kArgumentTypesAttrName, ArrayAttr::get(context, arguments));
  function->setAttr(kResultTypesAttrName, ArrayAttr::get(context, results));
}

void RuntimeCalls::addStream(func::FuncOp function) {
  recordTypes(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.removeArgAttr(i, kResultAttrName);
  if (function.isPublic())
    function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                      rewriter.getUnitAttr());
  (void)function.insertArgument(0, ptr, {}, function.getLoc());
}

/// References to functions would keep the old type.
LogicalResult RuntimeCalls::checkReferences() {
  WalkResult result = module.walk([&](func::ConstantOp reference) {
    auto callee = symbols.lookup<func::FuncOp>(reference.getValue());
    if (!callee || callee.isExternal())
      return WalkResult::advance();
    reference.emitOpError("refers to a function that takes a stream: calls "
                          "through values are not supported");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void RuntimeCalls::passStream(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (callee && !callee.isExternal())
    call->insertOperands(0, getStream(call));
}

LLVM::LLVMFuncOp RuntimeCalls::declare(StringRef name, Type result,
                                       ArrayRef<Type> args) {
  if (auto function = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(module.getBody());
  auto function = LLVM::LLVMFuncOp::create(
      rewriter, module.getLoc(), name,
      LLVM::LLVMFunctionType::get(result, args, /*isVarArg=*/false));
  symbols.insert(function);
  return function;
}

/// `size` bytes that are zero.
LLVM::GlobalOp RuntimeCalls::createGlobal(StringRef name, int64_t size,
                                          bool isConstant) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(module.getBody());
  auto type = LLVM::LLVMArrayType::get(rewriter.getI8Type(), size);
  auto global = LLVM::GlobalOp::create(
      rewriter, module.getLoc(), type, isConstant, LLVM::Linkage::Internal,
      name, LLVM::ZeroAttr::get(module.getContext()), /*alignment=*/8);
  // Made unique.
  symbols.insert(global);
  return global;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Whether a buffer is a constant of the module, or a view of all of one.
static bool isConstantBuffer(Value buffer) {
  Operation *def = buffer.getDefiningOp();
  while (isa_and_nonnull<memref::CastOp, memref::CollapseShapeOp,
                         memref::ExpandShapeOp, memref::ReinterpretCastOp,
                         memref::SubViewOp, memref::TransposeOp>(def))
    def = def->getOperand(0).getDefiningOp();
  auto get = dyn_cast_or_null<memref::GetGlobalOp>(def);
  if (!get)
    return false;
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  return global && global.getConstant();
}

/// The address of the first element.
Value RuntimeCalls::getPointer(Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  [[maybe_unused]] LogicalResult isStrided =
      type.getStridesAndOffset(strides, offset);
  assert(succeeded(isStrided) && "the op was described");
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, buffer);
  if (offset != 0) {
    const int64_t bytes = type.getElementTypeBitWidth() / 8;
    Value elements;
    if (ShapedType::isDynamic(offset))
      elements = memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer)
                     .getOffset();
    else
      elements = arith::ConstantIndexOp::create(rewriter, loc, offset);
    Value size = arith::ConstantIndexOp::create(rewriter, loc, bytes);
    address = arith::AddIOp::create(
        rewriter, loc, address,
        arith::MulIOp::create(rewriter, loc, elements, size));
  }
  Value integer = arith::IndexCastOp::create(rewriter, loc, i64, address);
  return LLVM::IntToPtrOp::create(rewriter, loc, ptr, integer);
}

Value RuntimeCalls::getExtentOrStride(Location loc, const DynamicField &field) {
  Value index;
  if (field.isStride)
    index =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, field.buffer)
            .getStrides()[field.dim];
  else
    index = memref::DimOp::create(rewriter, loc, field.buffer, field.dim);
  return arith::IndexCastOp::create(rewriter, loc, i64, index);
}

/// Stack memory of the function, not of a loop inside it.
Value RuntimeCalls::allocateOnEntry(Operation *op, int64_t count, Type type) {
  OpBuilder::InsertionGuard guard(rewriter);
  auto function = op->getParentOfType<func::FuncOp>();
  rewriter.setInsertionPointToStart(&function.getBody().front());
  Value number = constant(op->getLoc(), count, i64);
  return LLVM::AllocaOp::create(rewriter, op->getLoc(), ptr, type, number,
                                /*alignment=*/8);
}

/// A global for each distinct description; a copy on the stack where numbers
/// are missing.
Value RuntimeCalls::getDescription(Operation *op, const Launch &launch) {
  Location loc = op->getLoc();
  LLVM::GlobalOp &global = descriptions[launch.description];
  const int64_t size = launch.description.size();
  if (!global) {
    global = createGlobal("ascend_description", size, /*isConstant=*/true);
    global.setValueAttr(rewriter.getStringAttr(launch.description));
  }
  Value description = LLVM::AddressOfOp::create(rewriter, loc, global);
  if (launch.dynamicFields.empty())
    return description;
  Value copy = allocateOnEntry(op, size, rewriter.getI8Type());
  LLVM::MemcpyOp::create(rewriter, loc, copy, description,
                         constant(loc, size, i64), /*isVolatile=*/false);
  for (const DynamicField &field : launch.dynamicFields) {
    Value address = LLVM::GEPOp::create(
        rewriter, loc, ptr, rewriter.getI8Type(), copy,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(field.offset)});
    LLVM::StoreOp::create(rewriter, loc, getExtentOrStride(loc, field),
                          address);
  }
  return copy;
}

/// IN:  ascend.op ins(%x, …) outs(%y)
/// OUT: ascendrt_site_execute(&site, stream, &description, {x, …, y}, n, mask)
LogicalResult RuntimeCalls::convertOp(Operation *op) {
  FailureOr<Launch> launch = describe(op);
  if (failed(launch))
    return failure();
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  const int64_t count = launch->arguments.size();
  Value arguments = allocateOnEntry(op, count, ptr);
  int64_t mask = 0;
  for (auto [i, buffer] : llvm::enumerate(launch->arguments)) {
    Value pointer = buffer ? getPointer(loc, buffer)
                           : LLVM::ZeroOp::create(rewriter, loc, ptr);
    if (buffer && isConstantBuffer(buffer))
      mask |= int64_t(1) << i;
    Value slot =
        LLVM::GEPOp::create(rewriter, loc, ptr, ptr, arguments,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(rewriter, loc, pointer, slot);
  }
  sites.push_back(createGlobal("ascend_site", /*size=*/sizeof(void *),
                               /*isConstant=*/false));
  LLVM::LLVMFuncOp execute =
      declare("ascendrt_site_execute", i32, {ptr, ptr, ptr, ptr, i32, i32});
  Value site = LLVM::AddressOfOp::create(rewriter, loc, sites.back());
  // The stream keeps the status until its owner asks for it.
  LLVM::CallOp::create(
      rewriter, loc, execute,
      ValueRange{site, getStream(op), getDescription(op, *launch), arguments,
                 constant(loc, count, i32), constant(loc, mask, i32)});
  rewriter.eraseOp(op);
  return success();
}

/// Where there is no memory, there is nothing to compute: the stream has the
/// error.
void RuntimeCalls::returnIfNull(func::FuncOp function, Value pointer) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = pointer.getLoc();
  Value null = LLVM::ZeroOp::create(rewriter, loc, ptr);
  Value isNull = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq,
                                      pointer, null);
  Block *block = isNull.getParentBlock();
  Block *rest = rewriter.splitBlock(
      block, std::next(Block::iterator(isNull.getDefiningOp())));
  Block *exit = rewriter.createBlock(&function.getBody());
  SmallVector<Value> results;
  for (Type type : function.getResultTypes()) {
    TypedAttr zero = rewriter.getZeroAttr(type);
    assert(zero && "results are numbers: checked before");
    results.push_back(arith::ConstantOp::create(rewriter, loc, zero));
  }
  func::ReturnOp::create(rewriter, loc, results);
  rewriter.setInsertionPointToEnd(block);
  cf::CondBranchOp::create(rewriter, loc, isNull, exit, rest);
}

/// Without memory the function returns zeros.
LogicalResult RuntimeCalls::checkArena(ArenaOp op) {
  auto function = op->getParentOfType<func::FuncOp>();
  if (op->getBlock() != &function.getBody().front())
    return op.emitOpError("is not in the entry block of its function");
  for (Type type : function.getResultTypes())
    if (!type.isIntOrIndexOrFloat())
      return op.emitOpError("is in a function that returns ")
             << type << ": results that are buffers must be arguments";
  return success();
}

/// IN:  %arena = ascend.arena : memref<64xi8>
/// OUT: %p = ascendrt_stream_arena(stream, 64), %arena a descriptor of %p
void RuntimeCalls::convertArena(ArenaOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  LLVM::LLVMFuncOp arena = declare("ascendrt_stream_arena", ptr, {ptr, i64});
  Value pointer =
      LLVM::CallOp::create(
          rewriter, loc, arena,
          ValueRange{getStream(op), constant(loc, type.getNumElements(), i64)})
          .getResult();
  returnIfNull(op->getParentOfType<func::FuncOp>(), pointer);
  rewriter.setInsertionPoint(op);
  Value descriptor = MemRefDescriptor::fromStaticShape(
      rewriter, loc, typeConverter, type, pointer);
  rewriter.replaceOpWithNewOp<UnrealizedConversionCastOp>(op, type, descriptor);
}

/// Modules that have names can be linked into one program.
static std::string getDestroySitesName(ModuleOp module) {
  std::optional<StringRef> name = module.getName();
  return name ? (*name + "_" + kDestroySitesName).str() : kDestroySitesName;
}

LogicalResult RuntimeCalls::checkNames() {
  const std::string names[] = {"ascendrt_site_execute", "ascendrt_stream_arena",
                               "ascendrt_site_clear",
                               getDestroySitesName(module)};
  for (const std::string &name : names)
    if (Operation *op = symbols.lookup(name))
      return op->emitError("'") << name << "' is a name of the runtime's";
  return success();
}

void RuntimeCalls::createDestroyFunction() {
  Location loc = module.getLoc();
  Type none = LLVM::LLVMVoidType::get(module.getContext());
  LLVM::LLVMFuncOp clear = declare("ascendrt_site_clear", none, {ptr});
  const std::string name = getDestroySitesName(module);
  LLVM::LLVMFuncOp destroy = declare(name, none, {});
  module->setAttr(kDestroySitesAttrName,
                  FlatSymbolRefAttr::get(module.getContext(), name));
  rewriter.setInsertionPointToStart(destroy.addEntryBlock(rewriter));
  for (LLVM::GlobalOp site : sites)
    LLVM::CallOp::create(
        rewriter, loc, clear,
        LLVM::AddressOfOp::create(rewriter, loc, site).getResult());
  LLVM::ReturnOp::create(rewriter, loc, ValueRange());
}

LogicalResult RuntimeCalls::convert() {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  if (failed(checkReferences()) || failed(checkNames()))
    return failure();
  for (func::FuncOp function : functions)
    addStream(function);
  for (func::FuncOp function : functions)
    function.walk([&](func::CallOp call) { passStream(call); });
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa_and_nonnull<AscendDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (!op->getParentOfType<func::FuncOp>())
      return op->emitOpError("is not in a function of the func dialect");
    if (auto arena = dyn_cast<ArenaOp>(op)) {
      if (failed(checkArena(arena)))
        return failure();
      convertArena(arena);
      continue;
    }
    if (op->getNumResults() != 0)
      return op->emitOpError("is not on buffers: bufferize first");
    if (failed(convertOp(op)))
      return failure();
  }
  createDestroyFunction();
  return success();
}
