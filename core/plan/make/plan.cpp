// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/plan.h"

namespace cardinal {
namespace {

std::string drainCommand(const Plan& plan) {
  std::string out = "kubectl drain " + plan.node;
  if (plan.drain.ignoreDaemonSets) out += " --ignore-daemonsets";
  if (plan.drain.deleteLocalData) out += " --delete-emptydir-data";
  if (plan.drain.evictBare) out += " --force";
  if (plan.drain.graceSeconds >= 0) out += " --grace-period=" + std::to_string(plan.drain.graceSeconds);
  if (plan.drain.timeout.count() > 0) out += " --timeout=" + std::to_string(plan.drain.timeout.count()) + "s";
  return out;
}

std::string labelCommand(const PlanAct& act, const std::string& node) {
  std::string out = "kubectl label node " + node;
  for (const LabelChange& change : act.labels) {
    out += " " + change.key;
    out += change.remove ? "-" : "=" + change.value;
  }
  return out + " --overwrite";
}

std::string taintCommand(const PlanAct& act, const std::string& node) {
  std::string out = "kubectl taint node " + node;
  for (const TaintChange& change : act.taints) {
    out += " " + change.key;
    if (!change.remove && !change.value.empty()) out += "=" + change.value;
    out += ":" + change.effect;
    if (change.remove) out += "-";
  }
  return out + " --overwrite";
}

std::string annotateCommand(const PlanAct& act, const std::string& node) {
  std::string out = "kubectl annotate node " + node;
  for (const LabelChange& change : act.annotations) {
    out += " " + change.key;
    out += change.remove ? "-" : "=" + change.value;
  }
  return out + " --overwrite";
}

std::string editCommand(const PlanAct& act, const std::string& node) {
  std::string out;
  const auto add = [&out](const std::string& command) { out += (out.empty() ? "" : " && ") + command; };
  if (!act.labels.empty()) add(labelCommand(act, node));
  if (!act.annotations.empty()) add(annotateCommand(act, node));
  if (!act.taints.empty()) add(taintCommand(act, node));
  return out;
}

}  // namespace

const char* toString(ConditionCode code) noexcept {
  switch (code) {
    case ConditionCode::NodeSame:
      return "NodeSame";
    case ConditionCode::NodeReady:
      return "NodeReady";
    case ConditionCode::Unschedulable:
      return "Unschedulable";
    case ConditionCode::Schedulable:
      return "Schedulable";
    case ConditionCode::LabelIs:
      return "LabelIs";
    case ConditionCode::NoGpuPods:
      return "NoGpuPods";
    case ConditionCode::Drained:
      return "Drained";
    case ConditionCode::Published:
      return "Published";
    case ConditionCode::NotPublished:
      return "NotPublished";
    case ConditionCode::NodeGone:
      return "NodeGone";
    case ConditionCode::NodeReturned:
      return "NodeReturned";
    case ConditionCode::TaintsAre:
      return "TaintsAre";
    case ConditionCode::TaintIs:
      return "TaintIs";
    case ConditionCode::AnnotationIs:
      return "AnnotationIs";
    case ConditionCode::ReportedIs:
      return "ReportedIs";
    case ConditionCode::Registered:
      return "Registered";
    case ConditionCode::DevicesDiffer:
      return "DevicesDiffer";
    case ConditionCode::DevicesAsBefore:
      return "DevicesAsBefore";
  }
  return "NodeSame";
}

const char* toString(ActCode code) noexcept {
  switch (code) {
    case ActCode::None:
      return "None";
    case ActCode::Cordon:
      return "Cordon";
    case ActCode::Uncordon:
      return "Uncordon";
    case ActCode::SetLabels:
      return "SetLabels";
    case ActCode::Evict:
      return "Evict";
  }
  return "None";
}

const char* toString(StepCode code) noexcept {
  switch (code) {
    case StepCode::Check:
      return "Check";
    case StepCode::Cordon:
      return "Cordon";
    case StepCode::Evict:
      return "Evict";
    case StepCode::SetLabel:
      return "SetLabel";
    case StepCode::AwaitRemoval:
      return "AwaitRemoval";
    case StepCode::AwaitReturn:
      return "AwaitReturn";
    case StepCode::AwaitResources:
      return "AwaitResources";
    case StepCode::Verify:
      return "Verify";
    case StepCode::Uncordon:
      return "Uncordon";
  }
  return "Check";
}

const char* toString(PlanKind kind) noexcept {
  switch (kind) {
    case PlanKind::Cordon:
      return "Cordon";
    case PlanKind::Uncordon:
      return "Uncordon";
    case PlanKind::Drain:
      return "Drain";
    case PlanKind::Switch:
      return "Switch";
    case PlanKind::Edit:
      return "Edit";
    case PlanKind::Undo:
      return "Undo";
  }
  return "Cordon";
}

std::string equalCommand(const PlanAct& act, const Plan& plan) {
  switch (act.code) {
    case ActCode::None:
      return {};
    case ActCode::Cordon:
      return "kubectl cordon " + plan.node;
    case ActCode::Uncordon:
      return "kubectl uncordon " + plan.node;
    case ActCode::SetLabels:
      return editCommand(act, plan.node);
    case ActCode::Evict:
      // kubectl has nothing that evicts some pods of a node alone
      return plan.drain.gpuPodsOnly ? std::string() : drainCommand(plan);
  }
  return {};
}

std::string placeOf(const std::string& cluster, const std::string& server) {
  return server.empty() ? cluster : server;
}

std::vector<std::string> equalCommands(const Plan& plan) {
  std::vector<std::string> out;
  for (const PlanStep& step : plan.steps) {
    std::string command = equalCommand(step.act, plan);
    if (!command.empty()) out.push_back(std::move(command));
  }
  return out;
}

}  // namespace cardinal
