// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/object_kind.h"

#include "core/base/api_group.h"

namespace cardinal {

std::string workloadKindOf(std::string_view apiVersion, std::string_view kind) {
  const std::string_view group = apiGroupOf(apiVersion);
  std::string out(kind);
  const bool isNamesake = (kind == "Job" && group != "batch") || (kind == "Service" && !group.empty());
  if (isNamesake) out.append(".").append(group);
  return out;
}

}  // namespace cardinal
