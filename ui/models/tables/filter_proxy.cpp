// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tables/filter_proxy.h"

#include <algorithm>

#include "ui/i18n/natural_order.h"
#include "ui/models/node_facts.h"

namespace cardinal::ui {

bool inNamespace(const FilterSubject& subject, const std::string& ns) {
  if (ns.empty()) return true;
  if (subject.workload) return subject.workload->ns == ns;
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
  // What was typed before is no answer to what stands there now: a faulty expression leaves nothing out.
  m_filter = parsed.error.isEmpty() ? std::move(parsed.filter) : Filter();
  invalidateFilter();
  return parsed.error;
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

FilterProxy::SortKey FilterProxy::keyOf(const QModelIndex& index) const {
  const QVariant value = index.data(SortRole);
  if (!value.isValid()) return {};
  if (value.typeId() == QMetaType::QString) return {SortKey::Kind::Text, 0, value.toString().toLower().toStdString()};
  return {SortKey::Kind::Number, value.toDouble(), {}};
}

void FilterProxy::sort(int column, Qt::SortOrder order) {
  m_keys.clear();
  if (column >= 0) {
    m_keys.reserve(static_cast<std::size_t>(m_source.rowCount()));
    for (int row = 0; row < m_source.rowCount(); ++row) m_keys.push_back(keyOf(m_source.index(row, column)));
  }
  QSortFilterProxyModel::sort(column, order);
  m_keys.clear();
}

bool FilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const auto known = [this](const QModelIndex& index) { return static_cast<std::size_t>(index.row()) < m_keys.size(); };
  const bool kept = known(left) && known(right);
  const SortKey a = kept ? SortKey() : keyOf(left);
  const SortKey b = kept ? SortKey() : keyOf(right);
  const SortKey& x = kept ? m_keys[static_cast<std::size_t>(left.row())] : a;
  const SortKey& y = kept ? m_keys[static_cast<std::size_t>(right.row())] : b;
  // What is equal stands in the order of the source in both directions.
  const bool isEarlier = sortOrder() == Qt::AscendingOrder ? left.row() < right.row() : left.row() > right.row();
  const bool xKnown = x.kind != SortKey::Kind::Unknown;
  if (xKnown != (y.kind != SortKey::Kind::Unknown)) return xKnown == (sortOrder() == Qt::AscendingOrder);
  if (xKnown && x.kind == SortKey::Kind::Text) {
    // As on the map: "node-9" stands before "node-10".
    return x.text != y.text ? naturalLess(x.text, y.text) : isEarlier;
  }
  return xKnown && x.number != y.number ? x.number < y.number : isEarlier;
}

}  // namespace cardinal::ui
