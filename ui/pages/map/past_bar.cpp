// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/map/past_bar.h"

#include <QBoxLayout>
#include <QDateTime>
#include <algorithm>
#include <iterator>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/pages/map/past_track.h"
#include "ui/session/rights/record_refusal.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {

/// To the minute, with the day: a record is months long.
QString momentText(UnixSeconds at) {
  return QDateTime::fromSecsSinceEpoch(at).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

}  // namespace

PastBar::PastBar(const PageContext& context, HistoryController& history, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent), m_context(context), m_history(history) {
  setEdges(Qt::BottomEdge);
  build();
  connect(m_track, &QAbstractSlider::valueChanged, this, &PastBar::choose);
  connect(m_previous, &QAbstractButton::clicked, this,
          [this] { m_track->triggerAction(QAbstractSlider::SliderSingleStepSub); });
  connect(m_next, &QAbstractButton::clicked, this,
          [this] { m_track->triggerAction(QAbstractSlider::SliderSingleStepAdd); });
  connect(m_back, &QAbstractButton::clicked, this, &PastBar::close);
  connect(&history, &HistoryController::changed, this, &PastBar::follow);
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, &PastBar::close);
  hide();
  PastBar::retranslate();
}

void PastBar::build() {
  Theme& theme = m_context.theme;
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(16, 7, 16, 5);
  rows->setSpacing(2);
  auto* words = new QHBoxLayout;
  words->setSpacing(12);
  m_title = new StateLabel(theme, this);
  m_detail = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_detail->setElide(Qt::ElideRight);
  m_back = new ActionButton(theme, this);
  m_back->setIconName(QStringLiteral("undo"));
  words->addWidget(m_title);
  words->addWidget(m_detail, 1);
  words->addWidget(m_back);
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  const auto button = [&](const char* icon) {
    auto* made = new ActionButton(theme, this);
    made->setKind(ButtonKind::Quiet);
    made->setIconName(QString::fromLatin1(icon));
    return made;
  };
  m_previous = button("chevron-left");
  m_next = button("chevron-right");
  m_first = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_last = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_track = new PastTrack(theme, this);
  line->addWidget(m_previous);
  line->addWidget(m_first);
  line->addWidget(m_track, 1);
  line->addWidget(m_last);
  line->addWidget(m_next);
  rows->addLayout(words);
  rows->addLayout(line);
}

void PastBar::open() {
  if (m_shown || m_isOpening) return;
  const QString refusal = recordRefusalText(m_history.refusal());
  if (!refusal.isEmpty()) return m_context.selection.showMessage(StateRole::Information, refusal);
  m_isOpening = true;
  m_history.moments(this, [this](const Result<std::vector<PastMoment>>& moments) { take(moments); });
}

void PastBar::take(const Result<std::vector<PastMoment>>& moments) {
  const bool first = std::exchange(m_isOpening, false);
  if (!moments) {
    const Error& cause = m_history.state().problem ? *m_history.state().problem : moments.error();
    return m_context.selection.showMessage(StateRole::Warning, errorText(cause));
  }
  m_moments.clear();
  std::copy_if(moments->begin(), moments->end(), std::back_inserter(m_moments),
               [](const PastMoment& one) { return one.hasCards; });
  if (m_moments.empty()) {
    return m_context.selection.showMessage(
        StateRole::Information,
        tr("Nothing is recorded for this cluster yet. Recording runs while the console is open and connected."));
  }
  m_track->setMoments(m_moments);
  const UnixSeconds wanted = m_shown ? m_shown->at : m_moments.back().at;
  const auto after = std::upper_bound(m_moments.begin(), m_moments.end(), wanted,
                                      [](UnixSeconds at, const PastMoment& one) { return at < one.at; });
  const int index = std::max(static_cast<int>(after - m_moments.begin()) - 1, 0);
  {
    const QSignalBlocker quiet(m_track);
    m_track->setValue(index);
  }
  if (first) {
    choose(index);
  } else {
    fill();
  }
}

/// The record grows while somebody looks back.
void PastBar::follow() {
  if (m_shown) m_history.moments(this, [this](const Result<std::vector<PastMoment>>& moments) { take(moments); });
}

void PastBar::choose(int index) {
  if (index < 0 || index >= static_cast<int>(m_moments.size())) return;
  const PastMoment moment = m_moments[static_cast<std::size_t>(index)];
  m_history.cardsAt(this, moment, [this, moment](const Result<SnapshotPtr>& then) {
    if (then) return show(moment, *then);
    m_context.selection.showMessage(
        StateRole::Warning,
        tr("The state of %1 cannot be read: %2").arg(momentText(moment.at), errorText(then.error())));
  });
}

void PastBar::show(const PastMoment& moment, const SnapshotPtr& then) {
  const bool first = !m_shown;
  m_shown = moment;
  m_totals = totalsOf(*then);
  fill();
  setVisible(true);
  if (first) m_track->setFocus(Qt::OtherFocusReason);
  emit opened(then);
}

void PastBar::close() {
  m_isOpening = false;
  if (!m_shown) return;
  m_shown.reset();
  hide();
  emit closed();
}

QString PastBar::asOf() const {
  return m_shown ? tr("as of %1").arg(momentText(m_shown->at)) : QString();
}

QString PastBar::refusal() {
  return tr("The map shows an earlier state. Return to live to preview or change something.");
}

void PastBar::fill() {
  if (!m_shown || m_moments.empty()) return;
  m_title->setState(StateRole::Stale, tr("History: %1").arg(momentText(m_shown->at)));
  QStringList words{tr("%1 ago").arg(age(m_shown->at, m_context.bridge.now()))};
  words += tr("%n card(s)", nullptr, static_cast<int>(m_totals.cards));
  if (m_totals.memTotalMib > 0)
    words += tr("%1 of %2 allocated").arg(memoryMib(m_totals.memAllocatedMib), memoryMib(m_totals.memTotalMib));
  const auto place = static_cast<std::size_t>(m_track->value());
  if (place > 0 && place < m_moments.size() && m_moments[place].at > m_moments[place - 1].until) {
    words += tr("no record from %1 until this state").arg(momentText(m_moments[place - 1].until));
  }
  m_detail->setText(words.join(QStringLiteral(" · ")));
  m_first->setText(momentText(m_moments.front().at).left(16));
  m_last->setText(momentText(m_moments.back().at).left(16));
  m_previous->setEnabled(m_track->value() > 0);
  m_next->setEnabled(m_track->value() < m_track->maximum());
  m_track->setAccessibleDescription(asOf());
}

void PastBar::retranslate() {
  m_back->setText(tr("Return to live"));
  m_back->setToolTip(tr("Show the cluster as it is (Esc)"));
  m_previous->setToolTip(tr("The state before (Left)"));
  m_next->setToolTip(tr("The state after (Right)"));
  m_previous->setAccessibleName(tr("The state before"));
  m_next->setAccessibleName(tr("The state after"));
  m_track->setAccessibleName(tr("Recorded time that the map shows"));
  m_track->setToolTip(tr("Recorded states are evenly spaced. A notch marks a gap in the record."));
  fill();
}

}  // namespace cardinal::ui
