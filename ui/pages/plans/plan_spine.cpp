// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_spine.h"

#include <QBoxLayout>
#include <QPainter>
#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/pages/plans/plan_lines.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kMark = 22;
constexpr int kMarkGap = 12;

StateRole roleOf(PodFate fate) {
  if (isBlocking(fate)) return StateRole::Warning;
  return mustGo(fate) ? StateRole::Planned : StateRole::Information;
}

StateRole roleOf(PodState state) {
  switch (state) {
    case PodState::Waiting:
      return StateRole::Unknown;
    case PodState::Terminating:
      return StateRole::Information;
    case PodState::Blocked:
    case PodState::Unknown:
    case PodState::Busy:
      return StateRole::Warning;
    case PodState::Gone:
      return StateRole::Ok;
    case PodState::Failed:
      return StateRole::Critical;
  }
  return StateRole::Unknown;
}

/// Nothing of the way forward goes on once it is rolled back, or left as it is.
bool isOver(const PlanProgress& progress, const StepProgress& step) {
  const bool running = step.state == StepState::Begun || step.state == StepState::Acted;
  return running && progress.phase != PlanPhase::Running && progress.phase != PlanPhase::Done;
}

SpineStep::Mark markOf(const StepProgress& step, bool stopped) {
  switch (step.state) {
    case StepState::Waiting:
      return stopped ? SpineStep::Mark::Failed : SpineStep::Mark::Waiting;
    case StepState::Done:
      return SpineStep::Mark::Done;
    case StepState::Undone:
      return SpineStep::Mark::TakenBack;
    default:
      return stopped ? SpineStep::Mark::Failed : SpineStep::Mark::Running;
  }
}

/// The one that the server named in the dry run, else the first that selects the pod.
std::string spentBudget(const PlanPreflight& preflight, const PodVerdict& verdict) {
  for (const TriedAct& act : preflight.tried) {
    if (act.blocked && act.pod == verdict.pod && !act.budget.empty()) return act.budget;
  }
  return verdict.budgets.empty() ? std::string() : verdict.budgets.front();
}

/// Pods that go or are in the way stand before those that stay.
std::vector<const PodVerdict*> verdictsOf(const PlanPreflight& preflight) {
  std::vector<const PodVerdict*> out;
  for (const PodVerdict& verdict : preflight.preview.pods) {
    if (verdict.fate != PodFate::LeaveOther) out.push_back(&verdict);
  }
  std::stable_partition(out.begin(), out.end(),
                        [](const PodVerdict* one) { return isBlocking(one->fate) || mustGo(one->fate); });
  return out;
}

std::vector<PlanLines::Line> podLines(const PlanPreflight& preflight) {
  std::vector<PlanLines::Line> lines;
  for (const PodVerdict* one : verdictsOf(preflight)) {
    const PodVerdict& verdict = *one;
    PlanLines::Line line{
        plain(verdict.pod.name, 120), plain(verdict.pod.ns, 63), podFateText(verdict.fate), {}, roleOf(verdict.fate)};
    if (verdict.budgetSpent && mustGo(verdict.fate)) {
      line.word =
          PlanSpine::tr("blocked now by the PodDisruptionBudget %1").arg(plain(spentBudget(preflight, verdict), 80));
      line.state = StateRole::Warning;
    }
    if (const EvictionTarget* target = preflight.evictionTargetOf(verdict.pod)) {
      line.place = evictionTargetText(*target);
      if (target->kind != EvictionTargetKind::Placed) line.state = StateRole::Warning;
    }
    lines.push_back(std::move(line));
  }
  // What is in the way, or has no place to go to, is seen without scrolling.
  std::stable_partition(lines.begin(), lines.end(),
                        [](const PlanLines::Line& line) { return line.state == StateRole::Warning; });
  return lines;
}

/// Where the successor is, and whether that is what was said.
QString actualText(const Successor& now, const EvictionTarget* predicted) {
  if (now.node.empty()) return PlanSpine::tr("now: waits for capacity");
  QString place = plain(now.node, 80);
  if (!now.cards.empty())
    place = joinList({place, PlanSpine::tr("card %1", "one or several cards").arg(cardListText(now.cards))});
  if (predicted == nullptr || predicted->kind != EvictionTargetKind::Placed) return PlanSpine::tr("now: %1").arg(place);
  const bool same =
      predicted->node == now.node && (predicted->cards.empty() || now.cards.empty() || predicted->cards == now.cards);
  if (same) return PlanSpine::tr("now: %1, as predicted").arg(place);
  const auto isIn = [](const auto& all, const auto& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  if (predicted->node != now.node && isIn(predicted->equalNodes, now.node))
    return PlanSpine::tr("now: %1, one of the %2 places that tied")
        .arg(place, count(std::ssize(predicted->equalNodes)));
  if (predicted->node == now.node && now.cards.size() == 1 && isIn(predicted->equalCards, now.cards.front()))
    return PlanSpine::tr("now: %1, one of the %2 places that tied")
        .arg(place, count(std::ssize(predicted->equalCards)));
  return PlanSpine::tr("now: %1, not as predicted").arg(place);
}

std::vector<PlanLines::Line> podLines(const PlanProgress& progress, const PlanPreflight* preflight,
                                      const SuccessorWatch& landed) {
  std::vector<PlanLines::Line> lines;
  for (const PodProgress& pod : progress.pods) {
    PlanLines::Line line{plain(pod.pod.name, 120), plain(pod.pod.ns, 63), podStateText(pod), {}, roleOf(pod.state)};
    const EvictionTarget* target = preflight != nullptr ? preflight->evictionTargetOf(pod.pod) : nullptr;
    if (target != nullptr) line.place = PlanSpine::tr("predicted: %1").arg(evictionTargetText(*target));
    const Successor* now = landed.of(pod.pod);
    if (now != nullptr) line.now = actualText(*now, target);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

SpineStep::SpineStep(Theme& theme, int number, bool last, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_number(number), m_last(last) {
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(2);
  auto* across = new QHBoxLayout;
  m_title = new TextLabel(theme, TextRole::BodyStrong, TextTone::Strong, this);
  m_title->setWordWrap(true);
  m_time = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  across->addWidget(m_title, 1);
  across->addWidget(m_time, 0, Qt::AlignTop);
  layout->addLayout(across);
  m_detail = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_detail->setWordWrap(true);
  layout->addWidget(m_detail);
  m_pods = new PlanLines(theme, this);
  layout->addWidget(m_pods);
  connect(&theme, &Theme::changed, this, &SpineStep::dress);
  dress();
}

void SpineStep::dress() {
  layout()->setContentsMargins(scaledWidth(m_theme, kMark) + kMarkGap, 2, 0, 16);
  update();
}

void SpineStep::setTexts(const QString& title, const QString& detail, const QString& time) {
  m_title->setText(title);
  m_detail->setText(detail);
  m_detail->setVisible(!detail.isEmpty());
  m_time->setText(time);
}

void SpineStep::setMark(Mark mark) {
  m_mark = mark;
  m_title->setTone(mark == Mark::Waiting ? TextTone::Normal : TextTone::Strong);
  m_time->setTone(mark == Mark::Running ? TextTone::Accent : TextTone::Quiet);
  m_detail->setTone(mark == Mark::Failed ? TextTone::Critical : TextTone::Normal);
  update();
}

void SpineStep::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const int mark = scaledWidth(m_theme, kMark);
  const QRectF circle(1, 1, mark - 2, mark - 2);
  const bool done = m_mark == Mark::Done;
  if (!m_last) painter.fillRect(QRectF(mark / 2.0 - 1, mark, 2, height() - mark), done ? t.ok : t.line2);
  const QColor ink = done ? t.ok : m_mark == Mark::Failed ? t.critical : m_mark == Mark::Running ? t.accent : t.control;
  painter.setPen(QPen(ink, 1.5));
  painter.setBrush(m_mark == Mark::Running ? QBrush(t.accent) : Qt::NoBrush);
  painter.drawEllipse(circle);
  const char* glyph = done                        ? "tick"
                      : m_mark == Mark::Failed    ? "close"
                      : m_mark == Mark::TakenBack ? "undo"
                      : m_mark == Mark::Stopped   ? "pause"
                                                  : nullptr;
  if (glyph != nullptr) {
    drawGlyph(painter, m_theme, QString::fromLatin1(glyph), ink, circle, 12);
    return;
  }
  painter.setFont(m_theme.font(TextRole::SmallStrong));
  painter.setPen(m_mark == Mark::Running ? t.onAccent : t.text2);
  drawLine(painter, circle, QString::number(m_number), Qt::AlignHCenter, Qt::ElideNone);
}

PlanSpine::PlanSpine(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
}

void PlanSpine::clear() {
  for (SpineStep* step : m_steps) {
    step->hide();
    step->deleteLater();
  }
  m_steps.clear();
  m_codes.clear();
}

void PlanSpine::setSteps(const Plan& plan) {
  std::vector<StepCode> codes;
  for (const PlanStep& step : plan.steps) codes.push_back(step.code);
  // The same steps keep their widgets, so that nothing jumps while somebody reads.
  if (codes == m_codes) return;
  clear();
  m_codes = std::move(codes);
  const int count = static_cast<int>(plan.steps.size());
  for (int i = 0; i < count; ++i) {
    auto* step = new SpineStep(m_theme, i + 1, i + 1 == count, this);
    m_layout->addWidget(step);
    m_steps.push_back(step);
  }
}

void PlanSpine::showPreflight(const PlanPreflight& preflight) {
  const Plan& plan = preflight.preview.plan;
  setSteps(plan);
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    const PlanStep& step = plan.steps[i];
    const bool evicts = step.code == StepCode::Evict;
    QString detail = plain(equalCommand(step.act, plan), 200);
    if (evicts && !preflight.targets.empty()) detail = evictionTargetSummary(preflight.targets);
    if (const QString guide = stepGuide(step, plan); !guide.isEmpty()) detail = guide;
    m_steps[i]->setTexts(stepTitle(step, plan), detail, {});
    m_steps[i]->setMark(SpineStep::Mark::Waiting);
    if (evicts) m_steps[i]->pods()->setLines(podLines(preflight));
  }
}

void PlanSpine::showProgress(const PlanProgress& progress, const PlanPreflight* preflight,
                             const SuccessorWatch& landed) {
  setSteps(progress.plan);
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    const PlanStep& planned = progress.plan.steps[i];
    const StepProgress& step = progress.steps[i];
    const bool stopped = progress.stop && progress.stop->step == static_cast<int>(i);
    QString time = step.begun > 0 ? timeOfDay(step.begun) : QString();
    if (step.ended > 0 && step.begun > 0)
      time = tr("%1 · %2 s").arg(time, cardinal::ui::count(std::max<std::int64_t>(0, step.ended - step.begun)));
    const bool waits = step.state == StepState::Waiting && !stopped;
    QString detail = waits ? QString() : stepStateText(step);
    const bool over = isOver(progress, step);
    const bool running = !over && (step.state == StepState::Begun || step.state == StepState::Acted);
    if (over) detail = tr("stopped");
    if (const QString guide = stepGuide(planned, progress.plan); running && !guide.isEmpty()) detail = guide;
    if (stopped) detail = stopText(*progress.stop, progress.plan);
    m_steps[i]->setTexts(stepTitle(planned, progress.plan), detail, time);
    m_steps[i]->setMark(over && !stopped ? SpineStep::Mark::Stopped : markOf(step, stopped));
    if (planned.code != StepCode::Evict) continue;
    if (!progress.pods.empty()) {
      m_steps[i]->pods()->setLines(podLines(progress, preflight, landed));
    } else if (preflight == nullptr) {
      m_steps[i]->pods()->setLines({});
    }
  }
}

}  // namespace cardinal::ui
