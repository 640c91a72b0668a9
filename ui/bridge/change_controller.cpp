// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/change_controller.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <algorithm>
#include <future>
#include <utility>

#include "core/plan/make/conditions.h"
#include "core/plan/make/taint_victims.h"
#include "core/service/writes/object_acts.h"
#include "core/service/writes/plan_work.h"
#include "ui/bridge/write_lock.h"

namespace cardinal::ui {

ChangeController::ChangeController(SnapshotBridge& bridge, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_worker(std::make_unique<Worker>(Worker::Keep::All)) {
  connect(&bridge, &SnapshotBridge::sourceChanged, this, &ChangeController::refresh);
  // What the jobs work with goes with the source: they end before it does. A write that is on its way is waited for a
  // moment only (HttpRequest::stopGrace).
  connect(&bridge, &SnapshotBridge::sourceClosing, this,
          [this] { m_worker = std::make_unique<Worker>(Worker::Keep::All); });
  connect(&bridge, &SnapshotBridge::journalled, this, &ChangeController::refresh);
  if (bridge.isOpen()) refresh();
}

ChangeController::~ChangeController() = default;

void ChangeController::post(std::function<void(const std::stop_token&)> job) {
  // Jobs that have not begun when the source goes get no answer: nobody is there who asked.
  m_worker->post([job = std::move(job)](const std::stop_token& stop) {
    if (!stop.stop_requested()) job(stop);
  });
}

bool ChangeController::isHere(const ChangeRecord& change) const {
  const SourceInfo info = m_bridge.info();
  return placeOf(change.cluster, change.server) == placeOf(info.name, info.server);
}

void ChangeController::refresh() {
  const auto take = [this](const Result<JournalContents>& read) {
    m_error = read ? std::nullopt : std::optional(read.error());
    if (read) {
      m_changes = changesOf(read->entries);
      m_unreadable = read->unreadable;
    }
    emit changed();
  };
  if (!m_bridge.session()->isKept()) return take(m_bridge.session()->contents());
  post([this, take, session = m_bridge.session()](const std::stop_token&) {
    QMetaObject::invokeMethod(
        this, [take, read = session->contents()] { take(read); }, Qt::QueuedConnection);
  });
}

void ChangeController::run(QObject* context, std::string node, std::function<ChangeOutcome(const Order&)> work,
                           Done done) {
  const QPointer<QObject> asker(context);
  const auto answer = [this, asker, done = std::move(done)](const ChangeOutcome& outcome) {
    refresh();
    if (asker && done) done(outcome);
    if (outcome.changedSomething()) m_bridge.writeLock().noteChange();
  };
  const auto may = m_bridge.session()->mayWrite();
  const ClusterWriter writer = m_bridge.writer();
  if (!may || writer.nodes == nullptr) {
    ChangeOutcome refused;
    refused.error = may ? makeError(ErrorCode::ReadOnlySource, m_bridge.info().name) : may.error();
    QMetaObject::invokeMethod(
        this, [answer, refused] { answer(refused); }, Qt::QueuedConnection);
    return;
  }
  post([this, session = m_bridge.session(), writer, node = std::move(node), work = std::move(work),
        answer](const std::stop_token& stop) {
    ChangeOutcome outcome;
    std::optional<Result<NodeHold>> held;
    if (!node.empty()) held.emplace(session->holdFree(node));
    if (!held || *held)
      outcome = work({session, writer, stop});
    else
      outcome.error = held->error();
    QMetaObject::invokeMethod(
        this, [answer, outcome] { answer(outcome); }, Qt::QueuedConnection);
  });
}

void ChangeController::remove(QObject* context, std::vector<CreatedRef> objects, Done done) {
  run(
      context, {},
      [objects = std::move(objects)](const Order& order) {
        ChangeOutcome out;
        WriteLog log = order.session->log();
        for (auto object = objects.rbegin(); object != objects.rend() && !out.error; ++object) {
          const auto removed = carryOut(order.writer, log, {ObjectVerb::Delete, *object}, order.stop);
          if (removed) out.removed.push_back(*object);
          if (!removed) out.error = removed.error();
        }
        return out;
      },
      std::move(done));
}

void ChangeController::bind(QObject* context, const BindOrder& bind, Done done) {
  run(
      context, {},
      [bind](const Order& order) {
        ChangeOutcome out;
        if (order.writer.binder == nullptr) {
          out.error = makeError(ErrorCode::ReadOnlySource, order.session->source().name);
          return out;
        }
        WriteLog log = order.session->log();
        auto open = log.beginBind(bind);
        if (!open) {
          out.error = open.error();
          return out;
        }
        const auto reply = order.writer.binder->bind(bind, false, order.stop);
        log.endBind(std::move(*open), reply ? Result<void>() : unexpected(reply.error()));
        out.bound = reply.has_value();
        if (!reply) out.error = reply.error();
        return out;
      },
      std::move(done));
}

void ChangeController::preflightBind(QObject* context, const BindOrder& order,
                                     std::function<void(const ServerPreflight&)> done) {
  PodBinder* binder = m_bridge.writer().binder;
  const auto ask = [binder, order, name = m_bridge.info().name](const std::stop_token& stop) {
    return binder == nullptr ? Result<WriteReply>(unexpected(makeError(ErrorCode::ReadOnlySource, name)))
                             : binder->bind(order, true, stop);
  };
  preflight(context, ask, std::move(done));
}

void ChangeController::preflight(QObject* context, std::function<Result<WriteReply>(const std::stop_token&)> ask,
                                 std::function<void(const ServerPreflight&)> done) {
  post([this, ask = std::move(ask), asker = QPointer<QObject>(context),
        done = std::move(done)](const std::stop_token& stop) {
    ServerPreflight preflight;
    auto reply = ask(stop);
    if (reply)
      preflight.warnings = std::move(reply->warnings);
    else
      preflight.refused = reply.error();
    const auto answer = [asker, done, preflight] {
      if (asker) done(preflight);
    };
    QMetaObject::invokeMethod(this, answer, Qt::QueuedConnection);
  });
}

void ChangeController::preflightAct(QObject* context, const ObjectAct& act,
                                    std::function<void(const ServerPreflight&)> done) {
  preflight(
      context,
      [writer = m_bridge.writer(), act](const std::stop_token& stop) { return carryOut(writer, act, true, stop); },
      std::move(done));
}

void ChangeController::act(QObject* context, const ObjectAct& act, Done done) {
  run(
      context, {},
      [act](const Order& order) {
        ChangeOutcome out;
        WriteLog log = order.session->log();
        const auto reply = carryOut(order.writer, log, act, order.stop);
        out.acted = reply.has_value();
        if (!reply) out.error = reply.error();
        return out;
      },
      std::move(done));
}

void ChangeController::undo(QObject* context, const ChangeRecord& change, Done done) {
  if (change.created && change.blocker == UndoBlocker::None) return remove(context, {*change.created}, std::move(done));
  constexpr std::string_view kNode = "Node/";
  const std::string node = change.object.substr(std::min(kNode.size(), change.object.size()));
  run(
      context, node,
      [change, node](const Order& order) {
        ChangeOutcome out;
        auto read = order.writer.nodes->readNode(node, order.stop);
        if (!read) {
          out.error = read.error();
          return out;
        }
        out.undo = makeUndo(change, **read, order.session->newPlan());
        if (!out.undo.plan) return out;
        out.progress = PlanWork(*order.session, *order.writer.nodes).runWhole(*out.undo.plan, order.stop);
        if (out.progress->stop) out.error = out.progress->stop->error;
        return out;
      },
      std::move(done));
}

void ChangeController::edit(QObject* context, std::shared_ptr<const RawNode> seen, NodeEdit edit, Done done) {
  const std::string node = seen->meta.key.name;
  run(
      context, node,
      [node, seen, edit = std::move(edit)](const Order& order) {
        ChangeOutcome out;
        auto read = order.writer.nodes->readNode(node, order.stop);
        if (!read) {
          out.error = read.error();
          return out;
        }
        out.conflicts = conflictsOf(edit, *seen, **read);
        if (!out.conflicts.empty()) return out;
        const Plan plan = makeEditPlan(*seen, edit, order.session->newPlan());
        out.progress = PlanWork(*order.session, *order.writer.nodes).runWhole(plan, order.stop);
        if (out.progress->stop) out.error = out.progress->stop->error;
        return out;
      },
      std::move(done));
}

void ChangeController::preflightEdit(QObject* context, std::shared_ptr<const RawNode> seen, std::string node,
                                     NodeEdit edit, std::function<void(const Result<EditPreflight>&)> done) {
  NodeOperations* nodes = m_bridge.writer().nodes;
  const QPointer<QObject> asker(context);
  const auto answer = [this, asker, done = std::move(done)](const Result<EditPreflight>& preflight) {
    QMetaObject::invokeMethod(
        this,
        [asker, done, preflight] {
          if (asker) done(preflight);
        },
        Qt::QueuedConnection);
  };
  if (!nodes) return answer(unexpected(makeError(ErrorCode::ReadOnlySource, m_bridge.info().name)));
  post([nodes, seen = std::move(seen), node = std::move(node), edit = std::move(edit),
        answer](const std::stop_token& stop) {
    auto read = nodes->readNode(node, stop);
    if (!read) return answer(unexpected(read.error()));
    EditPreflight preflight;
    preflight.node = *read;
    if (seen) preflight.conflicts = conflictsOf(edit, *seen, **read);
    if (setsEvictingTaint(edit)) {
      auto pods = nodes->podsOn(node, stop);
      if (!pods) return answer(unexpected(pods.error()));
      preflight.victims = taintVictims(*pods, edit);
    }
    if (!edit.empty()) {
      const Plan plan = makeEditPlan(**read, edit, {});
      const auto tried = nodes->patchNode(node, patchFor(plan.steps.front().act, **read), true, stop);
      if (!tried) preflight.refused = tried.error();
    }
    answer(preflight);
  });
}

void ChangeController::finish() {
  std::promise<void> idle;
  m_worker->post([&idle](const std::stop_token&) { idle.set_value(); });
  idle.get_future().wait();
  QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

}  // namespace cardinal::ui
