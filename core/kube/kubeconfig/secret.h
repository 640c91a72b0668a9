// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cardinal {

/// A text that must not reach a log, a message or a file: it cannot be printed or compared by accident and is wiped
/// when it goes.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string text) : m_text(std::move(text)) {}
  ~Secret() { wipe(); }
  Secret(const Secret&) = default;
  Secret(Secret&& other) noexcept : m_text(std::move(other.m_text)) { other.wipe(); }
  Secret& operator=(const Secret& other) {
    if (this != &other) {
      wipe();
      m_text = other.m_text;
    }
    return *this;
  }
  Secret& operator=(Secret&& other) noexcept {
    if (this != &other) {
      wipe();
      m_text = std::move(other.m_text);
      other.wipe();
    }
    return *this;
  }

  bool empty() const { return m_text.empty(); }
  /// The text itself, for the place that sends it and no other.
  const std::string& reveal() const { return m_text; }

 private:
  void wipe() noexcept {
    volatile char* const bytes = m_text.data();
    for (std::size_t i = 0; i < m_text.capacity(); ++i) bytes[i] = 0;
    m_text.clear();
  }

  std::string m_text;
};

}  // namespace cardinal
