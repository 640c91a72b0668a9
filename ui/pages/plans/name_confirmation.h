// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLineEdit;

namespace cardinal::ui {

class TextLabel;
class Theme;

/// The line in which the name is typed before pods are evicted.
class NameConfirmation : public QWidget {
  Q_OBJECT
 public:
  explicit NameConfirmation(Theme& theme, QWidget* parent = nullptr);

  /// What is to be typed: shown, not compared.
  void setWord(const QString& word);
  QString text() const;
  void clear();
  void focusField();

 signals:
  void edited();

 private:
  TextLabel* m_words;
  QLineEdit* m_name;
};

}  // namespace cardinal::ui
