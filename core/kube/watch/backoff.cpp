// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/backoff.h"

#include <algorithm>

namespace cardinal {
namespace {

std::chrono::milliseconds lengthened(std::chrono::milliseconds delay, double share) {
  return delay + std::chrono::milliseconds(static_cast<std::int64_t>(static_cast<double>(delay.count()) * share));
}

}  // namespace

std::chrono::milliseconds Backoff::next(std::chrono::steady_clock::time_point now,
                                        std::optional<std::chrono::seconds> minimum) {
  if (m_quietSince && now - *m_quietSince >= kForget) m_delay = m_start;
  std::chrono::milliseconds wait = lengthened(m_delay, m_random());
  m_delay = std::min(m_delay * 2, m_cap);
  if (minimum) wait = std::max(wait, lengthened(*minimum, m_random() / 2));
  m_quietSince = now + wait;  // the wait itself is no proof of quiet
  return wait;
}

}  // namespace cardinal
