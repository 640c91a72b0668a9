// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>

namespace cardinal::ui {

/// What models provide beyond the display text.
enum ModelRole {
  SortRole = Qt::UserRole + 1,  ///< raw value for sorting; invalid QVariant = unknown, sorts last
  KeyRole,                      ///< QString, stable across snapshots: "node", "node/card", "namespace/pod"
  CellStateRole,                ///< int, `CellState`; absent = none
  FractionRole,                 ///< double 0..; a bar under or beside the text
  StrongRole,                   ///< bool, first column and totals
  RawTextRole,                  ///< QString for Ctrl+C: the raw value with its unit key where it has one
  LetterRole,                   ///< QString, one letter in a chip before the text
  CategoryRole,                 ///< int, colour of that chip, 0..5
  NameRole,  ///< bool, a name whose end distinguishes it from its like: what does not fit is left out in the middle
};

/// State glyph of a cell, drawn before the word.
enum class CellState { None, Ok, Information, Warning, Critical, Unknown, Planned };

}  // namespace cardinal::ui
