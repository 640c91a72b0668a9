// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kube/kubeconfig/kubeconfig.h"

namespace cardinal {

/// The program that the access's plugin means, with the process's PATH and, where that does not hold it, the login
/// shell's. Empty = not found. Blocks, at most 3 s.
std::string pluginProgram(const ClusterAccess& access);

/// SHA-256 (hex) of everything that decides what would be run: context, file, command, program, arguments, variables
/// with their values. Another one means: ask again.
std::string pluginFingerprint(const ClusterAccess& access, const std::string& program);

/// SHA-256 (hex) of cluster and identity in effect; another one means that a connection would be another one.
std::string accessFingerprint(const ClusterAccess& access);

}  // namespace cardinal
