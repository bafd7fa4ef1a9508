//===- Producers.cpp - Convolutions and contractions ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Producers.h"

#include "Elementwise.h"

#include <cmath>

using namespace mlir::ascend::difftest;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

int64_t SizedProducer::filterSize(char letter) const {
  switch (letter) {
  case 'g':
    return sizes.groups;
  case 'c':
    return sizes.inChannels;
  case 'f':
    return sizes.outChannels;
  case 'm':
    return sizes.multiplier;
  default:
    return sizes.kernel[spatialIndex(letter)];
  }
}

int64_t SizedProducer::inputSize(char letter) const {
  if (letter == 'n')
    return sizes.batch;
  if (Layout::isSpatial(letter))
    return sizes.size[spatialIndex(letter)];
  return filterSize(letter);
}

int64_t SizedProducer::paddedSize(char letter) const {
  unsigned i = spatialIndex(letter);
  return sizes.size[i] + sizes.padLow[i] + sizes.padHigh[i];
}

int64_t SizedProducer::outputSize(char letter) const {
  if (!Layout::isSpatial(letter))
    return inputSize(letter);
  unsigned i = spatialIndex(letter);
  int64_t window = (sizes.kernel[i] - 1) * sizes.dilation[i] + 1;
  return (paddedSize(letter) - window) / sizes.stride[i] + 1;
}

bool SizedProducer::isDynamic(char letter) const {
  return (letter == 'n' && sizes.dynamicBatch) ||
         (Layout::isSpatial(letter) && sizes.dynamicSpatial);
}

int64_t SizedProducer::getReductionSize() const {
  int64_t count = 1;
  for (char letter : filter)
    if (Layout::isSpatial(letter) || output.find(letter) == std::string::npos)
      count *= filterSize(letter);
  return count;
}

/// LLVM's lowering of this op wants to know the size of its image.
static bool needsStaticImage(const SizedProducer &producer) {
  return producer.layout->name == "tosa.transpose_conv2d";
}

bool SizedProducer::fitToInput(const Tensor &tensor) {
  if (tensor.rank() != input.size())
    return false;
  SizedProducer fitted = *this;
  Producer &sizes = fitted.sizes;
  sizes.dynamicBatch = sizes.dynamicSpatial = false;
  for (auto [i, letter] : llvm::enumerate(input)) {
    int64_t size = tensor.shape[i];
    // A size that the filter shares has to be known.
    bool mayBeDynamic = letter == 'n' ||
                        (Layout::isSpatial(letter) && !needsStaticImage(*this));
    if (tensor.dynamic[i] && !mayBeDynamic)
      return false;
    if (Layout::isSpatial(letter)) {
      sizes.size[spatialIndex(letter)] = size;
      sizes.dynamicSpatial |= tensor.dynamic[i];
    } else if (letter == 'n') {
      sizes.batch = size;
      sizes.dynamicBatch = tensor.dynamic[i];
    } else if (letter == 'c') {
      sizes.inChannels = size;
    } else {
      sizes.groups = size;
    }
  }
  *this = fitted;
  return true;
}

/// Makes kernels no larger than what they slide over, and drops what the op
/// cannot express.
static void makeConsistent(SizedProducer &producer) {
  Producer &sizes = producer.sizes;
  bool strided = producer.layout->strided || sizes.generic;
  bool tosaConv = producer.layout->isTosa();
  bool transposed = producer.layout->name == "tosa.transpose_conv2d";
  for (char letter : {'d', 'h', 'w'}) {
    unsigned i = SizedProducer::spatialIndex(letter);
    if (!strided || transposed)
      sizes.dilation[i] = 1;
    if (!strided)
      sizes.stride[i] = 1;
    if (transposed) {
      sizes.padLow[i] = sizes.padHigh[i] = 0;
      continue;
    }
    while ((sizes.kernel[i] - 1) * sizes.dilation[i] + 1 >
           producer.paddedSize(letter)) {
      if (sizes.dilation[i] > 1)
        sizes.dilation[i] = 1;
      else
        --sizes.kernel[i];
    }
    int64_t window = (sizes.kernel[i] - 1) * sizes.dilation[i] + 1;
    if (tosaConv)
      while ((producer.paddedSize(letter) - window) % sizes.stride[i] != 0)
        ++sizes.padHigh[i];
  }
}

//===----------------------------------------------------------------------===//
// Input and filter
//===----------------------------------------------------------------------===//

static Tensor writeInput(ModuleWriter &writer, SizedProducer &producer,
                         ProducerContext &context, Rng &rng) {
  InputForm form = producer.sizes.input;
  Float type = writer.recipe.type;
  std::optional<Tensor> given = form == InputForm::Previous ? context.previous
                                : form == InputForm::FirstInput
                                    ? context.firstInput
                                    : std::nullopt;
  context.usedPrevious = false;
  if (given && given->type == type && producer.fitToInput(*given)) {
    context.usedPrevious = form == InputForm::Previous;
    return *given;
  }
  if (needsStaticImage(producer))
    producer.sizes.dynamicSpatial = false;
  Shape shape;
  llvm::SmallVector<bool> dynamic;
  for (char letter : producer.input) {
    shape.push_back(producer.inputSize(letter));
    dynamic.push_back(producer.isDynamic(letter));
  }
  if (form != InputForm::Constant)
    return writer.argument(shape, type, dynamic);
  producer.sizes.dynamicBatch = producer.sizes.dynamicSpatial = false;
  Tensor constant;
  constant.shape = shape;
  constant.dynamic.assign(shape.size(), false);
  constant.type = constant.coarsest = type;
  constant.countChannels();
  std::vector<double> values;
  for (int64_t i = 0, e = getNumElements(shape); i < e; ++i)
    values.push_back(rng.uniform(-1, 1));
  constant.name = writer.plainConstant(shape, type, values, ConstantForm::Dense,
                                       producer.layout->isTosa());
  return constant;
}

/// A per-channel scale and shift of the input.
static Tensor writeAffineInput(ModuleWriter &writer,
                               const SizedProducer &producer, Tensor input,
                               Rng &rng) {
  input.channelDims.clear();
  for (auto [i, letter] : llvm::enumerate(producer.input))
    if (letter == 'c')
      input.channelDims.push_back(i);
  input.countChannels();
  for (Role role : {Role::Scale, Role::Shift}) {
    OperandPlan plan;
    plan.kind = input.type;
    ChannelOperand operand = writeOperand(writer, input, plan, role, rng);
    input = applyBinary(writer, input,
                        role == Role::Scale ? BinaryOp::Mul : BinaryOp::Add,
                        operand, {}, rng);
  }
  return input;
}

static Tensor writeFilter(ModuleWriter &writer, const SizedProducer &producer,
                          const ProducerContext &context, Rng &rng) {
  Tensor filter;
  filter.type = filter.coarsest = writer.recipe.type;
  for (char letter : producer.filter)
    filter.shape.push_back(producer.filterSize(letter));
  filter.dynamic.assign(filter.rank(), false);
  filter.countChannels();
  if (producer.sizes.shareFilter && context.firstFilter &&
      context.firstFilter->shape == filter.shape)
    return *context.firstFilter;
  // Sums of products stay near one.
  double scale = std::sqrt(3.0 / producer.getReductionSize());
  if (writer.recipe.data == Data::Overflow)
    scale = 1.0 / producer.getReductionSize();
  std::vector<double> values;
  for (int64_t i = 0, e = getNumElements(filter.shape); i < e; ++i)
    values.push_back(rng.uniform(-1, 1) * scale);
  filter.bound = getConstantBound(producer.sizes.filter, scale);
  bool tosa = producer.layout->isTosa() && rng.chance(85);
  filter.name = writer.constant(filter.shape, filter.type, values,
                                producer.sizes.filter, tosa, rng);
  if (producer.sizes.dynamicFilter && !producer.layout->isTosa()) {
    std::string type = filter.typeText();
    for (unsigned i = 0; i < filter.rank(); ++i)
      filter.dynamic[i] = rng.chance(40);
    if (!filter.isStatic())
      filter.name = writer.op("tensor.cast " + filter.name + " : " + type +
                              " to " + filter.typeText());
  }
  return filter;
}

double mlir::ascend::difftest::getProductBound(const SizedProducer &producer,
                                               const Tensor &input,
                                               const Tensor &filter) {
  double product = input.bound * filter.bound;
  if (producer.sizes.body == ProducerBody::SquaredFilter)
    product *= filter.bound;
  else if (producer.sizes.body != ProducerBody::MulAdd)
    product += input.bound + filter.bound;
  return producer.getReductionSize() * product;
}

Operand mlir::ascend::difftest::shareBias(const SizedProducer &producer,
                                          ProducerContext &context,
                                          const Operand &bias) {
  if (!context.firstBias)
    context.firstBias = bias;
  if (producer.sizes.shareBias && context.firstBias->type == bias.type)
    return *context.firstBias;
  return bias;
}

/// Gives the tensors another order of dims, as far as the op allows.
static void shuffleLayout(SizedProducer &producer, Rng &rng) {
  const Layout &layout = *producer.layout;
  if (producer.sizes.generic ||
      (layout.name == "linalg.contract" && rng.chance(60))) {
    rng.shuffle(producer.input);
    rng.shuffle(producer.filter);
    rng.shuffle(producer.output);
  } else if (layout.maps) {
    for (std::string *dims : {&producer.input, &producer.filter})
      if (rng.chance(25))
        std::swap(dims->back(), dims->end()[-2]);
  }
}

Tensor mlir::ascend::difftest::writeProducer(ModuleWriter &writer,
                                             const Producer &recipe,
                                             ProducerContext &context) {
  Rng rng(recipe.seed);
  const Layout &layout = getLayouts()[recipe.layout];
  SizedProducer producer{&layout, recipe, layout.input.str(),
                         layout.filter.str(), layout.output.str()};
  producer.sizes.generic &= !layout.isTosa();
  shuffleLayout(producer, rng);
  Tensor input = writeInput(writer, producer, context, rng);
  makeConsistent(producer);
  Tensor filter = writeFilter(writer, producer, context, rng);
  if (!context.firstInput) {
    context.firstInput = input;
    context.firstFilter = filter;
  }
  if (recipe.filterReturned)
    writer.addResult(filter);
  if (recipe.affineInput)
    input = writeAffineInput(writer, producer, input, rng);
  Tensor result =
      layout.isTosa()
          ? writeTosaProducer(writer, producer, input, filter, context, rng)
          : writeLinalgProducer(writer, producer, input, filter, context, rng);
  result.coarsest = getCoarser(result.coarsest, input.coarsest);
  return result;
}
