// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/text_dialog.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>

#include "ui/pages/common/facts.h"
#include "ui/widgets/action_button.h"

namespace cardinal::ui {

TextDialog::TextDialog(Theme& theme, const QString& title, const QString& text, QWidget* parent)
    : DialogFrame(theme, title, 640, parent) {
  auto* view = new QPlainTextEdit(text, this);
  view->setReadOnly(true);
  view->setFont(theme.font(TextRole::Mono));
  view->setLineWrapMode(QPlainTextEdit::NoWrap);
  view->setMinimumHeight(360);
  body()->addWidget(view);
  addButton(tr("Close"));
  ActionButton* copy = addButton(tr("Copy"));
  copy->setIconName(QStringLiteral("copy"));
  connect(copy, &QAbstractButton::clicked, view, [view] { QGuiApplication::clipboard()->setText(view->toPlainText()); });
}

KeysDialog::KeysDialog(Theme& theme, QWidget* parent) : DialogFrame(theme, tr("Keys"), 800, parent) {
  auto* across = new QHBoxLayout;
  across->setSpacing(32);
  const auto list = [&](std::vector<KeyValueRow> rows) {
    for (KeyValueRow& row : rows) row.monoKey = true;
    auto* view = new KeyValueList(theme, this);
    view->setKeyWidth(128);
    view->setRows(std::move(rows));
    across->addWidget(view, 1, Qt::AlignTop);
  };
  list({fact(QStringLiteral("Ctrl+1 … Ctrl+4"), tr("Map, nodes, cards, workloads")),
        fact(QStringLiteral("Ctrl+F  /"), tr("Filter this view")), fact(QStringLiteral("Ctrl+K"), tr("Search nodes and pods")),
        fact(QStringLiteral("Esc"), tr("Close details, leave the preview")), fact(QStringLiteral("F5  Ctrl+R"), tr("List again now")),
        fact(QStringLiteral("Ctrl+O"), tr("Open a kubeconfig or a snapshot")), fact(QStringLiteral("Alt+← →"), tr("Back, forward")),
        fact(QStringLiteral("F1  ?"), tr("These keys"))});
  list({fact(QStringLiteral("Ctrl+Shift+L"), tr("Preview a placement")), fact(QStringLiteral("Ctrl+Return"), tr("Submit a fresh preview")),
        fact(QStringLiteral("+  -  0"), tr("Map: larger, smaller, fit")), fact(QStringLiteral("← → ↑ ↓"), tr("Move in map and tables")),
        fact(QStringLiteral("Space"), tr("Mark a card")), fact(QStringLiteral("Enter"), tr("Open")),
        fact(QStringLiteral("Ctrl+C"), tr("Copy the chosen row")), fact(QStringLiteral("Ctrl+S"), tr("Save a snapshot"))});
  body()->addLayout(across);
  addButton(tr("Close"));
}

}  // namespace cardinal::ui
