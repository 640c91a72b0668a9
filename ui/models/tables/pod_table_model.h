// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/tables/snapshot_table_model.h"
#include "ui/models/workload_index.h"

namespace cardinal::ui {

struct PodRow {
  PodPtr pod;
  NodePtr node;  ///< null = not bound

  /// Order of the snapshot: unbound first, then by node; so a new state needs no sorting.
  bool operator<(const PodRow& other) const {
    const std::string_view here = node ? std::string_view(node->name) : std::string_view{};
    const std::string_view there = other.node ? std::string_view(other.node->name) : std::string_view{};
    return here != there ? here < there : pod->key() < other.pod->key();
  }
  bool sameAs(const PodRow& other) const { return pod == other.pod; }
  QString key() const { return QString::fromStdString(pod->key().ns) + u'/' + QString::fromStdString(pod->key().name); }
};

/// Pods that ask for GPUs. Key: "namespace/name".
class PodTableModel : public SnapshotTableModel<PodRow> {
 public:
  explicit PodTableModel(QObject* parent = nullptr);
  /// Pods of one node only; empty = all.
  void setNode(const QString& node) { m_node = node.toStdString(); }
  /// Pods of one workload only; null = all. Counts from the next setSnapshot().
  void setWorkload(WorkloadPtr workload) { m_workload = std::move(workload); }
  /// Lets a filter find pods by the words of their workloads; null = it does not.
  void setIndex(std::shared_ptr<const WorkloadIndex> index) { m_index = std::move(index); }
  void setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) override;
  FilterSubject subject(int row) const override;
  FilterScope scope() const override { return FilterScope::Pods; }

 private:
  bool isOfWorkload(const PodRecord& pod) const;

  std::string m_node;
  WorkloadPtr m_workload;
  std::shared_ptr<const WorkloadIndex> m_index;
};

}  // namespace cardinal::ui
