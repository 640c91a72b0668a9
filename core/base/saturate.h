// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <type_traits>

namespace cardinal {

/// Sum that stops at the smallest and largest number instead of overflowing: amounts come from foreign objects.
template <typename T>
constexpr T saturatedSum(T a, T b) {
  static_assert(std::is_integral_v<T> && std::is_signed_v<T>);
  T sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

/// Difference with the same promise.
template <typename T>
constexpr T saturatedDifference(T a, T b) {
  static_assert(std::is_integral_v<T> && std::is_signed_v<T>);
  T difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
}

/// Product with the same promise.
template <typename T>
constexpr T saturatedProduct(T a, T b) {
  static_assert(std::is_integral_v<T> && std::is_signed_v<T>);
  T product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) != (b < 0) ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

}  // namespace cardinal
