// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/reflector.h"

#include <algorithm>
#include <utility>

#include "core/base/error_places.h"
#include "core/kube/decode/next_page.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxEventBytes = std::size_t{16} << 20U;
constexpr std::size_t kBytesBetweenLooks = std::size_t{256} << 10U;
constexpr auto kTokenLife = 3min;  // of a continue token that is tried again after a failure
constexpr auto kQuickPage = 1s;
constexpr int kSmallestPage = 100;
constexpr int kLargestPage = 2500;
constexpr std::int64_t kMaxToCome = 100'000'000;  // an estimate beyond it is nonsense
constexpr auto kForbiddenRetry = 10min;
constexpr auto kPluginFailedRetry = 5min;
constexpr auto kPluginMissingRetry = 30s;  // it may be installed at any moment

/// Cancelled: only a plugin that was waited for is cancelled from outside, by the user.
bool isPluginFailure(ErrorCode code) {
  return code == ErrorCode::PluginMissing || code == ErrorCode::PluginFailed || code == ErrorCode::PluginUnconfirmed ||
         code == ErrorCode::Cancelled;
}

std::optional<std::chrono::seconds> retryOfPlugin(ErrorCode code) {
  if (code == ErrorCode::PluginMissing) return kPluginMissingRetry;
  if (code == ErrorCode::PluginFailed) return kPluginFailedRetry;
  return std::nullopt;
}

bool isTrustFailure(ErrorCode code) {
  switch (code) {
    case ErrorCode::TlsUntrusted:
    case ErrorCode::TlsExpired:
    case ErrorCode::TlsNameMismatch:
    case ErrorCode::TlsClientRejected:
    case ErrorCode::CredentialInvalid:
      return true;
    default:
      return false;
  }
}

}  // namespace

Reflector::Reflector(Options options, ResourceStore& store, ReflectorContext context, std::function<void()> changed)
    : m_options(std::move(options)),
      m_store(store),
      m_context(std::move(context)),
      m_changed(std::move(changed)),
      m_backoff(m_context.random, m_context.timeouts.firstWait, m_context.timeouts.longestWait),
      m_pageSize(m_options.pageSize),
      m_readsProtobuf(store.readsProtobuf(apiVersionOf(m_options.type))),
      m_asksProtobuf(m_readsProtobuf && m_context.timeouts.protobuf),
      m_framer(kMaxEventBytes),
      m_frames(kMaxEventBytes) {}

Reflector::~Reflector() {
  cancelPending();
}

void Reflector::start() {
  beginList();
}

void Reflector::retryNow() {
  const bool busy = m_status.phase == ReflectorPhase::Idle || m_status.phase == ReflectorPhase::Listing ||
                    m_status.phase == ReflectorPhase::Live;
  // Waiting with a question under way: it is being tried at this moment, and a list in its place would read everything
  // again.
  if (busy || m_request != 0) return;
  const Step next = m_next != nullptr ? m_next : &Reflector::beginList;
  cancelPending();
  m_backoff.reset();
  m_renewed = false;
  (this->*next)();
}

void Reflector::relist() {
  m_renewed = false;
  beginList();
}

void Reflector::distrustVersions() {
  m_version.clear();
  m_distrusts = true;
  const bool waits = m_status.phase == ReflectorPhase::Waiting && m_request == 0;
  if (waits && m_next == &Reflector::openWatch) m_next = &Reflector::beginList;
  const bool reads = m_status.phase == ReflectorPhase::Listing || m_status.phase == ReflectorPhase::Live;
  if (reads || m_request != 0) relist();
}

void Reflector::reconnect() {
  if (m_status.phase == ReflectorPhase::Idle) return;
  const Step next = m_status.phase == ReflectorPhase::Live
                        ? m_polling || m_judging ? &Reflector::beginList : &Reflector::openWatch
                    : m_status.phase == ReflectorPhase::Listing ? &Reflector::beginList
                    : m_next != nullptr                         ? m_next
                                                                : &Reflector::beginList;
  cancelPending();
  m_backoff.reset();
  m_renewed = false;
  m_status.watchOpen = false;
  // All clients of a server wake up together when a machine room does.
  const auto wait = std::chrono::milliseconds(static_cast<int>(m_context.random() * 2000));
  m_next = next;
  m_timer = m_context.loop.callAfter(wait, [this] {
    m_timer = 0;
    const Step step = m_next;
    m_next = nullptr;
    (this->*step)();
  });
  setPhase(ReflectorPhase::Waiting);
}

void Reflector::hold() {
  if (m_status.phase != ReflectorPhase::Waiting) return;
  m_context.loop.cancelTimer(m_timer);
  m_timer = 0;
  m_status.nextTry = 0;
}

void Reflector::release(std::chrono::milliseconds wait) {
  if (m_status.phase != ReflectorPhase::Waiting || m_timer != 0 || m_request != 0) return;
  m_timer = m_context.loop.callAfter(wait, [this] {
    m_timer = 0;
    retryNow();
  });
}

void Reflector::cancelPending() {
  m_context.transport.cancel(m_request);
  m_request = 0;
  m_context.loop.cancelTimer(m_timer);
  m_timer = 0;
  m_next = nullptr;
  m_status.nextTry = 0;
}

void Reflector::setPhase(ReflectorPhase phase) {
  m_status.phase = phase;
  m_changed();
}

void Reflector::noteContact() {
  m_lastByte = m_context.loop.now();
  m_status.lastContact = m_context.clock.wallNow();
}

void Reflector::noteHead(const ResponseHead& head) {
  noteContact();
  if (m_context.serverClock) m_context.serverClock->note(head, m_context.clock.wallNow());
}

CallSubject Reflector::subject(const char* verb) const {
  return {verb, m_options.type.plural, m_options.ns, {}, m_path};
}

void Reflector::beginList() {
  cancelPending();
  m_status.watchOpen = false;
  m_store.dropShadow();
  m_continue.clear();
  m_listVersion.clear();
  if (!readsQuietly()) {
    m_status.loaded = 0;
    m_status.toCome.reset();
  }
  auto path = collectionPath(m_options.type, m_options.ns);
  if (!path) return halt(ReflectorPhase::NotServed, path.error(), std::nullopt);
  m_path = std::move(*path);
  m_quickPages = true;
  m_listBegan = m_context.loop.now();
  if (!readsQuietly()) setPhase(ReflectorPhase::Listing);
  if (mayStream()) return beginStream();
  requestPage();
}

/// Goes on with the same token after a failure, unless the server will have forgotten it.
void Reflector::resumeList() {
  if (m_continue.empty() || m_context.loop.now() - m_tokenTime > kTokenLife) return beginList();
  if (!readsQuietly()) setPhase(ReflectorPhase::Listing);
  requestPage();
}

void Reflector::requestPage() {
  requestPageAfter(m_continue);
}

void Reflector::requestPageAfter(const std::string& token) {
  HttpRequest request;
  request.path = m_path;
  request.query = QueryBuilder()
                      .add("fieldSelector", m_options.fieldSelector)
                      .addNumber("limit", m_pageSize)
                      .add("continue", token)
                      .add("timeout", "60s")
                      .text();
  askFormat(request);
  request.lane = Lane::List;
  request.compressed = !isLine(LineSpeed::Verdict::Fast);
  request.connectTimeout = m_context.timeouts.connect;
  request.headerTimeout = m_context.timeouts.header;
  request.stallWindow = m_context.timeouts.stalledBody;
  m_pageBegan = m_context.loop.now();
  ResponseHandler handler;
  handler.end = [this](Result<HttpResponse> answer) { onPage(std::move(answer)); };
  m_request = m_context.transport.start(std::move(request), std::move(handler));
}

void Reflector::onPage(Result<HttpResponse> answer) {
  m_request = 0;
  if (!answer) return pageFailed(answer.error(), std::nullopt);
  noteHead(answer->head);
  if (m_context.line) m_context.line->note(answer->times.bodyBytes, answer->times.body);
  if (const auto error = errorOf(answer->head, answer->body, "list")) {
    return pageFailed(*error, retryAfter(answer->head, m_context.clock.wallNow()));
  }
  takePage(std::move(*answer));
}

/// The next page is asked for before this one is decoded, so that the server works meanwhile; what m_continue says
/// counts only once this one is in the store.
void Reflector::takePage(HttpResponse answer) {
  const std::size_t before = m_store.shadowSize();
  const Time began = m_pageBegan;
  const WireFormat format = formatOf(answer.head).value_or(WireFormat::Json);
  const std::string ahead = nextPageToken(answer.body, format);
  growPage();
  if (!ahead.empty()) requestPageAfter(ahead);
  auto meta = m_store.addPage(std::move(answer.body), format);
  const Time aheadBegan = std::exchange(m_pageBegan, began);
  if (!meta) {
    Error error = meta.error();
    if (error.code == ErrorCode::TruncatedAnswer || error.code == ErrorCode::NotApiServer) error.subject = m_path;
    doubtProtobuf(error);
    return pageFailed(error, std::nullopt);
  }
  if (mixesVersions(*meta)) return restartExpiredList(makeError(ErrorCode::Expired, m_path, {}, "another state"));
  m_renewed = false;
  if (!readsQuietly()) {
    m_status.loaded = m_store.shadowSize();
    noteToCome(*meta, m_store.shadowSize() - before);
  }
  m_quickPages = m_quickPages && m_context.loop.now() - m_pageBegan < kQuickPage;
  if (isSlowPage() && m_pageSize > 0) shrinkPage();
  if (meta->continueToken != ahead) cancelPending();
  if (meta->continueToken.empty()) return completeList(std::move(*meta));
  if (overBudget()) return stopPartial();
  m_continue = std::move(meta->continueToken);
  m_tokenTime = m_context.loop.now();
  m_pageBegan = aheadBegan;
  if (m_request == 0) requestPage();
  m_changed();
}

/// Each page costs the server a search for where it begins: where line and server are quick, the next one is larger.
void Reflector::growPage() {
  const bool isQuick = m_context.loop.now() - m_pageBegan < kQuickPage;
  if (isQuick && isLine(LineSpeed::Verdict::Fast) && m_pageSize < kLargestPage)
    m_pageSize = std::min(m_pageSize * 2, kLargestPage);
}

/// One that had grown begins again at the size of old.
void Reflector::shrinkPage() {
  m_pageSize = std::max(kSmallestPage, std::min(m_options.pageSize, m_pageSize / 2));
  m_options.pageSize = m_pageSize;
}

/// All pages of a list are of one version. Servers that do not agree behind one address may answer otherwise, and what
/// happened between the two states would never be reported.
bool Reflector::mixesVersions(const ListMeta& meta) {
  if (meta.resourceVersion.empty()) return false;
  if (m_listVersion.empty()) m_listVersion = meta.resourceVersion;
  return m_listVersion != meta.resourceVersion;
}

/// For progress only (docs/reference/kubernetes-client.md 3.2): the newest estimate counts, and is counted down where a
/// later page is silent. "None" of a list that goes on is no estimate.
void Reflector::noteToCome(const ListMeta& meta, std::size_t came) {
  std::optional<std::size_t>& toCome = m_status.toCome;
  if (meta.remaining && *meta.remaining <= kMaxToCome)
    toCome = static_cast<std::size_t>(*meta.remaining);
  else if (toCome)
    *toCome -= std::min(came, *toCome);
  if (toCome == 0U) toCome.reset();
}

/// Lists are consistent reads, so an older one means that etcd was restored or that another cluster answers
/// (docs/reference/kubernetes-client.md 3.3).
bool Reflector::goesOnFrom(std::string version) {
  const bool back = isNewerVersion(m_version, version);
  if (back) ++m_status.wentBack;
  m_version = std::move(version);
  return !std::exchange(m_distrusts, false) && !back;
}

void Reflector::completeList(ListMeta meta) {
  const bool goesOn = goesOnFrom(std::move(meta.resourceVersion));
  m_versionTime = m_context.loop.now();
  m_expiredLists = 0;
  const bool several = m_store.shadowSize() > static_cast<std::size_t>(m_options.pageSize);
  if (m_quickPages && several) m_options.pageSize = std::min(m_options.pageSize * 2, kLargestPage);
  m_pageSize = m_options.pageSize;
  m_continue.clear();
  const std::size_t news = m_store.commitShadow(goesOn);
  m_status.loaded = m_store.size();
  m_status.toCome = 0;
  m_status.synced = true;
  m_watchFailures = 0;
  if (m_judging) judgeQuietWatch(goesOn ? news : 0);
  if (m_polling) return pollLater();
  openWatch();
  m_changed();
}

bool Reflector::overBudget() const {
  return m_context.memoryUsed && m_context.memoryUsed() > m_context.timeouts.memoryBudget;
}

bool Reflector::overBudgetAfter(std::size_t bytes) {
  m_uncheckedBytes += bytes;
  if (m_uncheckedBytes < kBytesBetweenLooks) return false;
  m_uncheckedBytes = 0;
  return overBudget();
}

/// Better a part, and said so, than a program that the system ends.
void Reflector::stopPartial() {
  m_continue.clear();
  m_store.commitShadow(!m_distrusts);
  stopFull();
}

/// What is stored stays; no news is taken in.
void Reflector::stopFull() {
  m_status.loaded = m_store.size();
  halt(ReflectorPhase::TooMuch,
       makeError(ErrorCode::LimitExceeded, m_options.type.plural, kMemoryPlace,
                 std::to_string(m_context.timeouts.memoryBudget >> 20U) + " MiB"),
       std::nullopt);
}

bool Reflector::isSlowPage() const {
  return m_context.loop.now() - m_pageBegan > m_context.timeouts.slowPage;
}

void Reflector::pageFailed(const Error& error, std::optional<std::chrono::seconds> minimum) {
  if (retryAsJson(error, &Reflector::requestPage)) return;
  if (handleCommonError(error, &Reflector::requestPage)) return;
  if (error.code == ErrorCode::Expired) return restartExpiredList(error);
  // The server cuts lists that take too long, mostly in mid-body.
  const bool tooSlow = error.code == ErrorCode::Timeout || (error.code == ErrorCode::TruncatedAnswer && isSlowPage());
  if (tooSlow && m_pageSize > 0) {
    shrinkPage();
    return waitThen(&Reflector::beginList, error, minimum);
  }
  waitThen(&Reflector::resumeList, error, minimum);
}

/// The rest of the list is gone: larger pages once, then in one piece once, as client-go, then after a wait.
void Reflector::restartExpiredList(const Error& error) {
  ++m_expiredLists;
  if (m_expiredLists > 2 || m_continue.empty()) {
    m_pageSize = m_options.pageSize;
    m_expiredLists = 0;
    return waitThen(&Reflector::beginList, error);
  }
  m_pageSize = m_expiredLists == 1 ? m_pageSize * 4 : 0;
  beginList();
}

bool Reflector::handleCommonError(const Error& error, Step again) {
  if (error.code == ErrorCode::Unauthorized) {
    if (!m_renewed && m_context.transport.renewCredentials()) {
      m_renewed = true;
      (this->*again)();
    } else {
      halt(ReflectorPhase::Unauthorized, error, std::nullopt);
    }
  } else if (error.code == ErrorCode::Forbidden) {
    halt(ReflectorPhase::Forbidden, error, kForbiddenRetry);
  } else if (error.code == ErrorCode::ResourceMissing) {
    halt(ReflectorPhase::NotServed, error, std::nullopt);
  } else if (isPluginFailure(error.code)) {
    halt(ReflectorPhase::Unauthorized, error, retryOfPlugin(error.code));
  } else if (isTrustFailure(error.code)) {
    halt(ReflectorPhase::Untrusted, error, std::chrono::ceil<std::chrono::seconds>(m_context.timeouts.untrusted));
  } else {
    return false;
  }
  return true;
}

void Reflector::halt(ReflectorPhase phase, const Error& error, std::optional<std::chrono::seconds> retry) {
  cancelPending();
  m_judging = false;
  m_status.watchOpen = m_status.polled = false;
  m_status.error = error;
  m_next = &Reflector::beginList;
  if (retry) {
    m_timer = m_context.loop.callAfter(*retry, [this] {
      m_timer = 0;
      retryNow();
    });
    m_status.nextTry = m_context.clock.wallNow() + retry->count();
  }
  setPhase(phase);
}

void Reflector::waitThen(Step step, const Error& error, std::optional<std::chrono::seconds> minimum) {
  cancelPending();
  m_judging = false;  // what came during a failure says nothing about the watch
  m_status.watchOpen = m_status.polled = false;
  m_status.error = error;
  m_next = step;
  const auto wait = m_backoff.next(m_context.loop.now(), minimum);
  m_timer = m_context.loop.callAfter(wait, [this] {
    m_timer = 0;
    const Step next = m_next;
    m_next = nullptr;
    m_status.nextTry = 0;
    (this->*next)();
  });
  m_status.nextTry = m_context.clock.wallNow() + std::chrono::ceil<std::chrono::seconds>(wait).count();
  setPhase(ReflectorPhase::Waiting);
}

}  // namespace cardinal
