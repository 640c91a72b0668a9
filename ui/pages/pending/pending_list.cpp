// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/pending_list.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

namespace {

constexpr int kPadding = 16;
constexpr int kGlyph = 14;

StateRole stateOf(Outlook outlook) {
  if (outlook == Outlook::FitsNow) return StateRole::Ok;
  return outlook == Outlook::Invalid ? StateRole::Critical : StateRole::Warning;
}

class RowDelegate : public QStyledItemDelegate {
 public:
  RowDelegate(Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {200, m_theme.lineHeight(TextRole::Body) + 2 * m_theme.lineHeight(TextRole::Small) + 18};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Tokens& t = m_theme.tokens();
    const QRectF area = option.rect;
    painter->save();
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    if (selected || hovered) painter->fillRect(option.rect, selected ? t.selected : t.hover);
    if (selected) painter->fillRect(QRectF(area.left(), area.top(), 3, area.height()), t.accent);
    drawHairline(*painter, QRectF(area.left(), area.bottom() - 1, area.width(), 1), t.line);
    const qreal width = area.width() - 2 * kPadding;
    qreal y = area.top() + 8;
    const auto line = [&](TextRole role) {
      const QRectF rect(area.left() + kPadding, y, width, m_theme.lineHeight(role));
      y += m_theme.lineHeight(role) + 1;
      painter->setFont(m_theme.font(role));
      return rect;
    };
    paintFirst(*painter, line(TextRole::BodyStrong), index);
    painter->setPen(t.text2);
    drawLine(*painter, line(TextRole::Small), index.data(PendingListModel::RequestRole).toString());
    QRectF cause = line(TextRole::Small);
    const StateRole state = stateOf(static_cast<Outlook>(index.data(PendingListModel::OutlookRole).toInt()));
    const int side = scaledWidth(m_theme, kGlyph);
    drawGlyph(*painter, m_theme, stateGlyph(state), stateColour(t, state),
              QRectF(cause.left(), cause.top(), side, cause.height()), kGlyph);
    cause.setLeft(cause.left() + side + 6);
    const bool coloured = !selected && stateWordColoured(t, t.panel);
    painter->setPen(coloured ? stateColour(t, state) : t.text1);
    drawLine(*painter, cause, index.data(PendingListModel::CauseRole).toString());
    if (selected && option.state & QStyle::State_HasFocus)
      drawBox(*painter, area.adjusted(1, 1, -1, -1), {}, t.accent, 2, 2);
    painter->restore();
  }

 private:
  void paintFirst(QPainter& painter, QRectF rect, const QModelIndex& index) const {
    const Tokens& t = m_theme.tokens();
    const QString age = index.data(PendingListModel::AgeRole).toString();
    const QFont strong = painter.font();
    painter.setFont(m_theme.font(TextRole::Small));
    painter.setPen(t.text2);
    const qreal width = QFontMetricsF(painter.font()).horizontalAdvance(age) + 2;
    drawLine(painter, QRectF(rect.right() - width, rect.top(), width, rect.height()), age, Qt::AlignRight);
    painter.setFont(strong);
    painter.setPen(t.text1);
    drawLine(painter, rect.adjusted(0, 0, -width - 8, 0), index.data(Qt::DisplayRole).toString(), Qt::AlignLeft,
             Qt::ElideMiddle);
  }

  Theme& m_theme;
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

PendingList::PendingList(Theme& theme, PendingListModel& model, QWidget* parent) : QListView(parent), m_model(model) {
  setFrameShape(QFrame::NoFrame);
  setUniformItemSizes(true);
  setMouseTracking(true);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setItemDelegate(new RowDelegate(theme, this));
  setModel(&model);
  connect(this, &QListView::doubleClicked, this,
          [this](const QModelIndex& index) { emit keyActivated(m_model.keyAt(index.row())); });
  connect(&theme, &Theme::changed, this, [this] {
    scheduleDelayedItemsLayout();
    viewport()->update();
  });
}

QString PendingList::currentKey() const {
  return m_model.keyAt(currentIndex().row());
}

void PendingList::setCurrentKey(const QString& key) {
  const int row = m_model.rowOf(key);
  if (row >= 0 && row != currentIndex().row()) setCurrentIndex(m_model.index(row));
}

void PendingList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QListView::currentChanged(current, previous);
  if (current.isValid()) emit keyChosen(m_model.keyAt(current.row()));
}

void PendingList::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && event->modifiers() == Qt::NoModifier && currentIndex().isValid()) {
    emit keyActivated(currentKey());
    return;
  }
  QListView::keyPressEvent(event);
}

}  // namespace cardinal::ui
