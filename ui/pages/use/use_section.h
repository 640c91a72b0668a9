// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "ui/session/page_context.h"

namespace cardinal::ui {

class ActionButton;
class KeyValueList;
struct KeyValueRow;
class SectionHead;
class SegmentedControl;
class TextLabel;
class TimeChart;

/// What a card really does, beside what was promised: figures of now, and memory and utilization over a chosen time.
/// Without a metrics source it says so, with the reason.
class UseSection : public QWidget {
  Q_OBJECT
 public:
  UseSection(const PageContext& context, QWidget* parent = nullptr);

  void showCard(const NodeRecord& node, const Card& card);
  void retranslate();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Graph {
    SectionHead* head = nullptr;
    TimeChart* chart = nullptr;
    UseMeasure measure = UseMeasure::MemoryUsedMib;
    QString note;
  };
  void build();
  void fillNow();
  void addDetails(std::vector<KeyValueRow>& rows) const;
  void refresh();
  void ask(Graph& graph);
  void show(Graph& graph, const HistoryQuery& query, const Result<History>& answer);
  void point(std::optional<UnixSeconds> at);
  void nameGraphs();
  UnixSeconds window() const;

  PageContext m_context;
  CardPlace m_place;
  bool m_indexUnknown = false;
  bool m_holderNamed = false;  ///< the API names the pods of the card
  std::optional<double> m_allocatedMib;
  std::optional<double> m_beyondMib;  ///< used beyond it
  std::optional<double> m_totalMib;
  UnixSeconds m_asked = 0;
  SectionHead* m_head;
  TextLabel* m_missing;
  ActionButton* m_why;
  KeyValueList* m_now;
  QWidget* m_past;
  SegmentedControl* m_window;
  std::array<Graph, 2> m_graphs;
};

}  // namespace cardinal::ui
