// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "core/plan/changes/progress.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class Banner;

/// What is said below the top bar for as long as it holds: about the connection, the kubeconfig on disk, an error, and
/// a plan that waits for a decision.
class ClusterBanners : public TranslatablePage {
  Q_OBJECT
 public:
  ClusterBanners(Theme& theme, SnapshotBridge& bridge, QWidget* parent = nullptr);

  void showConnection();
  /// `anonymously` opens what failed without a credential; empty = not offered.
  void showError(const Error& error, std::function<void()> anonymously);
  /// Of a file that was to be previewed; gone once another preview begins.
  void showFileError(const Error& error);
  void hideFileError();
  /// The kubeconfig changed on disk; `error`: it cannot be used as it is now.
  void showKubeconfigChange(const std::optional<Error>& error, std::function<void()> reconnect);
  void hideKubeconfigChange();
  /// Nothing = none waits for a decision.
  void showPlan(const std::optional<PlanProgress>& plan);
  /// What belonged to the source that was open before.
  void hideErrors();

 signals:
  /// Reconnecting was chosen; `reconnect` does it, unless something stands against it.
  void reconnectRequested(const std::function<void()>& reconnect);
  void planRequested();

 protected:
  void retranslate() override;

 private:
  void connectParts();
  void fillError();
  void fillKubeconfig();
  void fillPlan();

  SnapshotBridge& m_bridge;
  Banner* m_connection;
  Banner* m_kubeconfig;
  Banner* m_error;
  Banner* m_plan;
  std::optional<Error> m_shownError;
  bool m_isOfFile = false;
  std::function<void()> m_anonymously;
  std::optional<Error> m_kubeconfigError;
  std::function<void()> m_reconnect;
  std::optional<PlanProgress> m_openPlan;
};

}  // namespace cardinal::ui
