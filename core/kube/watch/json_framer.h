// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cardinal {

/// Cuts a stream of concatenated JSON objects into single ones, however the network cut it: by braces outside of
/// strings, not by lines and not by chunks.
class JsonFramer {
 public:
  /// `maxBytes` of one object; a larger one makes feed() fail.
  explicit JsonFramer(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

  /// Takes more of the stream and appends the objects that are complete to `out`. False when what came cannot be a
  /// stream of objects, or an object is too large; the stream is of no further use then.
  bool feed(std::string_view chunk, std::vector<std::string>& out);

  /// Bytes of an object that is not complete yet.
  std::size_t pending() const { return m_pending.size(); }

 private:
  std::size_t m_maxBytes;
  std::string m_pending;
  std::size_t m_depth = 0;
  bool m_inString = false;
  bool m_escaped = false;
};

}  // namespace cardinal
