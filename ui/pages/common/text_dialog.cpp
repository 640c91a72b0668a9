// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/text_dialog.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>

#include "ui/widgets/basic/action_button.h"

namespace cardinal::ui {

TextDialog::TextDialog(Theme& theme, const QString& title, const QString& text, QWidget* parent)
    : DialogFrame(theme, title, 640, parent) {
  auto* view = m_view = new QPlainTextEdit(text, this);
  view->setReadOnly(true);
  view->setFont(theme.font(TextRole::Mono));
  view->setLineWrapMode(QPlainTextEdit::NoWrap);
  view->setMinimumHeight(360);
  body()->addWidget(view);
  addButton(tr("Close"));
  ActionButton* copy = addButton(tr("Copy"));
  copy->setIconName(QStringLiteral("copy"));
  connect(copy, &QAbstractButton::clicked, view,
          [view] { QGuiApplication::clipboard()->setText(view->toPlainText()); });
}

void TextDialog::wrapLines() {
  m_view->setLineWrapMode(QPlainTextEdit::WidgetWidth);
}

void TextDialog::offer(const QString& text, const std::function<void()>& act) {
  connect(addButton(text, true), &QAbstractButton::clicked, this, [this, act] {
    accept();
    act();
  });
}

}  // namespace cardinal::ui
