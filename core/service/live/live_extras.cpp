// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/live_extras.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/kube/rest/resource.h"
#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/model/extras/nvidia.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr auto kJustNow = 1min;
constexpr auto kBudget = 10s;  // of one question
constexpr std::size_t kMaxAnswer = std::size_t{8} << 20U;
/// Where their charts put them.
constexpr const char* kYunikornNamespace = "yunikorn";
constexpr const char* kVolcanoNamespace = "volcano-system";
constexpr std::size_t kMaxTag = 256;
constexpr int kOk = 200;
constexpr int kNotModified = 304;
constexpr int kTooManyRequests = 429;
constexpr int kServerError = 500;

/// What was read of it says nothing any more: it may not be read, is not there, or is read in part.
bool isUnknown(ReflectorPhase phase) {
  return phase == ReflectorPhase::Forbidden || phase == ReflectorPhase::NotServed || phase == ReflectorPhase::TooMuch;
}

ResourceType typeOf(const ApiResource& resource, const std::string& apiVersion) {
  const std::size_t slash = apiVersion.find('/');
  return {apiVersion.substr(0, slash), apiVersion.substr(slash + 1), resource.name, resource.namespaced};
}

}  // namespace

LiveExtras::LiveExtras(ReflectorContext context, Listener listener)
    : m_context(std::move(context)),
      m_listener(std::move(listener)),
      m_wait(m_context.random, m_context.timeouts.firstWait, m_context.timeouts.longestWait) {
  for (std::size_t i = 0; i < kExtraKinds; ++i) m_places[i].kind = static_cast<ExtraKind>(i);
}

LiveExtras::~LiveExtras() {
  m_context.transport.cancel(m_request);
  m_context.loop.cancelTimer(m_timer);
}

void LiveExtras::look() {
  for (Place& place : m_places) place.gone.reset();
  followConfigMaps();
  ask();
}

void LiveExtras::lookAgain() {
  if (m_asked && m_context.loop.now() - *m_asked >= kJustNow) look();
}

void LiveExtras::expect(ExtraKind kind) {
  Place& place = m_places[indexOf(kind)];
  if (!m_asked || place.feed || std::exchange(place.isExpected, true)) return;
  look();
}

void LiveExtras::expectYunikorn() {
  followConfig(ExtraKind::YunikornConfig, kYunikornNamespace, kYunikornConfigMap);
}

void LiveExtras::expectQuotas() {
  follow(m_places[indexOf(ExtraKind::ResourceQuota)], {"", "v1", "resourcequotas", true});
}

void LiveExtras::expectPlacements() {
  follow(m_places[indexOf(ExtraKind::Service)], {"", "v1", "services", true});
  follow(m_places[indexOf(ExtraKind::Namespace)], {"", "v1", "namespaces", false});
}

ObjectKey* LiveExtras::configMapOf(ExtraKind kind) {
  return kind == ExtraKind::PluginConfigs ? &m_pluginMap : kind == ExtraKind::MigConfigs ? &m_migMap : nullptr;
}

void LiveExtras::tidy() {
  bool isGone = false;
  for (Place& place : m_places) {
    if (!place.feed || place.feed->phase() != ReflectorPhase::NotServed) continue;
    if (configMapOf(place.kind) == nullptr) place.gone = place.feed->reflector->options().type;
    place.feed.reset();
    place.isExpected = false;
    if (ObjectKey* followed = configMapOf(place.kind))
      *followed = {};  // discovery does not tell of it: the next look tries it again
    else
      isGone = true;
  }
  if (isGone) ask();  // it may be there in another version
}

std::vector<LiveFeed*> LiveExtras::feeds() const {
  std::vector<LiveFeed*> out;
  for (const Place& place : m_places) {
    if (place.feed) out.push_back(place.feed.get());
  }
  return out;
}

void LiveExtras::ask() {
  if (m_request != 0) {
    m_again = true;
    return;
  }
  m_context.loop.cancelTimer(m_timer);
  m_timer = 0;
  m_failed = false;
  m_asked = m_context.loop.now();
  HttpRequest request;
  request.path = "/apis";
  request.headers.emplace_back("Accept", kAcceptDiscovery);
  if (!m_etag.empty()) request.headers.emplace_back("If-None-Match", m_etag);
  request.compressed = true;
  send(std::move(request), [this](Result<HttpResponse> answer) { takeGroups(std::move(answer)); });
}

void LiveExtras::send(HttpRequest request, std::function<void(Result<HttpResponse>)> done) {
  request.maxBodyBytes = kMaxAnswer;
  request.totalTimeout = kBudget;
  ResponseHandler handler;
  handler.end = [this, done = std::move(done)](Result<HttpResponse> answer) {
    m_request = 0;
    done(std::move(answer));
  };
  m_request = m_context.transport.start(std::move(request), std::move(handler));
}

std::optional<std::string> LiveExtras::bodyOf(Result<HttpResponse> answer) {
  if (!answer || answer->head.status == kTooManyRequests || answer->head.status >= kServerError) {
    m_failed = true;
    return std::nullopt;
  }
  if (answer->head.status != kOk) return std::nullopt;  // who may not ask does not know, and need not ask again soon
  return std::move(answer->body);
}

void LiveExtras::takeGroups(Result<HttpResponse> answer) {
  if (answer && answer->head.status == kNotModified) {
    takeServed();
    return askNext();
  }
  const std::string* const tag = answer ? answer->head.find("etag") : nullptr;
  std::string etag = tag != nullptr && tag->size() <= kMaxTag ? *tag : std::string();
  if (const auto body = bodyOf(std::move(answer))) {
    m_served = readableVersions(servedVersions(*body).value_or(std::vector<ServedVersion>()));
    m_etag = std::move(etag);
    takeServed();
  }
  askNext();
}

void LiveExtras::takeServed() {
  for (const ServedVersion& version : m_served) {
    m_failed = m_failed || version.isStale;
    if (version.resources)
      followAll(version.apiVersion, *version.resources);
    else
      m_versions.push_back(version.apiVersion);
  }
}

void LiveExtras::askNext() {
  if (m_versions.empty()) return finish();
  const std::string version = std::move(m_versions.front());
  m_versions.pop_front();
  const bool isFollowed = std::all_of(m_places.begin(), m_places.end(), [&version](const Place& place) {
    return place.feed || !extraKindIn(version, std::string(toString(place.kind)));
  });
  const auto path = groupPath(version);
  if (isFollowed || !path) return askNext();
  HttpRequest request;
  request.path = *path;
  send(std::move(request), [this, version](Result<HttpResponse> answer) { takeResources(version, std::move(answer)); });
}

void LiveExtras::takeResources(const std::string& apiVersion, Result<HttpResponse> answer) {
  if (auto body = bodyOf(std::move(answer))) {
    const auto resources = m_context.decoder.resources(std::move(*body));
    if (resources) followAll(apiVersion, *resources);
  }
  askNext();
}

void LiveExtras::followAll(const std::string& apiVersion, const std::vector<ApiResource>& resources) {
  for (const ApiResource& resource : resources) {
    if (const auto kind = extraKindIn(apiVersion, resource.kind))
      follow(m_places[indexOf(*kind)], typeOf(resource, apiVersion));
  }
}

void LiveExtras::finish() {
  m_looked = true;
  if (m_places[indexOf(ExtraKind::VolcanoQueue)].feed)
    followConfig(ExtraKind::VolcanoConfig, kVolcanoNamespace, kVolcanoConfigMap);
  if (m_failed)
    askLater();
  else
    m_wait.reset();
  noteSettled();
  if (std::exchange(m_again, false)) ask();
  m_listener.looked();
}

void LiveExtras::askLater() {
  m_timer = m_context.loop.callAfter(m_wait.next(m_context.loop.now(), std::nullopt), [this] {
    m_timer = 0;
    ask();
  });
}

void LiveExtras::follow(Place& place, ResourceType type) {
  if (place.feed || place.gone == type) return;
  start(place, {std::move(type), "", "", m_context.timeouts.pageSize});
}

void LiveExtras::followConfig(ExtraKind kind, const std::string& ns, std::string_view name) {
  Place& place = m_places[indexOf(kind)];
  if (place.feed || place.gone) return;
  start(place, {configMapsResource(), ns, "metadata.name=" + std::string(name), m_context.timeouts.pageSize});
}

void LiveExtras::start(Place& place, Reflector::Options options) {
  place.feed = std::make_unique<LiveFeed>();
  place.feed->store = storeOf(place);
  place.feed->reflector = std::make_unique<Reflector>(std::move(options), *place.feed->store, m_context,
                                                      [this, &place] { onChanged(place); });
  place.feed->reflector->start();
}

void LiveExtras::followConfigMaps() {
  ObjectKey plugin;
  ObjectKey mig;
  const RawClusterPolicy* const policy = m_policies.size() == 1 ? m_policies.begin()->second.get() : nullptr;
  if (policy != nullptr && !policy->operatorNamespace.empty()) {
    if (!policy->pluginConfigMap.empty()) plugin = {policy->operatorNamespace, policy->pluginConfigMap};
    mig = {policy->operatorNamespace, policy->migConfigMap};
  }
  followConfigMap(ExtraKind::PluginConfigs, std::move(plugin), m_pluginMap);
  followConfigMap(ExtraKind::MigConfigs, std::move(mig), m_migMap);
}

void LiveExtras::followConfigMap(ExtraKind kind, ObjectKey wanted, ObjectKey& followed) {
  if (wanted == followed) return;
  followed = std::move(wanted);
  Place& place = m_places[indexOf(kind)];
  place.feed.reset();
  place.isRefused = false;
  if (std::exchange(place.isKnown, false)) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ForgetExtras;
    delta.extraKind = place.kind;
    m_listener.delta(std::move(delta));
  }
  if (followed.ns.empty()) return;
  const std::string selector = followed.name.empty() ? std::string() : "metadata.name=" + followed.name;
  start(place, {configMapsResource(), followed.ns, selector, m_context.timeouts.pageSize});
}

/// Where the policy names none, all ConfigMaps of the operator's namespace are followed.
bool LiveExtras::isMigMap(const ObjectMeta& meta) const {
  const std::string& name = meta.key.name;
  return m_migMap.name.empty() ? name == kDefaultMigConfigs || name.ends_with(kNodeMigConfigs) : name == m_migMap.name;
}

template <typename Object>
std::unique_ptr<ResourceStore> LiveExtras::makeStore(Place& place) {
  constexpr bool isPolicy = std::is_same_v<Object, RawClusterPolicy>;
  constexpr bool isMig = std::is_same_v<Object, RawMigConfigs>;
  StoreListener<Object> listener;
  listener.replaced = [this, &place](auto all) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = place.kind;
    delta.extras.assign(std::make_move_iterator(all.begin()), std::make_move_iterator(all.end()));
    place.isKnown = true;
    if constexpr (isMig)
      std::erase_if(delta.extras, [this](const RawExtra& extra) { return !isMigMap(metaOf(extra)); });
    if constexpr (isPolicy) {
      m_policies.clear();
      for (const RawExtra& extra : delta.extras)
        m_policies[metaOf(extra).key] = std::get<std::shared_ptr<const Object>>(extra);
    }
    m_listener.delta(std::move(delta));
    if constexpr (isPolicy) followConfigMaps();
  };
  listener.upserted = [this](auto object) {
    if constexpr (isMig) {
      if (!isMigMap(object->meta)) return;
    }
    ClusterDelta delta;
    if constexpr (isPolicy) m_policies[object->meta.key] = object;
    delta.op = ClusterDelta::Op::UpsertExtra;
    delta.extras.emplace_back(std::move(object));
    m_listener.delta(std::move(delta));
    if constexpr (isPolicy) followConfigMaps();
  };
  listener.removed = [this, &place](auto object) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::DeleteExtra;
    delta.extraKind = place.kind;
    delta.key = object->meta.key;
    delta.uid = object->meta.uid;
    if constexpr (isPolicy) m_policies.erase(object->meta.key);
    m_listener.delta(std::move(delta));
    if constexpr (isPolicy) followConfigMaps();
  };
  return std::make_unique<ObjectStore<Object>>(m_context.decoder, std::move(listener));
}

std::unique_ptr<ResourceStore> LiveExtras::storeOf(Place& place) {
  switch (place.kind) {
    case ExtraKind::KoordinatorDevice:
      return makeStore<RawKoordinatorDevice>(place);
    case ExtraKind::ResourceSlice:
      return makeStore<RawResourceSlice>(place);
    case ExtraKind::DeviceClass:
      return makeStore<RawDeviceClass>(place);
    case ExtraKind::ResourceClaim:
      return makeStore<RawResourceClaim>(place);
    case ExtraKind::ResourceClaimTemplate:
      return makeStore<RawResourceClaimTemplate>(place);
    case ExtraKind::NodeTopology:
      return makeStore<RawNodeTopology>(place);
    case ExtraKind::KueueClusterQueue:
      return makeStore<RawKueueClusterQueue>(place);
    case ExtraKind::KueueLocalQueue:
      return makeStore<RawKueueLocalQueue>(place);
    case ExtraKind::KueueFlavor:
      return makeStore<RawKueueFlavor>(place);
    case ExtraKind::KueueWorkload:
      return makeStore<RawKueueWorkload>(place);
    case ExtraKind::KueueCohort:
      return makeStore<RawKueueCohort>(place);
    case ExtraKind::KueuePriorityClass:
      return makeStore<RawKueuePriorityClass>(place);
    case ExtraKind::KueueCheck:
      return makeStore<RawKueueCheck>(place);
    case ExtraKind::KueueTopology:
      return makeStore<RawKueueTopology>(place);
    case ExtraKind::VolcanoQueue:
      return makeStore<RawVolcanoQueue>(place);
    case ExtraKind::VolcanoPodGroup:
      return makeStore<RawVolcanoPodGroup>(place);
    case ExtraKind::KaiQueue:
      return makeStore<RawKaiQueue>(place);
    case ExtraKind::KaiPodGroup:
      return makeStore<RawKaiPodGroup>(place);
    case ExtraKind::KoordinatorQuota:
      return makeStore<RawKoordinatorQuota>(place);
    case ExtraKind::KoordinatorPodGroup:
      return makeStore<RawKoordinatorPodGroup>(place);
    case ExtraKind::PluginsQuota:
      return makeStore<RawPluginsQuota>(place);
    case ExtraKind::PluginsPodGroup:
      return makeStore<RawPluginsPodGroup>(place);
    case ExtraKind::ResourceQuota:
      return makeStore<RawQuota>(place);
    case ExtraKind::QuotaTree:
      return makeStore<RawQuotaTree>(place);
    case ExtraKind::YunikornConfig:
      return makeStore<RawYunikornConfig>(place);
    case ExtraKind::VolcanoConfig:
      return makeStore<RawVolcanoConfig>(place);
    case ExtraKind::KoordinatorReservation:
      return makeStore<RawKoordinatorReservation>(place);
    case ExtraKind::ErdmaDevice:
      return makeStore<RawErdmaDevice>(place);
    case ExtraKind::ClusterPolicy:
      return makeStore<RawClusterPolicy>(place);
    case ExtraKind::PluginConfigs:
      return makeStore<RawPluginConfigs>(place);
    case ExtraKind::MigConfigs:
      return makeStore<RawMigConfigs>(place);
    case ExtraKind::HyperNode:
      return makeStore<RawHyperNode>(place);
    case ExtraKind::PriorityClass:
      return makeStore<RawPriorityClass>(place);
    case ExtraKind::RuntimeClass:
      return makeStore<RawRuntimeClass>(place);
    case ExtraKind::Service:
      return makeStore<RawService>(place);
    case ExtraKind::Namespace:
      return makeStore<RawNamespace>(place);
    case ExtraKind::DisruptionBudget:
      return makeStore<RawDisruptionBudget>(place);
  }
  return nullptr;
}

void LiveExtras::onChanged(Place& place) {
  const bool wasRefused = std::exchange(place.isRefused, place.feed->phase() == ReflectorPhase::Forbidden);
  const bool isGone = isUnknown(place.feed->phase()) && std::exchange(place.isKnown, false);
  if (isGone || (place.isRefused && !wasRefused)) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ForgetExtras;
    delta.extraKind = place.kind;
    delta.extraRefused = place.isRefused;
    m_listener.delta(std::move(delta));
  }
  if (isGone && place.kind == ExtraKind::ClusterPolicy) {
    m_policies.clear();
    followConfigMaps();
  }
  noteSettled();
  m_listener.changed(*place.feed);
}

void LiveExtras::noteSettled() {
  const auto isComing = [](const Place& place) {
    if (!place.feed || place.feed->reflector == nullptr) return false;
    const ReflectorStatus& status = place.feed->reflector->status();
    return !status.synced && (status.phase == ReflectorPhase::Idle || status.phase == ReflectorPhase::Listing);
  };
  m_settled = m_settled || (m_looked && std::none_of(m_places.begin(), m_places.end(), isComing));
}

}  // namespace cardinal
