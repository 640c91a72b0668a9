// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kube/kubeconfig/kubeconfig.h"

namespace cardinal {

/// The program that the access's plugin means, with the process's PATH and, where that does not hold it, the login
/// shell's. Empty = not found. Blocks, at most 3 s.
std::string pluginProgram(const ClusterAccess& access);

/// SHA-256 (hex) of `salt` and everything that a user agrees to: context, file, server and how it is trusted, proxy,
/// the ways of signing in, files of elsewhere, the plugin's program, arguments and variables with their values; not a
/// credential itself, which changes from day to day. Another one means: ask again. `program`: as pluginProgram() found
/// it, empty without a plugin.
std::string consentFingerprint(const ClusterAccess& access, const std::string& program, const std::string& salt);

/// SHA-256 (hex) of `salt`, cluster and identity in effect, credentials included; another one means that a connection
/// would be another one. `salt`: userSalt(), so that a weak password cannot be guessed from what is kept.
std::string accessFingerprint(const ClusterAccess& access, const std::string& salt);

}  // namespace cardinal
