// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/rollout.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/alloc/make_request.h"
#include "core/base/api_group.h"
#include "core/manifest/yaml/json_fields.h"
#include "core/model/namespace_rules.h"
#include "core/plan/drain/group_placement.h"
#include "core/queues/pod_amounts.h"
#include "core/service/read/refusals/known_objects.h"
#include "core/workloads/object_kind.h"
#include "core/workloads/pod_workload.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::at;

bool isDeployment(const ManifestObject& object) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  return object.kind == "Deployment" && (group == "apps" || group == "extensions");
}

/// A number, or a part of `replicas` as "25%"; nothing = neither.
std::optional<std::int64_t> partOf(const Json& value, std::int64_t replicas, bool roundsUp, const char* otherwise) {
  if (value.is_number_integer()) return std::max<std::int64_t>(0, value.get<std::int64_t>());
  if (!value.is_null() && !value.is_string()) return std::nullopt;
  const std::string text = value.is_null() ? std::string(otherwise) : value.get<std::string>();
  std::int64_t percent = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), percent);
  if (fault != std::errc() || std::string_view(end) != "%" || percent < 0) return std::nullopt;
  constexpr double kHundred = 100;
  const double part = static_cast<double>(replicas) * static_cast<double>(percent) / kHundred;
  return static_cast<std::int64_t>(roundsUp ? std::ceil(part) : std::floor(part));
}

void readStrategy(const Json& strategy, Rollout& out) {
  const Json& type = at(strategy, "type");
  out.isRecreate = type.is_string() && type.get<std::string>() == "Recreate";
  const bool isRolling = type.is_null() || (type.is_string() && type.get<std::string>() == "RollingUpdate");
  if (out.isRecreate) {
    out.unavailable = out.replicas;
    return;
  }
  const Json& rolling = at(strategy, "rollingUpdate");
  const auto surge = partOf(at(rolling, "maxSurge"), out.replicas, true, "25%");
  const auto unavailable = partOf(at(rolling, "maxUnavailable"), out.replicas, false, "25%");
  out.isUnread = !isRolling || !surge || !unavailable;
  if (out.isUnread) return;
  out.surge = *surge;
  out.unavailable = *surge == 0 && *unavailable == 0 ? 1 : std::min(*unavailable, out.replicas);
}

}  // namespace

/// Quotas are asked apart from this.
std::int64_t RolloutQuestion::placesFor(const ManifestRole& role, std::int64_t pods) const {
  std::vector<AllocationRequest> requests{makeRequest(role.pod, static_cast<int>(pods))};
  if (const auto rules = m_rulesOf ? m_rulesOf(requests.front()) : nullptr) {
    auto own = std::make_shared<NamespaceRules>(*rules);
    own->quotas.emplace();
    requests.front().rules = std::move(own);
  }
  return static_cast<std::int64_t>(allocateInOrder(requests, m_snapshot).front().placements.size());
}

std::int64_t RolloutQuestion::seenOf(const ManifestObject& object, const std::string& ns) {
  if (object.key.name.empty()) return 0;
  const auto inserted = m_running.try_emplace(ns);
  auto& running = inserted.first->second;
  if (inserted.second) {
    queues::eachDevicePod(m_snapshot, [&](const RawPod& pod, bool) {
      if (pod.meta.key.ns != ns || isTerminating(pod)) return;
      const PodWorkload workload = workloadOf(pod);
      ++running[{std::string(workload.kind), std::string(workload.name)}];
    });
  }
  const auto found = running.find({workloadKindOf(object.apiVersion, object.kind), object.key.name});
  return found != running.end() ? found->second : 0;
}

/// The object counts pods that ask for no GPU too. What is left of one that is gone is none of the new one's.
std::int64_t RolloutQuestion::runningOf(const ManifestObject& object, const std::string& ns, const KnownObject* known) {
  if (known != nullptr && !known->exists) return 0;
  const std::int64_t seen = seenOf(object, ns);
  return known != nullptr ? std::max(seen, known->pods.value_or(0)) : seen;
}

std::optional<Rollout> RolloutQuestion::askOther(const ManifestObject& object, const std::string& ns,
                                                 std::optional<std::int64_t> replicas, const KnownObject* known) {
  const std::int64_t running = runningOf(object, ns, known);
  const bool isThere = known != nullptr && known->exists;
  if (running == 0 && !isThere) return std::nullopt;
  Rollout out;
  out.isOther = true;
  out.isUnread = true;
  out.exists = true;
  out.running = running;
  const auto wanted = object.roles.size() != 1 ? std::nullopt : replicas ? replicas : object.roles.front().pods;
  if (wanted && isThere && known->pods) out.lacking = std::max<std::int64_t>(0, *wanted - running);
  return out;
}

std::optional<Rollout> RolloutQuestion::ask(const ManifestObject& object, const std::string& ns,
                                            std::optional<std::int64_t> replicas, const KnownObject* known) {
  if (!isDeployment(object)) return askOther(object, ns, replicas, known);
  if (object.roles.size() != 1 || object.roles.front().pod == nullptr) return std::nullopt;
  const ManifestRole& role = object.roles.front();
  const auto wanted = replicas ? replicas : role.pods;
  if (!wanted || *wanted <= 0) return std::nullopt;
  const Json json = Json::parse(object.json, nullptr, false);
  const Json& strategy = at(at(json, "spec"), "strategy");
  Rollout out;
  out.replicas = *wanted;
  out.running = runningOf(object, ns, known);
  out.exists = out.running > 0 || (known != nullptr && known->exists);
  if (out.exists) out.lacking = std::max<std::int64_t>(0, out.replicas - out.running);
  const bool saysSurge = !at(at(strategy, "rollingUpdate"), "maxSurge").is_null();
  if (!out.exists && !saysSurge) return std::nullopt;
  readStrategy(strategy, out);
  if (out.isUnread || out.surge == 0) return out;
  queues::Amounts needs;
  queues::addPod(needs, *role.pod, static_cast<double>(out.surge));
  for (const auto& [resource, amount] : needs) {
    if (amount > 0) out.needs.emplace_back(resource, amount);
  }
  const std::int64_t before = out.exists ? 0 : out.replicas;
  out.fits = std::max<std::int64_t>(0, placesFor(role, before + out.surge) - before);
  return out;
}

}  // namespace cardinal
