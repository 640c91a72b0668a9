// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/queues: KAI's queues and groups as a snapshot has them, GPUs alone; what its scheduler would say of a
// group before any node is looked at, and what would change that. Source:
// https://github.com/kai-scheduler/KAI-Scheduler/tree/v0.17.0 pkg/scheduler/plugins/proportion.

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/extras/group_queues.h"
#include "core/model/snapshot.h"
#include "core/queues/group_report.h"
#include "core/queues/kai/kai_queues.h"
#include "core/queues/remedies/remedy_search.h"

namespace cardinal::queues {

/// GPUs that are to come into a queue together.
struct KaiRequest {
  std::string queue;
  double gpus = 0;
  bool isPreemptible = true;
};

/// What a Queue object says; what it does not name is 0, as the scheduler takes it.
KaiQueue kaiQueueOf(const RawKaiQueue& raw);

class KaiGroups {
 public:
  explicit KaiGroups(const ClusterSnapshot& snapshot);

  /// Queues, groups, nodes and pods of the whole cluster were read, and what the pods ask is counted here.
  bool isCertain() const { return m_isCertain; }
  const KaiQueues& queues() const { return m_queues; }
  /// GPUs that the scheduler grants each queue at this moment, in cards, by name. Left out: what is not certain; empty
  /// where nothing is. Rules: pkg/scheduler/plugins/proportion/resource_division.
  std::map<std::string, double> gpuShares() const;

  /// What the group places next; nothing = it places nothing more, or what it asks is not known.
  std::optional<KaiRequest> nextOf(const ObjectKey& group) const;
  /// GPUs of a pod that is not placed, as limits and quotas count them; nothing = not counted here.
  std::optional<double> requestedBy(const RawPod& pod) const;

  std::optional<KaiRefusal> refusal(const KaiRequest& request) const;
  /// Writes why the group would be refused; leaves the cause alone where it would not be.
  void judge(const ObjectKey& group, GroupWait& wait) const;
  void judge(const KaiRequest& request, const ObjectKey& self, GroupWait& wait) const;
  /// What would let them in; `self`: the group, where it exists.
  std::vector<GroupRemedy> remedies(const KaiRequest& request, const ObjectKey& self) const;

 private:
  struct Group {
    const RawKaiPodGroup* raw = nullptr;
    std::int64_t bound = 0;
    double allocated = 0;
    std::vector<double> waits{};  ///< GPUs of each pod that waits
    std::int32_t priority = 0;    ///< of its pods
    bool isPreemptible() const;
  };

  void divide(const std::string& parent, double total, std::size_t depth, std::map<std::string, double>& out) const;
  void readNode(const NodeRecord& record);
  void addWaiting(const RawPod& pod);
  Group* groupOf(const RawPod& pod);
  std::optional<double> gpusOf(const RawPod& pod, std::int64_t card, bool isHundredths) const;
  std::optional<double> counted(const RawPod& pod, std::int64_t card, bool isHundredths);
  void offerEndings(const KaiRequest& request, const ObjectKey& self, const KaiRefusal& now,
                    std::vector<GroupRemedy>& out) const;
  void offerMore(const KaiRequest& request, std::vector<GroupRemedy>& out) const;
  bool isBelow(std::string queue, const std::string& above) const;

  static constexpr std::int64_t kNoCard = std::numeric_limits<std::int64_t>::max();

  KaiQueues m_queues;
  std::map<ObjectKey, Group> m_groups;
  std::map<std::string, KaiUse> m_uses;
  double m_total = 0;
  std::int64_t m_smallestCard = kNoCard;
  std::int64_t m_largestCard = 0;
  bool m_isCertain = true;
};

}  // namespace cardinal::queues
