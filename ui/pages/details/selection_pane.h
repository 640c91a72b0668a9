// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "ui/models/rows_model.h"
#include "ui/pages/common/pane.h"

namespace cardinal::ui {

class ActionButton;
class DataTable;
class FigureTriple;
class InlineBar;
class KeyValueList;
class NodeActions;
class SectionHead;
struct KeyValueRow;

/// How many cards of a selection stand at which fill: none, eight steps, full; the map's own colours.
class FillHistogram : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kBars = 10;  ///< 0, eight ranks below full, 100 and more
  explicit FillHistogram(Theme& theme, QWidget* parent = nullptr);
  void setCounts(const std::array<int, kBars>& counts);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, 96}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  std::array<int, kBars> m_counts{};
};

/// Several chosen cards: totals, how full they are, who holds them.
class SelectionPane : public Pane {
  Q_OBJECT
 public:
  SelectionPane(const PageContext& context, QWidget* parent = nullptr);
  void showCards(const std::set<CardRef>& cards);

 protected:
  void retranslate() override;

 private:
  void addUse(std::vector<KeyValueRow>& rows, const std::set<CardRef>& cards) const;

  std::set<CardRef> m_cards;
  FigureTriple* m_memory;
  InlineBar* m_bar;
  KeyValueList* m_facts;
  SectionHead* m_fillHead;
  FillHistogram* m_histogram;
  SectionHead* m_ownerHead;
  RowsModel* m_owners;
  DataTable* m_ownerTable;
  ActionButton* m_preview;
  NodeActions* m_actions;
  ActionButton* m_charts;
};

}  // namespace cardinal::ui
