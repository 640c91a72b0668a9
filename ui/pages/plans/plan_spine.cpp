// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_spine.h"

#include <QBoxLayout>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/i18n/format.h"
#include "ui/i18n/plan_texts.h"
#include "ui/i18n/texts.h"
#include "ui/theme/paint.h"
#include "ui/widgets/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kMark = 22;
constexpr int kLeft = kMark + 12;
constexpr int kPodRow = 24;

StateRole roleOf(PodFate fate) {
  if (isBlocking(fate)) return StateRole::Warning;
  return mustGo(fate) ? StateRole::Planned : StateRole::Information;
}

StateRole roleOf(PodState state) {
  switch (state) {
    case PodState::Waiting: return StateRole::Unknown;
    case PodState::Terminating: return StateRole::Information;
    case PodState::Blocked:
    case PodState::Busy: return StateRole::Warning;
    case PodState::Gone: return StateRole::Ok;
    case PodState::Failed: return StateRole::Critical;
  }
  return StateRole::Unknown;
}

SpineStep::Mark markOf(const StepProgress& step, bool stopped) {
  switch (step.state) {
    case StepState::Waiting: return stopped ? SpineStep::Mark::Failed : SpineStep::Mark::Waiting;
    case StepState::Done: return SpineStep::Mark::Done;
    case StepState::Undone: return SpineStep::Mark::TakenBack;
    default: return stopped ? SpineStep::Mark::Failed : SpineStep::Mark::Running;
  }
}

}  // namespace

PodLines::PodLines(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
  hide();
}

void PodLines::setLines(std::vector<Line> lines) {
  m_lines = std::move(lines);
  QStringList words;
  for (const Line& line : m_lines) words << line.ns + u'/' + line.name + QStringLiteral(": ") + line.word;
  setAccessibleName(words.join(u'\n'));
  setVisible(!m_lines.empty());
  updateGeometry();
  update();
}

QSize PodLines::sizeHint() const { return {320, static_cast<int>(m_lines.size()) * kPodRow + 10}; }

void PodLines::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawBox(painter, QRectF(rect()), t.field, t.line2, 4);
  const qreal word = width() * 0.55;
  const qreal space = width() * 0.34;
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const Line& line = m_lines[i];
    const qreal y = 5 + static_cast<qreal>(i) * kPodRow;
    if (i > 0) drawHairline(painter, QRectF(10, y, width() - 20, 1), t.line);
    painter.setFont(m_theme.font(TextRole::SmallStrong));
    painter.setPen(t.text1);
    drawLine(painter, QRectF(10, y, space - 18, kPodRow), line.name, Qt::AlignLeft, Qt::ElideMiddle);
    painter.setFont(m_theme.font(TextRole::Small));
    painter.setPen(t.text2);
    drawLine(painter, QRectF(space, y, word - space - 8, kPodRow), line.ns);
    drawGlyph(painter, m_theme, stateGlyph(line.state), stateColour(t, line.state), QRectF(word, y, 16, kPodRow), 14);
    painter.setPen(t.text1);
    drawLine(painter, QRectF(word + 22, y, width() - word - 30, kPodRow), line.word);
  }
}

SpineStep::SpineStep(Theme& theme, int number, bool last, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_number(number), m_last(last) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kLeft, 2, 0, 16);
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
  m_pods = new PodLines(theme, this);
  layout->addWidget(m_pods);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
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
  const QRectF circle(1, 1, kMark - 2, kMark - 2);
  const bool done = m_mark == Mark::Done;
  if (!m_last) painter.fillRect(QRectF(kMark / 2.0 - 1, kMark, 2, height() - kMark), done ? t.ok : t.line2);
  const QColor ink = done ? t.ok : m_mark == Mark::Failed ? t.critical : m_mark == Mark::Running ? t.accent : t.control;
  painter.setPen(QPen(ink, 1.5));
  painter.setBrush(m_mark == Mark::Running ? QBrush(t.accent) : Qt::NoBrush);
  painter.drawEllipse(circle);
  const char* glyph = done ? "tick" : m_mark == Mark::Failed ? "close" : m_mark == Mark::TakenBack ? "undo" : nullptr;
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
  m_plan.clear();
}

void PlanSpine::setSteps(const Plan& plan) {
  if (plan.id == m_plan && m_steps.size() == plan.steps.size()) return;
  clear();
  m_plan = plan.id;
  const int count = static_cast<int>(plan.steps.size());
  for (int i = 0; i < count; ++i) {
    auto* step = new SpineStep(m_theme, i + 1, i + 1 == count, this);
    m_layout->addWidget(step);
    m_steps.push_back(step);
  }
}

void PlanSpine::showPreview(const PlanPreview& preview) {
  setSteps(preview.plan);
  std::vector<PodLines::Line> lines;
  for (const PodVerdict& verdict : preview.pods) {
    if (verdict.fate == PodFate::LeaveOther) continue;
    QString word = podFateText(verdict.fate);
    if (verdict.budgetSpent && !verdict.budgets.empty()) word = tr("blocked now by %1").arg(plain(verdict.budgets.front(), 80));
    lines.push_back({plain(verdict.pod.name, 120), plain(verdict.pod.ns, 63), word, verdict.budgetSpent ? StateRole::Warning : roleOf(verdict.fate)});
  }
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    const PlanStep& step = preview.plan.steps[i];
    m_steps[i]->setTexts(stepTitle(step, preview.plan), plain(equalCommand(step.act, preview.plan), 200), {});
    m_steps[i]->setMark(SpineStep::Mark::Waiting);
    if (step.code == StepCode::Evict) m_steps[i]->pods()->setLines(std::move(lines));
  }
}

void PlanSpine::showProgress(const PlanProgress& progress) {
  setSteps(progress.plan);
  std::vector<PodLines::Line> lines;
  for (const PodProgress& pod : progress.pods) {
    lines.push_back({plain(pod.pod.name, 120), plain(pod.pod.ns, 63), podStateText(pod), roleOf(pod.state)});
  }
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    const PlanStep& planned = progress.plan.steps[i];
    const StepProgress& step = progress.steps[i];
    const bool stopped = progress.stop && progress.stop->step == static_cast<int>(i);
    QString time = step.begun > 0 ? timeOfDay(step.begun) : QString();
    if (step.ended > 0 && step.begun > 0) time = tr("%1 · %2 s").arg(time, cardinal::ui::count(std::max<std::int64_t>(0, step.ended - step.begun)));
    const bool waits = step.state == StepState::Waiting && !stopped;
    m_steps[i]->setTexts(stepTitle(planned, progress.plan),
                         stopped ? stopText(*progress.stop, progress.plan) : waits ? QString() : stepStateText(step), time);
    m_steps[i]->setMark(markOf(step, stopped));
    if (planned.code == StepCode::Evict && !lines.empty()) m_steps[i]->pods()->setLines(std::move(lines));
  }
}

}  // namespace cardinal::ui
