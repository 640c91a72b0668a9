// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/detail_host.h"

#include <QBoxLayout>
#include <QStackedWidget>

#include "ui/i18n/plain.h"
#include "ui/pages/details/card_pane.h"
#include "ui/pages/details/node_pane.h"
#include "ui/pages/details/pod_pane.h"
#include "ui/pages/details/selection_pane.h"
#include "ui/pages/preview/outcome_pane.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {

DetailHost::DetailHost(const PageContext& context, PredictionWatch& watch, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent),
      m_context(context),
      m_watch(watch),
      m_stack(new QStackedWidget(this)),
      m_card(new CardPane(context, this)),
      m_node(new NodePane(context, this)),
      m_pod(new PodPane(context, this)),
      m_selection(new SelectionPane(context, this)),
      m_preview(new PreviewPane(context, this)),
      m_outcome(new OutcomePane(context, watch, this)),
      m_gone(new EmptyState(context.theme, this)) {
  setEdges(Qt::LeftEdge);
  limitWidth(context.theme, *this, 340, 520);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 0, 0, 0);
  layout->addWidget(m_stack);
  for (Pane* pane : {static_cast<Pane*>(m_card), static_cast<Pane*>(m_node), static_cast<Pane*>(m_pod),
                     static_cast<Pane*>(m_selection), static_cast<Pane*>(m_preview), static_cast<Pane*>(m_outcome)}) {
    m_stack->addWidget(pane);
    connect(pane, &Pane::closeRequested, this, &DetailHost::closeContent);
  }
  m_stack->addWidget(m_gone);
  connect(m_gone, &EmptyState::actionTriggered, this, &DetailHost::closeContent);
  connect(m_preview, &PreviewPane::submitRequested, this, &DetailHost::submitRequested);
  connect(m_preview, &PreviewPane::yamlRequested, this, &DetailHost::yamlRequested);
  connect(m_preview, &PreviewPane::bindRequested, this, &DetailHost::bindRequested);
  connect(m_outcome, &OutcomePane::deleteRequested, this, &DetailHost::deleteRequested);
  connect(&context.selection, &SelectionState::subjectChanged, this, [this] {
    m_outcomeShown = false;
    m_isOfBefore = false;
    refresh();
  });
  connect(&context.preview, &PreviewController::changed, this, &DetailHost::refresh);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, &DetailHost::refresh);
  connect(&context.bridge, &SnapshotBridge::useChanged, this, &DetailHost::refresh);
  connect(&watch, &PredictionWatch::changed, this, &DetailHost::refresh);
  DetailHost::retranslate();
}

void DetailHost::setSelectionShown(bool shown, bool already) {
  m_selectionShown = shown;
  m_isOfBefore = !already;
  refresh();
}

void DetailHost::answerNow() {
  m_preview->answerNow();
}

void DetailHost::showOutcome() {
  m_outcomeShown = true;
  refresh();
}

bool DetailHost::closeContent() {
  if (m_context.preview.isActive()) {
    m_context.preview.clear();
    return true;
  }
  if (m_outcomeShown && m_watch.isActive()) {
    m_outcomeShown = false;
    m_watch.clear();
    return true;
  }
  // What is not shown is not closed: the key means something else then.
  if (!m_hasContent || m_context.selection.kind() == SelectionState::Kind::Nothing) return false;
  m_context.selection.clear();
  return true;
}

void DetailHost::setContent(QWidget* pane) {
  if (pane) m_stack->setCurrentWidget(pane);
  const bool has = pane != nullptr;
  if (has == m_hasContent) return;
  m_hasContent = has;
  emit contentChanged();
}

void DetailHost::refresh() {
  // A pane that opened during a drag would push the map away under the pointer.
  if (m_context.preview.isActive() && !m_context.preview.isDragging()) {
    setContent(m_preview);
  } else if (m_outcomeShown && m_watch.isActive()) {
    setContent(m_outcome);
  } else if (!m_context.preview.isDragging() || !m_hasContent) {
    if (!m_selectionShown || m_isOfBefore || !showSelection()) setContent(nullptr);
  }
}

bool DetailHost::showSelection() {
  const SelectionState& selection = m_context.selection;
  switch (selection.kind()) {
    case SelectionState::Kind::Nothing:
      return false;
    case SelectionState::Kind::Cards: {
      const CardRef& first = *selection.cards().begin();
      if (selection.cards().size() > 1) {
        m_selection->showCards(selection.cards());
        setContent(m_selection);
      } else if (m_card->showCard(first)) {
        setContent(m_card);
      } else {
        showGone(tr("Card %1 of %2").arg(first.card).arg(plain(first.node.toStdString())));
      }
      return true;
    }
    case SelectionState::Kind::Node:
      if (m_node->showNode(selection.key())) {
        setContent(m_node);
      } else {
        showGone(plain(selection.key().toStdString()));
      }
      return true;
    case SelectionState::Kind::Pod:
      if (m_pod->showPod(selection.key())) {
        setContent(m_pod);
      } else {
        showGone(plain(selection.key().toStdString()));
      }
      return true;
  }
  return false;
}

void DetailHost::showGone(const QString& name) {
  m_gone->setIconName(QStringLiteral("unknown"));
  m_gone->setTitle(tr("No longer in the cluster"));
  m_gone->setCause(name);
  m_gone->setAction(tr("Close"));
  setContent(m_gone);
}

void DetailHost::retranslate() {
  refresh();
}

}  // namespace cardinal::ui
