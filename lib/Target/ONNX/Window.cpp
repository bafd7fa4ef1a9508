//===- Window.cpp - Windows that slide over feature maps ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Window.h"

#include "Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

/// A list of `count` numbers from `low` on.
static bool readList(Node &node, StringRef name, size_t count, int64_t low,
                     SmallVector<int64_t> &list) {
  if (std::optional<SmallVector<int64_t>> given = node.getInts(name))
    list = *given;
  if (list.size() != count) {
    (void)node.error("attribute '" + name + "' has " + Twine(list.size()) +
                     " numbers, not " + Twine(count));
    return false;
  }
  for (int64_t number : list) {
    if (number >= low && number <= kMaxExtent)
      continue;
    (void)node.error("attribute '" + name + "' has the number " +
                     Twine(number));
    return false;
  }
  return true;
}

namespace {
enum class AutoPad { None, Valid, SameUpper, SameLower };
} // namespace

/// The smaller half goes to the end with SAME_LOWER.
static void setPads(Window &window, int64_t dim, int64_t total, bool isUpper) {
  int64_t half = total / 2;
  window.padsBegin[dim] = isUpper ? half : total - half;
  window.padsEnd[dim] = isUpper ? total - half : half;
}

/// Sets the pads of SAME_UPPER and SAME_LOWER, for as many results as the input
/// has strides. Without a filter it is a pool.
static bool setSamePads(Node &node, int64_t dim, int64_t extent, bool isUpper,
                        bool hasFilter, Window &window) {
  int64_t outputs = llvm::divideCeil(extent, window.strides[dim]);
  int64_t total =
      (outputs - 1) * window.strides[dim] + window.getSpan(dim) - extent;
  // onnxruntime cuts off some of the input then, or refuses.
  if (total < (hasFilter ? -2 : 0)) {
    (void)node.error("auto_pad = " + node.getString("auto_pad", "") +
                     " with a stride so much larger than the window has "
                     "another meaning for onnxruntime; give pads instead");
    return false;
  }
  setPads(window, dim, std::max<int64_t>(total, 0), isUpper);
  return true;
}

/// Reads pads and auto_pad.
static std::optional<AutoPad> readPads(Node &node, size_t rank,
                                       Window &window) {
  StringRef mode = node.getString("auto_pad", "NOTSET");
  SmallVector<int64_t> pads(2 * rank, 0);
  if (!readList(node, "pads", 2 * rank, -kMaxExtent, pads))
    return std::nullopt;
  window.padsBegin.assign(pads.begin(), pads.begin() + rank);
  window.padsEnd.assign(pads.begin() + rank, pads.end());
  if (mode == "NOTSET" || mode == "")
    return AutoPad::None;
  if (llvm::any_of(pads, [](int64_t pad) { return pad != 0; })) {
    (void)node.error("attributes 'pads' and 'auto_pad' are both there");
    return std::nullopt;
  }
  if (mode == "VALID")
    return AutoPad::Valid;
  if (mode == "SAME_UPPER")
    return AutoPad::SameUpper;
  if (mode == "SAME_LOWER")
    return AutoPad::SameLower;
  (void)node.error("attribute 'auto_pad' is '" + mode + "'");
  return std::nullopt;
}

/// Reads what all windows have, but pads.
static bool readWindow(Node &node, ArrayRef<Dim> spatial,
                       std::optional<ArrayRef<int64_t>> kernel,
                       Window &window) {
  size_t rank = spatial.size();
  if (kernel)
    window.kernel.assign(kernel->begin(), kernel->end());
  window.strides.assign(rank, 1);
  window.dilations.assign(rank, 1);
  if (!readList(node, "kernel_shape", rank, 1, window.kernel) ||
      !readList(node, "strides", rank, 1, window.strides) ||
      !readList(node, "dilations", rank, 1, window.dilations))
    return false;
  if (kernel && ArrayRef<int64_t>(window.kernel) != *kernel) {
    (void)node.error("attribute 'kernel_shape' is not the filter's");
    return false;
  }
  if (!isStatic(spatial)) {
    (void)node.error("a spatial extent depends on the batch size");
    return false;
  }
  return true;
}

/// Counts the windows along `dim`.
static bool countOutputs(Node &node, int64_t dim, int64_t extent, bool isCeil,
                         Window &window) {
  int64_t padded = extent + window.padsBegin[dim] + window.padsEnd[dim];
  int64_t rest = padded - window.getSpan(dim), stride = window.strides[dim];
  if (rest < 0 || extent > kMaxExtent) {
    (void)node.error("a window of " + Twine(window.getSpan(dim)) +
                     " does not fit into " + Twine(padded) +
                     " elements along spatial dimension " + Twine(dim));
    return false;
  }
  int64_t outputs = rest / stride + 1;
  // A window that ceil_mode adds has to start inside of the input or of the
  // padding before it.
  if (isCeil && rest % stride != 0 &&
      outputs * stride < extent + window.padsBegin[dim])
    ++outputs;
  window.outputs.push_back(outputs);
  window.exactPadsEnd.push_back((outputs - 1) * stride + window.getSpan(dim) -
                                extent - window.padsBegin[dim]);
  return true;
}

std::optional<Window>
mlir::ascend::onnx_import::getWindow(Node &node, ArrayRef<Dim> inputShape,
                                     std::optional<ArrayRef<int64_t>> kernel,
                                     bool allowCeilMode) {
  ArrayRef<Dim> spatial = inputShape.drop_front(2);
  Window window;
  if (!readWindow(node, spatial, kernel, window))
    return std::nullopt;
  bool isCeil = allowCeilMode && node.getBool("ceil_mode", false);
  std::optional<AutoPad> mode = readPads(node, spatial.size(), window);
  if (!mode)
    return std::nullopt;
  bool isSame = *mode == AutoPad::SameUpper || *mode == AutoPad::SameLower;
  bool isDilated = llvm::any_of(window.dilations,
                                [](int64_t dilation) { return dilation != 1; });
  if (isSame && isDilated && !kernel) {
    (void)node.error(
        "a dilated pool with auto_pad = " + node.getString("auto_pad", "") +
        " is padded differently by the specification and by "
        "onnxruntime; give pads instead");
    return std::nullopt;
  }
  if (isSame)
    for (auto [dim, extent] : llvm::enumerate(spatial))
      if (!setSamePads(node, dim, extent.value, *mode == AutoPad::SameUpper,
                       kernel.has_value(), window))
        return std::nullopt;
  for (auto [dim, extent] : llvm::enumerate(spatial))
    if (!countOutputs(node, dim, extent.value, isCeil, window))
      return std::nullopt;
  if (node.hasFailed())
    return std::nullopt;
  return window;
}

//===----------------------------------------------------------------------===//
// Transposed convolutions
//===----------------------------------------------------------------------===//

/// Finds out how many results there are along `dim` and what is cut off. A
/// model says one of them: the other follows. `asked` is the extent that it
/// asks for.
static bool setTransposedOutputs(Node &node, int64_t dim, int64_t extent,
                                 int64_t added, std::optional<int64_t> asked,
                                 bool isUpper, Window &window) {
  if (extent < 1 || extent > kMaxExtent)
    return succeeded(node.error("a feature map of " + Twine(extent) +
                                " elements along spatial dimension " +
                                Twine(dim)));
  int64_t whole = (extent - 1) * window.strides[dim] + window.getSpan(dim);
  if (asked)
    setPads(window, dim, std::max<int64_t>(whole + added - *asked, 0), isUpper);
  int64_t outputs = asked.value_or(whole + added - window.padsBegin[dim] -
                                   window.padsEnd[dim]);
  if (outputs < 1 || outputs > kMaxExtent)
    return succeeded(node.error("the result has " + Twine(outputs) +
                                " elements along spatial dimension " +
                                Twine(dim)));
  window.outputs.push_back(outputs);
  window.exactPadsEnd.push_back(whole - window.padsBegin[dim] - outputs);
  return true;
}

std::optional<Window> mlir::ascend::onnx_import::getTransposedWindow(
    Node &node, ArrayRef<Dim> inputShape, ArrayRef<int64_t> kernel) {
  ArrayRef<Dim> spatial = inputShape.drop_front(2);
  size_t rank = spatial.size();
  Window window;
  SmallVector<int64_t> added(rank, 0), shape(rank, 1);
  bool hasShape = node.hasAttribute("output_shape");
  if (!readWindow(node, spatial, kernel, window) ||
      !readList(node, "output_padding", rank, 0, added) ||
      !readList(node, "output_shape", rank, 1, shape))
    return std::nullopt;
  std::optional<AutoPad> mode = readPads(node, rank, window);
  if (!mode)
    return std::nullopt;
  bool isSame = *mode == AutoPad::SameUpper || *mode == AutoPad::SameLower;
  for (auto [dim, extent] : llvm::enumerate(spatial)) {
    std::optional<int64_t> asked;
    if (hasShape)
      asked = shape[dim];
    else if (isSame && extent.value <= kMaxExtent)
      asked = extent.value * window.strides[dim];
    if (!hasShape && isSame && window.strides[dim] > window.getSpan(dim)) {
      (void)node.error("a filter smaller than its stride with auto_pad = " +
                       node.getString("auto_pad", "") +
                       " has results of different shapes by the "
                       "specification and by onnxruntime; give pads instead");
      return std::nullopt;
    }
    if (!setTransposedOutputs(node, dim, extent.value, added[dim], asked,
                              *mode == AutoPad::SameUpper, window))
      return std::nullopt;
  }
  if (node.hasFailed())
    return std::nullopt;
  return window;
}

//===----------------------------------------------------------------------===//
// Use
//===----------------------------------------------------------------------===//

void mlir::ascend::onnx_import::applyPads(Emitter &emit, Tensor &input,
                                          Window &window, bool onlyCut,
                                          double value) {
  SmallVector<int64_t> low(2, 0), high(2, 0);
  for (int64_t dim = 0; dim < window.getRank(); ++dim) {
    int64_t &begin = window.padsBegin[dim], &end = window.exactPadsEnd[dim];
    // Where nothing would be left of the input, windows are in padding only.
    int64_t left = input.shape[2 + dim].value + std::min<int64_t>(begin, 0) +
                   std::min<int64_t>(end, 0);
    bool takesAll = !onlyCut || left < 1;
    auto take = [&](int64_t &pad) {
      int64_t taken = takesAll ? pad : std::min<int64_t>(pad, 0);
      pad -= taken;
      return taken;
    };
    low.push_back(take(begin));
    high.push_back(take(end));
  }
  input = emit.pad(input, low, high, value);
}

void mlir::ascend::onnx_import::makeTwoDimensional(Window &window) {
  for (auto *list :
       {&window.kernel, &window.strides, &window.dilations, &window.outputs})
    list->insert(list->begin(), 1);
  for (auto *list : {&window.padsBegin, &window.padsEnd, &window.exactPadsEnd})
    list->insert(list->begin(), 0);
}

Tensor mlir::ascend::onnx_import::makeTwoDimensional(Emitter &emit,
                                                     const Tensor &tensor) {
  Shape shape = tensor.shape;
  shape.insert(shape.begin() + 2, Dim(1));
  return emit.reshape(tensor, shape);
}
