// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"
#include "ui/session/preview/prediction_watch.h"

class QStackedWidget;

namespace cardinal::ui {

class CardPane;
class EmptyState;
class NodePane;
class OutcomePane;
class Pane;
class PodPane;
class PreviewPane;
class SelectionPane;

/// The pane at the right: shows what is selected, a running preview before it, and the outcome of a submission. Never a
/// modal.
class DetailHost : public TranslatablePage {
  Q_OBJECT
 public:
  DetailHost(const PageContext& context, PredictionWatch& watch, QWidget* parent = nullptr);

  bool hasContent() const { return m_hasContent; }
  /// Closes what is shown: the preview, the outcome or the selection. False when there was nothing.
  bool closeContent();
  /// On pages that show their object themselves only preview and outcome appear here. `already`: what is selected now
  /// does, too; else only what is selected from now on.
  void setSelectionShown(bool shown, bool already);
  void showOutcome();
  /// Blocks until the pane of a running preview has all that it says; for pictures without an event loop only.
  void answerNow();

 signals:
  void contentChanged();
  void submitRequested();
  void yamlRequested();
  void bindRequested();
  void deleteRequested();

 protected:
  void retranslate() override;

 private:
  void refresh();
  bool showSelection();
  void showGone(const QString& name);
  void setContent(QWidget* pane);

  PageContext m_context;
  PredictionWatch& m_watch;
  QStackedWidget* m_stack;
  CardPane* m_card;
  NodePane* m_node;
  PodPane* m_pod;
  SelectionPane* m_selection;
  PreviewPane* m_preview;
  OutcomePane* m_outcome;
  EmptyState* m_gone;
  bool m_hasContent = false;
  bool m_selectionShown = true;
  bool m_isOfBefore = false;  ///< what is selected belongs to the page that was in front before
  bool m_outcomeShown = false;
};

}  // namespace cardinal::ui
