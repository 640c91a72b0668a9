// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cardinal::queues {

/// Queues of the KAI-Scheduler v0.17.0: fair shares, limits, quotas and their texts, gangs, who may be evicted for
/// whom. Source: https://github.com/kai-scheduler/KAI-Scheduler/tree/v0.17.0 pkg/scheduler (plugins/proportion, api,
/// actions). Not decided here: nodes and cards (core/alloc/stacks/kai.h), which victims are taken. Pure.

/// In the order in which they are checked. cpu in thousandths of a core, memory in bytes, GPUs in cards.
enum class KaiResource : std::uint8_t { Cpu, Memory, Gpu };
inline constexpr std::size_t kKaiResources = 3;
using KaiAmounts = std::array<double, kKaiResources>;
KaiAmounts operator+(const KaiAmounts& a, const KaiAmounts& b);
inline double gpusOf(const KaiAmounts& amounts) {
  return amounts[static_cast<std::size_t>(KaiResource::Gpu)];
}

inline constexpr double kKaiUnlimited = -1;

/// Of one resource; what a queue does not name is 0.
struct KaiQuota {
  double quota = 0;   ///< kKaiUnlimited = no end
  double limit = 0;   ///< the same
  double weight = 0;  ///< by which a rest is divided
};

struct KaiQueue {
  std::string name;
  std::string parent;  ///< empty = none
  int priority = 100;
  std::int64_t created = 0;
  std::array<KaiQuota, kKaiResources> quotas;
};

/// Of a queue and all below it.
struct KaiUse {
  KaiAmounts allocated{};       ///< by pods that are bound or run
  KaiAmounts nonPreemptible{};  ///< the part of it that nobody may evict
  KaiAmounts request{};         ///< allocated, and what waits
};

/// A part of the whole that a queue may hold before others come first. Where remainders are equal, the scheduler draws:
/// then `most` is above `least`.
struct KaiFairShare {
  double least = 0;
  double most = 0;
};

/// Divides `total` of a resource among queues of one level, by name.
std::map<std::string, KaiFairShare> kaiFairShares(double total, KaiResource resource,
                                                  const std::vector<const KaiQueue*>& queues,
                                                  const std::map<std::string, KaiUse>& uses);

struct KaiRefusal {
  std::string reason;  ///< "OverLimit", "NonPreemptibleOverQuota", "QueueDoesNotExist"
  std::string text;
  std::string queue{};                      ///< whose limit or quota it is; empty = it does not exist
  KaiResource resource = KaiResource::Cpu;  ///< of the amounts below
  bool isLimit = false;                     ///< else the quota
  double most = 0;                          ///< the limit or quota
  double used = 0;                          ///< of it
  double requested = 0;
};

class KaiQueues {
 public:
  void put(KaiQueue queue) { m_queues[queue.name] = std::move(queue); }
  const std::map<std::string, KaiQueue>& all() const { return m_queues; }
  std::vector<const KaiQueue*> childrenOf(const std::string& parent) const;

  /// Can pods wait in it: it is there, so is its parent, and it has no children.
  bool takesPods(const std::string& queue) const;

  /// Counts in the queue and everything above it; negative amounts take away.
  void addAllocated(std::map<std::string, KaiUse>& uses, const std::string& queue, const KaiAmounts& amounts,
                    bool isPreemptible) const;
  void addWaiting(std::map<std::string, KaiUse>& uses, const std::string& queue, const KaiAmounts& amounts) const;

  /// Why pods that ask this in all are refused before any node is looked at: limits from the queue up, then quotas.
  std::optional<KaiRefusal> refusal(const std::map<std::string, KaiUse>& uses, const std::string& queue,
                                    const KaiAmounts& request, bool isPreemptible) const;

 private:
  std::vector<const KaiQueue*> pathFrom(const std::string& queue) const;

  std::map<std::string, KaiQueue> m_queues;
};

/// As the scheduler prints amounts: three digits at most, cut.
std::string kaiAmountText(double amount);

/// How many pods of a group are placed together next: all that are missing for the gang, then one by one.
inline std::int64_t kaiChunk(std::int64_t minMember, std::int64_t allocated) {
  return allocated < minMember ? minMember - allocated : 1;
}

/// A group as evictions see it.
struct KaiGroup {
  std::string queue;
  std::int64_t priority = 0;
  bool isPreemptible = false;
};

enum class KaiEviction : std::uint8_t { Preempt, Reclaim, Consolidation };
/// May pods of `victim` be evicted for `requester`? Necessary, not sufficient.
bool kaiMayEvict(KaiEviction way, const KaiGroup& requester, const KaiGroup& victim);

}  // namespace cardinal::queues
