// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/model/node_condition.h"
#include "core/provider/pod_request.h"
#include "core/provider/record/device_counts.h"
#include "core/provider/record/kai_cards.h"
#include "core/provider/record/node_findings.h"
#include "core/provider/record/operator_facts.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/provider/registry/registry.h"
#include "core/provider/stacks/ack/ack.h"
#include "core/provider/stacks/gpushare/gpushare.h"
#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/koordinator/koordinator_reservations.h"
#include "core/provider/stacks/recognise.h"

namespace cardinal {
namespace {

NodeReadiness readinessOf(const RawNode& node) {
  const NodeCondition* ready = readyCondition(node);
  if (ready == nullptr) return NodeReadiness::Unknown;
  if (ready->status == "True") return NodeReadiness::Ready;
  return ready->status == "False" ? NodeReadiness::NotReady : NodeReadiness::Unknown;
}

void addSaturated(MemUnits& sum, MemUnits amount) {
  sum.value = saturatedSum(sum.value, amount.value);
}
void addSaturated(CorePercent& sum, CorePercent amount) {
  sum.value = saturatedSum(sum.value, amount.value);
}
/// In what is allocated and in what the scheduler has recorded.
void addToBoth(Card& card, const CardShare& share) {
  addSaturated(card.memAllocated, share.memory);
  addSaturated(card.coreAllocated, share.core);
  addSaturated(card.memScheduler, share.memory);
  addSaturated(card.coreScheduler, share.core);
}

/// Puts one node together; lives for one call.
class NodeAssembler {
 public:
  using Pods = std::vector<std::shared_ptr<const RawPod>>;

  NodeAssembler(std::shared_ptr<const RawNode> node, const std::string& name, const Pods& pods,
                const RawUnhealthyGpus* unhealthy, std::shared_ptr<const NodeExtras> extras)
      : m_record(std::make_shared<NodeRecord>()) {
    m_record->raw = std::move(node);
    m_record->extras = std::move(extras);
    m_record->name = name;
    m_record->pods.reserve(pods.size());
    constexpr std::size_t kUsualResources = 5;  // of a large cluster's memory, room for more is felt
    m_record->requested.reserve(kUsualResources);
    m_record->scheduler.pods.reserve(pods.size());
    m_record->scheduler.podClasses.reserve(pods.size());
    if (!m_record->exists()) return;
    if (m_record->extras != nullptr) m_kept = koordinator::KeptBook(m_record->extras->reservations);
    addImages();
    const StringMap& labels = m_record->raw->meta.labels;
    m_record->scheduler.hasSpreadLabels =
        find(labels, "kubernetes.io/hostname") != nullptr && find(labels, "topology.kubernetes.io/zone") != nullptr;
    m_record->readiness = readinessOf(*m_record->raw);
    provider::reportNodeProblems(*m_record->raw, m_record->findings);
    if (m_record->extras != nullptr) provider::reportErdma(*m_record->extras, m_record->findings);
    auto capacity = readCapacity(*m_record->raw, unhealthy, m_record->extras.get());
    if (!capacity) return;
    if (countsAsCards(capacity->gpu.mode) && std::any_of(pods.begin(), pods.end(), isOfHami))
      capacity = provider::notRead(*m_record->raw, GpuStack::Hami);
    m_record->gpu = std::move(capacity->gpu);
    m_record->cards = std::move(capacity->cards);
    m_record->links = std::move(capacity->links);
    m_devices = std::move(capacity->devices);
    m_stackPods = std::move(capacity->pods);
    for (Finding& finding : capacity->findings) m_record->findings.push_back(std::move(finding));
    m_holders.known.resize(m_record->cards.size());
  }

  void add(const std::shared_ptr<const RawPod>& raw) {
    if (raw->spec.nodeName.empty()) return addAssigned(*raw);
    const provider::RequestedResources requested = provider::requestedResources(*raw);
    const bool isLiving = !isTerminal(*raw);
    if (isLiving || requested.any()) provider::readEffectiveRequests(*raw, m_amounts);
    if (isLiving) {
      ++m_record->podCount;
      provider::addAmounts(m_record->requested, m_amounts);
      if (!m_kept.isEmpty()) m_kept.add(*raw);
      addForPodRules(raw);
      provider::reportSmcR(*raw, m_record->findings);
      if (m_firstLiving.empty() && !m_record->exists()) m_firstLiving = provider::displayName(raw->meta.key);
    }
    PodUsage usage = readUsage(*raw, requested, m_amounts);
    if (usage.request.kind() == GpuRequest::Kind::None) {
      if (isLiving) addOtherDevices(*raw);
      return;
    }
    if (m_stackPods != nullptr && isLiving) {
      m_stackPods->read(*raw, usage);
      m_hasUnplaced = m_hasUnplaced || isUnplaced(usage);
    }
    addGpuPod(raw, std::move(usage));
  }

  NodePtr finish() {
    if (isExclusive()) m_kai.place(*m_record, m_holders);
    if (isWholeCardMode(m_record->gpu.mode)) markWholeCards();
    if (isExclusive()) m_kai.fill(*m_record, m_devices);
    if (!m_kept.isEmpty()) keepRoom();
    if (m_hasUnplaced && m_record->gpu.mode == GpuMode::Vgpu) hideHolders();
    if (m_stackPods != nullptr && m_devices != nullptr) m_stackPods->finish(*m_devices);
    if (m_devices != nullptr) {
      provider::countDevices(*m_record, *m_devices);
      m_record->devices = std::move(m_devices);
    }
    if (!m_record->exists() && m_record->podCount > 0) {
      m_record->findings.push_back(
          {FindingCode::NodeMissing, kPendingCard, m_firstLiving, m_record->name, 0, m_record->podCount});
    }
    provider::reportCards(*m_record, m_record->findings);
    std::sort(m_record->pods.begin(), m_record->pods.end(),
              [](const PodPtr& a, const PodPtr& b) { return a->key() < b->key(); });
    return std::move(m_record);
  }

 private:
  /// A pod that is not bound counts on the cards alone. HAMi counts it from the moment at which it has chosen them
  /// (v2.10.0, pkg/scheduler/scheduler.go, onAddPod).
  void addAssigned(const RawPod& raw) {
    if (m_record->gpu.stack != GpuStack::Hami || m_stackPods == nullptr || isTerminal(raw)) return;
    PodUsage usage = readUsage(raw);
    m_stackPods->read(raw, usage);
    if (!usage.countsForScheduler) return;
    for (const CardShare& share : usage.counted ? *usage.counted : usage.shares) {
      Card* card = cardAt(share.card);
      if (card == nullptr) continue;
      addToBoth(*card, share);
      card->slotsHeld = static_cast<std::uint16_t>(std::min(card->slotsHeld + share.slotsTaken, 0xffff));
    }
  }

  /// NICs and FPGAs that Koordinator gave to a pod without a GPU (v1.8.0, deviceshare/eventhandler_pod.go: whatever the
  /// pod asks).
  void addOtherDevices(const RawPod& raw) {
    if (m_record->gpu.stack != GpuStack::Koordinator || m_stackPods == nullptr) return;
    if (find(raw.meta.annotations, koordinator::kDeviceAllocated) == nullptr) return;
    PodUsage usage;
    m_stackPods->read(raw, usage);
  }

  static bool countsAsCards(GpuMode mode) { return mode == GpuMode::Exclusive || isSlicedMode(mode); }

  /// HAMi gave the pod a part of a card, so `nvidia.com/gpu` of its node counts parts, though the node has no mark of
  /// it.
  static bool isOfHami(const std::shared_ptr<const RawPod>& pod) {
    if (isTerminal(*pod) || pod->spec.nodeName.empty()) return false;
    return find(pod->meta.annotations, hami::kAllocated) != nullptr ||
           find(pod->meta.annotations, "4pd.io/vgpu-ids-new") != nullptr;
  }

  /// A pod that has cards of the node, and nothing says which.
  static bool isUnplaced(const PodUsage& usage) {
    return usage.shares.empty() &&
           std::any_of(usage.findings.begin(), usage.findings.end(), [](const Finding& finding) {
             return finding.code == FindingCode::AllocationMissing ||
                    finding.code == FindingCode::MalformedAllocation || finding.code == FindingCode::CardOutOfRange;
           });
  }

  /// It may hold a part of any card: none of them is known to be free.
  void hideHolders() {
    for (Card& card : m_record->cards) card.holderKnown = card.slotsHeldKnown = false;
  }

  bool holdsSharedCards() const {
    const NodeGpu& gpu = m_record->gpu;
    return isSharedMode(gpu.mode) || (gpu.mode == GpuMode::Unknown && gpu.perCardInspect.value > 0);
  }

  /// What Reservations keep of a card is as little free as what pods hold.
  void keepRoom() {
    KeptRooms rooms = m_kept.take();
    if (m_stackPods != nullptr) m_stackPods->keep(rooms);
    for (const KeptRoom& room : rooms) {
      for (const CardShare& share : room.cards) {
        Card* card = cardAt(share.card);
        if (card == nullptr) continue;
        addToBoth(*card, share);
      }
    }
    m_record->kept = std::make_shared<const KeptRooms>(std::move(rooms));
  }

  bool isExclusive() const { return m_record->gpu.mode == GpuMode::Exclusive; }

  void addImages() {
    auto& images = m_record->scheduler.images;
    for (const NodeImage& image : m_record->raw->images) {
      const std::string_view names = image.names;
      for (std::size_t from = 0; from < names.size();) {
        const std::size_t end = std::min(names.find('\n', from), names.size());
        images.push_back({hashOfImage(names.substr(from, end - from)), image.bytes});
        from = end + 1;
      }
    }
  }

  void addForPodRules(const std::shared_ptr<const RawPod>& raw) {
    SchedulerView& view = m_record->scheduler;
    const provider::WeighedRequest weighed = provider::weighedRequest(*raw);
    view.cpuMilli = saturatedSum(view.cpuMilli, weighed.cpuMilli);
    view.memory = saturatedSum(view.memory, weighed.memory);
    if (raw->spec.hasPodAffinity) ++view.podsWithAffinity;
    view.lowestPriority = std::min(view.lowestPriority, raw->spec.priority);
    addLabels(*raw, view);
    view.pods.push_back(raw);
  }

  static void addLabels(const RawPod& pod, SchedulerView& view) {
    const LabelHash ns = hashOfLabelText(pod.meta.key.ns);
    LabelHash all = mixedWell(ns, isTerminating(pod) ? 1 : 0);
    for (const auto& [key, value] : pod.meta.labels) {
      const LabelHash label = hashOfLabel(ns, key, value);
      view.labels.add(label);
      all = mixedWell(all, label);
    }
    for (const OwnerRef& owner : pod.meta.owners) {
      if (!owner.controller) continue;
      all = mixedWell(all, ~hashOfLabelText(owner.uid));
      break;
    }
    view.podClasses.push_back(all);
  }

  void addGpuPod(const std::shared_ptr<const RawPod>& raw, PodUsage usage) {
    auto pod = std::make_shared<PodRecord>();
    pod->raw = raw;
    pod->request = std::move(usage.request);
    pod->source = usage.source;
    pod->shares = std::move(usage.shares);
    pod->countsForInspect = !isTerminal(*raw);
    if (pod->countsForInspect) {
      if (m_stackPods != nullptr)
        addStackShares(*pod, usage.countsForScheduler, usage.counted ? *usage.counted : pod->shares);
      if (holdsSharedCards() && pod->request.kind() == GpuRequest::Kind::Shared) addShared(*pod);
      addPending(*pod);
      addWhole(*pod);
      if (isExclusive()) m_kai.add(pod);
      provider::reportPod(*m_record, *pod, std::move(usage.findings), m_record->findings);
    }
    m_record->pods.push_back(std::move(pod));
  }

  void addStackShares(PodRecord& pod, bool counts, const std::vector<CardShare>& counted) {
    pod.countsForScheduler = counts && !counted.empty();
    // Claims hold devices with or without pods; the adapter has read what they hold.
    const bool isClaimed = m_record->gpu.mode == GpuMode::Claims;
    for (const CardShare& share : pod.shares) {
      Card* card = cardAt(share.card);
      if (card == nullptr) continue;
      if (card->pods < std::numeric_limits<std::uint16_t>::max()) ++card->pods;
      if (isClaimed) continue;
      addSaturated(card->memAllocated, share.memory);
      addSaturated(card->coreAllocated, share.core);
    }
    if (!counts || isClaimed) return;
    for (const CardShare& share : counted) {
      Card* card = cardAt(share.card);
      if (card == nullptr) continue;
      addSaturated(card->memScheduler, share.memory);
      addSaturated(card->coreScheduler, share.core);
      card->slotsHeld = static_cast<std::uint16_t>(std::min(card->slotsHeld + share.slotsTaken, 0xffff));
    }
  }

  void addShared(PodRecord& pod) {
    for (const CardShare& share : pod.shares) {
      Card* card = cardAt(share.card);
      if (card == nullptr) continue;
      if (card->pods < std::numeric_limits<std::uint16_t>::max()) ++card->pods;
      addSaturated(card->memAllocated, share.memory);
      if (card->coreKnown) addSaturated(card->coreAllocated, share.core);
    }
    if (isTerminating(*pod.raw) || !pod.request.asksSharedMemory()) return;
    if (m_record->gpu.stack == GpuStack::Ack && pod.source == AllocationSource::AckV2) {
      for (const CardShare& share : pod.shares) addForScheduler(pod, share);
      return;
    }
    auto share = m_record->gpu.stack == GpuStack::Ack ? provider::readAckV1Share(*pod.raw)
                                                      : provider::readExtenderShare(*pod.raw);
    if (!share) return;
    for (const CardShare& recorded : pod.shares) {
      if (recorded.card == share->card) share->core = recorded.core;
    }
    addForScheduler(pod, *share);
  }

  void addForScheduler(PodRecord& pod, const CardShare& share) {
    pod.countsForScheduler = true;
    Card* card = cardAt(share.card);
    if (card == nullptr) return;
    addSaturated(card->memScheduler, share.memory);
    if (card->coreKnown) addSaturated(card->coreScheduler, share.core);
  }

  void addPending(const PodRecord& pod) {
    for (const CardShare& share : pod.shares) {
      if (share.card == kPendingCard) addSaturated(m_record->memPending, share.memory);
    }
  }

  /// By the resource that the node offers whole cards under.
  bool requestsWholeCards(const GpuRequest& request) const {
    switch (m_record->gpu.mode) {
      case GpuMode::Exclusive:
        return request.kind() == GpuRequest::Kind::WholeCards;
      case GpuMode::Topology:
        return request.kind() == GpuRequest::Kind::Topology;
      case GpuMode::Whole:
        return request.kind() == GpuRequest::Kind::Counted && m_devices != nullptr &&
               request.resource == m_devices->wholeResource;
      default:
        return false;
    }
  }

  void addWhole(PodRecord& pod) {
    const bool counted = pod.request.kind() == GpuRequest::Kind::Counted || isSlicedMode(m_record->gpu.mode);
    if (counted) pod.countsForScheduler = true;
    if (!requestsWholeCards(pod.request)) return;
    pod.countsForScheduler = true;
    if (m_record->gpu.mode == GpuMode::Whole) pod.source = AllocationSource::WholeCards;
    const std::int64_t cards = pod.request.number().value_or(1);
    const std::int64_t held = std::int64_t{m_record->wholeCardsHeld} + cards;
    m_record->wholeCardsHeld = static_cast<int>(std::min<std::int64_t>(held, std::numeric_limits<int>::max()));
    std::int64_t known = 0;
    for (const CardShare& share : pod.shares) {
      if (cardAt(share.card) == nullptr) continue;
      m_holders.known[static_cast<std::size_t>(share.card)] = true;
      ++known;
    }
    m_holders.unknown += std::max<std::int64_t>(cards - known, 0);
  }

  void markWholeCards() {
    std::vector<Card>& cards = m_record->cards;
    const auto free = std::count(m_holders.known.begin(), m_holders.known.end(), false);
    const bool holderKnown = m_holders.unknown == 0 || m_holders.unknown >= free;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (!m_holders.known[i]) cards[i].holderKnown = holderKnown;
      if (m_holders.known[i]) markHeld(cards[i]);
    }
    // Healthy ones stand in first: what is left free is then not more than there is for certain.
    std::int64_t standIns = m_holders.unknown;
    for (const bool isUnhealthy : {false, true}) {
      for (std::size_t i = 0; i < cards.size() && standIns > 0; ++i) {
        if (m_holders.known[i] || (cards[i].health == CardHealth::Unhealthy) != isUnhealthy) continue;
        markHeld(cards[i]);
        --standIns;
      }
    }
  }

  static void markHeld(Card& card) {
    card.held = true;
    card.pods = 1;
    card.memAllocated = card.memTotal;
    card.memScheduler = card.memTotal;
    card.coreAllocated = card.coreTotal;
    card.coreScheduler = card.coreTotal;
  }

  Card* cardAt(CardIndex index) {
    if (index < 0 || static_cast<std::size_t>(index) >= m_record->cards.size()) return nullptr;
    return &m_record->cards[static_cast<std::size_t>(index)];
  }

  std::shared_ptr<NodeRecord> m_record;
  std::shared_ptr<NodeDevices> m_devices;
  std::shared_ptr<StackPods> m_stackPods;
  provider::WholeCardHolders m_holders;
  provider::KaiCards m_kai;
  koordinator::KeptBook m_kept;
  provider::NamedAmounts m_amounts;  ///< of the pod that is added
  std::string m_firstLiving;
  bool m_hasUnplaced = false;
};

}  // namespace

NodePtr makeNodeRecord(std::shared_ptr<const RawNode> node, const std::string& name,
                       const std::vector<std::shared_ptr<const RawPod>>& pods, const RawUnhealthyGpus* unhealthy,
                       std::shared_ptr<const NodeExtras> extras) {
  NodeAssembler assembler(std::move(node), name, pods, unhealthy, std::move(extras));
  for (const auto& pod : pods) assembler.add(pod);
  return assembler.finish();
}

}  // namespace cardinal
