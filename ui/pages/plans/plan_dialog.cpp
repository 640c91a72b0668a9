// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_dialog.h"

#include <QBoxLayout>
#include <QEvent>
#include <algorithm>
#include <utility>

#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/plans/label_only.h"
#include "ui/pages/plans/mode_rows.h"
#include "ui/pages/plans/name_confirmation.h"
#include "ui/pages/plans/named_switches.h"
#include "ui/pages/plans/plan_lines.h"
#include "ui/pages/plans/plan_options.h"
#include "ui/pages/plans/plan_side.h"
#include "ui/pages/plans/plan_spine.h"
#include "ui/pages/plans/rehearsal_row.h"
#include "ui/pages/plans/side_column.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kMin = 940;
constexpr int kWidth = 1120;
constexpr int kHeight = 720;
constexpr QMargins kMargins{12, 12, 12, 12};
constexpr int kAround = 48;  // of the window below stays visible

/// Grows with the text as far as the window below it has room.
QSize roomyFor(const Theme& theme, const QWidget* parent) {
  const QSize least(kWidth, kHeight);
  if (parent == nullptr) return least;
  const QSize room = parent->window()->size() - QSize(kAround, kAround);
  return QSize(scaledWidth(theme, kWidth), scaledWidth(theme, kHeight)).boundedTo(room.expandedTo(least));
}

std::size_t gpuPodsOn(const NodeRecord& node) {
  return static_cast<std::size_t>(std::count_if(node.pods.begin(), node.pods.end(), [](const PodPtr& pod) {
    return holdsGpu(*pod->raw) && !isDaemonPod(*pod->raw);
  }));
}

/// What the plan depends on of its nodes, as far as it is watched.
std::string digestOf(const ClusterSnapshot& snapshot, const QStringList& nodes) {
  std::string out;
  const auto add = [&out](std::string_view text) { out.append(text).append(1, '\n'); };
  const auto nvidia = snapshot.extras != nullptr ? snapshot.extras->nvidia : nullptr;
  if (nvidia != nullptr && nvidia->plugin != nullptr) add(nvidia->plugin->meta.resourceVersion);
  const ClusterExtras* const extras = snapshot.extras.get();
  for (const QString& name : nodes) {
    const auto index = snapshot.findNode(name.toStdString());
    if (!index || !snapshot.node(*index).exists()) {
      add("-");
      continue;
    }
    const NodeRecord& node = snapshot.node(*index);
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

}  // namespace

PlanDialog::PlanDialog(const PageContext& context, ChangeSessionPtr session, const QStringList& nodes, PlanKind kind,
                       QWidget* parent)
    : DialogFrame(context.theme, {}, kMin, parent),
      m_context(context),
      m_nodes(nodes),
      m_words(context.bridge, m_run, m_request, m_nodes, m_successors),
      m_run(context.bridge, std::move(session)) {
  m_request.kind = kind;
  build();
  connectRun();
  arrange();
  if (kind == PlanKind::Drain) preflight();
}

PlanDialog::PlanDialog(const PageContext& context, ChangeSessionPtr session, const PlanProgress& unfinished,
                       QWidget* parent)
    : DialogFrame(context.theme, {}, kMin, parent),
      m_context(context),
      m_nodes(QString::fromStdString(unfinished.plan.node)),
      m_adopted(true),
      m_begun(true),
      m_words(context.bridge, m_run, m_request, m_nodes, m_successors),
      m_run(context.bridge, std::move(session)) {
  m_request.kind = unfinished.plan.kind;
  m_request.target = unfinished.plan.target;
  build();
  connectRun();
  m_run.adopt(unfinished);
  showNotice([] {
    return PlanNotice{StateRole::Warning,
                      tr("This plan was left unfinished. Nothing happens until you decide."),
                      tr("Continue where it stopped, roll back what it changed, or leave the node as it is."),
                      {}};
  });
  arrange();
}

void PlanDialog::build() {
  setModal(false);
  auto* across = new QHBoxLayout;
  across->setSpacing(20);
  across->addWidget(buildLeft(), 1);
  across->addWidget(buildRight());
  body()->addLayout(across, 1);
  m_verdict = new Banner(theme(), this);
  m_verdict->setObjectName(QStringLiteral("planVerdict"));
  body()->addWidget(m_verdict);
  m_verdict->hide();
  m_confirmation = new NameConfirmation(theme(), this);  // beside the buttons, never out of sight
  connect(m_confirmation, &NameConfirmation::edited, this, &PlanDialog::arrange);
  body()->addWidget(m_confirmation);
  buildButtons();
  retranslate();
  resize(roomyFor(theme(), parentWidget()));
}

QWidget* PlanDialog::buildLeft() {
  auto* inside = new Surface(theme(), SurfaceTone::Panel, this);
  QVBoxLayout* layout = columnIn(inside, kMargins, 12);
  m_nodeLines = new PlanLines(theme(), inside);
  m_nodeLines->setChoosable(true);
  connect(m_nodeLines, &PlanLines::chosen, this, &PlanDialog::showNode);
  layout->addWidget(m_nodeLines);
  m_modes = new ModeRows(theme(), inside);
  m_modes->setVisible(m_request.kind == PlanKind::Switch && !m_adopted);
  connect(m_modes, &ModeRows::chosen, this, [this](const SwitchTarget& target) {
    m_request.target = target;
    m_named->chooseNone();
    preflight();
  });
  layout->addWidget(m_modes);
  m_named = new NamedSwitches(theme(), inside);
  m_named->hide();
  connect(m_named, &NamedSwitches::chosen, this, [this](const SwitchTarget& target) {
    m_request.target = target;
    m_modes->chooseNone();
    preflight();
  });
  connect(m_named, &NamedSwitches::edited, this, &PlanDialog::followField);
  layout->addWidget(m_named);
  m_spine = new PlanSpine(theme(), inside);
  layout->addWidget(m_spine);
  m_rehearsal = new RehearsalRow(theme(), inside);
  layout->addWidget(m_rehearsal);
  layout->addStretch(1);
  return scrolled(inside, this);
}

QWidget* PlanDialog::buildRight() {
  auto* inside = new Surface(theme(), SurfaceTone::Panel, this);
  QVBoxLayout* layout = columnIn(inside, kMargins, 12);
  m_side = new PlanSide(theme(), inside);
  layout->addWidget(m_side);
  m_optionHead = new SectionHead(theme(), m_side);
  m_side->addAmid(m_optionHead);
  m_options = new PlanOptions(theme(), m_nodes.size() > 1, m_side);
  connect(m_options, &PlanOptions::changed, this, &PlanDialog::preflight);
  connect(m_options, &PlanOptions::stopsChanged, this, [this](bool stop) { m_run.setStopAfterEach(stop); });
  m_run.setStopAfterEach(m_options->stopsAfterEach());
  m_side->addAmid(m_options);
  layout->addStretch(1);
  m_labelOnly = new LabelOnly(theme(), inside);
  m_labelOnly->hide();
  connect(m_labelOnly, &LabelOnly::confirmed, this, &PlanDialog::labelNow);
  layout->addWidget(m_labelOnly);
  m_sideScroll = new SideColumn(theme(), inside, this);
  return m_sideScroll;
}

void PlanDialog::buildButtons() {
  m_close = addButton({});
  const auto button = [this](const char* name, const char* icon, auto act) {
    ActionButton* made = addButton({});
    made->setObjectName(QString::fromLatin1(name));
    made->setIconName(QString::fromLatin1(icon));
    connect(made, &QAbstractButton::clicked, this, act);
    return made;
  };
  m_leave = button("planLeave", "lock", [this] {
    m_run.leave();
    arrange();
  });
  m_rollBack = button("planRollBack", "undo", [this] { takeBack(); });
  m_stop = button("planStop", "pause", [this] {
    m_run.stop();
    showNotice([] { return PlanNotice{StateRole::Information, tr("Stops at the next safe point"), {}, {}}; });
    arrange();
  });
  m_continue = button("planContinue", "play", [this] {
    m_run.goOn();
    arrange();
  });
  m_uncordon = button("planUncordon", "uncordon", [this] { goOnWith(PlanKind::Uncordon); });
  m_mode = button("planMode", "switch-mode", [this] { goOnWith(PlanKind::Switch); });
  m_start = addButton({}, true);
  m_start->setObjectName(QStringLiteral("planStart"));
  connect(m_start, &QAbstractButton::clicked, this, &PlanDialog::begin);
}

void PlanDialog::connectRun() {
  connect(&m_run, &PlanRun::lookFinished, this, &PlanDialog::showPreflight);
  connect(&m_run, &PlanRun::lookProgressed, this, [this](int done, int all) {
    showNotice([done, all] {
      return PlanNotice{StateRole::Information, tr("Looking for places: %1 of %2 pods").arg(done).arg(all), {}, {}};
    });
  });
  connect(&m_run, &PlanRun::progressed, this, &PlanDialog::showProgress);
  connect(&m_run, &PlanRun::failed, this, &PlanDialog::showError);
  connect(&m_run, &PlanRun::ended, this, &PlanDialog::showEnd);
  connect(&m_context.bridge, &SnapshotBridge::snapshotChanged, this, &PlanDialog::followCluster);
  connect(&m_context.bridge, &SnapshotBridge::snapshotChanged, this, &PlanDialog::followSuccessors);
  connect(&m_context.bridge, &SnapshotBridge::sourceClosing, this, [this] { DialogFrame::reject(); });
  connect(m_verdict, &Banner::actionTriggered, this, [this] {
    m_closeAfter = true;
    m_run.stop();
    showNotice([] { return PlanNotice{StateRole::Information, tr("Stops at the next safe point"), {}, {}}; });
    arrange();
  });
  if (m_request.kind == PlanKind::Switch && !m_adopted) followCluster();
}

void PlanDialog::retranslate() {
  setTitle(m_words.title(m_begun, m_adopted));
  m_close->setText(tr("Close"));
  m_leave->setText(tr("Leave as it is"));
  m_rollBack->setText(tr("Roll back"));
  m_stop->setText(tr("Stop"));
  m_continue->setText(tr("Continue"));
  m_uncordon->setText(m_nodes.size() > 1 ? tr("Uncordon them…") : tr("Uncordon…"));
  m_mode->setText(tr("Change mode…"));
  m_optionHead->setTitle(tr("Evictions"));
  m_options->retranslate();
  m_labelOnly->retranslate();
  m_rehearsal->retranslate();
  m_modes->retranslate();
  m_named->retranslate();
  m_side->retranslate();
  m_confirmation->setWord(m_words.wordToType());
}

void PlanDialog::changeEvent(QEvent* event) {
  DialogFrame::changeEvent(event);
  if (event->type() != QEvent::LanguageChange) return;
  retranslate();
  if (m_run.progress()) {
    m_spine->clear();
    showProgress();
  } else if (!m_run.looked().empty()) {
    showNodes();
    showNode(m_shown);
  }
  if (m_notice) showNotice(m_notice);
  arrange();
}

bool PlanDialog::chooseTarget(const SwitchTarget& target) {
  return m_modes->choose(target) || m_named->choose(target);
}

void PlanDialog::preflight() {
  if (m_begun || (m_request.kind == PlanKind::Switch && !m_request.target)) return;
  m_digest = digestOf(*m_context.bridge.snapshot(), m_nodes);
  m_request.drain = m_options->policy();
  m_request.extras = m_context.bridge.snapshot()->extras;
  std::vector<PlanRequest> requests;
  for (const QString& node : m_nodes) {
    requests.push_back(m_request);
    requests.back().node = node.toStdString();
    requests.back().labelOnly = m_labelNow;
  }
  showNotice([] {
    return PlanNotice{StateRole::Information, tr("Reading the node; the server checks the plan (dry run)"), {}, {}};
  });
  m_run.preflight(std::move(requests));
  arrange();
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
      return PlanNotice{StateRole::Critical,
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
    m_labelOnly->setNode(m_words.wordToType(), gpuPods);
  }
  if (digestOf(*snapshot, m_nodes) != m_digest) preflight();
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
  showNotice([this] { return m_words.looked(); });
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

/// A plan for another value than the field has now is no plan of this dialog any more.
void PlanDialog::followField() {
  if (!m_begun && m_named->isEdited()) {
    m_confirmation->clear();
    showNotice([] {
      return PlanNotice{StateRole::Warning,
                        tr("The field has changed since this plan was made"),
                        tr("Show the plan again for the value that it has now."),
                        {}};
    });
  } else if (!m_begun && !m_run.isLooking() && !m_run.looked().empty() && m_vanished.isEmpty()) {
    showNotice([this] { return m_words.looked(); });
  }
  arrange();
}

void PlanDialog::showNodes() {
  if (m_nodes.size() < 2) return;
  m_nodeLines->setLines(m_words.lines());
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
  if (m_run.isBusy() && !m_run.isStopping() && !m_closeAfter) showNotice([this] { return m_words.progress(); });
  arrange();
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
    showNotice([this] { return m_words.end(); });
    m_ended = true;
  }
  showNodes();
  arrange();
}

void PlanDialog::showError(const Error& error) {
  if (!m_run.progress() || mayStartAnew()) m_begun = false;
  m_labelNow = false;
  m_labelOnly->setBusy(false);
  showNotice([error] { return PlanNotice{StateRole::Critical, errorText(error), PlanWords::serverWords(error), {}}; });
  arrange();
}

void PlanDialog::showNotice(std::function<PlanNotice()> make) {
  m_ended = false;
  m_notice = std::move(make);
  const PlanNotice notice = m_notice();
  m_verdict->setState(notice.state);
  m_verdict->setText(notice.text);
  m_verdict->setDetail(notice.detail);
  m_verdict->setAction(notice.action);
  m_verdict->show();
}

QString PlanDialog::startRefusal() const {
  if (!m_vanished.isEmpty()) return tr("%1 is no longer in the cluster").arg(plain(m_vanished.toStdString(), 80));
  if (m_request.kind == PlanKind::Switch && !m_request.target) return tr("Choose a mode first");
  if (m_named->isEdited()) return tr("This plan is for another value than the field has now: show the plan again");
  if (QString refusal = m_words.startRefusal(); !refusal.isEmpty()) return refusal;
  if (m_words.evicts() && m_confirmation->text() != m_words.wordToType()) return tr("Type the name first");
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
                      !m_run.looked().front().isRefused() && !m_run.looked().front().isSame() && m_words.evicts();
  m_modes->setVisible(m_request.kind == PlanKind::Switch && !m_begun);
  m_named->setVisible(m_request.kind == PlanKind::Switch && !m_begun && !m_named->isEmpty());
  const bool isOld = m_named->isEdited() && !m_begun;
  const bool undone = progress && progress->phase == PlanPhase::RolledBack;  // what would have become is of no use
  const bool sides = ((looked && !isOld) || progress) && !undone;
  m_side->setVisible(sides);
  m_side->setCautionsShown(m_begun);
  m_side->setRollbackShown(!m_begun || busy || !progress || !isFinished(progress->phase));
  m_rehearsal->follow(busy && progress ? &*progress : nullptr, m_context.bridge.writer().people);
  m_optionHead->setVisible(!m_begun && m_words.evicts());
  m_options->setVisible(!m_begun && m_words.evicts());
  const bool asks = !m_begun && m_words.evicts() && !isOld;
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
  m_start->setText(anew ? tr("Check again") : m_words.startText());
  m_start->setRefusal(anew ? QString() : startRefusal());
  m_stop->setVisible(busy);
  m_stop->setRefusal(m_run.isStopping() ? tr("Stops at the next safe point") : QString());
  m_rollBack->setVisible((busy && !back) || open);
  m_rollBack->setRefusal(m_rollBackAfter ? tr("Stops at the next safe point, then rolls back") : QString());
  m_continue->setVisible(open || more);
  m_leave->setVisible(open);
  const bool ended = m_begun && !busy && !open && !more && progress && isFinished(progress->phase);
  const bool closed = ended && !m_words.nodesLeftCordoned().isEmpty();
  m_uncordon->setVisible(closed);
  m_mode->setVisible(closed && m_request.kind == PlanKind::Drain);
  setTitle(m_words.title(m_begun, m_adopted));
}

/// What usually follows a node that is empty and cordoned.
void PlanDialog::goOnWith(PlanKind kind) {
  const QStringList nodes = m_words.nodesLeftCordoned();
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
  showNotice([this] { return m_words.end(); });
  m_ended = true;
}

/// Once, when there is something to type: nobody searches for the field with the mouse.
void PlanDialog::focusName() {
  if (m_confirmation->isHidden() || m_begun || focusWidget() != m_close) return;
  m_confirmation->focusField();
}

void PlanDialog::takeBack() {
  if (m_run.isBusy()) {
    m_rollBackAfter = true;
    m_run.stop();
    showNotice([] {
      return PlanNotice{StateRole::Information, tr("Stops at the next safe point, then rolls back"), {}, {}};
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
  showNotice([this] { return m_words.closing(m_closing != nullptr); });
}

}  // namespace cardinal::ui
