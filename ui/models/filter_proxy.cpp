// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter_proxy.h"

#include <algorithm>

#include "ui/models/node_facts.h"

namespace cardinal::ui {

bool inNamespace(const FilterSubject& subject, const std::string& ns) {
  if (ns.empty()) return true;
  if (subject.pod) return subject.pod->key().ns == ns;
  if (!subject.node) return false;
  const int card = subject.card ? static_cast<int>(subject.card->index) : kPendingCard;
  return std::any_of(subject.node->pods.begin(), subject.node->pods.end(), [&](const PodPtr& pod) {
    if (pod->key().ns != ns) return false;
    return !subject.card || std::any_of(pod->shares.begin(), pod->shares.end(),
                                        [card](const CardShare& share) { return share.card == card; });
  });
}

FilterProxy::FilterProxy(SnapshotTable& source, QObject* parent) : QSortFilterProxyModel(parent), m_source(source) {
  setSortRole(SortRole);
  setDynamicSortFilter(true);
  setSourceModel(&source);
}

QString FilterProxy::setFilterText(const QString& text) {
  Filter::Parsed parsed = Filter::parse(text, m_source.scope());
  if (!parsed.error.isEmpty()) return parsed.error;
  m_filter = std::move(parsed.filter);
  invalidateFilter();
  return {};
}

void FilterProxy::setNamespace(const QString& ns) {
  const std::string wanted = ns.toStdString();
  if (wanted == m_namespace) return;
  m_namespace = wanted;
  invalidateFilter();
}

int FilterProxy::rowOf(const QString& key) const {
  const int row = m_source.rowOf(key);
  return row < 0 ? -1 : mapFromSource(m_source.index(row, 0)).row();
}

bool FilterProxy::filterAcceptsRow(int row, const QModelIndex& parent) const {
  if (parent.isValid()) return false;
  if (m_filter.isEmpty() && m_namespace.empty()) return true;
  const FilterSubject subject = m_source.subject(row);
  return inNamespace(subject, m_namespace) && m_filter.matches(subject);
}

bool FilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QVariant a = left.data(SortRole);
  const QVariant b = right.data(SortRole);
  if (a.isValid() != b.isValid()) return a.isValid() == (sortOrder() == Qt::AscendingOrder);
  if (!a.isValid()) return left.row() < right.row();
  if (a.typeId() == QMetaType::QString) {
    const int order = QString::compare(a.toString(), b.toString(), Qt::CaseInsensitive);
    return order != 0 ? order < 0 : left.row() < right.row();
  }
  const double x = a.toDouble();
  const double y = b.toDouble();
  return x != y ? x < y : left.row() < right.row();
}

}  // namespace cardinal::ui
