// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/line_speed.h"

#include <algorithm>

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr double kFastBytesPerSecond = 2e6;
constexpr std::uint64_t kTellingBytes = 32U << 10U;  // what fits into the first window of TCP has no speed
constexpr std::uint64_t kStartBegins = 256U << 10U;
constexpr std::uint64_t kStartEnds = 4U << 20U;
constexpr std::chrono::microseconds kHiccup = 1s;
constexpr std::chrono::microseconds kShortest = 1us;

double rateOf(std::uint64_t bytes, std::chrono::microseconds time) {
  const std::chrono::duration<double> seconds = std::max(time, kShortest);
  return static_cast<double>(bytes) / seconds.count();
}

}  // namespace

/// The newest answer counts as much as all before it: a line changes, and one answer may have waited for the server.
void LineSpeed::note(std::uint64_t bytes, std::chrono::microseconds time) {
  if (bytes < kTellingBytes) return;
  const double rate = rateOf(bytes, time);
  m_bytesPerSecond = m_bytesPerSecond ? (*m_bytesPerSecond + rate) / 2 : rate;
}

LineSpeed::Verdict LineSpeed::verdict() const {
  if (!m_bytesPerSecond) return Verdict::Unknown;
  return *m_bytesPerSecond < kFastBytesPerSecond ? Verdict::Slow : Verdict::Fast;
}

bool LineSpeed::isSlowStart(std::uint64_t bytes, std::chrono::microseconds time) {
  return bytes >= kStartBegins && bytes <= kStartEnds && time > kHiccup &&
         rateOf(bytes, time - kHiccup) < kFastBytesPerSecond;
}

}  // namespace cardinal
