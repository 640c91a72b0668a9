// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QLineEdit;

namespace cardinal::ui {

class ActionButton;
class SectionHead;
class TextLabel;

/// "Label only, now": for experts. Names the risk, and asks for the node's name before it does anything.
class LabelOnly : public QWidget {
  Q_OBJECT
 public:
  explicit LabelOnly(Theme& theme, QWidget* parent = nullptr);

  /// `word` must be typed; `pods` GPU pods would stay outside the ledger.
  void setNode(const QString& word, int pods);
  void setBusy(bool busy);
  void retranslate();

 signals:
  void confirmed();

 private:
  void arrange();

  SectionHead* m_head;
  TextLabel* m_risk;
  QLineEdit* m_name;
  ActionButton* m_apply;
  QString m_word;
  int m_pods = 0;
  bool m_busy = false;
};

}  // namespace cardinal::ui
