// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/name_confirmation.h"

#include <QLineEdit>

#include "ui/i18n/plain.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"

namespace cardinal::ui {

namespace {

constexpr int kNameWidth = 300;

}  // namespace

NameConfirmation::NameConfirmation(Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_words(new TextLabel(theme, TextRole::Small, TextTone::Strong, this)),
      m_name(new QLineEdit(this)) {
  QHBoxLayout* across = rowIn(this, {}, 12);
  m_name->setObjectName(QStringLiteral("planName"));
  m_name->setMinimumWidth(kNameWidth);
  connect(m_name, &QLineEdit::textChanged, this, &NameConfirmation::edited);
  across->addStretch(1);
  across->addWidget(m_words);
  across->addWidget(m_name);
}

void NameConfirmation::setWord(const QString& word) {
  m_words->setText(tr("Type %1 to continue").arg(plain(word.toStdString(), 80)));
  m_name->setAccessibleName(m_words->text());
}

QString NameConfirmation::text() const {
  return m_name->text();
}

void NameConfirmation::clear() {
  m_name->clear();
}

void NameConfirmation::focusField() {
  m_name->setFocus(Qt::TabFocusReason);
}

}  // namespace cardinal::ui
