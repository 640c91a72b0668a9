// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/volumes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/alloc/admission.h"
#include "core/alloc/filter/labels.h"
#include "core/alloc/profile.h"
#include "core/model/extras/claim_objects.h"
#include "core/model/namespace_rules.h"

namespace cardinal::alloc {
namespace {

constexpr std::array<std::string_view, 4> kZoneLabels = {
    "failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region"};

constexpr std::string_view kOnePod = "ReadWriteOncePod";

/// Null where the claim is not there. Its kind must have been read.
const RawClaim* claimOf(const std::string& claim, const std::string& ns, const NamespaceRules& rules) {
  const auto& claims = *rules.claims;
  const auto found = std::find_if(claims.begin(), claims.end(), [&](const RawClaim& one) {
    return one.meta.key.name == claim && one.meta.key.ns == ns;
  });
  return found != claims.end() ? &*found : nullptr;
}

/// That the file of the pod creates; null = it creates none of that name.
const RawClaim* broughtClaim(const std::string& claim, const AllocationRequest& request) {
  if (request.claims == nullptr) return nullptr;
  const auto& list = request.claims->volumes;
  const auto found = std::find_if(list.begin(), list.end(), [&](const RawClaim& one) {
    const std::string& ns = one.meta.key.ns;
    return one.meta.key.name == claim && (ns == request.pod->meta.key.ns || ns == namespaceOf(request));
  });
  return found != list.end() ? &*found : nullptr;
}

bool isOfOnePod(const RawClaim& claim) {
  return std::find(claim.accessModes.begin(), claim.accessModes.end(), kOnePod) != claim.accessModes.end();
}

/// The names of the pod's claims that one pod at a time may use.
std::vector<std::string> claimsOfOnePod(const AllocationRequest& request) {
  std::vector<std::string> out;
  const NamespaceRules* rules = request.rules.get();
  for (const std::string& name : request.pod->spec.claims) {
    const bool isRead = rules != nullptr && rules->claims;
    const RawClaim* claim = isRead ? claimOf(name, namespaceOf(request), *rules) : nullptr;
    if (claim == nullptr) claim = broughtClaim(name, request);
    if (claim != nullptr && isOfOnePod(*claim)) out.push_back(name);
  }
  return out;
}

/// The volume controller binds it without waiting for a pod; the scheduler waits for that. Nothing = not known.
std::optional<bool> isBoundAtOnce(const RawClaim& claim, const NamespaceRules& rules) {
  if (!rules.storageClasses) return std::nullopt;
  const std::string* old = find(claim.meta.annotations, "volume.beta.kubernetes.io/storage-class");
  const std::string name = old != nullptr ? *old : claim.storageClass.value_or("");
  if (name.empty()) return true;
  const auto& classes = *rules.storageClasses;
  const auto found =
      std::find_if(classes.begin(), classes.end(), [&](const auto& one) { return one.meta.key.name == name; });
  return found == classes.end() || !found->waitsForPod;
}

/// Why the scheduler looks at no node; empty where nothing is known to be wrong with the claim.
std::string faultOf(const std::string& name, const AllocationRequest& request) {
  const NamespaceRules& rules = *request.rules;
  const RawClaim* claim = claimOf(name, namespaceOf(request), rules);
  if (claim == nullptr) return broughtClaim(name, request) != nullptr ? "" : "there is no such PersistentVolumeClaim";
  if (claim->meta.deletionTimestamp != 0) return "the PersistentVolumeClaim is being deleted";
  if (!claim->volumeName.empty() || !isBoundAtOnce(*claim, rules).value_or(false)) return {};
  return "the PersistentVolumeClaim is not bound, and is bound without waiting for a pod";
}

Rejection refusalOf(const std::string& claim, const std::string& why, Waiting waiting) {
  return nodeRejection(ReasonCode::VolumeElsewhere, waiting, claim + " (" + why + ")");
}

/// Null where the claim is not there, not bound, or its volume is not known.
const RawVolume* volumeOf(const std::string& claim, const std::string& ns, const NamespaceRules& rules) {
  const RawClaim* found = claimOf(claim, ns, rules);
  if (found == nullptr || found->volumeName.empty() || !rules.volumes) return nullptr;
  const auto& volumes = *rules.volumes;
  const auto volume = std::find_if(volumes.begin(), volumes.end(),
                                   [&](const RawVolume& one) { return one.meta.key.name == found->volumeName; });
  return volume == volumes.end() ? nullptr : &*volume;
}

/// A volume's zone label may list several zones: "a__b".
bool isListed(std::string_view zones, std::string_view zone) {
  for (;;) {
    const std::size_t end = zones.find("__");
    if (zones.substr(0, end) == zone) return true;
    if (end == std::string_view::npos) return false;
    zones.remove_prefix(end + 2);
  }
}

/// "topology.kubernetes.io/zone" of the name that it had before 1.17; other names as they are.
std::string_view nameOfToday(std::string_view label) {
  const std::string_view* const at = std::find(kZoneLabels.begin(), kZoneLabels.end(), label);
  const auto place = static_cast<std::size_t>(at - kZoneLabels.begin());
  return place < kZoneLabels.size() / 2 ? kZoneLabels[place + kZoneLabels.size() / 2] : label;
}

/// `translates`: old names of a volume's labels stand for those of today, where the node lacks the old ones.
bool isInZone(const RawVolume& volume, const RawNode& node, bool translates) {
  const bool zoned = std::any_of(kZoneLabels.begin(), kZoneLabels.end(),
                                 [&](std::string_view key) { return find(node.meta.labels, key) != nullptr; });
  if (!zoned) return true;  // a cluster without zones, for the scheduler
  return std::all_of(kZoneLabels.begin(), kZoneLabels.end(), [&](std::string_view key) {
    const std::string* zones = find(volume.meta.labels, key);
    if (zones == nullptr) return true;
    const std::string* zone = find(node.meta.labels, key);
    if (zone == nullptr && translates) zone = find(node.meta.labels, nameOfToday(key));
    return zone != nullptr && isListed(*zones, *zone);
  });
}

bool isUsable(const RawVolume& volume, const RawNode& node, bool translates) {
  if (!isInZone(volume, node, translates)) return false;
  if (!volume.nodeAffinity) return true;
  return std::any_of(volume.nodeAffinity->begin(), volume.nodeAffinity->end(),
                     [&](const NodeSelectorTerm& term) { return matchesTerm(term, node); });
}

class VolumeFilter final : public Filter {
 public:
  VolumeFilter(std::vector<const RawVolume*> volumes, bool translates)
      : m_volumes(std::move(volumes)), m_translates(translates) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    for (const RawVolume* volume : m_volumes) {
      if (!isUsable(*volume, view.raw(), m_translates))
        return nodeRejection(ReasonCode::VolumeElsewhere, Waiting::Never, volume->meta.key.name);
    }
    return std::nullopt;
  }

 private:
  std::vector<const RawVolume*> m_volumes;
  bool m_translates;
};

/// Refuses all nodes alike.
class EveryNode final : public Filter {
 public:
  explicit EveryNode(Rejection refusal) : m_refusal(std::move(refusal)) {}
  std::optional<Rejection> check(const NodeView& /*view*/) const override { return m_refusal; }
  bool needsRecord() const override { return false; }

 private:
  Rejection m_refusal;
};

/// Refuses all nodes alike as long as one of the claims is in use.
class ClaimUseFilter final : public Filter {
 public:
  ClaimUseFilter(std::vector<std::string> claims, const std::string& ns, const ClusterSnapshot& snapshot)
      : m_claims(std::move(claims)) {
    std::vector<bool> used(m_claims.size());
    for (const NodePtr& node : snapshot.nodes) {
      for (const auto& pod : node->scheduler.pods) {
        if (pod->meta.key.ns == ns) look(*pod, used);
      }
    }
    m_uses = static_cast<int>(std::count(used.begin(), used.end(), true));
  }

  bool isUsed() const { return m_uses > 0; }
  bool needsRecord() const override { return false; }
  std::optional<Rejection> check(const NodeView& /*view*/) const override {
    return isUsed() ? std::optional(m_refusal) : std::nullopt;
  }

  bool canRecount() const override { return true; }
  /// As the scheduler does it: by the claims' names alone, whatever namespace the pod is of.
  void recount(const RawPod& pod, const RawNode& /*node*/, int by) override {
    const auto isOurs = [this](const std::string& one) {
      return std::find(m_claims.begin(), m_claims.end(), one) != m_claims.end();
    };
    m_uses += by * static_cast<int>(std::count_if(pod.spec.claims.begin(), pod.spec.claims.end(), isOurs));
  }

 private:
  void look(const RawPod& pod, std::vector<bool>& used) {
    for (const std::string& name : pod.spec.claims) {
      const auto at = std::find(m_claims.begin(), m_claims.end(), name);
      if (at == m_claims.end()) continue;
      if (std::find(used.begin(), used.end(), true) == used.end()) {
        const std::string why = std::string(kOnePod) + ", used by " + pod.meta.key.ns + "/" + pod.meta.key.name;
        m_refusal = refusalOf(name, why, Waiting::NotNow);
      }
      used[static_cast<std::size_t>(at - m_claims.begin())] = true;
    }
  }

  std::vector<std::string> m_claims;
  Rejection m_refusal;
  int m_uses = 0;  ///< claims in use when it was built, less what pods that left name of them
};

}  // namespace

VolumeKnowledge knowledgeOf(const AllocationRequest& request) {
  const RawPodSpec& spec = request.pod->spec;
  if (!spec.hasBoundVolumes) return VolumeKnowledge::None;
  const bool namesNone = spec.claims.empty();
  if (namesNone) return spec.hasEphemeralVolumes ? VolumeKnowledge::NotBound : VolumeKnowledge::NotRead;
  const NamespaceRules* rules = request.rules.get();
  if (rules == nullptr || !rules->claims) return VolumeKnowledge::NotRead;
  if (makeClaimFilter(request) != nullptr) return VolumeKnowledge::Refused;
  bool isOpen = spec.hasEphemeralVolumes;
  for (const std::string& name : spec.claims) {
    const RawClaim* claim = claimOf(name, namespaceOf(request), *rules);
    const bool isBound = claim != nullptr && !claim->volumeName.empty();
    if (isBound && volumeOf(name, namespaceOf(request), *rules) == nullptr) return VolumeKnowledge::NotRead;
    isOpen = isOpen || !isBound;
  }
  return isOpen ? VolumeKnowledge::NotBound : VolumeKnowledge::Bound;
}

bool namesMissingClaim(const AllocationRequest& request) {
  const NamespaceRules* rules = request.rules.get();
  if (rules == nullptr || !rules->claims) return false;
  const auto& names = request.pod->spec.claims;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return claimOf(name, namespaceOf(request), *rules) == nullptr && broughtClaim(name, request) == nullptr;
  });
}

std::unique_ptr<Filter> makeVolumeFilter(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  constexpr int kTranslates = 28;  // kubernetes/kubernetes#118923
  const NamespaceRules* rules = request.rules.get();
  if (rules == nullptr || !rules->claims || !rules->volumes) return nullptr;
  std::vector<const RawVolume*> volumes;
  for (const std::string& claim : request.pod->spec.claims) {
    if (const RawVolume* volume = volumeOf(claim, namespaceOf(request), *rules)) volumes.push_back(volume);
  }
  if (volumes.empty()) return nullptr;
  const bool translates = minorVersion(snapshot.serverVersion).value_or(kTranslates) >= kTranslates;
  return std::make_unique<VolumeFilter>(std::move(volumes), translates);
}

std::unique_ptr<Filter> makeClaimFilter(const AllocationRequest& request) {
  if (request.rules == nullptr || !request.rules->claims) return nullptr;
  for (const std::string& name : request.pod->spec.claims) {
    const std::string fault = faultOf(name, request);
    if (!fault.empty()) return std::make_unique<EveryNode>(refusalOf(name, fault, Waiting::Unknown));
  }
  return nullptr;
}

std::unique_ptr<Filter> makeClaimUseFilter(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  std::vector<std::string> claims = claimsOfOnePod(request);
  if (claims.empty()) return nullptr;
  auto filter = std::make_unique<ClaimUseFilter>(std::move(claims), namespaceOf(request), snapshot);
  return filter->isUsed() ? std::move(filter) : nullptr;
}

bool isClaimUsedBeside(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                       std::span<const std::shared_ptr<const RawPod>> gone) {
  const std::vector<std::string> claims = claimsOfOnePod(request);
  if (claims.empty()) return false;
  const std::string ns = namespaceOf(request);
  const auto isOurs = [&](const std::string& name) {
    return std::find(claims.begin(), claims.end(), name) != claims.end();
  };
  const auto uses = [&](const std::shared_ptr<const RawPod>& pod) {
    return pod->meta.key.ns == ns && std::find(gone.begin(), gone.end(), pod) == gone.end() &&
           std::any_of(pod->spec.claims.begin(), pod->spec.claims.end(), isOurs);
  };
  return std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(), [&](const NodePtr& node) {
    const auto& pods = node->scheduler.pods;
    return std::any_of(pods.begin(), pods.end(), uses);
  });
}

bool isOfOnePodClaim(const AllocationRequest& request) {
  return !claimsOfOnePod(request).empty();
}

Rejection refusalOfSecondPod(const AllocationRequest& request) {
  return refusalOf(claimsOfOnePod(request).front(), std::string(kOnePod) + ", used by the first of these pods",
                   Waiting::NotNow);
}

}  // namespace cardinal::alloc
