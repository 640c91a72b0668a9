// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/kube/kubeconfig/exec_config.h"
#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/kubeconfig/secret.h"

namespace cardinal {

/// What a credential plugin gave. Kept in memory only.
struct PluginCredential {
  Secret token;                ///< empty = none
  std::string certificatePem;  ///< empty = none
  Secret keyPem;
  UnixSeconds expires = 0;       ///< 0 = not given: good until it is refused
  UnixSeconds obtained = 0;      ///< local clock
  std::uint64_t generation = 0;  ///< counts the runs of one plugin, from 1

  /// Good for a new request: 30 s before its end it is not, or after half of its life where that is shorter.
  bool isUsable(UnixSeconds now) const;
};

/// KUBERNETES_EXEC_INFO: one line of JSON in the configured version.
std::string execInfo(const ExecConfig& config, const ClusterAccess& cluster);

/// Reads what a plugin printed (JSON or YAML). Errors PluginFailed (subject = command, detail says which part is
/// missing or wrong); the output itself is never quoted.
Result<PluginCredential> parseExecCredential(const ExecConfig& config, std::string_view output, UnixSeconds now);

}  // namespace cardinal
