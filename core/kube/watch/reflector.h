// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/clock.h"
#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/kube/rest/server_clock.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/kube/watch/backoff.h"
#include "core/kube/watch/json_framer.h"
#include "core/kube/watch/line_speed.h"
#include "core/kube/watch/object_store.h"
#include "core/kube/watch/protobuf_framer.h"
#include "core/kube/watch/timeouts.h"

namespace cardinal {

enum class ReflectorPhase {
  Idle,
  Listing,       ///< a list is under way; what was stored before stays visible
  Live,          ///< the list is complete and a watch is open, or is being opened again right after it ended as planned
  Waiting,       ///< after a failure, until `nextTry`
  Unauthorized,  ///< credentials rejected, also after renewing them, or a plugin gives none; retries a failed plugin
                 ///< every five minutes, otherwise waits for a manual retry
  Forbidden,     ///< tries again every ten minutes
  NotServed,     ///< the server has no such resource; waits for a manual retry
  TooMuch,       ///< the memory budget is used up: a part is shown, and nothing more is read until asked
  Untrusted,     ///< TLS failed for a reason that waiting does not cure; tries again every minute
};

struct ReflectorStatus {
  ReflectorPhase phase = ReflectorPhase::Idle;
  bool synced = false;  ///< at least one list was complete
  bool watchOpen = false;
  bool polled = false;         ///< no watch is available: the list is read again and again, and counts as live
  std::optional<Error> error;  ///< why it is not live
  std::size_t loaded = 0;      ///< objects of the list under way, else of the store
  /// Objects of the list under way that have not come yet, by the server's estimate; 0 = it is complete, nothing = not
  /// given (never with selectors, before 1.15, or of a streamed list).
  std::optional<std::size_t> toCome;
  UnixSeconds lastContact = 0;  ///< last byte from the server
  UnixSeconds nextTry = 0;      ///< 0 = none planned
  int wentBack = 0;             ///< complete lists that were older than what was shown before them
};

/// Whether initial lists may come as streams (docs/reference/kubernetes-client.md 3.2): `wanted` once the server is
/// known to offer them, `refused` for the rest of the session once it did not do it, or two of one resource broke in a
/// row.
struct StreamedLists {
  bool wanted = false;
  bool refused = false;
};

/// What reflectors of one cluster share. All of it belongs to the loop's thread.
struct ReflectorContext {
  EventLoop& loop;
  Transport& transport;
  Decoder& decoder;
  const Clock& clock;
  RandomSource random;
  Timeouts timeouts = {};
  std::shared_ptr<StreamedLists> streams = nullptr;    ///< null = paged lists only
  std::shared_ptr<ServerClock> serverClock = nullptr;  ///< gets the head of every answer; null = nobody asks
  std::function<std::size_t()> memoryUsed = nullptr;   ///< bytes of the process; null = not limited
  std::shared_ptr<LineSpeed> line = nullptr;           ///< whether pages are asked for packed; null = always
};

/// Keeps a store equal to one resource of the server: paged list, watch, and recovery from everything that breaks them
/// (docs/reference/kubernetes-client.md 3.3 to 3.6). Asks for protobuf where the store reads it and takes what the
/// server gives; after an answer that cannot be read, or a refusal of protobuf, it asks for JSON alone. Lists are read
/// without resourceVersion, hence never older than what is shown. Loop thread only. `changed` is called after each
/// change of status(); it must not destroy the reflector.
class Reflector {
 public:
  struct Options {
    ResourceType type;
    std::string ns;  ///< empty = all
    std::string fieldSelector;
    int pageSize = 500;
  };

  Reflector(Options options, ResourceStore& store, ReflectorContext context, std::function<void()> changed);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  void start();
  /// Tries at once what it is waiting for; nothing while it lists or is live.
  void retryNow();
  /// Lists again, whatever it does now.
  void relist();
  /// The server's versions went back, as another resource of it shows: what is remembered of them says nothing any
  /// more. Lists again, after the wait that is under way if there is one.
  void distrustVersions();
  /// The machine slept, or the network is another one: what is open is given up and begun again where it was, within
  /// two seconds. Nothing is listed anew for it.
  void reconnect();

  /// While it waits after a failure: does not try by itself any more until release(), which tries after `wait`.
  void hold();
  void release(std::chrono::milliseconds wait);

  const ReflectorStatus& status() const { return m_status; }
  const Options& options() const { return m_options; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  using Step = void (Reflector::*)();

  void askFormat(HttpRequest& request) const;
  /// How an answer that may be read is written; nothing where it is no API object, or protobuf of a kind that is not
  /// read from it.
  std::optional<WireFormat> formatOf(const ResponseHead& head) const;
  std::optional<Error> errorOf(const ResponseHead& head, const std::string& body, const char* verb) const;
  bool cut(const std::string& chunk, std::vector<std::string>& texts);
  Error unframed() const;
  /// Whoever mixes up what it announces may get JSON alone right. `error`: of reading an answer.
  void doubtProtobuf(Error& error);
  /// True when protobuf was refused and the same is asked for as JSON.
  bool retryAsJson(const Error& error, Step again);

  void beginList();
  bool mayStream() const;
  bool isLine(LineSpeed::Verdict verdict) const { return m_context.line && m_context.line->verdict() == verdict; }
  /// A stream is never packed: on a slow line pages are quicker.
  bool isTooSlowToStream(std::size_t bytes);
  void beginStream();
  void onStreamData(const std::string& chunk);
  void onStreamEnd(const Result<HttpResponse>& answer);
  bool takeStreamed(std::string text);
  void completeStream(std::string version);
  void streamRefused();
  /// The stream broke before its end: once more, then pages.
  void streamBroke(const Error& error, std::optional<std::chrono::seconds> minimum = std::nullopt);
  void armStreamTimer();
  void requestPage();
  void requestPageAfter(const std::string& token);
  void resumeList();
  void onPage(Result<HttpResponse> answer);
  void takePage(HttpResponse answer);
  void noteToCome(const ListMeta& meta, std::size_t came);
  void pageFailed(const Error& error, std::optional<std::chrono::seconds> minimum);
  bool isSlowPage() const;
  void restartExpiredList(const Error& error);
  void growPage();
  void shrinkPage();
  /// Whether a page is of another state than the first one of its list.
  bool mixesVersions(const ListMeta& meta);
  void completeList(ListMeta meta);
  /// Whether `version`, of a complete list, still counts on from the last one; it counts from now on.
  bool goesOnFrom(std::string version);

  /// A watch with these parameters, of a length by chance; what the last one left behind is forgotten.
  HttpRequest watchRequest(QueryBuilder query);
  void openWatch();
  void onWatchHead(const ResponseHead& head);
  void onWatchData(const std::string& chunk);
  void onWatchEnd(const Result<HttpResponse>& answer);
  /// False when the stream must not be read on.
  bool takeEvent(std::string text);
  void streamError(const Error& error);
  void reopenWatch(const Error& why);
  void watchFailed(const Error& error, std::optional<std::chrono::seconds> minimum);
  void versionExpired(const Error& error);
  void closeWatch();
  void armWatchdog();
  void onWatchdog();

  void beginPolling();
  void pollLater();
  /// The list under way is only about news: the reported state stays as it is.
  bool readsQuietly() const { return m_status.polled || m_judging; }
  void checkQuietWatch();
  /// After the list that checkQuietWatch() asked for; `news`: how many objects differ from what the watch reported.
  void judgeQuietWatch(std::size_t news);
  /// How long an open watch may be silent before its connection is taken for dead.
  std::chrono::milliseconds longestSilence() const;
  /// The same, or less for a watch that never sent anything: then a list judges it.
  std::chrono::milliseconds watchTimeout() const;

  /// Handles the errors that are the same for lists and watches. False when it is another one.
  bool handleCommonError(const Error& error, Step again);
  void halt(ReflectorPhase phase, const Error& error, std::optional<std::chrono::seconds> retry);
  void waitThen(Step step, const Error& error, std::optional<std::chrono::seconds> minimum = std::nullopt);
  void cancelPending();
  void setPhase(ReflectorPhase phase);
  void noteContact();
  void noteHead(const ResponseHead& head);
  bool overBudget() const;
  /// overBudget(), looked at once in a while as bytes come: it reads a file.
  bool overBudgetAfter(std::size_t bytes);
  void stopPartial();
  void stopFull();
  CallSubject subject(const char* verb) const;

  Options m_options;
  ResourceStore& m_store;
  ReflectorContext m_context;
  std::function<void()> m_changed;
  ReflectorStatus m_status;
  Backoff m_backoff;

  std::string m_path;
  RequestId m_request = 0;
  TimerId m_timer = 0;     // waiting, or the watchdog of an open watch
  Step m_next = nullptr;   // what the wait is for
  bool m_renewed = false;  // credentials, since the last success

  int m_pageSize = 0;                // 0 = unpaged
  bool m_quickPages = true;          // every page of the list under way took less than a second
  bool m_initial = false;            // the open stream still sends the initial list
  int m_brokenStreams = 0;           // initial lists that broke, in a row
  std::size_t m_streamBytes = 0;     // of the initial list under way
  Time m_streamBegan{};              // its first byte
  Time m_progressTime{};             // when its count was reported last
  std::size_t m_uncheckedBytes = 0;  // since the memory was looked at
  int m_expiredLists = 0;            // continue tokens lost in a row
  std::string m_continue;
  std::string m_listVersion;  // of the first page
  Time m_listBegan{};
  Time m_pageBegan{};
  Time m_tokenTime{};

  std::string m_version;  // where the next watch begins
  Time m_versionTime{};
  bool m_distrusts = false;  // versions, until the next list is complete
  std::optional<ResponseHead> m_watchHead;
  std::string m_watchText;  // of an answer that is no stream
  const bool m_readsProtobuf;
  bool m_asksProtobuf = false;
  WireFormat m_format = WireFormat::Json;  // of the watch that is open
  JsonFramer m_framer;
  ProtobufFramer m_frames;
  Time m_watchBegan{};
  Time m_lastByte{};
  std::size_t m_events = 0;                  // of the watch that is open
  int m_watchFailures = 0;                   // in a row
  int m_briefWatches = 0;                    // in a row
  int m_streamErrors = 0;                    // ERROR events with 500 in a row
  int m_expiredVersions = 0;                 // in a row, without an event in between
  bool m_bookmarksSeen = false;              // from this server, ever
  bool m_polling = false;                    // lists instead of watches
  int m_polls = 0;                           // since a watch was tried
  bool m_judging = false;                    // the list under way judges a watch that sent nothing
  bool m_watchSpoke = false;                 // the open watch sent anything
  int m_heldBack = 0;                        // watches in a row that kept news back
  std::chrono::milliseconds m_quietWait{0};  // 0 = as the timeouts say; doubles with every quiet watch that was honest
  std::chrono::seconds m_watchLength{0};
};

}  // namespace cardinal
