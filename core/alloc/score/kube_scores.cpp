// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/kube_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/alloc/filter/taints.h"
#include "core/alloc/score/affinity_score.h"
#include "core/alloc/score/spread_score.h"
#include "core/base/saturate.h"
#include "core/model/pods/pod_owner.h"
#include "core/provider/pod_request.h"

namespace cardinal::alloc {
namespace {

constexpr std::int64_t kMaxScore = 100;
const std::vector<ResourceWeight> kUsualResources = {{"cpu", 1}, {"memory", 1}};

std::int64_t leastOf(std::int64_t requested, std::int64_t capacity) {
  if (capacity <= 0 || requested > capacity) return 0;
  const std::int64_t free = saturatedDifference<std::int64_t>(capacity, requested);
  // Amounts of a foreign object may be near the end of the range.
  if (free > std::numeric_limits<std::int64_t>::max() / kMaxScore)
    return std::min(free / (capacity / kMaxScore), kMaxScore);
  return free * kMaxScore / capacity;
}

double shareOf(std::int64_t requested, std::int64_t capacity) {
  return capacity == 0 ? 1.0 : static_cast<double>(requested) / static_cast<double>(capacity);
}

/// Half the difference of two shares, the standard deviation of more.
double deviationOf(const std::vector<double>& shares) {
  if (shares.size() < 2) return 0;
  if (shares.size() == 2) return std::abs((shares[0] - shares[1]) / 2);
  double mean = 0;
  for (const double share : shares) mean += share;
  mean /= static_cast<double>(shares.size());
  double squares = 0;
  for (const double share : shares) squares = squares + (share - mean) * (share - mean);
  return std::sqrt(squares / static_cast<double>(shares.size()));
}

std::int64_t mostOf(std::int64_t requested, std::int64_t capacity) {
  const std::int64_t taken = std::clamp<std::int64_t>(requested, 0, capacity);
  if (taken > std::numeric_limits<std::int64_t>::max() / kMaxScore)
    return std::min(taken / (capacity / kMaxScore), kMaxScore);
  return taken * kMaxScore / capacity;
}

/// The configured curve in whole numbers; scores of 0..10 become 0..100.
std::int64_t onCurve(const std::vector<CurvePoint>& curve, std::int64_t utilization) {
  constexpr std::int64_t kScale = 10;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (utilization > curve[i].utilization) continue;
    if (i == 0) return curve[0].score * kScale;
    const CurvePoint& from = curve[i - 1];
    const std::int64_t rise = kScale * (curve[i].score - from.score);
    return from.score * kScale + rise * (utilization - from.utilization) / (curve[i].utilization - from.utilization);
  }
  return curve.empty() ? 0 : curve.back().score * kScale;
}

/// Mean of the scores of several resources, as each strategy takes it.
class WeightedScore {
 public:
  explicit WeightedScore(const FitStrategy& fit) : m_fit(fit) {}

  void add(std::int64_t requested, std::int64_t capacity, std::int64_t weight) {
    if (capacity <= 0) return;
    if (m_fit.type == FitStrategy::Type::CapacityRatio) {
      const bool over = requested > capacity;
      const std::int64_t score = onCurve(m_fit.curve, over ? kMaxScore : mostOf(requested, capacity));
      if (score <= 0) return;
      m_sum += score * weight;
    } else {
      const bool least = m_fit.type == FitStrategy::Type::LeastAllocated;
      m_sum += weight * (least ? leastOf(requested, capacity) : mostOf(requested, capacity));
    }
    m_weights += weight;
  }

  int result() const {
    if (m_weights == 0) return 0;
    if (m_fit.type != FitStrategy::Type::CapacityRatio) return static_cast<int>(m_sum / m_weights);
    return static_cast<int>(std::round(static_cast<double>(m_sum) / static_cast<double>(m_weights)));
  }

 private:
  const FitStrategy& m_fit;
  std::int64_t m_sum = 0;
  std::int64_t m_weights = 0;
};

ScoreCode codeOf(FitStrategy::Type type) {
  switch (type) {
    case FitStrategy::Type::MostAllocated:
      return ScoreCode::MostAllocated;
    case FitStrategy::Type::CapacityRatio:
      return ScoreCode::CapacityRatio;
    case FitStrategy::Type::LeastAllocated:
      break;
  }
  return ScoreCode::LeastAllocated;
}

std::string normalisedImage(const std::string& name) {
  const auto colon = name.rfind(':');
  const auto slash = name.rfind('/');
  const bool tagged = colon != std::string::npos && (slash == std::string::npos || colon > slash);
  return tagged ? name : name + ":latest";
}

std::int64_t bytesOn(const NodeRecord& node, std::uint64_t image) {
  for (const ImageOnNode& entry : node.scheduler.images) {
    if (entry.nameHash == image) return entry.bytes;
  }
  return -1;
}

ScoreCode codeOf(KubeScore score) {
  switch (score) {
    case KubeScore::LeastAllocated:
      return ScoreCode::LeastAllocated;
    case KubeScore::BalancedAllocation:
      return ScoreCode::BalancedAllocation;
    case KubeScore::TaintToleration:
      return ScoreCode::TaintToleration;
    case KubeScore::NodeAffinity:
      return ScoreCode::NodeAffinity;
    case KubeScore::PodTopologySpread:
      return ScoreCode::TopologySpread;
    case KubeScore::InterPodAffinity:
      return ScoreCode::PodAffinity;
    case KubeScore::ImageLocality:
      return ScoreCode::ImageLocality;
    case KubeScore::NodePreferAvoidPods:
      break;
  }
  return ScoreCode::PreferAvoidPods;
}

/// Parts that are the same everywhere say nothing, so only the total holds them. True when nothing is left.
bool addPart(std::vector<Candidate>& candidates, const std::vector<std::int64_t>& scores, KubeScore score,
             std::int64_t weight) {
  if (weight == 0 || scores.empty()) return true;
  const bool differs = std::any_of(scores.begin(), scores.end(), [&](std::int64_t one) { return one != scores[0]; });
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].total += scores[i] * weight;
    if (!differs) continue;
    candidates[i].parts.push_back(
        {codeOf(score), static_cast<int>(scores[i] * weight), static_cast<int>(kMaxScore * weight), true});
  }
  return !differs;
}

bool isOwn(ScoreCode code) {
  return code == ScoreCode::CardPacking || code == ScoreCode::BestFit || code == ScoreCode::LeastAllocated ||
         code == ScoreCode::MostAllocated || code == ScoreCode::CapacityRatio || code == ScoreCode::BalancedAllocation;
}

void resetOne(Candidate& candidate) {
  std::size_t own = 0;
  candidate.total = 0;
  for (const ScorePart& part : candidate.parts) {
    if (!isOwn(part.code)) break;
    ++own;
    if (part.decides && part.code != ScoreCode::CardPacking) candidate.total += part.value;
  }
  candidate.parts.truncate(own);
}

}  // namespace

KubeScores::KubeScores(const Demand& demand, const ClusterSnapshot& snapshot, const SchedulerProfile& profile)
    : m_demand(demand),
      m_pod(*demand.request.pod),
      m_snapshot(snapshot),
      m_profile(profile),
      m_fitConfigured(!(profile.fit == FitStrategy{})) {
  const provider::WeighedRequest weighed = provider::weighedIncoming(m_pod);
  m_cpuMilli = weighed.cpuMilli;
  m_memory = weighed.memory;
  m_placed = provider::weighedRequest(m_pod);
  const Quantity* overhead = find(m_pod.spec.overhead, "cpu");
  if (profile.cpuOverheadInCores && overhead != nullptr) m_cpuMilli += overhead->value() - overhead->milliValue();
  if (const Quantity* cpu = find(demand.resources, "cpu")) m_plainCpuMilli = cpu->milliValue();
  if (const Quantity* memory = find(demand.resources, "memory")) m_plainMemory = memory->value();
  if (profile.countsInitImages) {
    for (const Container& container : m_pod.spec.initContainers) m_images.push_back(&container);
  }
  for (const Container& container : m_pod.spec.containers) m_images.push_back(&container);
  const auto& balance = profile.balance.empty() ? kUsualResources : profile.balance;
  m_balancesNothing = std::none_of(balance.begin(), balance.end(), [&](const ResourceWeight& one) {
    return find(demand.resources, one.name) != nullptr;
  });
}

std::int64_t KubeScores::cpuWith(const NodeView& view) const {
  return saturatedSum<std::int64_t>(
      saturatedSum<std::int64_t>(view.weighedCpuMilli(),
                                 saturatedProduct<std::int64_t>(view.placed, m_placed.cpuMilli)),
      m_cpuMilli);
}

std::int64_t KubeScores::memoryWith(const NodeView& view) const {
  return saturatedSum<std::int64_t>(
      saturatedSum<std::int64_t>(view.weighedMemory(), saturatedProduct<std::int64_t>(view.placed, m_placed.memory)),
      m_memory);
}

/// What the pod does not ask for says nothing about where it should go, local storage aside.
std::optional<std::pair<std::int64_t, std::int64_t>> KubeScores::otherWith(const NodeView& view,
                                                                           const std::string& resource,
                                                                           std::int64_t replicas) const {
  const Quantity* requested = find(m_demand.resources, resource);
  const Quantity* capacity = find(view.raw().allocatable, resource);
  if (capacity == nullptr || (requested == nullptr && resource != "ephemeral-storage")) return std::nullopt;
  const Quantity* held = find(view.node->requested, resource);
  const std::int64_t taken = held != nullptr ? held->value() : 0;
  const std::int64_t own = requested != nullptr ? requested->value() : 0;
  return std::pair(saturatedSum<std::int64_t>(taken, saturatedProduct<std::int64_t>(replicas, own)), capacity->value());
}

/// Shares of the resources that are balanced, of the node with the pod or without it.
std::vector<double> KubeScores::sharesOf(const NodeView& view, const BasicResources& resources, bool with) const {
  std::vector<double> out;
  const auto add = [&out](std::int64_t requested, std::int64_t capacity) {
    if (capacity > 0) out.push_back(std::min(shareOf(requested, capacity), 1.0));
  };
  for (const ResourceWeight& one : m_profile.balance.empty() ? kUsualResources : m_profile.balance) {
    if (one.name == "cpu") {
      add(saturatedSum<std::int64_t>(resources.cpuRequested, with ? m_plainCpuMilli : 0), resources.cpuAllocatable);
    } else if (one.name == "memory") {
      add(saturatedSum<std::int64_t>(resources.memoryRequested, with ? m_plainMemory : 0), resources.memoryAllocatable);
    } else if (const auto other = otherWith(view, one.name, view.placed + (with ? 1 : 0))) {
      add(other->first, other->second);
    }
  }
  return out;
}

/// The balance of configured resources, and since 1.36 how much the pod changes it.
int KubeScores::balanceOf(const NodeView& view, const BasicResources& resources) const {
  const auto score = [](const std::vector<double>& shares) {
    return static_cast<int>((1 - deviationOf(shares)) * static_cast<double>(kMaxScore));
  };
  const int with = score(sharesOf(view, resources, true));
  if (!m_profile.balanceCompares) return with;
  constexpr int kHalf = 50;
  return kHalf + (kHalf + with - score(sharesOf(view, resources, false))) / 2;
}

/// By a configured strategy, with its resources and their weights.
int KubeScores::fitScore(const NodeView& view, const BasicResources& resources) const {
  const FitStrategy& fit = m_profile.fit;
  const std::int64_t replicas = view.placed + 1;
  WeightedScore sum(fit);
  for (const ResourceWeight& one : fit.resources.empty() ? kUsualResources : fit.resources) {
    if (one.name == "cpu") {
      sum.add(cpuWith(view), resources.cpuAllocatable, one.weight);
      continue;
    }
    if (one.name == "memory") {
      sum.add(memoryWith(view), resources.memoryAllocatable, one.weight);
      continue;
    }
    if (const auto other = otherWith(view, one.name, replicas)) sum.add(other->first, other->second, one.weight);
  }
  return sum.result();
}

int KubeScores::leastAllocated(const NodeView& view, const BasicResources& resources) const {
  if (m_fitConfigured) return fitScore(view, resources);
  const std::int64_t cpu = cpuWith(view);
  const std::int64_t memory = memoryWith(view);
  std::int64_t resourcesCounted = 2;
  if (m_profile.skipsAbsentResources) {
    resourcesCounted = (resources.cpuAllocatable != 0 ? 1 : 0) + (resources.memoryAllocatable != 0 ? 1 : 0);
  }
  if (resourcesCounted == 0) return 0;
  return static_cast<int>((leastOf(cpu, resources.cpuAllocatable) + leastOf(memory, resources.memoryAllocatable)) /
                          resourcesCounted);
}

int KubeScores::balancedAllocation(const NodeView& view, const BasicResources& resources) const {
  if (m_profile.skipsBestEffortBalance && m_balancesNothing) return 0;
  if (!m_profile.balance.empty() || m_profile.balanceCompares) return balanceOf(view, resources);
  std::int64_t cpu = cpuWith(view);
  std::int64_t memory = memoryWith(view);
  if (m_profile.balancesPlainRequests) {
    // The replicas that the plan placed are in these already.
    cpu = saturatedSum<std::int64_t>(resources.cpuRequested, m_plainCpuMilli);
    memory = saturatedSum<std::int64_t>(resources.memoryRequested, m_plainMemory);
  }
  double cpuShare = shareOf(cpu, resources.cpuAllocatable);
  double memoryShare = shareOf(memory, resources.memoryAllocatable);
  if (!m_profile.balancesByDeviation) {
    if (cpuShare >= 1 || memoryShare >= 1) return 0;
    return static_cast<int>((1 - std::abs(cpuShare - memoryShare)) * static_cast<double>(kMaxScore));
  }
  if (resources.cpuAllocatable == 0 || resources.memoryAllocatable == 0) return kMaxScore;
  cpuShare = std::min(cpuShare, 1.0);
  memoryShare = std::min(memoryShare, 1.0);
  return static_cast<int>((1 - std::abs((cpuShare - memoryShare) / 2)) * static_cast<double>(kMaxScore));
}

std::int64_t KubeScores::allocationScore(const NodeView& view, const BasicResources& resources) const {
  return leastAllocated(view, resources) * m_profile.weightOf(KubeScore::LeastAllocated) +
         balancedAllocation(view, resources) * m_profile.weightOf(KubeScore::BalancedAllocation);
}

void KubeScores::add(const NodeView& view, const BasicResources& resources, Candidate& out) const {
  const auto push = [&](KubeScore score, ScoreCode code, int value) {
    const std::int64_t weight = m_profile.weightOf(score);
    if (weight == 0) return;
    out.total += value * weight;
    out.parts.push_back({code, static_cast<int>(value * weight), static_cast<int>(kMaxScore * weight), true});
  };
  push(KubeScore::LeastAllocated, codeOf(m_profile.fit.type), leastAllocated(view, resources));
  push(KubeScore::BalancedAllocation, ScoreCode::BalancedAllocation, balancedAllocation(view, resources));
  const bool noTaints = view.row != nullptr && view.row->isOpen;
  out.avoidedTaints = noTaints || view.raw().taints.empty() ? 0 : intolerablePreferences(m_pod.spec, view.raw());
}

std::vector<std::int64_t> KubeScores::taintScores(const std::vector<Candidate>& candidates) const {
  std::int64_t most = 0;
  for (const Candidate& candidate : candidates) most = std::max<std::int64_t>(most, candidate.avoidedTaints);
  std::vector<std::int64_t> out(candidates.size(), kMaxScore);
  if (most == 0) return out;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    out[i] = kMaxScore - kMaxScore * candidates[i].avoidedTaints / most;
  return out;
}

std::vector<std::int64_t> KubeScores::imageScores(const std::vector<Candidate>& candidates) const {
  if (m_snapshot.counts.nodesWithImages == 0 || m_images.empty()) return {};
  constexpr std::int64_t kMib = std::int64_t{1} << 20U;
  constexpr std::int64_t kMin = 23 * kMib;
  std::int64_t most = 1000 * kMib;
  if (m_profile.imagesPerContainer) most *= static_cast<std::int64_t>(m_images.size());
  std::vector<std::int64_t> sums(candidates.size(), 0);
  const auto nodes = std::count_if(m_snapshot.nodes.begin(), m_snapshot.nodes.end(),
                                   [](const NodePtr& node) { return node->exists(); });
  for (const Container* container : m_images) {
    const std::uint64_t image = hashOfImage(normalisedImage(container->image));
    const auto holders = std::count_if(m_snapshot.nodes.begin(), m_snapshot.nodes.end(), [&](const NodePtr& node) {
      return node->exists() && bytesOn(*node, image) >= 0;
    });
    if (holders == 0) continue;
    const double spread = static_cast<double>(holders) / static_cast<double>(nodes);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const std::int64_t bytes = bytesOn(m_snapshot.node(candidates[i].node), image);
      if (bytes >= 0) sums[i] += static_cast<std::int64_t>(static_cast<double>(bytes) * spread);
    }
  }
  for (std::int64_t& sum : sums) sum = kMaxScore * (std::clamp(sum, kMin, most) - kMin) / (most - kMin);
  return sums;
}

std::vector<std::int64_t> KubeScores::avoidScores(const std::vector<Candidate>& candidates) const {
  std::vector<std::int64_t> out(candidates.size(), kMaxScore);
  if (!mayBeAvoided()) return out;
  const OwnerRef* owner = controllerOf(m_pod);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const PlacementRow* row = m_snapshot.rowOf(candidates[i].node);
    if (row != nullptr && !row->avoids) continue;
    const auto& avoids = m_snapshot.node(candidates[i].node).raw->avoids;
    const bool avoided = std::any_of(avoids.begin(), avoids.end(), [&](const AvoidedController& one) {
      return one.kind == owner->kind && one.uid == owner->uid;
    });
    if (avoided) out[i] = 0;
  }
  return out;
}

bool KubeScores::finish(std::vector<Candidate>& candidates) const {
  bool plain = true;
  std::int64_t same = 0;  // what every candidate gets, added at the end: each pass over 10,000 of them is felt
  const auto addSame = [&](KubeScore score) { same += kMaxScore * m_profile.weightOf(score); };
  const auto addAll = [&](KubeScore score, const std::vector<std::int64_t>& scores) {
    plain = addPart(candidates, scores, score, m_profile.weightOf(score)) && plain;
  };
  const auto avoids = [](const Candidate& candidate) { return candidate.avoidedTaints != 0; };
  if (std::any_of(candidates.begin(), candidates.end(), avoids)) {
    plain = false;
    addAll(KubeScore::TaintToleration, taintScores(candidates));
  } else {
    addSame(KubeScore::TaintToleration);
  }
  addAll(KubeScore::NodeAffinity, nodeAffinityScores(m_pod, m_snapshot, candidates));
  if (spreadsSoftly(m_pod, m_snapshot, m_profile)) {
    plain = false;
    addAll(KubeScore::PodTopologySpread, spreadScores(m_pod, m_snapshot, m_profile, candidates));
  } else if (m_profile.spreadScoresEveryone) {
    addSame(KubeScore::PodTopologySpread);
  }
  addAll(KubeScore::InterPodAffinity, podAffinityScores(m_pod, m_snapshot, m_profile, candidates));
  const std::vector<std::int64_t> images = imageScores(candidates);
  addAll(KubeScore::ImageLocality, images);
  if (mayBeAvoided()) {
    if (m_profile.weightOf(KubeScore::NodePreferAvoidPods) != 0)
      addAll(KubeScore::NodePreferAvoidPods, avoidScores(candidates));
  } else {
    addSame(KubeScore::NodePreferAvoidPods);
  }
  for (Candidate& candidate : candidates) candidate.total += same;
  return plain && (images.empty() || images.front() == 0) && m_pod.spec.preferredNodeAffinity.empty();
}

KubeScores::Unscaled KubeScores::unscaled(const std::vector<Candidate>& candidates) const {
  Unscaled out;
  std::int64_t same = 0;
  if (!spreadsSoftly(m_pod, m_snapshot, m_profile) && m_profile.spreadScoresEveryone)
    same += kMaxScore * m_profile.weightOf(KubeScore::PodTopologySpread);
  if (!mayBeAvoided()) same += kMaxScore * m_profile.weightOf(KubeScore::NodePreferAvoidPods);
  for (const Candidate& candidate : candidates) {
    out.fixed.push_back(candidate.total + same);
    out.taints.push_back(candidate.avoidedTaints);
  }
  const auto addAll = [&](KubeScore score, const std::vector<std::int64_t>& scores) {
    for (std::size_t i = 0; i < scores.size(); ++i) out.fixed[i] += scores[i] * m_profile.weightOf(score);
  };
  addAll(KubeScore::ImageLocality, imageScores(candidates));
  if (mayBeAvoided()) addAll(KubeScore::NodePreferAvoidPods, avoidScores(candidates));
  if (!m_pod.spec.preferredNodeAffinity.empty()) out.preferences = nodeAffinitySums(m_pod, m_snapshot, candidates);
  return out;
}

bool KubeScores::mayBeAvoided() const {
  const OwnerRef* owner = controllerOf(m_pod);
  return owner != nullptr && (owner->kind == "ReplicationController" || owner->kind == "ReplicaSet");
}

bool KubeScores::finishOne(Candidate& candidate) const {
  const NodeRecord& node = m_snapshot.node(candidate.node);
  const OwnerRef* owner = controllerOf(m_pod);
  if (candidate.avoidedTaints != 0 || holdsImage(node) || (owner != nullptr && !node.raw->avoids.empty())) return false;
  candidate.total += kMaxScore * m_profile.weightOf(KubeScore::TaintToleration);
  if (m_profile.spreadScoresEveryone) candidate.total += kMaxScore * m_profile.weightOf(KubeScore::PodTopologySpread);
  candidate.total += kMaxScore * m_profile.weightOf(KubeScore::NodePreferAvoidPods);
  return true;
}

void KubeScores::reset(std::vector<Candidate>& candidates) {
  for (Candidate& candidate : candidates) resetOne(candidate);
}

bool KubeScores::holdsImage(const NodeRecord& node) const {
  if (node.scheduler.images.empty() || m_profile.weightOf(KubeScore::ImageLocality) == 0) return false;
  return std::any_of(m_images.begin(), m_images.end(), [&](const Container* container) {
    return bytesOn(node, hashOfImage(normalisedImage(container->image))) >= 0;
  });
}

}  // namespace cardinal::alloc
