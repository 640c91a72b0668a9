// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <optional>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// Connection in the top bar: glyph, word, age. A click (or Enter) asks for the details. While it is busy a ring turns
/// once a second, or, where it is known how much is done, closes by that share.
class ConnectionChip : public QAbstractButton {
  Q_OBJECT
 public:
  explicit ConnectionChip(Theme& theme, QWidget* parent = nullptr);

  /// word: "Live", "Stale"; detail: "1 s ago · watch 2 of 2".
  /// `share`: how much is done, 0 to 1; only while busy.
  void setState(StateRole state, const QString& word, const QString& detail, bool busy = false,
                std::optional<double> share = {});

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void timerEvent(QTimerEvent* event) override;

 private:
  Theme& m_theme;
  StateRole m_state = StateRole::Unknown;
  QString m_word, m_detail;
  std::optional<double> m_share;
  int m_timer = 0;
  int m_angle = 0;
};

}  // namespace cardinal::ui
