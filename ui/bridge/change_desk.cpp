// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/change_desk.h"

#include <unistd.h>

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <algorithm>
#include <deque>
#include <thread>
#include <utility>

#include "core/base/mutex.h"
#include "core/plan/conditions.h"
#include "core/plan/runner.h"
#include "core/plan/taint_victims.h"
#include "core/service/object_remover.h"
#include "core/service/object_writer.h"
#include "core/service/write_log.h"
#include "ui/bridge/write_lock.h"

namespace cardinal::ui {

struct ChangeDesk::Impl {
  explicit Impl(std::string folder) : kept(!folder.empty()), file(std::move(folder)) {}

  bool kept;
  JournalFile file;
  std::shared_ptr<MemoryJournal> memory = std::make_shared<MemoryJournal>();  ///< of the cluster that is looked at

  Mutex mutex;
  CondVar wake;
  std::deque<std::function<void(const std::stop_token&)>> jobs CARDINAL_GUARDED_BY(mutex);
  int open CARDINAL_GUARDED_BY(mutex) = 0;
  std::stop_source stopping CARDINAL_GUARDED_BY(mutex);
  std::jthread thread;  ///< last: joined before the rest goes

  bool onDisk(const SourceInfo& source) const { return kept && source.kind != SourceKind::Demo; }
  PlanJournal& journal(const SourceInfo& source) { return onDisk(source) ? static_cast<PlanJournal&>(file) : *memory; }

  void post(std::function<void(const std::stop_token&)> job) {
    const MutexLock lock(mutex);
    jobs.push_back(std::move(job));
    ++open;
    wake.notifyOne();
  }
  void loop(const std::stop_token& quit) {
    while (!quit.stop_requested()) {
      std::function<void(const std::stop_token&)> job;
      std::stop_token stop;
      {
        const MutexLock lock(mutex);
        wake.wait(mutex, quit, [this]() CARDINAL_NO_THREAD_SAFETY_ANALYSIS { return !jobs.empty(); });
        if (quit.stop_requested()) return;
        job = std::move(jobs.front());
        jobs.pop_front();
        stop = stopping.get_token();
      }
      job(stop);
      const MutexLock lock(mutex);
      --open;
    }
  }
  bool isIdle() {
    const MutexLock lock(mutex);
    return open == 0;
  }
  /// Nobody else works on the node, and no plan for it waits for a decision.
  Result<NodeLock> hold(const SourceInfo& info, const std::string& node) {
    Result<NodeLock> held{NodeLock()};
    if (onDisk(info)) held = file.lockNode(placeOf(info.name, info.server), node);
    if (!held) return held;
    Result<JournalContents> told = JournalContents{};
    if (onDisk(info)) told = file.read();
    else told->entries = memory->entries();
    if (!told) return unexpected(told.error());
    const auto free = checkFree(told->entries, info.name, info.server, node);
    return free ? std::move(held) : unexpected(free.error());
  }
};

ChangeDesk::ChangeDesk(SnapshotBridge& bridge, std::string folder, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_impl(std::make_unique<Impl>(std::move(folder))) {
  m_impl->thread = std::jthread([this](const std::stop_token& quit) { m_impl->loop(quit); });
  const auto follow = [this] {
    m_impl->memory = std::make_shared<MemoryJournal>();
    const SourceInfo info = m_bridge.info();
    m_bridge.setJournal(info.kind == SourceKind::File ? nullptr : &m_impl->journal(info));
    refresh();
  };
  connect(&bridge, &SnapshotBridge::sourceChanged, this, follow);
  // What the jobs work with goes with the source: they end before it does.
  connect(&bridge, &SnapshotBridge::sourceClosing, this, [this] {
    {
      const MutexLock lock(m_impl->mutex);
      m_impl->open -= static_cast<int>(m_impl->jobs.size());
      m_impl->jobs.clear();
      m_impl->stopping.request_stop();
    }
    while (!m_impl->isIdle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const MutexLock lock(m_impl->mutex);
    m_impl->stopping = std::stop_source();
  });
  connect(&bridge, &SnapshotBridge::journalled, this, &ChangeDesk::refresh);
  if (bridge.isOpen()) follow();
}

void ChangeDesk::setFolder(std::string folder) {
  finish();
  m_impl->kept = !folder.empty();
  m_impl->file = JournalFile(std::move(folder));
  const SourceInfo info = m_bridge.info();
  if (m_bridge.isOpen() && info.kind != SourceKind::File) m_bridge.setJournal(&m_impl->journal(info));
  if (m_bridge.isOpen()) refresh();
}

std::shared_ptr<MemoryJournal> ChangeDesk::memory() const { return m_impl->memory; }

ChangeDesk::~ChangeDesk() {
  m_bridge.setJournal(nullptr);
  const MutexLock lock(m_impl->mutex);
  m_impl->stopping.request_stop();
}

bool ChangeDesk::isHere(const ChangeRecord& change) const {
  const SourceInfo info = m_bridge.info();
  return placeOf(change.cluster, change.server) == placeOf(info.name, info.server);
}

void ChangeDesk::refresh() {
  const bool disk = m_impl->onDisk(m_bridge.info());
  const auto take = [this](const Result<JournalContents>& read) {
    m_error = read ? std::nullopt : std::optional(read.error());
    if (read) {
      m_changes = changesOf(read->entries);
      m_unreadable = read->unreadable;
    }
    emit changed();
  };
  if (!disk) {
    JournalContents contents;
    contents.entries = m_impl->memory->entries();
    return take(contents);
  }
  m_impl->post([this, take](const std::stop_token&) {
    QMetaObject::invokeMethod(
        this, [take, read = m_impl->file.read()] { take(read); }, Qt::QueuedConnection);
  });
}

PlanContext ChangeDesk::planContext() {
  const SourceInfo info = m_bridge.info();
  const UnixSeconds now = m_bridge.now();
  return {std::to_string(now) + "-" + std::to_string(::getpid()) + "-e" + std::to_string(m_number++), info.name, info.server, now};
}

void ChangeDesk::run(QObject* context, std::string node, std::function<ChangeOutcome(const std::stop_token&)> work, Done done) {
  const QPointer<QObject> asker(context);
  const auto answer = [this, asker, done = std::move(done)](const ChangeOutcome& outcome) {
    refresh();
    if (asker && done) done(outcome);
    if (outcome.changedSomething()) m_bridge.writeLock().noteChange();
  };
  if (m_bridge.writeLock().isLocked() || !m_bridge.nodeOperations()) {
    ChangeOutcome refused;
    refused.error = makeError(ErrorCode::ReadOnlySource, m_bridge.info().name, m_bridge.writeLock().isLocked() ? "lock" : "");
    QMetaObject::invokeMethod(this, [answer, refused] { answer(refused); }, Qt::QueuedConnection);
    return;
  }
  const SourceInfo info = m_bridge.info();
  m_impl->post([this, info, node = std::move(node), work = std::move(work), answer](const std::stop_token& stop) {
    ChangeOutcome outcome;
    auto held = node.empty() ? Result<NodeLock>(NodeLock()) : m_impl->hold(info, node);
    if (held) outcome = work(stop);
    else outcome.error = held.error();
    QMetaObject::invokeMethod(this, [answer, outcome] { answer(outcome); }, Qt::QueuedConnection);
  });
}

namespace {

/// A plan of one or two writes is either done or taken back: nothing is left half way.
PlanProgress runWhole(PlanTools tools, Plan plan, const std::stop_token& stop) {
  PlanRunner runner(std::move(tools));
  PlanProgress progress = runner.start(std::move(plan), stop);
  if (!progress.stop) return progress;
  const auto why = progress.stop;
  const bool touched = std::any_of(progress.steps.begin(), progress.steps.end(),
                                   [](const StepProgress& step) { return step.changed; });
  progress = touched ? runner.rollBack(std::move(progress), stop) : runner.leave(std::move(progress));
  if (!progress.stop) progress.stop = why;
  return progress;
}

}  // namespace

void ChangeDesk::remove(QObject* context, std::vector<CreatedRef> objects, Done done) {
  NodeOperations* nodes = m_bridge.nodeOperations();
  PlanJournal& journal = m_impl->journal(m_bridge.info());
  run(
      context, {},
      [this, nodes, info = m_bridge.info(), objects = std::move(objects), &journal](const std::stop_token& stop) {
        ChangeOutcome out;
        WriteLog log(journal, info, m_bridge.clock());
        for (auto object = objects.rbegin(); object != objects.rend() && !out.error; ++object) {
          const auto removed = removeCreated(nodes, log, *object, stop);
          if (removed) out.removed.push_back(*object);
          if (!removed) out.error = removed.error();
        }
        return out;
      },
      std::move(done));
}

void ChangeDesk::bind(QObject* context, const BindOrder& order, Done done) {
  PodBinder* binder = m_bridge.podBinder();
  PlanJournal& journal = m_impl->journal(m_bridge.info());
  run(
      context, {},
      [this, binder, info = m_bridge.info(), order, &journal](const std::stop_token& stop) {
        ChangeOutcome out;
        if (binder == nullptr) {
          out.error = makeError(ErrorCode::ReadOnlySource, info.name);
          return out;
        }
        WriteLog log(journal, info, m_bridge.clock());
        auto open = log.beginBind(order);
        if (!open) {
          out.error = open.error();
          return out;
        }
        const auto reply = binder->bind(order, false, stop);
        log.endBind(std::move(*open), reply ? Result<void>() : unexpected(reply.error()));
        out.bound = reply.has_value();
        if (!reply) out.error = reply.error();
        return out;
      },
      std::move(done));
}

void ChangeDesk::lookAtBind(QObject* context, const BindOrder& order, std::function<void(const BindLook&)> done) {
  PodBinder* binder = m_bridge.podBinder();
  m_impl->post([this, binder, order, asker = QPointer<QObject>(context), done = std::move(done),
                name = m_bridge.info().name](const std::stop_token& stop) {
    BindLook look;
    auto reply = binder == nullptr ? Result<WriteReply>(unexpected(makeError(ErrorCode::ReadOnlySource, name)))
                                   : binder->bind(order, true, stop);
    if (reply) look.warnings = std::move(reply->warnings);
    else look.refused = reply.error();
    const auto answer = [asker, done, look] {
      if (asker) done(look);
    };
    QMetaObject::invokeMethod(this, answer, Qt::QueuedConnection);
  });
}

void ChangeDesk::undo(QObject* context, const ChangeRecord& change, Done done) {
  if (change.created && change.bar == UndoBar::None) return remove(context, {*change.created}, std::move(done));
  constexpr std::string_view kNode = "Node/";
  const std::string node = change.object.substr(std::min(kNode.size(), change.object.size()));
  NodeOperations* nodes = m_bridge.nodeOperations();
  const PlanContext made = planContext();
  PlanJournal& journal = m_impl->journal(m_bridge.info());
  run(
      context, node,
      [this, nodes, change, node, made, &journal](const std::stop_token& stop) {
        ChangeOutcome out;
        auto read = nodes->readNode(node, stop);
        if (!read) {
          out.error = read.error();
          return out;
        }
        out.undo = makeUndo(change, **read, made);
        if (!out.undo.plan) return out;
        SystemPlanTime time(m_bridge.clock());
        out.progress = runWhole({*nodes, journal, time, {}}, *out.undo.plan, stop);
        if (out.progress->stop) out.error = out.progress->stop->error;
        return out;
      },
      std::move(done));
}

void ChangeDesk::edit(QObject* context, std::shared_ptr<const RawNode> seen, NodeEdit edit, Done done) {
  NodeOperations* nodes = m_bridge.nodeOperations();
  const Plan plan = makeEditPlan(*seen, edit, planContext());
  PlanJournal& journal = m_impl->journal(m_bridge.info());
  const std::string node = seen->meta.key.name;
  run(
      context, node,
      [this, nodes, plan, seen, edit = std::move(edit), &journal](const std::stop_token& stop) {
        ChangeOutcome out;
        auto read = nodes->readNode(plan.node, stop);
        if (!read) {
          out.error = read.error();
          return out;
        }
        out.conflicts = conflictsOf(edit, *seen, **read);
        if (!out.conflicts.empty()) return out;
        SystemPlanTime time(m_bridge.clock());
        out.progress = runWhole({*nodes, journal, time, {}}, plan, stop);
        if (out.progress->stop) out.error = out.progress->stop->error;
        return out;
      },
      std::move(done));
}

void ChangeDesk::lookAtEdit(QObject* context, std::shared_ptr<const RawNode> seen, std::string node, NodeEdit edit,
                            std::function<void(const Result<EditLook>&)> done) {
  NodeOperations* nodes = m_bridge.nodeOperations();
  const QPointer<QObject> asker(context);
  const auto answer = [this, asker, done = std::move(done)](const Result<EditLook>& look) {
    QMetaObject::invokeMethod(
        this,
        [asker, done, look] {
          if (asker) done(look);
        },
        Qt::QueuedConnection);
  };
  if (!nodes) return answer(unexpected(makeError(ErrorCode::ReadOnlySource, m_bridge.info().name)));
  m_impl->post([nodes, seen = std::move(seen), node = std::move(node), edit = std::move(edit), answer](const std::stop_token& stop) {
    auto read = nodes->readNode(node, stop);
    if (!read) return answer(unexpected(read.error()));
    EditLook look;
    look.node = *read;
    if (seen) look.conflicts = conflictsOf(edit, *seen, **read);
    if (setsEvictingTaint(edit)) {
      auto pods = nodes->podsOn(node, stop);
      if (!pods) return answer(unexpected(pods.error()));
      look.victims = taintVictims(*pods, edit);
    }
    if (!edit.empty()) {
      const Plan plan = makeEditPlan(**read, edit, {});
      const auto tried = nodes->patchNode(node, patchFor(plan.steps.front().act, **read), true, stop);
      if (!tried) look.refused = tried.error();
    }
    answer(look);
  });
}

void ChangeDesk::finish() {
  while (!m_impl->isIdle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

}  // namespace cardinal::ui
