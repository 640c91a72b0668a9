// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/alloc/exact.h"
#include "core/alloc/stacks/dra/dra_pools.h"

// Private to core/alloc/stacks: one attempt of the scheduler on one node.

namespace cardinal::alloc {

/// Most devices that one claim can hold (AllocationResultsMaxSize of resource.k8s.io).
inline constexpr std::int64_t kDraMostResults = 32;

/// A request, or one of its alternatives, ready to be matched.
struct DraSubrequest {
  const RawDeviceRequest* request = nullptr;
  const RawDeviceChoice* choice = nullptr;
  const DraClass* deviceClass = nullptr;  ///< null = there is none of that name
  std::vector<cel::Expression> selectors;
  const std::string& name() const { return request->prioritized ? choice->name : request->name; }
  bool isAdmin() const { return choice->adminAccess.value_or(false); }
};

/// A claim without allocation; asks[request][alternative].
struct DraRequestedClaim {
  const RawResourceClaim* raw = nullptr;
  std::vector<std::vector<DraSubrequest>> subrequests;
};

/// Searches for the first complete solution as the scheduler does: claims, requests and devices in their order, with
/// backtracking and without a score.
class DraSearch {
 public:
  DraSearch(const DraGates& gates, const std::vector<DraRequestedClaim>& claims, std::vector<DraPool> pools,
            const RawNode& node, const DraHeld& held);
  DraAnswer run();

 private:
  struct Candidate {
    const DraPool* pool;
    const RawResourceSlice* slice;
    const RawDevice* device;
    bool isHeld;             ///< by any claim's allocation
    std::uint64_t takenFor;  ///< bit per claim of this attempt
  };
  struct Position {
    std::size_t claim = 0;
    std::size_t request = 0;
    std::size_t choice = 0;
    std::int64_t device = 0;
  };
  /// What an ask needs in this attempt.
  struct Need {
    std::int64_t count = 0;
    std::vector<std::size_t> all;      ///< mode All: candidates
    std::vector<signed char> matches;  ///< per candidate: -1 = not matched yet
  };
  struct Constraint {
    const RawDeviceConstraint* raw = nullptr;
    const RawDeviceAttribute* value = nullptr;
    int devices = 0;
  };
  struct Counter {
    Exact total = 0;
    Exact allocated = 0;
    Exact held = 0;
  };
  using Counters = std::map<std::string_view, std::map<std::string_view, Counter>>;
  enum class Step : unsigned char { Done, No, TooMany, Stopped };

  bool prepare();
  bool prepareClaim(std::size_t claim);
  bool validate(std::size_t claim, std::size_t request, std::size_t choice, std::vector<signed char>& matches);
  bool collectAll(std::size_t claim, const DraSubrequest& subrequest, Need& need, std::vector<signed char>& matches);

  Step allocateOne(Position at, bool insideChoice);
  Step allocateChoices(Position at);
  Step allocateAll(const Position& at, Need& need, bool insideChoice);
  Step allocateExact(const Position& at, const DraSubrequest& subrequest, Need& need, bool insideChoice);
  /// Takes the candidate; Done when it is taken.
  Step take(const Position& at, const DraSubrequest& subrequest, std::size_t candidate, bool must);
  void giveBack(const Position& at, const DraSubrequest& subrequest, std::size_t candidate);

  bool isForSeveral(const Candidate& candidate) const;
  bool stopAtShared(std::size_t claim, const DraSubrequest& subrequest);
  bool isInUse(const Candidate& candidate, const DraSubrequest& subrequest, std::size_t claim) const;
  /// Yes, no, or nothing when the attempt ended.
  std::optional<bool> isSelectable(std::size_t claim, const DraSubrequest& subrequest, const Candidate& candidate,
                                   signed char& known);
  std::optional<bool> selectorsMatch(std::size_t claim, const DraSubrequest& subrequest, const DraClass* deviceClass,
                                     const std::vector<cel::Expression>& selectors, const Candidate& candidate);
  bool takeCounters(const Candidate& candidate);
  void giveCountersBack(const Candidate& candidate);
  Counters& countersOf(const DraPool& pool);
  static Counter* counterOf(Counters& counters, std::string_view set, std::string_view name);
  static bool applies(const Constraint& constraint, const DraSubrequest& subrequest);
  static const RawDeviceAttribute* attributeOf(const Candidate& candidate, const std::string& name);
  static bool addTo(Constraint& constraint, const DraSubrequest& subrequest, const Candidate& candidate);

  bool stop(DraOutcome outcome, DraReason reason, std::size_t claim, const DraSubrequest* subrequest,
            std::string subject = {});
  DraAnswer answer() const;
  DraAllocation allocationOf(std::size_t claim) const;

  const DraGates& m_gates;
  const std::vector<DraRequestedClaim>& m_claims;
  const std::vector<DraPool> m_pools;
  const RawNode& m_node;
  std::vector<Candidate> m_candidates;
  std::vector<std::vector<std::vector<Need>>> m_needs;  ///< [claim][request][alternative]
  std::vector<std::vector<Constraint>> m_constraints;   ///< [claim]
  struct Taken {
    std::size_t candidate;
    const DraSubrequest* subrequest;
  };
  std::vector<std::vector<Taken>> m_taken;                                   ///< [claim]
  std::vector<std::pair<const DraPool*, const RawDevice*>> m_heldElsewhere;  ///< that consume counters
  std::map<std::string, Counters> m_counters;  ///< by the name of the pool alone, without its driver
  DraAnswer m_end;                             ///< when the attempt ended early
  std::int64_t m_steps = 0;
};

}  // namespace cardinal::alloc
