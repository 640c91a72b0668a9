// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/pending_list.h"

#include <QPainter>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {

namespace {

StateRole stateOf(Outlook outlook) {
  if (outlook == Outlook::FitsNow) return StateRole::Ok;
  return outlook == Outlook::Invalid ? StateRole::Critical : StateRole::Warning;
}

class RowDelegate : public LineDelegate {
 public:
  using LineDelegate::LineDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {200, theme().lineHeight(TextRole::Body) + 2 * theme().lineHeight(TextRole::Small) + 18};
  }

 protected:
  void paintLines(QPainter& painter, const QRectF& area, const QModelIndex& index, bool isChosen) const override {
    const Tokens& t = theme().tokens();
    qreal y = area.top() + 8;
    const auto line = [&](TextRole role) {
      const QRectF rect(area.left(), y, area.width(), theme().lineHeight(role));
      y += theme().lineHeight(role) + 1;
      painter.setFont(theme().font(role));
      return rect;
    };
    paintFirst(painter, line(TextRole::BodyStrong), index);
    painter.setPen(t.text2);
    drawLine(painter, line(TextRole::Small), index.data(PendingListModel::RequestRole).toString());
    const StateRole state = stateOf(static_cast<Outlook>(index.data(PendingListModel::OutlookRole).toInt()));
    const QRectF cause = paintState(painter, line(TextRole::Small), state);
    const bool coloured = !isChosen && stateWordColoured(t, t.panel);
    painter.setPen(coloured ? stateColour(t, state) : t.text1);
    drawLine(painter, cause, index.data(PendingListModel::CauseRole).toString());
  }

 private:
  void paintFirst(QPainter& painter, QRectF rect, const QModelIndex& index) const {
    const Tokens& t = theme().tokens();
    const QString age = index.data(PendingListModel::AgeRole).toString();
    const QFont strong = painter.font();
    painter.setFont(theme().font(TextRole::Small));
    painter.setPen(t.text2);
    const qreal width = QFontMetricsF(painter.font()).horizontalAdvance(age) + 2;
    drawLine(painter, QRectF(rect.right() - width, rect.top(), width, rect.height()), age, Qt::AlignRight);
    painter.setFont(strong);
    painter.setPen(t.text1);
    drawLine(painter, rect.adjusted(0, 0, -width - 8, 0), index.data(Qt::DisplayRole).toString(), Qt::AlignLeft,
             Qt::ElideMiddle);
  }
};

}  // namespace

PendingListModel::PendingListModel(const PageContext& context, PendingExplainer& explainer, PendingQueues& queues,
                                   QObject* parent)
    : QAbstractListModel(parent), m_context(context), m_explainer(explainer), m_queues(queues) {}

std::vector<PendingListModel::Row> PendingListModel::makeRows() const {
  std::vector<Row> rows;
  const SnapshotPtr& snapshot = m_explainer.snapshot();
  const PendingReport* report = m_explainer.report();
  if (!snapshot || !report) return rows;
  const MemoryUnit unit = snapshot->counts.commonUnit();
  const UnixSeconds now = m_context.referenceTime();
  const std::string ns = m_context.selection.ns().toStdString();
  for (std::size_t i = 0; i < snapshot->unboundPods.size(); ++i) {
    const PodRecord& pod = *snapshot->unboundPods[i];
    if (isTerminal(*pod.raw) || (!ns.empty() && pod.key().ns != ns)) continue;
    const PendingExplanation& why = report->of(i);
    Row row;
    row.key = podKeyOf(pod);
    row.name = plain(pod.key().name, 120);
    row.ns = plain(pod.key().ns, 80);
    row.request = row.ns + QStringLiteral(" · ") + requestText(pod.request, unit);
    const queues::PodQueueWait* queue = m_queues.waitOf(row.key);
    const QString held = heldBackCause(*pod.raw);
    row.cause = queue != nullptr ? podQueueCause(*queue) : held.isEmpty() ? pendingCause(why) : held;
    row.age = age(pod.raw->meta.created, now);
    row.created = pod.raw->meta.created;
    // What fits the nodes waits all the same, as long as no queue admits it.
    row.outlook = queue != nullptr && why.outlook == Outlook::FitsNow ? Outlook::Unknown : why.outlook;
    const QString all = row.name + u' ' + row.request + u' ' + row.cause;
    if (m_words.isEmpty() || all.contains(m_words, Qt::CaseInsensitive)) rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [this](const Row& a, const Row& b) {
    if (m_order == PendingOrder::Reason && a.cause != b.cause) return a.cause.localeAwareCompare(b.cause) < 0;
    return a.created < b.created;
  });
  return rows;
}

void PendingListModel::refresh() {
  std::vector<Row> rows = makeRows();
  if (rows == m_rows) return;
  const bool samePlaces = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                     [](const Row& a, const Row& b) { return a.key == b.key; });
  if (samePlaces) {
    m_rows = std::move(rows);
    emit dataChanged(index(0), index(rowCount() - 1));
    return;
  }
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

void PendingListModel::setOrder(PendingOrder order) {
  m_order = order;
  refresh();
}

void PendingListModel::setWords(const QString& words) {
  m_words = words.trimmed();
  refresh();
}

QString PendingListModel::keyAt(int row) const {
  return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].key : QString();
}

int PendingListModel::rowOf(const QString& key) const {
  const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&key](const Row& row) { return row.key == key; });
  return found != m_rows.end() ? static_cast<int>(found - m_rows.begin()) : -1;
}

int PendingListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PendingListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return row.name;
    case Qt::AccessibleTextRole:
      return joinList({row.name, row.request, row.cause});
    case KeyRoleOf:
      return row.key;
    case AgeRole:
      return row.age;
    case RequestRole:
      return row.request;
    case CauseRole:
      return row.cause;
    case OutlookRole:
      return static_cast<int>(row.outlook);
    default:
      return {};
  }
}

PendingList::PendingList(Theme& theme, PendingListModel& model, QWidget* parent)
    : LineList(theme, new RowDelegate(theme, nullptr), parent), m_model(model) {
  setModel(&model);
  connect(this, &LineList::rowChosen, this, [this](int row) {
    if (row >= 0) emit keyChosen(m_model.keyAt(row));
  });
  connect(this, &LineList::rowActivated, this, [this](int row) { emit keyActivated(m_model.keyAt(row)); });
}

QString PendingList::currentKey() const {
  return m_model.keyAt(currentIndex().row());
}

void PendingList::setCurrentKey(const QString& key) {
  const int row = m_model.rowOf(key);
  if (row >= 0 && row != currentIndex().row()) setCurrentIndex(m_model.index(row));
}

}  // namespace cardinal::ui
