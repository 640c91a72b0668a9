// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardinal {

/// Numbers in as few bytes as they need, seven bits in each; signed ones with the sign in the lowest bit.
class ByteWriter {
 public:
  void number(std::uint64_t value) {
    while (value >= kMore) {
      m_bytes.push_back(static_cast<char>((value & (kMore - 1)) | kMore));
      value >>= kBits;
    }
    m_bytes.push_back(static_cast<char>(value));
  }
  void signedNumber(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    number((bits << 1U) ^ (value < 0 ? ~std::uint64_t{0} : 0));
  }
  /// What `value` is more than `base`; wraps, so that every pair of numbers comes back.
  void difference(std::int64_t value, std::int64_t base) {
    signedNumber(static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(base)));
  }
  void text(std::string_view value) {
    number(value.size());
    m_bytes.append(value);
  }
  const std::string& bytes() const { return m_bytes; }

 private:
  static constexpr std::uint64_t kMore = 128;
  static constexpr unsigned kBits = 7;
  std::string m_bytes;
};

/// Reads what a ByteWriter wrote. Foreign bytes are harmless: after the first thing that cannot be read everything is 0
/// or empty, and `good()` is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : m_bytes(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < kMaxShift; shift += kBits) {
      if (m_at >= m_bytes.size()) return fail();
      const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
      value |= static_cast<std::uint64_t>(byte & kLow) << shift;
      if ((byte & kMore) == 0) return value;
    }
    return fail();
  }
  std::int64_t signedNumber() {
    const std::uint64_t bits = number();
    return static_cast<std::int64_t>((bits >> 1U) ^ ((bits & 1U) != 0 ? ~std::uint64_t{0} : 0));
  }
  std::int64_t difference(std::int64_t base) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(signedNumber()));
  }
  /// A number below `limit`; anything else cannot be read.
  std::uint64_t below(std::uint64_t limit) {
    const std::uint64_t value = number();
    return value < limit ? value : fail();
  }
  std::string_view text(std::size_t most) {
    const auto size = static_cast<std::size_t>(below(most + 1));
    if (size > m_bytes.size() - m_at) {
      fail();
      return {};
    }
    const std::string_view value = m_bytes.substr(m_at, size);
    m_at += size;
    return value;
  }
  std::size_t left() const { return m_bytes.size() - m_at; }
  bool good() const { return m_good; }
  std::uint64_t fail() {
    m_good = false;
    m_at = m_bytes.size();
    return 0;
  }

 private:
  static constexpr unsigned char kMore = 128;
  static constexpr unsigned char kLow = 127;
  static constexpr unsigned kBits = 7;
  static constexpr unsigned kMaxShift = 70;
  std::string_view m_bytes;
  std::size_t m_at = 0;
  bool m_good = true;
};

/// Packs bytes (zlib, with their length before them), and back. Nothing for bytes that are not packed so, or that would
/// become more than `most`.
std::string packed(std::string_view bytes);
std::optional<std::string> unpacked(std::string_view bytes, std::size_t most);

}  // namespace cardinal
