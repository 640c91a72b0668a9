// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/service/metrics/address.h"
#include "core/service/plugin_consent.h"
#include "core/service/source.h"

namespace cardinal {

/// What the user chose to look at.
struct SourceChoice {
  std::optional<std::string> kubeconfig;  ///< explicit file
  std::optional<std::string> context;
  std::optional<std::string> snapshot;    ///< file or directory
  std::string namespaces;                 ///< whose pods are read, as namespacesIn() reads them; empty = wherever it is permitted
  bool anonymous = false;                 ///< without a credential, where the context has no user; never remembered
  bool demo = false;
  unsigned demoSeed = 0;                  ///< 0 = from the clock
  MetricsAddress prometheus;              ///< for a live cluster; empty = found among its services
  PluginConsent plugins;                  ///< credential plugins that may run
};

class CredentialPlugins;

/// Opens what was chosen. Nothing chosen: the kubeconfig's current context when there is one, else the cluster of the pod that the
/// program runs in, else the demo cluster. Errors name
/// the file, the field or the context; UserMissing: `choice.anonymous` is the way out; PluginUnconfirmed: the context needs a credential
/// plugin that `choice.plugins` does not allow; Unsupported: the libcurl of this machine cannot be used (curl_library.h). `plugins` keeps
/// credentials for the next source of equal identity; null = they end with this one.
Result<std::unique_ptr<ClusterSource>> openSource(const SourceChoice& choice, const Clock& clock,
                                                  std::shared_ptr<CredentialPlugins> plugins = nullptr);

/// Where credentials of plugins are kept while the program runs.
std::shared_ptr<CredentialPlugins> makeCredentialPlugins();

/// The credential plugin that `choice` needs and does not allow, or nothing. Runs nothing of the kubeconfig. What is wrong with
/// the choice otherwise is left to openSource().
std::optional<PluginPrompt> pluginToAllow(const SourceChoice& choice, const Clock& clock);

/// What would be connected to with this choice, as one opaque text: another text means another cluster or identity. Empty for a
/// choice that is no cluster. Errors: those of the kubeconfig as it is now.
Result<std::string> clusterFingerprint(const SourceChoice& choice, const Clock& clock);
/// The kubeconfig files of a choice, there or not.
std::vector<std::string> kubeconfigFiles(const SourceChoice& choice);

/// Contexts of the kubeconfig in use, for the context switcher.
struct ContextInfo {
  std::string name;
  std::string cluster;
  std::string server;
  std::string user;
  std::string ns;
  bool current = false;
};
Result<std::vector<ContextInfo>> listContexts(const std::optional<std::string>& kubeconfig);

}  // namespace cardinal
