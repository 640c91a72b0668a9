// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_words.h"

#include <algorithm>

#include "core/plan/make/stack_switches.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/session/rights/write_refusal.h"

namespace cardinal::ui {

namespace {

/// The plan leaves its node cordoned: it cordoned it, or found it so.
bool endsCordoned(const PlanProgress& progress) {
  if (progress.phase != PlanPhase::Done && progress.phase != PlanPhase::Left) return false;
  bool cordoned = progress.plan.before.unschedulable;
  for (std::size_t i = 0; i < progress.steps.size(); ++i) {
    if (progress.steps[i].state != StepState::Done) continue;
    const ActCode code = progress.plan.steps[i].act.code;
    if (code == ActCode::Cordon || code == ActCode::Uncordon) cordoned = code == ActCode::Cordon;
  }
  return cordoned;
}

}  // namespace

QString PlanWords::serverWords(const Error& error) {
  return error.detail.empty() ? QString() : tr("Reported: %1").arg(plain(error.detail, 400));
}

QString PlanWords::title(bool begun, bool isAdopted) const {
  const bool drain = m_request.kind == PlanKind::Drain;
  if (isAdopted && m_run.progress()) return planTitle(m_run.progress()->plan);
  const int count = static_cast<int>(m_nodes.size());
  const QString name = plain(m_nodes.front().toStdString(), 80);
  // Once it runs nothing is asked any more.
  if (drain && begun) return count > 1 ? tr("Drain %n node(s)", nullptr, count) : tr("Drain %1").arg(name);
  if (count > 1)
    return drain ? tr("Drain %n node(s)?", nullptr, count) : tr("Change the mode of %n node(s)", nullptr, count);
  return drain ? tr("Drain %1?").arg(name) : tr("Change the mode of %1").arg(name);
}

/// With the node before it where the plan is for several.
QString PlanWords::ofNode(const std::string& node, const QString& words) const {
  return m_nodes.size() > 1 ? labelled(plain(node, 80), words) : words;
}

/// A configuration whose ConfigMap was not read: the server takes any name.
QString PlanWords::uncheckedName() const {
  const auto& target = m_request.target;
  if (!target || target->kind != SwitchTarget::Kind::Stack || target->remove) return {};
  const StackSwitch* about = switchOf(*target);
  if (about == nullptr || !about->values.empty() || about->annotation) return {};
  const SnapshotPtr snapshot = m_bridge.snapshot();
  const bool known = std::all_of(m_nodes.begin(), m_nodes.end(), [&](const QString& name) {
    const auto index = snapshot->findNode(name.toStdString());
    return index && snapshot->node(*index).exists() &&
           !knownValues(*about, *snapshot->node(*index).raw, snapshot->extras.get()).empty();
  });
  return known ? QString()
               : tr("Whether a configuration %1 exists was not checked: the ConfigMap that lists them was not read.")
                     .arg(plain(target->value, 80));
}

PlanNotice PlanWords::looked() const {
  std::size_t blockedNow = 0;
  for (const PlanPreflight& preflight : m_run.looked()) {
    const std::string& node = preflight.preview.plan.node;
    if (preflight.isSame() && m_nodes.size() == 1)
      return {StateRole::Information, tr("The node has this setting already."), {}, {}};
    if (preflight.isRefused()) {
      QStringList why;
      for (const NotedSwitch& note : preflight.preview.assessment->notes) why << switchNoteText(note);
      return {StateRole::Critical, ofNode(node, joinSentences(why)), {}, {}};
    }
    if (isBlocked(preflight.preview)) {
      return {StateRole::Warning,
              ofNode(node, tr("Some pods block this. Allow their eviction, or move them yourself.")),
              {},
              {}};
    }
    if (const auto refused = preflight.refused())
      return {StateRole::Critical, ofNode(node, errorText(*refused)), serverWords(*refused), {}};
    blockedNow += preflight.blockedNow();
  }
  if (blockedNow == 0) {
    const QString unchecked = uncheckedName();
    return {unchecked.isEmpty() ? StateRole::Ok : StateRole::Warning, tr("Server dry run passed"), unchecked, {}};
  }
  return {StateRole::Warning,
          tr("Server dry run passed"),
          tr("%n pod(s) are blocked now by a PodDisruptionBudget; the plan waits for them.", nullptr,
             static_cast<int>(blockedNow)),
          {}};
}

/// One row per node, where there are several: what becomes of it or what became of it.
std::vector<PlanLines::Line> PlanWords::lines() const {
  std::vector<PlanLines::Line> lines;
  for (const PlanPreflight& preflight : m_run.looked()) {
    const Plan& plan = preflight.preview.plan;
    PlanLines::Line line{
        plain(plan.node, 120), {}, tr("waiting"), evictionTargetSummary(preflight.targets), StateRole::Unknown};
    if (preflight.isSame()) line = {line.name, {}, tr("already set"), {}, StateRole::Information};
    if (preflight.isRefused()) line = {line.name, {}, tr("refused"), {}, StateRole::Critical};
    if (isBlocked(preflight.preview)) line.word = tr("blocked by pods"), line.state = StateRole::Warning;
    const auto& finished = m_run.finished();
    const auto done = std::find_if(finished.begin(), finished.end(),
                                   [&](const PlanProgress& one) { return one.plan.node == plan.node; });
    const auto& now = m_run.progress();
    const bool current = now && now->plan.node == plan.node;
    if (done != finished.end() || current) {
      const PlanProgress& progress = done != finished.end() ? *done : *now;
      line.word = planPhaseText(progress);
      line.state = progress.stop ? StateRole::Warning : isFinished(progress.phase) ? StateRole::Ok : StateRole::Planned;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

PlanNotice PlanWords::progress() const {
  const PlanProgress& progress = *m_run.progress();
  const int total = static_cast<int>(progress.plan.steps.size());
  const int step = std::min(static_cast<int>(currentStep(progress)) + 1, total);
  if (progress.phase == PlanPhase::RollingBack)
    return {StateRole::Information, ofNode(progress.plan.node, tr("Rolling back")), {}, {}};
  return {StateRole::Information,
          ofNode(progress.plan.node, tr("Step %1 of %2").arg(step).arg(total)),
          tr("Each step is recorded before it runs. You can go on working in the window."),
          {}};
}

QStringList PlanWords::nodesLeftCordoned() const {
  QStringList out;
  const auto add = [&out](const PlanProgress& progress) {
    if (endsCordoned(progress)) out << QString::fromStdString(progress.plan.node);
  };
  for (const PlanProgress& one : m_run.finished()) add(one);
  if (m_run.progress()) add(*m_run.progress());
  out.removeDuplicates();
  return out;
}

PlanNotice PlanWords::end() const {
  const PlanProgress& progress = *m_run.progress();
  const QString phase = tr("%1: %2").arg(planTitle(progress.plan), planPhaseText(progress));
  const int closed = static_cast<int>(nodesLeftCordoned().size());
  const QString cordoned = closed == 0   ? QString()
                           : closed == 1 ? tr("The node stays cordoned until it is uncordoned.")
                                         : tr("%n node(s) stay cordoned until they are uncordoned.", nullptr, closed);
  if (progress.stop) {
    const bool asked = progress.stop->code == StopCode::Cancelled;
    const QString why = joinSentences({stopText(*progress.stop, progress.plan), cordoned});
    return {asked ? StateRole::Warning : StateRole::Critical, phase, why, {}};
  }
  const int left = static_cast<int>(m_run.left());
  const int waiting = waitingSuccessors();
  if (waiting > 0)
    return {StateRole::Warning,
            joinClauses({phase, tr("%n pod(s) still waiting", nullptr, waiting)}),
            joinSentences({tr("Their replacements have no node yet."), cordoned,
                           left > 0 ? tr("%n node(s) remaining.", nullptr, left) : QString()}),
            {}};
  return {StateRole::Ok,
          phase,
          joinSentences({cordoned, left > 0 ? tr("%n node(s) remaining.", nullptr, left) : QString()}),
          {}};
}

PlanNotice PlanWords::closing(bool withWindow) const {
  if (withWindow)
    return {
        StateRole::Warning, tr("The plan is running. Stop it and close the window?"),
        tr("It stops at the next safe point. When this cluster is opened again, the window offers to continue or to "
           "roll back."),
        tr("Stop and close")};
  return {StateRole::Warning, tr("The plan is running. Stop it and close?"),
          tr("It stops at the next safe point. The window then offers to continue or to roll back."),
          tr("Stop and close")};
}

int PlanWords::waitingSuccessors() const {
  int waiting = 0;
  for (const PlanPreflight& preflight : m_run.looked()) {
    for (const EvictionTarget& target : preflight.targets) {
      const Successor* now = m_successors.of(target.pod);
      if (now != nullptr && now->node.empty()) ++waiting;
    }
  }
  return waiting;
}

bool PlanWords::evicts() const {
  const auto& preflights = m_run.looked();
  return std::any_of(preflights.begin(), preflights.end(), [](const PlanPreflight& preflight) {
    const auto& steps = preflight.preview.plan.steps;
    return std::any_of(steps.begin(), steps.end(),
                       [](const PlanStep& step) { return step.act.code == ActCode::Evict; });
  });
}

int PlanWords::podsToEvict() const {
  std::size_t pods = 0;
  for (const PlanPreflight& preflight : m_run.looked()) pods += podsToMove(preflight.preview);
  return static_cast<int>(pods);
}

QString PlanWords::wordToType() const {
  return m_nodes.size() == 1 ? m_nodes.front() : QString::fromStdString(m_bridge.info().name);
}

QString PlanWords::startText() const {
  const bool drain = m_request.kind == PlanKind::Drain;
  const int pods = podsToEvict();
  if (pods == 0) return drain ? tr("Drain") : tr("Change mode");
  return drain ? tr("Evict %n pod(s)", nullptr, pods) : tr("Evict %n pod(s) and switch", nullptr, pods);
}

/// What stands against the start of the plans that were looked at; empty = nothing does.
QString PlanWords::startRefusal() const {
  const auto& preflights = m_run.looked();
  if (preflights.empty() || m_run.isLooking()) return tr("The dry run is not finished");
  const auto any = [&preflights](auto holds) { return std::any_of(preflights.begin(), preflights.end(), holds); };
  if (any([](const PlanPreflight& preflight) { return preflight.isRefused(); })) return tr("The switch is refused");
  if (!any([](const PlanPreflight& preflight) { return !preflight.preview.plan.steps.empty(); }))
    return tr("There is nothing to do");
  if (any([](const PlanPreflight& preflight) { return isBlocked(preflight.preview); }))
    return tr("Some pods block this");
  if (const QString missing = evictionRefusal(); evicts() && !missing.isEmpty()) return missing;
  if (any([](const PlanPreflight& preflight) { return preflight.refused().has_value(); }))
    return tr("Rejected by the server");
  if (QString refusal = writeRefusal(m_bridge); !refusal.isEmpty()) return refusal;
  return {};
}

/// Each pod is evicted by the right of its own namespace.
QString PlanWords::evictionRefusal() const {
  const Rights& rights = m_bridge.connection().rights;
  for (const PlanPreflight& preflight : m_run.looked()) {
    for (const PodVerdict& pod : preflight.preview.pods) {
      if (pod.fate != PodFate::Evict) continue;
      if (QString refusal = rightsRefusal(rights, Feature::EvictPods, pod.pod.ns); !refusal.isEmpty()) return refusal;
    }
  }
  return {};
}

}  // namespace cardinal::ui
