// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/live_logs.h"

#include "core/kube/decode/decoder.h"
#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/kube/transport/exchange.h"

namespace cardinal {

Result<void> LiveLogs::read(const LogQuestion& question, const std::function<void(std::string_view)>& bytes,
                            std::stop_token stop) {
  auto path = objectPath(podsResource(), question.pod.ns, question.pod.name);
  if (!path) return unexpected(path.error());
  QueryBuilder query;
  query.add("container", question.container);
  if (question.follow) query.add("follow", "true");
  if (question.previous) query.add("previous", "true");
  if (question.timestamps) query.add("timestamps", "true");
  query.addNumber("tailLines", question.tailLines);
  HttpRequest request;
  request.path = *path + "/log";
  request.query = query.text();
  request.streaming = true;
  // A log that is followed may be silent for hours.
  request.totalTimeout = std::chrono::milliseconds(0);
  request.lane = question.follow ? Lane::Watch : Lane::Interactive;
  const CallSubject subject{"get", "pods/log", question.pod.ns, question.pod.name, request.path};
  auto answer = exchangeStream(m_loop, m_transport, std::move(request), bytes, stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  if (auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(std::move(*error));
  return {};
}

}  // namespace cardinal
