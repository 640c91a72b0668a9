// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/scaled_width.h"

#include <QHeaderView>
#include <cmath>
#include <functional>

namespace cardinal::ui {
namespace {

void follow(Theme& theme, QObject& subject, const std::function<void()>& apply) {
  apply();
  QObject::connect(&theme, &Theme::changed, &subject, apply);
}

}  // namespace

int scaledWidth(const Theme& theme, int width) {
  return static_cast<int>(std::lround(width * theme.textScale()));
}

void fixWidth(Theme& theme, QWidget& widget, int width) {
  follow(theme, widget, [&theme, &widget, width] { widget.setFixedWidth(scaledWidth(theme, width)); });
}

void limitWidth(Theme& theme, QWidget& widget, int least, int most) {
  follow(theme, widget, [&theme, &widget, least, most] {
    widget.setMinimumWidth(scaledWidth(theme, least));
    widget.setMaximumWidth(scaledWidth(theme, most));
  });
}

void fixColumn(Theme& theme, QHeaderView& header, int column, int width) {
  follow(theme, header, [&theme, &header, column, width] { header.resizeSection(column, scaledWidth(theme, width)); });
}

}  // namespace cardinal::ui
