// SPDX-License-Identifier: Apache-2.0
// Grammar, rounding and test vectors of k8s.io/apimachinery pkg/api/resource (docs/reference/kubernetes-client.md 6.1).
#include <gtest/gtest.h>

#include <limits>

#include "core/base/quantity.h"

namespace cardinal {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

Quantity parsed(std::string_view text) {
  const auto quantity = Quantity::parse(text);
  EXPECT_TRUE(quantity.has_value()) << text;
  return quantity.value_or(Quantity::fromInteger(-987654321));
}

struct Exact {
  std::string_view text;
  std::int64_t floor;
  std::int64_t nano;
};

TEST(Quantity, ReadsTheExactNumber) {
  constexpr Exact kVectors[] = {
      {"0", 0, 0},
      {"20", 20, 0},
      {"+20", 20, 0},
      {"00", 0, 0},
      {"007", 7, 0},
      {"1.5", 1, 500'000'000},
      {"0.5", 0, 500'000'000},
      {".5", 0, 500'000'000},
      {"1.", 1, 0},
      {"1.G", 1'000'000'000, 0},
      {"1.5Gi", 1536LL << 20, 0},
      {"1024Mi", 1LL << 30, 0},
      {"1Ki", 1024, 0},
      {"100k", 100'000, 0},
      {"1000M", 1'000'000'000, 0},
      {"1P", 1'000'000'000'000'000, 0},
      {"1Ti", 1LL << 40, 0},
      {"1Pi", 1LL << 50, 0},
      {".001e12", 1'000'000'000, 0},
      {"1E3", 1000, 0},
      {"1e3", 1000, 0},
      {"1e+3", 1000, 0},
      {"1e-3", 0, 1'000'000},
      {"1E", 1'000'000'000'000'000'000, 0},
      {"1.7E18", 1'700'000'000'000'000'000, 0},
      {"250m", 0, 250'000'000},
      {"1080000000n", 1, 80'000'000},
      {"1u", 0, 1000},
      {"1n", 0, 1},
      {"100.035Ki", 102435, 840'000'000},
      {"0.05Gi", 53687091, 200'000'000},
      {"128974848000m", 128974848, 0},
      {"0e30", 0, 0},
      {"1e-30", 0, 1},
      {"0.000000000001e12", 1, 0},
  };
  for (const Exact& vector : kVectors) {
    const Quantity quantity = parsed(vector.text);
    EXPECT_EQ(quantity.floor(), vector.floor) << vector.text;
    EXPECT_EQ(quantity.nanoAboveFloor(), vector.nano) << vector.text;
  }
}

TEST(Quantity, NegativeNumbersKeepTheirValue) {
  EXPECT_EQ(parsed("-3"), Quantity::fromInteger(-3));
  EXPECT_EQ(parsed("-1.5").milliValue(), -1500);
  EXPECT_EQ(parsed("-1Ki"), Quantity::fromInteger(-1024));
  EXPECT_EQ(parsed("-0"), Quantity{});
  EXPECT_LT(parsed("-0.1"), Quantity{});
}

TEST(Quantity, WhatIsBelowANanoRoundsAwayFromZero) {
  EXPECT_EQ(parsed("0.5n").nanoAboveFloor(), 1);
  EXPECT_EQ(parsed("3.001n").nanoAboveFloor(), 4);
  EXPECT_EQ(parsed("0.000000000001Ki").nanoAboveFloor(), 2);
  // -0.5n is -1n: the floor is -1, and 999,999,999 n above it.
  EXPECT_EQ(parsed("-0.5n"), Quantity{} + parsed("-1n"));
  EXPECT_EQ(parsed("0.9999999999"), Quantity::fromInteger(1));
}

TEST(Quantity, OdditiesThatParseAreZero) {
  for (const std::string_view text : {".", "-", "+", "-."}) EXPECT_EQ(parsed(text), Quantity{}) << text;
}

TEST(Quantity, WhatIsNoQuantityIsRefusedWithItsText) {
  for (const std::string_view text :
       {"",   "1.1.M", "1+1.0M", "0.1mi", "0.1am", "aoeu", ".5i",   "1i",  "-3.01i", "-3.01e-", " 1",  "1 ",   "1e",
        "1K", "1ki",   "1mi",    "1g",    "--1",   "+-1",  "1e1.5", "1e+", "k",      "Gi",      "1\n", "0x10", "1,5"}) {
    const auto quantity = Quantity::parse(text);
    ASSERT_FALSE(quantity.has_value()) << text;
    EXPECT_EQ(quantity.error().code, ErrorCode::QuantityInvalid);
    EXPECT_EQ(quantity.error().subject, text);
  }
}

TEST(Quantity, HugeNumbersSaturateAndHugeExponentsAreRefused) {
  EXPECT_EQ(parsed("9Ei"), Quantity::fromInteger(kMax));
  EXPECT_EQ(parsed("8Ei"), Quantity::fromInteger(kMax));
  EXPECT_EQ(parsed("12E"), Quantity::fromInteger(kMax));
  EXPECT_EQ(parsed("-12E"), Quantity::fromInteger(kMin));
  EXPECT_EQ(parsed("1e30"), Quantity::fromInteger(kMax));
  EXPECT_EQ(parsed("9223372036854775807"), Quantity::fromInteger(kMax));
  EXPECT_EQ(parsed("9223372036854775808"), Quantity::fromInteger(kMax));
  EXPECT_EQ(parsed("-9223372036854775808"), Quantity::fromInteger(kMin));
  EXPECT_FALSE(Quantity::parse("1e31").has_value());
  EXPECT_FALSE(Quantity::parse("1e-31").has_value());
  EXPECT_FALSE(Quantity::parse("1e999999999999999999999").has_value());
}

TEST(Quantity, ManyDigitsAreNoTrouble) {
  const std::string digits(100'000, '9');
  EXPECT_EQ(parsed(digits), Quantity::fromInteger(kMax));
  EXPECT_EQ(parsed("0." + digits), Quantity::fromInteger(1));
  EXPECT_EQ(parsed("0." + digits + "Gi"), Quantity::fromInteger(1LL << 30));
  EXPECT_EQ(parsed(std::string(100'000, '0') + "5"), Quantity::fromInteger(5));
  // The text in the error is cut: it is foreign.
  EXPECT_LE(Quantity::parse(digits + "x").error().subject.size(), 200U);
}

TEST(Quantity, WholeAndMilliViewsRoundUp) {
  EXPECT_EQ(parsed("1m").value(), 1);
  EXPECT_EQ(parsed("0.1").milliValue(), 100);
  EXPECT_EQ(parsed("1n").milliValue(), 1);
  EXPECT_EQ(parsed("-1.5").value(), -1);
  EXPECT_EQ(parsed("1.5").value(), 2);
  EXPECT_EQ(Quantity::fromInteger(kMax).milliValue(), kMax);
  EXPECT_EQ(Quantity::fromInteger(kMin).milliValue(), kMin);
  EXPECT_TRUE(parsed("2000m").isInteger());
  EXPECT_FALSE(parsed("2001m").isInteger());
}

TEST(Quantity, SumsAreExactAndStopAtTheEnds) {
  EXPECT_EQ(parsed("0.6") + parsed("0.7"), parsed("1.3"));
  EXPECT_EQ(parsed("-0.6") + parsed("0.7"), parsed("0.1"));
  EXPECT_EQ(Quantity::fromInteger(kMax) + Quantity::fromInteger(1), Quantity::fromInteger(kMax));
  EXPECT_EQ(Quantity::fromInteger(kMin) + Quantity::fromInteger(-1), Quantity::fromInteger(kMin));
  EXPECT_EQ(Quantity::fromMilli(-1), parsed("-1m"));
}

}  // namespace
}  // namespace cardinal
