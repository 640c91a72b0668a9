// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/window_fixture.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>

namespace cardinal::test {

QString WindowFixture::visibleTexts(const QWidget& root) {
  QStringList texts;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
    if (const auto* field = qobject_cast<const QLineEdit*>(widget)) texts << field->placeholderText();
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) texts << box->currentText();
    if (const auto* table = qobject_cast<const QTableView*>(widget); table && table->model()) {
      for (int column = 0; column < table->model()->columnCount(); ++column) {
        texts << table->model()->headerData(column, Qt::Horizontal).toString();
      }
    }
    texts << widget->accessibleName();
  }
  texts.removeAll(QString());
  return texts.join(u'\n');
}

}  // namespace cardinal::test
