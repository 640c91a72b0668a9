// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/to_do_list.h"

#include <algorithm>

#include "core/plan/make/kubectl_words.h"

namespace cardinal {
namespace {

std::string inNamespace(const std::string& ns) {
  return " -n " + shellWord(ns);
}

class Lister {
 public:
  Lister(const WhatIfResult& result, const PlanContext& context) : m_result(result), m_context(context) {}

  ToDo of(std::size_t step, const WhatIfStep& what) {
    m_out = {};
    m_out.step = step;
    std::visit([this](const auto& one) { list(one); }, what);
    return std::move(m_out);
  }

 private:
  const RawNode* node(const std::string& name) const {
    const auto index = m_result.before->findNode(name);
    return index ? m_result.before->node(*index).raw.get() : nullptr;
  }
  PlanContext contextOf() const {
    PlanContext out = m_context;
    out.id += "-" + std::to_string(m_out.step + 1);
    return out;
  }
  void take(Plan plan) {
    m_out.kind = plan.steps.empty() ? ToDoKind::Nothing : ToDoKind::Plan;
    m_out.commands = equalCommands(plan);
    if (!plan.steps.empty()) m_out.plan = std::move(plan);
  }

  void list(const AddNodes& /*step*/) {}
  void list(const RemoveNode& step) {
    m_out.commands = {"kubectl drain " + shellWord(step.node) + " --ignore-daemonsets",
                      "kubectl delete node " + shellWord(step.node)};
  }
  void list(const DrainNode& step) {
    const RawNode* found = node(step.node);
    if (found == nullptr) return;
    DrainPolicy policy;
    policy.evictBare = policy.deleteLocalData = step.force;
    take(makeDrainPlan(*found, policy, contextOf()));
  }
  void list(const SwitchNode& step) {
    const RawNode* found = node(step.node);
    if (found == nullptr) return;
    const SwitchAssessment assessment = assessSwitch(*found, step.target);
    const bool refused = assessment.way == SwitchWay::Refused;
    if (!refused) take(makeSwitchPlan(*found, assessment, DrainPolicy{}, PlanTimeouts{}, contextOf()));
  }
  void list(const SubmitWorkload& step) {
    m_out.kind = ToDoKind::Submit;
    m_out.commands = {"cardinal submit -f FILE" + inNamespace(step.ns)};
  }
  void list(const DeletePods& step) {
    m_out.kind = ToDoKind::Delete;
    const std::string kind = step.pods.kind.empty() ? "pod" : step.pods.kind;
    m_out.commands = {"kubectl delete " + shellWord(kind) + " " + shellWord(step.pods.name) +
                      inNamespace(step.pods.ns)};
  }
  void list(const ResizePods& /*step*/) {}
  void list(const RetryPending& /*step*/) { m_out.kind = ToDoKind::Nothing; }
  void list(const MovePod& step) {
    const auto& pods = m_result.steps[m_out.step].pods;
    const auto moved = std::find_if(pods.begin(), pods.end(), [&](const WhatIfPod& pod) {
      return pod.pod.name == step.name && pod.pod.ns == step.ns && pod.outcome == PodOutcome::Placed;
    });
    if (moved == pods.end()) return;
    m_out.kind = ToDoKind::Evict;
    const std::string from = shellWord(moved->from);
    m_out.commands = {"kubectl cordon " + from, evictCommand({step.ns, step.name}), "kubectl uncordon " + from};
  }

  const WhatIfResult& m_result;
  const PlanContext& m_context;
  ToDo m_out;
};

}  // namespace

const char* toString(ToDoKind kind) noexcept {
  switch (kind) {
    case ToDoKind::Plan:
      return "Plan";
    case ToDoKind::Submit:
      return "Submit";
    case ToDoKind::Evict:
      return "Evict";
    case ToDoKind::Delete:
      return "Delete";
    case ToDoKind::ByHand:
      return "ByHand";
    case ToDoKind::Nothing:
      return "Nothing";
  }
  return "ByHand";
}

std::vector<ToDo> toDoList(const WhatIfResult& result, const std::vector<WhatIfStep>& steps,
                           const PlanContext& context) {
  std::vector<ToDo> out;
  Lister lister(result, context);
  for (std::size_t i = 0; i < result.steps.size() && i < steps.size(); ++i) out.push_back(lister.of(i, steps[i]));
  return out;
}

}  // namespace cardinal
