// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/extras/koordinator.h"
#include "core/model/raw.h"

namespace cardinal::koordinator {

/// Koordinator's devices as typed values: what a Device object offers, what a pod asks and what it holds. Compared with
/// v1.8.0. Sources: https://github.com/koordinator-sh/koordinator/tree/v1.8.0 apis/extension/device_share.go,
/// pkg/scheduler/plugins/deviceshare.
///
/// Pure functions of any thread. What cannot be read stands in `problems` (InvalidField: subject = field, place =
/// object, detail = value, hostile); the rest of the object counts.

/// In the order of their words, in which annotations list them.
enum class DeviceType : std::uint8_t { Fpga, Gpu, Rdma };
inline constexpr std::size_t kDeviceTypes = 3;
inline constexpr std::array<DeviceType, kDeviceTypes> kAllDeviceTypes{DeviceType::Fpga, DeviceType::Gpu,
                                                                      DeviceType::Rdma};
constexpr std::size_t indexOf(DeviceType type) {
  return static_cast<std::size_t>(type);
}
/// "gpu", "rdma", "fpga".
std::string_view word(DeviceType type);

/// Amounts on one device. A GPU has percent of its cores, bytes of memory and percent of memory; the other types have
/// percent of the device in kShare. Never negative.
inline constexpr std::size_t kSlots = 3;
inline constexpr std::size_t kCore = 0;
inline constexpr std::size_t kMemory = 1;
inline constexpr std::size_t kRatio = 2;
inline constexpr std::size_t kShare = 0;
inline constexpr std::int64_t kWhole = 100;  ///< a whole device, in percent
inline constexpr std::int64_t kBytesPerMib = std::int64_t{1} << 20;
struct Amounts {
  std::array<std::int64_t, kSlots> value{};
  std::uint8_t named = 0;  ///< bit per slot: the object lists it, be it with 0
  bool names(std::size_t slot) const { return (named >> slot & 1U) != 0; }
  void set(std::size_t slot, std::int64_t amount) {
    value[slot] = amount;
    named = static_cast<std::uint8_t>(named | 1U << slot);
  }
  bool isZero() const { return (value[0] | value[1] | value[2]) == 0; }
  bool operator==(const Amounts&) const = default;
};
/// "koordinator.sh/gpu-memory"; empty for a slot that the type does not have.
std::string_view resourceName(DeviceType type, std::size_t slot);

/// One device of a Device object.
struct Card {
  std::int32_t minor = 0;
  std::string id;  ///< empty = unknown
  bool healthy = false;
  Amounts declared;  ///< as listed; what a sick one has counts as nothing
  StringMap labels;
  bool hasTopology = false;
  std::int32_t numa = 0;
  std::string pcie;           ///< switch
  std::uint16_t pcieIndex{};  ///< of the switch in Node::switches
  std::vector<RawVirtualFunctionGroup> functionGroups;
};

/// A level of the tree of GPUs: the node, its NUMA nodes, their switches.
struct Scope {
  std::uint8_t level = 1;     ///< 1 node, 2 NUMA node, 3 switch
  std::uint64_t members = 0;  ///< bit per GPU, by its place in Node::cards
  int size = 0;
  std::uint16_t firstChild = 0;  ///< in Node::scopes
  std::uint16_t children = 0;
};

/// Cards that may be given together.
struct Partition {
  std::vector<std::int32_t> minors;  ///< in the order in which they are given
  std::uint64_t mask = 0;            ///< bits of Node::gpuMinors
  std::int64_t score = 0;
  std::optional<std::int64_t> bandwidth;
};
struct PartitionSize {
  std::int64_t cards = 0;
  std::vector<std::vector<Partition>> groups;  ///< of one allocationScore each, lowest first
};

/// More GPUs on one node than this are not evaluated (problem LimitExceeded).
inline constexpr std::size_t kMaxGpus = 64;

/// What the scheduler knows of a node beside its pods.
struct Node {
  std::string name;
  bool hasDevice = false;
  std::array<std::vector<Card>, kDeviceTypes> cards;  ///< by DeviceType, lowest minor first
  std::vector<std::string> switches;                  ///< texts of pcieID, each once
  std::vector<Scope> scopes;  ///< empty = no tree: no GPU, or one without topology; first the whole node
  bool hasPartitions = false;
  std::vector<PartitionSize> partitions;
  std::vector<std::int32_t> gpuMinors;  ///< those of the cards, then others that partitions name
  bool honorsPartitions = false;        ///< else they are preferred
  bool secondaryWellPlanned = false;    ///< Filter and Score look at the primary device of joint allocations alone
  std::string isolationProvider, vendor, model;
  std::string numaPolicy;       ///< label numa-topology-policy of the node; empty = none
  std::vector<Error> problems;  ///< not empty: what is predicted of this node is not certain
};

/// `device` null = the node has none. Node and Device labels that decide, cards, tree and partition table.
Node readNode(const RawNode& node, const RawKoordinatorDevice* device);
/// What the scheduler remembers when the Device is deleted while it runs: every card without resources.
void forgetResources(Node& node);

/// A device that a pod or a Reservation holds.
struct HeldDevice {
  DeviceType type = DeviceType::Gpu;
  std::int32_t minor = 0;
  Amounts amounts;
  std::string id;
  std::vector<std::string> functions;  ///< bus addresses of virtual functions
  bool operator==(const HeldDevice&) const = default;
};
struct Holdings {
  bool allocated = false;           ///< the annotation is there and readable
  bool counts = false;              ///< the pod is bound and not at its end
  bool areGpusKnown = true;         ///< none of `problems` is about the entries of GPUs
  std::vector<HeldDevice> devices;  ///< in the order of the annotation
  std::vector<Error> problems;
};
inline constexpr std::string_view kDeviceAllocated = "scheduling.koordinator.sh/device-allocated";

/// Annotation scheduling.koordinator.sh/device-allocated. An unreadable one holds nothing, as in the scheduler.
Holdings readHoldings(const RawPod& pod);
/// The same annotation of any object.
Holdings readHoldings(const ObjectMeta& meta);

struct Hint {
  enum class Strategy : std::uint8_t { None, ApplyForAll, RequestsAsCount };
  Strategy strategy = Strategy::None;
  bool exclusiveDevice = false;  ///< exclusivePolicy: DeviceLevel
  std::optional<LabelSelector> selector;
  std::optional<LabelSelector> functionSelector;
  std::optional<int> scopeLevel;  ///< of requiredTopologyScope: Device 4, PCIe 3, NUMANode 2, Node 1, another word 0
};

/// The scheduler's refusal of a pod for every node (UnschedulableAndUnresolvable).
struct RequestRefusal {
  std::string text;
  bool isWhole = true;  ///< false: the words of Go's JSON parser follow
};

/// What a pod says of Reservations.
struct ReservationAffinity {
  bool isNeeded = false;   ///< annotation reservation-affinity: it goes to a Reservation or nowhere
  bool isIgnored = false;  ///< label reservation-ignored: it takes the room of all
  std::string name;        ///< of the one that it goes to; empty = any
  StringMap labels;        ///< that the Reservation, or else its node, must have
  bool isRead = true;      ///< false: it has rules that are not evaluated (terms, tolerations, exact match)
};
ReservationAffinity readReservationAffinity(const RawPod& pod);

struct Request {
  bool requestsDevices = false;  ///< false: the plugin lets the pod pass
  std::array<bool, kDeviceTypes> requested{};
  std::array<Amounts, kDeviceTypes> perCard{};  ///< Rdma and Fpga: the requested value
  std::int64_t gpus = 0;
  bool isShared = false;  ///< GPUs: a part of a card, or memory in bytes
  std::array<Hint, kDeviceTypes> hints{};
  std::vector<DeviceType> joint;  ///< device-joint-allocate, only what is requested; first = primary; empty = none
  bool samePcie = false;
  bool hasPartitionSpec = false;  ///< partitions are required on every node
  bool restrictedPartitions = false;
  std::optional<std::int64_t> bandwidth;
  std::string isolationProvider;  ///< label of the pod
  std::string numaPolicy;         ///< annotation numa-topology-spec; empty = none
  ReservationAffinity reservations;
  std::vector<RequestRefusal> refusals;  ///< not empty: no node takes the pod; which of them is reported is random
  bool isEvaluated = true;               ///< false: asks devices whose rules are not known here (Huawei), see problems
  std::vector<Error> problems;
};
/// What the scheduler makes of a pod as the API server returns it (the stack's webhook rewrites requests before).
Request readRequest(const RawPod& pod);

/// The pod as the webhook leaves it, which is on by default: in every container koordinator.sh/gpu becomes gpu-core and
/// gpu-memory-ratio, and gpu.shared is added (v1.8.0, pkg/webhook/pod/mutating/device_resource_spec.go).
RawPod admitted(RawPod pod);

/// What is left of `held` beside `used`, device by device and amount by amount; 0 and more.
std::vector<HeldDevice> remainingOf(const std::vector<HeldDevice>& held, const std::vector<HeldDevice>& used);

/// Is the Reservation for this pod? Nothing = it names objects or controllers, which is not evaluated.
std::optional<bool> ownedBy(const RawKoordinatorReservation& reservation, const RawPod& pod);

/// The annotation device-allocated for these devices, as the scheduler writes it; types in the order of their words,
/// devices in the order given.
std::string allocationText(const std::vector<HeldDevice>& devices);

}  // namespace cardinal::koordinator
