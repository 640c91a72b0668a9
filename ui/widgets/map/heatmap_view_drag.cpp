// SPDX-License-Identifier: Apache-2.0
// Dragging over the map. A drop is reported to the page, nothing is ever sent from here.
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QScrollBar>

#include "ui/widgets/map/drop_payload.h"
#include "ui/widgets/map/heatmap_view_impl.h"

namespace cardinal::ui {

void HeatmapView::dragEnterEvent(QDragEnterEvent* event) {
  if (!isDropCandidate(*event->mimeData())) return event->ignore();
  const DropPayload payload = readDrop(*event->mimeData());
  m_impl->hideTip();
  m_impl->drag = {};
  m_impl->drag.payload = payload.yaml;
  m_impl->drag.name = payload.name;
  m_impl->drag.problem =
      !m_impl->dropRefusal.isEmpty() ? m_impl->dropRefusal
      : m_impl->stale ? tr("The data of the map is stale, so a preview would mislead. Wait until it is live again.")
                      : payload.problem;
  // What will be refused is taken too: only then does the drop arrive and can explain itself.
  event->acceptProposedAction();
  if (m_impl->drag.problem.isEmpty()) emit dragStarted(payload.yaml, payload.name);
}

void HeatmapView::dragMoveEvent(QDragMoveEvent* event) {
  const QPoint point = event->position().toPoint();
  const MapHit hit = m_impl->layout.hit(m_impl->toContent(point));
  QString node;
  int card = -1;
  if (hit.kind == MapHit::Kind::Card || hit.kind == MapHit::Kind::Node) {
    node = QString::fromStdString(m_impl->snapshot->node(m_impl->layout.node(hit.place)).name);
    if (hit.kind == MapHit::Kind::Card) card = m_impl->refOf(hit.place, hit.card).card;
  }
  constexpr int kEdge = 24;
  if (point.y() < kEdge) verticalScrollBar()->setValue(verticalScrollBar()->value() - kEdge);
  if (point.y() > viewport()->height() - kEdge) verticalScrollBar()->setValue(verticalScrollBar()->value() + kEdge);
  event->acceptProposedAction();

  Impl::DragState& drag = m_impl->drag;
  drag.position = point;
  const bool moved = !drag.active || node != drag.node || card != drag.card;
  drag.active = true;
  drag.node = node;
  drag.card = card;
  if (moved && drag.problem.isEmpty()) emit dragAimed(node, card);
  if (m_impl->tip && m_impl->tip->isVisible())
    m_impl->tip->showAt(viewport()->mapToGlobal(point), m_impl->tip->content(), true);
  viewport()->update();
}

void HeatmapView::dragLeaveEvent(QDragLeaveEvent* event) {
  m_impl->drag = {};
  m_impl->hideTip();
  viewport()->update();
  emit dragLeft();
  event->accept();
}

void HeatmapView::dropEvent(QDropEvent* event) {
  const Impl::DragState drag = m_impl->drag;
  m_impl->drag = {};
  m_impl->hideTip();
  viewport()->update();
  if (!drag.problem.isEmpty()) {
    event->setDropAction(Qt::IgnoreAction);
    event->accept();
    emit dropRefused(drag.problem);
    return;
  }
  // Never a move: the source keeps its template or file.
  event->setDropAction(Qt::CopyAction);
  event->accept();
  emit dropped(drag.payload, drag.name, drag.node, drag.card);
}

void HeatmapView::setDropRefusal(const QString& reason) {
  m_impl->dropRefusal = reason;
}

void HeatmapView::setDragVerdict(const QString& title, const QString& request, bool possible, const QString& verdict) {
  if (title.isEmpty() || !m_impl->drag.active) return m_impl->hideTip();
  TipContent content;
  content.title = title;
  if (!request.isEmpty()) content.rows.emplace_back(request, QString());
  content.noteState = possible ? StateRole::Ok : StateRole::Critical;
  content.note = verdict;
  if (!m_impl->tip) m_impl->tip = new TipTable(m_impl->theme, this);
  m_impl->tip->showAt(viewport()->mapToGlobal(m_impl->drag.position), content, true);
}

}  // namespace cardinal::ui
