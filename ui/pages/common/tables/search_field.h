// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>

#include "ui/session/page_context.h"

class QCompleter;
class QStandardItemModel;

namespace cardinal::ui {

/// The search of the top bar: finds nodes and pods by a part of their names; Enter goes to the first one or the chosen
/// one.
class SearchField : public QLineEdit {
  Q_OBJECT
 public:
  SearchField(const PageContext& context, QWidget* parent = nullptr);
  /// No more than its least width: it grows into what others leave.
  QSize sizeHint() const override { return {minimumWidth(), QLineEdit::sizeHint().height()}; }

 protected:
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void dress();
  void look(const QString& text);
  void open(const QString& page, const QString& key);

  PageContext m_context;
  QStandardItemModel* m_hits;
  QCompleter* m_completer;
  QAction* m_icon;
};

}  // namespace cardinal::ui
