// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/json_values.h"
#include "app/commands/common/node_report.h"

namespace cardinal::app {

namespace {

Json errorJson(const Error& error) {
  return {{"code", toString(error.code)}, {"subject", error.subject}, {"place", error.place}, {"detail", error.detail}};
}

Json stopJson(const PlanStop& stop) {
  Json out{{"code", toString(stop.code)},
           {"step", stop.step},
           {"found", stop.found},
           {"condition", nullptr},
           {"error", nullptr}};
  if (stop.code == StopCode::ConditionFailed || stop.code == StopCode::TimedOut) {
    out["condition"] =
        Json{{"code", toString(stop.condition.code)}, {"key", stop.condition.key}, {"value", stop.condition.value}};
  }
  if (stop.error) out["error"] = errorJson(*stop.error);
  return out;
}

Json headJson(const Plan& plan) {
  Json out{{"id", plan.id},
           {"kind", toString(plan.kind)},
           {"cluster", plan.cluster},
           {"node", plan.node},
           {"target", nullptr}};
  if (plan.target) out["target"] = toString(*plan.target);
  return out;
}

Json assessmentJson(const SwitchAssessment& assessment) {
  Json notes = Json::array();
  for (const NotedSwitch& noted : assessment.notes) {
    notes.push_back({{"code", toString(noted.note)}, {"refuses", isRefusal(noted.note)}, {"detail", noted.detail}});
  }
  Json resources = Json::array();
  for (const ResourceChange& change : assessment.resources) {
    resources.push_back(
        {{"resource", change.resource}, {"before", orNull(change.before)}, {"after", orNull(change.after)}});
  }
  return {{"from", toString(assessment.from)},
          {"way", toString(assessment.way)},
          {"notes", notes},
          {"resources", resources}};
}

}  // namespace

Json previewJson(const PlanPreview& preview) {
  Json out = headJson(preview.plan);
  out["switch"] = preview.assessment ? assessmentJson(*preview.assessment) : Json(nullptr);
  out["steps"] = Json::array();
  for (const PlanStep& step : preview.plan.steps) out["steps"].push_back({{"step", toString(step.code)}});
  out["pods"] = Json::array();
  for (const PodVerdict& verdict : preview.pods) {
    out["pods"].push_back({{"namespace", verdict.pod.ns},
                           {"name", verdict.pod.name},
                           {"fate", toString(verdict.fate)},
                           {"owner", verdict.owner},
                           {"budgets", verdict.budgets},
                           {"budgetSpent", verdict.budgetSpent}});
  }
  out["budgetsKnown"] = preview.budgetsKnown;
  out["commands"] = equalCommands(preview.plan);
  return out;
}

Json triedJson(const std::vector<TriedAct>& tried) {
  Json out = Json::array();
  for (const TriedAct& act : tried) {
    Json entry{{"step", act.step},
               {"pod", nullptr},
               {"accepted", !act.refused && !act.blocked},
               {"budget", nullptr},
               {"error", nullptr}};
    if (!act.pod.name.empty()) entry["pod"] = act.pod.ns + "/" + act.pod.name;
    if (act.blocked) entry["budget"] = act.budget;
    if (act.refused) entry["error"] = errorJson(*act.refused);
    out.push_back(std::move(entry));
  }
  return out;
}

Json progressJson(const PlanProgress& progress) {
  Json out = headJson(progress.plan);
  out["phase"] = toString(progress.phase);
  out["steps"] = Json::array();
  for (std::size_t i = 0; i < progress.steps.size(); ++i) {
    const StepProgress& step = progress.steps[i];
    out["steps"].push_back({{"step", toString(progress.plan.steps[i].code)},
                            {"state", toString(step.state)},
                            {"changed", step.changed},
                            {"skipped", step.skipped}});
  }
  out["pods"] = Json::array();
  for (const PodProgress& pod : progress.pods) {
    out["pods"].push_back({{"namespace", pod.pod.ns},
                           {"name", pod.pod.name},
                           {"state", toString(pod.state)},
                           {"budget", pod.budget},
                           {"heldBy", pod.heldBy}});
  }
  out["stop"] = progress.stop ? stopJson(*progress.stop) : Json(nullptr);
  return out;
}

}  // namespace cardinal::app
