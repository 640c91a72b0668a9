// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/mode_rows.h"

#include <QBoxLayout>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kMargin = 12;
constexpr int kMark = 14;
constexpr int kMarkGap = 10;
constexpr int kGap = 8;
constexpr int kLineGap = 2;

bool canBeChosen(SwitchWay way) {
  return way == SwitchWay::Directly || way == SwitchWay::AfterDrain || way == SwitchWay::ReAdd;
}

StateRole roleOf(SwitchWay way, int gpuPods) {
  switch (way) {
    case SwitchWay::Same:
      return StateRole::Information;
    case SwitchWay::Directly:
      return StateRole::Ok;
    case SwitchWay::AfterDrain:
      return gpuPods > 0 ? StateRole::Warning : StateRole::Ok;
    case SwitchWay::ReAdd:
      return StateRole::Warning;
    case SwitchWay::Refused:
      return StateRole::Critical;
  }
  return StateRole::Unknown;
}

QString wordOf(const SwitchTarget& target) {
  return plain(toString(target), 40);
}

/// The row begins with the key: its meaning does not repeat it.
QString meaningOf(const SwitchTarget& target) {
  if (target.kind != SwitchTarget::Kind::Mode) return plain(labelKeyOf(target) + "=" + labelValueOf(target), 120);
  QString text = modeText(target.mode);
  for (const QString& bracket : {QStringLiteral(" (%1)"), QStringLiteral("（%1）")}) {
    const QString key = bracket.arg(wordOf(target));
    if (text.endsWith(key)) text.chop(key.size());
  }
  return text;
}

/// The harder a way, the later it stands.
int hardnessOf(SwitchWay way) {
  switch (way) {
    case SwitchWay::Same:
      return 0;
    case SwitchWay::Directly:
      return 1;
    case SwitchWay::AfterDrain:
      return 2;
    case SwitchWay::ReAdd:
      return 3;
    case SwitchWay::Refused:
      break;
  }
  return 4;
}

/// Nothing where the target has no place in the list of these nodes.
std::optional<ModeChoice> choiceOf(const std::vector<std::shared_ptr<const RawNode>>& nodes, const SwitchTarget& target,
                                   int gpuPods) {
  std::optional<ModeChoice> out;
  bool isPresent = false;
  for (const auto& node : nodes) {
    SwitchAssessment one = assessSwitch(*node, target);
    isPresent = isPresent || (target.kind == SwitchTarget::Kind::Mode && presentMode(*node) == target.mode);
    if (!out || hardnessOf(one.way) > hardnessOf(out->assessment.way)) {
      out = ModeChoice{std::move(one), static_cast<int>(nodes.size()), 1, gpuPods};
    } else if (one.way == out->assessment.way) {
      ++out->hard;
    }
  }
  if (!out) return out;
  const bool isMode = target.kind == SwitchTarget::Kind::Mode;
  // Switches of other stacks only where the nodes are of that stack.
  if (!isMode && !canBeChosen(out->assessment.way)) return std::nullopt;
  // Modes of ACK that a node of another stack can never have are no choice of its.
  const auto& notes = out->assessment.notes;
  const bool isOfAck = std::any_of(nodes.begin(), nodes.end(), [](const auto& node) {
    return cardinal::find(node->meta.labels, "ack.node.gpu.schedule") != nullptr;
  });
  const bool isForeign = std::any_of(notes.begin(), notes.end(), [](const NotedSwitch& one) {
    return one.note == SwitchNote::OtherStack || one.note == SwitchNote::FromMig;
  });
  if (isMode && !isOfAck && isForeign && out->assessment.way == SwitchWay::Refused) return std::nullopt;
  if (isMode && isPresent && out->assessment.way == SwitchWay::Refused && nodes.size() == 1) return std::nullopt;
  return out;
}

bool isEqual(const std::vector<ModeChoice>& a, const std::vector<ModeChoice>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ModeChoice& x, const ModeChoice& y) {
    const SwitchAssessment& l = x.assessment;
    const SwitchAssessment& r = y.assessment;
    return x.nodes == y.nodes && x.hard == y.hard && x.gpuPods == y.gpuPods && l.target == r.target &&
           l.from == r.from && l.way == r.way && l.notes == r.notes;
  });
}

/// Two parts beside each other; the second stands below where both do not fit.
class Pair : public QWidget {
 public:
  Pair(QWidget* first, QWidget* second, QWidget* parent) : QWidget(parent), m_first(first), m_second(second) {
    first->setParent(this);
    second->setParent(this);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
  }

  QSize sizeHint() const override {
    const QSize a = m_first->sizeHint();
    const QSize b = m_second->sizeHint();
    return {a.width() + kGap + b.width(), std::max(a.height(), b.height())};
  }
  QSize minimumSizeHint() const override {
    return {std::max(m_first->minimumSizeHint().width(), m_second->minimumSizeHint().width()), sizeHint().height()};
  }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override {
    return isStacked(width) ? m_first->sizeHint().height() + kLineGap + m_second->sizeHint().height()
                            : sizeHint().height();
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    const QSize a = m_first->sizeHint();
    const QSize b = m_second->sizeHint();
    if (isStacked(width())) {
      m_first->setGeometry(0, 0, width(), a.height());
      m_second->setGeometry(0, a.height() + kLineGap, width(), b.height());
    } else {
      m_first->setGeometry(0, (height() - a.height()) / 2, width() - b.width() - kGap, a.height());
      m_second->setGeometry(width() - b.width(), (height() - b.height()) / 2, b.width(), b.height());
    }
  }

 private:
  bool isStacked(int width) const { return sizeHint().width() > width; }

  QWidget* m_first;
  QWidget* m_second;
};

}  // namespace

ModeRow::ModeRow(Theme& theme, const ModeChoice& choice, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
  const SwitchAssessment& assessment = choice.assessment;
  const bool open = canBeChosen(assessment.way);
  setCheckable(open);
  setAutoExclusive(open);
  setFocusPolicy(open ? Qt::StrongFocus : Qt::NoFocus);
  setAttribute(Qt::WA_Hover);
  setProperty("focusRing", false);
  QSizePolicy policy = sizePolicy();
  policy.setHorizontalPolicy(QSizePolicy::Preferred);  // a button's own wants the width of its longest sentence
  setSizePolicy(policy);
  setObjectName(QStringLiteral("mode-") + wordOf(assessment.target));
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(2);
  auto* named = new QWidget(this);
  auto* across = new QHBoxLayout(named);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(kGap);
  auto* word = new TextLabel(theme, TextRole::BodyStrong, open ? TextTone::Strong : TextTone::Normal, named);
  word->setText(wordOf(assessment.target));
  auto* meaning = new TextLabel(theme, TextRole::Small, TextTone::Normal, named);
  meaning->setText(meaningOf(assessment.target));
  meaning->setElide(Qt::ElideRight);
  auto* way = new StateLabel(theme, this);
  const bool evictsNone = assessment.way == SwitchWay::AfterDrain && choice.gpuPods == 0;
  const QString ownText = evictsNone ? tr("no GPU pods to evict") : switchWayText(assessment.way);
  const QString wayText =
      choice.hard == choice.nodes ? ownText : tr("%1 (%2 of %3 nodes)").arg(ownText).arg(choice.hard).arg(choice.nodes);
  way->setState(roleOf(assessment.way, choice.gpuPods), wayText);
  across->addWidget(word);
  across->addWidget(meaning, 1);
  layout->addWidget(new Pair(named, way, this));
  QStringList sentences;
  for (const NotedSwitch& note : assessment.notes) {
    if (note.note != SwitchNote::AlreadyThere) sentences << switchNoteText(note);
  }
  if (!sentences.isEmpty()) {
    auto* notes = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
    notes->setWordWrap(true);
    notes->setText(joinSentences(sentences));
    layout->addWidget(notes);
  }
  setAccessibleName(labelled(wordOf(assessment.target), joinClauses({wayText, joinSentences(sentences)})));
  connect(&theme, &Theme::changed, this, &ModeRow::dress);
  dress();
}

void ModeRow::dress() {
  layout()->setContentsMargins(kMargin + scaledWidth(m_theme, kMark) + kMarkGap, 7, kMargin, 8);
  update();
}

QSize ModeRow::sizeHint() const {
  return layout()->sizeHint();
}

void ModeRow::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (isChecked() || (isCheckable() && underMouse())) painter.fillRect(rect(), isChecked() ? t.selected : t.hover);
  drawHairline(painter, QRectF(0, height() - 1, width(), 1), t.line);
  if (isCheckable()) {
    const qreal mark = scaledWidth(m_theme, kMark);
    const QRectF circle(kMargin, 7 + (m_theme.lineHeight(TextRole::Body) - mark) / 2, mark, mark);
    painter.setPen(QPen(isChecked() ? t.accent : t.control, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(circle);
    if (isChecked()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(t.accent);
      const qreal inset = mark * 0.28;
      painter.drawEllipse(circle.adjusted(inset, inset, -inset, -inset));
    }
  }
  if (hasFocus()) drawBox(painter, QRectF(rect()).adjusted(1, 1, -1, -2), {}, t.accent, 3, 2);
}

ModeRows::ModeRows(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)), m_all(new ActionButton(theme, this)) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
  m_all->setIconName(QStringLiteral("chevron-left"));
  m_all->setAutoDefault(false);
  m_all->hide();
  m_layout->addSpacing(8);
  m_layout->addWidget(m_all, 0, Qt::AlignLeft);
  connect(m_all, &QAbstractButton::clicked, this, [this] {
    m_collapsed = false;
    collapse();
  });
  retranslate();
}

void ModeRows::setNodes(const std::vector<std::shared_ptr<const RawNode>>& nodes, int gpuPods) {
  std::vector<ModeChoice> choices;
  for (const SwitchTarget& target : switchTargets()) {
    if (const auto choice = choiceOf(nodes, target, gpuPods)) choices.push_back(*choice);
  }
  if (isEqual(choices, m_choices)) return;
  m_choices = std::move(choices);
  build();
}

void ModeRows::build() {
  for (ModeRow* row : m_rows) {
    row->hide();
    row->deleteLater();
  }
  m_rows.clear();
  for (const ModeChoice& choice : m_choices) {
    auto* row = new ModeRow(m_theme, choice, this);
    m_layout->insertWidget(m_layout->count() - 2, row);  // before the gap and the button
    m_rows.push_back(row);
    if (!row->isCheckable()) continue;
    const SwitchTarget target = choice.assessment.target;
    if (m_chosen == target) row->setChecked(true);
    connect(row, &QAbstractButton::clicked, this, [this, target] {
      m_chosen = target;
      m_collapsed = true;
      collapse();
      emit chosen(target);
    });
  }
  collapse();
}

void ModeRows::collapse() {
  for (std::size_t i = 0; i < m_rows.size(); ++i)
    m_rows[i]->setVisible(!m_collapsed || (m_chosen && m_choices[i].assessment.target == *m_chosen));
  m_all->setVisible(m_collapsed);
}

void ModeRows::chooseNone() {
  m_chosen.reset();
  m_collapsed = true;
  build();
}

bool ModeRows::choose(const SwitchTarget& target) {
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    if (m_choices[i].assessment.target != target || !m_rows[i]->isCheckable()) continue;
    m_rows[i]->click();
    return true;
  }
  return false;
}

void ModeRows::retranslate() {
  m_all->setText(tr("Choose another mode"));
  build();
}

}  // namespace cardinal::ui
