// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make_plan.h"

#include <utility>

namespace cardinal {
namespace {

using Code = ConditionCode;

constexpr std::chrono::seconds kBrief{60};  // a controller answers a write within

PlanCondition that(Code code, std::string key = {}) {
  PlanCondition condition;
  condition.code = code;
  condition.key = std::move(key);
  return condition;
}

PlanCondition labelIs(std::string key, const std::string* value) {
  PlanCondition condition = that(Code::LabelIs, std::move(key));
  condition.absent = value == nullptr;
  if (value != nullptr) condition.value = *value;
  return condition;
}

PlanAct act(ActCode code) {
  PlanAct out;
  out.code = code;
  return out;
}

PlanAct setLabel(std::string key, const std::string* value) {
  PlanAct out = act(ActCode::SetLabels);
  out.labels.push_back({std::move(key), value == nullptr ? std::string() : *value, value == nullptr});
  return out;
}

Plan begin(PlanKind kind, const RawNode& node, const PlanContext& context) {
  Plan plan;
  plan.id = context.id;
  plan.kind = kind;
  plan.cluster = context.cluster;
  plan.server = context.server;
  plan.node = node.meta.key.name;
  plan.nodeUid = node.meta.uid;
  plan.made = context.now;
  plan.before.unschedulable = node.unschedulable;
  plan.before.taints = node.taints;
  for (const std::string& resource : switchedResources()) {
    if (const Quantity* amount = find(node.allocatable, resource))
      plan.before.allocatable.push_back({resource, *amount});
  }
  return plan;
}

PlanStep cordonStep(bool alreadyCordoned) {
  PlanStep step;
  step.code = StepCode::Cordon;
  step.before = {that(Code::NodeSame)};
  step.act = act(ActCode::Cordon);
  step.after = {that(Code::Unschedulable)};
  step.timeout = kBrief;
  if (alreadyCordoned) return step;  // what was so before stays so
  step.undo = act(ActCode::Uncordon);
  step.undone = {that(Code::Schedulable), that(Code::TaintsAre)};
  return step;
}

PlanStep uncordonStep(std::vector<PlanCondition> before, bool sameNode) {
  PlanStep step;
  step.code = StepCode::Uncordon;
  step.before = std::move(before);
  if (sameNode) step.before.insert(step.before.begin(), that(Code::NodeSame));
  step.act = act(ActCode::Uncordon);
  step.after = {that(Code::Schedulable)};
  step.undo = act(ActCode::Cordon);
  step.undone = {that(Code::Unschedulable)};
  step.timeout = kBrief;
  return step;
}

PlanStep evictStep(const DrainPolicy& policy) {
  PlanStep step;
  step.code = StepCode::Evict;
  step.before = {that(Code::NodeSame), that(Code::Unschedulable)};
  step.act = act(ActCode::Evict);
  step.after = {that(policy.gpuPodsOnly ? Code::NoGpuPods : Code::Drained)};
  step.timeout = policy.timeout;
  return step;
}

/// Resources of the old mode, which must be back before a rollback lets pods in again.
std::vector<PlanCondition> oldResources(const Plan& plan) {
  std::vector<PlanCondition> out;
  for (const ResourceAmount& entry : plan.before.allocatable) {
    if (entry.amount.floor() > 0) out.push_back(that(Code::Published, entry.name));
  }
  return out;
}

class SwitchPlanner {
 public:
  SwitchPlanner(const RawNode& node, const SwitchAssessment& assessment, DrainPolicy policy,
                const PlanPatience& patience, const PlanContext& context)
      : m_plan(begin(PlanKind::Switch, node, context)),
        m_assessment(assessment),
        m_patience(patience),
        m_key(labelKeyOf(assessment.target)),
        m_value(labelValueOf(assessment.target)) {
    m_plan.target = assessment.target;
    m_plan.drain = std::move(policy);
    m_plan.drain.gpuPodsOnly = assessment.way != SwitchWay::ReAdd;
    if (const std::string* old = find(node.meta.labels, m_key)) m_plan.before.labels.emplace_back(m_key, *old);
  }

  Plan make() {
    switch (m_assessment.way) {
      case SwitchWay::Directly:
        m_plan.steps.push_back(labelStep());
        break;
      case SwitchWay::AfterDrain:
        addProcedureA();
        break;
      case SwitchWay::ReAdd:
        addProcedureB();
        break;
      case SwitchWay::Same:
      case SwitchWay::Refused:
        break;
    }
    return std::move(m_plan);
  }

 private:
  const std::string* oldValue() const { return find(m_plan.before.labels, m_key); }

  /// Label, drain and uncordon on the node as it stands.
  void addProcedureA() {
    m_plan.steps = {
        checkStep(), cordonStep(m_plan.before.unschedulable), evictStep(m_plan.drain), labelStep(), resourcesStep(),
        verifyStep()};
    if (!m_plan.before.unschedulable) {
      m_plan.steps.push_back(uncordonStep({labelIs(m_key, &m_value)}, true));
    }
  }

  /// Drain, removal and return of the node, done by people; nothing pretends that a label did it.
  void addProcedureB() {
    m_plan.steps = {checkStep(),
                    cordonStep(m_plan.before.unschedulable),
                    evictStep(m_plan.drain),
                    removalStep(),
                    returnStep(),
                    resourcesStep(),
                    verifyStep()};
    if (!m_plan.before.unschedulable) return;
    PlanStep again = cordonStep(true);  // the node that came back is a new one
    again.before = {labelIs(m_key, &m_value)};
    m_plan.steps.push_back(again);
  }

  PlanStep checkStep() const {
    PlanStep step;
    step.code = StepCode::Check;
    step.before = {that(Code::NodeSame), that(Code::NodeReady), labelIs(m_key, oldValue())};
    return step;
  }

  PlanStep labelStep() const {
    PlanStep step;
    step.code = StepCode::SetLabel;
    step.before = {that(Code::NodeSame), labelIs(m_key, oldValue())};
    step.act = setLabel(m_key, &m_value);
    step.after = {labelIs(m_key, &m_value)};
    step.undo = setLabel(m_key, oldValue());
    step.undoBefore = {labelIs(m_key, &m_value)};
    step.undone = {labelIs(m_key, oldValue())};
    step.timeout = kBrief;
    if (m_assessment.way == SwitchWay::Directly) return step;
    const PlanCondition cordoned = that(Code::Unschedulable);
    const PlanCondition empty = that(Code::NoGpuPods);
    step.before.insert(step.before.end(), {cordoned, empty});
    step.undoBefore.push_back(empty);
    for (PlanCondition& condition : oldResources(m_plan)) step.undone.push_back(std::move(condition));
    step.timeout = m_patience.plugin;
    return step;
  }

  PlanStep removalStep() const {
    PlanStep step;
    step.code = StepCode::AwaitRemoval;
    step.after = {that(Code::NodeGone)};
    step.timeout = m_patience.operators;
    return step;
  }

  PlanStep returnStep() const {
    PlanStep step;
    step.code = StepCode::AwaitReturn;
    step.after = {that(Code::NodeReturned), labelIs(m_key, &m_value)};
    step.timeout = m_patience.operators;
    return step;
  }

  PlanStep resourcesStep() const {
    PlanStep step;
    step.code = StepCode::AwaitResources;
    step.before = {labelIs(m_key, &m_value)};
    for (const std::string& resource : m_assessment.appear) step.after.push_back(that(Code::Published, resource));
    step.timeout = m_patience.plugin;
    return step;
  }

  PlanStep verifyStep() const {
    PlanStep step;
    step.code = StepCode::Verify;
    step.before = {labelIs(m_key, &m_value)};
    for (const std::string& resource : m_assessment.vanish) step.after.push_back(that(Code::NotPublished, resource));
    // On a node that came back uncordoned pods of the new mode are welcome.
    if (m_assessment.way == SwitchWay::AfterDrain) step.after.push_back(that(Code::NoGpuPods));
    step.timeout = m_patience.plugin;
    return step;
  }

  Plan m_plan;
  const SwitchAssessment& m_assessment;
  PlanPatience m_patience;
  std::string m_key;
  std::string m_value;
};

}  // namespace

Plan makeCordonPlan(const RawNode& node, const PlanContext& context) {
  Plan plan = begin(PlanKind::Cordon, node, context);
  plan.steps = {cordonStep(node.unschedulable)};
  return plan;
}

Plan makeUncordonPlan(const RawNode& node, const PlanContext& context) {
  Plan plan = begin(PlanKind::Uncordon, node, context);
  plan.steps = {uncordonStep({}, true)};
  if (!node.unschedulable) plan.steps.front().undo = act(ActCode::None);
  return plan;
}

Plan makeDrainPlan(const RawNode& node, const DrainPolicy& policy, const PlanContext& context) {
  Plan plan = begin(PlanKind::Drain, node, context);
  plan.drain = policy;
  plan.steps = {cordonStep(node.unschedulable), evictStep(policy)};
  return plan;
}

Plan makeSwitchPlan(const RawNode& node, const SwitchAssessment& assessment, DrainPolicy policy,
                    const PlanPatience& patience, const PlanContext& context) {
  return SwitchPlanner(node, assessment, std::move(policy), patience, context).make();
}

Plan makeLabelOnlyPlan(const RawNode& node, SwitchAssessment assessment, const PlanContext& context) {
  const bool possible = assessment.way == SwitchWay::AfterDrain || assessment.way == SwitchWay::ReAdd;
  if (possible) assessment.way = SwitchWay::Directly;
  return SwitchPlanner(node, assessment, {}, {}, context).make();
}

}  // namespace cardinal
