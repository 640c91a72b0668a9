// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/mode_rows.h"

#include <QBoxLayout>
#include <QPainter>

#include "ui/i18n/plan_texts.h"
#include "ui/i18n/texts.h"
#include "ui/theme/paint.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kIndent = 36;

bool canBeChosen(SwitchWay way) {
  return way == SwitchWay::Directly || way == SwitchWay::AfterDrain || way == SwitchWay::ReAdd;
}

StateRole roleOf(SwitchWay way) {
  switch (way) {
    case SwitchWay::Same: return StateRole::Information;
    case SwitchWay::Directly: return StateRole::Ok;
    case SwitchWay::AfterDrain: return StateRole::Ok;
    case SwitchWay::ReAdd: return StateRole::Warning;
    case SwitchWay::Refused: return StateRole::Critical;
  }
  return StateRole::Unknown;
}

QString wordOf(const SwitchTarget& target) { return plain(toString(target), 40); }

QString meaningOf(const SwitchTarget& target) {
  return target.kind == SwitchTarget::Kind::Mode ? modeText(target.mode) : plain(labelKeyOf(target) + "=" + labelValueOf(target), 120);
}

}  // namespace

ModeRow::ModeRow(Theme& theme, const SwitchAssessment& assessment, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
  const bool open = canBeChosen(assessment.way);
  setCheckable(open);
  setAutoExclusive(open);
  setFocusPolicy(open ? Qt::StrongFocus : Qt::NoFocus);
  setAttribute(Qt::WA_Hover);
  setObjectName(QStringLiteral("mode-") + wordOf(assessment.target));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kIndent, 7, 12, 8);
  layout->setSpacing(2);
  auto* across = new QHBoxLayout;
  across->setSpacing(8);
  auto* word = new TextLabel(theme, TextRole::BodyStrong, open ? TextTone::Strong : TextTone::Normal, this);
  word->setText(wordOf(assessment.target));
  auto* meaning = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  meaning->setText(meaningOf(assessment.target));
  meaning->setElide(Qt::ElideRight);
  auto* way = new StateLabel(theme, this);
  way->setState(roleOf(assessment.way), switchWayText(assessment.way));
  across->addWidget(word);
  across->addWidget(meaning, 1);
  across->addWidget(way);
  layout->addLayout(across);
  QStringList sentences;
  for (const NotedSwitch& note : assessment.notes) {
    if (note.note != SwitchNote::AlreadyThere) sentences << switchNoteText(note);
  }
  if (!sentences.isEmpty()) {
    auto* notes = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
    notes->setWordWrap(true);
    notes->setText(sentences.join(u' '));
    layout->addWidget(notes);
  }
  setAccessibleName(QStringList{wordOf(assessment.target), switchWayText(assessment.way), sentences.join(u' ')}.join(QStringLiteral(": ")));
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize ModeRow::sizeHint() const { return layout()->sizeHint(); }

void ModeRow::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (isChecked() || (isCheckable() && underMouse())) painter.fillRect(rect(), isChecked() ? t.selected : t.hover);
  drawHairline(painter, QRectF(0, height() - 1, width(), 1), t.line);
  if (isCheckable()) {
    const QRectF circle(12, 10, 14, 14);
    painter.setPen(QPen(isChecked() ? t.accent : t.control, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(circle);
    if (isChecked()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(t.accent);
      painter.drawEllipse(circle.adjusted(4, 4, -4, -4));
    }
  }
  if (hasFocus()) drawBox(painter, QRectF(rect()).adjusted(1, 1, -1, -2), {}, t.accent, 3, 2);
}

ModeRows::ModeRows(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
}

void ModeRows::setNode(const RawNode& node) {
  const GpuMode now = presentMode(node);
  for (const SwitchTarget& target : switchTargets()) {
    const SwitchAssessment assessment = assessSwitch(node, target);
    const bool isMode = target.kind == SwitchTarget::Kind::Mode;
    // Switches of other stacks only where the node is of that stack; placement has a dialog of its own.
    if (!isMode && (target.kind == SwitchTarget::Kind::Placement || !canBeChosen(assessment.way))) continue;
    if (isMode && target.mode == now && assessment.way == SwitchWay::Refused) continue;
    auto* row = new ModeRow(m_theme, assessment, this);
    m_layout->addWidget(row);
    if (!row->isCheckable()) continue;
    ++m_choices;
    connect(row, &QAbstractButton::toggled, this, [this, target](bool on) {
      if (on) emit chosen(target);
    });
  }
}

}  // namespace cardinal::ui
