// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QString>

#include "ui/theme/tokens.h"

namespace cardinal::ui {

/// What a glyph, a badge or a banner says. Always shown with glyph and word, never by colour alone.
enum class StateRole { None, Ok, Information, Warning, Critical, Unknown, Planned, Stale };

/// Icon of the state ("" for None).
QString stateGlyph(StateRole state);
/// Colour of the glyph; text2 for None.
QColor stateColour(const Tokens& tokens, StateRole state);
/// True on surfaces where the word may carry the colour too (`bg` and `panel`); elsewhere the word is text1.
bool stateWordColoured(const Tokens& tokens, const QColor& surface);

}  // namespace cardinal::ui
