// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/exchange.h"

#include <atomic>
#include <memory>
#include <optional>

#include "core/base/mutex.h"

namespace cardinal {
namespace {

/// One exchange: the waiting side sees `answer`, everything else belongs to the loop's thread.
struct Waiting {
  Mutex mutex;
  CondVar changed;
  std::optional<Result<HttpResponse>> answer CARDINAL_GUARDED_BY(mutex);
  HttpRequest request;
  RequestId id = 0;
  bool renewed = false;
  bool abandoned = false;
  std::atomic<bool> started{false};
};

void give(Waiting& waiting, Result<HttpResponse> answer) {
  {
    const MutexLock lock(waiting.mutex);
    waiting.answer.emplace(std::move(answer));
  }
  waiting.changed.notifyAll();
}

void send(const std::shared_ptr<Waiting>& waiting, Transport& transport) {
  ResponseHandler handler;
  handler.end = [waiting, &transport](Result<HttpResponse> answer) {
    const bool rejected = answer && answer->head.status == 401 && !waiting->renewed;
    if (!rejected || !transport.renewCredentials()) return give(*waiting, std::move(answer));
    waiting->renewed = true;
    send(waiting, transport);
  };
  waiting->started = true;
  waiting->id = transport.start(waiting->request, std::move(handler));
}

}  // namespace

Result<HttpResponse> exchange(EventLoop& loop, Transport& transport, HttpRequest request, const std::stop_token& stop) {
  const auto waiting = std::make_shared<Waiting>();
  const std::string path = request.path;
  const std::string method = request.method;
  const bool write = method != "GET" && !request.harmless;
  waiting->request = std::move(request);
  loop.post([waiting, &transport] {
    if (!waiting->abandoned) send(waiting, transport);
  });
  {
    const MutexLock lock(waiting->mutex);
    const bool answered = waiting->changed.wait(waiting->mutex, stop, [&] { return waiting->answer.has_value(); });
    if (answered) return std::move(*waiting->answer);
  }
  loop.post([waiting, &transport] {
    waiting->abandoned = true;
    transport.cancel(waiting->id);
  });
  if (write && waiting->started)
    return unexpected(makeError(ErrorCode::OutcomeUnknown, method + " " + path, {}, "cancelled while it was on its way"));
  return unexpected(makeError(ErrorCode::Cancelled, path));
}

}  // namespace cardinal
