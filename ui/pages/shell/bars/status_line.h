// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/model/per_node.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

/// The line at the bottom: totals of the nodes of the chosen namespace, on the map of those that its filter leaves, and
/// of the selection at the right. The line says which nodes it counts. Cards without data are
/// counted, never summed as zero.
class StatusLine : public TranslatablePage {
  Q_OBJECT
 public:
  StatusLine(const PageContext& context, QWidget* parent = nullptr);
  /// One flag per node of the state that is shown; nothing = all.
  void setMatches(const std::optional<std::vector<bool>>& matches);
  /// Totals of an earlier state, whose time is in `words`; null = of now. `matches` are of the same state.
  void setPast(SnapshotPtr then, const QString& words, const std::optional<std::vector<bool>>& matches);
  QSize sizeHint() const override { return {400, 28}; }

  /// The whole line as text, for tests and assistive technology.
  QString text() const;

 protected:
  void retranslate() override;
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Piece {
    QString text;
    bool strong = false;
    StateRole state = StateRole::None;
    bool gap = false;  ///< a wider space before it
  };
  void refresh();
  void refreshSelection();
  std::size_t piecesWithin(qreal room) const;
  void add(const QString& text, bool strong = false, StateRole state = StateRole::None, bool gap = false);

  /// Of one node, or of all that are counted.
  struct Sums {
    std::int64_t nodes = 0;
    std::int64_t cards = 0;
    std::int64_t unknown = 0;
    std::int64_t held = 0;
    std::int64_t wholeCards = 0;
    std::int64_t allocatedMib = 0;
    std::int64_t totalMib = 0;
    std::int64_t freeMib = 0;  ///< on healthy cards of nodes that take new pods
    std::int64_t largestMib = 0;
    std::int64_t core = 0;
    std::int64_t coreTotal = 0;
    void operator+=(const Sums& other);
  };
  static Sums sumsOf(const NodeRecord& node);

  PageContext m_context;
  PerNode<Sums> m_sums;
  SnapshotPtr m_then;  ///< null = the state of now
  QString m_thenWords;
  std::optional<std::vector<bool>> m_matches;
  std::vector<Piece> m_pieces;
  QString m_right;
};

}  // namespace cardinal::ui
