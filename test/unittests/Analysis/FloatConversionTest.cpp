//===- FloatConversionTest.cpp - Tests of float conversions ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/FloatConversion.h"

#include "llvm/ADT/APFloat.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <random>

using namespace llvm;
using namespace mlir::ascend;

/// The bits of `value` rounded once by LLVM's arbitrary-precision floats.
static uint16_t roundOnce(double value, const fltSemantics &semantics) {
  APFloat number(value);
  bool losesInfo;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
}

static void expectSame(double value) {
  EXPECT_EQ(doubleToHalf(value), roundOnce(value, APFloat::IEEEhalf()))
      << value;
  EXPECT_EQ(doubleToBfloat(value), roundOnce(value, APFloat::BFloat()))
      << value;
}

TEST(FloatConversionTest, WideningIsExactForAllBits) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    double half =
        APFloat(APFloat::IEEEhalf(), APInt(16, bits)).convertToDouble();
    double bfloat =
        APFloat(APFloat::BFloat(), APInt(16, bits)).convertToDouble();
    double ourHalf = halfToDouble(bits), ourBfloat = bfloatToDouble(bits);
    EXPECT_TRUE(half == ourHalf || (std::isnan(half) && std::isnan(ourHalf)));
    EXPECT_TRUE(bfloat == ourBfloat ||
                (std::isnan(bfloat) && std::isnan(ourBfloat)));
    EXPECT_EQ(std::signbit(half), std::signbit(ourHalf));
  }
}

TEST(FloatConversionTest, NarrowingRoundsTiesAndNeighboursOnce) {
  // Every half-way point between neighbours, and the doubles on either side:
  // where rounding through binary32 goes wrong.
  for (unsigned bits = 0; bits < 0x7C00; ++bits) {
    double middle = (halfToDouble(bits) + halfToDouble(bits + 1)) / 2;
    if (bits + 1 == 0x7C00)
      middle = 65520.0;
    for (double value :
         {halfToDouble(bits), middle, std::nextafter(middle, 0.0),
          std::nextafter(middle, 1e9)}) {
      expectSame(value);
      expectSame(-value);
    }
  }
  for (unsigned bits = 0; bits < 0x7F80; bits += 7) {
    double middle = (bfloatToDouble(bits) + bfloatToDouble(bits + 1)) / 2;
    for (double value :
         {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300)})
      expectSame(value);
  }
}

TEST(FloatConversionTest, NarrowingOfRandomDoubles) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isnan(value))
      expectSame(value);
    // The same, in the range of binary16.
    expectSame(std::ldexp(static_cast<double>(bits), -80 + int(bits % 32)));
  }
}

TEST(FloatConversionTest, SpecialValues) {
  for (double value :
       {0.0, -0.0, 65504.0, 65519.999, 65520.0, 1e30, 1e300,
        std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::denorm_min(), 0x1p-24, 0x1p-25,
        0x1.000002p-25, 0x1p-133, 0x1p-134, 3.3895313892515355e38}) {
    expectSame(value);
    expectSame(-value);
  }
  EXPECT_TRUE(std::isnan(halfToDouble(doubleToHalf(std::nan("")))));
  EXPECT_TRUE(std::isnan(bfloatToDouble(doubleToBfloat(std::nan("")))));
}
