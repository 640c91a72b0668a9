// SPDX-License-Identifier: Apache-2.0
// Reflector: the initial list as a stream of events, which then goes on as the watch
// (docs/reference/kubernetes-client.md 3.2).
#include <algorithm>

#include "core/kube/watch/reflector.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxErrorText = std::size_t{64} << 10U;
constexpr int kBrokenStreams = 2;
constexpr auto kProgressInterval = 50ms;
constexpr int kBadRequest = 400;
constexpr int kInvalid = 422;
constexpr int kMethodNotAllowed = 405;
constexpr std::string_view kNeedsNewerEtcd = "RequestWatchProgress";  // what a server says that could stream otherwise

}  // namespace

/// Only for the first list: a watch that broke is resumed, and a second list is rare.
bool Reflector::mayStream() const {
  return m_context.streams && m_context.streams->wanted && !m_context.streams->refused && !m_status.synced &&
         !isLine(LineSpeed::Verdict::Slow);
}

void Reflector::beginStream() {
  HttpRequest request = watchRequest(
      QueryBuilder().add("watch", "1").add("sendInitialEvents", "true").add("resourceVersionMatch", "NotOlderThan"));
  m_initial = true;
  m_streamBytes = 0;
  ResponseHandler handler;
  handler.head = [this](const ResponseHead& head) {
    noteHead(head);
    m_watchHead = head;
    const auto format = formatOf(head);
    if (head.status != 200 || !format) return;
    m_format = *format;
    m_streamBegan = m_context.loop.now();
    armStreamTimer();
  };
  handler.data = [this](const std::string& chunk) { m_initial ? onStreamData(chunk) : onWatchData(chunk); };
  handler.end = [this](const Result<HttpResponse>& answer) { m_initial ? onStreamEnd(answer) : onWatchEnd(answer); };
  m_request = m_context.transport.start(std::move(request), std::move(handler));
}

void Reflector::armStreamTimer() {
  m_context.loop.cancelTimer(m_timer);
  m_timer = m_context.loop.callAfter(m_context.timeouts.endOfStream, [this] {
    m_timer = 0;
    streamRefused();
  });
}

/// Paged lists for the rest of the session.
void Reflector::streamRefused() {
  m_context.streams->refused = true;
  beginList();
}

/// A gateway may cut every long answer, or hold streams back altogether: pages get through then. A network that is gone
/// says nothing about streams.
void Reflector::streamBroke(const Error& error, std::optional<std::chrono::seconds> minimum) {
  const bool unreached = error.code == ErrorCode::AddressUnresolved || error.code == ErrorCode::ConnectionRefused ||
                         error.code == ErrorCode::ConnectionFailed;
  if (!unreached && ++m_brokenStreams >= kBrokenStreams) m_context.streams->refused = true;
  waitThen(&Reflector::beginList, error, minimum);
}

bool Reflector::isTooSlowToStream(std::size_t bytes) {
  m_streamBytes += bytes;
  const auto time = std::chrono::duration_cast<std::chrono::microseconds>(m_context.loop.now() - m_streamBegan);
  if (!m_context.line || !LineSpeed::isSlowStart(m_streamBytes, time)) return false;
  m_context.line->note(m_streamBytes, time);
  return true;
}

void Reflector::onStreamData(const std::string& chunk) {
  noteContact();
  if (m_watchHead->status != 200 || !formatOf(*m_watchHead)) {
    if (m_watchText.size() < kMaxErrorText) m_watchText += chunk.substr(0, kMaxErrorText - m_watchText.size());
    return;
  }
  armStreamTimer();
  if (m_initial && isTooSlowToStream(chunk.size())) return streamRefused();
  std::vector<std::string> texts;
  const bool framed = cut(chunk, texts);
  for (std::string& text : texts) {
    const bool going = m_initial ? takeStreamed(std::move(text)) : takeEvent(std::move(text));
    if (!going) return;
  }
  if (!framed) {
    closeWatch();
    Error error = unframed();
    doubtProtobuf(error);
    return streamBroke(error);
  }
  if (overBudgetAfter(chunk.size())) {
    closeWatch();
    return m_initial ? stopPartial() : stopFull();
  }
  m_status.loaded = m_initial ? m_store.shadowSize() : m_store.size();
  // A list of some ten thousand objects comes in as many pieces; nobody reads the count so fast.
  const Time now = m_context.loop.now();
  if (m_initial && now - m_progressTime < kProgressInterval) return;
  m_progressTime = now;
  m_changed();
}

/// False when the stream must not be read on.
bool Reflector::takeStreamed(std::string text) {
  auto event = m_store.addShadowEvent(std::move(text), m_format);
  if (!event) {
    closeWatch();
    Error error = event.error();
    doubtProtobuf(error);
    streamBroke(error);
    return false;
  }
  if (event->type == WatchEventType::Error) {
    closeWatch();
    const Error error = statusError(event->status);
    const bool isOldEtcd = event->status.message.find(kNeedsNewerEtcd) != std::string::npos;
    const bool refused = error.code == ErrorCode::Invalid || error.httpStatus == kBadRequest || isOldEtcd;
    if (refused)
      streamRefused();
    else
      streamBroke(error);
    return false;
  }
  if (event->type == WatchEventType::Bookmark && event->initialEventsEnd)
    completeStream(std::move(event->resourceVersion));
  return true;
}

void Reflector::completeStream(std::string version) {
  m_initial = false;
  m_brokenStreams = 0;
  const bool goesOn = goesOnFrom(std::move(version));
  m_versionTime = m_lastByte;
  m_watchBegan = m_context.loop.now();
  m_store.commitShadow(goesOn);
  m_status.loaded = m_store.size();
  m_status.toCome = 0;
  m_status.synced = true;
  m_status.watchOpen = true;
  m_status.error.reset();
  m_bookmarksSeen = true;
  m_renewed = false;
  m_watchFailures = 0;
  armWatchdog();
  setPhase(ReflectorPhase::Live);
}

void Reflector::onStreamEnd(const Result<HttpResponse>& answer) {
  m_request = 0;
  m_context.loop.cancelTimer(m_timer);
  m_timer = 0;
  if (!answer) {
    if (handleCommonError(answer.error(), &Reflector::beginList)) return;
    return streamBroke(answer.error());
  }
  const ResponseHead head = m_watchHead.value_or(answer->head);
  const auto error = errorOf(head, m_watchText, "list");
  if (!error) {
    return streamBroke(makeError(ErrorCode::TruncatedAnswer, m_path, "watch", "ended before its last event"));
  }
  if (retryAsJson(*error, &Reflector::beginList)) return;
  if (head.status == kBadRequest || head.status == kInvalid) return streamRefused();
  // Whoever may list but not watch has pages; whoever may do neither gets the refusal from them.
  if (error->code == ErrorCode::Forbidden || head.status == kMethodNotAllowed) return requestPage();
  if (handleCommonError(*error, &Reflector::beginList)) return;
  waitThen(&Reflector::beginList, *error, retryAfter(head, m_context.clock.wallNow()));
}

}  // namespace cardinal
