// SPDX-License-Identifier: Apache-2.0
#include "core/service/live_writes.h"

#include <nlohmann/json.hpp>

#include "core/kube/rest/answer.h"
#include "core/kube/transport/exchange.h"
#include "core/service/write_request.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxBodyBytes = std::size_t{3} << 20U;  // the server's own limit

}  // namespace

std::string labelPatch(const std::vector<LabelChange>& changes, const std::string& resourceVersion) {
  nlohmann::json patch;
  nlohmann::json& metadata = patch["metadata"];
  if (!resourceVersion.empty()) metadata["resourceVersion"] = resourceVersion;
  nlohmann::json& labels = metadata["labels"] = nlohmann::json::object();
  for (const LabelChange& change : changes) {
    if (change.remove)
      labels[change.key] = nullptr;
    else
      labels[change.key] = change.value;
  }
  return patch.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<ResourceType> LiveWrites::resourceOf(const ManifestObject& object, const std::stop_token& stop) {
  if (auto known = builtInResource(object.apiVersion, object.kind)) return *known;
  auto path = groupPath(object.apiVersion);
  if (!path) return unexpected(path.error());
  HttpRequest request;
  request.path = *path;
  auto answer = exchange(m_loop, m_transport, std::move(request), stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"get", object.apiVersion, {}, {}, *path};
  if (const auto error = answerError(answer->head, answer->body, subject, decoder)) {
    if (error->code != ErrorCode::ResourceMissing) return unexpected(*error);
    return unexpected(makeError(ErrorCode::ResourceMissing, object.kind, object.apiVersion, error->detail));
  }
  auto served = decoder.resources(std::move(answer->body));
  if (!served) return unexpected(served.error());
  for (const ApiResource& resource : *served) {
    if (resource.kind != object.kind) continue;
    const std::size_t slash = object.apiVersion.find('/');
    ResourceType type;
    if (slash != std::string::npos) type.group = object.apiVersion.substr(0, slash);
    type.version = slash == std::string::npos ? object.apiVersion : object.apiVersion.substr(slash + 1);
    type.plural = resource.name;
    type.namespaced = resource.namespaced;
    return type;
  }
  return unexpected(makeError(ErrorCode::ResourceMissing, object.kind, object.apiVersion));
}

Result<CreatedObject> LiveWrites::create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                                         const std::string& serverVersion, const std::stop_token& stop) {
  if (object.json.size() > kMaxBodyBytes) {
    return unexpected(
        makeError(ErrorCode::LimitExceeded, object.kind + "/" + object.key.name, {}, std::to_string(kMaxBodyBytes)));
  }
  auto type = resourceOf(object, stop);
  if (!type) return unexpected(type.error());
  std::string ns;
  if (type->namespaced)
    ns = !object.key.ns.empty() ? object.key.ns : !defaultNamespace.empty() ? defaultNamespace : m_homeNamespace;
  auto path = collectionPath(*type, ns);
  if (!path) return unexpected(path.error());
  auto answer =
      exchange(m_loop, m_transport,
               writeRequest("POST", *path, writeQuery(dryRun, serverVersion), "application/json", object.json), stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"create", type->plural, ns, object.key.name, *path};
  if (const auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(*error);
  auto header = decoder.header(std::move(answer->body));
  if (!header) return unexpected(header.error());
  return CreatedObject{header->kind, header->meta.key, header->meta.uid, warningsOf(answer->head)};
}

Result<void> LiveWrites::patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                                         const std::string& resourceVersion, bool dryRun,
                                         const std::string& serverVersion, const std::stop_token& stop) {
  auto path = objectPath(nodesResource(), {}, node);
  if (!path) return unexpected(path.error());
  auto answer = exchange(m_loop, m_transport,
                         writeRequest("PATCH", *path, writeQuery(dryRun, serverVersion), "application/merge-patch+json",
                                      labelPatch(changes, resourceVersion)),
                         stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"patch", "nodes", {}, node, *path};
  if (const auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(*error);
  auto header = decoder.header(std::move(answer->body));
  if (!header) return unexpected(header.error());
  return {};
}

}  // namespace cardinal
