// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshot_publisher.h"

#include <future>
#include <utility>

#include "core/base/heap.h"

namespace cardinal {
namespace {

constexpr std::chrono::milliseconds kBetweenSnapshots{100};
constexpr int kBetweenTrims = 600;  ///< snapshots: once a minute while the cluster is busy, never while it is idle

bool saysComplete(ConnectionPhase phase) {
  return phase == ConnectionPhase::Live || phase == ConnectionPhase::Static;
}

SnapshotPtr emptySnapshot() {
  auto snapshot = std::make_shared<ClusterSnapshot>();
  snapshot->firstCard.push_back(0);
  return snapshot;
}

}  // namespace

SnapshotPublisher::SnapshotPublisher(ServiceListener& listener, const Clock& clock, bool timeFromSource)
    : m_listener(listener),
      m_clock(clock),
      m_timeFromSource(timeFromSource),
      m_latest(emptySnapshot()),
      m_use(std::make_shared<ClusterUse>()),
      m_thread([this](const std::stop_token& stop) { run(stop); }) {}

void SnapshotPublisher::onDeltas(std::vector<ClusterDelta> deltas) {
  if (deltas.empty()) return;
  {
    MutexLock lock(m_mutex);
    m_items.push_back({std::move(deltas), std::nullopt, std::nullopt});
  }
  m_wake.notifyAll();
}

void SnapshotPublisher::onConnection(const ConnectionState& state) {
  {
    MutexLock lock(m_mutex);
    m_items.push_back({{}, state, std::nullopt});
  }
  m_wake.notifyAll();
}

void SnapshotPublisher::onMetrics(MetricsReport report) {
  {
    MutexLock lock(m_mutex);
    m_items.push_back({{}, std::nullopt, std::move(report)});
  }
  m_wake.notifyAll();
}

UsePtr SnapshotPublisher::use() const {
  MutexLock lock(m_mutex);
  return m_use;
}

SnapshotPtr SnapshotPublisher::latest() const {
  MutexLock lock(m_mutex);
  return m_latest;
}

bool SnapshotPublisher::hasData() const {
  MutexLock lock(m_mutex);
  return m_published;
}

ConnectionState SnapshotPublisher::connection() const {
  MutexLock lock(m_mutex);
  return m_connection;
}

Result<SnapshotPtr> SnapshotPublisher::waitForData(std::chrono::milliseconds timeout) const {
  const auto until = std::chrono::steady_clock::now() + timeout;
  MutexLock lock(m_mutex);
  bool inTime = true;
  while (!m_publishedComplete && m_connection.phase != ConnectionPhase::Failed && inTime)
    inTime = m_changed.waitUntil(m_mutex, until);
  if (m_publishedComplete) return m_latest;
  if (m_connection.error) return unexpected(*m_connection.error);
  return unexpected(makeError(ErrorCode::Timeout, "", "", std::to_string(timeout.count()) + " ms"));
}

UsePtr SnapshotPublisher::waitForUse(std::chrono::milliseconds timeout) const {
  const auto until = std::chrono::steady_clock::now() + timeout;
  MutexLock lock(m_mutex);
  bool inTime = true;
  while (m_use->state.phase == MetricsPhase::Looking && inTime) inTime = m_changed.waitUntil(m_mutex, until);
  return m_use;
}

SnapshotContents SnapshotPublisher::rawContents() {
  auto promise = std::make_shared<std::promise<SnapshotContents>>();
  auto answer = promise->get_future();
  {
    MutexLock lock(m_mutex);
    m_questions.push_back([this, promise] {
      promise->set_value({m_time, m_seen.serverVersion, m_seen.scope, m_builder.rawNodes(), m_builder.rawPods(),
                          m_builder.rawUnhealthy(), m_builder.rawExtras()});
    });
  }
  m_wake.notifyAll();
  return answer.get();
}

void SnapshotPublisher::run(const std::stop_token& stop) {
  std::vector<Item> items;
  std::vector<std::function<void()>> questions;
  while (waitForWork(stop, items, questions)) {
    for (Item& item : items) take(item);
    for (const auto& question : questions) question();
    publishWhenDue();
    items.clear();
    questions.clear();
    if (m_sinceTrim < kBetweenTrims) continue;
    giveFreePagesBack();
    m_sinceTrim = 0;
  }
}

/// False when the thread shall end.
bool SnapshotPublisher::waitForWork(const std::stop_token& stop, std::vector<Item>& items,
                                    std::vector<std::function<void()>>& questions) {
  MutexLock lock(m_mutex);
  const auto ready = [this]() CARDINAL_REQUIRES(m_mutex) { return !m_items.empty() || !m_questions.empty(); };
  if (m_dirty && m_lastPublished) {
    // The injected clock says how long, the real one does the waiting.
    const auto left = *m_lastPublished + kBetweenSnapshots - m_clock.steadyNow();
    m_wake.waitUntil(m_mutex, stop, std::chrono::steady_clock::now() + left, ready);
  } else {
    m_wake.wait(m_mutex, stop, ready);
  }
  items.swap(m_items);
  questions.swap(m_questions);
  return !stop.stop_requested();
}

void SnapshotPublisher::take(Item& item) {
  for (ClusterDelta& delta : item.deltas) m_builder.apply(std::move(delta));
  if (!item.deltas.empty()) {
    m_dirty = true;
    m_time = m_timeFromSource ? m_seen.lastContact : m_clock.wallNow();
  }
  if (item.metrics) {
    m_metrics = std::move(item.metrics);
    publishUse();
  }
  if (!item.connection) return;
  const ConnectionState& state = *item.connection;
  if (saysComplete(state.phase) && !m_complete) m_complete = m_dirty = true;
  if (state.serverVersion != m_seen.serverVersion) {
    m_builder.setServerVersion(state.serverVersion);
    // Answers of the version before may be wrong, however quiet the cluster is.
    m_dirty = m_dirty || m_lastPublished.has_value();
  }
  if (state.scope != m_seen.scope) m_builder.setScope(state.scope);
  m_seen = state;
  {
    MutexLock lock(m_mutex);
    m_connection = state;
  }
  m_changed.notifyAll();
  m_listener.onConnection(state);
}

/// Metrics come every few seconds and nodes seldom: one match per report, and one when the cards became more or fewer.
UsePtr SnapshotPublisher::matchedWith(const ClusterSnapshot& snapshot) {
  m_matchedCards = snapshot.cards.size();
  auto matched = matchSamples(*m_metrics, snapshot);
  matched->generation = ++m_useGeneration;
  return matched;
}

void SnapshotPublisher::publishUse() {
  const UsePtr matched = matchedWith(*latest());
  {
    MutexLock lock(m_mutex);
    m_use = matched;
  }
  m_changed.notifyAll();
  m_listener.onMetrics(matched);
}

void SnapshotPublisher::publishWhenDue() {
  const Steady now = m_clock.steadyNow();
  if (!m_dirty || (m_lastPublished && now - *m_lastPublished < kBetweenSnapshots)) return;
  const SnapshotPtr snapshot = m_builder.build(m_time);
  const UsePtr matched = m_metrics && m_matchedCards != snapshot->cards.size() ? matchedWith(*snapshot) : nullptr;
  m_dirty = false;
  m_lastPublished = now;
  ++m_sinceTrim;
  {
    MutexLock lock(m_mutex);
    m_latest = snapshot;
    if (matched) m_use = matched;
    m_published = true;
    m_publishedComplete = m_complete;
  }
  m_changed.notifyAll();
  m_listener.onSnapshot(snapshot);
  if (matched) m_listener.onMetrics(matched);
}

}  // namespace cardinal
