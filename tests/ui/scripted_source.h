// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/mutex.h"
#include "core/service/read/log_reader.h"
#include "core/service/source/source.h"
#include "tests/support/builders.h"

namespace cardinal::test {

/// A source that tells what the test says, when the test says it. The test keeps a shared handle; the bridge owns the
/// source.
class ScriptedSource final : public ClusterSource,
                             private ObjectCreator,
                             private NodeLabeler,
                             private ObjectReader,
                             private LogReader {
 public:
  /// Shared with the test, so that it can speak after the bridge took the source.
  struct Script {
    Mutex mutex;
    SourceSink* sink CARDINAL_GUARDED_BY(mutex) = nullptr;
    SourceInfo info{SourceKind::Live, "scripted", "127.0.0.1:6443", "tester", "default", true};
    std::vector<ClusterDelta> first;  ///< sent at start
    ConnectionPhase firstPhase = ConnectionPhase::Live;
    std::atomic<int> dryRuns{0};
    std::atomic<int> creates{0};
    std::atomic<int> refreshes{0};
    std::vector<std::string> created CARDINAL_GUARDED_BY(mutex);
    std::vector<LabelChange> patched CARDINAL_GUARDED_BY(mutex);
    std::atomic<bool> refuseCreate{false};
    std::atomic<bool> createHangs{false};  ///< creates (no dry runs) wait until it is false
    std::atomic<bool> conflictOnce{false};

    // What a look at one object gives; a reader that hangs waits until it is given up.
    std::string objectJson = R"({"kind":"Pod","metadata":{"name":"shown"}})";
    ObjectEvents events;
    std::atomic<int> objectReads{0};
    ObjectRef objectRead CARDINAL_GUARDED_BY(mutex);  ///< of the last read
    std::atomic<int> eventReads{0};
    std::vector<ObjectRef> eventObjects CARDINAL_GUARDED_BY(mutex);  ///< of the last read
    WorkloadObjects workloads CARDINAL_GUARDED_BY(mutex);            ///< by workloadKey(); others do not exist
    std::atomic<int> workloadReads{0};
    /// What namespaces say, on the asking thread; empty = there are no quotas, limit ranges and volumes.
    std::function<NamespaceRules(const RulesQuestion&)> rules;
    std::atomic<bool> readerHangs{false};
    std::atomic<int> readsGivenUp{0};

    /// Answers questions for logs on the asking thread; empty = the source has none.
    using AnswerLog = std::function<Result<void>(const LogQuestion&, const std::function<void(std::string_view)>&,
                                                 const std::stop_token&)>;
    AnswerLog log;

    void tell(std::vector<ClusterDelta> deltas);
    void connection(ConnectionPhase phase, const Error* error = nullptr);
    /// Connected, but the user's rights end at one namespace's pods.
    void oneNamespace(const std::string& ns);
    void tellUse(const MetricsReport& report);
    /// What the metrics source will answer about the past; until then it has none.
    void setPast(const ClusterPast& answer);
    std::optional<ClusterPast> past CARDINAL_GUARDED_BY(mutex);
    /// Answers questions about cards' past, on the asking thread; until then there is no metrics source.
    using AnswerHistory = std::function<Result<History>(const HistoryQuery&, const std::stop_token&)>;
    void setHistory(AnswerHistory answer);
    AnswerHistory history CARDINAL_GUARDED_BY(mutex);
  };

  explicit ScriptedSource(std::shared_ptr<Script> script) : m_script(std::move(script)) {}
  ~ScriptedSource() override;

  SourceInfo info() const override { return m_script->info; }
  void start(SourceSink& sink) override;
  void refresh() override { ++m_script->refreshes; }
  ClusterWriter writer() override {
    ClusterWriter out;
    out.creator = this;
    out.labeler = this;
    return out;
  }
  Result<ClusterPast> past(UnixSeconds window, std::stop_token stop) override;
  Result<History> history(const HistoryQuery& query, std::stop_token stop) override;
  NamespaceRules namespaceRules(const RulesQuestion& question, std::stop_token stop) override;
  ObjectReader* objectReader() override { return this; }
  LogReader* logReader() override { return m_script->log ? this : nullptr; }

 private:
  Result<CreatedObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                               std::stop_token stop) override;
  Result<void> patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                               const std::string& resourceVersion, bool dryRun, std::stop_token stop) override;
  Result<void> read(const LogQuestion& question, const std::function<void(std::string_view)>& bytes,
                    std::stop_token stop) override {
    return m_script->log(question, bytes, stop);
  }
  Result<ObjectText> text(const ObjectRef& object, const ObjectTextOptions& options, std::stop_token stop) override;
  Result<ObjectEvents> events(const std::vector<ObjectRef>& objects, std::stop_token stop) override;
  Result<WorkloadObject> workload(const ObjectRef& workload, std::stop_token stop) override;

  std::shared_ptr<Script> m_script;
};

/// Two cgpu nodes of two 16 GiB cards, one core_mem node, one whole-card node; four pods, one of them waiting.
std::vector<ClusterDelta> smallCluster();

/// Somebody else takes both 16 GiB cards of a cgpu node, a pod each; and leaves it again.
std::vector<ClusterDelta> filled(const std::string& node);
std::vector<ClusterDelta> leftAgain();

}  // namespace cardinal::test
