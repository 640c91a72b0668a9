// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/dra/dra_search.h"

#include <algorithm>
#include <limits>

#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

constexpr std::int64_t kMaxSteps = 3'000'000;
constexpr signed char kMatchUnknown = -1;

bool tolerates(const Toleration& toleration, const Taint& taint) {
  if (!toleration.effect.empty() && toleration.effect != taint.effect) return false;
  if (!toleration.key.empty() && toleration.key != taint.key) return false;
  if (toleration.op == "Exists") return true;
  return (toleration.op.empty() || toleration.op == "Equal") && toleration.value == taint.value;
}

bool isKeptOff(const RawDevice& device, const RawDeviceChoice& choice) {
  return std::any_of(device.taints.begin(), device.taints.end(), [&](const Taint& taint) {
    if (taint.effect != "NoSchedule" && taint.effect != "NoExecute") return false;
    return std::none_of(choice.tolerations.begin(), choice.tolerations.end(),
                        [&](const Toleration& toleration) { return tolerates(toleration, taint); });
  });
}

std::string requestName(const DraSubrequest& subrequest) {
  return subrequest.request->prioritized ? subrequest.request->name + "/" + subrequest.choice->name
                                         : subrequest.request->name;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

DraSearch::DraSearch(const DraGates& gates, const std::vector<DraRequestedClaim>& claims, std::vector<DraPool> pools,
                     const RawNode& node, const DraHeld& held)
    : m_gates(gates), m_claims(claims), m_pools(std::move(pools)), m_node(node) {
  for (const DraPool& pool : m_pools) {
    for (const RawResourceSlice* slice : pool.seen) {
      for (const RawDevice& device : slice->devices)
        m_candidates.push_back({&pool, slice, &device, held.holds(slice->driver, slice->pool, device.name), 0});
    }
    for (const RawResourceSlice* slice : pool.elsewhere) {
      for (const RawDevice& device : slice->devices) {
        if (!device.consumes.empty() && held.holds(slice->driver, slice->pool, device.name))
          m_heldElsewhere.push_back({&pool, &device});
      }
    }
  }
}

bool DraSearch::stop(DraOutcome outcome, DraReason reason, std::size_t claim, const DraSubrequest* subrequest,
                     std::string subject) {
  m_end.outcome = outcome;
  m_end.reason = reason;
  m_end.claim = m_claims[claim].raw->meta.key;
  if (subrequest != nullptr) m_end.request = subrequest->name();
  m_end.subject = std::move(subject);
  return false;
}

DraAnswer DraSearch::run() {
  if (!prepare()) return std::move(m_end);
  switch (allocateOne({}, false)) {
    case Step::Done:
      return answer();
    case Step::Stopped:
      return std::move(m_end);
    default:
      break;
  }
  const bool isInvalid = std::any_of(m_pools.begin(), m_pools.end(),
                                     [](const DraPool& pool) { return pool.state == DraPool::State::Invalid; });
  DraAnswer out;
  out.outcome = DraOutcome::Refused;
  out.reason = isInvalid ? DraReason::InvalidPools : DraReason::CannotAllocate;
  return out;
}

// Before the search

bool DraSearch::prepare() {
  m_needs.resize(m_claims.size());
  m_constraints.resize(m_claims.size());
  m_taken.resize(m_claims.size());
  for (std::size_t claim = 0; claim < m_claims.size(); ++claim) {
    if (!prepareClaim(claim)) return false;
  }
  return true;
}

bool DraSearch::prepareClaim(std::size_t claim) {
  const DraRequestedClaim& requested = m_claims[claim];
  std::int64_t least = 0;
  m_needs[claim].resize(requested.subrequests.size());
  for (std::size_t request = 0; request < requested.subrequests.size(); ++request) {
    const auto& choices = requested.subrequests[request];
    if (choices.empty()) return stop(DraOutcome::Fatal, DraReason::RequestNotKnown, claim, nullptr);
    const bool isList = choices.front().request->prioritized;
    if (isList && !m_gates.prioritizedList) {
      m_end.request = choices.front().request->name;
      return stop(DraOutcome::Fatal, DraReason::AlternativesOff, claim, nullptr);
    }
    m_needs[claim][request].resize(choices.size());
    // This version remembers matches per request while it validates, not per alternative.
    std::vector<signed char> matches(m_candidates.size(), kMatchUnknown);
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (std::size_t choice = 0; choice < choices.size(); ++choice) {
      if (!validate(claim, request, choice, matches)) return false;
      fewest = std::min(fewest, m_needs[claim][request][choice].count);
    }
    least = saturatedSum(least, fewest);
  }
  if (least > kDraMostResults) {
    m_end.number = least;
    return stop(DraOutcome::Fatal, DraReason::TooManyDevices, claim, nullptr);
  }
  for (const RawDeviceConstraint& constraint : requested.raw->spec.constraints) {
    if (constraint.matchAttribute.empty()) {
      m_end.number = static_cast<std::int64_t>(m_constraints[claim].size());
      return stop(DraOutcome::Fatal, DraReason::ConstraintNotKnown, claim, nullptr);
    }
    m_constraints[claim].push_back({&constraint, nullptr, 0});
  }
  return true;
}

bool DraSearch::validate(std::size_t claim, std::size_t request, std::size_t choice,
                         std::vector<signed char>& matches) {
  const DraSubrequest& subrequest = m_claims[claim].subrequests[request][choice];
  Need& need = m_needs[claim][request][choice];
  need.matches.assign(m_candidates.size(), kMatchUnknown);
  if (subrequest.choice->hasCapacity && m_gates.consumableCapacity == std::optional(false))
    return stop(DraOutcome::Fatal, DraReason::CapacityOff, claim, &subrequest);
  if (subrequest.choice->hasCapacity)
    return stop(DraOutcome::Unknown, DraReason::PartsNotEvaluated, claim, &subrequest, "capacity.requests");
  if (!m_gates.adminAccess && subrequest.choice->adminAccess)
    return stop(DraOutcome::Fatal, DraReason::AdminAccessOff, claim, &subrequest);
  if (subrequest.choice->deviceClass.empty())
    return stop(DraOutcome::Fatal, DraReason::RequestNotKnown, claim, &subrequest);
  if (subrequest.deviceClass == nullptr)
    return stop(DraOutcome::Fatal, DraReason::ClassMissing, claim, &subrequest, subrequest.choice->deviceClass);
  if (subrequest.choice->mode == DeviceCountMode::Other)
    return stop(DraOutcome::Fatal, DraReason::RequestNotKnown, claim, &subrequest, subrequest.choice->modeText);
  if (subrequest.choice->mode == DeviceCountMode::All) return collectAll(claim, subrequest, need, matches);
  need.count = subrequest.choice->count;
  return true;
}

bool DraSearch::collectAll(std::size_t claim, const DraSubrequest& subrequest, Need& need,
                           std::vector<signed char>& matches) {
  std::size_t candidate = 0;
  for (const DraPool& pool : m_pools) {
    if (pool.state == DraPool::State::Incomplete)
      return stop(DraOutcome::Fatal, DraReason::PoolUpdating, claim, &subrequest, pool.text());
    if (pool.state == DraPool::State::Invalid)
      return stop(DraOutcome::Fatal, DraReason::PoolInvalid, claim, &subrequest, pool.text());
    for (; candidate < m_candidates.size() && m_candidates[candidate].pool == &pool; ++candidate) {
      const auto selectable = isSelectable(claim, subrequest, m_candidates[candidate], matches[candidate]);
      if (!selectable) return false;
      if (*selectable && isForSeveral(m_candidates[candidate])) return stopAtShared(claim, subrequest);
      if (*selectable) need.all.push_back(candidate);
    }
  }
  need.count = static_cast<std::int64_t>(need.all.size());
  return true;
}

// Selectors

std::optional<bool> DraSearch::isSelectable(std::size_t claim, const DraSubrequest& subrequest,
                                            const Candidate& candidate, signed char& known) {
  // Devices with binding conditions wait for a gate that is off by default.
  if (candidate.device->hasBindingConditions) return false;
  if (known != kMatchUnknown) return known != 0;
  auto out = selectorsMatch(claim, subrequest, subrequest.deviceClass, subrequest.deviceClass->selectors, candidate);
  if (out && *out) out = selectorsMatch(claim, subrequest, nullptr, subrequest.selectors, candidate);
  if (out && *out && candidate.slice->perDeviceNodes) out = isUsableOn(candidate.device->nodes, m_node);
  if (out) known = *out ? 1 : 0;
  return out;
}

std::optional<bool> DraSearch::selectorsMatch(std::size_t claim, const DraSubrequest& subrequest,
                                              const DraClass* deviceClass,
                                              const std::vector<cel::Expression>& selectors,
                                              const Candidate& candidate) {
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    const cel::Outcome outcome = selectors[i].matches(*candidate.device, candidate.slice->driver);
    if (outcome.verdict == cel::Verdict::No) return false;
    if (outcome.verdict == cel::Verdict::Yes) continue;
    const bool isError = outcome.verdict == cel::Verdict::Error;
    m_end.detail = outcome.words;
    m_end.number = static_cast<std::int64_t>(i);
    stop(isError ? DraOutcome::Fatal : DraOutcome::Unknown,
         isError ? DraReason::SelectorError : DraReason::SelectorUnread, claim, &subrequest,
         deviceClass != nullptr ? deviceClass->raw->meta.key.name : std::string());
    return std::nullopt;
  }
  return true;
}

// The search

DraSearch::Step DraSearch::allocateOne(Position at, bool insideChoice) {
  if (at.claim >= m_claims.size()) return Step::Done;
  const DraRequestedClaim& requested = m_claims[at.claim];
  if (at.request >= requested.subrequests.size()) {
    const Step step = allocateOne({at.claim + 1, 0, 0, 0}, false);
    return step == Step::TooMany ? Step::No : step;
  }
  const auto& choices = requested.subrequests[at.request];
  if (!insideChoice && choices.front().request->prioritized) return allocateChoices(at);

  const DraSubrequest& subrequest = choices[at.choice];
  Need& need = m_needs[at.claim][at.request][at.choice];
  const bool isAll = subrequest.choice->mode == DeviceCountMode::All;
  if (isAll && need.all.empty()) return Step::No;
  if (at.device >= need.count) return allocateOne({at.claim, at.request + 1, 0, 0}, false);
  const auto taken = static_cast<std::int64_t>(m_taken[at.claim].size());
  if (saturatedSum(taken - at.device, need.count) > kDraMostResults) return Step::TooMany;
  return isAll ? allocateAll(at, need, insideChoice) : allocateExact(at, subrequest, need, insideChoice);
}

DraSearch::Step DraSearch::allocateChoices(Position at) {
  bool everyOneTooMany = true;
  for (at.choice = 0; at.choice < m_claims[at.claim].subrequests[at.request].size(); ++at.choice) {
    const Step step = allocateOne(at, true);
    if (step == Step::TooMany) continue;
    if (step != Step::No) return step;
    everyOneTooMany = false;
  }
  return everyOneTooMany ? Step::TooMany : Step::No;
}

DraSearch::Step DraSearch::allocateAll(const Position& at, Need& need, bool insideChoice) {
  const DraSubrequest& subrequest = m_claims[at.claim].subrequests[at.request][at.choice];
  const std::size_t candidate = need.all[static_cast<std::size_t>(at.device)];
  const Step taken = take(at, subrequest, candidate, true);
  if (taken != Step::Done) return taken;
  // This version goes on with the first alternative, whichever it was (fixed by kubernetes/kubernetes#137347).
  const Step rest = allocateOne({at.claim, at.request, 0, at.device + 1}, insideChoice);
  if (rest != Step::Done) giveBack(at, subrequest, candidate);
  return rest;
}

DraSearch::Step DraSearch::allocateExact(const Position& at, const DraSubrequest& subrequest, Need& need,
                                         bool insideChoice) {
  for (std::size_t i = 0; i < m_candidates.size(); ++i) {
    if (++m_steps > kMaxSteps) {
      stop(DraOutcome::Unknown, DraReason::TooLarge, at.claim, &subrequest);
      return Step::Stopped;
    }
    const bool isShared = isForSeveral(m_candidates[i]);
    if (!isShared && isInUse(m_candidates[i], subrequest, at.claim)) continue;
    const auto selectable = isSelectable(at.claim, subrequest, m_candidates[i], need.matches[i]);
    if (!selectable) return Step::Stopped;
    if (!*selectable) continue;
    if (isShared) {
      stopAtShared(at.claim, subrequest);
      return Step::Stopped;
    }
    const Step taken = take(at, subrequest, i, false);
    if (taken == Step::No) continue;
    if (taken != Step::Done) return taken;
    const Step rest = allocateOne({at.claim, at.request, at.choice, at.device + 1}, insideChoice);
    if (rest == Step::Done) return rest;
    giveBack(at, subrequest, i);
    if (rest != Step::No) return rest;
  }
  return Step::No;
}

/// Claims that hold it may have left room for this one.
bool DraSearch::isForSeveral(const Candidate& candidate) const {
  return candidate.device->allowMultipleAllocations && m_gates.consumableCapacity != std::optional(false);
}

bool DraSearch::stopAtShared(std::size_t claim, const DraSubrequest& subrequest) {
  return stop(DraOutcome::Unknown, DraReason::PartsNotEvaluated, claim, &subrequest, "allowMultipleAllocations");
}

bool DraSearch::isInUse(const Candidate& candidate, const DraSubrequest& subrequest, std::size_t claim) const {
  if (subrequest.isAdmin()) return ((candidate.takenFor >> claim) & 1U) != 0;
  return candidate.isHeld || candidate.takenFor != 0;
}

DraSearch::Step DraSearch::take(const Position& at, const DraSubrequest& subrequest, std::size_t candidate, bool must) {
  Candidate& one = m_candidates[candidate];
  if (isInUse(one, subrequest, at.claim)) return Step::No;
  if (!one.device->consumes.empty()) {
    if (!m_gates.partitionableDevices) return Step::No;
    if (must) {  // this version has no pool at hand there (fixed by kubernetes/kubernetes#138885)
      stop(DraOutcome::EndsScheduler, DraReason::AllWithCounters, at.claim, &subrequest);
      return Step::Stopped;
    }
    if (!takeCounters(one)) return Step::No;
  }
  // What fails from here on keeps its counters until the attempt ends (fixed by kubernetes/kubernetes#140431).
  if (m_gates.deviceTaints && isKeptOff(*one.device, *subrequest.choice)) return Step::No;
  auto& constraints = m_constraints[at.claim];
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (addTo(constraints[i], subrequest, one)) continue;
    if (must) {
      stop(DraOutcome::Fatal, DraReason::ConstraintAgainstAll, at.claim, &subrequest,
           one.pool->text() + "/" + one.device->name);
      return Step::Stopped;
    }
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (applies(constraints[earlier], subrequest)) --constraints[earlier].devices;
    }
    return Step::No;
  }
  one.takenFor |= std::uint64_t{1} << at.claim;
  m_taken[at.claim].push_back({candidate, &subrequest});
  return Step::Done;
}

void DraSearch::giveBack(const Position& at, const DraSubrequest& subrequest, std::size_t candidate) {
  for (Constraint& constraint : m_constraints[at.claim]) {
    if (applies(constraint, subrequest)) --constraint.devices;
  }
  m_candidates[candidate].takenFor &= ~(std::uint64_t{1} << at.claim);
  if (m_gates.partitionableDevices && !m_candidates[candidate].device->consumes.empty())
    giveCountersBack(m_candidates[candidate]);
  m_taken[at.claim].pop_back();
}

// Constraints

bool DraSearch::applies(const Constraint& constraint, const DraSubrequest& subrequest) {
  const auto& names = constraint.raw->requests;
  if (names.empty() || contains(names, subrequest.request->name)) return true;
  return subrequest.request->prioritized && contains(names, requestName(subrequest));
}

const RawDeviceAttribute* DraSearch::attributeOf(const Candidate& candidate, const std::string& name) {
  if (const RawDeviceAttribute* whole = find(*candidate.device, name)) return whole;
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos || name.compare(0, slash, candidate.slice->driver) != 0) return nullptr;
  return find(*candidate.device, std::string_view(name).substr(slash + 1));
}

bool DraSearch::addTo(Constraint& constraint, const DraSubrequest& subrequest, const Candidate& candidate) {
  if (!applies(constraint, subrequest)) return true;
  const RawDeviceAttribute* value = attributeOf(candidate, constraint.raw->matchAttribute);
  if (value == nullptr) return false;
  if (constraint.devices == 0) {
    constraint.value = value;
  } else if (value->kind == RawDeviceAttribute::Kind::Other || !(*value == *constraint.value)) {
    return false;
  }
  ++constraint.devices;
  return true;
}

// Counters

DraSearch::Counter* DraSearch::counterOf(Counters& counters, std::string_view set, std::string_view name) {
  const auto found = counters.find(set);
  if (found == counters.end()) return nullptr;
  const auto counter = found->second.find(name);
  return counter == found->second.end() ? nullptr : &counter->second;
}

DraSearch::Counters& DraSearch::countersOf(const DraPool& pool) {
  const auto [found, isNew] = m_counters.try_emplace(*pool.name);
  Counters& out = found->second;
  if (!isNew) return out;
  for (const RawCounterSet* set : pool.counters) {
    for (const ResourceAmount& amount : set->counters) out[set->name][amount.name].total = exactly(amount.amount);
  }
  const auto subtract = [&](const RawDevice& device) {
    for (const RawCounterSet& taken : device.consumes) {
      for (const ResourceAmount& amount : taken.counters) {
        if (Counter* counter = counterOf(out, taken.name, amount.name)) counter->allocated += exactly(amount.amount);
      }
    }
  };
  for (const Candidate& candidate : m_candidates) {
    if (candidate.pool == &pool && candidate.isHeld) subtract(*candidate.device);
  }
  for (const auto& [owner, device] : m_heldElsewhere) {
    if (owner == &pool) subtract(*device);
  }
  return out;
}

bool DraSearch::takeCounters(const Candidate& candidate) {
  Counters& counters = countersOf(*candidate.pool);
  for (const RawCounterSet& taken : candidate.device->consumes) {
    for (const ResourceAmount& amount : taken.counters) {
      if (Counter* counter = counterOf(counters, taken.name, amount.name)) counter->held += exactly(amount.amount);
    }
  }
  for (const auto& [set, members] : counters) {
    for (const auto& [name, counter] : members) {
      if (counter.total - counter.allocated >= counter.held) continue;
      giveCountersBack(candidate);
      return false;
    }
  }
  return true;
}

void DraSearch::giveCountersBack(const Candidate& candidate) {
  Counters& counters = countersOf(*candidate.pool);
  for (const RawCounterSet& taken : candidate.device->consumes) {
    for (const ResourceAmount& amount : taken.counters) {
      if (Counter* counter = counterOf(counters, taken.name, amount.name)) counter->held -= exactly(amount.amount);
    }
  }
}

// The answer

DraAnswer DraSearch::answer() const {
  DraAnswer out;
  for (std::size_t claim = 0; claim < m_claims.size(); ++claim) out.allocations.push_back(allocationOf(claim));
  return out;
}

DraAllocation DraSearch::allocationOf(std::size_t claim) const {
  DraAllocation out;
  out.claim = m_claims[claim].raw->meta.key;
  NodeSelectorTerm term;
  const auto addNew = [](const auto& from, auto& to) {
    for (const NodeSelectorRequirement& one : from) {
      if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
    }
  };
  bool isLocal = false;
  for (const Taken& taken : m_taken[claim]) {
    const Candidate& one = m_candidates[taken.candidate];
    out.allocation.results.push_back({requestName(*taken.subrequest),
                                      one.slice->driver,
                                      one.slice->pool,
                                      one.device->name,
                                      taken.subrequest->isAdmin(),
                                      {}});
    const RawDeviceNodes& nodes = one.slice->perDeviceNodes ? one.device->nodes : one.slice->nodes;
    if (isLocal) continue;
    if (!nodes.nodeName.empty()) {
      isLocal = true;
      term = {};
      term.matchFields.push_back({"metadata.name", "In", {nodes.nodeName}});
    } else if (nodes.selector && nodes.selector->size() == 1) {
      addNew(nodes.selector->front().matchFields, term.matchFields);
      addNew(nodes.selector->front().matchExpressions, term.matchExpressions);
    }
  }
  if (!term.matchFields.empty() || !term.matchExpressions.empty())
    out.allocation.nodeSelector.emplace().push_back(std::move(term));
  return out;
}

}  // namespace cardinal::alloc
