// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/make_plan.h"

#include <algorithm>
#include <utility>

#include "core/plan/make/stack_switches.h"
#include "core/provider/gpu_keys.h"

namespace cardinal {
namespace {

using Code = ConditionCode;

constexpr std::chrono::seconds kBrief{60};        // a controller answers a write within
constexpr std::string_view kSuccess = "success";  // words of mig-manager
constexpr std::string_view kFailed = "failed";

PlanCondition that(Code code, std::string key = {}) {
  PlanCondition condition;
  condition.code = code;
  condition.key = std::move(key);
  return condition;
}

/// Whether a label, or else an annotation, has a value; null = it is absent.
PlanCondition labelIs(std::string key, const std::string* value, bool annotation = false) {
  PlanCondition condition = that(annotation ? Code::AnnotationIs : Code::LabelIs, std::move(key));
  condition.absent = value == nullptr;
  if (value != nullptr) condition.value = *value;
  return condition;
}

PlanAct act(ActCode code) {
  PlanAct out;
  out.code = code;
  return out;
}

PlanAct setLabel(std::string key, const std::string* value, bool annotation = false) {
  PlanAct out = act(ActCode::SetLabels);
  LabelChange change{std::move(key), value == nullptr ? std::string() : *value, value == nullptr};
  (annotation ? out.annotations : out.labels).push_back(std::move(change));
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
                const PlanTimeouts& timeouts, const PlanContext& context)
      : m_plan(begin(PlanKind::Switch, node, context)),
        m_assessment(assessment),
        m_timeouts(timeouts),
        m_key(labelKeyOf(assessment.target)),
        m_value(labelValueOf(assessment.target)),
        m_row(switchOf(assessment.target)) {
    m_plan.target = assessment.target;
    m_plan.drain = std::move(policy);
    m_plan.drain.gpuPodsOnly = assessment.way != SwitchWay::ReAdd;
    if (m_row != nullptr) keepBefore(node);
    const std::string* old = presentValue(node, assessment.target);
    if (old != nullptr) (isAnnotation() ? m_plan.before.annotations : m_plan.before.labels).emplace_back(m_key, *old);
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
  bool isAnnotation() const { return m_row != nullptr && m_row->annotation; }
  const std::string* oldValue() const {
    return find(isAnnotation() ? m_plan.before.annotations : m_plan.before.labels, m_key);
  }
  const std::string* newValue() const { return m_assessment.target.remove ? nullptr : &m_value; }
  PlanCondition isOld() const { return labelIs(m_key, oldValue(), isAnnotation()); }
  PlanCondition isNew() const { return labelIs(m_key, newValue(), isAnnotation()); }

  /// What the signs of another stack's switch are compared with, and what a rollback waits for.
  void keepBefore(const RawNode& node) {
    m_plan.drain.ignoreDaemonSets = m_plan.drain.ignoreDaemonSets && !m_row->daemonPodsGo;
    const auto belongs = [this](const std::string& name) {
      return !m_row->devices.empty() && name.compare(0, m_row->devices.size(), m_row->devices) == 0 &&
             provider::classify(name) != provider::GpuResource::None;
    };
    m_plan.before.allocatable.clear();
    for (const ResourceAmount& entry : node.allocatable) {
      if (belongs(entry.name)) m_plan.before.allocatable.push_back(entry);
    }
    std::string_view signs = m_row->signs;
    while (!signs.empty()) {
      const std::string_view sign = signs.substr(0, signs.find(','));
      signs.remove_prefix(std::min(signs.size(), sign.size() + 1));
      if (const std::string* value = find(node.meta.labels, sign))
        m_plan.before.labels.emplace_back(std::string(sign), *value);
    }
    const std::string* report = find(node.meta.labels, m_row->report);
    m_reported = report == nullptr ? std::string() : *report;
  }

  PlanCondition devices(Code code) const {
    PlanCondition condition = that(code, std::string(m_row->devices));
    condition.value = m_row->signs;
    condition.absent = code == Code::DevicesDiffer && m_row->mayOfferNothing;
    return condition;
  }
  PlanCondition reported(std::string_view value) const {
    PlanCondition condition = that(Code::ReportedIs, std::string(m_row->report));
    condition.value = value;
    return condition;
  }

  std::chrono::seconds timeout() const {
    return m_row != nullptr && m_row->mayRestart ? m_timeouts.machine : m_timeouts.plugin;
  }

  /// The way back of a switch of another stack, and the signs that it has been gone.
  void addStackUndo(PlanStep& step) const {
    const std::string absentUndo(m_row->absentUndo);
    const std::string* back = oldValue() == nullptr && !absentUndo.empty() ? &absentUndo : oldValue();
    step.undo = setLabel(m_key, back, isAnnotation());
    step.undone = {labelIs(m_key, back, isAnnotation())};
    if (!m_row->report.empty() && (m_reported.empty() || m_reported == kSuccess))
      step.undone.push_back(reported(kSuccess));
    if (!m_row->devices.empty()) step.undone.push_back(devices(Code::DevicesAsBefore));
    step.settle = m_row->settle;
  }

  /// The signs that a switch of another stack has worked, and the one that it never will.
  void addStackSigns(PlanStep& step) const {
    if (!m_row->report.empty()) {
      step.after.push_back(reported(kSuccess));
      // An old "failed" stands until the operator has seen the change.
      if (m_reported != kFailed) step.hopeless = {reported(kFailed)};
    }
    const bool offered = !oldResources(m_plan).empty();
    if (!m_row->devices.empty() && (offered || !m_row->mayOfferNothing))
      step.after.push_back(devices(Code::DevicesDiffer));
    if (!m_row->registration.empty()) step.after.push_back(that(Code::Registered, std::string(m_row->registration)));
    step.settle = m_row->settle;
  }

  /// Label, drain and uncordon on the node as it stands.
  void addProcedureA() {
    m_plan.steps = {
        checkStep(), cordonStep(m_plan.before.unschedulable), evictStep(m_plan.drain), labelStep(), resourcesStep(),
        verifyStep()};
    if (!m_plan.before.unschedulable) {
      m_plan.steps.push_back(uncordonStep({isNew()}, true));
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
    step.before = {that(Code::NodeSame), that(Code::NodeReady), isOld()};
    return step;
  }

  PlanStep labelStep() const {
    PlanStep step;
    step.code = StepCode::SetLabel;
    step.before = {that(Code::NodeSame), isOld()};
    step.act = setLabel(m_key, newValue(), isAnnotation());
    step.after = {isNew()};
    step.undo = setLabel(m_key, oldValue(), isAnnotation());
    step.undoBefore = {isNew()};
    step.undone = {isOld()};
    step.timeout = kBrief;
    if (m_assessment.way == SwitchWay::Directly) return step;
    const PlanCondition cordoned = that(Code::Unschedulable);
    const PlanCondition empty = that(Code::NoGpuPods);
    step.before.insert(step.before.end(), {cordoned, empty});
    step.undoBefore.push_back(empty);
    for (PlanCondition& condition : oldResources(m_plan)) step.undone.push_back(std::move(condition));
    if (m_row != nullptr) addStackUndo(step);
    step.timeout = timeout();
    return step;
  }

  PlanStep removalStep() const {
    PlanStep step;
    step.code = StepCode::AwaitRemoval;
    step.after = {that(Code::NodeGone)};
    step.timeout = m_timeouts.operators;
    return step;
  }

  PlanStep returnStep() const {
    PlanStep step;
    step.code = StepCode::AwaitReturn;
    step.after = {that(Code::NodeReturned), labelIs(m_key, &m_value)};
    step.timeout = m_timeouts.operators;
    return step;
  }

  PlanStep resourcesStep() const {
    PlanStep step;
    step.code = StepCode::AwaitResources;
    step.before = {isNew()};
    if (m_row != nullptr) addStackSigns(step);
    for (const std::string& resource : m_assessment.appear) step.after.push_back(that(Code::Published, resource));
    step.timeout = timeout();
    return step;
  }

  PlanStep verifyStep() const {
    PlanStep step;
    step.code = StepCode::Verify;
    step.before = {isNew()};
    for (const std::string& resource : m_assessment.vanish) step.after.push_back(that(Code::NotPublished, resource));
    // On a node that came back uncordoned pods of the new mode are welcome.
    if (m_assessment.way == SwitchWay::AfterDrain) step.after.push_back(that(Code::NoGpuPods));
    step.timeout = m_timeouts.plugin;
    return step;
  }

  Plan m_plan;
  const SwitchAssessment& m_assessment;
  PlanTimeouts m_timeouts;
  std::string m_key;
  std::string m_value;
  const StackSwitch* m_row;  ///< null for ACK and gpushare
  std::string m_reported;    ///< what the stack's operator reported when the plan was made
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
                    const PlanTimeouts& timeouts, const PlanContext& context) {
  return SwitchPlanner(node, assessment, std::move(policy), timeouts, context).make();
}

Plan makeLabelOnlyPlan(const RawNode& node, SwitchAssessment assessment, const PlanContext& context) {
  const bool possible = assessment.way == SwitchWay::AfterDrain || assessment.way == SwitchWay::ReAdd;
  if (possible) assessment.way = switchOf(assessment.target) == nullptr ? SwitchWay::Directly : SwitchWay::Refused;
  return SwitchPlanner(node, assessment, {}, {}, context).make();
}

}  // namespace cardinal
