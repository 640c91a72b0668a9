// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/write_repeat.h"

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/kube/rest/answer.h"
#include "core/kube/transport/exchange.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr int kRepeats = 3;
constexpr std::chrono::milliseconds kNoConnection[kRepeats] = {300ms, 1000ms, 3000ms};
constexpr int kTooMany = 429;

/// How long to wait before the same request goes again; nothing = the answer stands.
std::optional<std::chrono::milliseconds> repeatAfter(const Result<HttpResponse>& answer, int repeat) {
  if (!answer) return neverSent(answer.error()) ? std::optional(kNoConnection[repeat]) : std::nullopt;
  if (answer->head.status != kTooMany) return std::nullopt;
  return retryAfter(answer->head, SystemClock().wallNow());
}

}  // namespace

bool pauseFor(std::chrono::milliseconds time, const std::stop_token& stop) {
  Mutex mutex;
  CondVar never;
  const MutexLock lock(mutex);
  const auto until = std::chrono::steady_clock::now() + time;
  never.waitUntil(mutex, stop, until, [] { return false; });
  return !stop.stop_requested();
}

bool neverSent(const Error& error) {
  return error.code == ErrorCode::AddressUnresolved || error.code == ErrorCode::ConnectionRefused ||
         error.code == ErrorCode::ConnectionFailed;
}

Result<HttpResponse> sendWrite(EventLoop& loop, Transport& transport, const HttpRequest& request, const Pause& pause,
                               const std::stop_token& stop) {
  for (int repeat = 0;; ++repeat) {
    auto answer = exchange(loop, transport, request, stop);
    const auto wait = repeat < kRepeats ? repeatAfter(answer, repeat) : std::nullopt;
    if (!wait || !pause(*wait, stop)) return answer;
  }
}

}  // namespace cardinal
