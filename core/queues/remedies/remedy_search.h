// SPDX-License-Identifier: Apache-2.0
#pragma once

// For those who work out remedies: which changes are worth a trial. Whether they help is said by the system's own
// arithmetic.

#include <cstddef>
#include <functional>
#include <vector>

#include "core/queues/remedies/group_remedy.h"

namespace cardinal::queues {

/// A workload that holds a part of what is short.
struct Holding {
  GroupRemedy::Ending who;
  std::size_t id = 0;  ///< of the caller
};

/// Of larger lists only so many are tried alone.
inline constexpr std::size_t kMaxTriedAlone = 16;

/// Of `bySize`, smallest first: up to three of which the end of one alone is enough; where no single one is, the
/// largest together. `fits`: would it be let in without these? `missing`: what is short of `resource`.
std::vector<GroupRemedy> endings(const std::vector<Holding>& bySize, const std::string& resource, double missing,
                                 const std::function<bool(const std::vector<std::size_t>&)>& fits);

/// The most pods of `all` for which `fits` holds; 0 = not even one, or no pod more than that would be refused.
std::int64_t mostPods(std::int64_t all, const std::function<bool(std::int64_t)>& fits);

void sortBySize(std::vector<Holding>& holdings);

}  // namespace cardinal::queues
