// SPDX-License-Identifier: Apache-2.0
#include "core/kube/rest/read_list.h"

#include "core/kube/transport/exchange.h"

namespace cardinal {
namespace {

constexpr long kPage = 500;

}  // namespace

Result<HttpResponse> askPage(EventLoop& loop, Transport& transport, const ListQuestion& question,
                             const std::string& token, bool asksProtobuf, Decoder& decoder,
                             const std::stop_token& stop) {
  const auto path = collectionPath(question.type, question.ns);
  if (!path) return unexpected(path.error());
  HttpRequest request;
  request.path = *path;
  request.query = QueryBuilder()
                      .add("fieldSelector", question.fieldSelector)
                      .addNumber("limit", kPage)
                      .add("continue", token)
                      .text();
  if (asksProtobuf) request.headers.emplace_back("Accept", kAcceptProtobuf);
  auto answer = exchange(loop, transport, std::move(request), stop);
  if (!answer) return answer;
  const CallSubject subject{"list", question.type.plural, question.ns, {}, *path};
  if (auto error = answerError(answer->head, answer->body, subject, decoder, asksProtobuf))
    return unexpected(std::move(*error));
  return answer;
}

}  // namespace cardinal
