// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/preview_sections.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QStringList>
#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/explain/known_score.h"
#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/equal_places.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/candidate_model.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/cell_states.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/inline_bar.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

StateRole stateOf(Certainty certainty) {
  switch (certainty) {
    case Certainty::Certain:
      return StateRole::Ok;
    case Certainty::OneOf:
      return StateRole::Information;
    case Certainty::Modelled:
      break;
  }
  return StateRole::Planned;
}

}  // namespace

PredictedPlaceView::PredictedPlaceView(Theme& theme, QWidget* parent) : QWidget(parent) {
  QVBoxLayout* layout = columnIn(this, {}, 6);
  m_head = new SectionHead(theme, this);
  layout->addWidget(m_head);
  auto* across = new QHBoxLayout;
  auto* left = new QVBoxLayout;
  auto* right = new QVBoxLayout;
  left->setSpacing(2);
  right->setSpacing(2);
  m_node = new TextLabel(theme, TextRole::Figure, TextTone::Strong, this);
  m_node->setElide(Qt::ElideMiddle);  // needs no more width than there is
  m_node->setWordWrap(true);
  m_cards = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_cards->setElide(Qt::ElideRight);
  m_score = new TextLabel(theme, TextRole::Figure, TextTone::Strong, this);
  m_scoreWords = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  left->addWidget(m_node);
  left->addWidget(m_cards);
  right->addWidget(m_score, 0, Qt::AlignRight);
  right->addWidget(m_scoreWords, 0, Qt::AlignRight);
  across->addLayout(left, 1);
  across->addLayout(right);
  layout->addLayout(across);
  auto* badges = new QHBoxLayout;
  badges->setSpacing(6);
  m_certainty = new Badge(theme, QString(), BadgeKind::Outlined, this);
  m_certainty->setTall(true);
  badges->addWidget(m_certainty);
  badges->addStretch(1);
  layout->addLayout(badges);
  m_sentence = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_sentence->setWordWrap(true);
  layout->addWidget(m_sentence);
}

void PredictedPlaceView::show(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, const GpuRequest& gpu,
                              bool aimed) {
  m_head->setTitle(aimed ? tr("Can it go here?") : tr("Predicted place"));
  if (answer.placements.empty()) {
    showNone(answer, snapshot, aimed);
  } else {
    showPlace(answer, snapshot, gpu);
    // Alone among the nodes asked, a node has nothing to be scored against.
    m_score->setVisible(!aimed && hasScores(answer));
    m_scoreWords->setVisible(!aimed && hasScores(answer));
  }
}

void PredictedPlaceView::showPlace(const AllocationAnswer& answer, const ClusterSnapshot& snapshot,
                                   const GpuRequest& gpu) {
  const Candidate& place = answer.placements.front().place;
  const NodeRecord& node = snapshot.node(place.node);
  m_node->setText(plain(node.name));
  QStringList facts;
  const QString cards = candidateCards(place, gpu, node);
  facts << (place.cards.empty() ? cards : tr("card %1", "one or several cards").arg(cards));
  if (!poolOf(node).empty()) facts << plain(poolOf(node), 60);
  facts << nodeGpuLine(node);
  m_cards->setText(facts.join(QStringLiteral(" · ")));
  m_cards->show();
  m_score->setText(QString::number(place.score));
  m_scoreWords->setText(tr("score / 100"));
  m_score->show();
  m_scoreWords->show();
  m_certainty->setText(certaintyText(answer.certainty, answer.tied));
  m_certainty->setState(stateOf(answer.certainty));
  m_certainty->show();
  m_sentence->setText(certaintySentence(answer, snapshot));
}

void PredictedPlaceView::showNone(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, bool aimed) {
  const NodeRejection* other = aimed ? otherCardOf(answer) : nullptr;
  m_node->setText(other ? tr("Fits, on another card") : aimed ? tr("Does not fit here") : nowhereText(answer));
  m_score->hide();
  m_scoreWords->hide();
  m_cards->hide();
  m_certainty->hide();
  QStringList sentences;
  for (const NodeRejection& rejection : answer.rejections) {
    if (!aimed || (rejection.reason.code == ReasonCode::NotAimedAt && &rejection != other)) continue;
    const MemoryUnit unit = snapshot.node(rejection.node).gpu.unit;
    sentences << labelled(plain(snapshot.node(rejection.node).name), reasonSentence(rejection.reason, unit));
    if (&rejection != other) sentences << waitingText(rejection.reason.waiting);
    break;
  }
  if (!answer.nearMisses.empty()) {
    const NearMiss& near = answer.nearMisses.front();
    const NodeRecord& node = snapshot.node(near.node);
    const bool core = near.code == ReasonCode::InsufficientCardCore;
    const bool ofCard = core || near.code == ReasonCode::InsufficientCardMemory;
    const QString lacking = core ? corePercent(CorePercent(static_cast<std::int32_t>(near.lacking)))
                                 : memory(MemUnits(near.lacking), node.gpu.unit);
    const auto refused = std::find_if(answer.rejections.begin(), answer.rejections.end(),
                                      [&near](const NodeRejection& rejection) { return rejection.node == near.node; });
    if (!ofCard && refused != answer.rejections.end()) {
      sentences << tr("Nearest fit: %1: %2").arg(plain(node.name), reasonSentence(refused->reason, node.gpu.unit));
    }
    if (ofCard)
      sentences << (near.card >= 0
                        ? tr("Nearest fit: %1, card %2 lacks %3.").arg(plain(node.name)).arg(near.card).arg(lacking)
                        : tr("Nearest fit: %1 lacks %2.").arg(plain(node.name), lacking));
  }
  m_sentence->setText(sentences.join(u'\n'));
}

FragmentationView::FragmentationView(Theme& theme, QWidget* parent) : QWidget(parent) {
  QVBoxLayout* layout = columnIn(this, {}, 6);
  m_head = new SectionHead(theme, this);
  layout->addWidget(m_head);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  const auto line = [&](int row, bool planned) {
    Line made{new TextLabel(theme, TextRole::Small, TextTone::Normal, this), new InlineBar(theme, this),
              new TextLabel(theme, TextRole::SmallStrong, TextTone::Strong, this)};
    made.bar->setThickness(8);
    made.bar->setPlanned(planned);
    grid->addWidget(made.name, row, 0);
    grid->addWidget(made.bar, row, 1);
    grid->addWidget(made.value, row, 2, Qt::AlignRight);
    return made;
  };
  m_before = line(0, false);
  m_after = line(1, true);
  layout->addLayout(grid);
  // One below the other: beside each other the sums of a large cluster are wider than the pane.
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  m_free = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_usable = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  words->addWidget(m_free);
  words->addWidget(m_usable);
  layout->addLayout(words);
}

void FragmentationView::show(const AllocationAnswer& answer) {
  // What nodes that are not evaluated take is in none of these: the usable part is a least one, and no rate is known.
  const bool isLeast = unknownNodes(answer) > 0;
  const auto rateOf = [isLeast](const Fragmentation& one) { return isLeast ? std::nullopt : one.rate(); };
  const Fragmentation& before = answer.before;
  const Fragmentation& after = answer.after;
  m_head->setTitle(tr("Fragmentation rate"));
  m_head->setNote(tr("for requests of this size"));
  setToolTip(
      tr("Share of the free memory that lies in slots too small for this request. 0 %: every free GiB can be used."));
  m_before.name->setText(tr("before"));
  m_after.name->setText(tr("after"));
  m_before.bar->setValue(rateOf(before));
  m_after.bar->setValue(rateOf(after));
  m_before.value->setText(percent(rateOf(before), 1));
  m_after.value->setText(percent(rateOf(after), 1));
  m_free->setText(tr("Free %1 → %2").arg(memoryMib(before.freeMib), memoryMib(after.freeMib)));
  m_usable->setText((isLeast ? tr("usable at least %1 → %2") : tr("usable %1 → %2"))
                        .arg(memoryMib(before.usableMib), memoryMib(after.usableMib)));
}

ReplicaView::ReplicaView(Theme& theme, QWidget* parent) : QWidget(parent) {
  QVBoxLayout* layout = columnIn(this, {}, 6);
  m_head = new SectionHead(theme, this);
  m_bar = new InlineBar(theme, this);
  m_bar->setPlanned(true);
  m_bar->setThickness(8);
  m_sentence = new TextLabel(theme, TextRole::Small, TextTone::Strong, this);
  m_miss = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_sentence->setWordWrap(true);
  m_miss->setWordWrap(true);
  for (QWidget* part : {static_cast<QWidget*>(m_head), static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_sentence),
                        static_cast<QWidget*>(m_miss)}) {
    layout->addWidget(part);
  }
}

void ReplicaView::show(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, int replicas) {
  const auto placed = static_cast<int>(answer.placements.size());
  const int unknown = unknownNodes(answer);
  m_head->setTitle(tr("Replicas"));
  m_head->setNote(fitText(placed, replicas, unknown > 0));
  m_bar->setValue(static_cast<double>(placed) / std::max(1, replicas));
  const auto fits = static_cast<int>(answer.before.fits);
  m_sentence->setVisible(answer.before.fits != kFitsUnknown && (unknown == 0 || fits > 0));
  m_sentence->setText(unknown == 0 ? tr("The cluster can take %n more of this request.", nullptr, fits)
                                   : tr("At least %1 more of this request fit; of %n node(s) it is unknown what they "
                                        "take.",
                                        nullptr, unknown)
                                         .arg(count(fits)));
  const QString miss = missText(answer, snapshot, unknown);
  m_miss->setVisible(!miss.isEmpty());
  m_miss->setText(miss);
}

QString ReplicaView::missText(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, int unknown) {
  if (answer.admission)
    return joinSentences({tr("Only %n replica(s) can be created.", nullptr, static_cast<int>(answer.admitted)),
                          errorText(*answer.admission)});
  if (!answer.firstMiss) return {};
  const NodeRecord& node = snapshot.node(answer.firstMiss->node);
  const QString next = count(static_cast<std::int64_t>(answer.placements.size()) + 1);
  if (unknown > 0)
    return tr("No place is known for replica %1: of %n node(s) it is unknown what they take.", nullptr, unknown)
        .arg(next);
  if (isOutOfReach(answer.firstMiss->reason)) return tr("Replica %1 is the first that does not fit.").arg(next);
  return tr("Replica %1 is the first that does not fit. Best node %2: %3")
      .arg(next, plain(node.name), reasonSentence(answer.firstMiss->reason, node.gpu.unit));
}

}  // namespace cardinal::ui
