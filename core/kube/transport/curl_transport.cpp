// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/curl_transport.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <utility>

#include "core/kube/decode/decoder.h"
#include "core/kube/transport/curl_handles.h"
#include "core/kube/transport/curl_library.h"
#include "core/kube/transport/curl_pool.h"
#include "core/kube/transport/identity.h"
#include "core/kube/transport/loop_handle.h"
#include "core/kube/transport/rate_limit.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxHeaderBytes = std::size_t{256} << 10U;
constexpr std::size_t kMaxReserve = std::size_t{64} << 20U;
constexpr std::size_t kStreamPiece = std::size_t{64} << 10U;  // less than what the C library maps apart
constexpr std::size_t kStallBytesPerSecond = 1024;

std::size_t leastBytes(std::chrono::milliseconds window) {
  return static_cast<std::size_t>(window.count()) * kStallBytesPerSecond / 1000;
}

std::string lowerCase(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  return out;
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

/// One request under way. libcurl's callbacks only collect; the handler is called after libcurl returned, so that it
/// may start and cancel requests freely.
struct CurlTransport::Transfer {
  State* state = nullptr;
  RequestId id = 0;
  HttpRequest request;
  ResponseHandler handler;
  EasyHandle easy;
  HeaderList headers;
  HeaderList connectTo;
  std::shared_ptr<CurlPool> pool;
  bool added = false;            ///< to the pool
  std::uint64_t generation = 0;  ///< of the credential that it was sent with
  char words[CURL_ERROR_SIZE] = {};
  ShownCertificatesPtr shown = std::make_shared<ShownCertificates>();

  ResponseHead head;
  std::size_t headerBytes = 0;
  bool headComplete = false;
  bool headDelivered = false;
  bool http1 = false;  ///< asked for HTTP/1.1 because HTTP/2 failed
  int sends = 0;       ///< above 0 it is on its way: the server may have it. libcurl sends again by itself
  StageTimes times;
  std::string body;       ///< whole answer, or the chunk that was not handed over yet
  std::size_t bytes = 0;  ///< of body, after decompression
  bool finished = false;
  bool queued = false;
  std::optional<Error> failure;
  TimerId timer = 0;  ///< header or stall timer
  std::size_t bytesAtTick = 0;
};

struct CurlTransport::State {
  State(NetworkLoop& l, const ClusterAccess& a, std::string agent, std::shared_ptr<CredentialPlugin> plugin)
      : loop(l),
        userAgent(std::move(agent)),
        identity(a, std::move(plugin), l.now()),
        access(identity.access()),
        loopHandle(std::make_shared<LoopHandle>(l)),
        limit(l.now()) {
    for (auto& pool : lanes) pool = makePool();
  }
  ~State() {
    loopHandle->close();
    for (auto& [id, transfer] : transfers) release(*transfer);
    transfers.clear();
  }

  NetworkLoop& loop;
  const std::string userAgent;
  Identity identity;
  const ClusterAccess& access;  ///< of the identity
  const std::shared_ptr<LoopHandle> loopHandle;
  std::vector<RequestId> parked;  ///< wait for the plugin's credential
  bool asking = false;            ///< the plugin
  bool http1 = false;             ///< HTTP/2 failed, and nothing else worked yet
  bool renewLanes = false;        ///< as soon as libcurl's messages were read
  bool answered = false;          ///< by anything, ever
  std::size_t pageBytes = 0;      ///< of the last page of a list
  bool commonNameOnly = false;    ///< as in StageTimes
  RateLimit limit;
  std::array<std::shared_ptr<CurlPool>, 3> lanes;
  std::vector<std::shared_ptr<CurlPool>> retired;
  std::unordered_map<RequestId, std::unique_ptr<Transfer>> transfers;
  std::vector<RequestId> news;
  RequestId lastId = 0;
  // Posted tasks hold it weakly: they must not touch a transport that is gone.
  std::shared_ptr<int> alive = std::make_shared<int>(0);

  std::shared_ptr<CurlPool> makePool() {
    return std::make_shared<CurlPool>(loop, [this] { collect(); });
  }

  void release(Transfer& transfer) {
    loop.cancelTimer(transfer.timer);
    transfer.timer = 0;
    if (transfer.added) transfer.pool->remove(transfer.easy.get());
    transfer.added = false;
  }

  /// New requests of the lane use new connections; running ones keep theirs.
  void retire(std::shared_ptr<CurlPool>& pool) {
    retired.push_back(std::move(pool));
    pool = makePool();
    loop.post([this, guard = std::weak_ptr<int>(alive)] {
      if (!guard.expired()) collect();
    });
  }

  /// A good citizen does not flood the server; what streams is one request for hours and does not count.
  void admit(Transfer& transfer) {
    const auto wait = transfer.request.streaming ? std::chrono::milliseconds(0) : limit.take(loop.now());
    if (wait.count() == 0) return begin(transfer);
    transfer.timer = loop.callAfter(wait, [this, id = transfer.id] {
      Transfer* const due = find(id);
      if (due == nullptr) return;
      due->timer = 0;
      begin(*due);
      deliver();
    });
  }

  /// A connection that swallowed an answer may be half-open; HTTP/2 would put the next request on it, too. Never called
  /// from inside libcurl.
  void giveUp(Transfer& transfer, const char* why) {
    retire(lanes[static_cast<std::size_t>(transfer.request.lane)]);
    fail(transfer, makeError(ErrorCode::Timeout, access.server.authority(), transfer.request.path, why));
    deliver();
  }

  /// Sends it, or keeps it until there is a credential to send it with.
  void begin(Transfer& transfer) {
    bool changed = identity.refreshFiles(loop.now());
    const bool ready = identity.adoptPlugin(changed);
    if (changed) {
      for (auto& pool : lanes) retire(pool);
    }
    if (ready) return launch(transfer);
    parked.push_back(transfer.id);
    if (asking) return;
    asking = true;
    identity.plugin()->obtain(
        [this, loopHandle = loopHandle, guard = std::weak_ptr<int>(alive)](const CredentialPlugin::Answer& answer) {
          loopHandle->post([this, guard, answer] {
            if (!guard.expired()) takeCredential(answer);
          });
        });
  }

  void takeCredential(const CredentialPlugin::Answer& answer) {
    asking = false;
    std::vector<RequestId> waiting;
    waiting.swap(parked);
    for (const RequestId id : waiting) {
      Transfer* const transfer = find(id);
      if (transfer == nullptr) continue;
      if (answer)
        begin(*transfer);
      else
        fail(*transfer, answer.error());
    }
    deliver();
  }

  void launch(Transfer& transfer) {
    transfer.pool = lanes[static_cast<std::size_t>(transfer.request.lane)];
    transfer.generation = identity.generation();
    auto lines = headerLines(access, transfer.request, identity.authorization(loop.now()));
    if (!lines) return fail(transfer, lines.error());
    transfer.headers = std::move(*lines);
    prepare(transfer);
    transfer.added = transfer.pool->add(transfer.easy.get());
    if (!transfer.added)
      fail(transfer, makeError(ErrorCode::Internal, transfer.request.path, {}, "libcurl takes no more requests"));
  }

  void noteNews(Transfer& transfer) {
    if (transfer.queued) return;
    transfer.queued = true;
    news.push_back(transfer.id);
  }

  /// What a write did when its answer was lost is unknown, and that is what matters.
  Error ofLostAnswer(const Transfer& transfer, Error error) const {
    const bool write = transfer.request.method != "GET" && !transfer.request.harmless;
    const bool lost = error.code == ErrorCode::ConnectionFailed || error.code == ErrorCode::Timeout ||
                      error.code == ErrorCode::TruncatedAnswer;
    if (!write || transfer.sends == 0 || !lost) return error;
    return makeError(ErrorCode::OutcomeUnknown, transfer.request.method + " " + transfer.request.path,
                     access.server.authority(), describe(error));
  }

  /// The answer of a write that libcurl sent again is about the second arrival. Only a success is about both.
  std::optional<Error> ofAnswerToRepeat(const Transfer& transfer) const {
    const bool success = transfer.head.status >= 200 && transfer.head.status < 300;
    if (!transfer.request.repeatable || transfer.sends < 2 || success) return std::nullopt;
    return makeError(
        ErrorCode::OutcomeUnknown, transfer.request.method + " " + transfer.request.path, access.server.authority(),
        "the connection was lost; sent again, the answer was HTTP " + std::to_string(transfer.head.status));
  }

  void fail(Transfer& transfer, Error error) {
    transfer.failure = std::move(error);
    finish(transfer);
  }

  void finish(Transfer& transfer) {
    transfer.finished = true;
    loop.cancelTimer(transfer.timer);
    transfer.timer = 0;
    noteNews(transfer);
  }

  /// After every call into libcurl: which transfers ended, and what is there to hand over.
  void collect() {
    for (auto& pool : lanes) readMessages(*pool);
    for (auto& pool : retired) readMessages(*pool);
    if (std::exchange(renewLanes, false)) {
      for (auto& pool : lanes) retire(pool);
    }
    deliver();
    retired.erase(std::remove_if(retired.begin(), retired.end(), [](const auto& pool) { return pool->idle(); }),
                  retired.end());
  }

  void readMessages(CurlPool& pool) {
    while (CURLMsg* const message = pool.nextMessage()) {
      if (message->msg != CURLMSG_DONE) continue;
      Transfer* transfer = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      if (transfer == nullptr || transfer->finished) continue;
      const CURLcode code = message->data.result;
      if (code != CURLE_OK && !transfer->failure) {
        transfer->failure = transferError(code, transfer->easy.get(), transfer->words, access, transfer->request,
                                          transfer->headComplete, transfer->bytes);
        addCertificate(*transfer->failure, *transfer->shown, access);
        noteProtocol(code, *transfer);
      }
      transfer->times = timesOf(transfer->easy.get());
      transfer->times.commonNameOnly = commonNameOnly;
      finish(*transfer);
    }
  }

  /// Some gateways agree on HTTP/2 and then cannot speak it. As long as no answer ever came, the two versions take
  /// turns after a connection that died behind its TLS handshake; the one that brings an answer stays.
  void noteProtocol(CURLcode code, const Transfer& transfer) {
    const bool died = code == CURLE_HTTP2 || code == CURLE_HTTP2_STREAM || code == CURLE_SEND_ERROR ||
                      code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING;
    if (answered || !died || access.http1Only || transfer.http1 != http1 ||
        transfer.failure->code != ErrorCode::ConnectionFailed)
      return;
    curl_off_t handshake = 0;
    curl_easy_getinfo(transfer.easy.get(), CURLINFO_APPCONNECT_TIME_T, &handshake);
    if (handshake == 0) return;
    http1 = !http1;
    renewLanes = true;
  }

  Transfer* find(RequestId id) {
    const auto found = transfers.find(id);
    return found == transfers.end() ? nullptr : found->second.get();
  }

  /// Every handler call may start or cancel any request, so each step looks the transfer up again.
  void deliver() {
    while (!news.empty()) {
      std::vector<RequestId> ids;
      ids.swap(news);
      for (const RequestId id : ids) {
        if (Transfer* const transfer = find(id)) transfer->queued = false;
        deliverHead(id);
        deliverData(id);
        deliverEnd(id);
      }
    }
  }

  void deliverHead(RequestId id) {
    Transfer* const transfer = find(id);
    if (transfer == nullptr || !transfer->headComplete || transfer->headDelivered) return;
    transfer->headDelivered = true;
    const auto handler = transfer->handler.head;
    const ResponseHead head = transfer->head;
    if (handler) handler(head);
  }

  void deliverData(RequestId id) {
    Transfer* const transfer = find(id);
    if (transfer == nullptr || !transfer->request.streaming || transfer->body.empty()) return;
    const auto handler = transfer->handler.data;
    std::string chunk;
    chunk.swap(transfer->body);
    if (handler) handler(std::move(chunk));
  }

  void deliverEnd(RequestId id) {
    const auto found = transfers.find(id);
    if (found == transfers.end() || !found->second->finished) return;
    const std::unique_ptr<Transfer> transfer = std::move(found->second);
    transfers.erase(found);
    release(*transfer);
    if (transfer->request.lane == Lane::List) pageBytes = transfer->body.size();
    if (!transfer->handler.end) return;
    // A server may close the connection behind "who are you?" while it is still being sent the request: that it did
    // nothing is known from the status alone.
    constexpr int kUnauthorized = 401;
    if (transfer->failure && transfer->failure->code == ErrorCode::TruncatedAnswer &&
        transfer->head.status == kUnauthorized) {
      transfer->failure.reset();
      transfer->body.clear();
    }
    if (transfer->failure)
      transfer->handler.end(unexpected(ofLostAnswer(*transfer, std::move(*transfer->failure))));
    else if (auto unknown = ofAnswerToRepeat(*transfer))
      transfer->handler.end(unexpected(std::move(*unknown)));
    else
      transfer->handler.end(
          HttpResponse{std::move(transfer->head), std::move(transfer->body), std::move(transfer->times)});
  }

  void armHeaderTimer(Transfer& transfer) {
    loop.cancelTimer(transfer.timer);
    transfer.timer = loop.callAfter(transfer.request.headerTimeout, [this, id = transfer.id] {
      Transfer* const late = find(id);
      if (late == nullptr || late->finished) return;
      late->timer = 0;
      giveUp(*late, "no answer in time");
    });
  }

  /// A body that trickles is given up; a stream may be silent for as long as it likes.
  void armStallTimer(Transfer& transfer) {
    loop.cancelTimer(transfer.timer);
    transfer.timer = 0;
    if (transfer.request.streaming) return;
    transfer.bytesAtTick = transfer.bytes;
    transfer.timer = loop.callAfter(transfer.request.stallWindow, [this, id = transfer.id] {
      Transfer* const slow = find(id);
      if (slow == nullptr || slow->finished) return;
      slow->timer = 0;
      if (slow->bytes - slow->bytesAtTick >= leastBytes(slow->request.stallWindow)) return armStallTimer(*slow);
      giveUp(*slow, "the answer comes too slowly");
    });
  }

  static std::size_t onHeader(char* data, std::size_t, std::size_t size, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    return transfer.state->takeHeader(transfer, std::string_view(data, size)) ? size : 0;
  }
  static std::size_t onBody(char* data, std::size_t, std::size_t size, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    return transfer.state->takeBody(transfer, std::string_view(data, size)) ? size : 0;
  }
  static int onSend(void* self, char*, char*, int, int) {
    auto& transfer = *static_cast<Transfer*>(self);
    ++transfer.sends;
    transfer.state->armHeaderTimer(transfer);
    return CURL_PREREQFUNC_OK;
  }

  bool takeHeader(Transfer& transfer, std::string_view line) {
    transfer.headerBytes += line.size();
    if (transfer.headerBytes > kMaxHeaderBytes) {
      transfer.failure = makeError(ErrorCode::LimitExceeded, "headers of " + transfer.request.path, {},
                                   std::to_string(kMaxHeaderBytes));
      return false;
    }
    if (line.substr(0, 5) == "HTTP/") {  // also behind a 100 answer: the last status line counts
      transfer.head = ResponseHead{};
      const std::size_t blank = line.find(' ');
      if (blank != std::string_view::npos) {
        const std::string_view digits = line.substr(blank + 1, 3);
        std::from_chars(digits.data(), digits.data() + digits.size(), transfer.head.status);
      }
      return true;
    }
    const std::string_view text = trimmed(line);
    if (text.empty()) {
      if (transfer.head.status >= 200) completeHead(transfer);
      return true;
    }
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos && !transfer.headComplete) {  // trailers are of no use
      transfer.head.headers.emplace_back(lowerCase(text.substr(0, colon)),
                                         std::string(trimmed(text.substr(colon + 1))));
    }
    return true;
  }

  void completeHead(Transfer& transfer) {
    if (transfer.headComplete) return;
    transfer.headComplete = answered = true;
    noteNames(transfer);
    identity.noteAnswer(transfer.generation, transfer.head.status);
    armStallTimer(transfer);
    if (transfer.handler.head) noteNews(transfer);
    if (transfer.request.streaming) return;
    // Pages that are packed, or written object by object, do not say how large they are; the last one does.
    std::size_t bytes = transfer.request.lane == Lane::List ? pageBytes + pageBytes / 8 : 0;
    if (const std::string* const length = transfer.head.find("content-length")) {
      std::size_t sent = 0;
      std::from_chars(length->data(), length->data() + length->size(), sent);
      bytes = std::max(bytes, sent);
    }
    if (bytes == 0) return;
    transfer.body.reserve(std::min(bytes, kMaxReserve) + kDecodePadding);
  }

  /// libcurl takes a common name where there are no names (docs/reference/kubernetes-client.md 2.3). A connection that
  /// was used before shows nothing.
  void noteNames(const Transfer& transfer) {
    const bool checked = access.server.https && !access.insecure;
    if (checked && transfer.shown->last != nullptr) commonNameOnly = transfer.shown->last->names.empty();
  }

  bool takeBody(Transfer& transfer, std::string_view piece) {
    transfer.bytes += piece.size();
    if (!transfer.request.streaming && transfer.bytes > transfer.request.maxBodyBytes) {
      transfer.failure =
          makeError(ErrorCode::LimitExceeded, transfer.request.path, {}, std::to_string(transfer.request.maxBodyBytes));
      return false;
    }
    if (transfer.request.streaming && transfer.body.empty()) transfer.body.reserve(kStreamPiece);
    transfer.body.append(piece);
    if (transfer.request.streaming) noteNews(transfer);
    return true;
  }

  void prepare(Transfer& transfer) {
    CURL* const handle = transfer.easy.get();
    applyAccess(handle, access);
    transfer.http1 = http1;
    if (http1) curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    applyRequest(handle, access, transfer.request);
    noteCertificates(handle, transfer.shown);
    if (!access.tlsServerName.empty()) {
      const std::string line =
          access.tlsServerName + ":" + std::to_string(access.server.port) + ":" + access.server.authority();
      transfer.connectTo.reset(curl_slist_append(nullptr, line.c_str()));
      curl_easy_setopt(handle, CURLOPT_CONNECT_TO, transfer.connectTo.get());
    }
    curl_easy_setopt(handle, CURLOPT_USERAGENT, userAgent.c_str());
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, transfer.headers.get());
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, transfer.words);
    curl_easy_setopt(handle, CURLOPT_PRIVATE, &transfer);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, onHeader);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, onBody);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, onSend);
    curl_easy_setopt(handle, CURLOPT_PREREQDATA, &transfer);
  }
};

CurlTransport::CurlTransport(NetworkLoop& loop, const ClusterAccess& access, std::string userAgent,
                             std::shared_ptr<CredentialPlugin> plugin) {
  static_cast<void>(prepareLibcurl());  // whoever opens a source has heard what it says
  m_state = std::make_unique<State>(loop, access, std::move(userAgent), std::move(plugin));
}

CurlTransport::~CurlTransport() = default;

RequestId CurlTransport::start(HttpRequest request, ResponseHandler handler) {
  State& state = *m_state;
  auto transfer = std::make_unique<Transfer>();
  transfer->state = &state;
  transfer->id = ++state.lastId;
  transfer->request = std::move(request);
  transfer->handler = std::move(handler);
  transfer->easy.reset(curl_easy_init());
  Transfer& started = *transfer;
  state.transfers.emplace(started.id, std::move(transfer));
  state.admit(started);
  // Never from inside start(): the caller does not know the id yet.
  if (started.finished) {
    state.loop.post([&state, alive = std::weak_ptr<int>(state.alive)] {
      if (!alive.expired()) state.deliver();
    });
  }
  return started.id;
}

void CurlTransport::cancel(RequestId request) {
  const auto found = m_state->transfers.find(request);
  if (found == m_state->transfers.end()) return;
  const std::unique_ptr<Transfer> transfer = std::move(found->second);
  m_state->transfers.erase(found);
  m_state->release(*transfer);
}

void CurlTransport::dropConnections(Lane lane) {
  m_state->retire(m_state->lanes[static_cast<std::size_t>(lane)]);
}

bool CurlTransport::renewCredentials() {
  return m_state->identity.renew(m_state->loop.now());
}

void CurlTransport::allowRenewal() {
  m_state->identity.allowRenewal();
}

std::string defaultUserAgent() {
  return "cardinal/" CARDINAL_VERSION " (linux/" CARDINAL_ARCHITECTURE ")";
}

}  // namespace cardinal
