// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QScrollArea>
#include <algorithm>

#include "ui/i18n/plan_texts.h"
#include "ui/i18n/texts.h"
#include "ui/pages/plans/mode_rows.h"
#include "ui/pages/plans/plan_side.h"
#include "ui/pages/plans/plan_spine.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/band.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/surface.h"
#include "ui/widgets/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kWidth = 980;
constexpr int kHeight = 660;
constexpr int kSide = 320;

QString titleOf(const QString& node, PlanKind kind) {
  const QString name = plain(node.toStdString(), 80);
  return kind == PlanKind::Drain ? PlanDialog::tr("Drain %1?").arg(name) : PlanDialog::tr("Change the mode of %1").arg(name);
}

bool canRun(SwitchWay way) { return way != SwitchWay::Same && way != SwitchWay::Refused; }

QScrollArea* scrolled(QWidget* inside, QWidget* parent) {
  auto* scroll = new QScrollArea(parent);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(inside);
  return scroll;
}

}  // namespace

PlanDialog::PlanDialog(const PageContext& context, PlanBookPtr book, const QString& node, PlanKind kind, QWidget* parent)
    : DialogFrame(context.theme, titleOf(node, kind), kWidth, parent),
      m_context(context),
      m_node(node),
      m_run(context.bridge, std::move(book)) {
  m_wish.kind = kind;
  m_wish.node = node.toStdString();
  build(kind);
  connectRun();
  arrange();
  if (kind == PlanKind::Drain) look();
}

PlanDialog::PlanDialog(const PageContext& context, PlanBookPtr book, const PlanProgress& unfinished, QWidget* parent)
    : DialogFrame(context.theme, planTitle(unfinished.plan), kWidth, parent),
      m_context(context),
      m_node(QString::fromStdString(unfinished.plan.node)),
      m_run(context.bridge, std::move(book)),
      m_begun(true) {
  m_wish.kind = unfinished.plan.kind;
  build(PlanKind::Drain);
  connectRun();
  m_run.adopt(unfinished);
  say(StateRole::Warning, tr("This plan was left unfinished. Nothing happens until you decide."));
  arrange();
}

void PlanDialog::build(PlanKind kind) {
  auto* across = new QHBoxLayout;
  across->setSpacing(20);
  across->addWidget(buildLeft(kind), 1);
  across->addWidget(buildRight());
  body()->addLayout(across, 1);
  m_verdict = new Band(theme(), this);
  body()->addWidget(m_verdict);
  m_verdict->hide();
  buildButtons();
  resize(kWidth, kHeight);
}

QWidget* PlanDialog::buildLeft(PlanKind kind) {
  auto* inside = new Surface(theme(), SurfaceTone::Panel, this);
  auto* layout = new QVBoxLayout(inside);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(12);
  if (kind == PlanKind::Switch) {
    m_modes = new ModeRows(theme(), inside);
    const SnapshotPtr snapshot = m_context.bridge.snapshot();
    const auto index = snapshot->findNode(m_wish.node);
    if (index && snapshot->node(*index).raw) m_modes->setNode(*snapshot->node(*index).raw);
    connect(m_modes, &ModeRows::chosen, this, [this](const SwitchTarget& target) {
      m_wish.target = target;
      look();
    });
    layout->addWidget(m_modes);
  }
  m_spine = new PlanSpine(theme(), inside);
  layout->addWidget(m_spine);
  layout->addStretch(1);
  return scrolled(inside, this);
}

QWidget* PlanDialog::buildRight() {
  auto* inside = new Surface(theme(), SurfaceTone::Panel, this);
  auto* layout = new QVBoxLayout(inside);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(12);
  m_side = new PlanSide(theme(), inside);
  layout->addWidget(m_side);
  m_options = new QWidget(inside);
  auto* options = new QVBoxLayout(m_options);
  options->setContentsMargins(0, 0, 0, 0);
  m_localData = new QCheckBox(tr("Evict pods with local data too; it is lost"), m_options);
  m_bare = new QCheckBox(tr("Evict pods too that no controller makes again"), m_options);
  for (QCheckBox* box : {m_localData, m_bare}) {
    options->addWidget(box);
    connect(box, &QCheckBox::toggled, this, &PlanDialog::look);
  }
  layout->addWidget(m_options);
  m_confirmation = new QWidget(inside);
  auto* confirm = new QVBoxLayout(m_confirmation);
  confirm->setContentsMargins(0, 0, 0, 0);
  auto* words = new TextLabel(theme(), TextRole::Small, TextTone::Strong, m_confirmation);
  words->setWordWrap(true);
  words->setText(tr("Type %1 to continue").arg(plain(m_node.toStdString(), 80)));
  m_name = new QLineEdit(m_confirmation);
  m_name->setAccessibleName(words->text());
  connect(m_name, &QLineEdit::textChanged, this, &PlanDialog::arrange);
  confirm->addWidget(words);
  confirm->addWidget(m_name);
  layout->addWidget(m_confirmation);
  layout->addStretch(1);
  QScrollArea* scroll = scrolled(inside, this);
  scroll->setFixedWidth(kSide);
  return scroll;
}

void PlanDialog::buildButtons() {
  m_close = addButton(tr("Close"));
  const auto button = [this](const QString& text, const char* icon, auto act) {
    ActionButton* made = addButton(text);
    made->setIconName(QString::fromLatin1(icon));
    connect(made, &QAbstractButton::clicked, this, act);
    return made;
  };
  m_leave = button(tr("Leave as it is"), "lock", [this] { m_run.leave(); arrange(); });
  m_rollBack = button(tr("Roll back"), "undo", [this] { takeBack(); });
  m_stop = button(tr("Stop"), "pause", [this] {
    m_run.stop();
    say(StateRole::Information, tr("Stops at the next place where that is safe"));
    arrange();
  });
  m_continue = button(tr("Continue"), "play", [this] {
    m_run.resume();
    arrange();
  });
  m_start = addButton(startText(), true);
  connect(m_start, &QAbstractButton::clicked, this, [this] {
    m_begun = true;
    m_run.start();
    arrange();
  });
}

void PlanDialog::connectRun() {
  connect(&m_run, &PlanRun::lookFinished, this, &PlanDialog::showLook);
  connect(&m_run, &PlanRun::progressed, this, &PlanDialog::showProgress);
  connect(&m_run, &PlanRun::failed, this, &PlanDialog::showError);
  connect(&m_run, &PlanRun::ended, this, &PlanDialog::showEnd);
  connect(m_verdict, &Band::actionTriggered, this, [this] {
    m_closeAfter = true;
    m_run.stop();
    m_verdict->setAction({});
    arrange();
  });
}

void PlanDialog::look() {
  if (m_begun || (m_wish.kind == PlanKind::Switch && !m_wish.target)) return;
  m_wish.drain.deleteLocalData = m_localData->isChecked();
  m_wish.drain.evictBare = m_bare->isChecked();
  say(StateRole::Information, tr("Reading the node; the server checks the plan (dry run)"));
  m_run.look(m_wish);
  arrange();
}

void PlanDialog::showLook() {
  const PlanPreview& preview = m_run.looked()->preview;
  m_spine->showPreview(preview);
  m_side->showPlan(preview.plan, preview.assessment);
  if (preview.assessment && !canRun(preview.assessment->way)) {
    QStringList why;
    for (const NotedSwitch& note : preview.assessment->notes) why << switchNoteText(note);
    say(StateRole::Critical, why.join(u' '));
  } else if (isBlocked(preview)) {
    say(StateRole::Warning, tr("Some pods are in the way. Allow them to be evicted, or move them yourself."));
  } else if (const auto refused = m_run.looked()->refused()) {
    say(StateRole::Critical, errorText(*refused), refused->detail.empty() ? QString() : tr("The server says: %1").arg(plain(refused->detail, 400)));
  } else {
    const auto& tried = m_run.looked()->tried;
    const auto blocked = std::count_if(tried.begin(), tried.end(), [](const TriedAct& act) { return act.blocked; });
    say(blocked > 0 ? StateRole::Warning : StateRole::Ok, tr("Server dry run passed"),
        blocked > 0 ? tr("%n pod(s) are blocked now by a PodDisruptionBudget; the plan waits for them.", nullptr, static_cast<int>(blocked))
                    : QString());
  }
  arrange();
}

void PlanDialog::showProgress() {
  const PlanProgress& progress = *m_run.progress();
  m_begun = true;
  m_spine->showProgress(progress);
  const bool looked = m_run.looked().has_value();
  m_side->showPlan(progress.plan, looked ? m_run.looked()->preview.assessment : std::optional<SwitchAssessment>());
  if (m_run.isBusy() && !m_run.isStopping() && !m_closeAfter) {
    const int total = static_cast<int>(progress.plan.steps.size());
    const int step = std::min(static_cast<int>(currentStep(progress)) + 1, total);
    say(StateRole::Information, progress.phase == PlanPhase::RollingBack ? tr("Rolling back") : tr("Step %1 of %2").arg(step).arg(total));
  }
  arrange();
}

void PlanDialog::showEnd() {
  const auto& progress = m_run.progress();
  if (m_rollBackAfter && progress && !isFinished(progress->phase)) {
    m_rollBackAfter = false;
    m_run.rollBack();
    arrange();
    return;
  }
  m_rollBackAfter = false;
  if (m_closeAfter) {
    DialogFrame::reject();
    return;
  }
  if (progress) {
    const QString phase = tr("%1: %2").arg(planTitle(progress->plan), planPhaseText(*progress));
    if (progress->stop) {
      say(progress->stop->code == StopCode::Cancelled ? StateRole::Warning : StateRole::Critical, phase, stopText(*progress->stop, progress->plan));
    } else {
      say(StateRole::Ok, phase);
    }
  }
  arrange();
}

void PlanDialog::showError(const Error& error) {
  if (!m_run.progress()) m_begun = false;
  say(StateRole::Critical, errorText(error), error.detail.empty() ? QString() : tr("Reported: %1").arg(plain(error.detail, 400)));
  arrange();
}

void PlanDialog::say(StateRole state, const QString& text, const QString& detail) {
  m_verdict->setState(state);
  m_verdict->setText(text);
  m_verdict->setDetail(detail);
  m_verdict->setAction({});
  m_verdict->show();
}

bool PlanDialog::evicts() const {
  if (!m_run.looked()) return false;
  const auto& steps = m_run.looked()->preview.plan.steps;
  return std::any_of(steps.begin(), steps.end(), [](const PlanStep& step) { return step.act.code == ActCode::Evict; });
}

QString PlanDialog::startText() const {
  const bool drain = m_wish.kind == PlanKind::Drain;
  const int pods = m_run.looked() ? static_cast<int>(podsToMove(m_run.looked()->preview)) : 0;
  if (pods == 0) return drain ? tr("Drain") : tr("Change mode");
  return drain ? tr("Evict %n pod(s)", nullptr, pods) : tr("Evict %n pod(s) and switch", nullptr, pods);
}

QString PlanDialog::startRefusal() const {
  if (m_wish.kind == PlanKind::Switch && !m_wish.target) return tr("Choose a mode first");
  if (!m_run.looked()) return tr("The dry run is not finished");
  const PlanPreview& preview = m_run.looked()->preview;
  if (preview.plan.steps.empty()) return tr("Nothing can be done");
  if (isBlocked(preview)) return tr("Some pods are in the way");
  if (m_run.looked()->refused()) return tr("The server refused it");
  if (evicts() && m_name->text() != m_node) return tr("Type the name of the node first");
  return {};
}

void PlanDialog::arrange() {
  const auto& progress = m_run.progress();
  const bool busy = m_run.isBusy();
  const bool open = m_begun && !busy && progress && !isFinished(progress->phase);
  const bool back = progress && progress->phase == PlanPhase::RollingBack;
  if (m_modes) m_modes->setVisible(!m_begun);
  m_side->setVisible(m_run.looked() || progress);
  m_options->setVisible(!m_begun && evicts());
  m_confirmation->setVisible(!m_begun && evicts());
  m_start->setVisible(!m_begun);
  m_start->setText(startText());
  m_start->setRefusal(startRefusal());
  m_stop->setVisible(busy);
  m_stop->setRefusal(m_run.isStopping() ? tr("Stops at the next place where that is safe") : QString());
  m_rollBack->setVisible((busy && !back) || open);
  m_continue->setVisible(open);
  m_leave->setVisible(open);
}

void PlanDialog::takeBack() {
  if (m_run.isBusy()) {
    m_rollBackAfter = true;
    m_run.stop();
    say(StateRole::Information, tr("Stops at the next place where that is safe, then rolls back"));
  } else {
    m_run.rollBack();
  }
  arrange();
}

void PlanDialog::reject() {
  if (!m_run.isBusy()) {
    DialogFrame::reject();
    return;
  }
  say(StateRole::Warning, tr("The plan is running. Stop it and close?"),
      tr("It stops at the next place where that is safe. The window then offers to continue or to roll back."));
  m_verdict->setAction(tr("Stop and close"));
}

}  // namespace cardinal::ui
