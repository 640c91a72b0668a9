// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "core/base/ids.h"

namespace cardinal {

/// Cards of one place. Up to eight stand inside, because an answer holds a list for each of 10,000 nodes and one
/// allocation for each would be most of its cost; more stand outside. Reads like a vector and turns into one.
class CardList {
 public:
  using value_type = CardIndex;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using const_reference = const CardIndex&;
  using reference = const_reference;
  using const_iterator = const CardIndex*;
  using iterator = const_iterator;
  static constexpr std::size_t kInside = 8;

  CardList() = default;
  CardList(std::initializer_list<CardIndex> cards) { assign(cards.begin(), cards.end()); }
  explicit CardList(const std::vector<CardIndex>& cards) { assign(cards.data(), cards.data() + cards.size()); }
  // NOLINTNEXTLINE(google-explicit-constructor): a list of cards is a vector to whoever keeps it.
  operator std::vector<CardIndex>() const { return {begin(), end()}; }

  void assign(const CardIndex* first, const CardIndex* last) {
    m_size = static_cast<std::size_t>(last - first);
    if (m_size <= kInside) {
      for (std::size_t i = 0; i < m_size; ++i) m_inside[i] = first[i];
      return;
    }
    m_outside.assign(first, last);
  }

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  const CardIndex* begin() const { return m_size <= kInside ? m_inside.data() : m_outside.data(); }
  const CardIndex* end() const { return begin() + m_size; }
  const CardIndex& operator[](std::size_t i) const { return begin()[i]; }
  const CardIndex& front() const { return *begin(); }
  const CardIndex& back() const { return begin()[m_size - 1]; }

  friend bool operator==(const CardList& a, const CardList& b) { return equal(a, b.begin(), b.size()); }
  friend bool operator==(const CardList& a, const std::vector<CardIndex>& b) { return equal(a, b.data(), b.size()); }

 private:
  static bool equal(const CardList& a, const CardIndex* b, std::size_t size) {
    if (a.m_size != size) return false;
    for (std::size_t i = 0; i < size; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }

  std::size_t m_size = 0;
  std::array<CardIndex, kInside> m_inside{};
  std::vector<CardIndex> m_outside;  ///< holds all of them when they are more than fit inside
};

}  // namespace cardinal
