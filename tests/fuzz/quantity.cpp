// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity.h"

#include <cstdint>
#include <string>

#include "tests/fuzz/targets.h"

namespace cardinal::fuzz {

void quantity(std::string_view input) {
  const auto parsed = Quantity::parse(input);
  if (!parsed) {
    require(parsed.error().code == ErrorCode::QuantityInvalid, "a quantity that is refused is an invalid one");
    return;
  }
  const Quantity& amount = *parsed;
  require(amount.nanoAboveFloor() >= 0 && amount.nanoAboveFloor() < 1'000'000'000, "the fraction is below one");
  require(amount.value() >= amount.floor(), "Value() rounds up");
  require(amount.isInteger() == (amount.nanoAboveFloor() == 0), "an integer has no fraction");
  if (amount.floor() > INT64_MIN / 1000 && amount.floor() < INT64_MAX / 1000 - 1) {
    require(amount.milliValue() >= amount.floor() * 1000, "MilliValue() rounds up");
    require(amount.milliValue() <= (amount.floor() + 1) * 1000, "MilliValue() is near");
  }
  require(amount + Quantity() == amount, "adding nothing changes nothing");
  require(amount + amount >= amount || amount < Quantity(), "adding what is positive makes nothing smaller");
  const auto again = Quantity::parse(std::to_string(amount.floor()));
  require(again && again->value() == amount.floor(), "a whole number is read as itself");
}

}  // namespace cardinal::fuzz
