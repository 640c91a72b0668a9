// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/snapshot_bridge.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <QTimer>
#include <optional>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>

#include "core/base/mutex.h"
#include "core/service/worker.h"
#include "ui/bridge/write_booking.h"
#include "ui/bridge/write_lock.h"

namespace cardinal::ui {

namespace {

SnapshotPtr emptySnapshot() {
  auto empty = std::make_shared<ClusterSnapshot>();
  empty->firstCard.assign(1, 0);
  return empty;
}

using PreviewDone = std::function<void(const AnswerPtr&)>;
using GroupDone = std::function<void(const std::vector<AnswerPtr>&)>;
using PendingDone = std::function<void(const std::shared_ptr<const PendingReport>&)>;
using NodesDone = std::function<void(const NodesExplanation&)>;
using SubmitDone = std::function<void(const SubmitOutcome&)>;
using HistoryDone = std::function<void(const Result<History>&)>;
using PastDone = std::function<void(const Result<ClusterPast>&)>;
using TextDone = std::function<void(const Result<ObjectText>&)>;
using EventsDone = std::function<void(const Result<ObjectEvents>&)>;
using WorkloadsDone = std::function<void(const std::vector<Result<WorkloadObject>>&)>;
using VoidDone = std::function<void(const Result<void>&)>;

/// A question under way. It lives on the GUI thread only; workers know nothing but its number.
struct Question {
  QPointer<QObject> context;
  std::variant<PreviewDone, GroupDone, PendingDone, NodesDone, SubmitDone, HistoryDone, PastDone, TextDone, EventsDone,
               WorkloadsDone, VoidDone>
      done;
  std::stop_source cancel{std::nostopstate};  ///< of what can be given up
};

}  // namespace

struct SnapshotBridge::Impl {
  const Clock& clock;
  std::unique_ptr<ClusterService> service;
  SnapshotPtr shown = emptySnapshot();
  ConnectionState connection;
  UsePtr use = std::make_shared<ClusterUse>();
  WriteLock lock;
  std::string journalFolder;
  ChangeSessionPtr session;
  std::unique_ptr<WriteBooking> booking;  ///< null = nothing is open

  Mutex mailbox;
  SnapshotPtr newSnapshot CARDINAL_GUARDED_BY(mailbox);
  std::optional<ConnectionState> newConnection CARDINAL_GUARDED_BY(mailbox);
  UsePtr newUse CARDINAL_GUARDED_BY(mailbox);
  bool posted CARDINAL_GUARDED_BY(mailbox) = false;

  QTimer ageing;  ///< nothing signals that samples grow older

  std::uint64_t lastNumber = 0;
  std::unordered_map<std::uint64_t, Question> questions;
  std::unique_ptr<Worker> saver;  ///< null = nothing is open

  explicit Impl(const Clock& c) : clock(c) {}

  /// Nothing new is sent; what is on its way ends, and is booked where it began.
  void closeService() {
    saver.reset();
    if (booking) booking->stop();
    service.reset();
    booking.reset();
  }

  void watchAge() {
    if (use->measured > 0) {
      ageing.start();
    } else {
      ageing.stop();
    }
  }

  template <typename Done>
  std::uint64_t ask(QObject* context, Done done) {
    const std::uint64_t number = ++lastNumber;
    questions.emplace(number, Question{context, std::move(done), std::stop_source(std::nostopstate)});
    return number;
  }

  /// The token of a question that can be given up while it is answered.
  std::stop_token makeCancellable(std::uint64_t number) {
    std::stop_source cancel;
    questions.at(number).cancel = cancel;
    return cancel.get_token();
  }

  template <typename Done>
  void forgetEarlier(const QObject* context) {
    std::erase_if(questions, [context](auto& entry) {
      const bool earlier = entry.second.context == context && std::holds_alternative<Done>(entry.second.done);
      if (earlier && entry.second.cancel.stop_possible()) entry.second.cancel.request_stop();
      return earlier;
    });
  }

  template <typename Done, typename Answer>
  void answer(std::uint64_t number, const Answer& what) {
    const auto found = questions.find(number);
    if (found == questions.end()) return;
    const Question question = std::move(found->second);
    questions.erase(found);
    if (!question.context) return;
    if (const auto* done = std::get_if<Done>(&question.done); done && *done) (*done)(what);
  }
};

SnapshotBridge::SnapshotBridge(const Clock& clock, QObject* parent)
    : QObject(parent), m_impl(std::make_unique<Impl>(clock)) {
  m_impl->session = std::make_shared<ChangeSession>(SourceInfo{}, std::string(), clock);
  constexpr std::chrono::seconds kBetweenRefreshes{15};
  m_impl->ageing.setInterval(kBetweenRefreshes);
  connect(&m_impl->ageing, &QTimer::timeout, this, [this] { emit useChanged(m_impl->use); });
  // Whoever shows what can be changed listens to the connection.
  connect(&m_impl->lock, &WriteLock::changed, this, [this] {
    m_impl->session->setLocked(m_impl->lock.isLocked());
    emit connectionChanged(m_impl->connection);
  });
}

SnapshotBridge::~SnapshotBridge() {
  emit sourceClosing();
  m_impl->questions.clear();
  m_impl->closeService();
}

void SnapshotBridge::open(std::unique_ptr<ClusterSource> source) {
  emit sourceClosing();
  m_impl->questions.clear();
  m_impl->closeService();
  {
    const MutexLock lock(m_impl->mailbox);
    m_impl->newSnapshot.reset();
    m_impl->newConnection.reset();
    m_impl->newUse.reset();
  }
  m_impl->shown = emptySnapshot();
  m_impl->connection = ConnectionState{};
  m_impl->use = std::make_shared<ClusterUse>();
  m_impl->ageing.stop();
  ServiceListener& listener = *this;
  m_impl->service = std::make_unique<ClusterService>(std::move(source), listener, m_impl->clock);
  m_impl->saver = std::make_unique<Worker>(Worker::Keep::All);
  openSession();
  m_impl->lock.follow(m_impl->service->info());
  emit sourceChanged();
  emit snapshotChanged(m_impl->shown);
  emit connectionChanged(m_impl->connection);
  emit useChanged(m_impl->use);
  m_impl->service->start();
}

bool SnapshotBridge::isOpen() const {
  return m_impl->service != nullptr;
}
SnapshotPtr SnapshotBridge::snapshot() const {
  return m_impl->shown;
}
const ConnectionState& SnapshotBridge::connection() const {
  return m_impl->connection;
}
UsePtr SnapshotBridge::use() const {
  return m_impl->use;
}
SourceInfo SnapshotBridge::info() const {
  SourceInfo info = m_impl->service ? m_impl->service->info() : SourceInfo{};
  info.writable = info.writable && !m_impl->lock.isLocked();
  return info;
}
WriteLock& SnapshotBridge::writeLock() const {
  return m_impl->lock;
}
const Clock& SnapshotBridge::clock() const {
  return m_impl->clock;
}
const ChangeSessionPtr& SnapshotBridge::session() const {
  return m_impl->session;
}
void SnapshotBridge::setJournalFolder(std::string folder) {
  m_impl->journalFolder = std::move(folder);
  if (m_impl->service) openSession();
}
void SnapshotBridge::openSession() {
  m_impl->session = std::make_shared<ChangeSession>(m_impl->service->info(), m_impl->journalFolder, m_impl->clock);
  m_impl->session->setLocked(m_impl->lock.isLocked());
  m_impl->booking = std::make_unique<WriteBooking>(m_impl->session);
}
UnixSeconds SnapshotBridge::now() const {
  return m_impl->clock.wallNow();
}

bool SnapshotBridge::isFresh() const {
  const ConnectionPhase phase = m_impl->connection.phase;
  return phase == ConnectionPhase::Live || phase == ConnectionPhase::Static;
}

LogReader* SnapshotBridge::logReader() const {
  return m_impl->service ? m_impl->service->logReader() : nullptr;
}

ClusterWriter SnapshotBridge::writer() const {
  return m_impl->service ? m_impl->service->writer() : ClusterWriter{};
}

void SnapshotBridge::cancelWaiting() {
  if (m_impl->service) m_impl->service->cancelWaiting();
}

void SnapshotBridge::testConnection() {
  if (m_impl->service) m_impl->service->testConnection();
}

void SnapshotBridge::refresh() {
  if (m_impl->service) m_impl->service->refresh();
}

Result<void> SnapshotBridge::waitForData(std::chrono::milliseconds timeout) {
  if (!m_impl->service) return unexpected(makeError(ErrorCode::NotConnected));
  Result<SnapshotPtr> data = m_impl->service->waitForData(timeout);
  const ConnectionState state = m_impl->service->connection();
  if (data) onSnapshot(*data);
  onConnection(state);
  onMetrics(m_impl->service->waitForUse(timeout));
  deliver();
  if (!data) return unexpected(data.error());
  return {};
}

void SnapshotBridge::finishQuestions(std::chrono::milliseconds timeout) {
  constexpr std::chrono::milliseconds kPause{2};
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (!m_impl->questions.empty() && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(kPause);
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
  }
}

void SnapshotBridge::preview(QObject* context, AllocationRequest request, std::function<void(const AnswerPtr&)> done,
                             SnapshotPtr on) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<PreviewDone>(context);
  m_impl->forgetEarlier<GroupDone>(context);
  const std::uint64_t number = m_impl->ask<PreviewDone>(context, std::move(done));
  if (!on) on = m_impl->shown;
  m_impl->service->preview(std::move(request), std::move(on), [this, number](AllocationAnswer answer) {
    auto shared = std::make_shared<const AllocationAnswer>(std::move(answer));
    QMetaObject::invokeMethod(
        this, [this, number, shared = std::move(shared)] { m_impl->answer<PreviewDone>(number, shared); },
        Qt::QueuedConnection);
  });
}

void SnapshotBridge::previewGroup(QObject* context, std::vector<AllocationRequest> requests, int gangs,
                                  std::function<void(const std::vector<AnswerPtr>&)> done, SnapshotPtr on) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<PreviewDone>(context);
  m_impl->forgetEarlier<GroupDone>(context);
  const std::uint64_t number = m_impl->ask<GroupDone>(context, std::move(done));
  if (!on) on = m_impl->shown;
  m_impl->service->previewGroup(
      std::move(requests), gangs, std::move(on), [this, number](std::vector<AllocationAnswer> answers) {
        std::vector<AnswerPtr> shared;
        shared.reserve(answers.size());
        for (AllocationAnswer& one : answers)
          shared.push_back(std::make_shared<const AllocationAnswer>(std::move(one)));
        QMetaObject::invokeMethod(
            this, [this, number, shared = std::move(shared)] { m_impl->answer<GroupDone>(number, shared); },
            Qt::QueuedConnection);
      });
}

void SnapshotBridge::explainPending(QObject* context,
                                    std::function<void(const std::shared_ptr<const PendingReport>&)> done,
                                    SnapshotPtr on) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<PendingDone>(context);
  const std::uint64_t number = m_impl->ask<PendingDone>(context, std::move(done));
  if (!on) on = m_impl->shown;
  m_impl->service->explainPending(std::move(on), [this, number](std::shared_ptr<const PendingReport> report) {
    QMetaObject::invokeMethod(
        this, [this, number, report = std::move(report)] { m_impl->answer<PendingDone>(number, report); },
        Qt::QueuedConnection);
  });
}

void SnapshotBridge::explainNodes(QObject* context, AllocationRequest request, SnapshotPtr on,
                                  std::function<void(const NodesExplanation&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<NodesDone>(context);
  const std::uint64_t number = m_impl->ask<NodesDone>(context, std::move(done));
  if (!on) on = m_impl->shown;
  m_impl->service->explainNodes(std::move(request), std::move(on), [this, number](NodesExplanation found) {
    QMetaObject::invokeMethod(
        this, [this, number, found = std::move(found)] { m_impl->answer<NodesDone>(number, found); },
        Qt::QueuedConnection);
  });
}

void SnapshotBridge::submit(QObject* context, std::vector<ManifestObject> objects, QString defaultNamespace,
                            bool dryRun, std::function<void(const SubmitOutcome&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<SubmitDone>(context);
  const std::uint64_t number = m_impl->ask<SubmitDone>(context, std::move(done));
  if (const auto may = m_impl->session->mayWrite(); !dryRun && !may) {
    SubmitOutcome refused;
    refused.failure = SubmitFailure{may.error(), {}};
    QMetaObject::invokeMethod(
        this, [this, number, refused] { m_impl->answer<SubmitDone>(number, refused); }, Qt::QueuedConnection);
    return;
  }
  const auto answered = [this, number](SubmitOutcome outcome) {
    QMetaObject::invokeMethod(
        this,
        [this, number, outcome = std::move(outcome)] {
          if (!outcome.dryRun) emit journalled();
          m_impl->answer<SubmitDone>(number, outcome);
          if (!outcome.dryRun && !outcome.created.empty()) m_impl->lock.noteChange();
        },
        Qt::QueuedConnection);
  };
  std::string ns = defaultNamespace.toStdString();
  ClusterService* const service = m_impl->service.get();  // outlives the booking's thread
  if (dryRun) return service->submit(std::move(objects), std::move(ns), dryRun, answered);
  m_impl->booking->submit(
      objects, ns, [service, objects, ns](WriteBooking::Submitted end) { service->submit(objects, ns, false, end); },
      answered);
}

void SnapshotBridge::patchNodeLabels(QObject* context, QString node, std::vector<LabelChange> changes,
                                     QString resourceVersion, bool dryRun,
                                     std::function<void(const Result<void>&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<VoidDone>(context);
  const std::uint64_t number = m_impl->ask<VoidDone>(context, std::move(done));
  if (const auto may = m_impl->session->mayWrite(); !dryRun && !may) {
    QMetaObject::invokeMethod(
        this, [this, number, may] { m_impl->answer<VoidDone>(number, may); }, Qt::QueuedConnection);
    return;
  }
  const auto answered = [this, number, dryRun](Result<void> outcome) {
    QMetaObject::invokeMethod(
        this,
        [this, number, dryRun, outcome = std::move(outcome)] {
          if (!dryRun) emit journalled();
          m_impl->answer<VoidDone>(number, outcome);
          if (!dryRun && outcome) m_impl->lock.noteChange();
        },
        Qt::QueuedConnection);
  };
  const std::string name = node.toStdString();
  const std::string version = resourceVersion.toStdString();
  ClusterService* const service = m_impl->service.get();
  if (dryRun) return service->patchNodeLabels(name, std::move(changes), version, dryRun, answered);
  const auto index = m_impl->shown->findNode(name);
  const auto before = index ? m_impl->shown->node(*index).raw : nullptr;
  m_impl->booking->patchLabels(
      name, changes, before,
      [service, name, changes, version](WriteBooking::Patched end) {
        service->patchNodeLabels(name, changes, version, false, end);
      },
      answered);
}

void SnapshotBridge::history(QObject* context, HistoryQuery query, std::function<void(const Result<History>&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<HistoryDone>(context);
  const std::uint64_t number = m_impl->ask<HistoryDone>(context, std::move(done));
  const std::stop_token cancel = m_impl->makeCancellable(number);
  const auto answered = [this, number](Result<History> answer) {
    QMetaObject::invokeMethod(
        this, [this, number, answer = std::move(answer)] { m_impl->answer<HistoryDone>(number, answer); },
        Qt::QueuedConnection);
  };
  m_impl->service->history(std::move(query), answered, cancel);
}

void SnapshotBridge::cancelHistory(const QObject* context) {
  m_impl->forgetEarlier<HistoryDone>(context);
}

void SnapshotBridge::past(QObject* context, UnixSeconds window, std::function<void(const Result<ClusterPast>&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<PastDone>(context);
  const std::uint64_t number = m_impl->ask<PastDone>(context, std::move(done));
  const std::stop_token cancel = m_impl->makeCancellable(number);
  const auto answered = [this, number](Result<ClusterPast> answer) {
    QMetaObject::invokeMethod(
        this, [this, number, answer = std::move(answer)] { m_impl->answer<PastDone>(number, answer); },
        Qt::QueuedConnection);
  };
  m_impl->service->past(window, answered, cancel);
}

void SnapshotBridge::readObject(QObject* context, ObjectRef object, ObjectTextOptions options, std::stop_token cancel,
                                std::function<void(const Result<ObjectText>&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<TextDone>(context);
  const std::uint64_t number = m_impl->ask<TextDone>(context, std::move(done));
  m_impl->service->readObject(std::move(object), options, std::move(cancel), [this, number](Result<ObjectText> answer) {
    QMetaObject::invokeMethod(
        this, [this, number, answer = std::move(answer)] { m_impl->answer<TextDone>(number, answer); },
        Qt::QueuedConnection);
  });
}

void SnapshotBridge::readEvents(QObject* context, std::vector<ObjectRef> objects, std::stop_token cancel,
                                std::function<void(const Result<ObjectEvents>&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<EventsDone>(context);
  const std::uint64_t number = m_impl->ask<EventsDone>(context, std::move(done));
  m_impl->service->readEvents(std::move(objects), std::move(cancel), [this, number](Result<ObjectEvents> answer) {
    QMetaObject::invokeMethod(
        this, [this, number, answer = std::move(answer)] { m_impl->answer<EventsDone>(number, answer); },
        Qt::QueuedConnection);
  });
}

void SnapshotBridge::readWorkloads(QObject* context, std::vector<ObjectRef> workloads, std::stop_token cancel,
                                   std::function<void(const std::vector<Result<WorkloadObject>>&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<WorkloadsDone>(context);
  const std::uint64_t number = m_impl->ask<WorkloadsDone>(context, std::move(done));
  m_impl->service->readWorkloads(
      std::move(workloads), std::move(cancel), [this, number](std::vector<Result<WorkloadObject>> answers) {
        QMetaObject::invokeMethod(
            this, [this, number, answers = std::move(answers)] { m_impl->answer<WorkloadsDone>(number, answers); },
            Qt::QueuedConnection);
      });
}

void SnapshotBridge::saveSnapshot(QObject* context, QString path, std::function<void(const Result<void>&)> done) {
  if (!m_impl->service) return;
  m_impl->forgetEarlier<VoidDone>(context);
  const std::uint64_t number = m_impl->ask<VoidDone>(context, std::move(done));
  // The worker is joined before the service goes, so the plain pointer is safe.
  m_impl->saver->post(
      [this, number, service = m_impl->service.get(), file = path.toStdString()](const std::stop_token& stop) {
        if (stop.stop_requested()) return;  // nobody waits for it any more
        QMetaObject::invokeMethod(
            this, [this, number, outcome = service->saveSnapshot(file)] { m_impl->answer<VoidDone>(number, outcome); },
            Qt::QueuedConnection);
      });
}

void SnapshotBridge::onSnapshot(SnapshotPtr snapshot) {
  bool post = false;
  {
    const MutexLock lock(m_impl->mailbox);
    m_impl->newSnapshot = std::move(snapshot);
    post = !std::exchange(m_impl->posted, true);
  }
  if (post) postDelivery();
}

void SnapshotBridge::onConnection(const ConnectionState& state) {
  bool post = false;
  {
    const MutexLock lock(m_impl->mailbox);
    m_impl->newConnection = state;
    post = !std::exchange(m_impl->posted, true);
  }
  if (post) postDelivery();
}

void SnapshotBridge::onMetrics(UsePtr use) {
  bool post = false;
  {
    const MutexLock lock(m_impl->mailbox);
    m_impl->newUse = std::move(use);
    post = !std::exchange(m_impl->posted, true);
  }
  if (post) postDelivery();
}

void SnapshotBridge::postDelivery() {
  QMetaObject::invokeMethod(
      this, [this] { deliver(); }, Qt::QueuedConnection);
}

void SnapshotBridge::deliver() {
  SnapshotPtr snapshot;
  std::optional<ConnectionState> connection;
  UsePtr use;
  {
    const MutexLock lock(m_impl->mailbox);
    m_impl->posted = false;
    use = std::exchange(m_impl->newUse, nullptr);
    snapshot = std::exchange(m_impl->newSnapshot, nullptr);
    connection = std::exchange(m_impl->newConnection, std::nullopt);
  }
  if (connection) m_impl->connection = *connection;
  if (snapshot) {
    m_impl->shown = std::move(snapshot);
    emit snapshotChanged(m_impl->shown);
  }
  if (connection) emit connectionChanged(m_impl->connection);
  if (use) {
    m_impl->use = std::move(use);
    m_impl->watchAge();
    emit useChanged(m_impl->use);
  }
}

}  // namespace cardinal::ui
