//===- ImportTest.cpp - The ONNX importer as a library --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Target/ONNX/Import.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <google/protobuf/text_format.h>
#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::ascend;

/// y = BatchNormalization(x) with x of Nx65; 65 elements become a resource.
static constexpr char kNetwork[] = R"(
  ir_version: 8
  opset_import { version: 13 }
  graph {
    name: "net"
    node {
      op_type: "BatchNormalization"
      input: ["x", "gamma", "beta", "mean", "var"]
      output: "y"
    }
    input { name: "x" type { tensor_type { elem_type: 1 shape {
      dim { dim_param: "N" } dim { dim_value: 65 } } } } }
    output { name: "y" }
  })";

static constexpr int64_t kChannels = 65;

static std::string writeNetwork() {
  onnx::ModelProto model;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(kNetwork, &model));
  for (const char *name : {"gamma", "beta", "mean", "var"}) {
    onnx::TensorProto &tensor = *model.mutable_graph()->add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.add_dims(kChannels);
    for (int64_t i = 0; i < kChannels; ++i)
      tensor.add_float_data(float(i) + 1);
  }
  return model.SerializeAsString();
}

namespace {
/// Keeps what the importer says.
struct Importer {
  MLIRContext context;
  std::vector<std::string> messages;

  Importer() {
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      messages.push_back(diagnostic.str());
    });
  }

  OwningOpRef<ModuleOp> import(StringRef bytes,
                               const ONNXImportOptions &options = {}) {
    return importONNX(llvm::MemoryBufferRef(bytes, "model"), &context, options);
  }
};
} // namespace

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

static Type getArgumentType(ModuleOp module) {
  auto main = cast<FunctionOpInterface>(module.lookupSymbol("main"));
  return main.getArgumentTypes().front();
}

TEST(ONNXImportTest, LoadsItsDialects) {
  Importer importer;
  OwningOpRef<ModuleOp> module = importer.import(writeNetwork());
  ASSERT_TRUE(module);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_TRUE(importer.messages.empty());
}

TEST(ONNXImportTest, OutlivesTheBytes) {
  Importer importer;
  OwningOpRef<ModuleOp> module;
  std::string expected;
  {
    std::string bytes = writeNetwork();
    module = importer.import(bytes);
    ASSERT_TRUE(module);
    expected = print(*module);
    llvm::fill(bytes, 'x');
  }
  EXPECT_EQ(print(*module), expected);
  // 1.0 and 2.0 are the first elements.
  EXPECT_NE(expected.find("0000803F00000040"), std::string::npos);
}

TEST(ONNXImportTest, OneContextTakesManyModels) {
  Importer importer;
  OwningOpRef<ModuleOp> first = importer.import(writeNetwork());
  ASSERT_TRUE(first);
  const std::string expected = print(*first);
  EXPECT_FALSE(importer.import("no model"));
  OwningOpRef<ModuleOp> second = importer.import(writeNetwork());
  ASSERT_TRUE(second);
  EXPECT_TRUE(succeeded(verify(*second)));
  EXPECT_EQ(importer.messages.size(), 1U);
  first = nullptr;
  EXPECT_NE(print(*second).find("0000803F00000040"), std::string::npos);
}

TEST(ONNXImportTest, SaysOneErrorAndGivesNoModule) {
  std::string truncated = writeNetwork();
  truncated.pop_back();
  for (const std::string &bytes : {std::string(), std::string("no model"),
                                   std::string(1000, '\xff'), truncated}) {
    Importer importer;
    EXPECT_FALSE(importer.import(bytes));
    ASSERT_EQ(importer.messages.size(), 1U);
    EXPECT_EQ(importer.messages.front(), "this is not an ONNX model");
  }
}

TEST(ONNXImportTest, TakesBatchSizeAndShapes) {
  Importer importer;
  Type f32 = Float32Type::get(&importer.context);
  OwningOpRef<ModuleOp> module = importer.import(writeNetwork());
  ASSERT_TRUE(module);
  EXPECT_EQ(getArgumentType(*module),
            RankedTensorType::get({ShapedType::kDynamic, kChannels}, f32));

  ONNXImportOptions options;
  options.batchSize = 4;
  module = importer.import(writeNetwork(), options);
  ASSERT_TRUE(module);
  EXPECT_EQ(getArgumentType(*module),
            RankedTensorType::get({4, kChannels}, f32));

  options.batchSize.reset();
  options.shapes["x"] = {7, kChannels};
  module = importer.import(writeNetwork(), options);
  ASSERT_TRUE(module);
  EXPECT_EQ(getArgumentType(*module),
            RankedTensorType::get({7, kChannels}, f32));
  EXPECT_TRUE(importer.messages.empty());
}

TEST(ONNXImportTest, RefusesOptionsThatDoNotFit) {
  ONNXImportOptions wrongBatch, wrongShape, wrongName;
  wrongBatch.batchSize = -1;
  wrongShape.shapes["x"] = {1, kChannels + 1};
  wrongName.shapes["z"] = {1};
  for (const ONNXImportOptions *options :
       {&wrongBatch, &wrongShape, &wrongName}) {
    Importer importer;
    EXPECT_FALSE(importer.import(writeNetwork(), *options));
    EXPECT_EQ(importer.messages.size(), 1U);
  }
}
