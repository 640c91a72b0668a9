// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/engine/standing_question.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/alloc/admission.h"
#include "core/alloc/created_pod.h"
#include "core/alloc/demand.h"
#include "core/alloc/engine/engine.h"
#include "core/alloc/evaluation/make_demand.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxChanged = 64;

const TieBreaker kFirst;

/// Nodes that differ between two snapshots of one builder; nothing when they cannot be exchanged one by one.
std::optional<std::vector<NodeIndex>> changedNodes(const ClusterSnapshot& a, const ClusterSnapshot& b) {
  if (a.nodes.size() != b.nodes.size() || a.serverVersion != b.serverVersion) return std::nullopt;
  std::vector<NodeIndex> out;
  for (std::uint32_t i = 0; i < a.nodes.size(); ++i) {
    if (a.nodes[i] == b.nodes[i]) continue;
    const bool same = a.nodes[i]->name == b.nodes[i]->name;
    if (!same || out.size() == kMaxChanged) return std::nullopt;
    out.push_back(NodeIndex{i});
  }
  return out;
}

}  // namespace

struct StandingQuestion::State {
  explicit State(AllocationRequest given) : request(std::move(given)) {}

  AllocationRequest request;
  alloc::Admission admission;
  alloc::OpenAnswer open;
  SnapshotPtr on;          ///< null = `open` holds no answer
  std::size_t judged = 0;  ///< by the last call

  bool update(const SnapshotPtr& snapshot, const std::stop_token& stop) {
    if (!on) return false;
    const auto changed = changedNodes(*on, *snapshot);
    if (!changed || isMadeOtherwise(*snapshot)) return false;
    alloc::Engine engine(admission, *snapshot, kFirst, stop);
    if (!engine.canUpdate() || on->counts.podsWithAffinity != snapshot->counts.podsWithAffinity ||
        on->nominatedPods != snapshot->nominatedPods || on->selectors != snapshot->selectors)
      return false;
    auto made = engine.update(std::move(open), *on, *changed);
    if (!made) return false;
    open = std::move(*made);
    judged = changed->size();
    return true;
  }

  /// The API server would make another pod of it than before, or it is known or unknown now what it makes.
  bool isMadeOtherwise(const ClusterSnapshot& now) const {
    if (on->extras == now.extras) return false;
    const alloc::Admission again = alloc::admit(request, now);
    const auto isUnknown = [&](const ClusterSnapshot& snapshot) {
      const ClusterExtras* extras = snapshot.extras.get();
      return std::pair(alloc::isPriorityUnknown(*request.pod, extras), alloc::isRuntimeUnknown(*request.pod, extras));
    };
    return !again.problems.empty() || isUnknown(*on) != isUnknown(now) ||
           !(*again.request.pod == *admission.request.pod);
  }

  void start(const SnapshotPtr& snapshot, std::stop_token stop) {
    open = {};
    judged = 0;
    admission = alloc::admit(request, *snapshot);
    open.answer.generation = snapshot->generation;
    open.answer.time = snapshot->time;
    open.answer.requestProblems = alloc::problemsOf(request, *snapshot);
    if (open.answer.requestProblems.empty()) open.answer.requestProblems = admission.problems;
    if (!open.answer.requestProblems.empty()) return;
    judged = snapshot->nodes.size();
    if (auto made = alloc::Engine(admission, *snapshot, kFirst, std::move(stop)).run()) {
      open = std::move(*made);
      if (request.rules) open.answer.admission = admission.limit;
      if (request.rules) open.answer.admitted = static_cast<std::uint32_t>(admission.request.replicas);
      on = snapshot;
    } else {
      open.answer.requestProblems = {makeError(ErrorCode::Cancelled)};
    }
  }
};

StandingQuestion::StandingQuestion(AllocationRequest request) : m_state(std::make_unique<State>(std::move(request))) {}
StandingQuestion::~StandingQuestion() = default;

const AllocationRequest& StandingQuestion::request() const {
  return m_state->request;
}

std::size_t StandingQuestion::judged() const {
  return m_state->judged;
}

const AllocationAnswer& StandingQuestion::answer(SnapshotPtr snapshot, std::stop_token stop) {
  State& state = *m_state;
  if (state.update(snapshot, stop)) {
    state.on = std::move(snapshot);
    return state.open.answer;
  }
  state.on.reset();
  state.start(snapshot, std::move(stop));
  return state.open.answer;
}

}  // namespace cardinal
