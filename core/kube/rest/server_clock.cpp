// SPDX-License-Identifier: Apache-2.0
#include "core/kube/rest/server_clock.h"

#include <algorithm>
#include <ctime>

namespace cardinal {

UnixSeconds httpDate(const std::string& text) {
  std::tm parts = {};
  if (strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts) == nullptr) return 0;
  return static_cast<UnixSeconds>(timegm(&parts));
}

void ServerClock::note(const ResponseHead& head, UnixSeconds now) {
  const std::string* const date = head.find("date");
  const UnixSeconds serverTime = date != nullptr ? httpDate(*date) : 0;
  if (serverTime == 0) return;
  m_offsets[m_count++ % kKept] = serverTime - now;
}

std::optional<std::int64_t> ServerClock::offset() const {
  constexpr std::size_t kEnough = 3;
  if (m_count < kEnough) return std::nullopt;
  std::array<std::int64_t, kKept> sorted = m_offsets;
  const std::size_t count = std::min(m_count, kKept);
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
  return sorted[count / 2];
}

}  // namespace cardinal
