// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cardinal {

/// A text that copies have in common and nobody changes: ten thousand refusals say the same few things, and a copy
/// allocates nothing. Reads like a std::string. Copies of one text may be used in different threads.
class SharedText {
 public:
  SharedText() = default;
  // NOLINTBEGIN(google-explicit-constructor): stands where a std::string stood.
  SharedText(std::string text)
      : m_text(text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text))) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}
  operator const std::string&() const { return text(); }
  // NOLINTEND(google-explicit-constructor)

  const std::string& text() const {
    static const std::string kEmpty;
    return m_text != nullptr ? *m_text : kEmpty;
  }
  bool empty() const { return m_text == nullptr; }
  std::size_t find(std::string_view part) const { return text().find(part); }

  template <std::same_as<SharedText> Same>
  friend bool operator==(const SharedText& a, const Same& b) {
    return a.m_text == b.m_text || a.text() == b.text();
  }
  friend bool operator==(const SharedText& a, std::string_view b) { return a.text() == b; }

 private:
  std::shared_ptr<const std::string> m_text;  ///< null = empty
};

}  // namespace cardinal
