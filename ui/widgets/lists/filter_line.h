// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/theme/theme.h"

class QLineEdit;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// Field with the search icon, the number of hits and a cross that clears at the right, and the message of an error
/// below. Every keystroke filters. Escape clears, then leaves.
class FilterLine : public QWidget {
  Q_OBJECT
 public:
  explicit FilterLine(Theme& theme, QWidget* parent = nullptr);

  void setPlaceholder(const QString& text);
  void setHits(const QString& hits);      ///< "7,812 of 7,936 cards"; "" = none
  void setError(const QString& message);  ///< "" = none
  void setHint(const QString& key);       ///< shown while empty: "/"
  QString text() const;
  void setText(const QString& text);
  QLineEdit* field() const { return m_field; }
  /// What it filters: Return, Down, and Escape on an empty field, give it the focus.
  void leadTo(QWidget& list);

 signals:
  void textChanged(const QString& text);
  void accepted();  ///< Return
  void left();      ///< Escape on an empty field

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void arrange();
  void goToList();
  Theme& m_theme;
  QLineEdit* m_field;
  ActionButton* m_clear;
  TextLabel* m_error;
  QPointer<QWidget> m_list;  ///< null = it leads nowhere
  QString m_hits, m_hint;
};

}  // namespace cardinal::ui
