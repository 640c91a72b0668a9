// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/provider/stacks/volcano/volcano.h"

namespace cardinal::alloc {

/// How Volcano v1.15.1 places vGPU pods: plugin deviceshare and the allocate action, faults of that version included.
/// Values and pure functions; a VolcanoFitter may be used by one thread at a time, everything else by any.
/// Source: github.com/volcano-sh/volcano v1.15.1, pkg/scheduler/api/devices/nvidia/vgpu and plugins/deviceshare.

/// Argument deviceshare.SchedulePolicy.
enum class VolcanoPolicy : std::uint8_t { None, Binpack, Spread };
/// Exactly "binpack" or "spread"; anything else is no policy.
VolcanoPolicy volcanoPolicy(std::string_view word);

struct VolcanoArguments {
  VolcanoPolicy policy = VolcanoPolicy::None;
  std::int64_t weight = 0;  ///< deviceshare.ScheduleWeight; 0 and below: the device score does not count
};

/// Instances of one profile that are in use on a card.
struct VolcanoUsedInstances {
  std::string name;
  std::int64_t memory = 0;   ///< MiB of one
  std::vector<int> numbers;  ///< which of the profile's instances, ascending
  bool operator==(const VolcanoUsedInstances&) const = default;
};

/// A card as the scheduler's books have it, which is not what its pods physically hold.
struct VolcanoCardState {
  int index = 0;
  std::string uuid;
  std::string type;
  std::int64_t slots = 0;   ///< pods at a time
  std::int64_t memory = 0;  ///< units
  std::int64_t usedSlots = 0;
  std::int64_t usedMemory = 0;
  std::int64_t usedCores = 0;                       ///< percent
  int pods = 0;                                     ///< pods that count here, with whatever amounts
  const provider::VolcanoMigModels* mig = nullptr;  ///< how the card can be cut; belongs to the VolcanoConfig
  /// Index of the group that the card was cut for, -1 = none yet. It stays when the last pod goes, until the scheduler
  /// reads the node anew: where that is known, set it before pods are counted.
  int migGroup = -1;
  std::vector<VolcanoUsedInstances> instances;
  std::vector<std::string> groups;  ///< "namespace/name" of the groups whose pods use memory or cores here
};

struct VolcanoNodeState {
  std::string name;
  bool seenByScheduler = false;         ///< false: no cards; pods pass on the sums and get none
  bool mig = false;                     ///< mode of the node and of all its cards
  std::vector<VolcanoCardState> cards;  ///< by index; empty unless seen by the scheduler
  provider::VolcanoAmounts allocatable;
  provider::VolcanoAmounts used;       ///< of all pods on the node, terminating ones included
  provider::VolcanoAmounts releasing;  ///< of the terminating ones among them
};

/// An empty node. The state points into `config`, which must outlive it.
VolcanoNodeState volcanoNodeState(std::string name, const provider::VolcanoNode& node,
                                  const provider::VolcanoConfig& config);

/// Counts a pod of the node that is neither Succeeded nor Failed: its sums, and its cards unless it is terminating. On
/// a card only the pod's first entry counts. `factor` = gpuMemoryFactor.
void countVolcanoPod(VolcanoNodeState& state, const provider::VolcanoHoldings& holdings,
                     const provider::VolcanoAmounts& sums, bool terminating, std::int64_t factor = 1);

/// An instance of a MIG card.
struct VolcanoInstance {
  int group = -1;              ///< index in VolcanoMigModels::groups
  std::int64_t position = -1;  ///< counted over all instances of the group
  std::int64_t memory = 0;     ///< MiB
  bool operator==(const VolcanoInstance&) const = default;
};
/// The instance that the scheduler gives for `memory` units; false = none. What the same decision gave before is not
/// looked at: two containers of one pod may get the same instance.
bool pickVolcanoInstance(const VolcanoCardState& card, std::int64_t memory, std::int64_t factor,
                         VolcanoInstance& instance);

enum class VolcanoRefusal : std::uint8_t {
  None,
  Insufficient,    ///< the sums: `missing`
  WrongMode,       ///< the pod asks for the other sharing mode
  TooFewCards,     ///< a container asks more cards than the node has
  NotFitted,       ///< too few cards with room, of the right type
  SchedulerFails,  ///< without a policy this version crashes on a register annotation with gaps
};

/// One card for one container.
struct VolcanoPick {
  int request = 0;          ///< index in VolcanoRequest::containers
  int card = 0;             ///< index in VolcanoNodeState::cards
  std::int64_t memory = 0;  ///< units, as written to the pod
  std::int64_t cores = 0;
  int migGroup = -1;  ///< -1 = no instance
  std::int64_t migPosition = -1;
  bool operator==(const VolcanoPick&) const = default;
};

/// The four resources of VolcanoAmounts, as bits.
enum VolcanoResource : std::uint8_t {
  kVolcanoNumber = 1,
  kVolcanoMemory = 2,
  kVolcanoCores = 4,
  kVolcanoPercentage = 8,
};

struct VolcanoFit {
  VolcanoRefusal refusal = VolcanoRefusal::None;
  std::uint8_t missing = 0;   ///< VolcanoResource bits
  bool idle = false;          ///< the sums hold now; else only after running deletions: the pod would be Pipelined
  bool withoutCards = false;  ///< the pod asks for cards and would be bound with none: the scheduler sees none here
  /// A picked MIG card holds nothing, and could be cut in several ways: the scheduler may still remember another group
  /// than the one picked here.
  bool groupMayDiffer = false;
  double score = 0;            ///< of the cards; not a number where a taken card has no memory
  std::int64_t nodeOrder = 0;  ///< what the plugin adds to the node's score
  std::vector<VolcanoPick> picks;
  bool fits() const { return refusal == VolcanoRefusal::None; }
};

/// Asks many nodes about one request without allocating for each. `request` and `config` must outlive it.
class VolcanoFitter {
 public:
  VolcanoFitter(const provider::VolcanoRequest& request, const provider::VolcanoConfig& config,
                VolcanoArguments arguments);
  /// The answer is valid until the next call.
  const VolcanoFit& fit(const VolcanoNodeState& node);

 private:
  struct CardBooks {
    std::int64_t slots = 0;
    std::int64_t memory = 0;
    std::int64_t cores = 0;
  };
  void checkSums(const VolcanoNodeState& node);
  void placeAll(const VolcanoNodeState& node);
  bool placeContainer(const VolcanoNodeState& node, int index);
  bool takes(const VolcanoNodeState& node, int card, const provider::VolcanoContainerRequest& request,
             std::int64_t memory, VolcanoInstance& instance);
  void sortCards(const VolcanoNodeState& node);
  bool typeMatches(const std::string& type);

  const provider::VolcanoRequest& m_request;
  const provider::VolcanoConfig& m_config;
  VolcanoArguments m_arguments;
  VolcanoFit m_fit;
  std::vector<CardBooks> m_books;
  std::vector<int> m_order;
  std::vector<std::pair<std::string, bool>> m_types;  ///< answers so far
};

/// What decides between nodes.
struct VolcanoRating {
  bool fits = false;
  bool idle = false;
  std::int64_t nodeOrder = 0;
};
/// Indexes of the nodes among which the scheduler draws at random: the best of those that are idle now, else of those
/// that fit after running deletions. Scores of other plugins are not looked at.
std::vector<std::size_t> bestVolcanoNodes(std::span<const VolcanoRating> ratings);

/// The device score as points of a node, 0..100: a hundred for each of `cards` is a hundred.
int volcanoPoints(double score, std::size_t cards);
/// True where the pod may get a card of this type.
bool volcanoTypeMatches(const provider::VolcanoRequest& request, std::string_view type);
/// A percentage of a card's memory, cut to whole units.
std::int64_t volcanoPartOf(std::int64_t memory, std::int32_t percentage);

/// What the pod's condition says: "Insufficient KEY" for one of the missing keys (the scheduler names any of them, here
/// all that it may name), or the plugin's word. Empty where it fits.
std::vector<std::string> volcanoReasons(const VolcanoFit& fit, const provider::VolcanoConfig& config);
/// What the scheduler's log says; of missing resources all, sorted, as "[a b]".
std::string volcanoError(const VolcanoFit& fit, const provider::VolcanoRequest& request, const VolcanoNodeState& node,
                         const provider::VolcanoConfig& config);
/// Both, one after the other; empty where it fits.
std::string volcanoRefusalText(const VolcanoFit& fit, const provider::VolcanoRequest& request,
                               const VolcanoNodeState& node, const provider::VolcanoConfig& config);
/// Id of the card, or of its instance, as it is written.
std::string volcanoDeviceId(const VolcanoPick& pick, const VolcanoNodeState& node);
/// Value of volcano.sh/vgpu-ids-new and volcano.sh/devices-to-allocate. Not written where the fit is without cards or
/// the pod asks for none.
std::string volcanoIds(const VolcanoFit& fit, const provider::VolcanoRequest& request, const VolcanoNodeState& node);

}  // namespace cardinal::alloc
