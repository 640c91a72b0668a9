// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/volumes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/alloc/admission.h"
#include "core/alloc/filter/labels.h"
#include "core/model/namespace_rules.h"

namespace cardinal::alloc {
namespace {

constexpr std::array<std::string_view, 4> kZoneLabels = {
    "failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region"};

/// Null where the claim is not there, not bound, or its volume is not known.
const RawVolume* volumeOf(const std::string& claim, const std::string& ns, const NamespaceRules& rules) {
  const auto& claims = *rules.claims;
  const auto found = std::find_if(claims.begin(), claims.end(), [&](const RawClaim& one) {
    return one.meta.key.name == claim && one.meta.key.ns == ns;
  });
  if (found == claims.end() || found->volumeName.empty()) return nullptr;
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

bool isInZone(const RawVolume& volume, const RawNode& node) {
  const bool zoned = std::any_of(kZoneLabels.begin(), kZoneLabels.end(),
                                 [&](std::string_view key) { return find(node.meta.labels, key) != nullptr; });
  if (!zoned) return true;  // a cluster without zones, for the scheduler
  return std::all_of(kZoneLabels.begin(), kZoneLabels.end(), [&](std::string_view key) {
    const std::string* zones = find(volume.meta.labels, key);
    if (zones == nullptr) return true;
    const std::string* zone = find(node.meta.labels, key);
    return zone != nullptr && isListed(*zones, *zone);
  });
}

bool isUsable(const RawVolume& volume, const RawNode& node) {
  if (!isInZone(volume, node)) return false;
  if (!volume.nodeAffinity) return true;
  return std::any_of(volume.nodeAffinity->begin(), volume.nodeAffinity->end(),
                     [&](const NodeSelectorTerm& term) { return matchesTerm(term, node); });
}

class VolumeFilter final : public Filter {
 public:
  explicit VolumeFilter(std::vector<const RawVolume*> volumes) : m_volumes(std::move(volumes)) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    for (const RawVolume* volume : m_volumes) {
      if (!isUsable(*volume, view.raw()))
        return nodeRejection(ReasonCode::VolumeElsewhere, Waiting::Never, volume->meta.key.name);
    }
    return std::nullopt;
  }

 private:
  std::vector<const RawVolume*> m_volumes;
};

}  // namespace

VolumeKnowledge knowledgeOf(const AllocationRequest& request) {
  const RawPodSpec& spec = request.pod->spec;
  if (!spec.hasBoundVolumes) return VolumeKnowledge::None;
  const NamespaceRules* rules = request.rules.get();
  if (rules == nullptr || !rules->claims || !rules->volumes || spec.hasEphemeralVolumes || spec.claims.empty())
    return VolumeKnowledge::Unknown;
  const bool bound = std::all_of(spec.claims.begin(), spec.claims.end(), [&](const std::string& claim) {
    return volumeOf(claim, namespaceOf(request), *rules) != nullptr;
  });
  return bound ? VolumeKnowledge::Bound : VolumeKnowledge::Unknown;
}

bool namesMissingClaim(const AllocationRequest& request) {
  const NamespaceRules* rules = request.rules.get();
  if (rules == nullptr || !rules->claims) return false;
  const auto& names = request.pod->spec.claims;
  const std::string ns = namespaceOf(request);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::none_of(rules->claims->begin(), rules->claims->end(),
                        [&](const RawClaim& one) { return one.meta.key.name == name && one.meta.key.ns == ns; });
  });
}

std::unique_ptr<Filter> makeVolumeFilter(const AllocationRequest& request) {
  const NamespaceRules* rules = request.rules.get();
  if (rules == nullptr || !rules->claims || !rules->volumes) return nullptr;
  std::vector<const RawVolume*> volumes;
  for (const std::string& claim : request.pod->spec.claims) {
    if (const RawVolume* volume = volumeOf(claim, namespaceOf(request), *rules)) volumes.push_back(volume);
  }
  if (volumes.empty()) return nullptr;
  return std::make_unique<VolumeFilter>(std::move(volumes));
}

}  // namespace cardinal::alloc
