// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace cardinal {

/// A credential plugin that a kubeconfig wants to be run, for the question whether it may (kubernetes-client.md 1.5).
/// All texts are the file's: hostile.
struct PluginPrompt {
  std::string context;
  std::string user;                     ///< entry of the kubeconfig
  std::string file;                     ///< the kubeconfig that holds the context
  std::string command;                  ///< as it stands there
  std::string program;                  ///< what would be run; empty = not found
  std::vector<std::string> arguments;
  std::vector<std::string> variables;   ///< names of environment variables that are set for it; values are not shown
  std::string fingerprint;              ///< of all of this and of the values: what is remembered
};

/// Which plugins the user has allowed.
struct PluginConsent {
  bool all = false;                       ///< whatever the chosen context wants
  std::vector<std::string> fingerprints;  ///< of PluginPrompt
  bool allows(const std::string& fingerprint) const {
    return all || std::find(fingerprints.begin(), fingerprints.end(), fingerprint) != fingerprints.end();
  }
};

}  // namespace cardinal
