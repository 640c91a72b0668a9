// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/plan_run.h"

#include <algorithm>
#include <utility>

#include "ui/bridge/write_lock.h"

namespace cardinal::ui {

namespace {

using Report = std::function<void(std::size_t, std::size_t)>;

Result<PlanPreflight> lookAt(NodeOperations& nodes, const ChangeSession& session, const PlanRequest& request,
                             const PlanContext& context, const std::stop_token& stop) {
  if (auto free = session.checkFree(request.node); !free) return unexpected(free.error());
  auto preview = previewPlan(nodes, request, context, stop);
  if (!preview) return unexpected(preview.error());
  PlanPreflight out;
  out.preview = std::move(*preview);
  if (!isBlocked(out.preview)) out.tried = tryPlan(nodes, out.preview, stop);
  return out;
}

void predict(std::vector<PlanPreflight>& preflights, const ClusterSnapshot& snapshot, const std::stop_token& stop,
             const Report& report) {
  std::vector<LeavingNode> leaving;
  for (const PlanPreflight& preflight : preflights) {
    LeavingNode& one = leaving.emplace_back();
    one.node = preflight.preview.plan.node;
    for (const PodVerdict& verdict : preflight.preview.pods) {
      if (mustGo(verdict.fate) || isBlocking(verdict.fate)) one.pods.push_back(verdict.pod);
    }
  }
  auto targets = predictEvictionTargets(snapshot, leaving, stop, report);
  auto next = targets.begin();
  for (std::size_t i = 0; i < preflights.size(); ++i) {
    const auto end = next + static_cast<std::ptrdiff_t>(leaving[i].pods.size());
    preflights[i].targets.assign(std::make_move_iterator(next), std::make_move_iterator(end));
    next = end;
  }
}

}  // namespace

std::optional<Error> PlanPreflight::refused() const {
  for (const TriedAct& act : tried) {
    if (act.refused) return act.refused;
  }
  return std::nullopt;
}

std::size_t PlanPreflight::blockedNow() const {
  return static_cast<std::size_t>(
      std::count_if(tried.begin(), tried.end(), [](const TriedAct& act) { return act.blocked; }));
}

const EvictionTarget* PlanPreflight::evictionTargetOf(const ObjectKey& pod) const {
  const auto found =
      std::find_if(targets.begin(), targets.end(), [&](const EvictionTarget& one) { return one.pod == pod; });
  return found != targets.end() ? &*found : nullptr;
}

PlanRun::PlanRun(SnapshotBridge& bridge, ChangeSessionPtr session, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_session(std::move(session)),
      m_worker(std::make_unique<Worker>(Worker::Keep::All)) {
  connect(&bridge, &SnapshotBridge::sourceClosing, this, &PlanRun::quit);
}

PlanRun::~PlanRun() {
  quit();
}

void PlanRun::quit() {
  stopTasks();
  m_worker.reset();
}

void PlanRun::stopTasks() {
  std::exchange(m_stop, std::stop_source()).request_stop();
}

void PlanRun::post(Worker::Task task) {
  m_worker->post([task = std::move(task), stop = m_stop.get_token()](const std::stop_token& quits) {
    if (!quits.stop_requested()) task(stop);
  });
}

void PlanRun::preflight(std::vector<PlanRequest> requests) {
  NodeOperations* nodes = m_bridge.writer().nodes;
  if (m_busy || !m_worker) return;
  if (nodes == nullptr) {
    emit failed(makeError(ErrorCode::ReadOnlySource, m_session->source().name));
    return;
  }
  stopTasks();
  m_looking = true;
  const std::uint64_t number = ++m_lookNumber;
  post([this, nodes, number, requests = std::move(requests), session = m_session,
        snapshot = m_bridge.snapshot()](const std::stop_token& stop) {
    Result<std::vector<PlanPreflight>> outcome = std::vector<PlanPreflight>();
    for (std::size_t i = 0; i < requests.size() && outcome && !stop.stop_requested(); ++i) {
      auto one = lookAt(*nodes, *session, requests[i], session->newPlan(), stop);
      if (one) {
        outcome->push_back(std::move(*one));
      } else {
        outcome = unexpected(one.error());
      }
    }
    int reported = -1;
    const Report report = [this, number, &reported](std::size_t done, std::size_t all) {
      // Hundreds of pods, but no more signals than anybody can see.
      const int percent = static_cast<int>(done * 100 / std::max<std::size_t>(all, 1));
      if (std::exchange(reported, percent) == percent) return;
      const auto show = [this, number, done, all] {
        if (number == m_lookNumber) emit lookProgressed(static_cast<int>(done), static_cast<int>(all));
      };
      QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
    };
    if (outcome) predict(*outcome, *snapshot, stop, report);
    const auto deliver = [this, number, outcome = std::move(outcome)] {
      if (number != m_lookNumber) return;
      m_looking = false;
      if (!outcome) {
        m_preflights.clear();
        emit failed(outcome.error());
        return;
      }
      m_preflights = *outcome;
      emit lookFinished();
    };
    QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
  });
}

void PlanRun::start() {
  if (m_busy) return;
  m_queue.clear();
  m_finished.clear();
  for (const PlanPreflight& preflight : m_preflights) {
    if (!preflight.preview.plan.steps.empty()) m_queue.push_back(preflight.preview.plan);
  }
  startNext();
}

void PlanRun::startNext() {
  if (m_queue.empty()) return;
  m_starting = m_queue.front();
  m_queue.erase(m_queue.begin());
  work(std::nullopt, *m_starting);
}

void PlanRun::adopt(PlanProgress progress) {
  if (m_busy) return;
  m_progress = std::move(progress);
  emit progressed();
}

void PlanRun::goOn() {
  if (m_progress && !isFinished(m_progress->phase)) {
    work(PlanDecision::Resume, m_progress->plan);
  } else {
    startNext();
  }
}
void PlanRun::rollBack() {
  if (m_progress) work(PlanDecision::RollBack, m_progress->plan);
}
void PlanRun::leave() {
  if (m_progress) work(PlanDecision::Leave, m_progress->plan);
}

void PlanRun::stop() {
  if (!m_busy || !m_worker) return;
  m_stopping = true;
  stopTasks();
}

void PlanRun::work(std::optional<PlanDecision> decision, Plan plan) {
  NodeOperations* nodes = m_bridge.writer().nodes;
  if (m_busy || !m_worker || nodes == nullptr) return;
  // Not in the middle of several nodes: what was begun may end.
  const auto may = m_session->mayWrite();
  if (!may && !m_begun && decision != PlanDecision::Leave) {
    finish(unexpected(may.error()));
    return;
  }
  m_begun = true;
  m_busy = true;
  m_stopping = false;
  m_looking = false;
  ++m_lookNumber;
  stopTasks();
  post([this, decision, nodes, plan = std::move(plan), session = m_session](const std::stop_token& stop) {
    const auto report = [this](const PlanProgress& now) {
      const auto show = [this, now] {
        m_progress = now;
        emit progressed();
      };
      QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
    };
    PlanWork work(*session, *nodes, report);
    Result<PlanProgress> outcome = decision ? work.takeUp(plan, *decision, stop) : work.start(plan, stop);
    QMetaObject::invokeMethod(
        this, [this, outcome = std::move(outcome)] { finish(outcome); }, Qt::QueuedConnection);
  });
}

void PlanRun::finish(const Result<PlanProgress>& outcome) {
  m_busy = false;
  const bool stopRequested = std::exchange(m_stopping, false);
  const auto starting = std::exchange(m_starting, std::nullopt);
  if (!outcome) {
    if (starting) m_queue.insert(m_queue.begin(), *starting);
    emit failed(outcome.error());
    end();
    return;
  }
  m_progress = *outcome;
  const bool well = isFinished(outcome->phase) && !outcome->stop;
  if (isFinished(outcome->phase)) m_finished.push_back(*outcome);
  emit progressed();
  if (well && outcome->phase == PlanPhase::Done && !m_queue.empty() && !stopRequested && !m_stopAfterEach) {
    startNext();
    return;
  }
  end();
}

void PlanRun::end() {
  if (std::exchange(m_begun, false)) m_bridge.writeLock().noteChange();
  emit ended();
}

}  // namespace cardinal::ui
