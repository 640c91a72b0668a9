// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/claim_book.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/stacks/dra/dra.h"
#include "core/alloc/stacks/dra/dra_claims.h"

namespace cardinal::plan {
namespace {

using ClaimPtr = std::shared_ptr<const RawResourceClaim>;

template <typename T>
std::vector<RawExtra> asExtras(const std::vector<std::shared_ptr<const T>>& list) {
  return {list.begin(), list.end()};
}

void addAll(std::set<std::string>& into, const std::set<std::string>& names) {
  into.insert(names.begin(), names.end());
}

bool isMadeFor(const RawResourceClaim& claim, const RawPod& pod) {
  return !pod.meta.uid.empty() && std::any_of(claim.meta.owners.begin(), claim.meta.owners.end(),
                                              [&](const OwnerRef& owner) { return owner.uid == pod.meta.uid; });
}

bool isUser(const RawClaimUser& user, const RawPod& pod) {
  const bool isOther = !user.uid.empty() && !pod.meta.uid.empty() && user.uid != pod.meta.uid;
  return user.resource == "pods" && user.name == pod.meta.key.name && !isOther;
}

bool isNamedBy(const RawResourceClaim& claim, const RawPod& pod) {
  const auto& entries = pod.spec.deviceClaims;
  return std::any_of(entries.begin(), entries.end(),
                     [&](const PodDeviceClaim& entry) { return entry.claim == claim.meta.key.name; });
}

/// No version of the server any more: another state of the object always counts as another one.
RawResourceClaim changedCopy(const RawResourceClaim& claim) {
  RawResourceClaim out = claim;
  out.meta.resourceVersion.clear();
  return out;
}

/// The claim as the controller makes it for an entry of the pod.
void markMade(RawResourceClaim& claim, const RawPod& pod, const std::string& entry) {
  if (isMadeFor(claim, pod)) return;
  claim.meta.owners = {{"Pod", pod.meta.key.name, pod.meta.uid, true}};
  eraseIf(claim.meta.annotations, [](const auto& one) { return one.first == alloc::kPodClaimEntry; });
  claim.meta.annotations.emplace_back(std::string(alloc::kPodClaimEntry), entry);
}

}  // namespace

provider::ExtrasStore& ClaimBook::store() {
  if (m_store != nullptr) return *m_store;
  m_store = std::make_unique<provider::ExtrasStore>();
  if (knows(ExtraKind::ResourceSlice)) (void)m_store->replace(ExtraKind::ResourceSlice, asExtras(m_extras->slices));
  if (knows(ExtraKind::DeviceClass)) (void)m_store->replace(ExtraKind::DeviceClass, asExtras(m_extras->classes));
  if (knows(ExtraKind::ResourceClaim)) (void)m_store->replace(ExtraKind::ResourceClaim, asExtras(m_extras->claims));
  if (knows(ExtraKind::ResourceClaimTemplate))
    (void)m_store->replace(ExtraKind::ResourceClaimTemplate, asExtras(m_extras->templates));
  return *m_store;
}

void ClaimBook::refresh() {
  const auto& now = store().shared();
  auto out = std::make_shared<ClusterExtras>(*m_extras);
  out->slices = now->slices;
  out->claims = now->claims;
  out->templates = now->templates;
  m_extras = std::move(out);
}

std::shared_ptr<const NodeExtras> ClaimBook::of(const std::string& node, const NodeExtras* before) const {
  auto out = before != nullptr ? std::make_shared<NodeExtras>(*before) : std::make_shared<NodeExtras>();
  const auto now = m_store != nullptr ? m_store->of(node) : nullptr;
  out->slices = now != nullptr ? now->slices : decltype(out->slices){};
  out->claims = now != nullptr ? now->claims : decltype(out->claims){};
  return out;
}

ClaimBook::Names ClaimBook::release(const RawPod& pod) {
  Names touched;
  if (!concerns(pod) || !knows(ExtraKind::ResourceClaim)) return touched;
  const auto first = std::lower_bound(m_extras->claims.begin(), m_extras->claims.end(), pod.meta.key.ns,
                                      [](const ClaimPtr& claim, const auto& ns) { return claim->meta.key.ns < ns; });
  std::vector<ClaimPtr> gone;
  std::vector<ClaimPtr> left;
  for (auto at = first; at != m_extras->claims.end() && (*at)->meta.key.ns == pod.meta.key.ns; ++at) {
    if (isMadeFor(**at, pod)) {
      gone.push_back(*at);
    } else if (isNamedBy(**at, pod)) {
      RawResourceClaim claim = changedCopy(**at);
      const auto users = std::erase_if(claim.reservedFor, [&](const RawClaimUser& user) { return isUser(user, pod); });
      if (users == 0) continue;
      if (claim.reservedFor.empty()) claim.allocation.reset();
      left.push_back(std::make_shared<const RawResourceClaim>(std::move(claim)));
    }
  }
  if (gone.empty() && left.empty()) return touched;
  for (const ClaimPtr& claim : gone) addAll(touched, store().remove(ExtraKind::ResourceClaim, claim->meta.key, {}));
  for (ClaimPtr& claim : left) addAll(touched, store().upsert(std::move(claim)));
  refresh();
  return touched;
}

std::optional<ClaimBook::Names> ClaimBook::bind(const RawPod& pod, const RawNode& node) {
  if (m_extras == nullptr) return std::nullopt;
  const alloc::PodClaims found = alloc::claimsOf(makeRequest(std::make_shared<const RawPod>(pod)), m_extras.get());
  if (!found.problems.empty() || found.claims.size() != pod.spec.deviceClaims.size()) return std::nullopt;
  const alloc::DraCluster cluster(m_extras->slices, m_extras->classes, alloc::gatesOf(*m_extras));
  std::vector<const RawResourceClaim*> asked;
  for (const RawResourceClaim& claim : found.claims) asked.push_back(&claim);
  const alloc::DraAnswer answer =
      alloc::DraQuestion(cluster, asked, found.isShared).ask(node, alloc::DraHeld(m_extras->claims));
  if (answer.outcome != alloc::DraOutcome::Fits) return std::nullopt;
  Names touched;
  for (std::size_t i = 0; i < found.claims.size(); ++i) {
    RawResourceClaim claim = changedCopy(found.claims[i]);
    for (const alloc::DraAllocation& one : answer.allocations) {
      if (one.claim == claim.meta.key && !claim.allocation) claim.allocation = one.allocation;
    }
    if (!found.isShared[i]) markMade(claim, pod, pod.spec.deviceClaims[i].name);
    const bool isKnown = std::any_of(claim.reservedFor.begin(), claim.reservedFor.end(),
                                     [&](const RawClaimUser& user) { return isUser(user, pod); });
    if (!isKnown) claim.reservedFor.push_back({"pods", pod.meta.key.name, pod.meta.uid});
    addAll(touched, store().upsert(std::make_shared<const RawResourceClaim>(std::move(claim))));
  }
  refresh();
  return touched;
}

void ClaimBook::add(const ClaimObjects& objects, const std::string& ns) {
  bool isChanged = false;
  const auto put = [&](const auto& list, const auto& present, ExtraKind kind) {
    if (!knows(kind)) return;
    for (auto object : list) {
      if (object.meta.key.ns.empty()) object.meta.key.ns = ns;
      const bool isThere = std::any_of(present.begin(), present.end(),
                                       [&](const auto& one) { return one->meta.key == object.meta.key; });
      if (isThere) continue;
      (void)store().upsert(std::make_shared<const std::decay_t<decltype(object)>>(std::move(object)));
      isChanged = true;
    }
  };
  if (m_extras == nullptr) return;
  put(objects.claims, m_extras->claims, ExtraKind::ResourceClaim);
  put(objects.templates, m_extras->templates, ExtraKind::ResourceClaimTemplate);
  if (isChanged) refresh();
}

bool ClaimBook::addNodeLike(const std::string& like, const std::string& name) {
  if (!knows(ExtraKind::ResourceSlice)) return true;
  const auto own = store().of(like);
  if (own == nullptr || own->slices.empty()) return true;
  for (const auto& slice : own->slices) {
    if (slice->nodes.nodeName != like || slice->perDeviceNodes) return false;
  }
  for (const auto& slice : own->slices) {
    RawResourceSlice copy = *slice;
    copy.meta.key.name += "-" + name;
    copy.meta.uid.clear();
    copy.meta.resourceVersion.clear();
    copy.nodes.nodeName = name;
    copy.pool = slice->pool == like ? name : slice->pool + "-" + name;
    (void)store().upsert(std::make_shared<const RawResourceSlice>(std::move(copy)));
  }
  refresh();
  return true;
}

ClaimBook::Names ClaimBook::restore(const Extras& earlier) {
  if (earlier == m_extras || earlier == nullptr) return {};
  Names touched = store().replace(ExtraKind::ResourceClaim, asExtras(earlier->claims));
  m_extras = earlier;
  return touched;
}

}  // namespace cardinal::plan
