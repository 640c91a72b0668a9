// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "ui/models/tables/snapshot_table_model.h"
#include "ui/models/workload_index.h"

namespace cardinal::ui {

struct WorkloadRow {
  WorkloadPtr workload;

  /// The order of workloadsOf().
  bool operator<(const WorkloadRow& other) const {
    return std::tie(workload->ns, workload->kind, workload->name) <
           std::tie(other.workload->ns, other.workload->kind, other.workload->name);
  }
  /// By value: every state makes its workloads anew.
  bool sameAs(const WorkloadRow& other) const { return *workload == *other.workload; }
  QString key() const;
};

/// "namespace/kind/name".
QString workloadKeyOf(const Workload& workload);

/// What teams submitted that asks for GPUs, in the columns and words of `cardinal workloads`. Nothing known is "n/a",
/// and sorted last.
class WorkloadTableModel : public SnapshotTableModel<WorkloadRow> {
 public:
  explicit WorkloadTableModel(QObject* parent = nullptr);
  void setWorkloads(const WorkloadIndex& index, const TableFacts& facts);
  void setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) override {
    setWorkloads(WorkloadIndex(snapshot), facts);
  }
  /// Null = none of that key.
  WorkloadPtr find(const QString& key) const;
  FilterSubject subject(int row) const override;
  /// A filter of pods: a workload is shown for any of its pods.
  FilterScope scope() const override { return FilterScope::Pods; }
};

}  // namespace cardinal::ui
