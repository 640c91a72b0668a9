// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/kube/kubeconfig/kubeconfig.h"

namespace cardinal {

/// How a context signs in; several are sent together.
enum class SignIn : std::uint8_t { Nothing, Token, TokenFile, Password, Certificate, Plugin };

/// By which certificates a server is trusted.
enum class ServerTrust : std::uint8_t {
  System,      ///< the machine's store
  Kubeconfig,  ///< certificates that stand in the kubeconfig
  File,        ///< certificates of a file
  NotChecked,  ///< any certificate of anybody (insecure-skip-tls-verify)
  NoTls,       ///< http
};

/// A credential plugin as it would be run.
struct PluginCall {
  std::string command;                 ///< as it stands in the kubeconfig
  std::string program;                 ///< what would be run; empty = not found
  std::vector<std::string> arguments;  ///< all of them, whole
  std::vector<std::string> variables;  ///< names of environment variables that are set for it; values are not shown
};

/// What connecting to a context means, for the question whether it may be done
/// (docs/reference/kubernetes-client.md 1.5, 2.3, 7.3). Holds no credential. All texts are the file's: hostile.
struct AccessSummary {
  std::string context;
  std::string user;    ///< entry of the kubeconfig
  std::string file;    ///< the kubeconfig that holds the context
  std::string server;  ///< "https://host:port/prefix"
  std::string tlsServerName;
  ServerTrust trust = ServerTrust::System;
  std::string caFile;  ///< of ServerTrust::File
  std::vector<SignIn> signIn;
  std::string tokenFile;  ///< of SignIn::TokenFile
  std::string username;   ///< of SignIn::Password
  std::string actsAs;     ///< whom it impersonates; empty = nobody
  std::string proxy;      ///< without its user and password; empty = direct
  std::vector<OutsideFile> outside;
  bool sendsTokenOfOutside = false;
  std::optional<PluginCall> plugin;
  std::string fingerprint;  ///< consentFingerprint(): what is remembered
  bool insecure() const { return trust == ServerTrust::NotChecked; }
};

/// Looks for the plugin's program, which blocks for at most 3 s; runs nothing of the kubeconfig. `salt`: userSalt(), or
/// empty where nothing is remembered.
AccessSummary summaryOf(const ClusterAccess& access, const std::string& salt);

/// What the user has agreed to.
struct AccessConsent {
  bool plugins = false;     ///< whatever plugin the context wants
  bool tokenFiles = false;  ///< a token file of any folder
  bool insecure = false;    ///< a server that is not checked
  /// Even what asks for none of these must have been shown: a window shows every context once.
  bool summaryNeeded = false;
  std::string salt;                    ///< of the fingerprints
  std::vector<std::string> known;      ///< fingerprints that were agreed to once; never enough for a server that is not
                                       ///< checked
  std::vector<std::string> agreedNow;  ///< fingerprints that were agreed to for this connection
  bool covers(const AccessSummary& summary) const;
};

/// Error PluginUnconfirmed; its place says what nobody has agreed to (core/base/error_places.h).
Result<void> checkConsent(const ClusterAccess& access, const AccessConsent& consent);

}  // namespace cardinal
