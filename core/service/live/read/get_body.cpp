// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/get_body.h"

#include <utility>

#include "core/kube/transport/exchange.h"

namespace cardinal {

Result<std::string> getBody(EventLoop& loop, Transport& transport, const std::string& path, const CallSubject& subject,
                            const std::stop_token& stop) {
  HttpRequest request;
  request.path = path;
  auto answer = exchange(loop, transport, std::move(request), stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  if (auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(std::move(*error));
  return std::move(answer->body);
}

}  // namespace cardinal
