// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/conditions.h"

#include <algorithm>
#include <map>

#include "core/provider/gpu_keys.h"

namespace cardinal {
namespace {

constexpr std::string_view kUnschedulableTaint = "node.kubernetes.io/unschedulable";
constexpr std::string_view kConditionTaints = "node.kubernetes.io/";
constexpr std::string_view kOutOfServiceTaint = "node.kubernetes.io/out-of-service";
constexpr std::size_t kNamed = 3;

bool isReady(const RawNode& node) {
  return std::any_of(node.conditions.begin(), node.conditions.end(),
                     [](const NodeCondition& c) { return c.type == "Ready" && c.status == "True"; });
}

/// Taints that people set, and the one of cordoning; those of the node's health come and go by themselves. Out of
/// service is no health: an operator says that the node is dead, and its pods are deleted by force
/// (https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown).
std::vector<Taint> lastingTaints(std::vector<Taint> taints) {
  std::erase_if(taints, [](const Taint& taint) {
    return taint.key != kUnschedulableTaint && taint.key != kOutOfServiceTaint &&
           taint.key.compare(0, kConditionTaints.size(), kConditionTaints) == 0;
  });
  const auto before = [](const Taint& a, const Taint& b) {
    return std::tie(a.key, a.effect, a.value) < std::tie(b.key, b.effect, b.value);
  };
  std::sort(taints.begin(), taints.end(), before);
  return taints;
}

std::string taintText(const std::vector<Taint>& taints) {
  std::string out;
  for (const Taint& taint : taints) out += (out.empty() ? "" : ", ") + taint.key + ":" + taint.effect;
  return out;
}

/// The first few names, for a message.
template <typename Wanted>
std::string podNames(const std::vector<std::shared_ptr<const RawPod>>& pods, Wanted wanted) {
  std::string out;
  std::size_t count = 0;
  for (const auto& pod : pods) {
    if (!wanted(*pod)) continue;
    if (++count <= kNamed) out += (out.empty() ? "" : ", ") + pod->meta.key.ns + "/" + pod->meta.key.name;
  }
  if (count > kNamed) out += ", +" + std::to_string(count - kNamed);
  return out;
}

std::string amountText(const RawNode& node, const std::string& resource) {
  const Quantity* amount = find(node.allocatable, resource);
  return amount == nullptr ? std::string() : std::to_string(amount->floor());
}

std::int64_t amountOf(const RawNode& node, const std::string& resource) {
  const Quantity* amount = find(node.allocatable, resource);
  return amount == nullptr ? 0 : amount->floor();
}

/// "nvidia.com/gpu: 8, nvidia.com/mig-1g.10gb: 7": what is above 0, by name.
std::string amountsText(const ResourceList& list, const std::string& prefix) {
  std::map<std::string, std::int64_t> amounts;
  for (const ResourceAmount& entry : list) {
    // The vendor's network devices have the prefix too.
    const bool isGpu = provider::classify(entry.name) != provider::GpuResource::None;
    if (isGpu && entry.name.compare(0, prefix.size(), prefix) == 0 && entry.amount.floor() > 0)
      amounts[entry.name] = entry.amount.floor();
  }
  std::string out;
  for (const auto& [name, amount] : amounts) out += (out.empty() ? "" : ", ") + name + ": " + std::to_string(amount);
  return out;
}

/// Everything that DevicesDiffer and DevicesAsBefore compare.
std::string devicesText(const ResourceList& list, const StringMap& labels, const PlanCondition& condition) {
  std::string out = amountsText(list, condition.key);
  std::string_view names = condition.value;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    const std::string* value = find(labels, name);
    out += '\n' + (value == nullptr ? std::string() : "=" + *value);
  }
  return out;
}

/// What stands instead of the condition; nothing when it holds.
class Judge {
 public:
  Judge(const NodeState& state, const Plan& plan) : m_state(state), m_plan(plan) {}

  std::optional<std::string> instead(const PlanCondition& condition) const {
    const bool same = m_state.node && m_state.node->meta.uid == m_plan.nodeUid;
    if (condition.code == ConditionCode::NodeGone) return unless(!same, m_plan.node);
    if (condition.code == ConditionCode::NodeReturned) {
      return unless(m_state.node && !same && isReady(*m_state.node), {});
    }
    if (!m_state.node) return std::string();
    return onNode(condition, *m_state.node, same);
  }

 private:
  static std::optional<std::string> unless(bool holds, std::string found) {
    return holds ? std::nullopt : std::optional<std::string>(std::move(found));
  }

  std::optional<std::string> onNode(const PlanCondition& condition, const RawNode& node, bool same) const {
    switch (condition.code) {
      case ConditionCode::NodeSame:
        return unless(same, node.meta.uid);
      case ConditionCode::NodeReady:
        return unless(isReady(node), {});
      case ConditionCode::Unschedulable:
        return unless(node.unschedulable, {});
      case ConditionCode::Schedulable:
        return unless(!node.unschedulable, {});
      case ConditionCode::LabelIs:
        return valueOf(condition, find(node.meta.labels, condition.key));
      case ConditionCode::NoGpuPods:
        return pods([](const RawPod& pod) { return holdsGpu(pod) && !isDaemonPod(pod); });
      case ConditionCode::Drained:
        return drained();
      case ConditionCode::Published:
        return unless(amountOf(node, condition.key) > 0, amountText(node, condition.key));
      case ConditionCode::NotPublished:
        return unless(amountOf(node, condition.key) <= 0, amountText(node, condition.key));
      case ConditionCode::TaintIs:
        return taint(condition, node);
      case ConditionCode::AnnotationIs:
        return valueOf(condition, find(node.meta.annotations, condition.key));
      case ConditionCode::ReportedIs:
      case ConditionCode::Registered:
      case ConditionCode::DevicesDiffer:
      case ConditionCode::DevicesAsBefore:
        return devices(condition, node);
      case ConditionCode::TaintsAre:
        return unless(lastingTaints(node.taints) == lastingTaints(m_plan.before.taints), taintText(node.taints));
      case ConditionCode::NodeGone:
      case ConditionCode::NodeReturned:
        break;
    }
    return std::nullopt;
  }

  /// What the operators and device plugins of a stack say.
  std::optional<std::string> devices(const PlanCondition& condition, const RawNode& node) const {
    if (condition.code == ConditionCode::ReportedIs) return valueOf(condition, find(node.meta.labels, condition.key));
    if (condition.code == ConditionCode::Registered) {
      const std::string* text = find(node.meta.annotations, condition.key);
      return unless(text != nullptr && text->find_first_of(",{") != std::string::npos, {});
    }
    const std::string now = devicesText(node.allocatable, node.meta.labels, condition);
    const bool same = now == devicesText(m_plan.before.allocatable, m_plan.before.labels, condition);
    const std::string shown = amountsText(node.allocatable, condition.key);
    if (condition.code == ConditionCode::DevicesAsBefore) return unless(same, shown);
    return unless(!same && (condition.absent || !shown.empty()), shown);
  }

  static std::optional<std::string> valueOf(const PlanCondition& condition, const std::string* value) {
    const bool holds = condition.absent ? value == nullptr : value != nullptr && *value == condition.value;
    return unless(holds, value == nullptr ? std::string() : *value);
  }

  static std::optional<std::string> taint(const PlanCondition& condition, const RawNode& node) {
    const auto at = std::find_if(node.taints.begin(), node.taints.end(), [&condition](const Taint& one) {
      return one.key + ":" + one.effect == condition.key;
    });
    const bool there = at != node.taints.end();
    return unless(condition.absent ? !there : there && at->value == condition.value, there ? at->value : std::string());
  }

  template <typename InTheWay>
  std::optional<std::string> pods(InTheWay inTheWay) const {
    const std::string names = podNames(m_state.pods, inTheWay);
    return unless(names.empty(), names);
  }

  std::optional<std::string> drained() const {
    const auto verdicts = judgePods(m_state.pods, {}, m_plan.drain, m_state.daemonSets);
    return pods([&](const RawPod& pod) {
      return std::any_of(verdicts.begin(), verdicts.end(), [&](const PodVerdict& verdict) {
        return verdict.uid == pod.meta.uid && (mustGo(verdict.fate) || isBlocking(verdict.fate));
      });
    });
  }

  const NodeState& m_state;
  const Plan& m_plan;
};

std::vector<Taint> taintsWith(const std::vector<TaintChange>& changes, std::vector<Taint> taints) {
  for (const TaintChange& change : changes) {
    const auto at = std::find_if(taints.begin(), taints.end(), [&change](const Taint& one) {
      return one.key == change.key && one.effect == change.effect;
    });
    if (change.remove) {
      if (at != taints.end()) taints.erase(at);
    } else if (at != taints.end()) {
      at->value = change.value;
    } else {
      taints.push_back({change.key, change.value, change.effect});
    }
  }
  return taints;
}

bool differs(const LabelChange& change, const StringMap& map) {
  const std::string* value = find(map, change.key);
  return change.remove ? value != nullptr : value == nullptr || *value != change.value;
}

bool differs(const TaintChange& change, const RawNode& node) {
  const auto at = std::find_if(node.taints.begin(), node.taints.end(), [&change](const Taint& one) {
    return one.key == change.key && one.effect == change.effect;
  });
  return change.remove ? at != node.taints.end() : at == node.taints.end() || at->value != change.value;
}

}  // namespace

bool needsPods(ConditionCode code) noexcept {
  return code == ConditionCode::NoGpuPods || code == ConditionCode::Drained;
}

bool needPods(const std::vector<PlanCondition>& conditions) noexcept {
  return std::any_of(conditions.begin(), conditions.end(), [](const PlanCondition& c) { return needsPods(c.code); });
}

std::optional<FailedCondition> firstFailure(const std::vector<PlanCondition>& conditions, const NodeState& state,
                                            const Plan& plan) {
  const Judge judge(state, plan);
  for (const PlanCondition& condition : conditions) {
    if (auto found = judge.instead(condition)) return FailedCondition{condition, std::move(*found)};
  }
  return std::nullopt;
}

NodePatch patchFor(const PlanAct& act, const RawNode& node) {
  NodePatch patch;
  patch.resourceVersion = node.meta.resourceVersion;
  patch.labels = act.labels;
  patch.annotations = act.annotations;
  if (!act.taints.empty()) patch.taints = taintsWith(act.taints, node.taints);
  if (act.code == ActCode::Cordon) patch.unschedulable = true;
  if (act.code == ActCode::Uncordon) patch.unschedulable = false;
  return patch;
}

bool wouldChange(const PlanAct& act, const NodeState& state) {
  if (act.code == ActCode::None || !state.node) return false;
  const RawNode& node = *state.node;
  switch (act.code) {
    case ActCode::Cordon:
      return !node.unschedulable;
    case ActCode::Uncordon:
      return node.unschedulable;
    case ActCode::SetLabels:
      return std::any_of(act.labels.begin(), act.labels.end(),
                         [&](const LabelChange& change) { return differs(change, node.meta.labels); }) ||
             std::any_of(act.annotations.begin(), act.annotations.end(),
                         [&](const LabelChange& change) { return differs(change, node.meta.annotations); }) ||
             std::any_of(act.taints.begin(), act.taints.end(),
                         [&](const TaintChange& change) { return differs(change, node); });
    case ActCode::None:
    case ActCode::Evict:
      break;
  }
  return act.code == ActCode::Evict;
}

bool nothingStands(const PlanAct& act, const NodeState& state) {
  if (act.code != ActCode::SetLabels || !state.node) return wouldChange(act, state);
  const RawNode& node = *state.node;
  const auto isChanged = [](const StringMap& map) {
    return [&map](const LabelChange& change) { return differs(change, map); };
  };
  return std::all_of(act.labels.begin(), act.labels.end(), isChanged(node.meta.labels)) &&
         std::all_of(act.annotations.begin(), act.annotations.end(), isChanged(node.meta.annotations)) &&
         std::all_of(act.taints.begin(), act.taints.end(),
                     [&node](const TaintChange& change) { return differs(change, node); });
}

}  // namespace cardinal
