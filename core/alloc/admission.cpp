// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/admission.h"

#include <algorithm>
#include <array>

#include "core/alloc/created_pod.h"
#include "core/alloc/limit_ranges.h"
#include "core/alloc/newer_fields.h"
#include "core/alloc/profile.h"
#include "core/base/joined.h"
#include "core/model/extras/claim_objects.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"

namespace cardinal::alloc {
namespace {

bool isBinary(std::string_view resource) {
  for (const std::string_view part : {"memory", "storage", "hugepages"}) {
    if (resource.find(part) != std::string_view::npos) return true;
  }
  return false;
}

Quantity times(const Quantity& amount, std::int64_t count) {
  if (amount.isInteger()) {
    std::int64_t out = 0;
    return Quantity::fromInteger(__builtin_mul_overflow(amount.floor(), count, &out) ? INT64_MAX : out);
  }
  std::int64_t milli = 0;
  return Quantity::fromMilli(__builtin_mul_overflow(amount.milliValue(), count, &milli) ? INT64_MAX : milli);
}

/// "a=1,b=2", by name as the server writes it.
std::string listed(const std::vector<std::string>& names, const ResourceList& amounts) {
  std::string out;
  for (const std::string& name : names) {
    const Quantity* amount = find(amounts, name);
    out += (out.empty() ? "" : ",") + name + "=" + canonicalText(amount != nullptr ? *amount : Quantity{}, name);
  }
  return out;
}

bool names(const Container& container, std::string_view resource) {
  constexpr std::string_view kRequests = "requests.";
  constexpr std::string_view kLimits = "limits.";
  if (resource.substr(0, kLimits.size()) == kLimits)
    return find(container.limits, resource.substr(kLimits.size())) != nullptr;
  if (resource.substr(0, kRequests.size()) == kRequests) resource.remove_prefix(kRequests.size());
  return find(container.requests, resource) != nullptr;
}

Error refusal(const RawQuota& quota, std::string words) {
  return makeError(ErrorCode::QuotaExceeded, quota.meta.key.name, quota.meta.key.ns, std::move(words));
}

/// Resources of which the replica after `before` others would take too much, by name.
std::vector<std::string> exceeded(const RawQuota& quota, const ResourceList& usage, std::int64_t before) {
  std::vector<std::string> out;
  for (const ResourceAmount& hard : quota.hard) {
    const Quantity* each = find(usage, hard.name);
    if (each == nullptr) continue;
    const Quantity* used = find(quota.used, hard.name);
    const Quantity all = times(*each, before + 1) + (used != nullptr ? *used : Quantity{});
    if (all > hard.amount) out.push_back(hard.name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

Error overQuota(const RawQuota& quota, const std::vector<std::string>& over, const ResourceList& usage,
                std::int64_t before) {
  ResourceList used;
  for (const std::string& name : over) {
    const Quantity* recorded = find(quota.used, name);
    used.push_back({name, times(*find(usage, name), before) + (recorded != nullptr ? *recorded : Quantity{})});
  }
  return refusal(quota, "exceeded quota: " + quota.meta.key.name + ", requested: " + listed(over, usage) +
                            ", used: " + listed(over, used) + ", limited: " + listed(over, quota.hard));
}

/// How many replicas one quota lets through, and its refusal of the next.
struct Allowance {
  std::int64_t replicas = 0;
  std::optional<Error> refused;
};

Allowance allowanceOf(const RawQuota& quota, const RawPod& pod, std::int64_t replicas) {
  if (!covers(quota, pod)) return {replicas, std::nullopt};
  if (const auto open = unnamedOf(quota, pod); !open.empty())
    return {0, refusal(quota, "failed quota: " + quota.meta.key.name + ": must specify " + joined(open, ","))};
  const ResourceList usage = quotaUsage(pod);
  if (exceeded(quota, usage, replicas - 1).empty()) return {replicas, std::nullopt};
  std::int64_t fits = 0;
  std::int64_t tooMany = replicas;
  while (tooMany - fits > 1) {
    const std::int64_t middle = fits + (tooMany - fits) / 2;
    (exceeded(quota, usage, middle - 1).empty() ? fits : tooMany) = middle;
  }
  return {fits, overQuota(quota, exceeded(quota, usage, fits), usage, fits)};
}

}  // namespace

std::string canonicalText(const Quantity& amount, std::string_view resource) {
  if (!amount.isInteger()) return std::to_string(amount.milliValue()) + "m";
  std::int64_t number = amount.floor();
  if (number == 0) return "0";
  const std::int64_t step = isBinary(resource) ? 1024 : 1000;
  const std::string_view letters = isBinary(resource) ? "KMGTPE" : "kMGTPE";
  std::size_t at = 0;
  while (number % step == 0 && at < letters.size()) {
    number /= step;
    ++at;
  }
  std::string out = std::to_string(number);
  if (at > 0) out += letters[at - 1];
  return at > 0 && step == 1024 ? out + "i" : out;
}

std::vector<std::string> unnamedOf(const RawQuota& quota, const RawPod& pod) {
  constexpr std::array<std::string_view, 6> kMustName = {"cpu",    "limits.cpu",   "limits.memory",
                                                         "memory", "requests.cpu", "requests.memory"};
  std::vector<std::string> out;
  for (const std::string_view resource : kMustName) {
    if (find(quota.hard, resource) == nullptr) continue;
    const auto open = [&](const Container& container) { return !names(container, resource); };
    const auto& spec = pod.spec;
    if (std::any_of(spec.containers.begin(), spec.containers.end(), open) ||
        std::any_of(spec.initContainers.begin(), spec.initContainers.end(), open))
      out.emplace_back(resource);
  }
  return out;
}

bool rulesUnknown(const AllocationRequest& request) {
  return request.rules && (!request.rules->quotas || !request.rules->limitRanges);
}

bool mayBeCountedByClass(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  if (!request.rules || !request.rules->quotas || !request.pod->spec.priorityClassName.empty()) return false;
  if (!isPriorityUnknown(*request.pod, snapshot.extras.get())) return false;
  const std::string ns = namespaceOf(request);
  const auto isByClass = [](const RawQuota& quota) {
    const auto names = [](const NodeSelectorRequirement& rule) { return rule.key == "PriorityClass"; };
    return std::find(quota.scopes.begin(), quota.scopes.end(), "PriorityClass") != quota.scopes.end() ||
           std::any_of(quota.scopeSelector.begin(), quota.scopeSelector.end(), names);
  };
  const auto& quotas = *request.rules->quotas;
  return std::any_of(quotas.begin(), quotas.end(),
                     [&](const RawQuota& quota) { return quota.meta.key.ns == ns && isByClass(quota); });
}

std::string namespaceOf(const AllocationRequest& request) {
  const std::string& ns = request.pod->meta.key.ns;
  if (!ns.empty()) return ns;
  return request.rules && !request.rules->ns.empty() ? request.rules->ns : "default";
}

namespace {

/// LimitRanges of the namespace; none where they are not known.
std::vector<const RawLimitRange*> limitRangesOf(const AllocationRequest& request, const std::string& ns) {
  std::vector<const RawLimitRange*> out;
  if (!request.rules || !request.rules->limitRanges) return out;
  for (const RawLimitRange& range : *request.rules->limitRanges) {
    if (range.meta.key.ns == ns) out.push_back(&range);
  }
  return out;
}

void askQuotas(const std::vector<RawQuota>& quotas, const std::string& ns, const RawPod& pod,
               const ClusterSnapshot& snapshot, Admission& out) {
  const auto countsObjects = [&](const RawQuota& quota) {
    return quota.meta.key.ns == ns && std::any_of(quota.hard.begin(), quota.hard.end(), [](const ResourceAmount& hard) {
             return hard.name == "replicationcontrollers" || hard.name.starts_with("count/");
           });
  };
  const ResourceList controller =
      std::any_of(quotas.begin(), quotas.end(), countsObjects) ? controllerUsage(pod, snapshot) : ResourceList();
  for (const RawQuota& quota : quotas) {
    if (quota.meta.key.ns != ns) continue;
    if (const auto over = exceeded(quota, controller, 0); !over.empty())
      out.problems.push_back(overQuota(quota, over, controller, 0));
    Allowance allowed = allowanceOf(quota, pod, out.request.replicas);
    if (!allowed.refused) continue;
    if (allowed.replicas == 0) out.problems.push_back(*allowed.refused);
    out.request.replicas = static_cast<int>(std::max<std::int64_t>(allowed.replicas, 1));
    out.limit = std::move(allowed.refused);
  }
}

/// Objects of a file that name no namespace go where its pods go that name none.
std::shared_ptr<const ClaimObjects> placedIn(const std::string& ns, const ClaimObjects& objects) {
  auto out = std::make_shared<ClaimObjects>(objects);
  const auto place = [&ns](auto& list) {
    for (auto& one : list) {
      if (one.meta.key.ns.empty()) one.meta.key.ns = ns;
    }
  };
  place(out->claims);
  place(out->templates);
  place(out->volumes);
  place(out->services);
  return out;
}

}  // namespace

Admission admit(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  Admission out{request, {}};
  if (!request.pod || (!request.rules && isCreated(*request.pod))) return out;
  const std::string ns = namespaceOf(request);
  auto pod = std::make_shared<RawPod>(*request.pod);
  if (pod->meta.key.ns.empty()) {
    pod->meta.key.ns = ns;
    if (request.claims != nullptr) out.request.claims = placedIn(ns, *request.claims);
  }
  const std::optional<int> minor = minorVersion(snapshot.serverVersion);
  if (minor && !isCreated(*pod)) out.dropsFields = dropUnknownFields(pod->spec, *minor);
  nameRequestsOfLimits(*pod);
  const std::vector<const RawLimitRange*> ranges = limitRangesOf(request, ns);
  for (const RawLimitRange* range : ranges) fillIn(*range, *pod);
  out.problems = fillInClasses(*pod, snapshot.extras.get());
  fillInTolerations(*pod, snapshot);
  fillInControllerLabels(*pod, snapshot);
  if (out.problems.empty()) out.problems = invalidResources(*pod, minor);
  for (const RawLimitRange* range : ranges) {
    if (auto words = violationOf(*range, *pod); !words.empty())
      out.problems.push_back(makeError(ErrorCode::LimitsViolated, range->meta.key.name, ns, std::move(words)));
  }
  if (out.problems.empty() && request.rules && request.rules->quotas && request.replicas > 0)
    askQuotas(*request.rules->quotas, ns, *pod, snapshot, out);
  out.request.gpu = readUsage(*pod).request;
  out.request.pod = std::move(pod);
  return out;
}

}  // namespace cardinal::alloc
