// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// Glyph and word of a state, one line, elided at the end. Plain text.
class StateLabel : public QWidget {
  Q_OBJECT
 public:
  explicit StateLabel(Theme& theme, QWidget* parent = nullptr);

  void setState(StateRole state, const QString& word);
  /// Text after the word in the quiet tone ("3 s ago").
  void setDetail(const QString& detail);
  /// False (default on raised and chrome surfaces): only the glyph carries the colour.
  void setWordColoured(bool coloured);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  StateRole m_state = StateRole::None;
  QString m_word, m_detail;
  bool m_coloured = true;
};

}  // namespace cardinal::ui
