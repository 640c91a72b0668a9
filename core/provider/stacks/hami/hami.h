// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/model/raw.h"
#include "core/provider/stacks/hami/hami_vendors.h"

/// HAMi's objects as typed values: cards that a node registers, what a pod holds, what a pod asks. Nothing here
/// decides; core/alloc/stacks/hami/hami.h does. Pure functions, thread-safe; texts of the cluster are hostile and never
/// stop a reader: what cannot be read is left out and named in `problems`. Memory is MiB, cores are percent of one
/// card, all figures signed 32 bit as HAMi keeps them.
/// Source: https://github.com/Project-HAMi/HAMi, tag v2.10.0: pkg/device/devices.go, pkg/device/nvidia,
/// pkg/scheduler/webhook.go.
namespace cardinal::hami {

/// The version whose rules these are; decisions for a cluster of another version must say so.
inline constexpr std::string_view kRulesOf = "2.10.0";

inline constexpr std::string_view kRegister = "hami.io/node-nvidia-register";
inline constexpr std::string_view kHandshake = "hami.io/node-handshake";
inline constexpr std::string_view kPairScores = "hami.io/node-nvidia-score";
inline constexpr std::string_view kCordon = "hami.io/device-cordon";
inline constexpr std::string_view kNodeLock = "hami.io/mutex.lock";
inline constexpr std::string_view kAssignedNode = "hami.io/vgpu-node";
inline constexpr std::string_view kAllocated = "hami.io/vgpu-devices-allocated";
inline constexpr std::string_view kMigAllocations = "hami.io/vgpu-mig-allocations";
inline constexpr std::string_view kBindPhase = "hami.io/bind-phase";

enum class ProblemCode : std::uint8_t {
  RegisterUnreadable,    ///< the text is no list of cards; field = annotation, value = its beginning
  RegisterOldFormat,     ///< records of v2.7 and older, which v2.10.0 cannot read
  RegisterEmpty,         ///< a list without a card
  CardWithoutId,         ///< value = position; the card is kept
  CardTwice,             ///< two cards of one id; both are kept, as HAMi does; value = id
  PairScoresUnreadable,  ///< HAMi then registers nothing
  LockUnreadable,        ///< binding fails until somebody removes the lock
  DevicesUnreadable,     ///< the pod's list of devices; HAMi does not count the pod
  SegmentsUnclear,       ///< the list has as many parts as neither the containers nor those that ask
  MigUnreadable,         ///< the pod's MIG allocations
};

struct Problem {
  ProblemCode code = ProblemCode::RegisterUnreadable;
  std::string field;  ///< annotation
  std::string value;  ///< hostile, clipped
  bool operator==(const Problem&) const = default;
};

struct MigPlacement {
  std::int64_t start = 0;
  std::int64_t size = 0;
  bool operator==(const MigPlacement&) const = default;
};

struct MigProfile {
  std::string name;  ///< "1g.5gb"
  std::int32_t memoryMib = 0;
  std::int32_t cores = 0;
  std::int32_t slices = 0;
  std::vector<MigPlacement> placements;  ///< in the order in which HAMi tries them
  bool operator==(const MigProfile&) const = default;
};

struct Card {
  // What every decision reads stands together.
  std::int64_t index = 0;
  std::int64_t numa = 0;
  std::int32_t slots = 0;      ///< containers at most (split count; on MIG cards instances)
  std::int32_t memoryMib = 0;  ///< scaled: may exceed the card's own memory
  std::int32_t cores = 0;      ///< scaled: 100 = one card
  bool healthy = false;
  bool cordoned = false;
  bool hasNetworkId = false;     ///< Ascend: "custominfo" has a NetworkID
  VendorIndex vendor = kNvidia;  ///< whose list it stands in
  VendorSet offeredTo = 0;       ///< to whose requests HAMi offers it: those whose word its type contains
  std::string type;              ///< model, often with the prefix "NVIDIA-"
  std::string mode;              ///< "hami-core", "mig", "mps"; empty = unknown, which HAMi matches with every request
  std::string id;                ///< "GPU-00552014-5c87-89ac-b1a6-7b53aa24b0ec"
  std::vector<MigProfile> profiles{};  ///< smallest first, as HAMi tries them
  bool isMig() const { return mode == "mig"; }
  bool isOfferedTo(VendorIndex asking) const { return (offeredTo & setOf(asking)) != 0; }
  bool operator==(const Card&) const = default;
};

enum class Registration : std::uint8_t {
  Missing,     ///< no annotation: HAMi says "node unregistered"
  Json,        ///< v2.8 and newer
  OldFormat,   ///< v2.7 and older: cards are shown, v2.10.0 says "node unregistered"
  Empty,       ///< an empty list; a scheduler that read cards before keeps those
  Unreadable,  ///< as Empty; the cards are unknown
};

/// Annotation `hami.io/mutex.lock`: who binds a pod to the node right now.
struct NodeLock {
  bool present = false;
  std::string text;        ///< as it stands there
  UnixSeconds since = 0;   ///< 0 = unreadable
  ObjectKey holder;        ///< empty in the old form, a time alone
  std::string parseError;  ///< in HAMi's words; empty = readable
  bool operator==(const NodeLock&) const = default;
};

struct Node {
  Registration registration = Registration::Missing;  ///< of NVIDIA's cards
  std::vector<Card> cards;                  ///< NVIDIA's first; each vendor's in its own order, which decides ties
  std::vector<std::int32_t> pairScores;     ///< [from * cards + to]; empty = unknown (all 0)
  std::optional<std::int64_t> allocatable;  ///< nvidia.com/gpu: slots, never cards; nothing = not published
  std::string handshake;                    ///< as it stands there, empty = absent
  NodeLock lock;
  std::vector<Problem> problems;
  bool hasOtherCards = false;  ///< some of the cards are of other vendors than NVIDIA
  /// Cards of vendors that are not read are registered too (or alone); they count in the node's score.
  bool hasUnreadVendors = false;
  /// True when a scheduler of v2.10.0 that starts now decides by these cards, or by those that are not read.
  bool isRegistered() const {
    return (registration == Registration::Json && !cards.empty()) || hasOtherCards || hasUnreadVendors;
  }
  bool operator==(const Node&) const = default;
};

/// Reads what HAMi and its device plugins wrote on a node, and the cards that its scheduler makes of the node's
/// capacity (Cambricon, Moore Threads). Nothing when neither an annotation of HAMi nor such cards are there.
std::optional<Node> readHamiNode(const RawNode& node);

/// One entry of a pod's list of devices: a share of one card.
struct Share {
  std::string id;  ///< card; in versions up to 2.9 with "[template-slot]" on MIG cards
  std::string type;
  std::int32_t memoryMib = 0;
  std::int32_t cores = 0;
  /// The card without "[template-slot]".
  std::string_view card() const { return std::string_view(id).substr(0, id.find('[')); }
  bool operator==(const Share&) const = default;
};

/// One MIG instance that the scheduler reserved.
struct MigAllocation {
  std::int64_t segment = 0;  ///< index in the list of devices, which is not always the container
  std::int64_t device = 0;   ///< index in the segment
  std::string card;
  std::string profile;
  MigPlacement placement;
  std::string migUuid{};  ///< empty until the device plugin made the instance
  bool operator==(const MigAllocation&) const = default;
};

/// A pod's list of another vendor's devices.
struct VendorList {
  VendorIndex vendor = kNvidia;
  std::vector<std::vector<Share>> segments;
  bool operator==(const VendorList&) const = default;
};

struct Holdings {
  std::string node;       ///< `hami.io/vgpu-node`: where HAMi counts the pod, also before it is bound; empty = nowhere
  bool readable = true;   ///< false: HAMi cannot read the list and does not count the pod
  bool terminal = false;  ///< phase Succeeded or Failed: no longer counted
  bool initFinished = false;
  std::size_t initContainers = 0;            ///< in the spec
  std::vector<std::vector<Share>> segments;  ///< NVIDIA's, as HAMi reads them, a trailing empty one included
  std::vector<VendorList> others{};          ///< lists of other vendors, likewise, in the order of vendors()
  /// Container (init first, then app) of each segment that holds something; nothing = not known.
  std::optional<std::vector<std::size_t>> containers{};
  std::vector<MigAllocation> mig;
  std::string bindPhase;  ///< "allocating", "success", "failed" or empty
  std::vector<Problem> problems;
  bool isCounted() const { return !node.empty() && readable && !terminal; }
  bool operator==(const Holdings&) const = default;
};

/// Reads what HAMi wrote on a pod; empty holdings where there is nothing.
Holdings readHamiPod(const RawPod& pod);

/// The node on whose cards HAMi counts a pod that is not bound; null = it counts nowhere.
const std::string* assignedNode(const RawPod& pod);

/// True when the pod carries a list of devices, of NVIDIA's or of another vendor that is read.
bool hasDeviceList(const RawPod& pod);

/// What HAMi counts for one pod on one card.
struct CountedUse {
  std::string id;
  std::int32_t slots = 0;
  std::int32_t memoryMib = 0;
  std::int32_t cores = 0;
  VendorIndex vendor = kNvidia;  ///< of the list that names the card
  bool operator==(const CountedUse&) const = default;
};

/// The larger of the init containers' peak and the app containers' sum, per list and card, by id; once the init
/// containers are done the app containers alone. Segments are taken for containers by their position, as v2.10.0 does:
/// it writes none for a container without GPU, so a pod with such an init container is counted wrongly.
std::vector<CountedUse> countedUse(const Holdings& holdings);

/// Settings of the scheduler that change its answers, with the defaults of its chart. They stand in ConfigMap
/// `hami-scheduler-device` and in the scheduler's flags.
struct Config {
  std::string countKey = "nvidia.com/gpu";
  std::string memoryKey = "nvidia.com/gpumem";
  std::string percentKey = "nvidia.com/gpumem-percentage";
  std::string coresKey = "nvidia.com/gpucores";
  std::int32_t defaultNumber = 1;  ///< added by the webhook; 0 = never
  std::int32_t defaultMemory = 0;  ///< MiB; 0 = the whole card
  std::int32_t defaultCores = 0;
  std::int32_t memoryFactor = 1;  ///< a pod's gpumem x factor = MiB
  std::string schedulerName = "hami-scheduler";
  bool overwritesDefaultScheduler = true;
  std::string nodePolicy = "binpack";
  std::string cardPolicy = "spread";
  bool operator==(const Config&) const = default;
};

/// What one container asks, per card.
struct ContainerRequest {
  static constexpr std::int32_t kPercentUnset = 101;
  std::int32_t number = 0;
  std::int32_t memoryMib = 0;
  std::int32_t percent = kPercentUnset;  ///< of the card's memory; used where memoryMib is 0
  std::int32_t cores = 0;                ///< AMD: percent of the card's compute units
  VendorIndex vendor = kNvidia;
  bool requestsCards() const { return number > 0; }
  bool operator==(const ContainerRequest&) const = default;
};

/// How the cards of a node are ordered before they are tried from the end.
enum class SortKey : std::uint8_t { ScoreUp, ScoreDown, NumaUp, NumaDown, UsedDown, IndexUp };

struct Weights {
  std::int64_t slot = 1;
  std::int64_t core = 1;
  std::int64_t memory = 1;
  bool operator==(const Weights&) const = default;
};

/// A comma list of a pod's annotation; `present` is false for a blank one.
struct AnnotationList {
  bool present = false;
  std::vector<std::string> entries;  ///< trimmed; of types in capitals and without empty ones
  bool operator==(const AnnotationList&) const = default;
};

/// Annotations by which a pod restricts the cards of one vendor.
struct CardRestrictions {
  AnnotationList types, noTypes, ids, noIds;
  bool operator==(const CardRestrictions&) const = default;
};

/// Annotations by which a pod chooses cards and nodes.
struct Choice {
  std::vector<SortKey> order;  ///< first difference decides
  bool isMutex = false;        ///< only cards that nobody uses
  bool isTopologyAware = false;
  bool numaBind = false;
  bool spreadsNodes = false;              ///< node of the lowest score, else of the highest
  std::optional<std::string> vgpuMode{};  ///< must contain the card's mode
  CardRestrictions nvidia;
  std::vector<std::pair<VendorIndex, CardRestrictions>> others{};  ///< of the other requested vendors
  Weights weights;
  std::string weightsError;  ///< in HAMi's words; not empty = no node is judged at all
  bool operator==(const Choice&) const = default;
};

enum class Admission : std::uint8_t {
  Admitted,  ///< HAMi's scheduler decides
  NotHami,   ///< admitted for another scheduler: HAMi does not decide
  Denied,
};

struct Request {
  ObjectKey pod;
  Admission admission = Admission::Admitted;
  std::string admissionText;                 ///< the webhook's words, verbatim; empty = none
  std::string scheduler;                     ///< schedulerName after the webhook, empty = default
  bool checksQuota = false;                  ///< the webhook gets as far as the namespace's quota
  std::vector<ResourceList> limits;          ///< after the webhook, init containers first
  std::vector<ContainerRequest> containers;  ///< one per container, init containers first
  std::size_t initContainers = 0;
  Choice choice;
  /// Asks in a way whose rules are not here: cards of a vendor that is not read (Metax, Enflame, Kunlun, ...), of
  /// several vendors in one container, Ascend's soft split. No verdict holds then.
  bool requestsUnread = false;
  bool requestsNothing() const;
  /// Some container asks for cards of another vendor than NVIDIA.
  bool requestsOtherVendors() const { return !choice.others.empty(); }
  bool operator==(const Request&) const = default;
};

/// What the webhook makes of a pod that is created, and what the scheduler then reads of it. The webhook's quota
/// (core/alloc/stacks/hami/hami.h) comes after this and may still deny.
Request readHamiRequest(const RawPod& pod, const Config& config);

/// The same for a pod that exists already: the webhook has had its turn (or was skipped), limits are as written.
Request readExistingHamiRequest(const RawPod& pod, const Config& config);
/// `containers` of that request alone.
std::vector<ContainerRequest> requestsOfContainers(const RawPod& pod, const Config& config);

/// What `hami.io/mutex.lock` says.
NodeLock readNodeLock(std::string_view text);

namespace detail {

/// Integer as Go's strconv.ParseInt reads it with base 10; nothing outside `bits`.
std::optional<std::int64_t> goInteger(std::string_view text, int bits) noexcept;
std::string_view trimmed(std::string_view text) noexcept;
/// ASCII letters to capitals.
std::string capitals(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
/// Go's %q as far as printable ASCII goes.
std::string quoted(std::string_view text);
std::string clip(std::string_view text);

}  // namespace detail

}  // namespace cardinal::hami
