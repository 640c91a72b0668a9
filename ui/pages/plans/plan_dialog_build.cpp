// SPDX-License-Identifier: Apache-2.0
#include <QBoxLayout>
#include <QEvent>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/plans/label_only.h"
#include "ui/pages/plans/mode_rows.h"
#include "ui/pages/plans/named_switches.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/pages/plans/plan_lines.h"
#include "ui/pages/plans/plan_options.h"
#include "ui/pages/plans/plan_side.h"
#include "ui/pages/plans/plan_spine.h"
#include "ui/pages/plans/rehearsal_row.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kMin = 940;
constexpr int kWidth = 1120;
constexpr int kHeight = 720;
constexpr int kAround = 48;  // of the window below stays visible
constexpr int kSide = 350;
constexpr int kNameWidth = 300;

/// Grows with the text as far as the window below it has room.
QSize roomyFor(const Theme& theme, const QWidget* parent) {
  const QSize least(kWidth, kHeight);
  if (parent == nullptr) return least;
  const QSize room = parent->window()->size() - QSize(kAround, kAround);
  return QSize(scaledWidth(theme, kWidth), scaledWidth(theme, kHeight)).boundedTo(room.expandedTo(least));
}

QScrollArea* scrolled(QWidget* inside, QWidget* parent) {
  auto* scroll = new QScrollArea(parent);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(inside);
  return scroll;
}

QVBoxLayout* column(QWidget* in) {
  auto* layout = new QVBoxLayout(in);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(12);
  return layout;
}

}  // namespace

PlanDialog::PlanDialog(const PageContext& context, ChangeSessionPtr session, const QStringList& nodes, PlanKind kind,
                       QWidget* parent)
    : DialogFrame(context.theme, {}, kMin, parent),
      m_context(context),
      m_nodes(nodes),
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
      m_run(context.bridge, std::move(session)) {
  m_request.kind = unfinished.plan.kind;
  m_request.target = unfinished.plan.target;
  build();
  connectRun();
  m_run.adopt(unfinished);
  showNotice([] {
    return Notice{StateRole::Warning,
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
  buildConfirmation();
  buildButtons();
  retranslate();
  resize(roomyFor(theme(), parentWidget()));
}

QWidget* PlanDialog::buildLeft() {
  auto* inside = new Surface(theme(), SurfaceTone::Panel, this);
  QVBoxLayout* layout = column(inside);
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
  QVBoxLayout* layout = column(inside);
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
  m_sideScroll = scrolled(inside, this);
  inside->installEventFilter(this);
  connect(&theme(), &Theme::changed, this, &PlanDialog::fitSide);
  fitSide();
  return m_sideScroll;
}

/// Large texts want a wide side and what cannot wrap sets how wide it is at least; the steps keep half of the dialog.
void PlanDialog::fitSide() {
  const QWidget& inside = *m_sideScroll->widget();
  const int least = inside.minimumSizeHint().width() + m_sideScroll->verticalScrollBar()->sizeHint().width();
  const int wanted = std::max(std::min(scaledWidth(theme(), kSide), width() * 2 / 5), least);
  m_sideScroll->setFixedWidth(std::max(1, std::min(wanted, width() / 2)));
}

bool PlanDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::LayoutRequest && m_sideScroll && watched == m_sideScroll->widget()) fitSide();
  return DialogFrame::eventFilter(watched, event);
}

void PlanDialog::resizeEvent(QResizeEvent* event) {
  DialogFrame::resizeEvent(event);
  if (m_sideScroll) fitSide();
}

/// Beside the buttons, never out of sight.
void PlanDialog::buildConfirmation() {
  m_confirmation = new QWidget(this);
  auto* across = new QHBoxLayout(m_confirmation);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(12);
  m_confirmWords = new TextLabel(theme(), TextRole::Small, TextTone::Strong, m_confirmation);
  m_name = new QLineEdit(m_confirmation);
  m_name->setObjectName(QStringLiteral("planName"));
  m_name->setMinimumWidth(kNameWidth);
  connect(m_name, &QLineEdit::textChanged, this, &PlanDialog::arrange);
  across->addStretch(1);
  across->addWidget(m_confirmWords);
  across->addWidget(m_name);
  body()->addWidget(m_confirmation);
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
    showNotice([] { return Notice{StateRole::Information, tr("Stops at the next safe point"), {}, {}}; });
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
      return Notice{StateRole::Information, tr("Looking for places: %1 of %2 pods").arg(done).arg(all), {}, {}};
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
    showNotice([] { return Notice{StateRole::Information, tr("Stops at the next safe point"), {}, {}}; });
    arrange();
  });
  if (m_request.kind == PlanKind::Switch && !m_adopted) followCluster();
}

QString PlanDialog::titleText() const {
  const bool drain = m_request.kind == PlanKind::Drain;
  if (m_adopted && m_run.progress()) return planTitle(m_run.progress()->plan);
  const int count = static_cast<int>(m_nodes.size());
  const QString name = plain(m_nodes.front().toStdString(), 80);
  // Once it runs nothing is asked any more.
  if (drain && m_begun) return count > 1 ? tr("Drain %n node(s)", nullptr, count) : tr("Drain %1").arg(name);
  if (count > 1)
    return drain ? tr("Drain %n node(s)?", nullptr, count) : tr("Change the mode of %n node(s)", nullptr, count);
  return drain ? tr("Drain %1?").arg(name) : tr("Change the mode of %1").arg(name);
}

/// A configuration whose ConfigMap was not read: the server takes any name.
QString PlanDialog::uncheckedName() const {
  const auto& target = m_request.target;
  if (!target || target->kind != SwitchTarget::Kind::Stack || target->remove) return {};
  const StackSwitch* about = switchOf(*target);
  if (about == nullptr || !about->values.empty() || about->annotation) return {};
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const bool known = std::all_of(m_nodes.begin(), m_nodes.end(), [&](const QString& name) {
    const auto index = snapshot->findNode(name.toStdString());
    return index && snapshot->node(*index).exists() &&
           !knownValues(*about, *snapshot->node(*index).raw, snapshot->extras.get()).empty();
  });
  return known ? QString()
               : tr("Whether a configuration %1 exists was not checked: the ConfigMap that lists them was not read.")
                     .arg(plain(target->value, 80));
}

void PlanDialog::retranslate() {
  setTitle(titleText());
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
  const QString word = plain(wordToType().toStdString(), 80);
  m_confirmWords->setText(tr("Type %1 to continue").arg(word));
  m_name->setAccessibleName(m_confirmWords->text());
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

}  // namespace cardinal::ui
