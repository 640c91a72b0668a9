// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_acts.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <tuple>

#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/sim/api/api_rules.h"
#include "core/sim/api/raw_parts.h"
#include "core/workloads/requested_cards.h"

namespace cardinal::sim {
namespace {

constexpr int kNotFound = 404;
constexpr int kConflict = 409;

Error missing(const std::string& resource, const std::string& name) {
  return apiError(ErrorCode::ResourceMissing, kNotFound, resource + "/" + name, {},
                  resource + " \"" + name + "\" not found");
}

void write(StringMap& annotations, const std::vector<std::pair<std::string, std::optional<std::string>>>& changes) {
  for (const auto& [key, value] : changes) {
    if (value)
      set(annotations, key, *value);
    else
      remove(annotations, key);
  }
}

/// A Deployment's pods name its ReplicaSet, which is called after it.
bool isOwnedBy(const RawPod& pod, const DemoObject& owner) {
  if (pod.meta.key.ns != owner.key.ns || pod.meta.owners.empty()) return false;
  const OwnerRef& named = pod.meta.owners.front();
  if (owner.kind != "Deployment") return named.kind == owner.kind && named.name == owner.key.name;
  return named.kind == "ReplicaSet" && named.name.substr(0, named.name.rfind('-')) == owner.key.name;
}

/// The number at the end of a StatefulSet pod's name; the largest there is where there is none.
std::size_t ordinalOf(const RawPod& pod) {
  const std::string& name = pod.meta.key.name;
  const char* begin = name.data() + name.rfind('-') + 1;
  std::size_t ordinal = 0;
  const auto [end, error] = std::from_chars(begin, name.data() + name.size(), ordinal);
  return error == std::errc() ? ordinal : std::numeric_limits<std::size_t>::max();
}

/// A StatefulSet's pods have their numbers for names: one that is still on its way out comes back under its own.
void growSet(const DemoStore& store, DemoEvictions& evictions, const RawPod& like, const std::string& owner,
             std::size_t wanted, DemoTime now) {
  for (std::size_t ordinal = 0; ordinal < wanted; ++ordinal) {
    RawPod next = like;
    next.meta.key.name = owner + "-" + std::to_string(ordinal);
    const auto there = store.pod(next.meta.key);
    if (!there)
      evictions.makeAnother(next, now);
    else if (isTerminating(*there))
      evictions.replaceLater(*there);
  }
}

}  // namespace

Result<std::shared_ptr<const RawPod>> findPod(const DemoStore& store, const DemoObject& pod) {
  auto found = store.pod(pod.key);
  if (!found) return unexpected(missing("pods", pod.key.name));
  if (!pod.uid.empty() && pod.uid != found->meta.uid)
    return unexpected(apiError(ErrorCode::Conflict, kConflict, "pods/" + pod.key.name, {},
                               "the UID in the precondition does not match the UID in record"));
  return found;
}

Result<void> annotateObject(DemoStore& store, const DemoObject& object,
                            const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
                            bool dryRun) {
  if (object.kind == "Node") {
    const auto node = store.node(object.key.name);
    if (!node) return unexpected(missing("nodes", object.key.name));
    if (dryRun) return {};
    RawNode changed = *node;
    write(changed.meta.annotations, annotations);
    store.putNode(std::move(changed));
    return {};
  }
  if (object.kind != "Pod") return unexpected(makeError(ErrorCode::Unsupported, object.kind, object.key.name));
  const auto pod = findPod(store, object);
  if (!pod) return unexpected(pod.error());
  if (dryRun) return {};
  RawPod changed = **pod;
  write(changed.meta.annotations, annotations);
  store.putPod(std::move(changed));
  return {};
}

Result<std::vector<std::shared_ptr<const RawPod>>> podsOf(const DemoStore& store, const DemoObject& owner) {
  if (owner.kind != "Deployment" && owner.kind != "ReplicaSet" && owner.kind != "StatefulSet")
    return unexpected(makeError(ErrorCode::Unsupported, owner.kind, owner.key.name));
  std::vector<std::shared_ptr<const RawPod>> out;
  for (const auto& entry : store.pods()) {
    if (isOwnedBy(*entry.second, owner) && !isTerminating(*entry.second)) out.push_back(entry.second);
  }
  if (out.empty())
    return unexpected(missing(owner.kind == "StatefulSet" ? "statefulsets" : "deployments", owner.key.name));
  const bool isSet = owner.kind == "StatefulSet";
  std::sort(out.begin(), out.end(), [isSet](const auto& a, const auto& b) {
    if (isSet) return ordinalOf(*a) < ordinalOf(*b);
    return std::tie(a->meta.created, a->meta.key) < std::tie(b->meta.created, b->meta.key);
  });
  return out;
}

Result<void> scalePods(const DemoStore& store, DemoEvictions& evictions, const DemoObject& owner, std::size_t wanted,
                       DemoTime now) {
  const auto pods = podsOf(store, owner);
  if (!pods) return unexpected(pods.error());
  const RawPod& like = *pods->front();
  if (owner.kind == "StatefulSet") {
    growSet(store, evictions, like, owner.key.name, wanted, now);
  } else {
    for (std::size_t i = pods->size(); i < wanted; ++i) evictions.makeAnother(like, now);
  }
  for (std::size_t i = wanted; i < pods->size(); ++i) evictions.drop(*(*pods)[i], false, now);
  return {};
}

Result<WorkloadObject> workloadOfPods(const DemoStore& store, const std::string& kind, const ObjectKey& key) {
  WorkloadObject out;
  std::int64_t pods = 0;
  std::optional<std::int64_t> cards = 0;
  for (const auto& [name, pod] : store.pods()) {
    const PodWorkload of = workloadOf(*pod);
    if (name.ns != key.ns || of.kind != kind || of.name != key.name || isTerminal(*pod) || isTerminating(*pod))
      continue;
    const GpuRequest request = readUsage(*pod).request;
    if (request.kind() == GpuRequest::Kind::None) continue;
    const std::optional<std::int64_t> ofPod = cardsRequestedBy(*pod, request);
    cards = cards && ofPod ? std::optional(*cards + *ofPod) : std::nullopt;
    ++pods;
    if (!out.queue.empty()) continue;
    const PodQueue queue = queueOf(*pod);
    out.queueSystem = queue.system;
    out.queue = queue.name;
  }
  if (pods == 0) return unexpected(missing(kind, key.name));
  out.wanted = pods;
  out.cards = cards;
  return out;
}

}  // namespace cardinal::sim
