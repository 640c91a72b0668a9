// SPDX-License-Identifier: Apache-2.0
// LiveSession: what is reported about the connection as a whole.
#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "core/base/joined.h"
#include "core/base/server_certificate.h"
#include "core/service/live/live_session.h"

namespace cardinal {
namespace {

constexpr std::chrono::seconds kContactInterval{1};
constexpr std::int64_t kClockJitter = 2;  // seconds that the Date of an answer may be off without being news

bool clockDiffers(const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b) {
  return a.has_value() != b.has_value() || (a && std::abs(*a - *b) > kClockJitter);
}

/// Another certificate, and not only another time at which the same one was shown.
bool isOtherCertificate(const Error& a, const Error& b) {
  if (a.certificate == nullptr || b.certificate == nullptr) return a.certificate != b.certificate;
  ServerCertificate same = *a.certificate;
  same.shownAt = b.certificate->shownAt;
  return !(same == *b.certificate);
}

bool isOtherError(const std::optional<Error>& a, const std::optional<Error>& b) {
  if (!a || !b) return a.has_value() != b.has_value();
  return a->code != b->code || a->subject != b->subject || a->detail != b->detail || isOtherCertificate(*a, *b);
}

/// Everything but the age: what must be reported at once.
bool differs(const ConnectionState& a, const ConnectionState& b) {
  return a.phase != b.phase || isOtherError(a.error, b.error) || a.nextTry != b.nextTry ||
         a.serverVersion != b.serverVersion || !(a.stages == b.stages) || a.scope != b.scope ||
         a.nodesVisible != b.nodesVisible || a.serverUser != b.serverUser ||
         clockDiffers(a.clockOffset, b.clockOffset) || a.watchesOpen != b.watchesOpen ||
         a.watchesWanted != b.watchesWanted || a.polledLists != b.polledLists ||
         a.refusedNamespaces != b.refusedNamespaces || a.cautions != b.cautions;
}

}  // namespace

bool LiveSession::isStuck(ReflectorPhase phase) {
  return phase == ReflectorPhase::Unauthorized || phase == ReflectorPhase::Untrusted ||
         phase == ReflectorPhase::NotServed || phase == ReflectorPhase::TooMuch;
}

int LiveSession::weightOf(ReflectorPhase phase) {
  if (isStuck(phase)) return 4;
  if (phase == ReflectorPhase::Waiting) return 3;
  if (phase == ReflectorPhase::Listing || phase == ReflectorPhase::Idle) return 2;
  return phase == ReflectorPhase::Live ? 1 : 0;
}

std::vector<LiveSession::Feed*> LiveSession::mainFeeds() const {
  std::vector<Feed*> out{m_nodes.get()};
  for (const auto& feed : m_pods) out.push_back(feed.get());
  return out;
}

bool LiveSession::isMain(const Feed& feed) const {
  const std::vector<Feed*> main = mainFeeds();
  return std::find(main.begin(), main.end(), &feed) != main.end();
}

std::vector<LiveSession::Feed*> LiveSession::feeds() const {
  std::vector<Feed*> out = mainFeeds();
  out.push_back(m_health.get());
  const std::vector<Feed*> extras = m_extras.feeds();
  out.insert(out.end(), extras.begin(), extras.end());
  out.erase(std::remove_if(out.begin(), out.end(), [](const Feed* feed) { return !feed->reflector; }), out.end());
  return out;
}

ReflectorPhase LiveSession::podsPhase() const {
  if (m_pods.empty()) return ReflectorPhase::Idle;
  const auto worse = [](const auto& a, const auto& b) { return weightOf(a->phase()) < weightOf(b->phase()); };
  return (*std::max_element(m_pods.begin(), m_pods.end(), worse))->phase();
}

std::vector<std::string> LiveSession::namespacesRead() const {
  if (!m_namespaces.empty()) return m_namespaces;
  if (!m_pods.empty() && !followsCluster()) return {m_homeNamespace};
  std::unordered_map<std::string, std::size_t> pods;
  for (const ObjectStore<RawPod>* const store : m_podStores) {
    for (const auto& pod : store->all()) ++pods[pod->meta.key.ns];
  }
  std::vector<std::string> names;
  for (const auto& [ns, count] : pods) names.push_back(ns);
  std::sort(names.begin(), names.end(), [&pods](const std::string& a, const std::string& b) {
    return pods.at(a) != pods.at(b) ? pods.at(a) > pods.at(b) : a < b;
  });
  return names;
}

ConnectionPhase LiveSession::phaseNow() const {
  const ReflectorPhase nodes = m_nodes->phase();
  const ReflectorPhase pods = podsPhase();
  if (isStuck(nodes) || isStuck(pods)) return ConnectionPhase::Failed;
  const bool podsFallBack = pods == ReflectorPhase::Forbidden && followsCluster();
  if (nodes == ReflectorPhase::Forbidden && pods == ReflectorPhase::Forbidden && !podsFallBack)
    return ConnectionPhase::Failed;
  if (nodes == ReflectorPhase::Waiting || pods == ReflectorPhase::Waiting) return ConnectionPhase::Reconnecting;
  const auto settled = [](ReflectorPhase phase) {
    return phase == ReflectorPhase::Live || phase == ReflectorPhase::Forbidden;
  };
  if (settled(nodes) && settled(pods) && !podsFallBack && m_extras.isSettled()) return ConnectionPhase::Live;
  return m_nodes->reflector->status().lastContact == 0 ? ConnectionPhase::Connecting : ConnectionPhase::Loading;
}

void LiveSession::addError(ConnectionState& state) const {
  const Feed* worst = nullptr;
  // Of pods that are forbidden everywhere the namespace is tried next; one namespace of several is named with the
  // scope.
  const bool hidesForbidden = followsCluster() || podsPhase() != ReflectorPhase::Forbidden;
  for (const Feed* const feed : mainFeeds()) {
    if (!feed->reflector->status().error || feed->phase() == ReflectorPhase::Listing) continue;
    if (feed != m_nodes.get() && feed->phase() == ReflectorPhase::Forbidden && hidesForbidden) continue;
    if (worst == nullptr || (isStuck(feed->phase()) && !isStuck(worst->phase()))) worst = feed;
  }
  if (worst == nullptr) return;
  state.error = worst->reflector->status().error;
}

/// Which namespaces are seen where the whole cluster is not; those that refuse are named as long as others do not.
void LiveSession::addScope(ConnectionState& state) const {
  if (m_pods.empty() || followsCluster()) return;
  std::vector<std::string> seen;
  for (const auto& feed : m_pods) {
    const bool refused = feed->phase() == ReflectorPhase::Forbidden;
    (refused ? state.refusedNamespaces : seen).push_back(feed->reflector->options().ns);
  }
  if (seen.empty()) seen.swap(state.refusedNamespaces);
  state.scope = joined(seen);
}

void LiveSession::addCounts(ConnectionState& state) const {
  if (m_nodes->reflector) {
    state.nodesLoaded = m_nodes->reflector->status().loaded;
    state.nodesToCome = m_nodes->reflector->status().toCome;
  }
  if (!m_pods.empty()) state.podsToCome = 0;
  for (const auto& feed : m_pods) {
    const ReflectorStatus& status = feed->reflector->status();
    state.podsLoaded += status.loaded;
    if (status.phase == ReflectorPhase::Forbidden) continue;  // nothing will come from there
    // One list that is not known makes the sum unknown.
    if (!status.toCome) state.podsToCome.reset();
    if (state.podsToCome) *state.podsToCome += *status.toCome;
  }
}

ConnectionState LiveSession::currentState() const {
  ConnectionState state;
  state.phase = phaseNow();
  state.serverVersion = m_serverVersion;
  state.stages = m_stages;
  state.serverUser = m_serverUser;
  state.clockOffset = m_clockOfServer->offset();
  if (m_commonNameOnly) state.cautions.push_back({CautionCode::CertificateWithoutNames, {}, {}});
  if (m_wentBack) state.cautions.push_back({CautionCode::VersionsWentBack, {}, {}});
  state.nodesVisible = m_nodes->phase() != ReflectorPhase::Forbidden;
  addScope(state);
  for (const Feed* const feed : feeds()) {
    const ReflectorStatus& status = feed->reflector->status();
    state.lastContact = std::max(state.lastContact, status.lastContact);
    if (status.nextTry != 0 && (state.nextTry == 0 || status.nextTry < state.nextTry)) state.nextTry = status.nextTry;
    state.watchesOpen += status.watchOpen ? 1 : 0;
    state.watchesWanted += status.phase == ReflectorPhase::Forbidden ? 0 : 1;
    state.polledLists += status.polled ? 1 : 0;
  }
  if (m_pods.empty()) ++state.watchesWanted;
  addCounts(state);
  addError(state);
  if (m_nextProbe != 0) state.nextTry = m_nextProbe;
  if (state.phase == ConnectionPhase::Live) state.nextTry = 0;
  return state;
}

void LiveSession::report() {
  flush();  // a state never promises data that was not handed over
  ConnectionState state = currentState();
  const bool loading = state.phase == ConnectionPhase::Loading;
  const bool counts = state.nodesLoaded != m_reported.nodesLoaded || state.podsLoaded != m_reported.podsLoaded;
  if (differs(state, m_reported) || (loading && counts)) return reportNow(std::move(state));
  if (m_contactTimer != 0 || (!counts && state.lastContact == m_reported.lastContact)) return;
  m_contactTimer = m_loop.callAfter(kContactInterval, [this] {
    m_contactTimer = 0;
    reportNow(currentState());
  });
}

void LiveSession::reportNow(ConnectionState state) {
  m_reported = std::move(state);
  m_sink.onConnection(m_reported);
}

}  // namespace cardinal
