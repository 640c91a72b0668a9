// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/served_resource.h"

#include "core/kube/rest/answer.h"
#include "core/kube/transport/exchange.h"

namespace cardinal {

Result<ResourceType> servedResource(EventLoop& loop, Transport& transport, const std::string& apiVersion,
                                    const std::string& kind, const std::stop_token& stop) {
  if (auto known = builtInResource(apiVersion, kind)) return *known;
  auto path = groupPath(apiVersion);
  if (!path) return unexpected(path.error());
  HttpRequest request;
  request.path = *path;
  auto answer = exchange(loop, transport, std::move(request), stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"get", apiVersion, {}, {}, *path};
  if (const auto error = answerError(answer->head, answer->body, subject, decoder)) {
    if (error->code != ErrorCode::ResourceMissing) return unexpected(*error);
    return unexpected(makeError(ErrorCode::ResourceMissing, kind, apiVersion, error->detail));
  }
  auto served = decoder.resources(std::move(answer->body));
  if (!served) return unexpected(served.error());
  for (const ApiResource& resource : *served) {
    if (resource.kind != kind) continue;
    const std::size_t slash = apiVersion.find('/');
    ResourceType type;
    if (slash != std::string::npos) type.group = apiVersion.substr(0, slash);
    type.version = slash == std::string::npos ? apiVersion : apiVersion.substr(slash + 1);
    type.plural = resource.name;
    type.namespaced = resource.namespaced;
    return type;
  }
  return unexpected(makeError(ErrorCode::ResourceMissing, kind, apiVersion));
}

}  // namespace cardinal
