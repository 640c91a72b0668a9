// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/extras/extra.h"
#include "core/model/namespace_rules.h"
#include "core/model/raw.h"

namespace cardinal {

/// The observed state as raw objects: what a snapshot file holds.
struct SnapshotContents {
  UnixSeconds time = 0;
  std::string serverVersion;
  std::string scope;
  std::vector<std::shared_ptr<const RawNode>> nodes;
  std::vector<std::shared_ptr<const RawPod>> pods;
  std::vector<RawUnhealthyGpus> unhealthy;
  ExtraLists extras{};     ///< objects of GPU stacks; a kind that is absent was not read when it was saved
  NamespaceRules rules{};  ///< of all namespaces; parts that are absent were not known when it was saved
};

}  // namespace cardinal
