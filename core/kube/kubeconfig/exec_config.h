// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cardinal {

enum class InteractiveMode : std::uint8_t { Never, IfAvailable, Always };

/// `exec` of a user entry: a program that prints a credential (docs/reference/kubernetes-client.md 1.5). The values of
/// `env` may be secrets: they are handed to the program and shown to nobody.
struct ExecConfig {
  std::string command;  ///< a bare name is looked up in PATH; with a separator it is resolved against the kubeconfig
  std::vector<std::string> args;
  std::vector<std::pair<std::string, std::string>> env;
  std::string apiVersion;  ///< "client.authentication.k8s.io/v1" or ".../v1beta1"
  std::string installHint;
  bool provideClusterInfo = false;
  InteractiveMode interactiveMode = InteractiveMode::IfAvailable;

  bool operator==(const ExecConfig&) const = default;
};

}  // namespace cardinal
