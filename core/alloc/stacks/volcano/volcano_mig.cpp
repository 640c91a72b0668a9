// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "core/alloc/stacks/volcano/volcano.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

using provider::VolcanoMigGroup;
using provider::VolcanoMigInstance;

const VolcanoUsedInstances* usedOf(const std::vector<VolcanoUsedInstances>& used, std::string_view name) {
  const auto it = std::find_if(used.begin(), used.end(), [&](const VolcanoUsedInstances& u) { return u.name == name; });
  return it == used.end() ? nullptr : &*it;
}

/// The lowest number of the profile that is not in use.
std::int64_t firstFree(const VolcanoUsedInstances* used) {
  std::int64_t number = 0;
  if (used == nullptr) return number;
  for (const int taken : used->numbers) {
    if (taken == number) ++number;
  }
  return number;
}

/// While a profile of the group is in use, no other profile of it is offered.
bool isOffered(const VolcanoMigInstance& instance, const std::vector<VolcanoUsedInstances>& used) {
  if (used.empty()) return true;
  const VolcanoUsedInstances* mine = usedOf(used, instance.name);
  return mine != nullptr && instance.count > static_cast<std::int64_t>(mine->numbers.size());
}

/// The smallest profile that is large enough; of equal ones the first.
bool pickFromGroup(const VolcanoMigGroup& group, const std::vector<VolcanoUsedInstances>& used, std::int64_t mib,
                   VolcanoInstance& out) {
  const VolcanoMigInstance* best = nullptr;
  std::int64_t before = 0;
  for (const VolcanoMigInstance& instance : group.instances) {
    if (instance.memory >= mib && isOffered(instance, used) && (best == nullptr || instance.memory < best->memory)) {
      best = &instance;
      out.position = saturatedSum<std::int64_t>(before, firstFree(usedOf(used, instance.name)));
      out.memory = instance.memory;
    }
    before = saturatedSum<std::int64_t>(before, instance.count);
  }
  return best != nullptr;
}

}  // namespace

bool pickVolcanoInstance(const VolcanoCardState& card, std::int64_t memory, std::int64_t factor,
                         VolcanoInstance& instance) {
  if (card.mig == nullptr) return false;
  const std::int64_t mib = factor > 1 ? saturatedProduct<std::int64_t>(memory, factor) : memory;
  const auto& groups = card.mig->groups;
  if (card.migGroup >= 0) {
    const auto index = static_cast<std::size_t>(card.migGroup);
    instance.group = card.migGroup;
    return index < groups.size() && pickFromGroup(groups[index], card.instances, mib, instance);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    instance.group = static_cast<int>(i);
    if (pickFromGroup(groups[i], {}, mib, instance)) return true;
  }
  return false;
}

}  // namespace cardinal::alloc
