// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/demo_claims.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/stacks/dra/dra_claims.h"
#include "core/model/extras/extra.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal::sim {
namespace {

constexpr const char* kPodClaimName = "resource.kubernetes.io/pod-claim-name";

bool isUsedBy(const RawResourceClaim& claim, const RawPod& pod) {
  const auto& users = claim.reservedFor;
  return std::any_of(users.begin(), users.end(), [&](const RawClaimUser& user) { return user.uid == pod.meta.uid; });
}

}  // namespace

void giveClaimTo(const RawPod& pod, const std::string& entry, RawResourceClaim& claim) {
  claim.meta.uid = pod.meta.uid + "-" + entry;
  claim.meta.created = pod.meta.created;
  claim.meta.owners = {{"Pod", pod.meta.key.name, pod.meta.uid, true}};
  set(claim.meta.annotations, kPodClaimName, entry);
}

void allocateClaims(DemoStore& store, const RawPod& pod, const NodeRecord& node, const ClusterSnapshot& before) {
  if (pod.spec.deviceClaims.empty() || before.extras == nullptr) return;
  const ClusterExtras& extras = *before.extras;
  alloc::PodClaims podClaims = alloc::claimsOf(makeRequest(std::make_shared<const RawPod>(pod)), &extras);
  if (!podClaims.problems.empty()) return;
  std::vector<const RawResourceClaim*> claims;
  for (const RawResourceClaim& claim : podClaims.claims) claims.push_back(&claim);
  const alloc::DraCluster cluster(extras.slices, extras.classes, alloc::gatesOf(extras));
  const alloc::DraQuestion question(cluster, std::move(claims), podClaims.isShared);
  const alloc::DraAnswer answer = question.ask(*node.raw, alloc::DraHeld(extras.claims));
  if (answer.outcome != alloc::DraOutcome::Fits) return;
  auto found = answer.allocations.begin();
  for (std::size_t i = 0; i < podClaims.claims.size(); ++i) {
    RawResourceClaim& claim = podClaims.claims[i];
    if (!claim.allocation && found != answer.allocations.end()) claim.allocation = (found++)->allocation;
    if (claim.meta.uid.empty() && !podClaims.isShared[i]) giveClaimTo(pod, pod.spec.deviceClaims[i].name, claim);
    claim.reservedFor.push_back({"pods", pod.meta.key.name, pod.meta.uid});
    store.putExtra(std::move(claim));
  }
}

void releaseClaims(DemoStore& store, const RawPod& pod) {
  if (pod.spec.deviceClaims.empty()) return;
  for (const auto& claim : store.claims()) {
    if (!isUsedBy(*claim, pod)) continue;
    const auto& owners = claim->meta.owners;
    const bool isItsOwn =
        std::any_of(owners.begin(), owners.end(), [&](const OwnerRef& owner) { return owner.uid == pod.meta.uid; });
    if (isItsOwn) {
      store.removeExtra(ExtraKind::ResourceClaim, claim->meta.key);
      continue;
    }
    RawResourceClaim left = *claim;
    left.reservedFor.erase(std::remove_if(left.reservedFor.begin(), left.reservedFor.end(),
                                          [&](const RawClaimUser& user) { return user.uid == pod.meta.uid; }),
                           left.reservedFor.end());
    if (left.reservedFor.empty()) left.allocation.reset();
    store.putExtra(std::move(left));
  }
}

}  // namespace cardinal::sim
