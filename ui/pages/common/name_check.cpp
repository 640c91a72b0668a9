// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/name_check.h"

#include <QBoxLayout>
#include <QLineEdit>

#include "ui/i18n/plain.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

NameCheck::NameCheck(Theme& theme, const QString& name, QWidget* parent) : QWidget(parent), m_name(name) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  m_label = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_label->setText(tr("Type %1 to continue").arg(plain(name.toStdString(), 120)));
  m_field = new QLineEdit(this);
  m_field->setAccessibleName(m_label->text());
  layout->addWidget(m_label);
  layout->addWidget(m_field);
  setFocusProxy(m_field);
  connect(m_field, &QLineEdit::textChanged, this, &NameCheck::changed);
}

bool NameCheck::isTyped() const {
  return !m_name.isEmpty() && m_field->text().trimmed() == m_name;
}

}  // namespace cardinal::ui
