// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/place_rows.h"

#include <QBoxLayout>
#include <algorithm>

#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/preview/preview_sections.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"

namespace cardinal::ui {

namespace {

/// "node-a, 2 × node-b and 3 more nodes", in the order in which they are taken.
QString placesText(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  constexpr std::size_t kMaxNodes = 6;
  std::vector<std::pair<NodeIndex, int>> nodes;
  for (const ReplicaPlacement& placement : answer.placements) {
    const auto known =
        std::find_if(nodes.begin(), nodes.end(), [&](const auto& one) { return one.first == placement.place.node; });
    if (known == nodes.end()) {
      nodes.emplace_back(placement.place.node, 1);
    } else {
      ++known->second;
    }
  }
  QStringList names;
  for (std::size_t i = 0; i < std::min(nodes.size(), kMaxNodes); ++i) {
    const QString name = plain(snapshot.node(nodes[i].first).name, 63);
    names << (nodes[i].second > 1 ? count(nodes[i].second) + QStringLiteral(" × ") + name : name);
  }
  const QString list = joinList(names);
  if (nodes.size() <= kMaxNodes) return list;
  return PlaceRows::tr("%1 and %n more node(s)", "node names", static_cast<int>(nodes.size() - kMaxNodes)).arg(list);
}

}  // namespace

PlaceRows::PlaceRows(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(columnIn(this, QMargins(), 8)) {}

void PlaceRows::setRows(const std::vector<Row>& rows) {
  if (m_rows.size() != rows.size()) make(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Labels& labels = m_rows[i];
    labels.name->setText(rows[i].name);
    labels.fits->setText(rows[i].fits);
    labels.fits->setTone(rows[i].tone);
    labels.places->setVisible(!rows[i].places.isEmpty());
    labels.places->setText(rows[i].places);
    labels.miss->setVisible(!rows[i].miss.isEmpty());
    labels.miss->setText(rows[i].miss);
  }
}

void PlaceRows::make(std::size_t number) {
  while (QLayoutItem* item = m_layout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  m_rows.clear();
  for (std::size_t i = 0; i < number; ++i) {
    auto* one = new QWidget(this);
    QVBoxLayout* lines = columnIn(one, QMargins(), 2);
    auto* head = new QHBoxLayout;
    const auto label = [&](TextRole role, TextTone tone) {
      auto* made = new TextLabel(m_theme, role, tone, one);
      made->setWordWrap(true);
      return made;
    };
    Labels row{new TextLabel(m_theme, TextRole::SmallStrong, TextTone::Strong, one),
               new TextLabel(m_theme, TextRole::SmallStrong, TextTone::Strong, one),
               label(TextRole::Small, TextTone::Normal), label(TextRole::Small, TextTone::Warning)};
    row.name->setElide(Qt::ElideRight);
    head->addWidget(row.name, 1);
    head->addWidget(row.fits);
    lines->addLayout(head);
    lines->addWidget(row.places);
    lines->addWidget(row.miss);
    m_layout->addWidget(one);
    one->show();  // with what it says, in the same moment
    m_rows.push_back(row);
  }
}

PlaceRows::Row PlaceRows::rowOf(const QString& name, int replicas, const AllocationAnswer& answer,
                                const ClusterSnapshot& snapshot) {
  const auto placed = static_cast<int>(answer.placements.size());
  const int unknown = unknownNodes(answer);
  Row row;
  row.name = name;
  row.fits = fitText(placed, replicas, unknown > 0);
  row.tone = placed < replicas ? TextTone::Warning : TextTone::Ok;
  row.places = placesText(answer, snapshot);
  row.miss = answer.requestProblems.empty() ? ReplicaView::missText(answer, snapshot, unknown)
                                            : errorText(answer.requestProblems.front());
  return row;
}

}  // namespace cardinal::ui
