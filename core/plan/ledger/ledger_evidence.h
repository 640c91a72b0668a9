// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "core/plan/ledger/ledger.h"

namespace cardinal {

/// What was found and what was expected, in the keys of the API; reads `finding`, `node` and `pod` of the entry.
std::pair<std::string, std::string> ledgerEvidence(const LedgerEntry& entry);

}  // namespace cardinal
