// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/tables/snapshot_table_model.h"

namespace cardinal::ui {

struct CardRow {
  NodePtr node;
  std::uint32_t index = 0;  ///< position in node->cards
  CardUse use;              ///< what is measured; not known() = nothing
  bool idle = false;        ///< one of idleCards()

  const Card& card() const { return node->cards[index]; }
  bool operator<(const CardRow& other) const {
    const int order = node->name.compare(other.node->name);
    return order != 0 ? order < 0 : index < other.index;
  }
  bool sameAs(const CardRow& other) const { return node == other.node && use == other.use && idle == other.idle; }
  QString key() const { return QString::fromStdString(node->name) + u'/' + QString::number(card().index); }
};

/// Every card of every node. Key: "node/card index".
class CardTableModel : public SnapshotTableModel<CardRow> {
 public:
  explicit CardTableModel(QObject* parent = nullptr);
  void setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) override;
  FilterSubject subject(int row) const override;
  FilterScope scope() const override { return FilterScope::Cards; }
};

}  // namespace cardinal::ui
