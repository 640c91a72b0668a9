// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/capacity.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/alloc/admission.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/explain/within_reach.h"
#include "core/alloc/selector_mismatch.h"
#include "core/model/extras/extra.h"
#include "core/plan/capacity/more_nodes.h"
#include "core/plan/capacity/replica_count.h"
#include "core/plan/capacity/why_full.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxKinds = 8;
constexpr int kTen = 10;

using Bindings = std::map<std::pair<ReasonCode, std::string>, CapacityBinding>;

/// What nodes have instead differs from node to node.
std::string detailOf(const Rejection& reason) {
  const std::string_view detail = reason.detail.text();
  if (reason.code != ReasonCode::NodeSelectorMismatch) return std::string(detail);
  return std::string(alloc::selectorMismatchOf(detail).wanted);
}

/// By node.
using NodeSet = std::vector<bool>;

/// But for refusals of nodes in `without`.
void count(const std::vector<NodeRejection>& rejections, const NodeSet& without, const NodeSet& took, Bindings& out) {
  CapacityBinding* last = nullptr;
  const Rejection* reasonOfLast = nullptr;
  for (const NodeRejection& rejection : rejections) {
    if (without[rejection.node.value]) continue;
    const Rejection& reason = rejection.reason;
    // Most nodes say the same.
    if (last == nullptr || reason.code != reasonOfLast->code || reason.detail != reasonOfLast->detail) {
      const std::string detail = detailOf(reason);
      last = &out[{reason.code, detail}];
      last->code = reason.code;
      last->detail = detail;
      reasonOfLast = &reason;
    }
    ++last->nodes;
    last->tookSome += took[rejection.node.value] ? 1 : 0;
    last->sumWouldFit += rejection.sumWouldFit ? 1 : 0;
  }
}

std::vector<CapacityBinding> bindingsOf(const AllocationAnswer& answer, const std::vector<NodeRejection>& full,
                                        const NodeSet& took) {
  Bindings counted;
  NodeSet listed(took.size());
  for (const NodeRejection& rejection : full) listed[rejection.node.value] = true;
  count(answer.rejections, listed, took, counted);
  count(full, NodeSet(took.size()), took, counted);
  std::vector<CapacityBinding> out;
  for (const auto& entry : counted) out.push_back(entry.second);
  std::stable_sort(out.begin(), out.end(), [](const CapacityBinding& a, const CapacityBinding& b) {
    return std::pair(a.tookSome, a.nodes) > std::pair(b.tookSome, b.nodes);
  });
  return out;
}

/// Pods elsewhere have a say in where this one may go, so a node cannot be asked on its own.
bool minds(const RawPodSpec& spec, const AllocationAnswer& answer) {
  return spec.hasPodAffinity || spec.hasTopologySpread ||
         std::any_of(answer.reasonCounts.begin(), answer.reasonCounts.end(),
                     [](const ReasonCount& one) { return one.code == ReasonCode::ExistingAntiAffinity; });
}

bool isBetweenPods(ReasonCode code) {
  return code == ReasonCode::PodAffinityUnmatched || code == ReasonCode::TopologySpreadSkew ||
         code == ReasonCode::PodAntiAffinityConflict || code == ReasonCode::ExistingAntiAffinity;
}

/// The preview calls the same nodes unknown.
std::uint32_t unknownAmong(const std::vector<NodeRejection>& rejections) {
  return static_cast<std::uint32_t>(std::count_if(rejections.begin(), rejections.end(),
                                                  [](const NodeRejection& one) { return isUnknown(one.reason); }));
}

/// What drivers would publish for a further node is not known, so it is no reason that an empty one offers nothing.
bool dependsOnDrivers(const RawPod& pod, const NodeRecord& like, const AllocationAnswer& alone) {
  const bool hasDrivers = like.extras != nullptr && !like.extras->slices.empty();
  if (alone.rejections.empty()) return hasDrivers || !pod.spec.deviceClaims.empty();
  const ReasonCode code = alone.rejections.front().reason.code;
  if (!hasDrivers) return false;
  return code == ReasonCode::NoGpu || code == ReasonCode::ModeMismatch || code == ReasonCode::InsufficientResource ||
         code == ReasonCode::NotEnoughWholeCards || code == ReasonCode::StackRefused;
}

class Capacity {
 public:
  Capacity(const AllocationRequest& request, const ClusterSnapshot& snapshot, const std::stop_token& stop, int limit)
      : m_request(request), m_snapshot(snapshot), m_stop(stop), m_limit(limit) {
    m_request.replicas = limit;
  }

  CapacityAnswer run() {
    CapacityAnswer out;
    out.generation = m_snapshot.generation;
    out.time = m_snapshot.time;
    const AllocationAnswer answer = allocate(m_request, m_snapshot, {}, m_stop);
    out.requestProblems = answer.requestProblems;
    if (!out.requestProblems.empty()) return out;
    NodeSet took(m_snapshot.nodes.size());
    for (const ReplicaPlacement& placement : answer.placements) took[placement.place.node.value] = true;
    const plan::ReplicaCount fits = plan::countReplicas(m_request, m_snapshot, answer, m_stop);
    out.fits = fits.least;
    out.isLeast = !fits.isExact || out.fits >= m_limit;
    m_mindsOthers = minds(m_request.pod->spec, answer);
    out.nodesUsed = static_cast<std::uint32_t>(std::count(took.begin(), took.end(), true));
    out.caveats = answer.caveats;
    out.firstMiss = answer.firstMiss;
    out.unknownNodes = unknownAmong(answer.rejections);
    if (!out.isLeast) {
      const std::vector<NodeRejection> full =
          plan::whyFull(alloc::admit(m_request, m_snapshot).request, m_snapshot, answer);
      out.unknownNodes += unknownAmong(full);
      out.bindings = bindingsOf(answer, full, took);
    }
    addGains(out);
    if (m_stop.stop_requested()) return stopped();
    return out;
  }

 private:
  CapacityAnswer stopped() const {
    CapacityAnswer out;
    out.requestProblems = {makeError(ErrorCode::Cancelled)};
    return out;
  }

  void addGains(CapacityAnswer& out) {
    const auto kinds = plan::nodeKinds(m_snapshot);
    std::vector<CapacityGain> refused;  // behind those that bring something
    for (std::size_t i = 0; i < kinds.size() && i < kMaxKinds; ++i) {
      if (m_stop.stop_requested()) break;
      CapacityGain gain = gainOf(kinds[i], out);
      (gain.refusal || gain.isUnknown ? refused : out.gains).push_back(std::move(gain));
    }
    std::move(refused.begin(), refused.end(), std::back_inserter(out.gains));
  }

  CapacityGain gainOf(const plan::NodeKind& kind, const CapacityAnswer& now) const {
    CapacityGain out;
    out.like = kind.like;
    out.nodes = kind.nodes;
    const NodeRecord& like = m_snapshot.node(kind.like);
    const AllocationAnswer alone =
        allocate(m_request, plan::onlyNodes(m_snapshot, {plan::emptyCopy(like, 1)}), {}, m_stop);
    // Alone it has no pods around it, which the others of the cluster would be.
    const bool takesNone =
        alone.placements.empty() && (alone.rejections.empty() || !isBetweenPods(alone.rejections.front().reason.code));
    if (takesNone && (dependsOnDrivers(*m_request.pod, like, alone) || unknownAmong(alone.rejections) > 0)) {
      out.isUnknown = true;
      out.refusal =
          !alone.rejections.empty() && isDecidedAtAdmission(alone.rejections.front().reason)
              ? alone.rejections.front().reason
              : Rejection{ReasonCode::ModeNotPlaceable, Waiting::Unknown, kPendingCard, 0, 0, toString(like.gpu.mode)};
    } else if (takesNone && !alone.rejections.empty()) {
      out.refusal = alone.rejections.front().reason;
      out.withOne = out.withTen = 0;
    } else if (m_mindsOthers) {
      out.withOne = gainInCluster(like, 1, now);
      out.withTen = gainInCluster(like, kTen, now);
    } else if (const auto fits = static_cast<std::int64_t>(alone.placements.size()); fits < m_limit) {
      out.withOne = fits;
      out.withTen = fits * kTen;
    }
    return out;
  }

  std::optional<std::int64_t> gainInCluster(const NodeRecord& like, int nodes, const CapacityAnswer& now) const {
    if (now.isLeast) return std::nullopt;
    std::vector<NodePtr> more;
    for (int i = 1; i <= nodes; ++i) more.push_back(plan::emptyCopy(like, i));
    const ClusterSnapshot with = plan::withNodes(m_snapshot, more);
    const AllocationAnswer answer = allocate(m_request, with, {}, m_stop);
    const plan::ReplicaCount fits = plan::countReplicas(m_request, with, answer, m_stop);
    if (!fits.isExact || fits.least >= m_limit) return std::nullopt;
    return fits.least - now.fits;
  }

  AllocationRequest m_request;
  const ClusterSnapshot& m_snapshot;
  const std::stop_token& m_stop;
  int m_limit;
  bool m_mindsOthers = false;
};

}  // namespace

CapacityAnswer answerCapacity(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                              const std::stop_token& stop, int limit) {
  return Capacity(request, snapshot, stop, limit).run();
}

}  // namespace cardinal
