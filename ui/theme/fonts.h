// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QStringList>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// Font families in order of preference, Latin first, then Chinese. Only families that are installed and whose ten
/// digits are equally wide take the first place, so that columns of numbers do not move (docs/reference/visual-style.md
/// 2).
QStringList interfaceFamilies();
QStringList monoFamilies();

/// True when 0..9 have the same advance in this family at 13 px, in normal and bold weight.
bool hasEqualDigits(const QString& family);

/// Pixel size, weight and families of a role at a text scale of 1..2.
QFont roleFont(TextRole role, double textScale);
/// Height of one line of a role, px at scale 1.
int roleLineHeight(TextRole role);

}  // namespace cardinal::ui
