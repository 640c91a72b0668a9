// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/exchange.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>

#include "core/base/mutex.h"

namespace cardinal {
namespace {

constexpr int kOk = 200;
constexpr std::size_t kMaxRefusal = std::size_t{64} << 10U;

/// One exchange: the waiting side sees `answer`, everything else belongs to the loop's thread.
struct Waiting {
  Mutex mutex;
  CondVar changed;
  std::optional<Result<HttpResponse>> answer CARDINAL_GUARDED_BY(mutex);
  HttpRequest request;
  std::function<void(std::string_view)> bytes
      CARDINAL_GUARDED_BY(mutex);  ///< empty = not a stream, or no longer wanted
  int status = 0;
  std::string refusal;  ///< body of a stream's answer that is no success
  RequestId id = 0;
  bool renewed = false;
  enum class State : std::uint8_t { Posted, Started, Abandoned };
  std::atomic<State> state{State::Posted};

  /// Of two threads one wins: what is reported as never sent is never sent.
  bool enter(State next) {
    State posted = State::Posted;
    return state.compare_exchange_strong(posted, next);
  }
};

void give(Waiting& waiting, Result<HttpResponse> answer) {
  {
    const MutexLock lock(waiting.mutex);
    waiting.answer.emplace(std::move(answer));
  }
  waiting.changed.notifyAll();
}

void takePart(Waiting& waiting, std::string_view chunk) {
  if (waiting.status == kOk) {
    const MutexLock lock(waiting.mutex);
    if (waiting.bytes) waiting.bytes(chunk);
  } else {
    waiting.refusal.append(chunk.substr(0, kMaxRefusal - std::min(kMaxRefusal, waiting.refusal.size())));
  }
}

void send(const std::shared_ptr<Waiting>& waiting, Transport& transport) {
  ResponseHandler handler;
  if (waiting->request.streaming) {
    handler.head = [waiting](const ResponseHead& head) {
      waiting->status = head.status;
      waiting->refusal.clear();
    };
    handler.data = [waiting](const std::string& chunk) { takePart(*waiting, chunk); };
  }
  handler.end = [waiting, &transport](Result<HttpResponse> answer) {
    const bool rejected = answer && answer->head.status == 401 && !waiting->renewed;
    if (!rejected || !transport.renewCredentials()) {
      if (answer && waiting->request.streaming) answer->body = std::move(waiting->refusal);
      return give(*waiting, std::move(answer));
    }
    waiting->renewed = true;
    send(waiting, transport);
  };
  waiting->id = transport.start(waiting->request, std::move(handler));
}

}  // namespace

Result<HttpResponse> exchange(EventLoop& loop, Transport& transport, HttpRequest request, const std::stop_token& stop) {
  return exchangeStream(loop, transport, std::move(request), {}, stop);
}

Result<HttpResponse> exchangeStream(EventLoop& loop, Transport& transport, HttpRequest request,
                                    const std::function<void(std::string_view)>& bytes, const std::stop_token& stop) {
  const auto waiting = std::make_shared<Waiting>();
  const std::string path = request.path;
  const std::string method = request.method;
  const auto grace = request.stopGrace;
  const bool write = method != "GET" && !request.harmless;
  waiting->request = std::move(request);
  {
    const MutexLock lock(waiting->mutex);
    waiting->bytes = bytes;
  }
  loop.post([waiting, &transport] {
    if (waiting->enter(Waiting::State::Started)) send(waiting, transport);
  });
  {
    const MutexLock lock(waiting->mutex);
    const auto isThere = [&]() CARDINAL_REQUIRES(waiting->mutex) { return waiting->answer.has_value(); };
    bool answered = waiting->changed.wait(waiting->mutex, stop, isThere);
    // Most servers answer a write at once: its outcome justifies a short wait.
    if (!answered && write && !waiting->enter(Waiting::State::Abandoned)) {
      const auto until = std::chrono::steady_clock::now() + grace;
      answered = waiting->changed.waitUntil(waiting->mutex, std::stop_token(), until, isThere);
    }
    waiting->bytes = nullptr;
    if (answered) return std::move(*waiting->answer);
  }
  const bool neverSent = waiting->enter(Waiting::State::Abandoned) || waiting->state == Waiting::State::Abandoned;
  if (!neverSent) loop.post([waiting, &transport] { transport.cancel(waiting->id); });
  if (write && !neverSent)
    return unexpected(
        makeError(ErrorCode::OutcomeUnknown, method + " " + path, {}, "cancelled while it was on its way"));
  return unexpected(makeError(ErrorCode::Cancelled, path));
}

}  // namespace cardinal
