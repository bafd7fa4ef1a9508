//===- ConvBatchNorm.cpp - Convolution with live batch norm ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/BatchNormParameters.h"
#include "Host/FloatConversion.h"
#include "Host/Operators.h"
#include "Host/TensorCopy.h"
#include "Host/Threads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <mutex>

using namespace ascendrt;

namespace {
/// The arguments that are folded away.
enum { Input, Filter, Bias, Residual, Output, Gamma, Beta, Mean, Variance };
constexpr int numConvArgs = Variance + 1;
constexpr int foldedArgs[] = {Filter, Bias, Gamma, Beta, Mean, Variance};

/// Contents of the folded arguments and the convolution that was made of them.
/// Immutable.
struct ParameterSet {
  const void *pointers[numConvArgs] = {};
  Buffer contents[numConvArgs];
  std::unique_ptr<Kernel> conv;
};

class ConvBatchNormKernel final : public Kernel {
public:
  explicit ConvBatchNormKernel(const KernelSpec &spec);

  void execute(Execution &execution, void *const *args) const override;
  void invalidate() const override;
  std::string getInfo() const override;

private:
  /// More than the few sets that alternate in practice are not kept.
  static constexpr int maxSets = 4;
  using SetPointer = std::shared_ptr<const ParameterSet>;
  using Sets = std::array<SetPointer, maxSets>;

  bool isFolded(int i) const { return arguments[i].isPresent; }
  Sets getSets() const;
  bool matches(const ParameterSet &set, const void *const *args) const;
  SetPointer find(const void *const *args) const;
  SetPointer findOrFold(const void *const *args) const;
  SetPointer fold(const void *const *args) const;
  std::unique_ptr<Kernel> createConv(const void *const *args) const;

  DescCopy desc;
  unsigned numThreads;
  std::vector<Argument> arguments;
  size_t sizes[numConvArgs] = {};
  Buffer constants[numConvArgs];

  /// Held while a set is made, so that each is made once.
  mutable std::mutex foldMutex;
  /// Held for a moment only.
  mutable std::mutex setsMutex;
  mutable Sets sets;
};
} // namespace

ConvBatchNormKernel::ConvBatchNormKernel(const KernelSpec &spec)
    : desc(spec.desc), numThreads(spec.numThreads),
      arguments(getArguments(desc.get())) {
  bool areAllConstant = true;
  const void *args[numConvArgs] = {};
  for (int i : foldedArgs) {
    if (!isFolded(i))
      continue;
    const ascendrt_tensor &tensor = arguments[i].tensor;
    sizes[i] = getSpan(tensor) * getElementSize(tensor.dtype);
    if (!spec.constants[i]) {
      areAllConstant = false;
      continue;
    }
    constants[i] = Buffer(sizes[i]);
    std::memcpy(constants[i].data(), spec.constants[i], sizes[i]);
    args[i] = constants[i].data();
  }
  if (areAllConstant)
    sets[0] = fold(args);
}

ConvBatchNormKernel::Sets ConvBatchNormKernel::getSets() const {
  std::lock_guard<std::mutex> lock(setsMutex);
  return sets;
}

/// Addresses tell sets apart when the caller reports changes, else contents.
bool ConvBatchNormKernel::matches(const ParameterSet &set,
                                  const void *const *args) const {
  bool isFrozen =
      cast<ascendrt_conv_desc>(desc.get()).flags & ASCENDRT_CONV_FROZEN;
  return std::all_of(std::begin(foldedArgs), std::end(foldedArgs), [&](int i) {
    if (!isFolded(i) || constants[i].data())
      return true;
    return isFrozen ? set.pointers[i] == args[i]
                    : !std::memcmp(set.contents[i].data(), args[i], sizes[i]);
  });
}

ConvBatchNormKernel::SetPointer
ConvBatchNormKernel::find(const void *const *args) const {
  for (const SetPointer &set : getSets())
    if (set && matches(*set, args))
      return set;
  return nullptr;
}

ConvBatchNormKernel::SetPointer
ConvBatchNormKernel::findOrFold(const void *const *args) const {
  if (SetPointer set = find(args))
    return set;
  std::lock_guard<std::mutex> foldLock(foldMutex);
  // Another thread may have been faster.
  if (SetPointer set = find(args))
    return set;
  SetPointer set = fold(args);
  std::lock_guard<std::mutex> lock(setsMutex);
  std::rotate(sets.begin(), sets.end() - 1, sets.end());
  sets[0] = set;
  return set;
}

ConvBatchNormKernel::SetPointer
ConvBatchNormKernel::fold(const void *const *args) const {
  auto set = std::make_shared<ParameterSet>();
  const void *folded[numConvArgs] = {};
  // What is compared later and what is folded is the same copy.
  for (int i : foldedArgs) {
    if (!isFolded(i))
      continue;
    if (constants[i].data()) {
      folded[i] = constants[i].data();
      continue;
    }
    set->pointers[i] = args[i];
    set->contents[i] = Buffer(sizes[i]);
    std::memcpy(set->contents[i].data(), args[i], sizes[i]);
    folded[i] = set->contents[i].data();
  }
  set->conv = createConv(folded);
  if (cast<ascendrt_conv_desc>(desc.get()).flags & ASCENDRT_CONV_FROZEN)
    for (Buffer &contents : set->contents)
      contents = Buffer();
  return set;
}

/// The nearest f32, but with the last bit set when it is not exact: a second
/// rounding, to a shorter type, then is what one rounding would have been.
static float roundToOdd(double value) {
  float nearest = static_cast<float>(value);
  if (nearest == value || !std::isfinite(nearest))
    return nearest;
  uint32_t bits = toBits(nearest);
  if (std::fabs(double(nearest)) > std::fabs(value))
    --bits;
  return fromBits(bits | 1);
}

std::unique_ptr<Kernel>
ConvBatchNormKernel::createConv(const void *const *args) const {
  DescCopy copy = desc;
  auto &conv = reinterpret_cast<ascendrt_conv_desc &>(copy.get());
  BatchNormParameters parameters{
      conv.parameter_dtype, conv.output.dims[1], conv.epsilon,  args[Gamma],
      args[Beta],           args[Mean],          args[Variance]};
  std::vector<AffineMap> maps;
  maps.reserve(parameters.channels);
  for (int64_t c = 0; c < parameters.channels; ++c)
    maps.push_back(getAffineMap(parameters, c));

  // The filter in f32, one row for each output channel.
  std::vector<int64_t> dims(conv.filter.dims,
                            conv.filter.dims + conv.filter.rank);
  ascendrt_tensor rows = makeRowMajor(ASCENDRT_F32, dims);
  int64_t channels = maps.size();
  int64_t rowLength = getNumElements(rows) / channels;
  Buffer wide(getNumElements(rows) * sizeof(float));
  TensorCopy(conv.filter, rows, numThreads).run(args[Filter], wide.data());
  float *filter = reinterpret_cast<float *>(wide.data());
  bool isNarrow = conv.filter.dtype == ASCENDRT_BF16;
  auto foldRows = [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c)
      for (int64_t i = c * rowLength; i < (c + 1) * rowLength; ++i) {
        double value = filter[i] * maps[c].scale;
        filter[i] = isNarrow ? roundToOdd(value) : static_cast<float>(value);
      }
  };
  parallelFor(numThreads, channels, ceilDiv(16384, rowLength), foldRows);

  std::vector<float> bias(channels);
  for (int64_t c = 0; c < channels; ++c) {
    double before = 0;
    if (conv.flags & ASCENDRT_CONV_BIAS)
      before = loadElement(args[Bias], conv.bias_dtype, c);
    bias[c] = static_cast<float>(before * maps[c].scale + maps[c].shift);
  }

  // f16 is computed in f32 anyway, so its filter is not rounded at all.
  Buffer narrow;
  const void *constantFilter = wide.data();
  if (isNarrow) {
    ascendrt_tensor target = makeRowMajor(ASCENDRT_BF16, dims);
    narrow = Buffer(getNumElements(target) * sizeof(uint16_t));
    TensorCopy(rows, target, numThreads).run(wide.data(), narrow.data());
    rows = target;
    constantFilter = narrow.data();
  }
  conv.filter = rows;
  conv.bias_dtype = ASCENDRT_F32;
  conv.parameter_dtype = 0;
  conv.epsilon = 0;
  conv.flags &= ~uint32_t(ASCENDRT_CONV_BATCH_NORM | ASCENDRT_CONV_FROZEN);
  conv.flags |= ASCENDRT_CONV_BIAS;
  const void *convConstants[Output + 1] = {nullptr, constantFilter,
                                           bias.data()};
  return createHostKernel({copy.get(), convConstants, numThreads});
}

void ConvBatchNormKernel::execute(Execution &execution,
                                  void *const *args) const {
  findOrFold(args)->conv->execute(execution, args);
}

void ConvBatchNormKernel::invalidate() const {
  // What is made of constants alone stays right.
  bool isAllConstant =
      std::all_of(std::begin(foldedArgs), std::end(foldedArgs),
                  [&](int i) { return !isFolded(i) || constants[i].data(); });
  if (isAllConstant)
    return;
  std::lock_guard<std::mutex> foldLock(foldMutex);
  std::lock_guard<std::mutex> lock(setsMutex);
  sets.fill(nullptr);
}

std::string ConvBatchNormKernel::getInfo() const {
  Sets current = getSets();
  return "batch_norm+" + (current[0] ? current[0]->conv->getInfo()
                                     : std::string("folded at the first call"));
}

std::unique_ptr<Kernel> ascendrt::createConvBatchNorm(const KernelSpec &spec) {
  return std::make_unique<ConvBatchNormKernel>(spec);
}
