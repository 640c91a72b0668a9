// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/live_nodes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/kube/rest/read_list.h"
#include "core/kube/rest/resource.h"
#include "core/kube/transport/exchange.h"
#include "core/service/live/read/get_body.h"
#include "core/service/live/writes/write_repeat.h"
#include "core/service/live/writes/write_request.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr int kConflict = 409;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kTooMany = 429;
constexpr int kGatewayTimeout = 504;
constexpr const char* kDaemonSets = "daemonsets";
constexpr std::chrono::seconds kBrokenBudgetRetry = 30s;
constexpr std::chrono::milliseconds kStopGrace = 400ms;  // a plan that stops: most servers answer within it

std::string dump(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool hasCause(const ApiStatus& status, std::string_view reason) {
  return std::any_of(status.causes.begin(), status.causes.end(),
                     [&](const StatusCause& c) { return c.reason == reason; });
}

/// "The disruption budget NAME needs 2 healthy pods and has 2 currently" or "... is still being processed ...".
std::string budgetIn(const ApiStatus& status) {
  constexpr std::string_view kPrefix = "disruption budget ";
  for (const StatusCause& cause : status.causes) {
    const std::size_t at = cause.message.find(kPrefix);
    if (cause.reason != "DisruptionBudget" || at == std::string::npos) continue;
    const std::size_t begin = at + kPrefix.size();
    return cause.message.substr(begin, cause.message.find(' ', begin) - begin);
  }
  return {};
}

std::string wordsOf(const ApiStatus& status) {
  for (const StatusCause& cause : status.causes) {
    if (cause.reason == "DisruptionBudget" && !cause.message.empty()) return cause.message;
  }
  return status.message;
}

ResourceType typeOf(std::string_view groupVersion, const char* plural) {
  const std::size_t slash = groupVersion.find('/');
  ResourceType type;
  type.group = groupVersion.substr(0, slash);
  type.version = groupVersion.substr(slash + 1);
  type.plural = plural;
  return type;
}

std::string evictionBody(const std::string& version, const ObjectKey& pod, const std::string& uid, int graceSeconds,
                         bool dryRun) {
  nlohmann::json options{{"apiVersion", "v1"}, {"kind", "DeleteOptions"}, {"preconditions", {{"uid", uid}}}};
  if (graceSeconds >= 0) options["gracePeriodSeconds"] = graceSeconds;
  if (dryRun) options["dryRun"] = {"All"};
  const nlohmann::json body{{"apiVersion", version},
                            {"kind", "Eviction"},
                            {"metadata", {{"name", pod.name}, {"namespace", pod.ns}}},
                            {"deleteOptions", options}};
  return dump(body);
}

}  // namespace

std::string nodePatchBody(const NodePatch& patch) {
  nlohmann::json body = nlohmann::json::object();
  if (!patch.resourceVersion.empty()) body["metadata"]["resourceVersion"] = patch.resourceVersion;
  const auto write = [&body](const char* map, const std::vector<LabelChange>& changes) {
    for (const LabelChange& change : changes) {
      nlohmann::json& value = body["metadata"][map][change.key];
      if (!change.remove) value = change.value;
    }
  };
  write("labels", patch.labels);
  write("annotations", patch.annotations);
  if (patch.unschedulable) {
    nlohmann::json& unschedulable = body["spec"]["unschedulable"];
    if (*patch.unschedulable) unschedulable = true;
  }
  if (patch.taints) {
    nlohmann::json& taints = body["spec"]["taints"];
    for (const Taint& taint : *patch.taints) {
      taints.push_back({{"key", taint.key}, {"value", taint.value}, {"effect", taint.effect}});
    }
  }
  return dump(body);
}

Result<EvictionReply> evictionReply(const ApiStatus& status, std::optional<std::chrono::seconds> retryAfter,
                                    Error error) {
  EvictionReply reply;
  reply.detail = wordsOf(status);
  reply.retryAfter = retryAfter.value_or(0s);
  // Another pod has the name by now, or none.
  if (error.httpStatus == kNotFound || error.httpStatus == kConflict) {
    reply.answer = EvictionAnswer::Gone;
    return reply;
  }
  if (error.httpStatus == kTooMany) {
    const bool budget = hasCause(status, "DisruptionBudget");
    reply.answer = budget ? EvictionAnswer::Blocked : EvictionAnswer::Busy;
    reply.budget = budgetIn(status);
    return reply;
  }
  if (error.httpStatus == kGatewayTimeout || hasCause(status, "NamespaceTerminating")) {
    reply.answer = EvictionAnswer::Busy;
    return reply;
  }
  const bool brokenBudget = reply.detail.find("disruptions allowed is negative") != std::string::npos ||
                            reply.detail.find("DisruptedPods map too big") != std::string::npos;
  if (error.httpStatus == kForbidden && brokenBudget) {
    reply.answer = EvictionAnswer::Blocked;
    reply.retryAfter = kBrokenBudgetRetry;
    return reply;
  }
  return unexpected(std::move(error));
}

Result<std::shared_ptr<const RawNode>> LiveNodes::readNode(const std::string& name, std::stop_token stop) {
  auto path = objectPath(nodesResource(), {}, name);
  if (!path) return unexpected(path.error());
  auto body = getBody(m_loop, m_transport, *path, {"get", "nodes", {}, name, *path}, stop);
  if (!body) return unexpected(body.error());
  Decoder decoder;
  return decoder.object<RawNode>(std::move(*body));
}

Result<std::vector<std::shared_ptr<const RawPod>>> LiveNodes::podsOn(const std::string& node, std::stop_token stop) {
  std::vector<std::shared_ptr<const RawPod>> out;
  const ListQuestion question{podsResource(), {}, "spec.nodeName=" + node};
  const auto read = readList<RawPod>(m_loop, m_transport, question, stop, [&](ListPage<RawPod> page) {
    out.insert(out.end(), page.items.begin(), page.items.end());
    return true;
  });
  if (!read) return unexpected(read.error());
  return out;
}

Result<std::vector<RawDisruptionBudget>> LiveNodes::budgets(std::stop_token stop) {
  auto version = budgetVersion(stop);
  if (!version) return unexpected(version.error());
  std::vector<RawDisruptionBudget> out;
  const ListQuestion question{typeOf(*version, "poddisruptionbudgets")};
  // An empty selector is every pod in v1 and none in v1beta1 (k8s.io/api policy/v1beta1/types.go).
  const bool isEmptyNone = version->ends_with("/v1beta1");
  const auto read =
      readList<RawDisruptionBudget>(m_loop, m_transport, question, stop, [&](ListPage<RawDisruptionBudget> page) {
        for (const auto& budget : page.items) {
          RawDisruptionBudget& one = out.emplace_back(*budget);
          one.selectsNothing = one.selectsNothing || (isEmptyNone && one.selector.empty());
        }
        return true;
      });
  if (!read) return unexpected(read.error());
  return out;
}

Result<bool> LiveNodes::hasDaemonSet(const ObjectKey& daemonSet, std::stop_token stop) {
  auto path = objectPath(typeOf("apps/v1", kDaemonSets), daemonSet.ns, daemonSet.name);
  if (!path) return unexpected(path.error());
  const auto body =
      getBody(m_loop, m_transport, *path, {"get", kDaemonSets, daemonSet.ns, daemonSet.name, *path}, stop);
  if (body) return true;
  if (body.error().code == ErrorCode::ResourceMissing) return false;
  return unexpected(body.error());
}

Result<void> LiveNodes::patchNode(const std::string& node, const NodePatch& patch, bool dryRun, std::stop_token stop) {
  auto path = objectPath(nodesResource(), {}, node);
  if (!path) return unexpected(path.error());
  HttpRequest request = writeRequest("PATCH", *path, writeQuery(dryRun, m_serverVersion()),
                                     "application/merge-patch+json", nodePatchBody(patch));
  request.stopGrace = kStopGrace;
  auto answer = sendWrite(m_loop, m_transport, request, pauseFor, stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"patch", "nodes", {}, node, *path};
  if (auto error = answerError(answer->head, answer->body, subject, decoder)) return unexpected(std::move(*error));
  if (m_warned) m_warned(warningsOf(answer->head));
  auto header = decoder.header(std::move(answer->body));
  if (!header) return unexpected(header.error());
  return {};
}

Result<EvictionReply> LiveNodes::evict(const ObjectKey& pod, const std::string& uid, int graceSeconds, bool dryRun,
                                       std::stop_token stop) {
  auto version = evictionVersion(stop);
  if (!version) return unexpected(version.error());
  auto path = objectPath(podsResource(), pod.ns, pod.name);
  if (!path) return unexpected(path.error());
  const std::string place = *path + "/eviction";
  QueryBuilder query;
  if (dryRun) query.add("dryRun", "All");
  HttpRequest request = writeRequest("POST", place, query.text(), "application/json",
                                     evictionBody(*version, pod, uid, graceSeconds, dryRun));
  request.repeatable = !uid.empty();  // a second one finds the pod going, or gone
  request.stopGrace = kStopGrace;
  auto answer = exchange(m_loop, m_transport, std::move(request), stop);
  if (!answer) return unexpected(answer.error());
  Decoder decoder;
  const CallSubject subject{"create", "pods/eviction", pod.ns, pod.name, place};
  auto error = answerError(answer->head, answer->body, subject, decoder);
  if (!error) return EvictionReply{};
  auto status = isJson(answer->head) ? decoder.status(answer->body) : Result<ApiStatus>(ApiStatus{});
  return evictionReply(status ? *status : ApiStatus{}, retryAfter(answer->head, SystemClock().wallNow()),
                       std::move(*error));
}

void LiveNodes::forgetOtherServer() {
  std::string now = m_serverVersion();
  if (now == m_learnedOf) return;
  m_learnedOf = std::move(now);
  m_evictionVersion.clear();
  m_budgetVersion.clear();
}

/// The list of core resources says which version of Eviction the server takes.
Result<std::string> LiveNodes::evictionVersion(const std::stop_token& stop) {
  {
    const MutexLock lock(m_mutex);
    forgetOtherServer();
    if (!m_evictionVersion.empty()) return m_evictionVersion;
  }
  const std::string path = "/api/v1";
  auto body = getBody(m_loop, m_transport, path, {"get", "v1", {}, {}, path}, stop);
  if (!body) return unexpected(body.error());
  Decoder decoder;
  auto served = decoder.resources(std::move(*body), true);
  if (!served) return unexpected(served.error());
  for (const ApiResource& resource : *served) {
    if (resource.name != "pods/eviction") continue;
    const std::string group = resource.group.empty() ? "policy" : resource.group;
    const std::string version = resource.version.empty() ? "v1beta1" : resource.version;
    const MutexLock lock(m_mutex);
    m_evictionVersion = group + "/" + version;
    return m_evictionVersion;
  }
  return unexpected(makeError(ErrorCode::ResourceMissing, "pods/eviction", path));
}

Result<std::string> LiveNodes::budgetVersion(const std::stop_token& stop) {
  {
    const MutexLock lock(m_mutex);
    forgetOtherServer();
    if (!m_budgetVersion.empty()) return m_budgetVersion;
  }
  const std::string newer = "policy/v1";
  const std::string path = "/apis/" + newer;
  auto body = getBody(m_loop, m_transport, path, {"get", newer, {}, {}, path}, stop);
  if (!body && body.error().code != ErrorCode::ResourceMissing) return unexpected(body.error());
  const MutexLock lock(m_mutex);
  m_budgetVersion = body ? newer : "policy/v1beta1";
  return m_budgetVersion;
}

}  // namespace cardinal
