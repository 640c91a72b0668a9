// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "ui/bridge/log_follow.h"
#include "ui/pages/dock/hit_marks.h"
#include "ui/session/page_context.h"

class QComboBox;
class QPlainTextEdit;
class QStackedWidget;

namespace cardinal::ui {

class ActionButton;
class Banner;
class EmptyState;
class FilterLine;
class TextLabel;

/// The log of one container of a pod: the last thousand lines (or all that are kept) and, followed, what is written
/// from then on; of the instance before the last restart; with timestamps; wrapped; searched; saved. Reads while it is
/// open, and scrolls along as long as its end is in view. Keeps the newest 20,000 lines.
class LogPanel : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kMaxLines = 20'000;

  explicit LogPanel(const PageContext& context, QWidget* parent = nullptr);

  /// Reads the pod's log ("namespace/name"); the container that was chosen stays chosen while it is the same pod.
  void open(const QString& key);
  /// Ends the reading; what was read stays in view.
  void close();
  void focusSearch();
  void retranslate();
  /// Blocks until the log has come; for pictures without an event loop only.
  void finish(std::chrono::milliseconds timeout);

 private:
  void build();
  void connectParts();
  void nameContainers();
  void read();
  void clear();
  void append(const std::vector<std::string>& lines, int dropped);
  void showEnd(const std::optional<Error>& error);
  void showState(const QString& icon, const QString& title, const QString& cause, const QString& action);
  void search(const QString& text);
  void showHitCount(int hits);
  void step(bool forward);
  void copy();
  void save();
  void dress();
  void showLineCount();

  PageContext m_context;
  QString m_key;
  LogFollow m_follow;
  QComboBox* m_container;
  ActionButton* m_following;
  ActionButton* m_previous;
  ActionButton* m_times;
  ActionButton* m_wrap;
  ActionButton* m_whole;
  FilterLine* m_search;
  ActionButton* m_copy;
  ActionButton* m_save;
  ActionButton* m_reload;
  Banner* m_note;
  QStackedWidget* m_stack;
  QPlainTextEdit* m_text;
  EmptyState* m_state;
  TextLabel* m_lines;
  HitMarks m_hits;
  bool m_first = true;  ///< nothing of this reading has come
};

}  // namespace cardinal::ui
