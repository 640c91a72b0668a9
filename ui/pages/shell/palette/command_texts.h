// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace cardinal::ui {

/// The words of one command in the language in force; `other` in both languages and by further names, for the search
/// only.
struct CommandWords {
  QString text;    ///< "Go to the map"
  QString group;   ///< "Pages"
  QString other;   ///< other names, English and Chinese, kubectl's too
  QString pinyin;  ///< initials of the Chinese name: "zddt"
};

/// Words of a command; for an id that is not in the table the id itself.
CommandWords commandWords(const QString& id);

}  // namespace cardinal::ui
