// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/scripted_source.h"

#include <chrono>
#include <thread>

namespace cardinal::test {

using cardinal::testing::ackNode;
using cardinal::testing::pod;
using cardinal::testing::replaceNodes;
using cardinal::testing::replacePods;

void ScriptedSource::Script::tell(std::vector<ClusterDelta> deltas) {
  const MutexLock lock(mutex);
  if (sink) sink->onDeltas(std::move(deltas));
}

void ScriptedSource::Script::connection(ConnectionPhase phase, const Error* error) {
  ConnectionState state;
  state.phase = phase;
  state.lastContact = 1'700'000'000;
  state.watchesOpen = phase == ConnectionPhase::Live ? 2 : 0;
  state.watchesWanted = 2;
  if (error) {
    state.error = *error;
    state.nextTry = 1'700'000'010;
  }
  const MutexLock lock(mutex);
  if (sink) sink->onConnection(state);
}

void ScriptedSource::Script::oneNamespace(const std::string& ns) {
  ConnectionState state;
  state.phase = ConnectionPhase::Live;
  state.lastContact = 1'700'000'000;
  state.watchesOpen = state.watchesWanted = 1;
  state.scope = ns;
  state.nodesVisible = false;
  state.error = makeError(ErrorCode::Forbidden, "list nodes", "cluster");
  const MutexLock lock(mutex);
  if (sink) sink->onConnection(state);
}

void ScriptedSource::Script::tellUse(const MetricsReport& report) {
  const MutexLock lock(mutex);
  if (sink) sink->onMetrics(report);
}

void ScriptedSource::Script::setPast(const ClusterPast& answer) {
  const MutexLock lock(mutex);
  past = answer;
}

NamespaceRules ScriptedSource::namespaceRules(const RulesQuestion& question, std::stop_token /*stop*/) {
  if (m_script->rules) return m_script->rules(question);
  return NamespaceRules{question.ns, std::vector<RawQuota>{}, std::vector<RawLimitRange>{}, std::vector<RawClaim>{},
                        std::vector<RawVolume>{}};
}

void ScriptedSource::Script::setHistory(AnswerHistory answer) {
  const MutexLock lock(mutex);
  history = std::move(answer);
}

Result<History> ScriptedSource::history(const HistoryQuery& query, std::stop_token stop) {
  Script::AnswerHistory answer;
  {
    const MutexLock lock(m_script->mutex);
    answer = m_script->history;
  }
  return answer ? answer(query, stop) : ClusterSource::history(query, stop);
}

Result<ClusterPast> ScriptedSource::past(UnixSeconds window, std::stop_token stop) {
  {
    const MutexLock lock(m_script->mutex);
    if (m_script->past) return *m_script->past;
  }
  return ClusterSource::past(window, std::move(stop));
}

ScriptedSource::~ScriptedSource() {
  const MutexLock lock(m_script->mutex);
  m_script->sink = nullptr;
}

void ScriptedSource::start(SourceSink& sink) {
  {
    const MutexLock lock(m_script->mutex);
    m_script->sink = &sink;
  }
  if (!m_script->first.empty()) m_script->tell(m_script->first);
  m_script->connection(m_script->firstPhase);
}

Result<CreatedObject> ScriptedSource::create(const ManifestObject& object, const std::string& defaultNamespace,
                                             bool dryRun, std::stop_token stop) {
  ++(dryRun ? m_script->dryRuns : m_script->creates);
  while (!dryRun && m_script->createHangs && !stop.stop_requested())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (m_script->refuseCreate) {
    Error error =
        makeError(ErrorCode::Invalid, object.kind + "/" + object.key.name, "spec.replicas", "must be a number");
    error.httpStatus = 422;
    return unexpected(error);
  }
  CreatedObject made;
  made.kind = object.kind;
  made.key = object.key;
  if (made.key.ns.empty()) made.key.ns = defaultNamespace;
  made.uid = "uid-" + object.key.name;
  const MutexLock lock(m_script->mutex);
  if (!dryRun) m_script->created.push_back(object.key.name);
  return made;
}

Result<void> ScriptedSource::patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                                             const std::string&, bool dryRun, std::stop_token) {
  if (!dryRun && m_script->conflictOnce.exchange(false))
    return unexpected(makeError(ErrorCode::Conflict, "Node/" + node));
  const MutexLock lock(m_script->mutex);
  if (!dryRun) m_script->patched = changes;
  return {};
}

Result<ObjectText> ScriptedSource::text(const ObjectRef& object, const ObjectTextOptions& options,
                                        std::stop_token stop) {
  {
    const MutexLock lock(m_script->mutex);
    m_script->objectRead = object;
  }
  ++m_script->objectReads;
  while (m_script->readerHangs && !stop.stop_requested()) std::this_thread::yield();
  if (stop.stop_requested()) {
    ++m_script->readsGivenUp;
    return unexpected(makeError(ErrorCode::Cancelled));
  }
  return yamlOfObject(m_script->objectJson, options);
}

Result<ObjectEvents> ScriptedSource::events(const std::vector<ObjectRef>& objects, std::stop_token /*stop*/) {
  {
    const MutexLock lock(m_script->mutex);
    m_script->eventObjects = objects;
  }
  ++m_script->eventReads;
  return m_script->events;
}

Result<WorkloadObject> ScriptedSource::workload(const ObjectRef& workload, std::stop_token /*stop*/) {
  ++m_script->workloadReads;
  const MutexLock lock(m_script->mutex);
  const auto found = m_script->workloads.find(workload.key.ns + '/' + workload.kind + '/' + workload.key.name);
  if (found == m_script->workloads.end()) return unexpected(makeError(ErrorCode::ResourceMissing, workload.kind));
  return found->second;
}

std::vector<ClusterDelta> smallCluster() {
  constexpr UnixSeconds kStarted = 1'650'000'000;
  auto one = pod("team-a", "one").gpuMem(4).v2(R"({"0":{"0":4}})").on("node-a");
  auto two = pod("team-a", "two").gpuMem(8).v2(R"({"0":{"1":8}})").on("node-a");
  one.edit().startTime = two.edit().startTime = kStarted;
  return {
      replaceNodes({ackNode("node-a", "cgpu", 2, 16, "binpack"), ackNode("node-b", "cgpu", 2, 16, "spread"),
                    ackNode("node-c", "core_mem", 2, 16), ackNode("node-d", "default", 4, 0)}),
      replacePods(
          {one, two,
           pod("team-b", "three").gpuMem(2).core(30).v2(R"({"0":{"0":2}})").v2Core(R"({"0":{"0":30}})").on("node-c"),
           pod("team-b", "waits").gpuMem(40)})};
}

std::vector<ClusterDelta> filled(const std::string& node) {
  static std::atomic<int> version{1};
  const auto taker = [&node](const char* name, const char* share) {
    return testing::upsert(pod("team-z", name).gpuMem(16).v2(share).version(std::to_string(++version)).on(node));
  };
  return {taker("taker-0", R"({"0":{"0":16}})"), taker("taker-1", R"({"0":{"1":16}})")};
}

std::vector<ClusterDelta> leftAgain() {
  std::vector<ClusterDelta> deltas(2);
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    deltas[i].op = ClusterDelta::Op::DeletePod;
    deltas[i].key = {"team-z", "taker-" + std::to_string(i)};
    deltas[i].uid = "uid-pod-team-z-taker-" + std::to_string(i);
  }
  return deltas;
}

}  // namespace cardinal::test
