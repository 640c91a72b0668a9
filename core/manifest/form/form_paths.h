// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/manifest/form/workload_form.h"

namespace cardinal::form {

inline constexpr const char* kGpuMem = "aliyun.com/gpu-mem";
inline constexpr const char* kGpuCore = "aliyun.com/gpu-core.percentage";
inline constexpr const char* kWholeCards = "nvidia.com/gpu";
inline constexpr const char* kTopologyCards = "aliyun.com/gpu";
inline constexpr const char* kCount = "aliyun.com/gpu-count";

/// Where the parts of a role stand. An empty path: the kind has no such part.
struct Paths {
  YamlPath podMeta;
  YamlPath podSpec;
  YamlPath containers;  ///< the list; empty where there is none
  YamlPath container;   ///< empty where there are `resources` alone
  YamlPath resources;
  YamlPath replicas;     ///< or parallelism, numNodes, ...
  YamlPath completions;  ///< of Jobs of Kubernetes
  YamlPath selector;     ///< labels that must find the pods
  std::string role;
  bool coreKind = false;
  bool job = false;

  /// A Job of Kubernetes, or another of its controllers: the fields of numbers.
  void becomeKind(const std::string& kind);
};

/// Nothing: the document holds no such role.
std::optional<Paths> pathsOf(const YamlText& text, const FormTarget& target);

YamlPath operator/(const YamlPath& path, YamlStep step);

std::string kindOf(const YamlText& text, int document);
/// The text of a scalar; "" when it is absent or none.
std::string scalarAt(const YamlText& text, int document, const YamlPath& path);

}  // namespace cardinal::form
