// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "app/program/invocation.h"
#include "core/base/clock.h"
#include "ui/bridge/kubeconfig_watch.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/i18n/language.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/theme/theme.h"

namespace cardinal::app {

/// What all tabs share. Everything outlives the tabs.
struct TabServices {
  const Clock& clock;
  const CommonOptions& options;
  ui::Theme& theme;
  ui::Language& language;
  ui::WindowSettings settings;
  std::shared_ptr<CredentialPlugins> plugins;
  std::string salt;              ///< of fingerprints: userSalt()
  std::function<void()> opened;  ///< called when a tab shows another source than before
};

/// One cluster: the connection to it, the view on it, and the kubeconfig that named it. GUI thread only.
class ClusterTab {
 public:
  explicit ClusterTab(TabServices& shared);

  /// Opens a choice here. What nobody agreed to yet is asked for in the view, and the choice opened when it is agreed
  /// to; meanwhile the cluster that was looked at stays, as it does on an error.
  Result<void> open(SourceChoice choice);
  /// Shows in the view why a choice was not opened, with what can be done about it here.
  void showOpenError(const Error& error, SourceChoice choice);
  /// A context without a file is one of the kubeconfig that this tab was opened from.
  SourceChoice completed(SourceChoice choice) const;
  /// What is connected, as clusterFingerprint() says it; empty = no cluster.
  const std::string& fingerprint() const { return m_fingerprint; }
  /// What is shown, with the context by its name, so that it means the same when the kubeconfig's current one is
  /// another.
  SourceChoice named() const;
  SourceKind kind() const { return m_bridge.info().kind; }
  ui::ClusterView& view() { return m_view; }

 private:
  ui::SourceActions sourceActions();
  const std::optional<std::string>& kubeconfig() const;
  Result<void> openAllowed(const SourceChoice& choice);
  void follow(const SourceChoice& choice);
  void onKubeconfigChanged();
  void openOrTell(const SourceChoice& choice);

  TabServices& m_shared;
  ui::KubeconfigWatch m_kubeconfigWatch;
  SourceChoice m_opened;
  std::string m_fingerprint;
  ui::SnapshotBridge m_bridge;
  ui::ClusterView m_view;
};

/// Calls `then` with the choice once the user has agreed to what its context would do: at once where that is remembered
/// or needs no question, or when the user has said so in `view`. A server that is not checked is agreed to for this
/// choice alone. Errors: those of `then` when it was called at once; later ones are shown in the view.
Result<void> withAccessAllowed(TabServices& shared, ui::ClusterView& view, SourceChoice choice,
                               const std::function<Result<void>(const SourceChoice& choice)>& then);

}  // namespace cardinal::app
