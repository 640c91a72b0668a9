// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/per_node.h"
#include "ui/models/tables/snapshot_table_model.h"

namespace cardinal::ui {

struct NodeRow {
  NodePtr node;
  int findings = 0;                   ///< what the ledger lists of the node
  CellState worst = CellState::None;  ///< of them
  bool hardwareXid = false;           ///< isHardwareXid() of the last XID of one of its cards
  bool idle = false;                  ///< one of idleCards() is its

  bool operator<(const NodeRow& other) const { return node->name < other.node->name; }
  bool sameAs(const NodeRow& other) const {
    return node == other.node && findings == other.findings && worst == other.worst &&
           hardwareXid == other.hardwareXid && idle == other.idle;
  }
  QString key() const { return QString::fromStdString(node->name); }
};

/// Nodes with GPU cards. Key: the node's name.
class NodeTableModel : public SnapshotTableModel<NodeRow> {
 public:
  explicit NodeTableModel(QObject* parent = nullptr);
  void setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) override;
  FilterSubject subject(int row) const override;
  FilterScope scope() const override { return FilterScope::Nodes; }

 private:
  /// What the ledger says of a node; judged anew where the node changed, and every minute: some entries need time.
  struct Judged {
    int findings = 0;
    CellState worst = CellState::None;
  };
  static Judged judge(const ClusterSnapshot& snapshot, const NodePtr& node, UnixSeconds now);
  PerNode<Judged> m_judged;
  UnixSeconds m_judgedAt = 0;
};

}  // namespace cardinal::ui
