// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/queues: whether Volcano would let a group leave Pending, so that its pods are made. Source:
// volcano-sh/volcano v1.15.1, pkg/scheduler/plugins/overcommit, proportion, capacity;
// What groups hold is known of pods that ask for devices alone, so an answer is modelled. Parents of queues count
// where the configuration that was read says so.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/extras/group_queues.h"
#include "core/queues/group_report.h"
#include "core/queues/pod_amounts.h"
#include "core/queues/remedies/remedy_search.h"
#include "core/queues/volcano_tree.h"

namespace cardinal::queues {

/// A state that is asked about and does not exist.
struct VolcanoChange {
  QueueRaises raised{};              ///< capabilities, by queue
  Amounts added{};                   ///< allocatable of nodes
  Amounts lowered{};                 ///< guarantees of other queues
  std::optional<double> factor{};    ///< of overcommit
  std::vector<std::size_t> ended{};  ///< places in VolcanoEnqueue::groups
};

/// What a queue asks for of one resource.
struct VolcanoShareRequest {
  double weight = 1;
  double request = 0;  ///< by all its pods, placed or not
  double limit = 0;    ///< what it may have at most
  double guarantee = 0;
};

/// What the plugin proportion gives each queue of one resource (proportion.go, OnSessionOpen): of what there is each
/// gets its part by weight, no more than it asks for or may have; what is left over goes round again among those that
/// ask for more. Resources are shared out one by one here, together there, which comes to the same but for the last
/// rounds.
std::map<std::string, double> volcanoShares(double total, const std::map<std::string, VolcanoShareRequest>& queues);

class VolcanoEnqueue {
 public:
  VolcanoEnqueue(const ClusterSnapshot& snapshot, const GroupQueueLists& lists);

  /// The factor in force; nothing = groups are let in without that check.
  std::optional<double> overcommit() const { return m_overcommit; }
  bool isDefaultConfig() const { return m_isDefault; }
  /// What is used is known of the whole cluster.
  bool isKnown() const { return m_isKnown; }

  /// Writes where the tree of queues lets no group in, or none of this queue; the cause alone where it does.
  void judgeTree(GroupWait& wait) const;
  /// Writes why a group in phase Pending would not be let in; leaves the cause alone where nothing known holds it back.
  void judge(const Amounts& requests, GroupWait& wait) const;
  /// Writes why the scheduler places no task that asks for this, though its group was let in: what the queue holds and
  /// the task together are above the capability of the queue, or of one above it. Leaves the cause alone where they are
  /// not. Source: pkg/scheduler/actions/allocate, Allocatable of the plugins proportion and capacity.
  void judgeTask(const Amounts& request, GroupWait& wait) const;
  /// Writes where the share by weight of the queue (plugin proportion) has no room for this, because other queues ask
  /// for theirs; `isCounted`: pods that ask for it exist. Leaves the cause alone where it has.
  void judgeShare(const Amounts& requests, bool isCounted, GroupWait& wait) const;
  /// What would let in a group that the queue's capability or overcommit holds back; `self`: the group, where it
  /// exists. Empty where nothing known holds it back.
  std::vector<GroupRemedy> remedies(const std::string& queue, const Amounts& requests, const ObjectKey& self) const;
  /// Nothing known holds it back.
  bool letsIn(const std::string& queue, const Amounts& requests) const { return !shortage(queue, requests, {}); }

 private:
  struct Shortage {
    GroupCause cause = GroupCause::None;
    std::string queue;  ///< that binds: of the group, or one above it
    std::string resource;
    double requested = 0;
    double free = 0;         ///< of AboveLimit the limit
    bool isOfNodes = false;  ///< what the nodes have is short, not the capability
  };
  /// What a queue may hold of a resource.
  struct Room {
    double limit = 0;
    bool isOfNodes = false;     ///< what the nodes have is below its capability, or it has none
    bool isGuaranteed = false;  ///< likewise, because other queues have guarantees
  };
  /// A group that holds something, or that was let in.
  struct Group {
    ObjectKey key;
    std::string queue;
    Amounts holds;
    Amounts elastic;
    Amounts open;
  };

  /// Of one queue.
  struct OfQueue {
    std::optional<Amounts> allocated;  ///< as its status says
    Amounts held;                      ///< by bound pods of its groups
    Amounts elastic;                   ///< of that, beyond what the groups need at least
    Amounts open;                      ///< asked by groups that were let in, and not held yet
    Amounts waiting;                   ///< asked by pods of its groups that are not placed
    double weight = 1;
  };

  /// allocated - elastic + what was let in; of the queue and of those below it.
  double takenIn(const std::string& queue, const std::string& resource, const VolcanoChange& change) const;
  /// The smaller of its capability and of what the nodes have, less the guarantees of the other queues; nothing = the
  /// queue is not known.
  std::optional<Room> roomOf(const std::string& queue, const std::string& resource, const VolcanoChange& change) const;
  void offerLowerGuarantee(const std::string& queue, const Amounts& requests, const Shortage& now,
                           std::vector<GroupRemedy>& out) const;
  /// What the queue and those below it hold, elastic pods too; nothing = not known.
  std::optional<double> allocatedIn(const std::string& queue, const std::string& resource) const;
  double ownTakenIn(const std::string& queue, const std::string& resource, const VolcanoChange& change) const;
  /// The queue, and those above it where they count.
  std::vector<std::string> chainOf(const std::string& queue) const;
  /// The one is the other, or below it.
  bool isBelow(const std::string& queue, const std::string& above) const;
  /// What overcommit leaves; only where there is such a check.
  double freeInCluster(const std::string& resource, const VolcanoChange& change) const;
  std::optional<Shortage> shortage(const std::string& queue, const Amounts& requests,
                                   const VolcanoChange& change) const;
  void offerEndings(const std::string& queue, const Amounts& requests, const ObjectKey& self, const Shortage& now,
                    std::vector<GroupRemedy>& out) const;
  void offerLess(const std::string& queue, const Amounts& requests, const Shortage& now,
                 std::vector<GroupRemedy>& out) const;
  void offerMore(const std::string& queue, const Amounts& requests, std::vector<GroupRemedy>& out) const;
  void readConfig(const GroupQueueLists& lists);
  void readNodes(const ClusterSnapshot& snapshot);
  void readQueues(const GroupQueueLists& lists);
  void readGroups(const ClusterSnapshot& snapshot, const GroupQueueLists& lists);
  void divide();
  /// By queue, where `queue` asks for `more`.
  std::map<std::string, double> sharesOf(const std::string& resource, const std::string& queue, double more) const;
  /// What its pods ask for, placed or not; what it has allocated may be of pods that are not seen.
  static double requestOf(const OfQueue& queue, const std::string& resource);

  std::optional<double> m_overcommit;
  bool m_isDefault = true;
  bool m_checksQueues = true;
  bool m_sharesByWeight = true;                                   ///< the plugin proportion
  std::map<std::string, std::map<std::string, double>> m_shares;  ///< as they are, by resource and queue
  bool m_isKnown = false;
  Amounts m_total;
  Amounts m_used;
  Amounts m_inqueue;  ///< of all queues: asked by groups that were let in, and not held yet
  std::map<std::string, OfQueue> m_ofQueues;
  std::map<std::string, Amounts> m_limits;      ///< capabilities
  std::map<std::string, Amounts> m_guarantees;  ///< of queues
  Amounts m_guaranteed;                         ///< of all queues
  std::vector<Group> m_groups;
  std::optional<VolcanoTree> m_tree;  ///< nothing = parents of queues do not count
};

}  // namespace cardinal::queues
