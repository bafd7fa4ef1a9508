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

/// Marks the dims along which the filter tells channels apart.
static void markInputChannels(const SizedProducer &producer, Tensor &input) {
  input.channelDims.clear();
  for (auto [i, letter] : llvm::enumerate(producer.input))
    if (letter == 'c' || letter == 'g')
      input.channelDims.push_back(i);
  input.countChannels();
}

/// An argument or a constant.
static Tensor writeOwnInput(ModuleWriter &writer, SizedProducer &producer,
                            Rng &rng) {
  ElementType type = writer.recipe.type;
  if (needsStaticImage(producer))
    producer.sizes.dynamicSpatial = false;
  bool isConstant = producer.sizes.input == InputForm::Constant;
  if (isConstant || producer.sizes.integer)
    producer.sizes.dynamicBatch = producer.sizes.dynamicSpatial = false;
  Shape shape;
  llvm::SmallVector<bool> dynamic;
  for (char letter : producer.input) {
    shape.push_back(producer.inputSize(letter));
    dynamic.push_back(producer.isDynamic(letter));
  }
  Tensor input;
  if (!isConstant) {
    bool isInteger = producer.sizes.integer && rng.chance(50);
    input = writer.argument(shape, isInteger ? ElementType::I8 : type, dynamic);
  } else {
    input.shape = shape;
    input.dynamic = dynamic;
    input.type = input.coarsest = type;
    std::vector<double> values;
    for (int64_t i = 0, e = getNumElements(shape); i < e; ++i)
      values.push_back(rng.uniform(-1, 1));
    input.name = writer.plainConstant(shape, type, values, ConstantForm::Dense,
                                      producer.layout->isTosa());
  }
  markInputChannels(producer, input);
  return input;
}

/// The value that goes into the producer, whose sizes are made to fit.
static Tensor writeInput(ModuleWriter &writer, SizedProducer &producer,
                         const std::optional<Tensor> &given,
                         BeforeFn writeBefore, const ProducerContext &context,
                         Rng &rng) {
  std::optional<Tensor> input = given;
  if (!given && producer.sizes.input == InputForm::FirstInput)
    input = context.firstInput;
  if (!input || input->type != writer.recipe.type ||
      !producer.fitToInput(*input))
    input = writeOwnInput(writer, producer, rng);
  if (isInteger(input->type))
    return *input;
  Tensor changed = writeBefore(*input);
  if (changed.type == writer.recipe.type && producer.fitToInput(changed))
    return changed;
  return *input;
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
  if (producer.sizes.keepsLayout)
    return;
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

static SizedProducer makeSized(const Producer &recipe) {
  const Layout &layout = getLayouts()[recipe.layout];
  SizedProducer producer{&layout, recipe, layout.input.str(),
                         layout.filter.str(), layout.output.str()};
  producer.sizes.generic &= !layout.isTosa();
  return producer;
}

Tensor mlir::ascend::difftest::writeProducerInput(ModuleWriter &writer,
                                                  const Producer &recipe) {
  Rng rng(recipe.seed);
  SizedProducer producer = makeSized(recipe);
  producer.sizes.integer = false;
  return writeOwnInput(writer, producer, rng);
}

Tensor mlir::ascend::difftest::writeProducer(ModuleWriter &writer,
                                             const Producer &recipe,
                                             const std::optional<Tensor> &given,
                                             BeforeFn writeBefore,
                                             ProducerContext &context) {
  Rng rng(recipe.seed);
  SizedProducer producer = makeSized(recipe);
  const Layout &layout = *producer.layout;
  shuffleLayout(producer, rng);
  Tensor input = writeInput(writer, producer, given, writeBefore, context, rng);
  makeConsistent(producer);
  if (producer.sizes.integer && input.isStatic())
    return writeIntegerProducer(writer, producer, input, rng);
  Tensor filter = writeFilter(writer, producer, context, rng);
  if (!context.firstInput) {
    context.firstInput = input;
    context.firstFilter = filter;
  }
  if (recipe.filterReturned)
    writer.addResult(filter);
  Tensor result =
      layout.isTosa()
          ? writeTosaProducer(writer, producer, input, filter, context, rng)
          : writeLinalgProducer(writer, producer, input, filter, context, rng);
  result.coarsest = getCoarser(result.coarsest, input.coarsest);
  return result;
}
