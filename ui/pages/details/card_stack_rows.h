// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/pages/details/stack_data.h"
#include "ui/session/page_context.h"
#include "ui/theme/theme.h"

class QVBoxLayout;

namespace cardinal::ui {

/// The cards of a node, one row each: index, stack bar, figures, health. Compact rows (panes) leave out figures and
/// names.
class CardStackRows : public QWidget {
  Q_OBJECT
 public:
  CardStackRows(Theme& theme, bool compact, QWidget* parent = nullptr);

  /// At most `kLimit` cards are shown; the rest is counted in words. `context` has what is measured.
  void setNode(const NodeRecord& node, const OwnerColours& colours, const PageContext& context);
  static constexpr std::size_t kLimit = 64;

 signals:
  void cardActivated(int card);
  void podActivated(const QString& key);

 private:
  class CardRow;
  Theme& m_theme;
  bool m_compact;
  QVBoxLayout* m_layout;
  std::vector<CardRow*> m_rows;
  class TextLabel* m_rest;
};

}  // namespace cardinal::ui
