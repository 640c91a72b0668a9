// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/history_controller.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

namespace cardinal::ui {
namespace {

enum Kind { kMoments, kLines, kCards, kSums };

constexpr UnixSeconds kDay = 86'400;

/// A demo cluster lives for as long as somebody plays with it: finer, and no more than a few megabytes.
AllocationRecorder::Options demoOptions() {
  AllocationRecorder::Options options;
  options.store.tiers = {{5, 3600, 600, 0.5}, {60, kDay, 3600, 0.4}};
  options.store.bytes = std::int64_t{16} << 20U;
  options.interval = std::chrono::seconds(5);
  return options;
}

/// A question under way. `givenUp`: seen by the thread, so that it need not answer what nobody waits for.
struct Question {
  QPointer<QObject> context;
  int kind = kMoments;
  std::shared_ptr<std::atomic<bool>> givenUp;
};

/// RecordState says why the store cannot be opened.
Error notOpened() {
  return makeError(ErrorCode::NotConnected, "history");
}

}  // namespace

struct HistoryController::Impl {
  std::string folder;
  RecordState state;
  std::uint64_t lastNumber = 0;
  std::unordered_map<std::uint64_t, Question> questions;
  std::uint64_t source = 0;  ///< grows with every source; what comes of an older one does not count
  std::unique_ptr<AllocationRecorder> recorder;

  void giveUpAll() {
    for (auto& [number, question] : questions) *question.givenUp = true;
    questions.clear();
  }
};

std::string recordFile(const std::string& folder, const SourceInfo& info) {
  constexpr std::size_t kShown = 80;
  constexpr std::uint64_t kOffset = 14695981039346656037ULL;
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::string name;
  for (const char c : info.name.substr(0, kShown)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    name += plain ? c : '_';
  }
  std::uint64_t mark = kOffset;
  for (const char c : info.name + '\n' + info.server) mark = (mark ^ static_cast<unsigned char>(c)) * kPrime;
  return folder + "/" + name + "." + QString::number(mark, 16).rightJustified(16, u'0').toStdString() + ".sqlite";
}

HistoryController::HistoryController(SnapshotBridge& bridge, std::string folder, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_impl(std::make_unique<Impl>()) {
  m_impl->folder = std::move(folder);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, &HistoryController::follow);
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &HistoryController::offer);
  connect(&bridge, &SnapshotBridge::connectionChanged, this, &HistoryController::offer);
  if (bridge.isOpen()) follow();
}

HistoryController::~HistoryController() {
  m_impl->giveUpAll();
  m_impl->recorder.reset();
}

void HistoryController::setFolder(std::string folder) {
  m_impl->folder = std::move(folder);
  if (m_bridge.isOpen()) follow();
}
const RecordState& HistoryController::state() const {
  return m_impl->state;
}

RecordRefusal HistoryController::refusal() const {
  if (m_bridge.info().kind == SourceKind::File) return RecordRefusal::SnapshotFile;
  const ConnectionState& connection = m_bridge.connection();
  return connection.scope.empty() && connection.nodesVisible ? RecordRefusal::None : RecordRefusal::PartOnly;
}

void HistoryController::follow() {
  m_impl->giveUpAll();
  m_impl->recorder.reset();
  m_impl->state = {};
  const std::uint64_t source = ++m_impl->source;
  const SourceInfo info = m_bridge.info();
  AllocationRecorder::Options options = info.kind == SourceKind::Demo ? demoOptions() : AllocationRecorder::Options{};
  if (info.kind == SourceKind::Live && !m_impl->folder.empty()) options.store.path = recordFile(m_impl->folder, info);
  m_impl->recorder =
      std::make_unique<AllocationRecorder>(options, m_bridge.clock(), [this, source](const RecordState& state) {
        QMetaObject::invokeMethod(
            this,
            [this, source, state] {
              if (source != m_impl->source) return;
              m_impl->state = state;
              emit changed();
            },
            Qt::QueuedConnection);
      });
  offer();
  emit changed();
}

void HistoryController::offer() {
  if (!m_impl->recorder) return;
  const SnapshotPtr snapshot = m_bridge.snapshot();
  const bool known = m_bridge.connection().phase == ConnectionPhase::Live && snapshot->generation > 0;
  if (known && refusal() == RecordRefusal::None) {
    m_impl->recorder->offer(snapshot);
  } else {
    m_impl->recorder->pause();
  }
}

void HistoryController::recordNow() {
  if (m_impl->recorder) m_impl->recorder->recordNow();
}

template <typename Answer>
void HistoryController::ask(QObject* context, int kind, std::function<Answer(AllocationStore*)> work,
                            std::function<void(const Answer&)> done) {
  if (!m_impl->recorder) return;
  std::erase_if(m_impl->questions, [&](auto& entry) {
    const bool earlier = entry.second.context == context && entry.second.kind == kind;
    if (earlier) *entry.second.givenUp = true;
    return earlier;
  });
  const std::uint64_t number = ++m_impl->lastNumber;
  auto givenUp = std::make_shared<std::atomic<bool>>(false);
  m_impl->questions.emplace(number, Question{context, kind, givenUp});
  m_impl->recorder->ask(
      [this, number, givenUp, work = std::move(work), done = std::move(done)](AllocationStore* store) {
        if (*givenUp) return;
        auto answer = std::make_shared<Answer>(work(store));
        QMetaObject::invokeMethod(
            this,
            [this, number, answer, done] {
              const auto found = m_impl->questions.find(number);
              if (found == m_impl->questions.end()) return;
              const QPointer<QObject> asker = found->second.context;
              m_impl->questions.erase(found);
              if (asker) done(*answer);
            },
            Qt::QueuedConnection);
      });
}

void HistoryController::moments(QObject* context, MomentsDone done) {
  ask<Result<std::vector<PastMoment>>>(
      context, kMoments,
      [](AllocationStore* store) -> Result<std::vector<PastMoment>> {
        if (store == nullptr) return unexpected(notOpened());
        return store->moments();
      },
      std::move(done));
}

void HistoryController::lines(QObject* context, const LinesQuestion& question, LinesDone done) {
  ask<Result<AllocationLines>>(
      context, kLines,
      [question](AllocationStore* store) -> Result<AllocationLines> {
        if (store == nullptr) return unexpected(notOpened());
        auto past = store->sums(question.start, question.end);
        if (!past) return unexpected(past.error());
        return makeLines(*past, question);
      },
      std::move(done));
}

void HistoryController::cardsAt(QObject* context, const PastMoment& moment, StateDone done) {
  ask<Result<SnapshotPtr>>(
      context, kCards,
      [moment](AllocationStore* store) -> Result<SnapshotPtr> {
        if (store == nullptr) return unexpected(notOpened());
        auto nodes = store->nodes(moment.id);
        if (!nodes) return unexpected(nodes.error());
        return toSnapshot(*nodes, moment.at);
      },
      std::move(done));
}

void HistoryController::sumsOf(QObject* context, SnapshotPtr snapshot, SumsDone done) {
  ask<AllocationSums>(
      context, kSums, [snapshot = std::move(snapshot)](AllocationStore*) { return sumAllocation(*snapshot); },
      std::move(done));
}

void HistoryController::finish() {
  constexpr std::chrono::milliseconds kPause{2};
  constexpr std::chrono::seconds kTimeout{20};
  const auto until = std::chrono::steady_clock::now() + kTimeout;
  QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
  while (!m_impl->questions.empty() && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(kPause);
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
  }
}

}  // namespace cardinal::ui
