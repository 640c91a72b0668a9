// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/dra/dra_claims.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include "core/alloc/admission.h"
#include "core/alloc/profile.h"
#include "core/base/error_places.h"
#include "core/model/by_key.h"
#include "core/model/extras/claim_objects.h"
#include "core/model/extras/extra.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::alloc {
namespace {

constexpr std::size_t kMaxEntries = 64;  // the scheduler's own limit is smaller

/// Made by the claim controller for this entry of this pod.
const RawResourceClaim* madeFor(const ClusterExtras& extras, const RawPod& pod, const std::string& entry) {
  if (pod.meta.uid.empty()) return nullptr;
  for (const auto& claim : extras.claims) {
    if (claim->meta.key.ns != pod.meta.key.ns) continue;
    const std::string* name = find(claim->meta.annotations, kPodClaimEntry);
    if (name == nullptr || *name != entry) continue;
    const auto& owners = claim->meta.owners;
    const bool isOurs =
        std::any_of(owners.begin(), owners.end(), [&](const OwnerRef& owner) { return owner.uid == pod.meta.uid; });
    if (isOurs) return claim.get();
  }
  return nullptr;
}

std::string unreadKinds(const ClusterExtras* extras, bool needsTemplates) {
  std::string out;
  for (const ExtraKind kind :
       {ExtraKind::ResourceSlice, ExtraKind::DeviceClass, ExtraKind::ResourceClaim, ExtraKind::ResourceClaimTemplate}) {
    if (kind == ExtraKind::ResourceClaimTemplate && !needsTemplates) continue;
    if (extras != nullptr && extras->knows(kind)) continue;
    out += (out.empty() ? "" : ", ") + std::string(toString(kind));
  }
  return out;
}

/// Resolves one pod's entries.
class Resolver {
 public:
  Resolver(const AllocationRequest& request, const ClusterExtras* extras)
      : m_pod(*request.pod), m_own(request.claims.get()), m_extras(extras), m_ns(namespaceOf(request)) {}

  PodClaims resolve() {
    for (const PodDeviceClaim& entry : m_pod.spec.deviceClaims) {
      if (m_out.claims.size() >= kMaxEntries || !m_out.problems.empty()) break;
      add(entry);
    }
    return std::move(m_out);
  }

 private:
  void add(const PodDeviceClaim& entry) {
    const bool byName = !entry.claim.empty();
    const std::string& name = byName ? entry.claim : entry.claimTemplate;
    const std::string pod = provider::displayName(m_pod.meta.key);
    if (name.empty()) {
      const std::string field = "spec.resourceClaims." + provider::clipped(entry.name);
      m_out.problems.push_back(makeError(ErrorCode::InvalidField, field, pod));
      return;
    }
    const bool isBrought = !byName && m_own != nullptr && brought(m_own->templates, name) != nullptr;
    const std::string unread = unreadKinds(m_extras, !byName && !isBrought);
    if (!unread.empty()) {
      m_out.problems.push_back(makeError(ErrorCode::Unsupported, provider::clipped(name), kClaimsPlace, unread));
    } else if (byName) {
      addNamed(entry.claim);
    } else {
      addMade(entry);
    }
  }

  void addNamed(const std::string& name) {
    const RawResourceClaim* claim = objectByKey(m_extras->claims, {m_ns, name});
    const bool exists = claim != nullptr;
    if (claim == nullptr && m_own != nullptr) claim = brought(m_own->claims, name);
    if (claim == nullptr) return addMissing("resourceclaims/" + name);
    if (!exists && !checkForm(claim->spec, "ResourceClaim " + name, "spec")) return;
    m_out.claims.push_back(*claim);
    m_out.isShared.push_back(true);
  }

  void addMade(const PodDeviceClaim& entry) {
    const RawResourceClaim* made = madeFor(*m_extras, m_pod, entry.name);
    const RawResourceClaimTemplate* source = objectByKey(m_extras->templates, {m_ns, entry.claimTemplate});
    const bool exists = source != nullptr;
    if (source == nullptr && m_own != nullptr) source = brought(m_own->templates, entry.claimTemplate);
    if (made == nullptr && source != nullptr && !exists &&
        !checkForm(source->spec, "ResourceClaimTemplate " + entry.claimTemplate, "spec.spec"))
      return;
    if (made != nullptr)
      m_out.claims.push_back(*made);
    else if (source != nullptr)
      m_out.claims.push_back(claimOf(*source, {m_ns, m_pod.meta.key.name + "-" + entry.name}));
    else
      return addMissing("resourceclaimtemplates/" + entry.claimTemplate);
    m_out.isShared.push_back(false);
  }

  /// Objects of a file that name no namespace go where its pods go that name none.
  template <typename T>
  const T* brought(const std::vector<T>& list, const std::string& name) const {
    const auto at = std::find_if(list.begin(), list.end(), [&](const T& one) {
      const std::string& ns = one.meta.key.ns;
      return one.meta.key.name == name && (ns == m_pod.meta.key.ns || ns == m_ns);
    });
    return at != list.end() ? &*at : nullptr;
  }

  /// The API server lets no request in that has neither form.
  bool checkForm(const RawDeviceClaimSpec& spec, const std::string& object, const std::string& path) {
    for (std::size_t i = 0; i < spec.requests.size(); ++i) {
      if (!spec.requests[i].choices.empty()) continue;
      const std::string field = path + ".devices.requests[" + std::to_string(i) + "].exactly";
      m_out.problems.push_back(makeError(ErrorCode::InvalidField, field, provider::clipped(object)));
      return false;
    }
    return true;
  }

  void addMissing(const std::string& what) {
    m_out.problems.push_back(makeError(ErrorCode::NotFound, provider::clipped(what), m_ns));
  }

  const RawPod& m_pod;
  const ClaimObjects* m_own;
  const ClusterExtras* m_extras;
  const std::string m_ns;
  PodClaims m_out;
};

}  // namespace

std::vector<Error> adminAccessProblems(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                       bool* isUnknown) {
  std::vector<Error> out;
  if (request.claims == nullptr) return out;
  const std::string ns = namespaceOf(request);
  const auto look = [&](const ObjectMeta& meta, const RawDeviceClaimSpec& spec, const char* kind) {
    const bool isAsked = std::any_of(spec.requests.begin(), spec.requests.end(), [](const RawDeviceRequest& one) {
      return std::any_of(one.choices.begin(), one.choices.end(),
                         [](const RawDeviceChoice& choice) { return choice.adminAccess.value_or(false); });
    });
    if (!isAsked) return;
    if (snapshot.selectors == nullptr) {
      if (isUnknown != nullptr) *isUnknown = true;
      return;
    }
    const std::string& own = meta.key.ns.empty() ? ns : meta.key.ns;
    const auto found = snapshot.selectors->namespaceLabels.find(own);
    const bool isNamed = found != snapshot.selectors->namespaceLabels.end();
    const std::string* label = isNamed ? find(found->second, kAdminAccessLabel) : nullptr;
    if (label != nullptr && *label == "true") return;
    out.push_back(
        makeError(ErrorCode::InvalidField, "adminAccess", provider::clipped(kind + (" " + meta.key.name)),
                  "true; the namespace " + own + " lacks the label " + std::string(kAdminAccessLabel) + "=true"));
  };
  for (const RawResourceClaim& claim : request.claims->claims) look(claim.meta, claim.spec, "ResourceClaim");
  for (const RawResourceClaimTemplate& one : request.claims->templates)
    look(one.meta, one.spec, "ResourceClaimTemplate");
  return out;
}

PodClaims claimsOf(const AllocationRequest& request, const ClusterExtras* extras) {
  return Resolver(request, extras).resolve();
}

DraGates gatesOf(const ClusterExtras& extras) {
  DraGates out;
  out.consumableCapacity.reset();
  for (const auto& slice : extras.slices) {
    if (slice->hasPerDeviceNodes || !slice->sharedCounters.empty()) out.partitionableDevices = true;
    for (const RawDevice& device : slice->devices) {
      if (!device.consumes.empty()) out.partitionableDevices = true;
      if (!device.taints.empty()) out.deviceTaints = true;
    }
  }
  return out;
}

std::optional<bool> failsToScoreMixedClaims(std::string_view serverVersion) {
  constexpr int kScores = 35;  // the first minor version that scores claims
  constexpr int kMended = 37;
  constexpr int kMendedPatch[] = {6, 2};  // of 1.35 and 1.36
  const std::optional<int> minor = minorVersion(serverVersion);
  if (!minor) return std::nullopt;
  if (*minor < kScores || *minor >= kMended) return false;
  const std::size_t first = serverVersion.find('.');
  const std::size_t second = serverVersion.find('.', first + 1);
  int patch = 0;
  if (second == std::string_view::npos) return std::nullopt;
  const char* end = serverVersion.data() + serverVersion.size();
  const auto read = std::from_chars(serverVersion.data() + second + 1, end, patch);
  if (read.ec != std::errc()) return std::nullopt;
  return patch < kMendedPatch[*minor - kScores];
}

}  // namespace cardinal::alloc
