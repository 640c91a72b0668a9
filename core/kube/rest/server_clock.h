// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/clock.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// How far a server's clock is from this machine's, from the Date headers of its answers: the median of the last five
/// (docs/reference/kubernetes-client.md 3.7). Not thread-safe.
class ServerClock {
 public:
  /// `now`: when the answer came. An answer without a readable Date is ignored.
  void note(const ResponseHead& head, UnixSeconds now);
  /// Seconds that the server is ahead; nothing until three answers had a Date.
  std::optional<std::int64_t> offset() const;

 private:
  static constexpr std::size_t kKept = 5;
  std::array<std::int64_t, kKept> m_offsets{};
  std::size_t m_count = 0;  ///< ever
};

/// Seconds since 1970 of an HTTP date ("Tue, 15 Nov 1994 08:12:31 GMT"); 0 = none.
UnixSeconds httpDate(const std::string& text);

}  // namespace cardinal
