// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSyntaxHighlighter>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// Paints the keys of YAML in the accent and comments quietly. Call rehighlight() when the theme changes.
class YamlKeys : public QSyntaxHighlighter {
 public:
  YamlKeys(Theme& theme, QTextDocument* document) : QSyntaxHighlighter(document), m_theme(theme) {}

 protected:
  void highlightBlock(const QString& text) override;

 private:
  Theme& m_theme;
};

}  // namespace cardinal::ui
