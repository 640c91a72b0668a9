// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/preview.h"

#include <algorithm>
#include <utility>

namespace cardinal {
namespace {

Plan planOf(const RawNode& node, const PlanRequest& request, const PlanContext& context,
            std::optional<SwitchAssessment>& assessment) {
  switch (request.kind) {
    case PlanKind::Cordon:
      return makeCordonPlan(node, context);
    case PlanKind::Uncordon:
      return makeUncordonPlan(node, context);
    case PlanKind::Drain:
      return makeDrainPlan(node, request.drain, context);
    case PlanKind::Edit:
    case PlanKind::Undo:
      return {};  // made from what the user typed or from the journal, never from a request
    case PlanKind::Switch:
      break;
  }
  assessment = assessSwitch(node, request.target.value_or(SwitchTarget{}), request.extras.get());
  if (request.labelOnly) return makeLabelOnlyPlan(node, *assessment, context);
  return makeSwitchPlan(node, *assessment, request.drain, request.timeouts, context);
}

bool evicts(const Plan& plan) {
  return std::any_of(plan.steps.begin(), plan.steps.end(),
                     [](const PlanStep& step) { return step.act.code == ActCode::Evict; });
}

NodePatch patchOf(const PlanAct& act) {
  NodePatch patch;
  patch.labels = act.labels;
  patch.annotations = act.annotations;
  if (act.code == ActCode::Cordon) patch.unschedulable = true;
  if (act.code == ActCode::Uncordon) patch.unschedulable = false;
  return patch;
}

TriedAct tryEviction(NodeOperations& nodes, const Plan& plan, const PodVerdict& verdict, const std::stop_token& stop) {
  TriedAct out;
  out.pod = verdict.pod;
  auto reply = nodes.evict(verdict.pod, verdict.uid, plan.drain.graceSeconds, true, stop);
  if (!reply) {
    out.refused = reply.error();
  } else if (reply->answer == EvictionAnswer::Blocked) {
    out.blocked = true;
    out.budget = reply->budget;
  }
  return out;
}

}  // namespace

bool isBlocked(const PlanPreview& preview) {
  return std::any_of(preview.pods.begin(), preview.pods.end(), [](const PodVerdict& v) { return isBlocking(v.fate); });
}

std::size_t podsToMove(const PlanPreview& preview) {
  return static_cast<std::size_t>(
      std::count_if(preview.pods.begin(), preview.pods.end(), [](const PodVerdict& v) { return mustGo(v.fate); }));
}

Result<PlanPreview> previewPlan(NodeOperations& nodes, const PlanRequest& request, const PlanContext& context,
                                const std::stop_token& stop) {
  auto node = nodes.readNode(request.node, stop);
  if (!node) return unexpected(node.error());
  PlanPreview preview;
  preview.plan = planOf(**node, request, context, preview.assessment);
  if (!evicts(preview.plan) && !request.labelOnly) return preview;
  auto pods = nodes.podsOn(request.node, stop);
  if (!pods) return unexpected(pods.error());
  if (request.labelOnly) {
    const auto holds = [](const auto& pod) { return holdsGpu(*pod) && !isDaemonPod(*pod); };
    preview.outsideLedger = static_cast<std::size_t>(std::count_if(pods->begin(), pods->end(), holds));
    return preview;
  }
  auto budgets = nodes.budgets(stop);
  // Budgets are listed for the reader; the eviction itself obeys them anyway.
  if (!budgets && budgets.error().code != ErrorCode::Forbidden) return unexpected(budgets.error());
  preview.budgetsKnown = budgets.has_value();
  DaemonSets daemonSets;
  if (auto read = readDaemonSets(nodes, *pods, preview.plan.drain, daemonSets, stop); !read)
    return unexpected(read.error());
  preview.pods =
      judgePods(*pods, budgets ? *budgets : std::vector<RawDisruptionBudget>{}, preview.plan.drain, daemonSets);
  return preview;
}

std::vector<TriedAct> tryPlan(NodeOperations& nodes, const PlanPreview& preview, const std::stop_token& stop) {
  std::vector<TriedAct> out;
  const Plan& plan = preview.plan;
  for (std::size_t i = 0; i < plan.steps.size() && !stop.stop_requested(); ++i) {
    const PlanAct& act = plan.steps[i].act;
    if (act.code == ActCode::None) continue;
    if (act.code != ActCode::Evict) {
      TriedAct tried;
      tried.step = i;
      if (auto done = nodes.patchNode(plan.node, patchOf(act), true, stop); !done) tried.refused = done.error();
      out.push_back(std::move(tried));
      continue;
    }
    for (const PodVerdict& verdict : preview.pods) {
      if (verdict.fate != PodFate::Evict) continue;
      TriedAct tried = tryEviction(nodes, plan, verdict, stop);
      tried.step = i;
      out.push_back(std::move(tried));
    }
  }
  return out;
}

}  // namespace cardinal
