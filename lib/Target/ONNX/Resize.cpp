//===- Resize.cpp - Interpolation -----------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "ResizeEmitter.h"
#include "Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

namespace {
/// Where a version of the operator has its inputs.
struct ResizeInputs {
  size_t roi, scales, sizes;
};

/// What applies to all axes or to those of `axes`.
struct ResizeRequest {
  SmallVector<int64_t> axes;
  /// One entry for every axis of the input.
  SmallVector<float> scales, roiStarts, roiEnds;
  /// As the model gives them, if it does.
  std::optional<SmallVector<Dim>> sizes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool readMode(Node &node, ResizeOptions &options) {
  StringRef mode = node.getString("mode", "nearest");
  std::optional<ResizeMode> known =
      llvm::StringSwitch<std::optional<ResizeMode>>(mode)
          .Case("nearest", ResizeMode::Nearest)
          .Case("linear", ResizeMode::Linear)
          .Case("cubic", ResizeMode::Cubic)
          .Default(std::nullopt);
  bool isKnown = known && (node.getOpset() >= 11 || known != ResizeMode::Cubic);
  if (!isKnown)
    return succeeded(node.error("attribute 'mode' is '" + mode + "'"));
  options.mode = *known;
  return true;
}

static bool readCoordinates(Node &node, ResizeOptions &options) {
  StringRef name =
      node.getString("coordinate_transformation_mode", "half_pixel");
  std::optional<Coordinates> coordinates =
      llvm::StringSwitch<std::optional<Coordinates>>(name)
          .Case("half_pixel", Coordinates::HalfPixel)
          .Case("half_pixel_symmetric", Coordinates::HalfPixelSymmetric)
          .Case("pytorch_half_pixel", Coordinates::PytorchHalfPixel)
          .Case("align_corners", Coordinates::AlignCorners)
          .Case("asymmetric", Coordinates::Asymmetric)
          .Case("tf_half_pixel_for_nn", Coordinates::TfHalfPixelForNN)
          .Case("tf_crop_and_resize", Coordinates::TfCropAndResize)
          .Default(std::nullopt);
  if (!coordinates)
    return succeeded(node.error(
        "attribute 'coordinate_transformation_mode' is '" + name + "'"));
  options.coordinates = *coordinates;
  return true;
}

static bool readNearestMode(Node &node, ResizeOptions &options) {
  StringRef name = node.getString("nearest_mode", "round_prefer_floor");
  std::optional<NearestMode> mode =
      llvm::StringSwitch<std::optional<NearestMode>>(name)
          .Case("round_prefer_floor", NearestMode::RoundPreferFloor)
          .Case("round_prefer_ceil", NearestMode::RoundPreferCeil)
          .Case("floor", NearestMode::Floor)
          .Case("ceil", NearestMode::Ceil)
          .Default(std::nullopt);
  if (!mode)
    return succeeded(node.error("attribute 'nearest_mode' is '" + name + "'"));
  options.nearest = *mode;
  return true;
}

static std::optional<ResizeOptions> readOptions(Node &node) {
  ResizeOptions options;
  if (!readMode(node, options))
    return std::nullopt;
  if (node.getOpset() < 11) {
    options.coordinates = Coordinates::Asymmetric;
    options.nearest = NearestMode::Truncate;
    return options;
  }
  if (!readCoordinates(node, options) || !readNearestMode(node, options))
    return std::nullopt;
  options.cubicCoefficient =
      static_cast<float>(node.getFloat("cubic_coeff_a", -0.75));
  options.excludesOutside = node.getBool("exclude_outside", false);
  options.extrapolationValue = node.getFloat("extrapolation_value", 0.0);
  if (node.getOpset() >= 18)
    options.antialiases =
        node.getBool("antialias", false) && options.mode != ResizeMode::Nearest;
  if (node.hasFailed())
    return std::nullopt;
  if (std::isfinite(options.cubicCoefficient))
    return options;
  (void)node.error("attribute 'cubic_coeff_a' is not finite");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Optional inputs may be there without elements as well.
static bool hasElements(Node &node, size_t index) {
  return node.hasInput(index) &&
         getNumElements(node.getInput(index).shape) != Dim(0);
}

/// A list with `count` numbers for every axis that is resized.
template <typename T>
static bool checkCount(Node &node, ArrayRef<T> list, size_t count,
                       StringRef what) {
  if (list.size() == count)
    return true;
  (void)node.error("'" + what + "' has " + Twine(list.size()) +
                   " numbers, not " + Twine(count));
  return false;
}

static bool setScales(Node &node, ArrayRef<double> scales,
                      ResizeRequest &request) {
  if (!checkCount(node, scales, request.axes.size(), "scales"))
    return false;
  for (auto [axis, number] : llvm::zip_equal(request.axes, scales)) {
    auto scale = static_cast<float>(number);
    if (!(scale > 0) || scale > static_cast<float>(kMaxExtent))
      return succeeded(node.error("'scales' has a number that is not positive "
                                  "or too large"));
    request.scales[axis] = scale;
  }
  return true;
}

static bool readSizes(Node &node, size_t index, ResizeRequest &request) {
  std::shared_ptr<const Elements> elements = node.getElements(index, "'sizes'");
  if (!elements || !checkCount(node, ArrayRef<Element>(*elements),
                               request.axes.size(), "sizes"))
    return false;
  if (node.getInput(index).isFloat())
    return succeeded(node.error("'sizes' has to be of integers"));
  request.sizes.emplace();
  for (const Element &element : *elements) {
    if (element.integer.value < 1 || element.integer.value > kMaxExtent)
      return succeeded(
          node.error("'sizes' has the number " + Twine(element.integer.value)));
    request.sizes->push_back(element.integer);
  }
  return true;
}

static bool readRoi(Node &node, size_t index, ResizeRequest &request) {
  if (!hasElements(node, index))
    return succeeded(node.error("'roi' is missing"));
  std::optional<SmallVector<double>> roi = node.getReals(index, "'roi'");
  size_t count = request.axes.size();
  if (!roi || !checkCount(node, ArrayRef<double>(*roi), 2 * count, "roi"))
    return false;
  // Larger ones would leave f32 with the extents that they are multiplied by.
  if (!llvm::all_of(*roi, [](double x) { return std::fabs(x) <= 1e9; }))
    return succeeded(node.error("'roi' has a number that is too large"));
  for (auto [i, axis] : llvm::enumerate(request.axes)) {
    request.roiStarts[axis] = static_cast<float>((*roi)[i]);
    request.roiEnds[axis] = static_cast<float>((*roi)[count + i]);
  }
  return true;
}

static bool readAxes(Node &node, int64_t rank, ResizeRequest &request) {
  request.scales.assign(rank, 1.0f);
  request.roiStarts.assign(rank, 0.0f);
  request.roiEnds.assign(rank, 1.0f);
  std::optional<SmallVector<int64_t>> axes;
  if (node.getOpset() >= 18)
    axes = node.getInts("axes");
  if (!axes) {
    llvm::append_range(request.axes, llvm::seq<int64_t>(0, rank));
    return !node.hasFailed();
  }
  axes = node.normalizeAxes(*axes, rank);
  if (axes)
    request.axes = *axes;
  return axes.has_value();
}

static std::optional<ResizeRequest>
readRequest(Node &node, const ResizeInputs &inputs, bool readsRoi) {
  ResizeRequest request;
  if (!readAxes(node, node.getInput(0).getRank(), request))
    return std::nullopt;
  bool hasScales = hasElements(node, inputs.scales);
  bool hasSizes = hasElements(node, inputs.sizes);
  if (hasScales == hasSizes && !request.axes.empty()) {
    (void)node.error("it needs one of 'scales' and 'sizes'");
    return std::nullopt;
  }
  if (readsRoi && !readRoi(node, inputs.roi, request))
    return std::nullopt;
  if (hasScales) {
    auto scales = node.getReals(inputs.scales, "'scales'");
    if (!scales || !setScales(node, *scales, request))
      return std::nullopt;
  }
  if (hasSizes && !readSizes(node, inputs.sizes, request))
    return std::nullopt;
  return request;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// Sizes to scales. With a policy, one scale for all axes that stays inside of
/// the sizes or covers them; the result then has the extents that follow.
static bool applySizes(Node &node, ResizeRequest &request) {
  StringRef policy = "stretch";
  if (node.getOpset() >= 18)
    policy = node.getString("keep_aspect_ratio_policy", policy);
  bool isSmaller = policy == "not_larger", isLarger = policy == "not_smaller";
  if (!isSmaller && !isLarger && policy != "stretch")
    return succeeded(
        node.error("attribute 'keep_aspect_ratio_policy' is '" + policy + "'"));
  if (!request.sizes)
    return true;
  const Shape &shape = node.getInput(0).shape;
  std::optional<float> common;
  for (auto [axis, size] : llvm::zip_equal(request.axes, *request.sizes)) {
    if (size.isBatch != shape[axis].isBatch)
      return succeeded(node.error("'sizes' depends on the batch size; give "
                                  "--batch"));
    float scale =
        static_cast<float>(size.value) / static_cast<float>(shape[axis].value);
    request.scales[axis] = scale;
    common = !common     ? scale
             : isSmaller ? std::min(*common, scale)
                         : std::max(*common, scale);
  }
  if (!isSmaller && !isLarger)
    return true;
  for (auto [axis, size] : llvm::zip_equal(request.axes, *request.sizes)) {
    request.scales[axis] = *common;
    float extent = std::round(*common * static_cast<float>(shape[axis].value));
    size = Dim(
        static_cast<int64_t>(std::min(extent, static_cast<float>(kMaxExtent))));
  }
  return true;
}

/// The extent of the result along `axis`.
static int64_t getOutput(const ResizeRequest &request, int64_t axis,
                         int64_t input) {
  if (request.sizes)
    for (auto [other, size] : llvm::zip_equal(request.axes, *request.sizes))
      if (other == axis)
        return size.value;
  float extent = std::floor(request.scales[axis] * static_cast<float>(input));
  return static_cast<int64_t>(
      std::min(extent, static_cast<float>(2 * kMaxExtent)));
}

/// Those that change.
static std::optional<SmallVector<ResizeAxis>>
getAxes(Node &node, const ResizeOptions &options,
        const ResizeRequest &request) {
  SmallVector<ResizeAxis> axes;
  int64_t size = 0;
  for (auto [i, dim] : llvm::enumerate(node.getInput(0).shape)) {
    auto axis = static_cast<int64_t>(i);
    bool isWhole = request.roiStarts[i] == 0 && request.roiEnds[i] == 1;
    if (request.scales[i] == 1 && isWhole)
      continue;
    if (request.scales[i] == 1) {
      (void)node.error("axis " + Twine(axis) +
                       " has the scale 1 and a region "
                       "of interest, which onnxruntime ignores there and the "
                       "specification does not");
      return std::nullopt;
    }
    ResizeAxis resized = {axis,
                          dim.value,
                          dim.isBatch ? 1 : getOutput(request, axis, dim.value),
                          request.scales[i],
                          request.roiStarts[i],
                          request.roiEnds[i]};
    int64_t taps = countTaps(options, resized);
    if (dim.isBatch || taps > kMaxTaps || resized.output < 1 ||
        resized.input > kMaxTableSize || resized.output > kMaxTableSize ||
        (size += taps * resized.output) > kMaxTableSize) {
      (void)node.error(
          "axis " + Twine(axis) + " of " + toString(node.getInput(0).shape) +
          " cannot be resized by " + Twine(std::to_string(request.scales[i])));
      return std::nullopt;
    }
    axes.push_back(resized);
  }
  return axes;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static LogicalResult convert(Node &node, const ResizeOptions &options,
                             ResizeRequest &request) {
  if (!applySizes(node, request) || node.hasFailed())
    return failure();
  std::optional<SmallVector<ResizeAxis>> axes = getAxes(node, options, request);
  if (!axes)
    return failure();
  return node.setOutput(
      emitResize(node.emit, node.getInput(0), options, *axes));
}

static bool checkInput(Node &node, const ResizeOptions &options) {
  const Tensor &input = node.getInput(0);
  if (node.getOpset() < 11 && node.getNumInputs() > 2)
    return succeeded(
        node.error("it has " + Twine(node.getNumInputs()) + " inputs"));
  if (!requireElements(node, input))
    return false;
  bool needsFloat =
      options.mode != ResizeMode::Nearest || options.extrapolationValue != 0;
  return !needsFloat || node.requireFloat(input);
}

/// Resize (opset 10: scales only; 11: coordinate_transformation_mode and
/// nearest_mode, cubic, roi and sizes; 13: roi and scales optional; 18:
/// antialias, axes, keep_aspect_ratio_policy; 19: half_pixel_symmetric).
static LogicalResult convertResize(Node &node) {
  std::optional<ResizeOptions> options = readOptions(node);
  if (!options || !checkInput(node, *options))
    return failure();
  ResizeInputs inputs = {1, 2, 3};
  if (node.getOpset() < 11)
    inputs = {SIZE_MAX, 1, SIZE_MAX};
  std::optional<ResizeRequest> request =
      readRequest(node, inputs, options->extrapolates());
  return request ? convert(node, *options, *request) : failure();
}

/// Upsample (opset 7: attribute, 9: input; no longer in 10): what Resize of
/// opset 10 is.
static LogicalResult convertUpsample(Node &node) {
  std::optional<ResizeOptions> options = readOptions(node);
  if (!options || !checkInput(node, *options))
    return failure();
  std::optional<ResizeRequest> request;
  if (node.getOpset() >= 9) {
    request = readRequest(node, {SIZE_MAX, 1, SIZE_MAX}, /*readsRoi=*/false);
    return request ? convert(node, *options, *request) : failure();
  }
  request.emplace();
  std::optional<SmallVector<double>> scales = node.getFloats("scales");
  if (!scales)
    return node.error("attribute 'scales' is missing");
  if (!readAxes(node, node.getInput(0).getRank(), *request) ||
      !setScales(node, *scales, *request))
    return failure();
  return convert(node, *options, *request);
}

void mlir::ascend::onnx_import::populateResizeOperators(OperatorTable &table) {
  table.add("Resize", 1, 4, convertResize, /*since=*/10);
  table.add("Upsample", 1, 2, convertUpsample, /*since=*/7, /*until=*/10);
}
