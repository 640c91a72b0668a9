// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_dialog.h"

#include <QLineEdit>
#include <QScrollArea>
#include <algorithm>
#include <utility>

#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/plans/label_only.h"
#include "ui/pages/plans/mode_rows.h"
#include "ui/pages/plans/named_switches.h"
#include "ui/pages/plans/plan_lines.h"
#include "ui/pages/plans/plan_options.h"
#include "ui/pages/plans/plan_side.h"
#include "ui/pages/plans/plan_spine.h"
#include "ui/pages/plans/rehearsal_row.h"
#include "ui/session/rights/write_refusal.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

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

QString serverWords(const Error& error) {
  return error.detail.empty() ? QString() : PlanDialog::tr("Reported: %1").arg(plain(error.detail, 400));
}

std::size_t gpuPodsOn(const NodeRecord& node) {
  return static_cast<std::size_t>(std::count_if(node.pods.begin(), node.pods.end(), [](const PodPtr& pod) {
    return holdsGpu(*pod->raw) && !isDaemonPod(*pod->raw);
  }));
}

}  // namespace

bool PlanDialog::chooseTarget(const SwitchTarget& target) {
  return m_modes->choose(target) || m_named->choose(target);
}

void PlanDialog::preflight() {
  if (m_begun || (m_request.kind == PlanKind::Switch && !m_request.target)) return;
  m_digest = digest();
  m_request.drain = m_options->policy();
  m_request.extras = m_context.bridge.snapshot()->extras;
  std::vector<PlanRequest> requests;
  for (const QString& node : m_nodes) {
    requests.push_back(m_request);
    requests.back().node = node.toStdString();
    requests.back().labelOnly = m_labelNow;
  }
  showNotice([] {
    return Notice{StateRole::Information, tr("Reading the node; the server checks the plan (dry run)"), {}, {}};
  });
  m_run.preflight(std::move(requests));
  arrange();
}

/// What the plan depends on of its nodes, as far as it is watched.
std::string PlanDialog::digest() const {
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  std::string out;
  const auto add = [&out](std::string_view text) { out.append(text).append(1, '\n'); };
  const auto nvidia = snapshot->extras != nullptr ? snapshot->extras->nvidia : nullptr;
  if (nvidia != nullptr && nvidia->plugin != nullptr) add(nvidia->plugin->meta.resourceVersion);
  const ClusterExtras* const extras = snapshot->extras.get();
  for (const QString& name : m_nodes) {
    const auto index = snapshot->findNode(name.toStdString());
    if (!index || !snapshot->node(*index).exists()) {
      add("-");
      continue;
    }
    const NodeRecord& node = snapshot->node(*index);
    add(node.raw->meta.uid);
    add(node.unschedulable() ? "closed" : "open");
    const RawMigConfigs* const layouts = extras != nullptr ? migConfigsOf(*extras, *node.raw) : nullptr;
    if (layouts != nullptr) add(layouts->meta.resourceVersion);
    for (const auto& [key, value] : node.raw->meta.labels) add(key + '=' + value);
    for (const ResourceAmount& amount : node.raw->allocatable)
      add(amount.name + '=' + std::to_string(amount.amount.milliValue()));
    for (const auto& pod : node.scheduler.pods) add(pod->meta.uid + (pod->meta.deletionTimestamp != 0 ? "-" : "+"));
  }
  return out;
}

void PlanDialog::followCluster() {
  if (m_begun) return;
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  std::vector<std::shared_ptr<const RawNode>> raw;
  int gpuPods = 0;
  m_vanished.clear();
  for (const QString& name : m_nodes) {
    const auto index = snapshot->findNode(name.toStdString());
    if (!index || !snapshot->node(*index).exists()) {
      m_vanished = name;
      continue;
    }
    raw.push_back(snapshot->node(*index).raw);
    gpuPods += static_cast<int>(gpuPodsOn(snapshot->node(*index)));
  }
  if (!m_vanished.isEmpty()) {
    showNotice([name = m_vanished] {
      return Notice{StateRole::Critical,
                    tr("%1 is no longer in the cluster").arg(plain(name.toStdString(), 80)),
                    tr("Close this and choose another node."),
                    {}};
    });
    arrange();
    return;
  }
  if (m_request.kind == PlanKind::Switch) {
    m_modes->setNodes(raw, gpuPods);
    m_named->setNodes(raw, snapshot->extras.get());
    m_labelOnly->setNode(wordToType(), gpuPods);
  }
  if (digest() != m_digest) preflight();
}

const PlanPreflight* PlanDialog::preflightOf(const std::string& node) const {
  for (const PlanPreflight& preflight : m_run.looked()) {
    if (preflight.preview.plan.node == node) return &preflight;
  }
  return nullptr;
}

void PlanDialog::showPreflight() {
  showNodes();
  showNode(std::min(m_shown, static_cast<int>(m_run.looked().size()) - 1));
  showNotice([this] { return lookNotice(); });
  followField();
  if (std::exchange(m_labelNow, false)) {
    // The name was typed for exactly this; only the server's refusal stops it now.
    const bool possible = std::none_of(m_run.looked().begin(), m_run.looked().end(),
                                       [](const PlanPreflight& one) { return one.refused() || one.isRefused(); });
    if (possible) {
      m_begun = true;
      m_run.start();
    } else {
      m_labelOnly->setBusy(false);
    }
    arrange();
  }
}

/// With the node before it where the plan is for several.
QString PlanDialog::ofNode(const std::string& node, const QString& words) const {
  return m_nodes.size() > 1 ? labelled(plain(node, 80), words) : words;
}

/// A plan for another value than the field has now is no plan of this dialog any more.
void PlanDialog::followField() {
  if (!m_begun && m_named->isEdited()) {
    m_name->clear();
    showNotice([] {
      return Notice{StateRole::Warning,
                    tr("The field has changed since this plan was made"),
                    tr("Show the plan again for the value that it has now."),
                    {}};
    });
  } else if (!m_begun && !m_run.isLooking() && !m_run.looked().empty() && m_vanished.isEmpty()) {
    showNotice([this] { return lookNotice(); });
  }
  arrange();
}

PlanDialog::Notice PlanDialog::lookNotice() const {
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
void PlanDialog::showNodes() {
  if (m_nodes.size() < 2) return;
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
  m_nodeLines->setLines(std::move(lines));
  m_nodeLines->setChosen(m_shown);
}

void PlanDialog::showNode(int row) {
  if (row < 0 || row >= static_cast<int>(m_run.looked().size())) return;
  m_shown = row;
  const PlanPreflight& preflight = m_run.looked()[static_cast<std::size_t>(row)];
  m_nodeLines->setChosen(row);
  const auto& now = m_run.progress();
  const auto& finished = m_run.finished();
  const auto done = std::find_if(finished.begin(), finished.end(),
                                 [&](const PlanProgress& one) { return one.plan.node == preflight.preview.plan.node; });
  if (m_begun && now && now->plan.node == preflight.preview.plan.node) {
    m_spine->showProgress(*now, &preflight, m_successors);
  } else if (m_begun && done != finished.end()) {
    m_spine->showProgress(*done, &preflight, m_successors);
  } else {
    m_spine->showPreflight(preflight);
  }
  m_side->showPlan(preflight.preview.plan, preflight.preview.assessment, preflight.targets);
}

void PlanDialog::showProgress() {
  const PlanProgress& progress = *m_run.progress();
  m_begun = true;
  showNodes();
  const PlanPreflight* preflight = preflightOf(progress.plan.node);
  if (preflight != nullptr) {
    showNode(static_cast<int>(preflight - m_run.looked().data()));
  } else {
    m_spine->showProgress(progress, nullptr, m_successors);
    m_side->showPlan(progress.plan, std::nullopt, {});
  }
  if (m_run.isBusy() && !m_run.isStopping() && !m_closeAfter) showNotice([this] { return progressNotice(); });
  arrange();
}

PlanDialog::Notice PlanDialog::progressNotice() const {
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

QStringList PlanDialog::nodesLeftCordoned() const {
  QStringList out;
  const auto add = [&out](const PlanProgress& progress) {
    if (endsCordoned(progress)) out << QString::fromStdString(progress.plan.node);
  };
  for (const PlanProgress& one : m_run.finished()) add(one);
  if (m_run.progress()) add(*m_run.progress());
  out.removeDuplicates();
  return out;
}

PlanDialog::Notice PlanDialog::endNotice() const {
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

void PlanDialog::showEnd() {
  const auto& progress = m_run.progress();
  m_labelOnly->setBusy(false);
  if (std::exchange(m_rollBackAfter, false) && progress && !isFinished(progress->phase)) {
    m_run.rollBack();
    arrange();
    return;
  }
  if (m_closeAfter) {
    DialogFrame::reject();
    // after the dialog is out of the way, which a closing window would ask again
    if (m_closing) QMetaObject::invokeMethod(parentWidget(), m_closing, Qt::QueuedConnection);
    return;
  }
  if (progress) {
    showNotice([this] { return endNotice(); });
    m_ended = true;
  }
  showNodes();
  arrange();
}

void PlanDialog::showError(const Error& error) {
  if (!m_run.progress() || mayStartAnew()) m_begun = false;
  m_labelNow = false;
  m_labelOnly->setBusy(false);
  showNotice([error] { return Notice{StateRole::Critical, errorText(error), serverWords(error), {}}; });
  arrange();
}

void PlanDialog::showNotice(std::function<Notice()> make) {
  m_ended = false;
  m_notice = std::move(make);
  const Notice notice = m_notice();
  m_verdict->setState(notice.state);
  m_verdict->setText(notice.text);
  m_verdict->setDetail(notice.detail);
  m_verdict->setAction(notice.action);
  m_verdict->show();
}

bool PlanDialog::evicts() const {
  const auto& preflights = m_run.looked();
  return std::any_of(preflights.begin(), preflights.end(), [](const PlanPreflight& preflight) {
    const auto& steps = preflight.preview.plan.steps;
    return std::any_of(steps.begin(), steps.end(),
                       [](const PlanStep& step) { return step.act.code == ActCode::Evict; });
  });
}

int PlanDialog::podsToEvict() const {
  std::size_t pods = 0;
  for (const PlanPreflight& preflight : m_run.looked()) pods += podsToMove(preflight.preview);
  return static_cast<int>(pods);
}

QString PlanDialog::wordToType() const {
  return m_nodes.size() == 1 ? m_nodes.front() : QString::fromStdString(m_context.bridge.info().name);
}

QString PlanDialog::startText() const {
  const bool drain = m_request.kind == PlanKind::Drain;
  const int pods = podsToEvict();
  if (pods == 0) return drain ? tr("Drain") : tr("Change mode");
  return drain ? tr("Evict %n pod(s)", nullptr, pods) : tr("Evict %n pod(s) and switch", nullptr, pods);
}

QString PlanDialog::startRefusal() const {
  if (!m_vanished.isEmpty()) return tr("%1 is no longer in the cluster").arg(plain(m_vanished.toStdString(), 80));
  if (m_request.kind == PlanKind::Switch && !m_request.target) return tr("Choose a mode first");
  if (m_named->isEdited()) return tr("This plan is for another value than the field has now: show the plan again");
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
  if (QString refusal = writeRefusal(m_context.bridge); !refusal.isEmpty()) return refusal;
  if (evicts() && m_name->text() != wordToType()) return tr("Type the name first");
  return {};
}

/// Each pod is evicted by the right of its own namespace.
QString PlanDialog::evictionRefusal() const {
  const Rights& rights = m_context.bridge.connection().rights;
  for (const PlanPreflight& preflight : m_run.looked()) {
    for (const PodVerdict& pod : preflight.preview.pods) {
      if (pod.fate != PodFate::Evict) continue;
      if (QString refusal = rightsRefusal(rights, Feature::EvictPods, pod.pod.ns); !refusal.isEmpty()) return refusal;
    }
  }
  return {};
}

/// It stopped before anything was changed.
bool PlanDialog::mayStartAnew() const {
  const auto& progress = m_run.progress();
  return m_begun && !m_adopted && !m_run.isBusy() && progress && progress->phase == PlanPhase::Left &&
         changedNothing(*progress);
}

void PlanDialog::arrange() {
  const auto& progress = m_run.progress();
  const bool busy = m_run.isBusy();
  const bool open = m_begun && !busy && progress && !isFinished(progress->phase);
  const bool more = m_begun && !busy && progress && progress->phase == PlanPhase::Done && m_run.left() > 0;
  const bool back = progress && progress->phase == PlanPhase::RollingBack;
  const bool looked = !m_run.looked().empty();
  const bool isLabelled = m_request.target && m_request.target->kind != SwitchTarget::Kind::Stack;
  const bool expert = m_request.kind == PlanKind::Switch && isLabelled && !m_begun && m_nodes.size() == 1 && looked &&
                      !m_run.looked().front().isRefused() && !m_run.looked().front().isSame() && evicts();
  m_modes->setVisible(m_request.kind == PlanKind::Switch && !m_begun);
  m_named->setVisible(m_request.kind == PlanKind::Switch && !m_begun && !m_named->isEmpty());
  const bool isOld = m_named->isEdited() && !m_begun;
  const bool undone = progress && progress->phase == PlanPhase::RolledBack;  // what would have become is of no use
  const bool sides = ((looked && !isOld) || progress) && !undone;
  m_side->setVisible(sides);
  m_side->setCautionsShown(m_begun);
  m_side->setRollbackShown(!m_begun || busy || !progress || !isFinished(progress->phase));
  m_rehearsal->follow(busy && progress ? &*progress : nullptr, m_context.bridge.writer().people);
  m_optionHead->setVisible(!m_begun && evicts());
  m_options->setVisible(!m_begun && evicts());
  const bool asks = !m_begun && evicts() && !isOld;
  const bool asksNow = asks && m_confirmation->isHidden();
  m_confirmation->setVisible(asks);
  if (asksNow) focusName();
  m_spine->setVisible(!isOld);
  m_nodeLines->setVisible(!isOld && m_nodes.size() > 1 && (looked || progress));
  const bool alone = (expert && !m_named->isEdited()) || (m_labelNow && !m_begun);
  m_labelOnly->setVisible(alone);
  m_sideScroll->setVisible(sides || alone);
  const bool anew = mayStartAnew();
  m_start->setVisible(!m_begun || anew);
  m_start->setText(anew ? tr("Check again") : startText());
  m_start->setRefusal(anew ? QString() : startRefusal());
  m_stop->setVisible(busy);
  m_stop->setRefusal(m_run.isStopping() ? tr("Stops at the next safe point") : QString());
  m_rollBack->setVisible((busy && !back) || open);
  m_rollBack->setRefusal(m_rollBackAfter ? tr("Stops at the next safe point, then rolls back") : QString());
  m_continue->setVisible(open || more);
  m_leave->setVisible(open);
  const bool ended = m_begun && !busy && !open && !more && progress && isFinished(progress->phase);
  const bool closed = ended && !nodesLeftCordoned().isEmpty();
  m_uncordon->setVisible(closed);
  m_mode->setVisible(closed && m_request.kind == PlanKind::Drain);
  setTitle(titleText());
}

/// What usually follows a node that is empty and cordoned.
void PlanDialog::goOnWith(PlanKind kind) {
  const QStringList nodes = nodesLeftCordoned();
  DialogFrame::reject();
  m_context.selection.requestPlan(nodes, kind);
}

void PlanDialog::begin() {
  if (mayStartAnew()) {
    m_begun = false;
    preflight();
    return;
  }
  m_begun = true;
  expectSuccessors();
  m_run.start();
  arrange();
}

void PlanDialog::expectSuccessors() {
  std::vector<EvictionTarget> leaving;
  for (const PlanPreflight& preflight : m_run.looked())
    leaving.insert(leaving.end(), preflight.targets.begin(), preflight.targets.end());
  m_successors.begin(*m_context.bridge.snapshot(), leaving);
}

/// The controllers and the scheduler go on after the plan has ended.
void PlanDialog::followSuccessors() {
  if (!m_begun || m_adopted) return;
  m_successors.follow(*m_context.bridge.snapshot());
  showNode(m_shown);
  if (!m_ended) return;
  showNotice([this] { return endNotice(); });
  m_ended = true;
}

int PlanDialog::waitingSuccessors() const {
  int waiting = 0;
  for (const PlanPreflight& preflight : m_run.looked()) {
    for (const EvictionTarget& target : preflight.targets) {
      const Successor* now = m_successors.of(target.pod);
      if (now != nullptr && now->node.empty()) ++waiting;
    }
  }
  return waiting;
}

/// Once, when there is something to type: nobody searches for the field with the mouse.
void PlanDialog::focusName() {
  if (m_confirmation->isHidden() || m_begun || focusWidget() != m_close) return;
  m_name->setFocus(Qt::TabFocusReason);
}

void PlanDialog::takeBack() {
  if (m_run.isBusy()) {
    m_rollBackAfter = true;
    m_run.stop();
    showNotice([] {
      return Notice{StateRole::Information, tr("Stops at the next safe point, then rolls back"), {}, {}};
    });
  } else {
    m_run.rollBack();
  }
  arrange();
}

void PlanDialog::labelNow() {
  m_labelNow = true;
  m_labelOnly->setBusy(true);
  preflight();
}

PlanDialog::Notice PlanDialog::closingNotice() const {
  if (m_closing)
    return {
        StateRole::Warning, tr("The plan is running. Stop it and close the window?"),
        tr("It stops at the next safe point. When this cluster is opened again, the window offers to continue or to "
           "roll back."),
        tr("Stop and close")};
  return {StateRole::Warning, tr("The plan is running. Stop it and close?"),
          tr("It stops at the next safe point. The window then offers to continue or to roll back."),
          tr("Stop and close")};
}

void PlanDialog::reject() {
  ask({});
}

void PlanDialog::rejectBefore(std::function<void()> close) {
  ask(std::move(close));
}

void PlanDialog::ask(std::function<void()> closing) {
  m_closing = std::move(closing);
  if (!m_run.isBusy()) {
    DialogFrame::reject();
    return;
  }
  showNotice([this] { return closingNotice(); });
}

}  // namespace cardinal::ui
