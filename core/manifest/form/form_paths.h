// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/manifest/form/workload_form.h"

namespace cardinal::form {

inline constexpr const char* kGpuMem = "aliyun.com/gpu-mem";
inline constexpr const char* kGpuCore = "aliyun.com/gpu-core.percentage";
inline constexpr const char* kWholeCards = "nvidia.com/gpu";
inline constexpr const char* kTopologyCards = "aliyun.com/gpu";
inline constexpr const char* kCount = "aliyun.com/gpu-count";

/// Where the parts of a workload of this kind stand.
struct Paths {
  explicit Paths(const std::string& kind, int container);

  YamlPath base;  ///< of replicas or parallelism
  YamlPath podMeta;
  YamlPath podSpec;
  YamlPath container;
};

YamlPath operator/(const YamlPath& path, YamlStep step);

std::string kindOf(const YamlText& text, int document);
/// The text of a scalar; "" when it is absent or none.
std::string scalarAt(const YamlText& text, int document, const YamlPath& path);

}  // namespace cardinal::form
