// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/service/metrics/address.h"
#include "core/service/rights/access_summary.h"
#include "core/service/source/source.h"

namespace cardinal {

/// What the user chose to look at.
struct SourceChoice {
  std::optional<std::string> kubeconfig;  ///< explicit file
  std::optional<std::string> context;
  std::optional<std::string> snapshot;  ///< file or directory
  std::string namespaces;  ///< whose pods are read, as namespacesIn() reads them; empty = wherever it is permitted
  bool anonymous = false;  ///< without a credential, where the context has no user; never remembered
  bool demo = false;
  unsigned demoSeed = 0;      ///< 0 = from the clock
  MetricsAddress prometheus;  ///< for a live cluster; empty = found among its services
  AccessConsent consent;      ///< what was agreed to; never remembered with the rest of the choice
};

class CredentialPlugins;

/// Opens what was chosen. Nothing chosen: the kubeconfig's current context when there is one, else the cluster of the
/// pod that the program runs in, else the demo cluster. Errors name the file, the field or the context; UserMissing:
/// `choice.anonymous` is the way out; PluginUnconfirmed (place: error_places.h): the context wants what
/// `choice.consent` does not cover, and nothing was run or sent; Unsupported: the libcurl of this
/// machine cannot be used (curl_library.h). `plugins` keeps credentials for the next source of equal identity; null =
/// they end with this one.
Result<std::unique_ptr<ClusterSource>> openSource(const SourceChoice& choice, const Clock& clock,
                                                  std::shared_ptr<CredentialPlugins> plugins = nullptr);

/// Where credentials of plugins are kept while the program runs.
std::shared_ptr<CredentialPlugins> makeCredentialPlugins();

/// What the user has to be asked before `choice` is opened, or nothing: `choice.consent` covers it, or it names no
/// context of a kubeconfig. Runs nothing of the kubeconfig and sends nothing. What is wrong with the choice otherwise
/// is left to openSource().
std::optional<AccessSummary> accessToAllow(const SourceChoice& choice, const Clock& clock);

/// True when `choice` names a server whose certificate is not checked (insecure-skip-tls-verify).
bool isServerUnchecked(const SourceChoice& choice, const Clock& clock);

/// What would be connected to with this choice, as one opaque text: another text means another cluster or identity.
/// Empty for a choice that is no cluster. Errors: those of the kubeconfig as it is now. `salt`: userSalt().
Result<std::string> clusterFingerprint(const SourceChoice& choice, const Clock& clock, const std::string& salt);
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
