// SPDX-License-Identifier: Apache-2.0
#include "app/commands/visibility.h"

#include <QCoreApplication>

#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class VisibilityTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Visibility)

 public:
  static QString oneNamespace(const QString& ns) {
    return tr("You can see the pods of the namespace %1 only: what others use is missing here.").arg(ns);
  }
  static QString noNodes() { return tr("Nodes and their cards are hidden from you; nothing can be said of cards."); }
};

}  // namespace

bool seesNodes(Console& console, const Session& session) {
  const ConnectionState state = session.connection();
  if (!state.scope.empty()) console.complain(VisibilityTexts::oneNamespace(ui::plain(state.scope)));
  if (state.nodesVisible) return true;
  if (state.error) console.fail(*state.error);
  console.complain(VisibilityTexts::noNodes());
  return false;
}

bool seesUse(Console& console, const ClusterUse& use) {
  if (use.state.phase == MetricsPhase::Live) return true;
  if (use.state.phase == MetricsPhase::Failed) {
    console.fail(use.state.error);
  } else {
    console.complain(ui::metricsText(use.state, console.clock().wallNow()));
  }
  return false;
}

}  // namespace cardinal::app
