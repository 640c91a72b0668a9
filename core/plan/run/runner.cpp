// SPDX-License-Identifier: Apache-2.0
#include "core/plan/run/runner.h"

#include <algorithm>
#include <utility>

#include "core/plan/make/conditions.h"
#include "core/plan/run/eviction.h"
#include "core/plan/run/outcome.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr int kWriteTries = 5;
constexpr int kReadTries = 5;
constexpr std::chrono::milliseconds kFirstRetry = 10ms;
constexpr int kRetryGrowth = 5;
constexpr std::chrono::milliseconds kAfterFault = 1s;
constexpr std::chrono::milliseconds kBetweenLooks = 500ms;

using MaybeStop = std::optional<PlanStop>;

/// Faults on the way and of the server, which may pass.
bool mayPass(const Error& error) {
  switch (error.code) {
    case ErrorCode::AddressUnresolved:
    case ErrorCode::ConnectionRefused:
    case ErrorCode::ConnectionFailed:
    case ErrorCode::Timeout:
    case ErrorCode::TruncatedAnswer:
    case ErrorCode::OutcomeUnknown:
    case ErrorCode::TooManyRequests:
    case ErrorCode::ServerFailed:
      return true;
    default:
      return false;
  }
}

PlanCondition nodeSame() {
  PlanCondition condition;
  condition.code = ConditionCode::NodeSame;
  return condition;
}

/// True where a missing node is a part of the plan.
bool isAboutAbsence(const std::vector<PlanCondition>& conditions) {
  return std::any_of(conditions.begin(), conditions.end(), [](const PlanCondition& condition) {
    return condition.code == ConditionCode::NodeGone || condition.code == ConditionCode::NodeReturned;
  });
}

/// One way through a plan.
class Run {
 public:
  Run(PlanTools& tools, PlanProgress progress, const std::stop_token& stop)
      : m_tools(tools), m_progress(std::move(progress)), m_stop(stop) {}

  PlanProgress forward() {
    for (std::size_t i = 0; i < m_progress.steps.size(); ++i) {
      if (m_progress.steps[i].state == StepState::Done) continue;
      m_step = static_cast<int>(i);
      if (auto stopped = m_stop.stop_requested() ? stopOf(StopCode::Cancelled) : runStep(i)) return stopAt(*stopped);
    }
    return finish(PlanPhase::Done);
  }

  PlanProgress backward() {
    for (std::size_t i = m_progress.steps.size(); i-- > 0;) {
      const StepProgress& step = m_progress.steps[i];
      const bool untouched = step.state == StepState::Waiting || step.state == StepState::Undone || step.skipped;
      if (untouched || !step.changed || m_progress.plan.steps[i].undo.code == ActCode::None) continue;
      m_step = static_cast<int>(i);
      if (auto stopped = m_stop.stop_requested() ? stopOf(StopCode::Cancelled) : undoStep(i)) return stopAt(*stopped);
    }
    return finish(PlanPhase::RolledBack);
  }

  PlanProgress finish(PlanPhase phase) {
    JournalEntry entry = entryOf(JournalEvent::Finished);
    entry.step = -1;
    entry.phase = phase;
    if (auto failed = record(std::move(entry))) return stopAt(*failed);
    return std::move(m_progress);
  }

  /// Writes the entry of the plan as a whole with which this way begins.
  bool begin(JournalEvent event) {
    JournalEntry entry = entryOf(event);
    entry.step = -1;
    if (event == JournalEvent::Planned) entry.planned = std::make_shared<const Plan>(m_progress.plan);
    const auto failed = record(std::move(entry));
    if (failed) m_progress.stop = *failed;
    return !failed;
  }

  PlanProgress result() { return std::move(m_progress); }

 private:
  const PlanStep& planned(std::size_t i) const { return m_progress.plan.steps[i]; }

  MaybeStop stopOf(StopCode code) const {
    PlanStop stop;
    stop.code = code;
    stop.step = m_step;
    return stop;
  }
  MaybeStop stopOf(StopCode code, const Error& error) const {
    MaybeStop stop = stopOf(error.code == ErrorCode::Cancelled ? StopCode::Cancelled : code);
    stop->error = error;
    return stop;
  }
  MaybeStop stopOf(StopCode code, const FailedCondition& failed) const {
    MaybeStop stop = stopOf(code);
    stop->condition = failed.condition;
    stop->found = failed.found;
    return stop;
  }

  JournalEntry entryOf(JournalEvent event) const {
    JournalEntry entry;
    entry.plan = m_progress.plan.id;
    entry.event = event;
    entry.step = m_step;
    entry.time = m_tools.time.wallNow();
    return entry;
  }

  MaybeStop record(JournalEntry entry) {
    if (auto written = m_tools.journal.write(entry); !written) return stopOf(StopCode::JournalFailed, written.error());
    apply(m_progress, entry);
    reportProgress();
    return std::nullopt;
  }

  void reportProgress() {
    if (m_tools.onProgress) m_tools.onProgress(m_progress);
  }

  PlanProgress stopAt(PlanStop stop) {
    JournalEntry entry = entryOf(JournalEvent::Stopped);
    stop.step = m_step;
    entry.stop = stop;
    // The reason counts even where it cannot be written down.
    if (record(std::move(entry))) {
      m_progress.stop = std::move(stop);
      reportProgress();
    }
    return std::move(m_progress);
  }

  Result<NodeState> observe(bool withPods) {
    Result<NodeState> state = observeOnce(withPods);
    for (int i = 1; i < kReadTries && !state && mayPass(state.error()) && !m_stop.stop_requested(); ++i) {
      m_tools.time.pause(kAfterFault, m_stop);
      state = observeOnce(withPods);
    }
    return state;
  }

  Result<NodeState> observeOnce(bool withPods) {
    NodeState state;
    auto node = m_tools.nodes.readNode(m_progress.plan.node, m_stop);
    if (!node && node.error().code != ErrorCode::ResourceMissing) return unexpected(node.error());
    if (node) state.node = *node;
    if (!withPods) return state;
    auto pods = m_tools.nodes.podsOn(m_progress.plan.node, m_stop);
    if (!pods) return unexpected(pods.error());
    state.pods = std::move(*pods);
    auto read = readDaemonSets(m_tools.nodes, state.pods, m_progress.plan.drain, m_daemonSets, m_stop);
    if (!read) return unexpected(read.error());
    state.daemonSets = m_daemonSets;
    return state;
  }

  /// Somebody else cordoned the node after the plan was made: it is theirs to open.
  bool isTheirCordon(std::size_t i) const {
    if (planned(i).code != StepCode::Uncordon) return false;
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (planned(earlier).code == StepCode::Cordon && !m_progress.steps[earlier].changed) return true;
    }
    return false;
  }

  /// False once the plan has waited for another node to take the place of the first.
  bool isOnFirstNode(std::size_t i) const {
    const auto& steps = m_progress.plan.steps;
    return std::none_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        [](const PlanStep& step) { return isAboutAbsence(step.after); });
  }

  /// What must hold before the act of a step, and while it goes on.
  std::vector<PlanCondition> premisesOf(std::size_t i) const {
    std::vector<PlanCondition> out = planned(i).before;
    if (isOnFirstNode(i)) out.insert(out.begin(), nodeSame());
    return out;
  }

  MaybeStop runStep(std::size_t i) {
    const StepProgress& step = m_progress.steps[i];
    m_maybeDone = step.state != StepState::Waiting;  // an earlier run may have sent something
    if (step.state == StepState::Waiting) {
      if (isTheirCordon(i)) return recordDone(true);
      if (auto stopped = beginStep(i)) return stopped;
    }
    if (step.state == StepState::Begun) {
      if (auto stopped = actOn(i)) return stopped;
    }
    const PlanStep& now = planned(i);
    const auto settle = now.act.code == ActCode::None ? now.settle : std::chrono::seconds{0};
    if (auto stopped = await({now.after, now.hopeless, now.timeout, settle, isOnFirstNode(i)})) return stopped;
    return recordDone(false);
  }

  MaybeStop recordDone(bool skipped) {
    JournalEntry entry = entryOf(JournalEvent::StepDone);
    entry.skipped = skipped;
    return record(std::move(entry));
  }

  MaybeStop beginStep(std::size_t i) {
    const std::vector<PlanCondition> premises = premisesOf(i);
    auto state = observe(needPods(premises));
    if (!state) return stopOf(StopCode::ReadFailed, state.error());
    if (auto failed = firstFailure(premises, *state, m_progress.plan)) {
      return stopOf(StopCode::ConditionFailed, *failed);
    }
    JournalEntry entry = entryOf(JournalEvent::StepBegun);
    entry.changes = wouldChange(planned(i).act, *state);
    entry.command = equalCommand(planned(i).act, m_progress.plan);
    return record(std::move(entry));
  }

  MaybeStop actOn(std::size_t i) {
    const PlanAct& act = planned(i).act;
    if (act.code == ActCode::None) return std::nullopt;
    if (m_progress.steps[i].changed) {
      auto stopped = act.code == ActCode::Evict ? evict(i) : write(i);
      if (stopped) return stopped;
    }
    return record(entryOf(JournalEvent::StepActed));
  }

  /// Where nothing of ours was done, the journal says so: there is nothing to take back.
  MaybeStop write(std::size_t i) {
    MaybeStop stopped = perform(planned(i).act, premisesOf(i));
    if (m_maybeDone) return stopped;
    JournalEntry entry = entryOf(JournalEvent::StepBegun);
    entry.skipped = stopped.has_value();
    if (auto failed = record(std::move(entry))) return failed;
    return stopped;
  }

  MaybeStop evict(std::size_t i) {
    const PlanStep& step = planned(i);
    const std::vector<PlanCondition> premises = premisesOf(i);
    MaybeStop unwritten;
    Eviction::Hooks hooks;
    hooks.check = [&]() -> MaybeStop {
      auto state = observe(needPods(premises));
      if (!state) return stopOf(StopCode::ReadFailed, state.error());
      const auto failed = firstFailure(premises, *state, m_progress.plan);
      return failed ? stopOf(StopCode::ConditionFailed, *failed) : std::nullopt;
    };
    hooks.announce = [&](const PodProgress& pod) {
      JournalEntry entry = entryOf(JournalEvent::PodEvicting);
      entry.pod = pod.pod;
      entry.uid = pod.uid;
      unwritten = record(std::move(entry));
      return !unwritten;
    };
    hooks.onProgress = [this](const std::vector<PodProgress>& pods) {
      m_progress.pods = pods;
      reportProgress();
    };
    Eviction eviction(m_tools.nodes, m_tools.time, m_progress.plan, m_progress.pods, std::move(hooks));
    auto stopped = eviction.run(step.timeout, m_stop);
    if (unwritten) return unwritten;
    if (auto failed = stopped ? recordPods() : std::nullopt) return failed;
    if (stopped && stopped->code == StopCode::TimedOut && !step.after.empty()) stopped->condition = step.after.front();
    return stopped;
  }

  /// Where an eviction stops, the journal records of each pod that was asked to go whether it went.
  MaybeStop recordPods() {
    const std::vector<PodProgress> pods = m_progress.pods;
    for (const PodProgress& pod : pods) {
      if (!pod.announced) continue;  // not asked, or it went by itself
      JournalEntry entry = entryOf(JournalEvent::PodEvicting);
      entry.pod = pod.pod;
      entry.uid = pod.uid;
      entry.changes = pod.state == PodState::Gone;
      // Waiting: the request was not sent any more.
      entry.skipped = pod.state == PodState::Blocked || pod.state == PodState::Failed || pod.state == PodState::Waiting;
      if (!entry.changes && !entry.skipped) continue;
      if (auto failed = record(std::move(entry))) return failed;
    }
    return std::nullopt;
  }

  /// Does the act under its preconditions; what a lost answer did is found out by looking.
  MaybeStop perform(const PlanAct& act, const std::vector<PlanCondition>& before) {
    Error last;
    std::chrono::milliseconds retry = kFirstRetry;
    for (int attempt = 0; attempt < kWriteTries; ++attempt) {
      auto state = observe(needPods(before));
      if (!state) return stopOf(StopCode::ReadFailed, state.error());
      // What stands on another node of the name is not the act's doing.
      const bool same = before.empty() || before.front() != nodeSame() || isSame(*state);
      if (same && !wouldChange(act, *state) && state->node) return std::nullopt;
      if (auto failed = firstFailure(before, *state, m_progress.plan)) {
        return stopOf(StopCode::ConditionFailed, *failed);
      }
      const auto done = m_tools.nodes.patchNode(m_progress.plan.node, patchFor(act, *state->node), false, m_stop);
      m_maybeDone = m_maybeDone || done || mayBeDone(done.error());
      if (done) return std::nullopt;
      last = done.error();
      if (last.code == ErrorCode::Cancelled) return stopOf(StopCode::Cancelled);
      if (m_stop.stop_requested()) break;  // what became of it is not known, and nobody waits to learn it
      const bool conflict = last.code == ErrorCode::Conflict;
      if (!conflict && (!mayPass(last) || attempt > 0)) break;  // at most one more after a fault
      m_tools.time.pause(conflict ? retry : kAfterFault, m_stop);
      retry *= kRetryGrowth;
    }
    return stopOf(StopCode::WriteFailed, last);
  }

  bool isSame(const NodeState& state) const { return !firstFailure({nodeSame()}, state, m_progress.plan); }

  /// What is waited for, and for how long.
  struct Wait {
    const std::vector<PlanCondition>& conditions;
    std::vector<PlanCondition> hopeless;
    std::chrono::seconds timeout;
    std::chrono::seconds settle;
    bool onFirstNode;
  };

  MaybeStop await(const Wait& wait) {
    if (wait.conditions.empty()) return std::nullopt;
    const auto begun = m_tools.time.steadyNow();
    auto since = begun;  // all of it holds
    bool holds = false;
    while (true) {
      auto state = observe(needPods(wait.conditions));
      if (!state) return stopOf(StopCode::ReadFailed, state.error());
      const auto failed = firstFailure(wait.conditions, *state, m_progress.plan);
      const bool lost = wait.onFirstNode ? !isSame(*state) : !state->node && !isAboutAbsence(wait.conditions);
      if (lost) {
        return stopOf(StopCode::ConditionFailed,
                      FailedCondition{nodeSame(), state->node ? state->node->meta.uid : std::string()});
      }
      const auto now = m_tools.time.steadyNow();
      if (failed) {
        holds = false;
        if (isHopeless(wait, *state)) return stopOf(StopCode::ConditionFailed, *failed);
        if (wait.timeout.count() > 0 && now - begun >= wait.timeout) return stopOf(StopCode::TimedOut, *failed);
      } else {
        if (!std::exchange(holds, true)) since = now;
        if (now - since >= wait.settle) return std::nullopt;
      }
      m_tools.time.pause(kBetweenLooks, m_stop);
      if (m_stop.stop_requested()) return stopOf(StopCode::Cancelled);
    }
  }

  bool isHopeless(const Wait& wait, const NodeState& state) const {
    return std::any_of(wait.hopeless.begin(), wait.hopeless.end(), [&](const PlanCondition& condition) {
      return !firstFailure({condition}, state, m_progress.plan);
    });
  }

  MaybeStop undoStep(std::size_t i) {
    const PlanStep& step = planned(i);
    std::vector<PlanCondition> before = step.undoBefore;
    before.insert(before.begin(), nodeSame());
    auto state = observe(needPods(before));
    if (!state) return stopOf(StopCode::ReadFailed, state.error());
    const bool neverDone = m_progress.steps[i].state == StepState::Begun && nothingStands(step.act, *state);
    if (neverDone) return record(entryOf(JournalEvent::UndoDone));
    if (wouldChange(step.undo, *state) || !state->node) {
      if (auto failed = firstFailure(before, *state, m_progress.plan)) {
        return stopOf(StopCode::ConditionFailed, *failed);
      }
    }
    JournalEntry entry = entryOf(JournalEvent::UndoBegun);
    entry.command = equalCommand(step.undo, m_progress.plan);
    if (auto stopped = record(std::move(entry))) return stopped;
    if (auto stopped = perform(step.undo, before)) return stopped;
    if (auto stopped = await({step.undone, {}, step.timeout, step.settle, true})) return stopped;
    return record(entryOf(JournalEvent::UndoDone));
  }

  PlanTools& m_tools;
  PlanProgress m_progress;
  DaemonSets m_daemonSets;  ///< those that were asked about
  const std::stop_token& m_stop;
  int m_step = 0;
  bool m_maybeDone = false;  ///< the act of the step may have been done by this plan
};

}  // namespace

PlanProgress PlanRunner::start(Plan plan, const std::stop_token& stop) {
  PlanProgress progress;
  progress.plan = std::move(plan);
  progress.steps.resize(progress.plan.steps.size());
  Run run(m_tools, std::move(progress), stop);
  return run.begin(JournalEvent::Planned) ? run.forward() : run.result();
}

PlanProgress PlanRunner::startOrLeave(Plan plan, const std::stop_token& stop) {
  PlanProgress ran = start(std::move(plan), stop);
  if (!ran.stop || !changedNothing(ran)) return ran;
  auto why = std::move(ran.stop);
  ran = leave(std::move(ran));
  ran.stop = std::move(why);
  return ran;
}

PlanProgress PlanRunner::resume(PlanProgress progress, const std::stop_token& stop) {
  if (isFinished(progress.phase)) return progress;
  const bool back = progress.phase == PlanPhase::RollingBack;
  Run run(m_tools, std::move(progress), stop);
  if (!run.begin(JournalEvent::Resumed)) return run.result();
  return back ? run.backward() : run.forward();
}

PlanProgress PlanRunner::rollBack(PlanProgress progress, const std::stop_token& stop) {
  if (isFinished(progress.phase)) return progress;
  Run run(m_tools, std::move(progress), stop);
  return run.begin(JournalEvent::RollbackBegun) ? run.backward() : run.result();
}

PlanProgress PlanRunner::leave(PlanProgress progress) {
  if (isFinished(progress.phase)) return progress;
  const std::stop_token never;
  return Run(m_tools, std::move(progress), never).finish(PlanPhase::Left);
}

}  // namespace cardinal
