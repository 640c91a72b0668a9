// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/row_menus.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include "ui/session/selection_state.h"
#include "ui/session/what_if_key.h"

namespace cardinal::ui {

void addCopy(QMenu& menu, const QString& text, const QString& what) {
  QObject::connect(menu.addAction(text), &QAction::triggered, &menu,
                   [what] { QGuiApplication::clipboard()->setText(what); });
}

void addWhatIf(QMenu& menu, SelectionState& selection, const QString& title, const QString& key,
               const std::vector<std::pair<const char*, QString>>& steps) {
  QMenu* sub = menu.addMenu(title);
  for (const auto& [word, text] : steps) {
    QObject::connect(sub->addAction(text), &QAction::triggered, &selection,
                     [&selection, word = word, key] { selection.go(QStringLiteral("whatif"), whatIfKey(word, key)); });
  }
}

}  // namespace cardinal::ui
