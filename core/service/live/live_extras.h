// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/provider/record/snapshot_builder.h"
#include "core/service/live/live_feed.h"
#include "core/service/live/read/api_groups.h"

namespace cardinal {

/// Objects beside nodes and pods (ExtraKind), of GPU stacks and others, of the whole cluster, as far as its API server
/// has their kinds: /apis says which groups and kinds there are (of a server before 1.27 each group that is read says
/// its kinds), and each of these is listed and watched. A group whose own server is away keeps what was read of it and
/// is asked for again. A kind that the server does not have is no error and costs nothing more. What the identity may
/// not list, what memory does not hold and what has gone from the server is reported as not known, never as none. Loop
/// thread only; loop and transport outlive it.
class LiveExtras {
 public:
  struct Listener {
    std::function<void(ClusterDelta)> delta;
    std::function<void(LiveFeed&)> changed;  ///< after each change of a feed's status; must not call tidy()
    std::function<void()> looked;            ///< the server said which kinds it has, or did not say; likewise
  };

  LiveExtras(ReflectorContext context, Listener listener);
  ~LiveExtras();
  LiveExtras(const LiveExtras&) = delete;
  LiveExtras& operator=(const LiveExtras&) = delete;

  /// Asks which kinds the server has and follows those that are new.
  void look();
  /// The same, unless it was asked within the last minute or never.
  void lookAgain();
  /// There are nodes of which objects of this kind describe the cards: looks, once, if they are not followed.
  void expect(ExtraKind kind);
  /// There are pods of YuniKorn, whose queues stand in a ConfigMap: follows that, once.
  void expectYunikorn();
  /// There are cards to hand out: follows ResourceQuotas, once.
  void expectQuotas();
  /// There are cards to hand out: follows Services and Namespaces, by which rules between pods choose pods, once.
  void expectPlacements();
  /// Gives up kinds that the server does not have any more.
  void tidy();

  /// The first lists are complete, or will not be for the time being. Once true it stays true.
  bool isSettled() const { return m_settled; }
  std::vector<LiveFeed*> feeds() const;

 private:
  struct Place {
    ExtraKind kind = {};
    std::unique_ptr<LiveFeed> feed{};    // null = the server does not have the kind
    bool isKnown = false;                // the sink has its list
    bool isRefused = false;              // the sink knows that it may not be listed
    bool isExpected = false;             // nodes asked for it, and the server was asked
    std::optional<ResourceType> gone{};  // discovery names it and its list is not there: not tried until the next look
  };

  void ask();
  void askLater();
  void send(HttpRequest request, std::function<void(Result<HttpResponse>)> done);
  void takeGroups(Result<HttpResponse> answer);
  /// Follows what discovery says already; what it does not say is asked for next.
  void takeServed();
  void askNext();
  void takeResources(const std::string& apiVersion, Result<HttpResponse> answer);
  void followAll(const std::string& apiVersion, const std::vector<ApiResource>& resources);
  void finish();
  /// The body of an answer that counts; a failure that may pass is noted.
  std::optional<std::string> bodyOf(Result<HttpResponse> answer);
  void follow(Place& place, ResourceType type);
  void start(Place& place, Reflector::Options options);
  /// One ConfigMap, where it is not followed yet.
  void followConfig(ExtraKind kind, const std::string& ns, std::string_view name);
  /// The ConfigMaps that the ClusterPolicy names, and no other ones; of mig-manager else those of its own names.
  void followConfigMaps();
  /// `wanted` without a name = all of the namespace, without a namespace = none.
  void followConfigMap(ExtraKind kind, ObjectKey wanted, ObjectKey& followed);
  /// What is followed of a kind of ConfigMaps; null for other kinds.
  ObjectKey* configMapOf(ExtraKind kind);
  bool isMigMap(const ObjectMeta& meta) const;
  template <typename Object>
  std::unique_ptr<ResourceStore> makeStore(Place& place);
  std::unique_ptr<ResourceStore> storeOf(Place& place);
  void onChanged(Place& place);
  void noteSettled();

  ReflectorContext m_context;
  Listener m_listener;
  Backoff m_wait;
  std::array<Place, kExtraKinds> m_places;
  std::map<ObjectKey, std::shared_ptr<const RawClusterPolicy>> m_policies;  // those that are listed
  ObjectKey m_pluginMap;                // the ConfigMap that is followed; empty = none
  ObjectKey m_migMap;                   // likewise of mig-manager; without a name = all of the namespace
  std::vector<ServedVersion> m_served;  // what is read of the last answer of /apis
  std::string m_etag;                   // of that answer; empty = it had none
  std::deque<std::string> m_versions;   // whose kinds are to be asked for yet
  RequestId m_request = 0;
  TimerId m_timer = 0;  // after a failure
  std::optional<std::chrono::steady_clock::time_point> m_asked;
  bool m_failed = false;  // of the questions under way one had no answer
  bool m_again = false;   // asked for while questions were under way
  bool m_looked = false;
  bool m_settled = false;
};

}  // namespace cardinal
