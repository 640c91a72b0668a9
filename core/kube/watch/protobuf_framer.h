// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cardinal {

/// Cuts a stream of messages, each with its length in four bytes in front (big-endian), into single ones, however the
/// network cut it: what JsonFramer does for JSON.
class ProtobufFramer {
 public:
  /// `maxBytes` of one message; a larger one makes feed() fail.
  explicit ProtobufFramer(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

  /// Takes more of the stream and appends the messages that are complete to `out`, without their lengths. False when a
  /// length is 0 or too large; the stream is of no further use then.
  bool feed(std::string_view chunk, std::vector<std::string>& out);

  /// Bytes of a message that is not complete yet.
  std::size_t pending() const { return m_pending.size(); }

 private:
  std::size_t m_maxBytes;
  std::string m_pending;
  std::size_t m_missing = 0;   ///< of the message under way; 0 = its length is under way
  std::uint32_t m_length = 0;  ///< as far as it came
  int m_lengthBytes = 0;
};

}  // namespace cardinal
