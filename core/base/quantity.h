// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cardinal {

/// A Kubernetes quantity (`resource.Quantity`), kept exactly down to nano units within +-9.2e18 nano
/// for fractions and +-9.2e18 for whole numbers. Grammar, suffixes and rounding:
/// docs/reference/kubernetes-client.md 6.1 (k8s.io/apimachinery pkg/api/resource).
class Quantity {
 public:
  constexpr Quantity() = default;
  static constexpr Quantity fromInteger(std::int64_t units) { return Quantity(units, 0); }
  static constexpr Quantity fromMilli(std::int64_t milli) {
    std::int64_t whole = milli / 1000;
    std::int64_t rest = milli % 1000;
    if (rest < 0) {
      rest += 1000;
      --whole;
    }
    return Quantity(whole, rest * 1'000'000);
  }

  /// Parses "20", "1.5Gi", "250m", "1e3", ... Error QuantityInvalid with the text as subject; a number too large for
  /// the range is saturated as Kubernetes does.
  static Result<Quantity> parse(std::string_view text);

  /// Whole units, fractions rounded up (away from minus infinity) as `Quantity.Value()` does; saturates.
  constexpr std::int64_t value() const { return m_whole + ((m_nano > 0 && m_whole < INT64_MAX) ? 1 : 0); }
  /// Thousandths, fractions rounded up as `Quantity.MilliValue()` does; saturates.
  std::int64_t milliValue() const;
  /// True when there is no fraction.
  constexpr bool isInteger() const { return m_nano == 0; }
  /// The exact number is floor() + nanoAboveFloor() / 1e9.
  constexpr std::int64_t floor() const { return m_whole; }
  constexpr std::int64_t nanoAboveFloor() const { return m_nano; }

  auto operator<=>(const Quantity&) const = default;
  /// Sum; saturates.
  Quantity operator+(const Quantity& other) const;
  /// What is left once `amount` is taken off, never below 0; fractions are rounded up to thousandths.
  Quantity leftAfter(const Quantity& amount) const;

 private:
  constexpr Quantity(std::int64_t whole, std::int64_t nano) : m_whole(whole), m_nano(nano) {}

  std::int64_t m_whole = 0;  ///< floor of the number
  std::int64_t m_nano = 0;   ///< 0..999'999'999 above the floor
};

}  // namespace cardinal
