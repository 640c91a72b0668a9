// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/kubeconfig: shows yaml-cpp.

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>

namespace cardinal {

/// A small YAML value as JSON text: plain scalars keep their type (yes, no, on and off
/// are booleans, as for Kubernetes), quoted ones are texts. Nothing for a value of more
/// than 10,000 nodes or 64 levels (aliases count each time they are met, so that neither a bomb nor a cycle hurts).
std::optional<std::string> yamlToJson(const YAML::Node& node);

}  // namespace cardinal
