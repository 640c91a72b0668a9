// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/live_writes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/kube/rest/answer.h"
#include "core/kube/transport/exchange.h"
#include "core/service/live/read/served_resource.h"
#include "core/service/live/writes/write_request.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxBodyBytes = std::size_t{3} << 20U;  // the server's own limit
constexpr int kOk = 200;
constexpr int kBadRequest = 400;
constexpr int kNotFound = 404;
constexpr int kConflictStatus = 409;
constexpr int kConflictRepeats = 5;
constexpr std::chrono::milliseconds kConflictPause{40};

std::string labelOf(const RawNode& node, const std::string& key) {
  const std::string* const value = find(node.meta.labels, key);
  return value != nullptr ? *value : std::string();
}

bool isMade(const std::vector<LabelChange>& changes, const RawNode& node) {
  return std::all_of(changes.begin(), changes.end(), [&](const LabelChange& change) {
    const std::string* const value = find(node.meta.labels, change.key);
    return change.remove ? value == nullptr : value != nullptr && *value == change.value;
  });
}

/// True only when every change says what was seen and all of it still stands.
bool isAsSeen(const std::vector<LabelChange>& changes, const RawNode& node) {
  return std::all_of(changes.begin(), changes.end(), [&](const LabelChange& change) {
    return change.seen && *change.seen == labelOf(node, change.key);
  });
}

Error conflictOver(const std::string& node, const std::vector<LabelChange>& changes, const RawNode& now,
                   const std::string& words) {
  Error error = makeError(ErrorCode::Conflict, "nodes/" + node, "cluster", words);
  error.httpStatus = kConflictStatus;
  for (const LabelChange& change : changes) {
    const std::string value = labelOf(now, change.key);
    if (!change.seen || *change.seen == value) continue;
    error.causes.push_back({change.key, kTheirs, value});
    error.causes.push_back({change.key, kSeen, *change.seen});
    error.causes.push_back({change.key, kYours, change.remove ? std::string() : change.value});
  }
  return error;
}

/// A server that looks for unknown fields itself says 400 with words only; as a refusal over fields it is shown like
/// any other of that kind.
Error namingFields(Error error, const ManifestObject& object) {
  if (error.httpStatus != kBadRequest) return error;
  auto causes = strictDecodingCauses(error.detail);
  if (causes.empty()) return error;
  error.code = ErrorCode::Invalid;
  error.subject = object.kind + "/" + object.key.name;
  error.place = causes.front().field;
  for (ErrorCause& cause : causes) cause.message = error.detail;
  error.causes = std::move(causes);
  return error;
}

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

Result<CreatedObject> LiveWrites::create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                                         const std::string& serverVersion, const std::stop_token& stop) {
  if (object.json.size() > kMaxBodyBytes) {
    return unexpected(
        makeError(ErrorCode::LimitExceeded, object.kind + "/" + object.key.name, {}, std::to_string(kMaxBodyBytes)));
  }
  auto type = servedResource(m_loop, m_transport, object.apiVersion, object.kind, stop);
  if (!type) return unexpected(type.error());
  const auto checked = checkFields(object, serverVersion, stop);
  if (!checked) return unexpected(checked.error());
  std::string ns;
  if (type->namespaced)
    ns = !object.key.ns.empty() ? object.key.ns : !defaultNamespace.empty() ? defaultNamespace : m_homeNamespace;
  auto path = collectionPath(*type, ns);
  if (!path) return unexpected(path.error());
  const HttpRequest request =
      writeRequest("POST", *path, writeQuery(dryRun, serverVersion), "application/json", object.json);
  auto answer = sendWrite(m_loop, m_transport, request, m_pause, stop);
  if (!answer) return unexpected(describeLostCreate(*type, ns, object.key.name, answer.error(), stop));
  Decoder decoder;
  const CallSubject subject{"create", type->plural, ns, object.key.name, *path};
  if (auto error = answerError(answer->head, answer->body, subject, decoder))
    return unexpected(namingFields(std::move(*error), object));
  auto header = decoder.header(std::move(answer->body));
  if (!header) return unexpected(header.error());
  return CreatedObject{header->kind, header->meta.key, header->meta.uid, warningsOf(answer->head), *checked};
}

/// A server from 1.25 on refuses unknown fields itself; an older one drops them without a word.
Result<FieldCheck> LiveWrites::checkFields(const ManifestObject& object, const std::string& serverVersion,
                                           const std::stop_token& stop) {
  if (validatesFields(serverVersion)) return FieldCheck::Server;
  if (m_schema == nullptr) return FieldCheck::None;
  const auto unknown = m_schema->unknownFields(object.apiVersion, object.kind, object.json, stop);
  if (!unknown) return FieldCheck::None;
  if (unknown->empty()) return FieldCheck::Schema;
  Error error = makeError(ErrorCode::Invalid, object.kind + "/" + object.key.name, unknown->front(),
                          "the server's API does not know this field");
  for (const std::string& field : *unknown) error.causes.push_back({field, "unknown field", error.detail});
  return unexpected(std::move(error));
}

/// A create is not sent again; but the server can say whether an object of this name exists now.
Error LiveWrites::describeLostCreate(const ResourceType& type, const std::string& ns, const std::string& name,
                                     Error lost, const std::stop_token& stop) {
  if (lost.code != ErrorCode::OutcomeUnknown || name.empty() || stop.stop_requested()) return lost;
  const auto path = objectPath(type, ns, name);
  if (!path) return lost;
  HttpRequest request;
  request.path = *path;
  const auto answer = exchange(m_loop, m_transport, std::move(request), stop);
  if (!answer) return lost;
  const std::string what = type.plural + "/" + name;
  if (answer->head.status == kOk) lost.detail += "; " + what + " is there now";
  if (answer->head.status == kNotFound) lost.detail += "; " + what + " is not there yet";
  return lost;
}

Result<LiveWrites::NodePtr> LiveWrites::readNode(const LabelWrite& write, const std::stop_token& stop) {
  HttpRequest request;
  request.path = write.path;
  auto answer = exchange(m_loop, m_transport, std::move(request), stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"get", "nodes", {}, write.node, write.path};
  if (const auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(*error);
  return decoder.object<RawNode>(std::move(answer->body));
}

Result<void> LiveWrites::patchOnce(const LabelWrite& write, const std::string& resourceVersion,
                                   const std::stop_token& stop) {
  const HttpRequest request = writeRequest("PATCH", write.path, write.query, "application/merge-patch+json",
                                           labelPatch(write.changes, resourceVersion));
  auto answer = sendWrite(m_loop, m_transport, request, m_pause, stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"patch", "nodes", {}, write.node, write.path};
  if (const auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(*error);
  if (m_warned) m_warned(warningsOf(answer->head));
  auto header = decoder.header(std::move(answer->body));
  if (!header) return unexpected(header.error());
  return {};
}

/// The change may have been made or not; the node knows.
Result<void> LiveWrites::afterLostAnswer(const LabelWrite& write, const std::string& resourceVersion, const Error& lost,
                                         const std::stop_token& stop) {
  const auto now = readNode(write, stop);
  if (!now) return unexpected(lost);
  if (isMade(write.changes, **now)) return {};
  // Somebody else was there meanwhile: what was asked under the precondition can no longer happen, nor be repeated.
  if (!resourceVersion.empty() && (*now)->meta.resourceVersion != resourceVersion)
    return unexpected(conflictOver(write.node, write.changes, **now, lost.detail));
  if (auto again = patchOnce(write, resourceVersion, stop)) return again;
  // That it was refused says nothing of the first, which may have come in right before it.
  const auto later = readNode(write, stop);
  if (!later) return unexpected(lost);
  if (isMade(write.changes, **later)) return {};
  if (!resourceVersion.empty() && (*later)->meta.resourceVersion != resourceVersion)
    return unexpected(conflictOver(write.node, write.changes, **later, lost.detail));
  return unexpected(lost);
}

Result<void> LiveWrites::patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                                         const std::string& resourceVersion, bool dryRun,
                                         const std::string& serverVersion, const std::stop_token& stop) {
  auto path = objectPath(nodesResource(), {}, node);
  if (!path) return unexpected(path.error());
  const LabelWrite write{node, changes, *path, writeQuery(dryRun, serverVersion)};
  std::string version = resourceVersion;
  const bool allSeen =
      std::all_of(changes.begin(), changes.end(), [](const auto& change) { return change.seen.has_value(); });
  if (version.empty() && allSeen) {
    const auto now = readNode(write, stop);
    if (!now) return unexpected(now.error());
    if (!isAsSeen(changes, **now)) return unexpected(conflictOver(node, changes, **now, {}));
    version = (*now)->meta.resourceVersion;
  }
  for (int attempt = 0;; ++attempt) {
    auto done = patchOnce(write, version, stop);
    if (done || stop.stop_requested()) return done;
    const Error& error = done.error();
    const bool lost = error.code == ErrorCode::OutcomeUnknown || error.code == ErrorCode::ServerFailed;
    if (lost && !dryRun) return afterLostAnswer(write, version, error, stop);
    if (error.code != ErrorCode::Conflict) return done;
    const auto now = readNode(write, stop);
    if (!now) return done;
    const bool premiseHolds = isAsSeen(changes, **now);
    if (!premiseHolds || attempt >= kConflictRepeats)
      return unexpected(conflictOver(node, changes, **now, error.detail));
    version = (*now)->meta.resourceVersion;
    if (!m_pause(kConflictPause * (attempt + 1), stop)) return done;
  }
}

}  // namespace cardinal
