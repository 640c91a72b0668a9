// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/theme.h"

class QHeaderView;
class QWidget;

namespace cardinal::ui {

/// A width that was designed for text of 100 %, in the user's text size.
int scaledWidth(const Theme& theme, int width);

// Widths that hold text and follow the user's text size from now on.
void fixWidth(Theme& theme, QWidget& widget, int width);
void limitWidth(Theme& theme, QWidget& widget, int least, int most);
void fixColumn(Theme& theme, QHeaderView& header, int column, int width);

}  // namespace cardinal::ui
