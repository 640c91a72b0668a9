// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/manifest/manifest.h"

namespace cardinal {

/// From now on every reader of workloads asks this table before the known kinds, and after one that it is given itself.
/// Part of putting the program together: called before other threads start. Null = none again.
void useOwnKinds(std::shared_ptr<const KindTable> table);
/// The table in use; null = none. Thread-safe once it was set.
const KindTable* ownKinds();

}  // namespace cardinal
