// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "core/model/gpu.h"

namespace cardinal {

/// Two devices of one name in a pool: the scheduler uses no device of that pool. FieldUnreadable, detail =
/// "DRIVER/POOL: DEVICE", needed = 1, found = 2; other unreadable fields have no numbers.
inline Finding duplicateName(std::string device) {
  return {FindingCode::FieldUnreadable, kPendingCard, {}, std::move(device), 1, 2};
}
inline bool isDuplicateName(const Finding& finding) {
  return finding.code == FindingCode::FieldUnreadable && finding.needed == 1 && finding.found == 2;
}

}  // namespace cardinal
