// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/live_object_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/kube/decode/decoder.h"
#include "core/kube/transport/exchange.h"
#include "core/service/live/read/served_resource.h"
#include "core/service/live/writes/write_repeat.h"
#include "core/service/live/writes/write_request.h"

namespace cardinal {
namespace {

constexpr const char* kMergePatch = "application/merge-patch+json";
constexpr const char* kJson = "application/json";

std::string dump(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

nlohmann::json patchOf(const WriteTarget& target) {
  nlohmann::json patch = nlohmann::json::object();
  if (!target.resourceVersion.empty()) patch["metadata"]["resourceVersion"] = target.resourceVersion;
  return patch;
}

bool isReady(const RawNode& node) {
  return std::any_of(node.conditions.begin(), node.conditions.end(),
                     [](const NodeCondition& one) { return one.type == "Ready" && one.status == "True"; });
}

}  // namespace

std::string LiveObjectWriter::query(bool dryRun) const {
  return writeQuery(dryRun, m_serverVersion());
}

Result<LiveObjectWriter::Place> LiveObjectWriter::placeOf(const WriteTarget& target, const char* verb,
                                                          const std::string& subresource, const std::stop_token& stop) {
  // A node is no kind that a manifest may create, so the table of those does not hold it.
  const bool isNode = target.apiVersion == "v1" && target.kind == "Node";
  const auto type = isNode ? Result<ResourceType>(nodesResource())
                           : servedResource(m_loop, m_transport, target.apiVersion, target.kind, stop);
  if (!type) return unexpected(type.error());
  auto path = objectPath(*type, target.key.ns, target.key.name);
  if (!path) return unexpected(path.error());
  std::string resource = type->plural;
  if (!subresource.empty()) {
    *path += "/" + subresource;
    resource += "/" + subresource;
  }
  return Place{*path, {verb, resource, target.key.ns, target.key.name, *path}};
}

Result<WriteReply> LiveObjectWriter::send(const char* method, const Place& place, const std::string& body,
                                          const char* contentType, const std::string& queryText,
                                          const std::stop_token& stop) {
  auto answer =
      sendWrite(m_loop, m_transport, writeRequest(method, place.path, queryText, contentType, body), pauseFor, stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  if (auto error = answerError(answer->head, answer->body, place.subject, decoder))
    return unexpected(std::move(*error));
  WriteReply reply;
  reply.warnings = warningsOf(answer->head);
  // A removal and a binding are answered by a Status, which has no version.
  if (auto header = decoder.header(std::move(answer->body)); header && header->kind != "Status")
    reply.resourceVersion = header->meta.resourceVersion;
  return reply;
}

Result<WriteReply> LiveObjectWriter::annotate(
    const WriteTarget& target, const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
    bool dryRun, std::stop_token stop) {
  const auto place = placeOf(target, "patch", {}, stop);
  if (!place) return unexpected(place.error());
  nlohmann::json patch = patchOf(target);
  for (const auto& [key, value] : annotations) {
    nlohmann::json& annotation = patch["metadata"]["annotations"][key];
    if (value) annotation = *value;
  }
  return send("PATCH", *place, dump(patch), kMergePatch, query(dryRun), stop);
}

Result<WriteReply> LiveObjectWriter::scale(const WriteTarget& target, std::int32_t replicas, bool dryRun,
                                           std::stop_token stop) {
  if (replicas < 0) return unexpected(makeError(ErrorCode::InvalidArgument, "replicas", {}, std::to_string(replicas)));
  const auto place = placeOf(target, "patch", "scale", stop);
  if (!place) return unexpected(place.error());
  nlohmann::json patch = patchOf(target);
  patch["spec"]["replicas"] = replicas;
  return send("PATCH", *place, dump(patch), kMergePatch, query(dryRun), stop);
}

Result<WriteReply> LiveObjectWriter::remove(const WriteTarget& target, int graceSeconds, bool dryRun,
                                            std::stop_token stop) {
  const auto place = placeOf(target, "delete", {}, stop);
  if (!place) return unexpected(place.error());
  nlohmann::json options{{"apiVersion", "v1"}, {"kind", "DeleteOptions"}, {"propagationPolicy", "Background"}};
  if (!target.uid.empty()) options["preconditions"]["uid"] = target.uid;
  if (graceSeconds >= 0) options["gracePeriodSeconds"] = graceSeconds;
  // Query and body must agree about a dry run, or the server refuses.
  if (dryRun) options["dryRun"] = {"All"};
  return send("DELETE", *place, dump(options), kJson, dryRun ? "dryRun=All" : "", stop);
}

Result<void> LiveObjectWriter::checkNode(const std::string& node, const std::string& uid, const std::stop_token& stop) {
  auto path = objectPath(nodesResource(), {}, node);
  if (!path) return unexpected(path.error());
  HttpRequest request;
  request.path = *path;
  auto answer = exchange(m_loop, m_transport, std::move(request), stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"get", "nodes", {}, node, *path};
  if (auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(std::move(*error));
  const auto now = decoder.object<RawNode>(std::move(answer->body));
  if (!now) return unexpected(now.error());
  const char* why = nullptr;
  if (!uid.empty() && (*now)->meta.uid != uid)
    why = "another node has this name now";
  else if ((*now)->unschedulable)
    why = "the node is cordoned";
  else if (!isReady(**now))
    why = "the node is not ready";
  if (why != nullptr) return unexpected(makeError(ErrorCode::Conflict, "nodes/" + node, "cluster", why));
  return {};
}

Result<WriteReply> LiveObjectWriter::bind(const BindOrder& order, bool dryRun, std::stop_token stop) {
  // The server binds to anything, also to a node that is not there.
  if (auto there = checkNode(order.node, order.nodeUid, stop); !there) return unexpected(there.error());
  const auto place = placeOf({"v1", "Pod", order.pod}, "create", "binding", stop);
  if (!place) return unexpected(place.error());
  nlohmann::json body{{"apiVersion", "v1"},
                      {"kind", "Binding"},
                      {"metadata", {{"name", order.pod.name}, {"namespace", order.pod.ns}}},
                      {"target", {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", order.node}}}};
  if (!order.podUid.empty()) body["metadata"]["uid"] = order.podUid;
  return send("POST", *place, dump(body), kJson, query(dryRun), stop);
}

}  // namespace cardinal
