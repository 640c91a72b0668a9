// SPDX-License-Identifier: Apache-2.0
// The watching half of Reflector.
#include <algorithm>

#include "core/kube/watch/reflector.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxEventBytes = std::size_t{16} << 20U;
constexpr std::size_t kMaxErrorText = std::size_t{64} << 10U;
constexpr auto kShortWatch = 1s;
constexpr auto kOldVersion = 5min;  // etcd forgets older ones by default
constexpr int kBriefWatchesAtOnce = 3;
constexpr int kFailuresBeforeList = 3;
constexpr int kMethodNotAllowed = 405;

}  // namespace

HttpRequest Reflector::watchRequest(QueryBuilder query) {
  const auto shortest = m_context.timeouts.watchLength;
  m_watchLength =
      shortest + std::chrono::seconds(static_cast<int>(m_context.random() * static_cast<double>(shortest.count())));
  HttpRequest request;
  request.path = m_path;
  request.query = query.add("allowWatchBookmarks", "true")
                      .add("fieldSelector", m_options.fieldSelector)
                      .addNumber("timeoutSeconds", static_cast<long>(m_watchLength.count()))
                      .text();
  askFormat(request);
  request.lane = Lane::Watch;
  request.streaming = true;
  request.connectTimeout = m_context.timeouts.connect;
  request.headerTimeout = m_context.timeouts.header;
  request.totalTimeout = 0ms;
  m_watchHead.reset();
  m_watchText.clear();
  m_framer = JsonFramer(kMaxEventBytes);
  m_frames = ProtobufFramer(kMaxEventBytes);
  m_events = 0;
  return request;
}

void Reflector::openWatch() {
  cancelPending();
  HttpRequest request = watchRequest(QueryBuilder().add("watch", "1").add("resourceVersion", m_version));
  m_watchSpoke = false;
  ResponseHandler handler;
  handler.head = [this](const ResponseHead& head) { onWatchHead(head); };
  handler.data = [this](const std::string& chunk) { onWatchData(chunk); };
  handler.end = [this](const Result<HttpResponse>& answer) { onWatchEnd(answer); };
  m_request = m_context.transport.start(std::move(request), std::move(handler));
}

void Reflector::onWatchHead(const ResponseHead& head) {
  noteHead(head);
  m_watchHead = head;
  const auto format = formatOf(head);
  if (head.status != 200 || !format) return;  // its text follows
  m_format = *format;
  m_watchBegan = m_context.loop.now();
  m_renewed = false;
  m_status.watchOpen = true;
  m_status.polled = false;
  m_status.error.reset();
  armWatchdog();
  setPhase(ReflectorPhase::Live);
}

void Reflector::onWatchData(const std::string& chunk) {
  noteContact();
  if (!m_status.watchOpen) {
    if (m_watchText.size() < kMaxErrorText) m_watchText += chunk.substr(0, kMaxErrorText - m_watchText.size());
    return;
  }
  m_watchSpoke = true;
  m_heldBack = 0;
  std::vector<std::string> texts;
  const bool framed = cut(chunk, texts);
  for (std::string& text : texts) {
    if (!takeEvent(std::move(text))) return;
  }
  if (!framed) {
    closeWatch();
    Error error = unframed();
    doubtProtobuf(error);
    return waitThen(&Reflector::beginList, error);
  }
  if (overBudgetAfter(chunk.size())) {
    closeWatch();
    return stopFull();
  }
  m_status.loaded = m_store.size();
  m_changed();
}

bool Reflector::takeEvent(std::string text) {
  auto event = m_store.applyEvent(std::move(text), m_format);
  if (!event) {
    // Skipping it would leave the store silently different from the server.
    closeWatch();
    Error error = event.error();
    doubtProtobuf(error);
    waitThen(&Reflector::beginList, error);
    return false;
  }
  if (event->type == WatchEventType::Error) {
    closeWatch();
    streamError(statusError(event->status));
    return false;
  }
  if (!event->resourceVersion.empty()) {
    m_version = std::move(event->resourceVersion);
    m_versionTime = m_context.loop.now();
  }
  if (event->type == WatchEventType::Bookmark && !m_bookmarksSeen) {
    m_bookmarksSeen = true;  // from now on silence means something
    armWatchdog();
  }
  ++m_events;
  m_watchFailures = m_streamErrors = m_expiredVersions = 0;
  return true;
}

/// An ERROR event: the stream said 200 and then changed its mind.
void Reflector::streamError(const Error& error) {
  if (error.code == ErrorCode::Expired) return versionExpired(error);
  if (handleCommonError(error, &Reflector::openWatch)) return;
  const bool again = error.code == ErrorCode::TooManyRequests ||
                     (error.code == ErrorCode::ServerFailed && ++m_streamErrors <= kFailuresBeforeList);
  waitThen(again ? &Reflector::openWatch : &Reflector::beginList, error);
}

void Reflector::versionExpired(const Error& error) {
  // A server that expires the version of its own fresh list would otherwise be listed in a tight loop.
  if (++m_expiredVersions > 1) return waitThen(&Reflector::beginList, error);
  beginList();
}

void Reflector::onWatchEnd(const Result<HttpResponse>& answer) {
  m_request = 0;
  m_context.loop.cancelTimer(m_timer);
  m_timer = 0;
  if (m_status.watchOpen) {
    m_status.watchOpen = false;
    return reopenWatch(answer ? makeError(ErrorCode::TruncatedAnswer, m_path, "watch", "ended at once")
                              : answer.error());
  }
  if (!answer) return watchFailed(answer.error(), std::nullopt);
  const ResponseHead head = m_watchHead.value_or(ResponseHead{});
  auto error = errorOf(head, m_watchText, "watch");
  if (!error) error = makeError(ErrorCode::NotApiServer, m_path, {}, "status " + std::to_string(head.status));
  watchFailed(*error, retryAfter(head, m_context.clock.wallNow()));
}

/// After a stream that was open has ended: the planned end of every watch, or a cut one.
void Reflector::reopenWatch(const Error& why) {
  const bool brief = m_context.loop.now() - m_watchBegan < kShortWatch;
  m_briefWatches = brief ? m_briefWatches + 1 : 0;
  if (brief && m_events == 0) return waitThen(&Reflector::beginList, why);
  if (m_briefWatches > kBriefWatchesAtOnce) return waitThen(&Reflector::openWatch, why);
  openWatch();
  m_changed();
}

void Reflector::watchFailed(const Error& error, std::optional<std::chrono::seconds> minimum) {
  if (error.code == ErrorCode::Expired) return versionExpired(error);
  if (retryAsJson(error, &Reflector::openWatch)) return;
  const bool refusesWatches = error.code == ErrorCode::Forbidden || error.httpStatus == kMethodNotAllowed;
  if (refusesWatches && m_status.synced) return beginPolling();
  if (handleCommonError(error, &Reflector::openWatch)) return;
  // Nothing was lost by a server that did not take the request: the version stays good for as long as it remembers it.
  const bool refused = error.code == ErrorCode::ConnectionRefused || error.code == ErrorCode::TooManyRequests;
  if (!refused) ++m_watchFailures;
  const bool old = m_context.loop.now() - m_versionTime > kOldVersion;
  const bool list =
      !refused && (m_watchFailures >= kFailuresBeforeList || old || error.code == ErrorCode::NotApiServer);
  waitThen(list ? &Reflector::beginList : &Reflector::openWatch, error, minimum);
}

void Reflector::closeWatch() {
  m_context.transport.cancel(m_request);
  m_request = 0;
  m_context.loop.cancelTimer(m_timer);
  m_timer = 0;
  m_status.watchOpen = false;
}

std::chrono::milliseconds Reflector::longestSilence() const {
  return m_bookmarksSeen ? m_context.timeouts.silence : m_watchLength + m_context.timeouts.silenceGrace;
}

std::chrono::milliseconds Reflector::watchTimeout() const {
  const auto quiet = std::max(m_quietWait, m_context.timeouts.quietWatch);
  return m_watchSpoke ? longestSilence() : std::min(longestSilence(), quiet);
}

void Reflector::armWatchdog() {
  m_context.loop.cancelTimer(m_timer);
  const auto silent = m_context.loop.now() - m_lastByte;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(watchTimeout() - silent);
  m_timer = m_context.loop.callAfter(std::max(left, 1ms), [this] {
    m_timer = 0;
    onWatchdog();
  });
}

/// A half-open connection looks exactly like a quiet cluster; only time distinguishes them.
void Reflector::onWatchdog() {
  const auto silent = m_context.loop.now() - m_lastByte;
  if (silent < watchTimeout()) return armWatchdog();
  if (silent < longestSilence()) return checkQuietWatch();
  closeWatch();
  m_context.transport.dropConnections(Lane::Watch);
  openWatch();
  m_changed();
}

}  // namespace cardinal
