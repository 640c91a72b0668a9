// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/alloc/rules_of.h"
#include "core/alloc/types.h"
#include "core/model/extras/gang_name.h"
#include "core/model/snapshot.h"
#include "core/queues/kueue_index.h"
#include "core/service/read/gangs/gang_members.h"

namespace cardinal {

namespace plan {
class OverlayState;
}

queues::GroupSystem groupSystemOf(GangSystem system);

/// Pods of a snapshot that start together or not at all: is their group complete, and do as many as it needs fit at
/// once? Groups of Volcano, KAI, Koordinator and ACK, scheduler-plugins and YuniKorn; each is asked about by itself, as
/// the cluster is now, by the arithmetic of previews. Made once for a snapshot, which outlives it. Of one thread.
class GangWaits {
 public:
  /// `queues`, which may be null: they count the pods of a gang one after the other. `rulesOf`: the volumes of the
  /// pods; without it they are not known.
  explicit GangWaits(const ClusterSnapshot& snapshot, std::stop_token stop = {},
                     const queues::GroupWaits* queues = nullptr, RulesOf rulesOf = {});
  ~GangWaits();
  GangWaits(const GangWaits&) = delete;
  GangWaits& operator=(const GangWaits&) = delete;

  /// True where a pod without a node names a group: without one nothing is held back.
  static bool hasAny(const ClusterSnapshot& snapshot);

  /// Why the pod does not start although no queue holds it back. `fitsNow`: a node takes the pod by itself; where none
  /// does, what the nodes say comes before the room for the others. Nothing = its group holds it back by nothing that
  /// is known.
  std::optional<queues::PodQueueWait> of(const RawPod& pod, bool fitsNow);

 private:
  using Key = std::pair<GangSystem, ObjectKey>;
  /// Pods by shape, and how many of them are needed.
  using Form = std::pair<std::vector<std::pair<std::uint32_t, int>>, std::int64_t>;
  struct Gang {
    std::optional<std::int64_t> min;       ///< nothing = not known
    std::int64_t bound = 0;                ///< and not ended
    std::int64_t waiting = 0;              ///< gated ones too
    std::vector<std::size_t> placeable{};  ///< places in m_waiting
    std::string queue{};
    UnixSeconds created = 0;
    bool isAssumed = false;
    /// Of `placeable`, by shape, the pods that are asked about. This and what follows: when somebody wants to know.
    std::map<std::uint32_t, int> missing{};
    std::optional<std::map<std::string, double>> requests{};  ///< what these ask for together
    std::optional<GangFit> fit{};
    std::optional<std::vector<queues::GroupRemedy>> remedies{};
  };

  void add(const PodPtr& pod);
  void countBound();
  std::optional<std::int64_t> minOf(const Key& key, Gang& gang) const;
  GangFit fitOf(const Gang& gang);
  /// Writes what its queue says of all pods that it needs; false = nothing, or they are unlike and not all needed.
  bool isHeldTogether(Gang& gang, const RawPod& pod, queues::GroupWait& wait) const;
  /// Of one that does not fit; empty for gangs beyond the first few.
  const std::vector<queues::GroupRemedy>& remediesOf(const Key& key, Gang& gang);
  /// Of its missing pods, one for each shape.
  std::vector<AllocationRequest> requestsOf(const Gang& gang) const;
  std::map<std::uint32_t, int> missingOf(const Gang& gang) const;
  static Form formOf(const Gang& gang);

  const ClusterSnapshot& m_snapshot;
  std::stop_token m_stop;
  const queues::GroupWaits* m_queues;
  RulesOf m_rulesOf;
  std::map<Key, Gang> m_gangs;
  std::vector<PodPtr> m_waiting;        ///< that a scheduler would place
  std::vector<std::uint32_t> m_shapes;  ///< by place in m_waiting
  std::size_t m_remedied = 0;
  std::map<Form, GangFit> m_answers;
  std::map<Form, std::vector<queues::GroupRemedy>> m_remedies;  ///< of gangs of which nothing runs
  std::unique_ptr<plan::OverlayState> m_trial;  ///< made for the first remedies; as the snapshot between them
};

}  // namespace cardinal
