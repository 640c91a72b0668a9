// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cardinal {

/// So many of the newest changes stay whatever became of them.
inline constexpr std::size_t kChangesKept = 500;

/// The lines of a journal that still matter, as they stand: of changes that are not finished, whose outcome is not
/// known, or that can be undone; of the newest kChangesKept; and lines that cannot be read, which may be of a newer
/// version. Empty where less than a quarter would go.
std::string withoutWhatIsOver(std::string_view content);

}  // namespace cardinal
