// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/error.h"

namespace cardinal {

/// Wraps an error so that `Result<T>` can be built from it without ambiguity, as `std::unexpected` does.
template <typename E>
class Unexpected {
 public:
  explicit Unexpected(E error) : m_error(std::move(error)) {}
  E& error() & { return m_error; }
  E&& error() && { return std::move(m_error); }

 private:
  E m_error;
};

template <typename E>
Unexpected<std::decay_t<E>> unexpected(E&& error) {
  return Unexpected<std::decay_t<E>>(std::forward<E>(error));
}

/// A value or an error, with the names of C++23's `std::expected` so that switching later is one alias.
/// Asking for the side that is not there is a programming error (asserted).
template <typename T, typename E = Error>
class [[nodiscard]] Result {
 public:
  using ValueType = T;
  using ErrorType = E;

  Result(T value)
      : m_state(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor): as std::expected
  Result(Unexpected<E> error)                                 // NOLINT(google-explicit-constructor): as std::expected
      : m_state(std::in_place_index<1>, std::move(error).error()) {}

  bool has_value() const noexcept { return m_state.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & {
    assert(has_value());
    return *std::get_if<0>(&m_state);
  }
  const T& value() const& {
    assert(has_value());
    return *std::get_if<0>(&m_state);
  }
  T&& value() && {
    assert(has_value());
    return std::move(*std::get_if<0>(&m_state));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  E& error() & {
    assert(!has_value());
    return *std::get_if<1>(&m_state);
  }
  const E& error() const& {
    assert(!has_value());
    return *std::get_if<1>(&m_state);
  }
  E&& error() && {
    assert(!has_value());
    return std::move(*std::get_if<1>(&m_state));
  }

  template <typename U>
  T value_or(U&& fallback) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(fallback));
  }

  /// `f(value)` must return a Result with the same error type; errors pass through.
  template <typename F>
  auto and_then(F&& f) && -> std::invoke_result_t<F, T&&> {
    if (!has_value()) return Unexpected<E>(std::move(*this).error());
    return std::forward<F>(f)(std::move(*this).value());
  }

  /// `f(value)` returns a plain value; errors pass through.
  template <typename F>
  auto transform(F&& f) && -> Result<std::invoke_result_t<F, T&&>, E> {
    if (!has_value()) return Unexpected<E>(std::move(*this).error());
    return std::forward<F>(f)(std::move(*this).value());
  }

 private:
  std::variant<T, E> m_state;
};

/// Success without a value, or an error.
template <typename E>
class [[nodiscard]] Result<void, E> {
 public:
  using ValueType = void;
  using ErrorType = E;

  Result() = default;
  Result(Unexpected<E> error)  // NOLINT(google-explicit-constructor): as std::expected
      : m_state(std::in_place_index<1>, std::move(error).error()) {}

  bool has_value() const noexcept { return m_state.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  E& error() & {
    assert(!has_value());
    return *std::get_if<1>(&m_state);
  }
  const E& error() const& {
    assert(!has_value());
    return *std::get_if<1>(&m_state);
  }

 private:
  std::variant<std::monostate, E> m_state;
};

}  // namespace cardinal
