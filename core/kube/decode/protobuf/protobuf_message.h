// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: the only header that shows protozero.

#include <cstdint>
#include <exception>
#include <protozero/exception.hpp>
#include <protozero/varint.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace cardinal {
class ListPool;
}

namespace cardinal::protobuf {

/// Ends the reading of one answer; caught at the decoder's door.
struct Fault final : std::exception {
  Fault(ErrorCode c, std::string w) : code(c), words(std::move(w)) {}
  ErrorCode code;
  std::string words;
};

/// What the messages of one answer share.
struct Progress {
  const char* at = nullptr;       ///< the field under way
  const char* bodyEnd = nullptr;  ///< a length beyond it means that the answer was cut
  std::size_t entries = 0;        ///< of lists, in the object under way
  std::string_view version{};     ///< of the envelope: what numbers mean may depend on it
  ListPool* pool = nullptr;       ///< knows lists by the bytes that they were read from; null = nobody asks it
};

/// Entries of all lists of one object; the smallest one takes two bytes on the wire and a hundred times that here.
inline constexpr std::size_t kMaxEntries = 100'000;

/// One message under way: next(), then number() and exactly one of the functions that take the value; a field that
/// nobody takes is stepped over. Every length is held against the message around it. Throws Fault.
class Message {
 public:
  Message(std::string_view bytes, Progress& progress)
      : m_at(bytes.data()), m_end(bytes.data() + bytes.size()), m_progress(&progress) {}

  bool next() {
    if (m_pending) skip();
    if (m_at == m_end) return false;
    m_progress->at = m_at;
    const std::uint64_t tag = varint();
    m_number = static_cast<std::uint32_t>(tag >> 3U);
    m_type = static_cast<std::uint32_t>(tag & 7U);
    if (m_number == 0 || tag > UINT32_MAX) numberless();
    m_pending = true;
    return true;
  }
  std::uint32_t number() const { return m_number; }

  /// A text, bytes or a message as it is written.
  std::string_view bytes() {
    take(kLength);
    return span(varint());
  }
  std::int64_t integer() {
    take(kVarint);
    return static_cast<std::int64_t>(varint());
  }
  std::int32_t integer32() { return static_cast<std::int32_t>(integer()); }
  bool flag() { return integer() != 0; }
  Message message() { return {bytes(), *m_progress}; }
  /// A message or text of a list.
  Message entry() { return {entryBytes(), *m_progress}; }
  std::string_view entryBytes() {
    if (++m_progress->entries > kMaxEntries) throw Fault(ErrorCode::LimitExceeded, std::to_string(kMaxEntries));
    return bytes();
  }

  /// The fields of the current one's number that stand here in a row, at most kMaxEntries.
  struct Run {
    std::string_view wire;  ///< as they are written, tags and all
    std::size_t count = 0;
  };
  /// To be called before the value of the current field, the first of them, is taken.
  Run run() const;
  /// Steps over what run() gave.
  void pass(const Run& run) {
    m_at = run.wire.data() + run.wire.size();
    m_pending = false;
  }
  /// The current field as it is written, tag and all, instead of its value.
  std::string_view written() {
    const char* const begin = m_progress->at;
    skip();
    return {begin, static_cast<std::size_t>(m_at - begin)};
  }

  Progress& progress() const { return *m_progress; }
  [[noreturn]] void refuse(std::string words) const;

 private:
  static constexpr std::uint32_t kVarint = 0;
  static constexpr std::uint32_t kFixed64 = 1;
  static constexpr std::uint32_t kLength = 2;
  static constexpr std::uint32_t kFixed32 = 5;

  /// Numbers of one byte and of two, as nearly all tags and lengths are, without a call.
  std::uint64_t varint() {
    constexpr unsigned kMore = 0x80U;
    if (m_end - m_at < 2) return longVarint();
    const auto low = static_cast<unsigned char>(m_at[0]);
    if (low < kMore) return ++m_at, low;
    const auto high = static_cast<unsigned char>(m_at[1]);
    if (high >= kMore) return longVarint();
    m_at += 2;
    return (low & (kMore - 1)) | (static_cast<unsigned>(high) << 7U);
  }
  std::uint64_t longVarint();
  std::string_view span(std::uint64_t length) {
    if (length > static_cast<std::uint64_t>(m_end - m_at)) tooLong();
    const char* const begin = m_at;
    m_at += length;
    return {begin, static_cast<std::size_t>(length)};
  }
  void take(std::uint32_t type) {
    if (m_type != type) wrongType(type);
    m_pending = false;
  }
  void skip();
  [[noreturn]] void numberless() const;
  [[noreturn]] void tooLong() const;
  [[noreturn]] void wrongType(std::uint32_t wanted) const;

  const char* m_at;
  const char* m_end;
  Progress* m_progress;
  std::uint32_t m_number = 0;
  std::uint32_t m_type = 0;
  bool m_pending = false;  ///< the value of the current field was not taken
};

}  // namespace cardinal::protobuf
