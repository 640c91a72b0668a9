// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QTimer>
#include <optional>

#include "ui/bridge/plan_run.h"
#include "ui/session/page_context.h"
#include "ui/widgets/basic/banner.h"

namespace cardinal::ui {

/// Cordons or uncordons up to ten nodes without a dialog: shows the change and the equal command, asks the server by a
/// dry run, and writes five seconds later unless it is cancelled. A refusal stays until it is closed. Deleting the bar
/// before it works writes nothing.
class CordonBar : public Banner {
  Q_OBJECT
 public:
  static constexpr int kMaxNodes = 10;
  static constexpr int kSeconds = 5;

  CordonBar(const PageContext& context, ChangeSessionPtr session, const QStringList& nodes, bool cordon,
            QWidget* parent);

  bool isLooking() const { return m_run.isLooking(); }

 signals:
  /// Nothing is under way any more and nothing is left to be read: the bar can go.
  void finished();
  /// The plans that changed something, by their ids in the journal, with the words for it; `finished` follows.
  void changedNodes(const QStringList& plans, const QString& words);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Phase { Looking, Counting, Working, Refused };
  void lookEnded();
  void tick();
  void begin();
  void runEnded();
  void refuse(const Error& error);
  void arrange();
  QString question() const;
  QString difference() const;

  PageContext m_context;
  QStringList m_nodes;
  bool m_cordon;
  Phase m_phase = Phase::Looking;
  int m_left = kSeconds;
  QTimer m_clock;  ///< of the seconds in which it can be cancelled
  std::optional<Error> m_error;
  std::optional<PlanProgress> m_stopped;
  PlanRun m_run;  ///< the last member: it goes first
};

}  // namespace cardinal::ui
