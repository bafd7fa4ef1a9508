//===- FeatureMapOps.cpp - Ops on feature maps ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verification.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::detail;

/// `count` numbers, none below `least`.
static LogicalResult verifyNumbers(Operation *op, ArrayRef<int64_t> numbers,
                                   StringRef name, int64_t count,
                                   int64_t least) {
  if (static_cast<int64_t>(numbers.size()) != count)
    return op->emitOpError("expects ") << count << " numbers in '" << name
                                       << "', but got " << numbers.size();
  if (llvm::any_of(numbers, [&](int64_t n) { return n < least; }))
    return op->emitOpError("expects numbers of at least ")
           << least << " in '" << name << "'";
  return success();
}

static SmallVector<int64_t> getOr(std::optional<ArrayRef<int64_t>> numbers,
                                  int64_t count, int64_t value) {
  return numbers ? SmallVector<int64_t>(*numbers)
                 : SmallVector<int64_t>(count, value);
}

//===----------------------------------------------------------------------===//
// Feature maps
//===----------------------------------------------------------------------===//

static int64_t getNumSpatialDims(Layout layout, Value value) {
  return getShaped(value).getRank() - (layout == Layout::NC1HWC0 ? 3 : 2);
}

static int64_t getBatch(Value value) { return getShaped(value).getDimSize(0); }

static int64_t getSpatial(Layout layout, Value value, int64_t i) {
  return getShaped(value).getDimSize(getSpatialDim(layout, i));
}

/// Channels, or blocks of channels.
static int64_t getChannels(Layout layout, Value value) {
  ShapedType type = getShaped(value);
  return type.getDimSize(getChannelDim(layout, type.getRank()));
}

/// Whether a feature map may have `channels` channels.
static bool hasChannels(Layout layout, Value value, int64_t channels) {
  if (layout == Layout::NC1HWC0 && !ShapedType::isDynamic(channels))
    channels = llvm::divideCeil(channels, kChannelBlock);
  return agree(getChannels(layout, value), channels);
}

/// One to three spatial dims, blocks of the right size, equal ranks, batches
/// and element types.
static LogicalResult verifyFeatureMaps(FeatureMapOpInterface op) {
  const Layout layout = op.getLayout();
  SmallVector<OpOperand *> maps = op.getFeatureMaps();
  Value init = maps.back()->get();
  const int64_t numSpatial = getNumSpatialDims(layout, init);
  if (numSpatial < 1 || numSpatial > 3)
    return op.emitOpError("expects feature maps with one to three spatial "
                          "dims in the layout ")
           << stringifyLayout(layout) << ", but got " << init.getType();
  for (OpOperand *map : maps) {
    ShapedType type = getShaped(map->get());
    if (type.getRank() != getShaped(init).getRank())
      return op.emitOpError("expects feature maps of equal rank, but got ")
             << type << " and " << init.getType();
    if (layout == Layout::NC1HWC0 &&
        !agree(type.getShape().back(), kChannelBlock))
      return op.emitOpError("expects blocks of ")
             << kChannelBlock << " channels in the layout nc1hwc0, but got "
             << type;
    if (!agree(getBatch(map->get()), getBatch(init)))
      return op.emitOpError("expects feature maps of the same batch");
    if (failed(verifySameElementType(op, map->get(), init, "feature maps")))
      return failure();
  }
  return success();
}

/// Extent of a sliding window's result.
static int64_t getWindowResult(int64_t extent, int64_t window, int64_t stride,
                               int64_t dilation, int64_t pad) {
  if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(window))
    return ShapedType::kDynamic;
  const int64_t span = extent + pad - dilation * (window - 1) - 1;
  return span < 0 ? 0 : span / stride + 1;
}

static LogicalResult verifySpatial(Operation *op, int64_t i, int64_t expected,
                                   int64_t actual) {
  if (agree(expected, actual))
    return success();
  return op->emitOpError("expects extent ")
         << expected << " in spatial dim " << i << " of the result, but got "
         << actual;
}

//===----------------------------------------------------------------------===//
// ConvOp
//===----------------------------------------------------------------------===//

int64_t ConvOp::getNumSpatialDims() {
  return ::getNumSpatialDims(getLayout(), getInit());
}

SmallVector<int64_t> ConvOp::getStridesOrDefault() {
  return getOr(getStrides(), getNumSpatialDims(), 1);
}
SmallVector<int64_t> ConvOp::getDilationsOrDefault() {
  return getOr(getDilations(), getNumSpatialDims(), 1);
}
SmallVector<int64_t> ConvOp::getPadOrDefault() {
  return getOr(getPad(), 2 * getNumSpatialDims(), 0);
}

SmallVector<int64_t> ConvOp::getFilterDims() {
  const int64_t rank = getShaped(getFilter()).getRank();
  SmallVector<int64_t> dims;
  switch (getFilterLayout()) {
  case FilterLayout::OIHW:
    dims = {0, 1};
    break;
  case FilterLayout::OHWI:
    dims = {0, rank - 1};
    break;
  case FilterLayout::HWIO:
    dims = {rank - 1, rank - 2};
    break;
  case FilterLayout::HWOI:
    dims = {rank - 2, rank - 1};
    break;
  case FilterLayout::IOHW:
    dims = {1, 0};
    break;
  }
  for (int64_t i = 0; i < rank; ++i)
    if (i != dims[0] && i != dims[1])
      dims.push_back(i);
  return dims;
}

int64_t ConvOp::getNumOutputChannels() {
  const int64_t o = getShaped(getFilter()).getDimSize(getFilterDims()[0]);
  const bool isGrouped = getFilterLayout() == FilterLayout::IOHW;
  return ShapedType::isDynamic(o) || !isGrouped ? o : o * getGroups();
}

SmallVector<OpOperand *> ConvOp::getFeatureMaps() {
  SmallVector<OpOperand *> maps = {&getInputMutable()};
  if (getResidual())
    maps.push_back(&*getResidualMutable().begin());
  maps.push_back(&getInitMutable());
  return maps;
}

bool ConvOp::isGated() {
  std::optional<ArrayAttr> steps = getEpilogue();
  return steps && llvm::any_of(*steps, llvm::IsaPred<GateAttr>);
}

bool ConvOp::acceptsResidual() { return true; }
Value ConvOp::getEpilogueResidual() { return getResidual(); }
void ConvOp::setEpilogueResidual(Value residual) {
  getResidualMutable().assign(residual);
}

SmallVector<OpOperand *> ConvOp::getOverwritableOperands() {
  // A kernel adds to partial sums that it keeps in the result; it does not
  // multiply what is there.
  if (!getResidual() || isGated())
    return {};
  return {&*getResidualMutable().begin()};
}

static LogicalResult verifyConvParameters(ConvOp op) {
  const int64_t channels = op.getNumOutputChannels();
  if (failed(verifyVector(op, op.getBias(), channels, "a bias")))
    return failure();
  Value parameters[] = {op.getGamma(), op.getBeta(), op.getMean(),
                        op.getVariance()};
  const bool hasAny = llvm::any_of(parameters, [](Value v) { return !!v; });
  if (hasAny != llvm::all_of(parameters, [](Value v) { return !!v; }) ||
      hasAny != op.getEpsilon().has_value())
    return op.emitOpError("expects gamma, beta, mean, variance and epsilon "
                          "together or not at all");
  for (Value parameter : parameters) {
    if (!parameter)
      continue;
    if (failed(verifyVector(op, parameter, channels, "parameters")) ||
        failed(
            verifySameElementType(op, parameter, op.getGamma(), "parameters")))
      return failure();
  }
  return success();
}

static LogicalResult verifyConvChannels(ConvOp op) {
  const int64_t groups = op.getGroups();
  if (groups < 1)
    return op.emitOpError("expects at least one group");
  const int64_t out = op.getNumOutputChannels();
  int64_t in = getShaped(op.getFilter()).getDimSize(op.getFilterDims()[1]);
  const bool isGroupedInput = op.getFilterLayout() == FilterLayout::IOHW;
  if (!ShapedType::isDynamic(in) && !isGroupedInput)
    in *= groups;
  for (int64_t channels : {in, out})
    if (!ShapedType::isDynamic(channels) && channels % groups != 0)
      return op.emitOpError("expects channels that ")
             << groups << " groups can share, but got " << channels;
  if (!hasChannels(op.getLayout(), op.getInput(), in))
    return op.emitOpError("expects an input of ")
           << in << " channels, but got " << op.getInput().getType();
  if (!hasChannels(op.getLayout(), op.getInit(), out))
    return op.emitOpError("expects a result of ")
           << out << " channels, but got " << op.getInit().getType();
  return success();
}

static LogicalResult verifyConvSpatial(ConvOp op) {
  SmallVector<int64_t> strides = op.getStridesOrDefault();
  SmallVector<int64_t> dilations = op.getDilationsOrDefault();
  SmallVector<int64_t> pad = op.getPadOrDefault();
  const int64_t numSpatial = op.getNumSpatialDims();
  const int64_t leastPad = op.getTransposed() ? INT64_MIN : 0;
  if (failed(verifyNumbers(op, strides, "strides", numSpatial, 1)) ||
      failed(verifyNumbers(op, dilations, "dilations", numSpatial, 1)) ||
      failed(verifyNumbers(op, pad, "pad", 2 * numSpatial, leastPad)))
    return failure();
  SmallVector<int64_t> filterDims = op.getFilterDims();
  for (int64_t i = 0; i < numSpatial; ++i) {
    const int64_t in = getSpatial(op.getLayout(), op.getInput(), i);
    const int64_t out = getSpatial(op.getLayout(), op.getInit(), i);
    const int64_t k = getShaped(op.getFilter()).getDimSize(filterDims[i + 2]);
    const int64_t pads = pad[2 * i] + pad[2 * i + 1];
    int64_t expected = ShapedType::kDynamic;
    if (!op.getTransposed())
      expected = getWindowResult(in, k, strides[i], dilations[i], pads);
    else if (!ShapedType::isDynamic(in) && !ShapedType::isDynamic(k))
      expected = (in - 1) * strides[i] + dilations[i] * (k - 1) + 1 - pads;
    if (failed(verifySpatial(op, i, expected, out)))
      return failure();
  }
  return success();
}

LogicalResult ConvOp::verify() {
  if (failed(verifySemantics(*this)) || failed(verifyFeatureMaps(*this)))
    return failure();
  if (getShaped(getFilter()).getRank() != getNumSpatialDims() + 2)
    return emitOpError("expects a filter of rank ")
           << getNumSpatialDims() + 2 << ", but got " << getFilter().getType();
  if (failed(verifySameElementType(*this, getFilter(), getInput(),
                                   "filter and input")) ||
      failed(verifyConvChannels(*this)) ||
      failed(verifyConvParameters(*this)) || failed(verifyConvSpatial(*this)) ||
      failed(verifyResidual(*this, getInit())))
    return failure();
  return verifyEpilogue(*this);
}

//===----------------------------------------------------------------------===//
// Other ops on feature maps
//===----------------------------------------------------------------------===//

/// The channels of input and result are the same.
template <typename Op>
static LogicalResult verifyChannelsKept(Op op) {
  if (agree(getChannels(op.getLayout(), op.getInput()),
            getChannels(op.getLayout(), op.getInit())))
    return success();
  return op.emitOpError("expects as many channels in the result as in the "
                        "input");
}

int64_t PoolOp::getNumSpatialDims() {
  return ::getNumSpatialDims(getLayout(), getInit());
}
SmallVector<int64_t> PoolOp::getStridesOrDefault() {
  return getOr(getStrides(), getNumSpatialDims(), 1);
}
SmallVector<int64_t> PoolOp::getDilationsOrDefault() {
  return getOr(getDilations(), getNumSpatialDims(), 1);
}
SmallVector<int64_t> PoolOp::getPadOrDefault() {
  return getOr(getPad(), 2 * getNumSpatialDims(), 0);
}
SmallVector<OpOperand *> PoolOp::getFeatureMaps() {
  return {&getInputMutable(), &getInitMutable()};
}

LogicalResult PoolOp::verify() {
  if (failed(verifySemantics(*this)) || failed(verifyFeatureMaps(*this)) ||
      failed(verifyChannelsKept(*this)))
    return failure();
  SmallVector<int64_t> strides = getStridesOrDefault();
  SmallVector<int64_t> dilations = getDilationsOrDefault();
  SmallVector<int64_t> pad = getPadOrDefault();
  const int64_t numSpatial = getNumSpatialDims();
  if (failed(verifyNumbers(*this, getKernel(), "kernel", numSpatial, 1)) ||
      failed(verifyNumbers(*this, strides, "strides", numSpatial, 1)) ||
      failed(verifyNumbers(*this, dilations, "dilations", numSpatial, 1)) ||
      failed(verifyNumbers(*this, pad, "pad", 2 * numSpatial, 0)))
    return failure();
  for (int64_t i = 0; i < numSpatial; ++i) {
    const int64_t window = dilations[i] * (getKernel()[i] - 1) + 1;
    if (pad[2 * i] >= window || pad[2 * i + 1] >= window)
      return emitOpError("expects padding smaller than the window");
    int64_t expected =
        getWindowResult(getSpatial(getLayout(), getInput(), i), getKernel()[i],
                        strides[i], dilations[i], pad[2 * i] + pad[2 * i + 1]);
    if (failed(verifySpatial(*this, i, expected,
                             getSpatial(getLayout(), getInit(), i))))
      return failure();
  }
  return success();
}

int64_t ResizeOp::getNumSpatialDims() {
  return ::getNumSpatialDims(getLayout(), getInit());
}
SmallVector<OpOperand *> ResizeOp::getFeatureMaps() {
  return {&getInputMutable(), &getInitMutable()};
}

LogicalResult ResizeOp::verify() {
  if (failed(verifySemantics(*this)) || failed(verifyFeatureMaps(*this)) ||
      failed(verifyChannelsKept(*this)))
    return failure();
  const int64_t numSpatial = getNumSpatialDims();
  if (failed(verifyNumbers(*this, getScale(), "scale", 2 * numSpatial, 1)))
    return failure();
  return verifyNumbers(*this, getOffset(), "offset", numSpatial, INT64_MIN);
}

int64_t BatchNormOp::getNumSpatialDims() {
  return ::getNumSpatialDims(getLayout(), getInit());
}
SmallVector<OpOperand *> BatchNormOp::getFeatureMaps() {
  return {&getInputMutable(), &getInitMutable()};
}

SmallVector<OpOperand *> BatchNormOp::getOverwritableOperands() {
  return {&getInputMutable()};
}

LogicalResult BatchNormOp::verify() {
  if (failed(verifySemantics(*this)) || failed(verifyFeatureMaps(*this)))
    return failure();
  if (!agree(getShaped(getInput()).getShape(), getShaped(getInit()).getShape()))
    return emitOpError("expects a result of the shape of the input");
  for (Value parameter : {getGamma(), getBeta(), getMean(), getVariance()}) {
    ShapedType type = getShaped(parameter);
    if (type.getRank() != 1 ||
        !hasChannels(getLayout(), getInput(), type.getDimSize(0)))
      return emitOpError("expects parameters of one element for each channel, "
                         "but got ")
             << type;
    if (failed(
            verifySameElementType(*this, parameter, getGamma(), "parameters")))
      return failure();
  }
  return verifyEpilogue(*this);
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// `packed` is the NC1HWC0 form of `plain`.
static LogicalResult verifyPacking(Operation *op, Value plain, Value packed,
                                   Layout layout) {
  if (failed(verifySemantics(op)) ||
      failed(verifySameElementType(op, plain, packed, "input and result")))
    return failure();
  if (layout == Layout::NC1HWC0)
    return op->emitOpError(
        "expects the layout of the other side, nchw or nhwc");
  ShapedType type = getShaped(packed);
  const int64_t numSpatial = getNumSpatialDims(layout, plain);
  bool fits = numSpatial >= 1 && type.getRank() == numSpatial + 3 &&
              agree(type.getShape().back(), kChannelBlock) &&
              agree(getBatch(plain), getBatch(packed)) &&
              hasChannels(Layout::NC1HWC0, packed, getChannels(layout, plain));
  for (int64_t i = 0; fits && i < numSpatial; ++i)
    fits = agree(getSpatial(layout, plain, i),
                 getSpatial(Layout::NC1HWC0, packed, i));
  if (!fits)
    return op->emitOpError("expects ")
           << type << " to be the nc1hwc0 form of " << plain.getType();
  return success();
}

LogicalResult PackOp::verify() {
  return verifyPacking(*this, getInput(), getInit(), getLayout());
}

LogicalResult UnpackOp::verify() {
  return verifyPacking(*this, getInit(), getInput(), getLayout());
}
