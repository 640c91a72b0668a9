// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/queues/group_report.h"

namespace cardinal::queues {

/// A workload that no cluster has yet.
struct GroupWorkload {
  struct Pods {
    std::shared_ptr<const RawPod> pod;  ///< null = its form is not known
    std::optional<std::int64_t> count;  ///< nothing = not known
  };
  std::string ns;
  std::string queue;                   ///< that the group of its pods has in Volcano or KAI; empty = none
  std::optional<std::int64_t> gang{};  ///< pods that must start together, in the order of `pods`; nothing = not said
  bool isVolcanoJob = false;           ///< Volcano makes its pods, whatever scheduler they name
  bool isNeverWhole = false;           ///< the gang is larger than the pods that are made before it starts
  StringMap labels{};                  ///< of the object itself, where KAI reads some
  std::vector<Pods> pods;              ///< in the order in which they are made
};

enum class GroupVerdict : std::uint8_t {
  Passes,   ///< nothing that is read holds it back
  Partly,   ///< ResourceQuota: some of its pods are created, the others are rejected; Volcano: the gang is let in, and
            ///< its queue never has room for all further pods
  Waits,    ///< until others end; ResourceQuota: none of its pods is created
  Never,    ///< it is above a limit
  NoQueue,  ///< the queue does not exist, or takes nothing
  Unknown
};

/// What one system would make of it now.
struct GroupAnswer {
  GroupSystem system = GroupSystem::Volcano;
  GroupVerdict verdict = GroupVerdict::Unknown;
  std::string queue;  ///< the queue or quota that it counts against; of ResourceQuota the one that rejects its pods
  std::string quota;  ///< the one that binds: `queue` or one above it; empty = none
  GroupCause cause = GroupCause::None;
  std::string resource;
  std::optional<double> requested{};  ///< of `resource`; ResourceQuota: by one pod
  std::optional<double> free{};       ///< likewise; of Never the limit
  std::int64_t pods = 0;
  std::int64_t created = 0;             ///< of Partly: so many of them
  std::optional<double> overcommit{};   ///< Volcano: the factor of its check
  bool isDefaultConfig = false;         ///< Volcano: as the shipped configuration has it, because none was read
  bool isModelled = true;               ///< the rule is not known exactly: the answer is never certain
  std::vector<GroupRemedy> remedies{};  ///< where it is held back by an amount
  /// Nothing = not known.
  std::optional<bool> isAdmittedNow() const;
};

/// Asks the systems that a cluster has: ResourceQuotas always, the tree of ACK where a quota names the namespace,
/// Volcano and YuniKorn where the pods name their schedulers. Made once for many questions; the snapshot outlives it.
/// Of one thread.
class GroupQuestion {
 public:
  explicit GroupQuestion(const ClusterSnapshot& snapshot);
  ~GroupQuestion();
  GroupQuestion(const GroupQuestion&) = delete;
  GroupQuestion& operator=(const GroupQuestion&) = delete;

  /// One answer for each system that has a say.
  std::vector<GroupAnswer> ask(const GroupWorkload& workload);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

const char* toString(GroupVerdict verdict);

}  // namespace cardinal::queues
