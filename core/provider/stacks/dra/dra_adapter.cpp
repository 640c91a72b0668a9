// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/dra/dra_adapter.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/joined.h"
#include "core/base/saturate.h"
#include "core/model/extras/duplicate_name.h"
#include "core/model/extras/extra.h"
#include "core/model/stack_card.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/shared_node.h"
#include "core/provider/stacks/dra/dra.h"
#include "core/provider/stacks/dra/dra_counters.h"
#include "core/provider/stacks/dra/dra_others.h"

namespace cardinal::dra {

namespace {

using Id = std::tuple<std::string_view, std::string_view, std::string_view>;

Id idOf(const NodeState::Place& place) {
  return {place.slice->driver, place.slice->pool, place.device->name};
}

}  // namespace

const NodeState::Place* NodeState::find(std::string_view driver, std::string_view pool, std::string_view device) const {
  const Id wanted{driver, pool, device};
  const auto at = std::lower_bound(places.begin(), places.end(), wanted,
                                   [&](const Place& place, const Id& id) { return idOf(place) < id; });
  return at != places.end() && idOf(*at) == wanted ? &*at : nullptr;
}

bool NodeState::fillStackCard(std::size_t at, const cardinal::Card& card, StackCard& out) const {
  if (at >= types.size() || !card.holderKnown) return false;
  out.type = types[at];
  out.memory = memories[at];
  out.marks = card.held ? kMarkHeld : std::uint16_t{0};
  return true;
}

}  // namespace cardinal::dra

namespace cardinal::provider {
namespace {

using dra::NodeState;

constexpr std::int32_t kWholeCard = 100;
constexpr std::size_t kMaxDevices = 4096;  // a slice has at most 128
constexpr std::size_t kMaxHolders = 256;

/// See ExtrasStore::of.
bool claimsAreKnown(const NodeExtras& extras) {
  return std::none_of(extras.claims.begin(), extras.claims.end(), [](const auto& claim) { return claim == nullptr; });
}

bool isHeld(const std::optional<DraPiece>& piece) {
  return piece && piece->isHeld();
}

bool isShared(const std::optional<DraPiece>& piece) {
  return piece && piece->isShared();
}

bool isTainted(const std::optional<DraPiece>& piece) {
  return piece && !piece->raw->taints.empty();
}

// Who uses the devices

/// Reads which devices the pods of one node use, as the claims say.
class DraPods final : public StackPods {
 public:
  DraPods(std::shared_ptr<const NodeState> state, const NodeExtras& extras) : m_state(std::move(state)) {
    for (const auto& claim : extras.claims) {
      if (claim == nullptr || !claim->allocation) continue;
      for (const RawClaimUser& user : claim->reservedFor) {
        if (user.resource == "pods") m_claims[{claim->meta.key.ns, user.name}].push_back({claim, user.uid});
      }
    }
  }

  void read(const RawPod& pod, PodUsage& usage) override {
    if (usage.request.kind() != GpuRequest::Kind::Claims) return;
    usage.shares.clear();
    const auto found = m_claims.find(pod.meta.key);
    if (found == m_claims.end()) return;
    for (const Use& use : found->second) {
      const bool isOther = !use.uid.empty() && !pod.meta.uid.empty() && use.uid != pod.meta.uid;
      if (!isOther) addShares(*use.claim, usage);
    }
    if (!usage.shares.empty()) usage.source = AllocationSource::ClaimResult;
  }

 private:
  struct Use {
    std::shared_ptr<const RawResourceClaim> claim;
    std::string uid;
  };

  /// Users of one claim share its devices; each gets an equal part, so that sums over pods stay right.
  void addShares(const RawResourceClaim& claim, PodUsage& usage) const {
    const auto users = static_cast<std::int64_t>(std::max<std::size_t>(claim.reservedFor.size(), 1));
    for (const RawDeviceResult& result : claim.allocation->results) {
      const NodeState::Place* place = m_state->find(result.driver, result.pool, result.device);
      // How large a part of a device is that claims share is not read.
      if (place == nullptr || !result.shareId.empty()) continue;
      const auto same = std::find_if(usage.shares.begin(), usage.shares.end(),
                                     [&](const CardShare& share) { return share.card == place->card; });
      CardShare& share =
          same != usage.shares.end() ? *same : usage.shares.emplace_back(CardShare{place->card, {}, {}, 0});
      // Admin access takes nothing from others.
      if (result.adminAccess) continue;
      share.memory.value = saturatedSum(share.memory.value, place->memoryMib.value_or(0) / users);
      if (place->isWhole) share.core = CorePercent(static_cast<std::int32_t>(kWholeCard / users));
    }
  }

  std::shared_ptr<const NodeState> m_state;
  std::map<ObjectKey, std::vector<Use>> m_claims;
};

// Cards

/// The instances of one profile on one card.
struct Group {
  InstanceGroup instances;
  std::vector<std::string_view> possible;  ///< placements that nobody holds
};

class CardMaker {
 public:
  CardMaker(const NodeExtras& extras, bool holdersKnown)
      : m_counters(extras), m_holdersKnown(holdersKnown), m_state(std::make_shared<NodeState>()) {}

  void add(const DraCard& published, NodeCapacity& out) {
    const auto index = static_cast<CardIndex>(out.cards.size());
    out.devicesToFill().cards.push_back(detailOf(published));
    out.cards.push_back(cardOf(published, index, out));
    addPlaces(published, index);
  }

  std::shared_ptr<NodeState> takeState() {
    std::sort(m_state->places.begin(), m_state->places.end(),
              [](const auto& a, const auto& b) { return dra::idOf(a) < dra::idOf(b); });
    return std::move(m_state);
  }

 private:
  Card cardOf(const DraCard& published, CardIndex index, NodeCapacity& out) const {
    Card card;
    card.index = static_cast<std::uint16_t>(index);
    const bool tainted = isTainted(published.whole) || isTainted(published.passed);
    card.health = tainted ? CardHealth::Unknown : CardHealth::Healthy;
    const bool isParted = isShared(published.whole);
    // What claims hold of it by its other name is not taken from what is left by this one.
    const bool isHeldAgain = std::any_of(published.again.begin(), published.again.end(),
                                         [](const DraPiece& piece) { return piece.isHeld(); });
    card.holderKnown = m_holdersKnown && !isParted && !isHeldAgain;
    if (!published.again.empty()) reportAgain(published, index, out);
    const bool isAbsurd = published.memoryMiB && *published.memoryMiB > kMaxUnitsPerNode;
    if (isAbsurd)
      out.findings.push_back(
          {FindingCode::AbsurdCapacity, index, {}, "memory", kMaxUnitsPerNode, *published.memoryMiB});
    const Quantity* declared = published.whole ? find(published.whole->raw->capacity, "memory") : nullptr;
    if (declared != nullptr && *declared < Quantity())
      out.findings.push_back({FindingCode::AbsurdCapacity, index, {}, "memory", kMaxUnitsPerNode, declared->value()});
    card.held = card.holderKnown && (isHeld(published.whole) || isHeld(published.passed));
    const auto allocated = allocatedOf(published, card.held);
    if (published.memoryMiB && !isAbsurd && allocated && card.holderKnown) {
      card.memoryKnown = true;
      card.memTotal = MemUnits(*published.memoryMiB);
      card.memAllocated = MemUnits(*allocated);
      card.memScheduler = card.memAllocated;
    }
    // How much of the card's compute an instance has is not published.
    if (!published.instances.empty() || !card.holderKnown) return card;
    card.coreKnown = true;
    card.coreTotal = CorePercent(kWholeCard);
    card.coreAllocated = CorePercent(card.held ? kWholeCard : 0);
    card.coreScheduler = card.coreAllocated;
    return card;
  }

  /// Two drivers, or two names, for one card: the scheduler gives it out twice.
  static void reportAgain(const DraCard& published, CardIndex index, NodeCapacity& out) {
    std::vector<std::string> names;
    const auto add = [&](const DraPiece& piece) {
      std::string name = piece.slice->driver + "/" + piece.slice->pool + "/" + piece.raw->name;
      if (names.size() < 4) names.push_back(clipped(name));
    };
    if (published.whole) add(*published.whole);
    for (const DraPiece& piece : published.again) add(piece);
    out.findings.push_back({FindingCode::SeveralModesPublished, index, {}, clipped(joined(names)), 0, 0});
  }

  /// Nothing where a device of unknown memory is allocated.
  static std::optional<std::int64_t> allocatedOf(const DraCard& published, bool wholeHeld) {
    if (wholeHeld) return published.memoryMiB;
    std::int64_t sum = 0;
    for (const DraPiece& piece : published.instances) {
      if (!piece.isHeld()) continue;
      if (!piece.memoryMiB) return std::nullopt;
      sum = saturatedSum(sum, *piece.memoryMiB);
    }
    return sum;
  }

  CardDetail detailOf(const DraCard& published) const {
    CardDetail detail;
    const DraPiece* device = published.whole ? &*published.whole : published.passed ? &*published.passed : nullptr;
    const bool hasNameOnly = published.uuid.empty() && device != nullptr;
    detail.id = clipped(hasNameOnly ? std::string_view(device->raw->name) : published.uuid);
    detail.model = clipped(published.product);
    if (published.numaNode && *published.numaNode >= 0 && *published.numaNode <= INT32_MAX)
      detail.numa = static_cast<int>(*published.numaNode);
    if (published.memoryMiB && *published.memoryMiB <= kMaxUnitsPerNode) detail.memoryMib = published.memoryMiB;
    detail.instances = instancesOf(published);
    return detail;
  }

  std::vector<InstanceGroup> instancesOf(const DraCard& published) const {
    std::map<std::string, Group> groups;
    for (const DraPiece& piece : published.instances) {
      const std::string profile = clipped(piece.profile.empty() ? std::string_view(piece.raw->name) : piece.profile);
      const auto [at, isNew] = groups.try_emplace(profile);
      Group& group = at->second;
      if (isNew) {
        group.instances = {profile, {}, 0, 0, piece.memoryMiB, {}};
      } else if (group.instances.memoryMib != piece.memoryMiB) {
        group.instances.memoryMib.reset();
      }
      addPiece(piece, group);
    }
    std::vector<InstanceGroup> out;
    for (auto& [profile, group] : groups) {
      group.instances.total += m_counters.stillPossible(published.driver, published.pool, group.possible);
      if (!m_holdersKnown) group.instances.allocated.reset();
      std::sort(group.instances.holders.begin(), group.instances.holders.end());
      if (group.instances.total > 0) out.push_back(std::move(group.instances));
    }
    return out;
  }

  static void addPiece(const DraPiece& piece, Group& group) {
    if (piece.usesCounters && !piece.isHeld()) {
      group.possible.push_back(piece.raw->name);
      return;
    }
    ++group.instances.total;
    if (!piece.isHeld()) return;
    ++*group.instances.allocated;
    auto& holders = group.instances.holders;
    for (const DraHolder& holder : piece.holders) {
      if (holder.adminAccess) continue;
      for (const ObjectKey& pod : holder.pods) {
        const std::string name = displayName(pod);
        const bool isThere = std::find(holders.begin(), holders.end(), name) != holders.end();
        if (!isThere && holders.size() < kMaxHolders) holders.push_back(name);
      }
    }
  }

  void addPlaces(const DraCard& published, CardIndex index) {
    const auto add = [&](const DraPiece& piece, bool isWhole) {
      const auto memory = isWhole && !piece.memoryMiB ? published.memoryMiB : piece.memoryMiB;
      m_state->places.push_back({piece.slice, piece.raw, memory, index, isWhole});
    };
    if (published.whole) add(*published.whole, true);
    if (published.passed) add(*published.passed, true);
    for (const DraPiece& piece : published.instances) add(piece, false);
    for (const DraPiece& piece : published.again) add(piece, piece.profile.empty());
  }

  dra::CounterBook m_counters;
  bool m_holdersKnown;
  std::shared_ptr<NodeState> m_state;
};

// Findings

std::string textOf(const DraPoolProblem& problem) {
  const std::string pool = problem.driver + "/" + problem.pool;
  if (problem.kind == DraPoolProblem::Kind::DeviceTwice) return pool + ": " + problem.device + " twice";
  return pool + ": " + std::to_string(problem.slices) + " of " + std::to_string(problem.awaited) + " ResourceSlices";
}

void addLost(const DraLostDevice& lost, NodeCapacity& out) {
  if (lost.holder.adminAccess) return;
  const std::string claim = displayName(lost.holder.claim);
  if (lost.holder.pods.empty()) {
    out.findings.push_back({FindingCode::FieldUnreadable,
                            kPendingCard,
                            {},
                            clipped("ResourceClaim " + claim + ": " + lost.result.device),
                            0,
                            0});
  }
  for (const ObjectKey& pod : lost.holder.pods)
    out.findings.push_back({FindingCode::CardOutOfRange, kPendingCard, displayName(pod), clipped(lost.result.device),
                            static_cast<std::int64_t>(out.cards.size()), 0});
}

void addFindings(const NodeExtras& extras, const DraNodeCards& published, NodeCapacity& out) {
  for (const DraPoolProblem& problem : published.problems) {
    // Slices that are still to come are no fault of an object: the driver starts, or publishes anew.
    const bool isFault = problem.kind == DraPoolProblem::Kind::DeviceTwice;
    const std::string text = clipped(textOf(problem));
    if (!isFault || (published.cards.empty() && isGpuDriver(problem.driver)))
      out.findings.push_back({FindingCode::StackNotRead, kPendingCard, {}, text, problem.awaited, problem.slices});
    if (isFault)
      out.findings.push_back(duplicateName(clipped(problem.driver + "/" + problem.pool + ": " + problem.device)));
  }
  for (const DraLostDevice& lost : published.lost) addLost(lost, out);
  const auto report = [&](const std::vector<FieldProblem>& problems) {
    for (const FieldProblem& problem : problems)
      out.findings.push_back({FindingCode::FieldUnreadable,
                              kPendingCard,
                              {},
                              clipped(problem.field) + ": " + clipped(problem.value),
                              0,
                              0});
  };
  for (const auto& slice : extras.slices) report(slice->problems);
  for (const auto& claim : extras.claims) {
    if (claim != nullptr) report(claim->problems);
  }
  if (!claimsAreKnown(extras))
    out.findings.push_back({FindingCode::StackNotRead, kPendingCard, {}, std::string(kClaimsNotRead), 0, 0});
}

void fillTotals(NodeCapacity& out) {
  const auto& details = out.devices->cards;
  if (!details.empty()) {
    const std::string& model = details.front().model;
    const bool alike =
        std::all_of(details.begin(), details.end(), [&](const CardDetail& card) { return card.model == model; });
    if (alike) out.gpu.model = model;
  }
  for (const Card& card : out.cards) out.gpu.memTotal.value = saturatedSum(out.gpu.memTotal.value, card.memTotal.value);
  out.gpu.memCapacity = out.gpu.memTotal;
}

bool isInstance(const RawDevice& device) {
  return find(device, "parentUUID") != nullptr;
}

LabelHash typeOf(const RawResourceSlice& slice, const RawDevice& device) {
  LabelHash out = mixedWell(hashOfLabelText(slice.driver), device.attributes.size());
  for (const auto& [name, value] : device.attributes) {
    if (isOfOneDevice(name)) continue;
    out = mixedWell(mixedWell(out, hashOfLabelText(name)), hashOfLabelText(value.text));
    out = mixedWell(mixedWell(out, static_cast<LabelHash>(value.kind)), static_cast<LabelHash>(value.integer));
  }
  for (const ResourceAmount& amount : device.capacity) {
    out = mixedWell(mixedWell(out, hashOfLabelText(amount.name)), static_cast<LabelHash>(amount.amount.value()));
    out = mixedWell(out, static_cast<LabelHash>(amount.amount.milliValue()));
  }
  return out;
}

/// Nothing but claims and selectors decides about the device, which is the whole card.
bool isPlainCard(const DraCard& card, const RawDevice& device) {
  const bool isWhole = card.whole && card.whole->raw->name == device.name && !card.passed && card.instances.empty();
  return isWhole && device.consumes.empty() && device.taints.empty() && !device.hasBindingConditions &&
         !device.allowMultipleAllocations && !device.nodes.isSet();
}

void fillTypes(const RawNode& node, const NodeExtras& extras, const DraNodeCards& published, NodeState& out) {
  const bool isAlone = extras.slices.size() == 1 && published.problems.empty() && published.otherDevices == 0;
  if (!isAlone) return;
  const RawResourceSlice& slice = *extras.slices.front();
  const bool isPlain = slice.nodes.nodeName == node.meta.key.name && slice.sliceCount == 1 &&
                       !slice.hasPerDeviceNodes && slice.sharedCounters.empty() &&
                       slice.devices.size() == published.cards.size();
  for (std::size_t i = 0; isPlain && i < slice.devices.size(); ++i) {
    const DraCard& card = published.cards[i];
    if (!isPlainCard(card, slice.devices[i])) {
      out.types.clear();
      return;
    }
    const auto memory = card.whole->memoryMiB ? card.whole->memoryMiB : card.memoryMiB;
    const RawDevice& device = slice.devices[i];
    const bool isLikeLast = i > 0 && device.attributes.sharesWith(slice.devices[i - 1].attributes) &&
                            device.capacity.sharesWith(slice.devices[i - 1].capacity);
    out.types.push_back(isLikeLast ? out.types.back() : typeOf(slice, device));
    out.memories.push_back(memory.value_or(-1));
  }
}

/// Pods of the device plugin do not say which of the cards they have.
bool isOfferedByPlugin(const RawNode& node) {
  const Quantity* cards = find(node.allocatable, kNvidiaGpu);
  return cards != nullptr && *cards > Quantity{};
}

/// Without a usable pool the cards are not known; that is not a node without cards.
bool isUnread(const DraNodeCards& published) {
  return published.cards.empty() && std::any_of(published.problems.begin(), published.problems.end(),
                                                [](const auto& problem) { return isGpuDriver(problem.driver); });
}

}  // namespace

bool offersClaimableGpus(const RawNode& node, const NodeExtras* extras) {
  if (extras == nullptr) return false;
  return std::any_of(extras->slices.begin(), extras->slices.end(), [&](const auto& slice) {
    if (slice->nodes.nodeName != node.meta.key.name) return false;
    return isGpuDriver(slice->driver) || std::any_of(slice->devices.begin(), slice->devices.end(), isInstance);
  });
}

std::optional<NodeCapacity> readDraCapacity(const RawNode& node, const NodeExtras* extras) {
  if (!offersClaimableGpus(node, extras) && !offersOtherAccelerators(node, extras)) return std::nullopt;
  std::size_t devices = 0;
  for (const auto& slice : extras->slices) devices += slice->devices.size();
  if (devices > kMaxDevices) return std::nullopt;
  const DraNodeCards published = draCardsOf(node.meta.key.name, extras->slices, extras->claims);
  if (published.cards.size() > static_cast<std::size_t>(kMaxCardsPerNode)) return std::nullopt;
  NodeCapacity out;
  out.gpu.stack = GpuStack::Dra;
  out.gpu.mode = isUnread(published) ? GpuMode::NotRead : GpuMode::Claims;
  out.gpu.unit = MemoryUnit::MiB;
  CardMaker maker(*extras, claimsAreKnown(*extras) && !isOfferedByPlugin(node));
  NodeDevices& known = out.devicesToFill();
  for (const DraCard& card : published.cards) maker.add(card, out);
  addFindings(*extras, published, out);
  fillTotals(out);
  const std::shared_ptr<NodeState> state = maker.takeState();
  state->slices = published.slices;
  fillTypes(node, *extras, published, *state);
  out.pods = std::make_shared<DraPods>(state, *extras);
  known.state = state;
  return out;
}

}  // namespace cardinal::provider
