// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/plan_run.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "ui/bridge/write_lock.h"

namespace cardinal::ui {

namespace {

using Tell = std::function<void(std::size_t, std::size_t)>;

/// Read again under the lock, so that nothing older than the journal is worked on.
Result<PlanProgress> findOpen(const PlanBook& book, const Plan& plan) {
  auto open = book.unfinished();
  if (!open) return unexpected(open.error());
  for (PlanProgress& one : *open) {
    if (one.plan.id == plan.id) return std::move(one);
  }
  return unexpected(makeError(ErrorCode::NotFound, plan.id, book.source().name));
}

std::string newId(UnixSeconds now) {
  static int number = 0;
  return std::to_string(now) + "-" + std::to_string(::getpid()) + "-w" + std::to_string(++number);
}

Result<PlanLook> lookAt(NodeOperations& nodes, const PlanBook& book, const PlanWish& wish, const PlanContext& context,
                        const std::stop_token& stop) {
  if (auto free = book.checkFree(wish.node); !free) return unexpected(free.error());
  auto preview = previewPlan(nodes, wish, context, stop);
  if (!preview) return unexpected(preview.error());
  PlanLook out;
  out.preview = std::move(*preview);
  if (!isBlocked(out.preview)) out.tried = tryPlan(nodes, out.preview, stop);
  return out;
}

void predict(std::vector<PlanLook>& looks, const ClusterSnapshot& snapshot, const std::stop_token& stop, const Tell& tell) {
  std::vector<LeavingNode> leaving;
  for (const PlanLook& look : looks) {
    LeavingNode& one = leaving.emplace_back();
    one.node = look.preview.plan.node;
    for (const PodVerdict& verdict : look.preview.pods) {
      if (mustGo(verdict.fate) || isBlocking(verdict.fate)) one.pods.push_back(verdict.pod);
    }
  }
  auto landings = predictLandings(snapshot, leaving, stop, tell);
  auto next = landings.begin();
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const auto end = next + static_cast<std::ptrdiff_t>(leaving[i].pods.size());
    looks[i].landings.assign(std::make_move_iterator(next), std::make_move_iterator(end));
    next = end;
  }
}

}  // namespace

std::optional<Error> PlanLook::refused() const {
  for (const TriedAct& act : tried) {
    if (act.refused) return act.refused;
  }
  return std::nullopt;
}

std::size_t PlanLook::blockedNow() const {
  return static_cast<std::size_t>(std::count_if(tried.begin(), tried.end(), [](const TriedAct& act) { return act.blocked; }));
}

const Landing* PlanLook::landingOf(const ObjectKey& pod) const {
  const auto found = std::find_if(landings.begin(), landings.end(), [&](const Landing& one) { return one.pod == pod; });
  return found != landings.end() ? &*found : nullptr;
}

PlanRun::PlanRun(SnapshotBridge& bridge, PlanBookPtr book, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_book(std::move(book)), m_worker(std::make_unique<PlanWorker>()) {
  connect(&bridge, &SnapshotBridge::sourceClosing, this, &PlanRun::quit);
}

PlanRun::~PlanRun() = default;

void PlanRun::quit() { m_worker.reset(); }

void PlanRun::look(std::vector<PlanWish> wishes) {
  NodeOperations* nodes = m_bridge.nodeOperations();
  if (m_busy || !m_worker) return;
  if (nodes == nullptr) {
    emit failed(makeError(ErrorCode::ReadOnlySource, m_book->source().name));
    return;
  }
  m_worker->stop();
  m_looking = true;
  const std::uint64_t number = ++m_lookNumber;
  const UnixSeconds now = m_bridge.now();
  std::vector<PlanContext> contexts;
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    contexts.push_back({newId(now), m_book->source().name, m_book->source().server, now});
  }
  m_worker->post([this, nodes, number, wishes = std::move(wishes), contexts = std::move(contexts), book = m_book,
                  snapshot = m_bridge.snapshot()](const std::stop_token& stop) {
    Result<std::vector<PlanLook>> outcome = std::vector<PlanLook>();
    for (std::size_t i = 0; i < wishes.size() && outcome && !stop.stop_requested(); ++i) {
      auto one = lookAt(*nodes, *book, wishes[i], contexts[i], stop);
      if (one) {
        outcome->push_back(std::move(*one));
      } else {
        outcome = unexpected(one.error());
      }
    }
    int told = -1;
    const Tell tell = [this, number, &told](std::size_t done, std::size_t all) {
      // Hundreds of pods, but no more signals than anybody can see.
      const int percent = static_cast<int>(done * 100 / std::max<std::size_t>(all, 1));
      if (std::exchange(told, percent) == percent) return;
      const auto show = [this, number, done, all] {
        if (number == m_lookNumber) emit lookProgressed(static_cast<int>(done), static_cast<int>(all));
      };
      QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
    };
    if (outcome) predict(*outcome, *snapshot, stop, tell);
    const auto deliver = [this, number, outcome = std::move(outcome)] {
      if (number != m_lookNumber) return;
      m_looking = false;
      if (!outcome) {
        m_looks.clear();
        emit failed(outcome.error());
        return;
      }
      m_looks = *outcome;
      emit lookFinished();
    };
    QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
  });
}

void PlanRun::start() {
  if (m_busy) return;
  m_queue.clear();
  m_finished.clear();
  for (const PlanLook& look : m_looks) {
    if (!look.preview.plan.steps.empty()) m_queue.push_back(look.preview.plan);
  }
  startNext();
}

void PlanRun::startNext() {
  if (m_queue.empty()) return;
  PlanProgress fresh;
  fresh.plan = m_queue.front();
  fresh.steps.resize(fresh.plan.steps.size());
  m_queue.erase(m_queue.begin());
  m_starting = fresh.plan;
  work(Verb::Start, std::move(fresh));
}

void PlanRun::adopt(PlanProgress progress) {
  if (m_busy) return;
  m_progress = std::move(progress);
  emit progressed();
}

void PlanRun::goOn() {
  if (m_progress && !isFinished(m_progress->phase)) {
    work(Verb::Resume, *m_progress);
  } else {
    startNext();
  }
}
void PlanRun::rollBack() {
  if (m_progress) work(Verb::RollBack, *m_progress);
}
void PlanRun::leave() {
  if (m_progress) work(Verb::Leave, *m_progress);
}

void PlanRun::stop() {
  if (!m_busy || !m_worker) return;
  m_stopping = true;
  m_worker->stop();
}

void PlanRun::work(Verb verb, PlanProgress progress) {
  NodeOperations* nodes = m_bridge.nodeOperations();
  if (m_busy || !m_worker || nodes == nullptr) return;
  // Not in the middle of several nodes: what was begun may end.
  if (m_bridge.writeLock().isLocked() && !m_begun && verb != Verb::Leave) {
    finish(unexpected(makeError(ErrorCode::ReadOnlySource, m_book->source().name, "lock")));
    return;
  }
  m_begun = true;
  m_busy = true;
  m_stopping = false;
  m_looking = false;
  ++m_lookNumber;
  m_worker->stop();
  m_worker->post([this, verb, nodes, progress = std::move(progress), book = m_book](const std::stop_token& stop) {
    const auto tell = [this](const PlanProgress& now) {
      const auto show = [this, now] {
        m_progress = now;
        emit progressed();
      };
      QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
    };
    const auto perform = [&]() -> Result<PlanProgress> {
      const auto hold = book->lock(progress.plan.node);
      if (!hold) return unexpected(hold.error());
      const SystemClock clock;
      SystemPlanTime time(clock);
      PlanRunner runner(PlanTools{*nodes, book->journal(), time, tell});
      if (verb == Verb::Start) {
        if (auto free = book->checkFree(progress.plan.node); !free) return unexpected(free.error());
        return runner.startOrLeave(progress.plan, stop);
      }
      auto now = findOpen(*book, progress.plan);
      if (!now) return now;
      if (verb == Verb::Resume) return runner.resume(std::move(*now), stop);
      if (verb == Verb::RollBack) return runner.rollBack(std::move(*now), stop);
      return runner.leave(std::move(*now));
    };
    Result<PlanProgress> outcome = perform();
    QMetaObject::invokeMethod(this, [this, outcome = std::move(outcome)] { finish(outcome); }, Qt::QueuedConnection);
  });
}

void PlanRun::finish(const Result<PlanProgress>& outcome) {
  m_busy = false;
  const bool wasAsked = std::exchange(m_stopping, false);
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
  if (well && outcome->phase == PlanPhase::Done && !m_queue.empty() && !wasAsked && !m_stopAfterEach) {
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
