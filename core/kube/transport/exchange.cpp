// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/exchange.h"

#include <memory>
#include <optional>

#include "core/base/mutex.h"

namespace cardinal {
namespace {

struct Waiting {
  Mutex mutex;
  CondVar changed;
  std::optional<Result<HttpResponse>> answer CARDINAL_GUARDED_BY(mutex);
  RequestId request = 0;   // loop thread
  bool abandoned = false;  // loop thread
};

}  // namespace

Result<HttpResponse> exchange(EventLoop& loop, Transport& transport, HttpRequest request, const std::stop_token& stop) {
  const auto waiting = std::make_shared<Waiting>();
  const std::string path = request.path;
  loop.post([waiting, &transport, request = std::move(request)]() mutable {
    if (waiting->abandoned) return;
    ResponseHandler handler;
    handler.end = [waiting](Result<HttpResponse> answer) {
      {
        const MutexLock lock(waiting->mutex);
        waiting->answer.emplace(std::move(answer));
      }
      waiting->changed.notifyAll();
    };
    waiting->request = transport.start(std::move(request), std::move(handler));
  });
  {
    const MutexLock lock(waiting->mutex);
    const bool answered = waiting->changed.wait(waiting->mutex, stop, [&] { return waiting->answer.has_value(); });
    if (answered) return std::move(*waiting->answer);
  }
  loop.post([waiting, &transport] {
    waiting->abandoned = true;
    transport.cancel(waiting->request);
  });
  return unexpected(makeError(ErrorCode::Cancelled, path));
}

}  // namespace cardinal
