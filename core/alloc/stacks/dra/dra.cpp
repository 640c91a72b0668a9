// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/dra/dra.h"

#include <algorithm>

#include "core/alloc/stacks/dra/dra_pools.h"
#include "core/alloc/stacks/dra/dra_search.h"

namespace cardinal::alloc {
namespace {

constexpr std::size_t kMaxClaims = 64;    // a bit each
constexpr std::size_t kMaxRequests = 64;  // the API server takes 32
constexpr std::string_view kClassPrefix = "deviceclass.resource.kubernetes.io/";

std::vector<cel::Expression> compiled(const std::vector<std::string>& selectors) {
  std::vector<cel::Expression> out;
  out.reserve(selectors.size());
  for (const std::string& selector : selectors) out.push_back(cel::Expression::compile(selector));
  return out;
}

std::string nameOf(const ObjectKey& key) {
  return key.ns.empty() ? key.name : key.ns + "/" + key.name;
}

/// Prefers the youngest class, of equally old ones the first by name.
bool isBefore(const RawDeviceClass& a, const RawDeviceClass& b) {
  if (a.meta.created != b.meta.created) return a.meta.created > b.meta.created;
  return a.meta.key.name < b.meta.key.name;
}

DraAnswer tooLarge() {
  DraAnswer out;
  out.outcome = DraOutcome::Unknown;
  out.reason = DraReason::TooLarge;
  return out;
}

std::string requestWords(const DraAnswer& answer) {
  const std::string start = "claim " + nameOf(answer.claim) + ", request " + answer.request + ": ";
  switch (answer.reason) {
    case DraReason::ClassMissing:
      return start + "could not retrieve device class " + answer.subject + ": deviceclass.resource.k8s.io \"" +
             answer.subject + "\" not found";
    case DraReason::AdminAccessOff:
      return start + "admin access is requested, but the feature is disabled";
    case DraReason::AlternativesOff:
      return start + "has subrequests, but the DRAPrioritizedList feature is disabled";
    case DraReason::CapacityOff:
      return start + "has capacity requests, but the DRAConsumableCapacity feature is disabled";
    case DraReason::RequestNotKnown:
      return start + (answer.subject.empty() ? "missing device class name (unsupported request type?)"
                                             : "unsupported count mode " + answer.subject);
    case DraReason::PoolUpdating:
      return start + "asks for all devices, but resource pool " + answer.subject + " is currently being updated";
    case DraReason::PoolInvalid:
      return start + "asks for all devices, but resource pool " + answer.subject + " is currently invalid";
    case DraReason::ConstraintAgainstAll:
      return start + "cannot add device " + answer.subject + " because a claim constraint would not be satisfied";
    default:
      return {};
  }
}

}  // namespace

// What claims hold

std::size_t DraHeld::Hash::operator()(const View& id) const noexcept {
  const std::hash<std::string_view> hash;
  std::size_t out = hash(id.driver);
  for (const std::string_view part : {id.pool, id.device})
    out ^= hash(part) + 0x9e3779b97f4a7c15ULL + (out << 6U) + (out >> 2U);
  return out;
}

DraHeld::DraHeld(std::span<const std::shared_ptr<const RawResourceClaim>> claims) {
  for (const auto& claim : claims) {
    if (claim->allocation) hold(*claim->allocation);
  }
}

void DraHeld::hold(const RawDeviceAllocation& allocation) {
  for (const RawDeviceResult& result : allocation.results) {
    if (!result.adminAccess) m_devices.insert({result.driver, result.pool, result.device});
  }
}

void DraHeld::release(const RawDeviceAllocation& allocation) {
  for (const RawDeviceResult& result : allocation.results) {
    if (!result.adminAccess) m_devices.erase({result.driver, result.pool, result.device});
  }
}

bool DraHeld::holds(std::string_view driver, std::string_view pool, std::string_view device) const {
  return m_devices.find(View{driver, pool, device}) != m_devices.end();
}

// The cluster

DraCluster::DraCluster(Slices slices, Classes classes, DraGates gates) : m_parts(std::make_unique<Parts>()) {
  m_parts->slices = std::move(slices);
  m_parts->gates = gates;
  for (auto& raw : classes) {
    DraClass entry{raw, compiled(raw->selectors)};
    m_parts->classes.insert_or_assign(raw->meta.key.name, std::move(entry));
  }
  m_parts->index();
}

DraCluster::~DraCluster() = default;
DraCluster::DraCluster(DraCluster&&) noexcept = default;
DraCluster& DraCluster::operator=(DraCluster&&) noexcept = default;

const DraGates& DraCluster::gates() const {
  return m_parts->gates;
}

const RawDeviceClass* DraCluster::deviceClass(std::string_view name) const {
  const auto found = m_parts->classes.find(name);
  return found == m_parts->classes.end() ? nullptr : found->second.raw.get();
}

const RawDeviceClass* DraCluster::classOfExtendedResource(std::string_view resource) const {
  if (resource.substr(0, kClassPrefix.size()) == kClassPrefix) return deviceClass(resource.substr(kClassPrefix.size()));
  const RawDeviceClass* out = nullptr;
  for (const auto& [name, entry] : m_parts->classes) {
    if (entry.raw->extendedResourceName != resource || resource.empty()) continue;
    if (out == nullptr || isBefore(*entry.raw, *out)) out = entry.raw.get();
  }
  return out;
}

// The question

struct DraQuestion::Parts {
  const DraCluster* cluster = nullptr;
  std::vector<const RawResourceClaim*> claims;
  std::vector<DraRequestedClaim> requested;      ///< those without allocation
  std::vector<DraRequestedClaim> requestedNext;  ///< of them, those that the next pod of the form has too
  bool isTooLarge = false;

  DraAnswer search(const std::vector<DraRequestedClaim>& wanted, const std::vector<DraPool>& pools, const RawNode& node,
                   const DraHeld& held) const {
    DraAnswer out;
    if (!wanted.empty()) {
      out = DraSearch(cluster->m_parts->gates, wanted, pools, node, held).run();
      if (out.outcome != DraOutcome::Fits) return out;
    }
    for (const RawResourceClaim* claim : claims) {
      if (!claim->allocation || !claim->allocation->nodeSelector) continue;
      if (matchesSelector(*claim->allocation->nodeSelector, node)) continue;
      DraAnswer refused;
      refused.outcome = DraOutcome::Refused;
      refused.reason = DraReason::NotOnNode;
      refused.claim = claim->meta.key;
      return refused;
    }
    return out;
  }

  /// Pods of the form, one after another.
  struct Range {
    std::int64_t first;   ///< those before it are in `held`
    std::int64_t placed;  ///< the one that is asked about
    std::int64_t most;    ///< so many from it on
  };

  DraSeries series(const RawNode& node, DraHeld& held, const Range& range) const {
    DraSeries out;
    const auto pools = requested.empty() ? std::vector<DraPool>() : cluster->m_parts->poolsOf(node);
    std::vector<RawDeviceAllocation> given;
    for (std::int64_t pod = range.first; out.fits < range.most; ++pod) {
      DraAnswer answer = search(pod == 0 ? requested : requestedNext, pools, node, held);
      const bool fits = answer.outcome == DraOutcome::Fits;
      const bool takesNothing = answer.allocations.empty();
      for (const DraAllocation& one : answer.allocations) {
        held.hold(one.allocation);
        given.push_back(one.allocation);
      }
      if (pod == 0 && range.placed > 0) out.before = sharedOf(answer);
      if (pod >= range.placed && fits) ++out.fits;
      out.isLeast = answer.outcome == DraOutcome::Unknown;
      if (pod == range.placed || (pod < range.placed && !fits)) out.answer = std::move(answer);
      if (!fits) break;
      if (!takesNothing) continue;
      // The same for every further pod.
      if (pod >= range.placed) out.fits = kDraEndless;
      pod = std::max(pod, range.placed - 1);
    }
    for (const RawDeviceAllocation& one : given) held.release(one);
    return out;
  }

  /// Of the first pod's allocations those that the next pods use too.
  std::vector<DraAllocation> sharedOf(const DraAnswer& first) const {
    std::vector<DraAllocation> out;
    for (const DraAllocation& one : first.allocations) {
      const bool isRequestedAgain =
          std::any_of(requestedNext.begin(), requestedNext.end(),
                      [&](const DraRequestedClaim& claim) { return claim.raw->meta.key == one.claim; });
      if (!isRequestedAgain) out.push_back(one);
    }
    return out;
  }
};

DraQuestion::DraQuestion(const DraCluster& cluster, std::vector<const RawResourceClaim*> claims,
                         std::vector<bool> isShared)
    : m_parts(std::make_unique<Parts>()) {
  m_parts->cluster = &cluster;
  m_parts->claims = std::move(claims);
  m_parts->isTooLarge = m_parts->claims.size() > kMaxClaims;
  isShared.resize(m_parts->claims.size(), false);
  for (std::size_t at = 0; at < m_parts->claims.size(); ++at) {
    const RawResourceClaim* claim = m_parts->claims[at];
    if (claim->allocation) continue;
    DraRequestedClaim& claimed = m_parts->requested.emplace_back();
    claimed.raw = claim;
    m_parts->isTooLarge = m_parts->isTooLarge || claim->spec.requests.size() > kMaxRequests;
    for (const RawDeviceRequest& request : claim->spec.requests) {
      auto& choices = claimed.subrequests.emplace_back();
      for (const RawDeviceChoice& choice : request.choices) {
        const auto found = cluster.m_parts->classes.find(choice.deviceClass);
        const DraClass* deviceClass = found == cluster.m_parts->classes.end() ? nullptr : &found->second;
        choices.push_back({&request, &choice, deviceClass, compiled(choice.selectors)});
      }
    }
    if (!isShared[at]) m_parts->requestedNext.push_back(claimed);
  }
}

DraQuestion::~DraQuestion() = default;
DraQuestion::DraQuestion(DraQuestion&&) noexcept = default;
DraQuestion& DraQuestion::operator=(DraQuestion&&) noexcept = default;

std::string DraQuestion::wordsBeforeNodes() const {
  for (const RawResourceClaim* claim : m_parts->claims) {
    if (claim->meta.deletionTimestamp != 0) return "resourceclaim \"" + claim->meta.key.name + "\" is being deleted";
  }
  for (const DraRequestedClaim& claim : m_parts->requested) {
    for (const auto& choices : claim.subrequests) {
      for (const DraSubrequest& subrequest : choices) {
        if (subrequest.deviceClass != nullptr || subrequest.choice->deviceClass.empty()) continue;
        const std::string name = subrequest.request->prioritized
                                     ? subrequest.request->name + "/" + subrequest.choice->name
                                     : subrequest.request->name;
        return "request " + name + ": device class " + subrequest.choice->deviceClass + " does not exist";
      }
    }
  }
  return {};
}

DraAnswer DraQuestion::ask(const RawNode& node, const DraHeld& held) const {
  if (m_parts->isTooLarge) return tooLarge();
  const auto pools = m_parts->requested.empty() ? std::vector<DraPool>() : m_parts->cluster->m_parts->poolsOf(node);
  return m_parts->search(m_parts->requested, pools, node, held);
}

DraSeries DraQuestion::askAfter(const RawNode& node, DraHeld& held, std::int64_t placed, std::int64_t most) const {
  return m_parts->isTooLarge ? DraSeries{tooLarge(), {}, 0} : m_parts->series(node, held, {0, placed, most});
}

DraSeries DraQuestion::askNext(const RawNode& node, DraHeld& held, std::int64_t placed, std::int64_t most) const {
  return m_parts->isTooLarge ? DraSeries{tooLarge(), {}, 0} : m_parts->series(node, held, {placed, placed, most});
}

bool DraQuestion::hasAlternatives() const {
  return std::any_of(m_parts->requested.begin(), m_parts->requested.end(), [](const DraRequestedClaim& claim) {
    return std::any_of(claim.raw->spec.requests.begin(), claim.raw->spec.requests.end(),
                       [](const RawDeviceRequest& request) { return request.prioritized; });
  });
}

std::string schedulerWords(const DraAnswer& answer) {
  switch (answer.reason) {
    case DraReason::CannotAllocate:
      return "cannot allocate all claims";
    case DraReason::InvalidPools:
      return "invalid resource pools were encountered";
    case DraReason::NotOnNode:
      return "resourceclaim not available on the node";
    case DraReason::ConstraintNotKnown:
      return "claim " + nameOf(answer.claim) + ", constraint #" + std::to_string(answer.number) +
             ": empty constraint (unsupported constraint type?)";
    case DraReason::TooManyDevices:
      return "claim " + nameOf(answer.claim) + ": number of requested devices " + std::to_string(answer.number) +
             " exceeds the claim limit of " + std::to_string(kDraMostResults);
    case DraReason::SelectorError:
      return (answer.subject.empty() ? "claim " + nameOf(answer.claim) : "class " + answer.subject) + ": selector #" +
             std::to_string(answer.number) + ": CEL runtime error: " + answer.detail;
    default:
      return requestWords(answer);
  }
}

RawResourceClaim claimOf(const RawResourceClaimTemplate& source, ObjectKey key) {
  RawResourceClaim out;
  out.meta.key = std::move(key);
  out.spec = source.spec;
  return out;
}

}  // namespace cardinal::alloc
