// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/provider/stacks/koordinator/koordinator.h"

namespace cardinal::koordinator {

/// How the plugin DeviceShare of Koordinator v1.8.0 decides: which nodes pass, what they score, which devices a pod
/// gets, with the texts it prints. Source: https://github.com/koordinator-sh/koordinator/tree/v1.8.0
/// pkg/scheduler/plugins/deviceshare (plugin.go, device_allocator.go, allocator_gpu.go, scoring.go, topology_hint.go).
/// Its mistakes are kept: what is predicted is what this version does.
///
/// Not evaluated: NodeResourcesFit and every other plugin of the same scheduler, the result of its NUMA manager,
/// Huawei's templates, preemption, reservations-ignored pods.

/// DeviceShareArgs.
struct Settings {
  bool mostAllocated = false;
  /// By DeviceType and slot. Default: memory, memory ratio, rdma and fpga, 1 each.
  std::array<std::array<std::int64_t, kSlots>, kDeviceTypes> weights{{{1, 0, 0}, {0, 1, 1}, {1, 0, 0}}};
  std::vector<std::pair<std::string, std::string>> unsharedModels;  ///< gpuShareUnsupportedModels: vendor, model
};

/// What pods and Reservations hold of a node.
struct Usage {
  std::array<std::vector<Amounts>, kDeviceTypes> cards;  ///< as Node::cards
  std::vector<HeldDevice> strangers;                     ///< minors that the Device does not list, summed
  std::vector<HeldDevice> functions;                     ///< devices with virtual functions in use, one entry per pod
  bool hasLedger = false;                                ///< something was counted: a node without Device refuses then
};
Usage emptyUsage(const Node& node);
void add(Usage& usage, const Node& node, const std::vector<HeldDevice>& devices);
/// What is left of a device, 0 and more; a name that is used but not offered is there with 0.
Amounts freeOf(const Card& card, const Amounts& used);

enum class RefusalCode : std::uint8_t { Unschedulable, UnschedulableAndUnresolvable, Error };
/// "UnschedulableAndUnresolvable", ...
const char* toString(RefusalCode code);

enum class RefusalReason : std::uint8_t {
  InsufficientDevices,    ///< of `type`
  InsufficientFunctions,  ///< no virtual functions of `type` at all
  OtherIsolation,         ///< the node's label is not the pod's
  ModelNotShared,
  NoPartitionTable,
  NoPartitionOfSize,
  NoFreePartition,
  NoTree,
  SharedCardsInScope,  ///< a topology scope cannot be requested for several shared cards
  NoRoomInScope,
  NoRoomInTree,
  SwitchesDiffer,  ///< joint allocation, SamePCIe
};
struct Refusal {
  RefusalReason reason = RefusalReason::InsufficientDevices;
  RefusalCode code = RefusalCode::Unschedulable;
  DeviceType type = DeviceType::Gpu;
  bool ofReservations = false;  ///< reported as a reason of Reservations
};
/// The scheduler's words.
std::string textOf(const Refusal& refusal, const Node& node);

/// A Reservation on the node that still keeps devices.
struct ReservedDevices {
  bool isForPod = false;    ///< its owners match
  bool restricted = false;  ///< allocatePolicy: Restricted
  std::vector<HeldDevice> devices;
  std::vector<HeldDevice> heldByPods;  ///< of the pods bound through it
};

/// What is taken in the eyes of the pod: what Reservations for others still keep, and nothing of those for the pod.
Usage seenByPod(const Usage& usage, const Node& node, std::span<const ReservedDevices> reservations);

/// Devices, or why not. Several refusals: which of them the scheduler reports is random.
struct Choice {
  std::vector<Refusal> refusals;
  std::vector<HeldDevice> devices;  ///< by type in the order of words, inside a type in the order taken
  bool fits() const { return refusals.empty(); }
};

/// One request evaluated on many nodes. Keeps work buffers between calls: one thread at a time. `request` and
/// `settings` must outlive it. The request must be one that readRequest() neither refused nor left unevaluated.
class DeviceShare {
 public:
  DeviceShare(const Request& request, const Settings& settings) : m_request(request), m_settings(settings) {}

  /// Filter: empty = the node passes.
  const std::vector<Refusal>& filter(const Node& node, const Usage& usage,
                                     std::span<const ReservedDevices> reservations = {});
  /// Score before it is set in relation to other nodes. `nominated`: place in `reservations`, -1 = none.
  std::int64_t score(const Node& node, const Usage& usage, std::span<const ReservedDevices> reservations = {},
                     int nominated = -1);
  /// Reserve: decides anew, with scores of cards; can refuse what filter() let pass.
  Choice reserve(const Node& node, const Usage& usage, std::span<const ReservedDevices> reservations = {},
                 int nominated = -1);

 private:
  struct ViewCard {
    std::uint16_t index = 0;  ///< in Node::cards
    bool used = false;
    bool alive = false;
    bool preferred = false;  ///< reserved for the pod
    std::int64_t score = 0;
    Amounts total;
    Amounts free;
  };
  struct Kept {
    bool isKept = false;
    std::int64_t count = 1;
    Amounts perDevice;
  };
  struct Taken {
    DeviceType type;
    std::uint16_t index;
    std::string function;
  };
  /// A Reservation whose devices stand first, or alone.
  struct Preferred {
    const ReservedDevices* reservation = nullptr;
    const std::vector<HeldDevice>* remaining = nullptr;
  };
  struct Found {
    int depth = 0;
    int touched = 0;
    std::int64_t score = 0;
    std::uint64_t cards = 0;
    bool any = false;
  };

  bool admits(const Node& node, const Usage& usage);
  void decide(const Node& node, const Usage& usage, const Preferred& preferred, bool isReserve);
  bool prepare(const Node& node, bool isReserve);
  void prepareType(const Node& node, DeviceType type);
  void look(const Node& node, const Usage& usage, const Preferred& preferred);
  void lookAt(const Node& node, const Usage& usage, const Preferred& preferred, DeviceType type);
  void touchOutside(const Node& node, const Usage& usage);
  void jointly(const Node& node, const Usage& usage);
  bool allocate(const Node& node, const Usage& usage, DeviceType type, std::int64_t least, std::int64_t most,
                const std::vector<std::uint16_t>* switches);
  bool allocateGpus(const Node& node, const Usage& usage, std::int64_t least, std::int64_t most);
  /// True when it gave cards or refused for good.
  bool allocatePartition(const Node& node);
  bool refuse(RefusalReason reason, RefusalCode code, DeviceType type = DeviceType::Gpu);
  bool allocateInTree(const Node& node);
  Found search(const Node& node, std::size_t scope, int depth, int touched) const;
  Found pick(const Scope& scope, int depth, int touched) const;
  bool allocatePlain(const Node& node, const Usage& usage, DeviceType type, std::int64_t least, std::int64_t most,
                     const std::vector<std::uint16_t>* switches);
  void orderPlain(const Node& node, DeviceType type, const std::vector<std::uint16_t>* switches);
  std::string freeFunction(const Card& card, const Usage& usage, DeviceType type) const;
  std::vector<std::uint16_t> switchesOf(const Node& node, DeviceType type) const;
  bool fitsCard(const ViewCard& card, DeviceType type) const;
  std::int64_t swappedScore(const ViewCard& card) const;
  std::int64_t plainScore(const ViewCard& card, DeviceType type) const;
  std::int64_t typeScore(DeviceType type) const;
  std::int64_t scoreOf(const Node& node, const Usage& usage, const Preferred& preferred);
  std::vector<HeldDevice> devices(const Node& node) const;

  const Request& m_request;
  const Settings& m_settings;
  bool m_withScores = false;
  std::array<Kept, kDeviceTypes> m_kept;
  std::array<std::vector<ViewCard>, kDeviceTypes> m_view;
  std::uint64_t m_touched = 0;  ///< GPUs with anything in use, by bits of Node::gpuMinors
  std::vector<std::uint16_t> m_order;
  std::vector<Taken> m_taken;
  std::vector<Refusal> m_refusals;
};

/// Pods of one form that are placed on a node to count how many fit, at most.
inline constexpr std::int64_t kMaxCounted = 64;

/// NormalizeScore over the nodes that passed: the best has 100; all 0 stays so.
void normalize(std::vector<std::int64_t>& scores);

}  // namespace cardinal::koordinator
