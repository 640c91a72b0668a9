// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>

namespace cardinal::ui {

/// How well a text answers what was typed: 0 = not at all, more = better. Pure functions; case does not count.

/// What was typed: "po train" asks for pods alone.
struct PaletteQuery {
  QString words;                ///< folded, trimmed
  std::optional<QString> kind;  ///< "node", "pod", "namespace", "command", by kubectl's short names and ">"
};
PaletteQuery parsePaletteQuery(const QString& typed);

/// For a command: its name, other names of it, and the initials of its Chinese name.
int commandScore(const QString& words, const QString& text, const QString& other, const QString& pinyin);
/// For the name of an object: beginning, beginning of a part after "-", "." or "/", inside; shorter names first.
int nameScore(const QString& words, const QString& name);

}  // namespace cardinal::ui
