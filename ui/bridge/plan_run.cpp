// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/plan_run.h"

#include <unistd.h>

#include <deque>
#include <functional>
#include <thread>
#include <utility>

namespace cardinal::ui {

namespace {

/// Read again under the lock, so that nothing older than the journal is worked on.
Result<PlanProgress> findOpen(const PlanBook& book, const Plan& plan) {
  auto open = book.unfinished();
  if (!open) return unexpected(open.error());
  for (PlanProgress& one : *open) {
    if (one.plan.id == plan.id) return std::move(one);
  }
  return unexpected(makeError(ErrorCode::NotFound, plan.id, book.source().name));
}

PlanProgress startFresh(PlanRunner& runner, Plan plan, const std::stop_token& stop) {
  PlanProgress ran = runner.start(std::move(plan), stop);
  // What changed nothing needs no decision later.
  if (ran.stop && changedNothing(ran)) {
    const auto why = ran.stop;
    ran = runner.leave(std::move(ran));
    ran.stop = why;
  }
  return ran;
}

std::string newId(UnixSeconds now) {
  static int number = 0;
  return std::to_string(now) + "-" + std::to_string(::getpid()) + "-w" + std::to_string(++number);
}

}  // namespace

std::optional<Error> PlanLook::refused() const {
  for (const TriedAct& act : tried) {
    if (act.refused) return act.refused;
  }
  return std::nullopt;
}

/// One thread that does one job after the other.
class PlanRun::Worker {
 public:
  using Job = std::function<void(const std::stop_token&)>;

  Worker() : m_thread([this](const std::stop_token& quit) { loop(quit); }) {}
  ~Worker() {
    m_thread.request_stop();
    stop();
  }

  void post(Job job) {
    const MutexLock lock(m_mutex);
    m_tasks.push_back({std::move(job), std::stop_source()});
    m_changed.notifyOne();
  }

  /// Asks every job to stop, those too that have not begun: each is still called once.
  void stop() {
    const MutexLock lock(m_mutex);
    for (Task& task : m_tasks) task.stop.request_stop();
    m_current.request_stop();
  }

 private:
  struct Task {
    Job job;
    std::stop_source stop;
  };

  void loop(const std::stop_token& quit) {
    while (!quit.stop_requested()) {
      Task task;
      {
        const MutexLock lock(m_mutex);
        m_changed.wait(m_mutex, quit, [this]() CARDINAL_NO_THREAD_SAFETY_ANALYSIS { return !m_tasks.empty(); });
        if (quit.stop_requested()) return;
        task = std::move(m_tasks.front());
        m_tasks.pop_front();
        m_current = task.stop;
      }
      task.job(task.stop.get_token());
    }
  }

  Mutex m_mutex;
  CondVar m_changed;
  std::deque<Task> m_tasks CARDINAL_GUARDED_BY(m_mutex);
  std::stop_source m_current CARDINAL_GUARDED_BY(m_mutex);
  std::jthread m_thread;
};

PlanRun::PlanRun(SnapshotBridge& bridge, PlanBookPtr book, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_book(std::move(book)), m_worker(std::make_unique<Worker>()) {
  connect(&bridge, &SnapshotBridge::sourceClosing, this, &PlanRun::quit);
}

PlanRun::~PlanRun() = default;

void PlanRun::quit() {
  m_worker.reset();
}

void PlanRun::look(PlanWish wish) {
  NodeOperations* nodes = m_bridge.nodeOperations();
  if (m_busy || !m_worker) return;
  if (nodes == nullptr) {
    emit failed(makeError(ErrorCode::ReadOnlySource, m_book->source().name));
    return;
  }
  m_look.reset();
  m_worker->stop();
  const std::uint64_t number = ++m_lookNumber;
  const UnixSeconds now = m_bridge.now();
  const PlanContext context{newId(now), m_book->source().name, m_book->source().server, now};
  m_worker->post([this, nodes, number, wish = std::move(wish), context, book = m_book](const std::stop_token& stop) {
    Result<PlanLook> outcome = PlanLook{};
    const auto free = book->checkFree(wish.node);
    auto preview = previewPlan(*nodes, wish, context, stop);
    if (!free) {
      outcome = unexpected(free.error());
    } else if (!preview) {
      outcome = unexpected(preview.error());
    } else {
      outcome->preview = std::move(*preview);
      if (!isBlocked(outcome->preview)) outcome->tried = tryPlan(*nodes, outcome->preview, stop);
    }
    QMetaObject::invokeMethod(
        this,
        [this, number, outcome = std::move(outcome)] {
          if (number != m_lookNumber) return;
          if (!outcome) {
            emit failed(outcome.error());
            return;
          }
          m_look = *outcome;
          emit lookFinished();
        },
        Qt::QueuedConnection);
  });
}

void PlanRun::start() {
  if (!m_look || m_look->preview.plan.steps.empty()) return;
  PlanProgress fresh;
  fresh.plan = m_look->preview.plan;
  fresh.steps.resize(fresh.plan.steps.size());
  work(Verb::Start, std::move(fresh));
}

void PlanRun::adopt(PlanProgress progress) {
  if (m_busy) return;
  m_progress = std::move(progress);
  emit progressed();
}

void PlanRun::resume() {
  if (m_progress) work(Verb::Resume, *m_progress);
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
  m_busy = true;
  m_stopping = false;
  ++m_lookNumber;
  m_worker->stop();
  m_worker->post([this, verb, nodes, progress = std::move(progress), book = m_book](const std::stop_token& stop) {
    const auto tell = [this](const PlanProgress& now) {
      QMetaObject::invokeMethod(
          this,
          [this, now] {
            m_progress = now;
            emit progressed();
          },
          Qt::QueuedConnection);
    };
    const auto perform = [&]() -> Result<PlanProgress> {
      const auto lock = book->lock(progress.plan.node);
      if (!lock) return unexpected(lock.error());
      const SystemClock clock;
      SystemPlanTime time(clock);
      PlanRunner runner(PlanTools{*nodes, book->journal(), time, tell});
      if (verb == Verb::Start) {
        if (auto free = book->checkFree(progress.plan.node); !free) return unexpected(free.error());
        return startFresh(runner, progress.plan, stop);
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
  m_stopping = false;
  if (outcome) {
    m_progress = *outcome;
    emit progressed();
  } else {
    emit failed(outcome.error());
  }
  emit ended();
}

}  // namespace cardinal::ui
