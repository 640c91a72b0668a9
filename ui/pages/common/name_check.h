// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QLineEdit;

namespace cardinal::ui {

class TextLabel;

/// "Type NAME to continue": the confirmation of tier 3. Blanks around the name do not count.
class NameCheck : public QWidget {
  Q_OBJECT
 public:
  NameCheck(Theme& theme, const QString& name, QWidget* parent = nullptr);
  bool isTyped() const;
  QLineEdit* field() const { return m_field; }

 signals:
  void changed();

 private:
  QString m_name;
  TextLabel* m_label;
  QLineEdit* m_field;
};

}  // namespace cardinal::ui
