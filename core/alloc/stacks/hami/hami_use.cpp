// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/alloc/stacks/hami/hami.h"
#include "core/base/saturate.h"
#include "core/provider/stacks/hami/hami_arithmetic.h"

namespace cardinal::hami {
namespace {

void addCounted(CardUse& card, const CountedUse& counted) {
  card.slots = wrappedSum(card.slots, std::max(counted.slots, 1));
  card.memoryMib = wrappedSum(card.memoryMib, counted.memoryMib);
  card.cores = wrappedSum(card.cores, counted.cores);
}

/// The MIG instances of one pod, taken one by one by the cards they are on.
class Reservations {
 public:
  explicit Reservations(const std::vector<MigAllocation>& list) {
    for (const MigAllocation& allocation : list) m_left.push_back(&allocation);
  }

  /// A counted share of the pod on this card.
  void meet(NodeUse& use, const Node& node, std::size_t card) {
    const auto own = std::find_if(m_left.begin(), m_left.end(), [&](const MigAllocation* allocation) {
      return allocation->card == node.cards[card].id;
    });
    if (own == m_left.end()) {
      if (node.cards[card].isMig()) use.cards[card].healthy = false;
    } else if (node.cards[card].mode == "hami-core") {
      use.cards[card].healthy = false;
    } else {
      use.mig.push_back({card, (*own)->profile, (*own)->placement});
      m_left.erase(own);
    }
  }

  /// What no counted share has taken.
  void settle(NodeUse& use, const Node& node) const {
    for (const MigAllocation* allocation : m_left) {
      const auto card = std::find_if(node.cards.begin(), node.cards.end(),
                                     [&](const Card& listed) { return listed.id == allocation->card; });
      const auto index = static_cast<std::size_t>(card - node.cards.begin());
      if (card == node.cards.end())
        breakMigCards(use, node);
      else if (!card->isMig())
        use.cards[index].healthy = false;
      else
        use.mig.push_back({index, allocation->profile, allocation->placement});
    }
  }

 private:
  static void breakMigCards(NodeUse& use, const Node& node) {
    for (std::size_t i = 0; i < node.cards.size(); ++i) {
      if (node.cards[i].isMig()) use.cards[i].healthy = false;
    }
  }

  std::vector<const MigAllocation*> m_left;
};

std::optional<std::int64_t> limitOf(const ResourceList& hard, const std::string& key) {
  const Quantity* limit = find(hard, "limits." + key);
  if (limit == nullptr || !limit->isInteger()) return std::nullopt;
  return limit->value();
}

}  // namespace

NodeUse emptyUse(const Node& node) {
  NodeUse out;
  out.cards.resize(node.cards.size());
  for (std::size_t i = 0; i < node.cards.size(); ++i) out.cards[i].healthy = node.cards[i].healthy;
  return out;
}

void addUse(NodeUse& use, const Node& node, const Holdings& holdings) {
  Reservations reservations(holdings.mig);
  for (const CountedUse& counted : countedUse(holdings)) {
    for (std::size_t i = 0; i < node.cards.size(); ++i) {
      if (node.cards[i].id != counted.id) continue;
      addCounted(use.cards[i], counted);
      reservations.meet(use, node, i);
    }
  }
  reservations.settle(use, node);
}

void readLimits(Quota& quota, const ResourceList& hard, const Config& config) {
  if (const auto memory = limitOf(hard, config.memoryKey)) quota.memoryLimit = memory;
  if (const auto cores = limitOf(hard, config.coresKey)) quota.coreLimit = cores;
}

void addUse(Quota& quota, const Holdings& holdings) {
  for (const CountedUse& counted : countedUse(holdings)) {
    if (counted.vendor != kNvidia) continue;
    quota.memoryUsed = saturatedSum<std::int64_t>(quota.memoryUsed, counted.memoryMib);
    quota.coresUsed = saturatedSum<std::int64_t>(quota.coresUsed, counted.cores);
  }
}

bool quotaFits(const Quota& quota, const Config& config, std::int64_t memoryMib, std::int64_t cores) {
  if (quota.memoryLimit) {
    const std::int64_t limit =
        saturatedProduct<std::int64_t>(*quota.memoryLimit, std::max<std::int32_t>(config.memoryFactor, 1));
    if (saturatedSum(quota.memoryUsed, memoryMib) > limit) return false;
  }
  return !quota.coreLimit || saturatedSum(quota.coresUsed, cores) <= *quota.coreLimit;
}

bool quotaAdmits(const Quota& quota, const Config& config, const Request& request) {
  if (!request.checksQuota) return true;
  std::int64_t memory[2] = {0, 0};  // init: largest; app: sum
  std::int64_t cores[2] = {0, 0};
  for (std::size_t i = 0; i < request.containers.size(); ++i) {
    const ContainerRequest& requested = request.containers[i];
    if (requested.vendor != kNvidia) continue;
    const auto requestedMemory = std::int64_t{requested.memoryMib} * requested.number;
    const auto requestedCores = std::int64_t{requested.cores} * requested.number;
    if (i < request.initContainers) {
      memory[0] = std::max(memory[0], requestedMemory);
      cores[0] = std::max(cores[0], requestedCores);
    } else {
      memory[1] = saturatedSum(memory[1], requestedMemory);
      cores[1] = saturatedSum(cores[1], requestedCores);
    }
  }
  const std::int64_t mostMemory = std::max(memory[0], memory[1]);
  const std::int64_t mostCores = std::max(cores[0], cores[1]);
  return (mostMemory == 0 && mostCores == 0) || quotaFits(quota, config, mostMemory, mostCores);
}

}  // namespace cardinal::hami
