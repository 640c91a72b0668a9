// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/cordon/cordon_bar.h"

#include <QEvent>
#include <QKeyEvent>
#include <algorithm>
#include <utility>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr int kSecond = 1000;  // milliseconds

std::vector<PlanRequest> requestsFor(const QStringList& nodes, bool cordon) {
  std::vector<PlanRequest> requests;
  for (const QString& node : nodes) {
    PlanRequest& request = requests.emplace_back();
    request.kind = cordon ? PlanKind::Cordon : PlanKind::Uncordon;
    request.node = node.toStdString();
  }
  return requests;
}

bool changedSomething(const PlanProgress& progress) {
  return std::any_of(progress.steps.begin(), progress.steps.end(),
                     [](const StepProgress& step) { return step.changed; });
}

}  // namespace

CordonBar::CordonBar(const PageContext& context, ChangeSessionPtr session, const QStringList& nodes, bool cordon,
                     QWidget* parent)
    : Banner(context.theme, parent),
      m_context(context),
      m_nodes(nodes),
      m_cordon(cordon),
      m_run(context.bridge, std::move(session)) {
  setObjectName(QStringLiteral("cordonBar"));
  m_clock.setInterval(kSecond);
  connect(&m_clock, &QTimer::timeout, this, &CordonBar::tick);
  connect(&m_run, &PlanRun::lookFinished, this, &CordonBar::lookEnded);
  connect(&m_run, &PlanRun::failed, this, &CordonBar::refuse);
  connect(&m_run, &PlanRun::ended, this, &CordonBar::runEnded);
  connect(this, &Banner::actionTriggered, this, &CordonBar::begin);
  connect(this, &Banner::safeActionTriggered, this, &CordonBar::finished);
  connect(this, &Banner::closed, this, &CordonBar::finished);
  connect(&context.bridge, &SnapshotBridge::sourceClosing, this, &CordonBar::finished);
  m_run.preflight(requestsFor(nodes, cordon));
  arrange();
}

void CordonBar::lookEnded() {
  const auto& preflights = m_run.looked();
  for (const PlanPreflight& preflight : preflights) {
    if (const auto refused = preflight.refused()) return refuse(*refused);
  }
  m_phase = Phase::Counting;
  m_clock.start();
  arrange();
}

void CordonBar::tick() {
  if (--m_left > 0) return arrange();
  begin();
}

void CordonBar::begin() {
  if (m_phase != Phase::Counting) return;
  m_clock.stop();
  m_phase = Phase::Working;
  m_run.start();
  arrange();
}

void CordonBar::runEnded() {
  const auto& last = m_run.progress();
  QStringList plans;
  for (const PlanProgress& done : m_run.finished()) {
    if (changedSomething(done)) plans << QString::fromStdString(done.plan.id);
  }
  const QString name = plain(m_nodes.front().toStdString(), 63);
  const int count = static_cast<int>(m_nodes.size());
  if (last && last->stop) {
    m_stopped = last;
    m_phase = Phase::Refused;
    return arrange();
  }
  if (m_phase != Phase::Working) return;
  const QString words = count > 1
                            ? (m_cordon ? tr("%n node(s) are cordoned", nullptr, count)
                                        : tr("%n node(s) are schedulable again", nullptr, count))
                            : (m_cordon ? tr("%1 is cordoned").arg(name) : tr("%1 is schedulable again").arg(name));
  emit changedNodes(plans, words);
  emit finished();
}

void CordonBar::refuse(const Error& error) {
  m_clock.stop();
  m_error = error;
  m_phase = Phase::Refused;
  arrange();
}

QString CordonBar::question() const {
  const int count = static_cast<int>(m_nodes.size());
  if (count > 1) return m_cordon ? tr("Cordon %n node(s)", nullptr, count) : tr("Uncordon %n node(s)", nullptr, count);
  const QString name = plain(m_nodes.front().toStdString(), 80);
  return m_cordon ? tr("Cordon %1").arg(name) : tr("Uncordon %1").arg(name);
}

/// What changes, where there are several nodes which, and the equal commands.
QString CordonBar::difference() const {
  QStringList lines{m_cordon
                        ? tr("spec.unschedulable: false → true. No new pods are scheduled here; running pods stay.")
                        : tr("spec.unschedulable: true → false. New pods can be scheduled here again.")};
  QStringList commands;
  for (const PlanPreflight& preflight : m_run.looked()) {
    for (const std::string& command : equalCommands(preflight.preview.plan)) commands << plain(command, 300);
  }
  if (!commands.isEmpty()) lines << commands.join(QStringLiteral(" && "));
  return lines.join(u'\n');
}

void CordonBar::arrange() {
  const bool stopped = m_stopped && m_stopped->stop;
  setState(m_phase == Phase::Refused ? StateRole::Critical : StateRole::Planned);
  setClosable(m_phase == Phase::Refused);
  setAction(m_phase != Phase::Counting ? QString() : m_cordon ? tr("Cordon now") : tr("Uncordon now"));
  setSafeAction(m_phase == Phase::Looking || m_phase == Phase::Counting ? tr("Cancel") : QString());
  setDetail(difference());
  switch (m_phase) {
    case Phase::Looking:
      setText(tr("%1: the server is checking it (dry run)").arg(question()));
      break;
    case Phase::Counting:
      setText(tr("%1 in %n second(s). The server's dry run passed.", nullptr, m_left).arg(question()));
      break;
    case Phase::Working:
      setText(tr("%1: the server is working on it").arg(question()));
      break;
    case Phase::Refused:
      setText(
          tr("%1: %2").arg(question(), stopped ? stopText(*m_stopped->stop, m_stopped->plan) : errorText(*m_error)));
      setDetail(stopped ? QString() : errorDetailText(*m_error));
      break;
  }
}

/// The window's own Escape closes details: while the bar has the focus, the key is the bar's.
bool CordonBar::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
      m_phase != Phase::Working) {
    event->accept();
    return true;
  }
  return Banner::event(event);
}

void CordonBar::changeEvent(QEvent* event) {
  Banner::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) arrange();
}

void CordonBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || m_phase == Phase::Working) return Banner::keyPressEvent(event);
  emit finished();
}

}  // namespace cardinal::ui
