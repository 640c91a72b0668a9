// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/evaluation/evaluator.h"

#include <algorithm>
#include <limits>

#include "core/alloc/created_pod.h"
#include "core/alloc/evaluation/make_demand.h"
#include "core/alloc/explain/changed_node.h"
#include "core/alloc/filter/host_ports.h"
#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/offer.h"
#include "core/alloc/filter/schedulable.h"
#include "core/alloc/filter/taints.h"
#include "core/alloc/filter/topology_spread.h"
#include "core/alloc/filter/volumes.h"
#include "core/alloc/stacks/hami/hami_quota.h"
#include "core/alloc/stacks/hami/hami_rule.h"
#include "core/alloc/stacks/kai_mig.h"
#include "core/alloc/stacks/kai_rule.h"
#include "core/alloc/stacks/topology_group.h"
#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/provider/stacks/hami/hami.h"

namespace cardinal::alloc {
namespace {

/// The extender that calls for pods with an empty request exists only where open-source nodes are.
Demand demandFor(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  Demand demand = makeDemand(request);
  demand.snapshot = &snapshot;
  demand.extenderOnly =
      demand.extenderOnly && std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(),
                                         [](const NodePtr& node) { return node->gpu.stack == GpuStack::Gpushare; });
  return demand;
}

std::vector<std::unique_ptr<Filter>> filtersFor(const Demand& demand, const SchedulerProfile& profile) {
  std::vector<std::unique_ptr<Filter>> filters;
  const auto add = [&](std::unique_ptr<Filter> filter) {
    if (filter) filters.push_back(std::move(filter));
  };
  add(makeClaimFilter(demand.request));
  add(makeSchedulableFilter(demand.spec));
  if (profile.has(KubeFilter::TaintToleration))
    add(makeTaintFilter(demand.spec, extendedToTolerate(*demand.request.pod)));
  if (profile.has(KubeFilter::NodeAffinity)) add(makeLabelFilter(demand.spec));
  if (profile.has(KubeFilter::NodePorts)) add(makeHostPortFilter(demand.spec));
  add(makeTopologyGroupFilter(demand.request, *demand.snapshot));
  add(makeKaiMigFilter(demand));
  add(makeOfferFilter(demand));
  add(makeVolumeFilter(demand.request, *demand.snapshot));
  return filters;
}

/// A pod may name a scheduler of which nothing is known.
SchedulerProfile profileOf(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  if (request.scheduler) return *request.scheduler;
  const bool isDefault = request.pod->spec.usesDefaultScheduler();
  return profileFor(isDefault ? std::string_view(snapshot.serverVersion) : std::string_view());
}

/// Which of the requested resources a DeviceClass stands for: by its extendedResourceName, or by the name that every
/// class has since 1.34 (KEP-5004).
std::vector<std::string> resourcesOfClasses(const Demand& demand, const ClusterSnapshot& snapshot) {
  constexpr std::string_view kPrefix = "deviceclass.resource.kubernetes.io/";
  constexpr int kImplicitNames = 34;
  std::vector<std::string> out;
  if (snapshot.extras == nullptr) return out;
  const bool hasImplicit = minorVersion(snapshot.serverVersion).value_or(kImplicitNames) >= kImplicitNames;
  const auto stands = [&](const RawDeviceClass& one, std::string_view resource) {
    if (one.extendedResourceName == resource) return true;
    return hasImplicit && resource.starts_with(kPrefix) && resource.substr(kPrefix.size()) == one.meta.key.name;
  };
  const auto& classes = snapshot.extras->classes;
  for (const ResourceAmount& entry : demand.resources) {
    if (std::any_of(classes.begin(), classes.end(), [&](const auto& one) { return stands(*one, entry.name); }))
      out.push_back(entry.name);
  }
  return out;
}

/// Devices are given to claims there, whether they were published completely or not.
bool isOfClaims(GpuMode mode, GpuStack stack) {
  return mode == GpuMode::Claims || (stack == GpuStack::Dra && mode == GpuMode::NotRead);
}

int toInt(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<int>::max()));
}

}  // namespace

Evaluator::Evaluator(const AllocationRequest& request, const ClusterSnapshot& snapshot)
    : m_request(request),
      m_selectors(snapshot.selectors.get()),
      m_demand(demandFor(request, snapshot)),
      m_profile(profileOf(request, snapshot)),
      m_scores(m_demand, snapshot, m_profile),
      m_filters(filtersFor(m_demand, m_profile)),
      m_podRules(podRulesFor(*request.pod, snapshot, m_profile)),
      m_nominated(nominatedBeside(*request.pod, snapshot, m_profile)),
      m_resources(m_demand, m_profile.checksUnnamedResources),
      m_bestFit(m_demand),
      m_ack(m_demand),
      m_wholeCards(m_demand),
      m_counted(m_demand),
      m_scored(provider::weighedIncoming(*request.pod)),
      m_isOfKai(isKaiRequest(m_demand.spec, m_demand.gpu)) {
  const bool stacks =
      m_demand.gpu.kind() == GpuRequest::Kind::Vgpu || m_demand.gpu.kind() == GpuRequest::Kind::WholeCards;
  for (std::size_t i = 0; stacks && i < m_stackRules.size(); ++i)
    m_stackRules[i] = makeStackRule(static_cast<GpuStack>(i), m_demand);
  joinHami();
  joinKoordinator();
  if (m_demand.gpu.kind() == GpuRequest::Kind::Claims) m_claims = makeClaimRule(m_demand, snapshot);
  if (auto use = makeClaimUseFilter(request, snapshot)) m_podRules.insert(m_podRules.begin(), std::move(use));
  m_mapped = resourcesOfClasses(m_demand, snapshot);
  if (m_profile.matchesNumaZones && (snapshot.extras == nullptr || !snapshot.extras->knows(ExtraKind::NodeTopology)))
    m_profile.hasUnknownParts = true;
  learnRules();
  for (const auto& rule : m_podRules) {
    if (BetweenReplicas* between = rule->betweenReplicas()) m_between.push_back(between);
  }
  if (request.onlyNode) m_aim = snapshot.findNode(*request.onlyNode);
}

/// Cards of other vendors than NVIDIA are requested by resources that kube-scheduler counts elsewhere.
void Evaluator::joinHami() {
  if (m_demand.gpu.kind() != GpuRequest::Kind::Counted || !isSharedByHami(*m_request.pod)) return;
  m_stackRules[static_cast<std::size_t>(GpuStack::Hami)] = makeStackRule(GpuStack::Hami, m_demand);
  Demand others = m_demand;
  eraseHamiResources(others.resources);
  m_hamiResources.emplace(others, m_profile.checksUnnamedResources);
}

/// Koordinator's scheduler gives NICs and FPGAs one by one, also to pods without a GPU.
void Evaluator::joinKoordinator() {
  if (m_demand.gpu.kind() != GpuRequest::Kind::None || m_demand.spec.usesDefaultScheduler()) return;
  m_requestsKoordinator =
      std::any_of(m_demand.resources.begin(), m_demand.resources.end(), [](const ResourceAmount& entry) {
        return entry.name == "koordinator.sh/rdma" || entry.name == "koordinator.sh/fpga";
      });
  if (m_requestsKoordinator)
    m_stackRules[static_cast<std::size_t>(GpuStack::Koordinator)] = makeStackRule(GpuStack::Koordinator, m_demand);
}

Family Evaluator::familyOf(GpuMode mode, GpuStack stack) const {
  // It shares out the cards of nodes that another stack's plugin offers as whole ones.
  if (m_isOfKai && mode == GpuMode::Exclusive) return alloc::familyOf(GpuStack::Kai);
  switch (m_demand.gpu.kind()) {
    case GpuRequest::Kind::Shared:
      if (m_demand.extenderOnly) return Family::OpenSource;
      if (!m_demand.gpu.asksSharedMemory()) return Family::Plain;
      return stack == GpuStack::Ack ? Family::Ack : Family::OpenSource;
    case GpuRequest::Kind::Vgpu:
      return alloc::familyOf(stack);
    case GpuRequest::Kind::WholeCards:
      // The others count nvidia.com/gpu nowhere: a plugin beside them publishes it.
      if (mode == GpuMode::Vgpu) return isCountedBeside(stack) ? Family::Counted : alloc::familyOf(stack);
      // Slots and MIG instances of the same name are no cards; cards that are claimed are not the plugin's.
      return isSlicedMode(mode) || isOfClaims(mode, stack) ? Family::Counted : Family::WholeCards;
    case GpuRequest::Kind::Topology:
      return Family::WholeCards;
    case GpuRequest::Kind::Counted:
      return m_hamiResources && stack == GpuStack::Hami && mode == GpuMode::Vgpu ? alloc::familyOf(GpuStack::Hami)
                                                                                 : Family::Counted;
    case GpuRequest::Kind::Claims:
      return Family::Claims;
    case GpuRequest::Kind::None:
      if (m_requestsKoordinator && stack == GpuStack::Koordinator && mode == GpuMode::Vgpu)
        return alloc::familyOf(GpuStack::Koordinator);
      break;
  }
  return Family::Plain;
}

/// Whole cards beside those that the scheduler of the stack shares out: only the kubelet's plugin knows which. A pod of
/// kube-scheduler's is never seen by Koordinator's.
bool Evaluator::isCountedBeside(GpuStack stack) const {
  return stack == GpuStack::Volcano || stack == GpuStack::GpuManager ||
         (stack == GpuStack::Koordinator && m_demand.spec.usesDefaultScheduler());
}

void Evaluator::learnRules() {
  const auto set = [this](Family family, const CardRule& rule) { m_rules[static_cast<std::size_t>(family)] = &rule; };
  set(Family::Plain, m_noCards);
  set(Family::OpenSource, m_bestFit);
  set(Family::Ack, m_ack);
  set(Family::WholeCards, m_wholeCards);
  set(Family::Counted, m_counted);
  set(Family::Claims, m_claims != nullptr ? *m_claims : static_cast<const CardRule&>(m_unknown));
  for (std::size_t i = 0; i < kStacks; ++i) {
    const auto& own = m_stackRules[i];
    set(alloc::familyOf(static_cast<GpuStack>(i)), own != nullptr ? *own : static_cast<const CardRule&>(m_unknown));
  }
}

/// Every filter is called once for every sort of open node, instead of for every node.
Evaluator::Sort Evaluator::learn(GpuMode mode, GpuStack stack) const {
  PlacementRow row;
  row.isOpen = true;
  row.mode = mode;
  row.stack = stack;
  const bool passes =
      std::all_of(m_filters.begin(), m_filters.end(), [&](const auto& filter) { return filter->surelyPasses(row); });
  return {true, passes, familyOf(mode, stack)};
}

bool Evaluator::needsRecords() const {
  const auto needs = [](const auto& filter) { return filter->needsRecord(); };
  return std::any_of(m_filters.begin(), m_filters.end(), needs) ||
         std::any_of(m_podRules.begin(), m_podRules.end(), needs);
}

bool Evaluator::needsDevices() const {
  if (m_claims != nullptr) return m_claims->readsStates();
  if (m_isOfKai) return true;
  if (m_requestsKoordinator) return true;
  const bool isOfStack = m_demand.gpu.kind() == GpuRequest::Kind::Vgpu || m_hamiResources;
  return isOfStack && rule(alloc::familyOf(m_hamiResources ? GpuStack::Hami : m_demand.gpu.stack)).readsStates();
}

std::optional<Rejection> Evaluator::checkPlace(const NodeView& view) const {
  for (const auto& filter : m_filters) {
    if (view.row != nullptr && filter->surelyPasses(*view.row)) continue;
    if (auto refused = filter->check(view)) return refused;
  }
  return std::nullopt;
}

bool Evaluator::missesCard(const Verdict& verdict) const {
  const auto& cards = verdict.choice.cards;
  return m_request.onlyCard && !cards.empty() &&
         std::find(cards.begin(), cards.end(), *m_request.onlyCard) == cards.end();
}

// Inlined by force: with and without nominated pods, the same for every node.
[[gnu::always_inline]] inline void Evaluator::evaluateWith(const NodeView& view, const PodRules& rules,
                                                           const TieBreaker& breakTie, Verdict& out) {
  out.feasible = false;
  out.cardsFit = false;
  out.room = CardRoom{};
  out.rules.reset();
  out.place.reset();
  const Sort sort = sortOf(view);
  if (!sort.passes || view.row == nullptr || !view.row->isOpen) out.place = checkPlace(view);
  if (out.place) return;
  out.family = sort.family;
  (m_hamiResources && out.family == alloc::familyOf(GpuStack::Hami) ? *m_hamiResources : m_resources)
      .check(view, out.resources);
  const TieRule tie{breakTie, m_request.onlyCard.value_or(kPendingCard)};
  const bool cardsFit = rule(out.family).choose(view, tie, out.choice, out.room);
  out.room.fits = std::min(out.room.fits, out.resources.room);
  if (out.room.fits == 0) out.room.usable = 0;
  if (out.resources.rejection) return;
  for (const auto& filter : rules) {
    if (view.row != nullptr && filter->surelyPasses(*view.row)) continue;
    if (m_ignoresReplicas && filter->betweenReplicas() != nullptr) continue;
    out.rules = filter->check(view);
    if (!out.rules) continue;
    out.room.fits = 0;
    out.room.usable = 0;
    return;
  }
  if (m_claims != nullptr) m_claims->reached();
  out.cardsFit = cardsFit;
  out.feasible = out.cardsFit && !isAimedAway(view) && !missesCard(out);
}

void Evaluator::evaluate(const NodeView& view, const TieBreaker& breakTie, Verdict& out) {
  if (!m_nominated.empty() && !passesWithNominated(view, breakTie, out)) return;
  evaluateWith(view, m_podRules, breakTie, out);
}

void Evaluator::evaluateAlone(const NodeView& view, const TieBreaker& breakTie, Verdict& out) {
  m_ignoresReplicas = true;
  evaluate(view, breakTie, out);
  m_ignoresReplicas = false;
}

bool Evaluator::isRefusedByRules(const NodeView& view, const Verdict& verdict) const {
  if (verdict.place || verdict.feasible || m_podRules.empty()) return false;
  return verdict.rules || std::any_of(m_podRules.begin(), m_podRules.end(),
                                      [&](const auto& rule) { return rule->check(view).has_value(); });
}

bool Evaluator::isRefusedForGood(const NodeView& view) const {
  return std::any_of(m_podRules.begin(), m_podRules.end(), [&](const auto& rule) {
    const auto refused = rule->betweenReplicas() != nullptr ? rule->check(view) : std::nullopt;
    return refused && refused->code != ReasonCode::TopologySpreadSkew;
  });
}

std::vector<bool> Evaluator::placed(const NodeView& view) {
  std::vector<bool> wide;
  for (BetweenReplicas* rule : m_between) wide.push_back(rule->place(view));
  for (const NominatedPods& nominated : m_nominated) {
    for (const auto& rule : nominated.rules) {
      if (BetweenReplicas* between = rule->betweenReplicas()) between->place(view);
    }
  }
  return wide;
}

/// True on nodes without such pods. The extenders are not called with them.
bool Evaluator::passesWithNominated(const NodeView& view, const TieBreaker& breakTie, Verdict& out) {
  const auto found = std::find_if(m_nominated.begin(), m_nominated.end(),
                                  [&](const NominatedPods& one) { return one.node == view.index; });
  if (found == m_nominated.end() || !view.node->exists()) return true;
  ChangedNode with(view);
  for (const auto& pod : found->pods) with.addRequests(pod);
  evaluateWith(with.view(), found->rules, breakTie, out);
  return !out.place && !out.resources.rejection && !out.rules;
}

/// A node whose sum would do when it is empty still never takes the pod where its cards are too small.
bool Evaluator::areCardsTooSmall(const NodeView& view, const Verdict& verdict, const Rejection& reason) const {
  const bool ofSum = reason.code == ReasonCode::InsufficientResource && reason.detail == kGpuMemory;
  const auto requested = m_request.gpu.shared();
  if (!ofSum || !requested || reason.waiting != Waiting::NotNow) return false;
  const bool oneCard = verdict.family == Family::OpenSource;
  const MemUnits share = oneCard ? requested->memory : requested->memoryPerCard();
  std::int64_t fits = 0;
  if (view.hasRowCards()) {
    for (std::size_t i = 0; i < view.row->cardCount; ++i) {
      const bool known = (view.row->knownCards >> i & 1U) != 0;
      fits += !known || view.row->cards[i].total >= share.value ? 1 : 0;
    }
  } else {
    fits = std::count_if(view.cards.begin(), view.cards.end(),
                         [&](const Card& card) { return !card.memoryKnown || card.memTotal >= share; });
  }
  return fits < (oneCard ? 1 : requested->cards);
}

void Evaluator::explain(const NodeView& view, const Verdict& verdict, NodeRejection& out) const {
  out.node = view.index;
  if (isAimedAway(view)) {
    out.reason = nodeRejection(ReasonCode::NotAimedAt, Waiting::Unknown);
  } else if (verdict.place) {
    out.reason = *verdict.place;
  } else if (verdict.resources.rejection) {
    out.reason = *verdict.resources.rejection;
    const bool counted = verdict.family == Family::Counted && out.reason.code == ReasonCode::NotEnoughWholeCards;
    if (counted) out.reason.code = ReasonCode::InsufficientResource;
    if (areCardsTooSmall(view, verdict, out.reason)) out.reason.waiting = Waiting::Never;
  } else if (verdict.rules) {
    out.reason = *verdict.rules;
  } else if (verdict.cardsFit) {
    explainAim(view, verdict, out);
  } else {
    rule(verdict.family).explain(view, out);
  }
  if (mayComeBack(view, out.reason)) out.reason.waiting = Waiting::Unknown;
  if (isLeftToHami(view, out.reason)) {
    out.reason = nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, "HAMi");
    out.cards.clear();
  }
  const bool isFull = !verdict.place && !verdict.rules && out.reason.waiting == Waiting::NotNow;
  if (isFull && !m_podRules.empty()) out.reason.waiting = onceEmptied(view);
  if (mayBeServedByClaims(view, out.reason)) {
    out.reason = nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, toString(GpuMode::Claims));
    out.cards.clear();
  }
}

/// The rules between pods come after the resources: a node that is full is not asked for them, but it stays refused by
/// those that the end of its pods does not change.
Waiting Evaluator::onceEmptied(const NodeView& view) const {
  Waiting out = Waiting::NotNow;
  for (const auto& filter : m_podRules) {
    const Waiting one = filter->onceEmptied(view);
    if (one == Waiting::Never) return one;
    if (one == Waiting::Unknown) out = one;
  }
  return out;
}

/// The kubelet knows of enough devices, and some of them are not healthy, or their plugin is paused.
bool Evaluator::mayComeBack(const NodeView& view, const Rejection& reason) const {
  const bool isOfDevices =
      reason.code == ReasonCode::NotEnoughWholeCards || reason.code == ReasonCode::InsufficientResource;
  if (reason.waiting != Waiting::Never || !isOfDevices || !view.exists()) return false;
  if (reason.detail.find("/") == std::string::npos) return false;
  // Most nodes that never fit have fewer cards, which are as many as registered: their objects need not be looked at.
  const bool isOfCards =
      reason.code == ReasonCode::NotEnoughWholeCards &&
      view.mode() == (m_demand.gpu.kind() == GpuRequest::Kind::Topology ? GpuMode::Topology : GpuMode::Exclusive);
  if (isOfCards && view.hasRowCards() && view.row->cardCount < reason.needed) return false;
  m_readsCapacity = true;
  const Quantity* registered = find(view.raw().capacity, reason.detail.text());
  const Quantity* offered = find(view.raw().allocatable, reason.detail.text());
  // Cards of a stack are registered, and their plugin offers nothing now.
  const bool isGone = view.mode() == GpuMode::Vgpu && (offered == nullptr || offered->value() <= 0) &&
                      std::any_of(view.node->findings.begin(), view.node->findings.end(),
                                  [](const Finding& one) { return one.code == FindingCode::StaleResource; });
  if (isGone) return true;
  return registered != nullptr && registered->value() >= reason.needed &&
         (offered == nullptr || offered->value() < reason.needed);
}

/// Parts of cards that stand on no node, because HAMi's extender counts them, and whose maker's rules are not here. A
/// node of that maker's may take the pod.
bool Evaluator::isLeftToHami(const NodeView& view, const Rejection& reason) const {
  if (m_demand.gpu.kind() != GpuRequest::Kind::Counted || reason.code != ReasonCode::InsufficientResource) return false;
  const std::string& resource = reason.detail.text();
  const RawPodSpec& spec = m_demand.spec;
  const bool mayJoin = spec.usesDefaultScheduler() || spec.schedulerName == hami::Config().schedulerName;
  if (!mayJoin || !view.exists() || !hami::isUnreadVendors(resource)) return false;
  const std::string_view maker = std::string_view(resource).substr(0, resource.find('/') + 1);
  const ResourceList& offered = view.raw().allocatable;
  return find(offered, resource) == nullptr &&
         std::any_of(offered.begin(), offered.end(), [&](const ResourceAmount& entry) {
           return entry.amount > Quantity{} && entry.name.starts_with(maker) && hami::isUnreadVendors(entry.name);
         });
}

/// Refused for lack of a resource that the node does not publish, while drivers offer it devices.
bool Evaluator::mayBeServedByClaims(const NodeView& view, const Rejection& reason) const {
  if (m_mapped.empty() || !view.node->exists() || view.node->extras == nullptr || view.node->extras->slices.empty())
    return false;
  const auto isPublished = [&](const std::string& resource) {
    const Quantity* offered = find(view.raw().allocatable, resource);
    return offered != nullptr && *offered > Quantity{};
  };
  const auto isMissing = [&](const std::string& resource) { return !isPublished(resource); };
  if (reason.code == ReasonCode::InsufficientResource)
    return std::any_of(m_mapped.begin(), m_mapped.end(),
                       [&](const std::string& one) { return reason.detail == one && isMissing(one); });
  const bool isOfCards = reason.code == ReasonCode::NotEnoughWholeCards || reason.code == ReasonCode::ModeMismatch ||
                         reason.code == ReasonCode::NoGpu;
  return isOfCards && std::any_of(m_mapped.begin(), m_mapped.end(), isMissing);
}

void Evaluator::explainAim(const NodeView& view, const Verdict& verdict, NodeRejection& out) const {
  const CardIndex aimed = *m_request.onlyCard;
  const CardRule& cardRule = rule(verdict.family);
  if (cardRule.takes(view, aimed)) {
    out.reason = Rejection{ReasonCode::NotAimedAt, Waiting::Unknown, aimed, aimed, verdict.choice.cards.front(), {}};
    out.cards.clear();
    out.cards.push_back(out.reason);
    return;
  }
  cardRule.explain(view, out);
  out.cards.keepOnly(aimed);
  if (!out.cards.empty()) out.reason = out.cards.front();
  out.sumWouldFit = false;
}

void Evaluator::fill(const NodeView& view, const Verdict& verdict, Candidate& out) const {
  const CardChoice& choice = verdict.choice;
  out.node = view.index;
  out.cards.assign(choice.cards.data(), choice.cards.data() + choice.cards.size());
  out.cardCount = choice.cardCount;
  out.cardsTied = choice.tied;
  out.memoryPerCard = choice.memoryPerCard;
  out.corePerCard = choice.corePerCard;
  out.score = choice.score;
  if (verdict.family == Family::Ack) out.parts.push_back({ScoreCode::CardPacking, choice.score, 100, true});
  if (verdict.family == Family::OpenSource) {
    out.parts.push_back({ScoreCode::BestFit, toInt(choice.leftOver), toInt(choice.cardTotal), false});
  }
  if (verdict.family == alloc::familyOf(GpuStack::Kai)) return;  // it has no score of kube-scheduler's
  if (m_profile.known) {
    m_scores.add(view, verdict.resources.basic, out);
    return;
  }
  if (const auto score = leastAllocated(verdict.resources.basic, m_scored)) {
    out.parts.push_back({ScoreCode::LeastAllocated, *score, 100, false});
  }
  if (const auto score = balancedAllocation(verdict.resources.basic, m_scored)) {
    out.parts.push_back({ScoreCode::BalancedAllocation, *score, 100, false});
  }
}

bool Evaluator::spreadsByDefault() const {
  const RawPod& pod = *m_request.pod;
  return m_profile.known && m_profile.defaultSpread && !isOfNewController(pod) &&
         !defaultSpreadRules(pod, m_selectors).empty();
}

bool Evaluator::looksAtOtherPods() const {
  const RawPod& pod = *m_request.pod;
  return !m_podRules.empty() || pod.spec.hasTopologySpread || pod.spec.hasPodAffinity || spreadsByDefault() ||
         isPlacedWithOthers();
}

bool Evaluator::asksExtenderAlone() const {
  return m_demand.gpu.kind() == GpuRequest::Kind::Shared && !m_demand.gpu.asksSharedMemory();
}

bool Evaluator::isPlacedWithOthers() const {
  return asksExtenderAlone() || isOfTopologyGroup(m_request) || isOfOnePodClaim(m_request);
}

bool Evaluator::canRecount() const {
  const RawPodSpec& spec = m_request.pod->spec;
  const bool isUnread =
      (spec.hasPodAffinity && spec.podAffinity.empty()) || (spec.hasTopologySpread && spec.topologySpread.empty());
  const auto recounts = [](const PodRules& rules) {
    return std::all_of(rules.begin(), rules.end(),
                       [](const auto& rule) { return rule->canRecount() || rule->surelyPasses(PlacementRow()); });
  };
  return !isUnread && !asksExtenderAlone() && !isOfTopologyGroup(m_request) && recounts(m_podRules) &&
         std::all_of(m_nominated.begin(), m_nominated.end(),
                     [&](const NominatedPods& one) { return recounts(one.rules); });
}

void Evaluator::recount(const RawPod& pod, const RawNode& node, int by) {
  for (const auto& rule : m_podRules) rule->recount(pod, node, by);
  for (const NominatedPods& nominated : m_nominated) {
    for (const auto& rule : nominated.rules) rule->recount(pod, node, by);
  }
}

bool Evaluator::replicasInteract() const {
  const bool ofHami = m_demand.gpu.kind() == GpuRequest::Kind::Vgpu && m_demand.gpu.stack == GpuStack::Hami;
  if (ofHami && hasHamiQuota(m_request)) return true;
  return m_claims != nullptr && m_claims->replicasInteract();
}

CardNeed Evaluator::cardNeed(const ClusterSnapshot& snapshot) const {
  const auto requested = m_demand.gpu.shared();
  if (!requested) return {snapshot, 0, 1};
  return {snapshot, requested->memoryPerCard().value, requested->cards};
}

Fragmentation Evaluator::fragmentation(const NodeView& view, const Verdict& verdict) const {
  Fragmentation out;
  if (verdict.place || verdict.family == Family::Plain) return out;
  out.fits = verdict.room.fits;
  if (const auto mib = mibPerUnit(view.unit())) {
    out.freeMib = saturatedProduct<std::int64_t>(verdict.room.free, *mib);
    out.usableMib = saturatedProduct<std::int64_t>(verdict.room.usable, *mib);
  }
  return out;
}

}  // namespace cardinal::alloc
