// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// One queue of YuniKorn's configuration.
struct RawYunikornQueue {
  std::string name;                     ///< with those above it: "root.research.vision"
  std::optional<std::size_t> parent{};  ///< place in the list; nothing = a root
  bool isParent = false;                ///< it takes no applications itself
  ResourceList guaranteed{};            ///< cpu in cores: `vcore` of the configuration
  ResourceList max{};                   ///< what it does not name is not limited
  std::optional<std::int64_t> maxApplications{};
  bool isUnread = false;   ///< it has amounts that cannot be read: what is not named is not known
  bool hasLimits = false;  ///< of users and groups, which are not read
  bool operator==(const RawYunikornQueue&) const = default;
};

/// The ConfigMap yunikorn-configs, key queues.yaml. Source: https://yunikorn.apache.org/docs/user_guide/queue_config,
/// apache/yunikorn-core v1.8.0, pkg/common/configs.
struct RawYunikornConfig {
  ObjectMeta meta;
  bool isRead = false;                   ///< false: it holds no configuration that can be read
  std::vector<RawYunikornQueue> queues;  ///< each parent before its children, in the order of the text
  bool makesQueues = false;              ///< placement rules may make queues that the text does not name
  bool isCut = false;                    ///< it has more queues, or more levels, than are kept
  std::vector<FieldProblem> problems;
  bool operator==(const RawYunikornConfig&) const = default;
};

inline constexpr std::string_view kYunikornConfigMap = "yunikorn-configs";

}  // namespace cardinal
