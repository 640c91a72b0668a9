// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSortFilterProxyModel>
#include <vector>

#include "ui/models/tables/snapshot_table_model.h"

namespace cardinal::ui {

/// Sorts a snapshot table by raw values (unknown last in both directions) and hides what the filter or the namespace
/// choice leaves out.
class FilterProxy : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit FilterProxy(SnapshotTable& source, QObject* parent = nullptr);

  /// Empty = good; otherwise the sentence of the filter's error, and the filter before stays.
  QString setFilterText(const QString& text);
  /// Only pods of this namespace, and nodes and cards that hold one; empty = all.
  void setNamespace(const QString& ns);

  /// What the filter reads beside the rows themselves is new.
  void judgeAgain() {
    if (!m_filter.isEmpty()) invalidateFilter();
  }

  SnapshotTable& table() const { return m_source; }
  /// Row here of a key, -1 when it is not there or hidden.
  int rowOf(const QString& key) const;

  /// Reads every value once instead of twice a comparison.
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  /// A value of the column that is sorted by.
  struct SortKey {
    enum class Kind : std::uint8_t { Unknown, Number, Text } kind = Kind::Unknown;
    double number = 0;
    std::string text;  ///< without upper case
  };
  SortKey keyOf(const QModelIndex& index) const;

  SnapshotTable& m_source;
  std::vector<SortKey> m_keys;  ///< by row of the source, while sort() runs; else empty
  Filter m_filter;
  std::string m_namespace;
};

/// True when the subject is a pod or workload of the namespace, or holds such a pod. Empty namespace = always.
bool inNamespace(const FilterSubject& subject, const std::string& ns);

}  // namespace cardinal::ui
