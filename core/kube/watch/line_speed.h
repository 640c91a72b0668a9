// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace cardinal {

/// What a line to a server carries, measured on the answers that came over it. Packing (gzip) spares most of the bytes
/// of a list and costs the server's processor: a slow line is better off with packed pages, a fast one with plain ones
/// (docs/reference/kubernetes-client.md 2.6, 3.2). Loop thread only.
class LineSpeed {
 public:
  enum class Verdict : std::uint8_t { Unknown, Slow, Fast };

  /// `bytes` came over the line, packed or not, in `time` from the first to the last. Small answers say nothing.
  void note(std::uint64_t bytes, std::chrono::microseconds time);
  Verdict verdict() const;

  /// The first `bytes` of a long answer came in `time`: too slowly for a fast line, a hiccup of the server forgiven.
  static bool isSlowStart(std::uint64_t bytes, std::chrono::microseconds time);

 private:
  std::optional<double> m_bytesPerSecond;
};

}  // namespace cardinal
