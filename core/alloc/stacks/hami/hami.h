// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/namespace_rules.h"
#include "core/provider/stacks/hami/hami.h"

/// HAMi's decisions for the cards of NVIDIA and of the other vendors of vendors(), as its scheduler v2.10.0 takes them:
/// which cards of a node a pod gets, why a node is refused, which nodes are best. The behaviour that looks like a fault
/// of that version is kept, since a prediction says what will happen. Pure functions of their arguments; MiB, percent
/// of a card, signed 32 bit. Source: https://github.com/Project-HAMi/HAMi, tag v2.10.0: pkg/scheduler/score.go,
/// pkg/scheduler/policy, pkg/device/*/device.go, pkg/device/initContainer.go, pkg/device/quota.go.
namespace cardinal::hami {

// ---- Use of cards -------------------------------------------------------------------------------------------------

struct CardUse {
  std::int32_t slots = 0;
  std::int32_t memoryMib = 0;
  std::int32_t cores = 0;
  bool healthy = true;  ///< of the registration, and no pod's MIG instances contradict the card's mode
  bool operator==(const CardUse&) const = default;
};

struct MigInstance {
  std::size_t card = 0;
  std::string profile;
  MigPlacement placement;
  bool operator==(const MigInstance&) const = default;
};

/// Use of a node's cards, in the order of its cards.
struct NodeUse {
  std::vector<CardUse> cards;
  std::vector<MigInstance> mig;
  bool operator==(const NodeUse&) const = default;
};

NodeUse emptyUse(const Node& node);
/// Adds a pod that HAMi counts on this node (`holdings.isCounted()` and its node is this one; checked by the caller).
/// Shares of cards that the node does not list are left out, as HAMi does.
void addUse(NodeUse& use, const Node& node, const Holdings& holdings);

// ---- Quota --------------------------------------------------------------------------------------------------------

/// What the ResourceQuotas of a namespace say of HAMi's keys for NVIDIA's cards, and what its counted pods use of
/// those. Quotas of other vendors' keys, which HAMi knows too, are not looked at.
struct Quota {
  std::optional<std::int64_t> memoryLimit;  ///< limits.nvidia.com/gpumem, before the memory factor
  std::optional<std::int64_t> coreLimit;    ///< limits.nvidia.com/gpucores
  std::int64_t memoryUsed = 0;
  std::int64_t coresUsed = 0;
  bool limits() const { return memoryLimit.has_value() || coreLimit.has_value(); }
};

/// Takes the limits over; of several quotas of a namespace the last one counts. `hard` = spec.hard.
void readLimits(Quota& quota, const ResourceList& hard, const Config& config);
/// Adds a pod that HAMi counts, on whatever node.
void addUse(Quota& quota, const Holdings& holdings);
/// True when `memoryMib` and `cores` more stay within the limits.
bool quotaFits(const Quota& quota, const Config& config, std::int64_t memoryMib, std::int64_t cores);
/// The webhook's test: false = denied with kQuotaDenied. A percentage of memory counts nothing there.
bool quotaAdmits(const Quota& quota, const Config& config, const Request& request);
inline constexpr std::string_view kQuotaDenied = "exceeding resource quota";

// ---- Decision of a node -------------------------------------------------------------------------------------------

/// Why a card is passed over; the words of v2.10.0 are in hami_words.cpp.
enum class CardReason : std::uint8_t {
  NotHealth,
  Cordoned,
  TypeMismatch,
  UuidMismatch,
  TimeSlicingExhausted,
  ExclusiveConflict,
  QuotaNotFit,
  InsufficientMemory,
  InsufficientCore,
  ComputeUnitsExhausted,
  MigTopologyInfeasible,
  CustomRule,  ///< Moore Threads: another container of the pod has another card
  NumaNotFit,
  AllocatedInsufficient,  ///< so many cards would fit, but not as many as requested
};
inline constexpr std::size_t kCardReasons = 14;

/// Why a node is refused.
struct Refusal {
  enum class Kind : std::uint8_t {
    None,
    Unregistered,        ///< "node unregistered"
    InsufficientDevice,  ///< more cards requested than the node has
    Cards,               ///< see counts
    TooManyChoices,      ///< more combinations of linked cards than are looked at here; not decided
  };
  Kind kind = Kind::None;
  std::array<std::int32_t, kCardReasons> counts{};
  std::size_t cards = 0;      ///< offered
  std::size_t container = 0;  ///< that failed, init containers first
  bool operator==(const Refusal&) const = default;
};
/// The text that v2.10.0 gives for the node: "1/4 NumaNotFit, 3/4 CardInsufficientMemory".
std::string textOf(const Refusal& refusal);

struct Placed {
  std::size_t card = 0;  ///< index in Node::cards
  std::int32_t memoryMib = 0;
  std::int32_t cores = 0;
  std::int32_t profile = -1;  ///< index in Card::profiles, -1 = no MIG
  MigPlacement placement;
  bool operator==(const Placed&) const = default;
};

/// Memory and cores that a request takes of a card, as HAMi counts them; MIG cards give an instance instead.
std::int32_t memoryOn(const Card& card, const ContainerRequest& requested) noexcept;
std::int32_t coresOn(const Card& card, const ContainerRequest& requested) noexcept;

/// Cards of one segment of a device list that v2.10.0 would write.
struct PlacedSegment {
  std::size_t container = 0;  ///< init containers first
  std::size_t begin = 0;      ///< in Verdict::placed
  std::size_t end = 0;
  VendorIndex vendor = kNvidia;
};

struct Verdict {
  bool fits = false;
  Refusal refusal;
  float score = 0;  ///< of the node, before the pod
  std::vector<Placed> placed;
  std::vector<PlacedSegment> segments;
  /// False on a node of more than 12 cards where cards are equal in everything that orders them: HAMi's sort is not
  /// stable there, so any of those equal cards may be taken. Also false for several Ascend cards with a network: HAMi
  /// chooses among them by it, which is not followed here.
  bool cardsAreCertain = true;
  /// False on a node that has cards of vendors which are not read, yet count in HAMi's score; or Ascend cards with a
  /// network, which HAMi adds points for; or NVIDIA cards that are shown but not registered beside others that are.
  bool scoreIsCertain = true;
};

/// The vendor's list of devices (`hami.io/vgpu-devices-allocated` and its like) as it would be written; empty = none.
std::string deviceListText(const Node& node, const Verdict& verdict, VendorIndex vendor = kNvidia);
/// `hami.io/vgpu-mig-allocations` as it would be written; empty = not written.
std::string migAllocationsText(const Node& node, const Verdict& verdict);

/// 10 x (slots + cores + memory, each used over total), over all cards, in 32-bit floating point as HAMi computes it.
float nodeScore(const Node& node, const NodeUse& use) noexcept;

/// Judges one node after the other for one pod. Not thread-safe: keeps memory from node to node, so that the common
/// case allocates nothing. References must outlive it. The pod itself must not be among the counted pods.
class Judge {
 public:
  /// `quota` may be null: the namespace has none.
  Judge(const Request& request, const Config& config, const Quota* quota);

  /// The verdict stays valid until the next call. `node` must be registered (else Refusal::Unregistered). Request with
  /// Choice::weightsError: nothing is judged by HAMi; do not ask.
  const Verdict& judge(const Node& node, const NodeUse& use);

 private:
  /// Sort keys of one card, ascending; a request names four at most.
  using Keys = std::array<double, 4>;
  enum class Looked : std::uint8_t { Passed, PassedLooksAgain, Done, Refused };

  bool judgeInit(const Node& node, const NodeUse& use);
  bool judgeApp(const Node& node, const NodeUse& use);
  void addSegment(std::size_t container, VendorIndex vendor);
  void pad(std::size_t container, std::optional<VendorIndex> but);
  void learnNode(const Node& node);
  void startContainer(const Node& node, const ContainerRequest& requested);
  void resetOrder(const Node& node);
  bool place(const Node& node, const NodeUse& use, std::size_t container);
  void sortCards(const Node& node, const NodeUse& use, const ContainerRequest& requested);
  bool enoughCards(const Node& node, const ContainerRequest& requested) const;
  bool hasNetwork(const Node& node, VendorIndex vendor) const;
  bool walk(const Node& node, const NodeUse& use, const ContainerRequest& requested);
  Looked look(const Node& node, const NodeUse& use, std::size_t card, const ContainerRequest& requested);
  void startNuma(std::int64_t numa, const ContainerRequest& requested);
  std::optional<CardReason> earlyReason(const Card& card, const CardUse& use) const;
  std::optional<CardReason> lateReason(const Card& card, const CardUse& use, const ContainerRequest& requested,
                                       const Placed& next) const;
  std::optional<CardReason> ruleReason(const Node& node, const Placed& next, const ContainerRequest& requested) const;
  bool quotaAllows(const Node& node, const Placed& next) const;
  std::vector<MigPlacement> takenOn(const NodeUse& use, std::size_t card) const;
  bool endTopology(const Node& node, const ContainerRequest& requested);
  bool chooseLinked(const Node& node, std::size_t number);
  void finishMig(const Node& node, const NodeUse& use);
  void apply(const Node& node);
  bool refuse(Refusal::Kind kind);
  void count(CardReason reason, std::size_t by = 1);

  const Request& m_request;
  const Config& m_config;
  const Quota* m_quota;
  Verdict m_verdict;
  NodeUse m_copy;
  std::vector<std::size_t> m_order;  ///< cards in the order of HAMi's list
  std::vector<Keys> m_keys;
  std::vector<Placed> m_got;
  std::size_t m_passBegin = 0;         ///< first segment of this pass (init or app) in m_verdict.segments
  std::vector<VendorIndex> m_vendors;  ///< vendors of the request
  VendorSet m_padded = 0;              ///< of those, whose lists have a part for every container on this node
  const CardRestrictions* m_restrictions = nullptr;  ///< of the container that is being placed
  bool m_isNvidia = true;                            ///< likewise: what only NVIDIA's rule has applies
  std::size_t m_offered = 0;                         ///< cards offered to that container
  std::int32_t m_left = 0;                           ///< cards still wanted
  std::int64_t m_numa = -1;                          ///< NUMA node that is being filled
};

/// Smallest fitting profile with a free placement, of `card`'s; nothing = none. `taken` = placements in use.
struct MigChoice {
  std::int32_t profile = -1;
  MigPlacement placement;
};
std::optional<MigChoice> chooseMig(const Card& card, std::span<const MigPlacement> taken, std::int32_t memoryMib);

/// Nodes of the best score, by index of `scores`: the lowest where the pod spreads nodes, else the highest. HAMi draws
/// one of them by chance.
std::vector<std::size_t> bestNodes(std::span<const float> scores, bool spreadsNodes);

/// Error of the whole call for a pod whose weights cannot be read, as HAMi writes it.
std::string weightsRefusal(const Request& request);

// ---- Binding ------------------------------------------------------------------------------------------------------

/// Why binding fails because of the node's lock, in HAMi's words; empty = the lock is free or is taken over. Only a pod
/// of which an app container asks takes the lock. `holderExists`: the pod that the lock names is there.
std::string lockRefusal(const Node& node, const std::string& nodeName, const Request& request, UnixSeconds now,
                        bool holderExists);
inline constexpr UnixSeconds kLockExpiresAfter = 300;

}  // namespace cardinal::hami
