// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>

#include "app/program/invocation.h"
#include "core/service/cluster_service.h"
#include "core/service/read/refusals/known_objects.h"
#include "core/workloads/workloads.h"

namespace cardinal::app {

/// How long a command waits for a source that has met an error: a server that restarts is back by then.
inline constexpr std::chrono::seconds kFirstTimeout{4};
/// How long it waits for one that answers but has much to send.
inline constexpr std::chrono::seconds kLongTimeout{120};

/// One source, read completely, for one subcommand.
class Session {
 public:
  /// Opens the chosen source and waits for its first complete state. Asks at the terminal before a credential plugin is
  /// run, a token of elsewhere sent or a server not checked, where the command line did not allow it. Errors: those of
  /// openSource and waitForData.
  static Result<std::unique_ptr<Session>> open(const CommonOptions& options, const Clock& clock);

  ClusterService& service() { return m_service; }
  const SourceInfo& info() const { return m_info; }
  const SnapshotPtr& snapshot() const { return m_snapshot; }
  ConnectionState connection() const { return m_service.connection(); }
  /// What ages count from: the moment of a saved snapshot, else now.
  UnixSeconds referenceTime(const Clock& clock) const;

  /// Blocks for the answer on the snapshot above.
  AllocationAnswer preview(AllocationRequest request);
  /// Waits for a metrics source that is being looked for, then returns what is measured.
  UsePtr use() const { return m_service.waitForUse(kFirstTimeout); }
  Result<ClusterPast> past(UnixSeconds window);
  /// The own objects of these workloads, one request for each; those that answered, by workloadKey(). Blocks.
  WorkloadObjects workloadObjects(const std::vector<WorkloadPtr>& workloads);
  /// What the cluster has of what a file's objects need, one request for each. Blocks.
  KnownObjects knownObjects(const std::vector<ManifestObject>& objects, const std::string& defaultNamespace,
                            KnownObjects::Own own);
  /// Blocks until the objects are created or one is refused.
  SubmitOutcome submit(std::vector<ManifestObject> objects, const std::string& defaultNamespace, bool dryRun);

  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

 private:
  // A subcommand waits for the one state it needs, so changes are not reported.
  class NullListener final : public ServiceListener {
    void onSnapshot(SnapshotPtr /*snapshot*/) override {}
    void onConnection(const ConnectionState& /*state*/) override {}
  };

  Session(std::unique_ptr<ClusterSource> source, const Clock& clock);

  NullListener m_listener;
  ClusterService m_service;
  SourceInfo m_info;
  SnapshotPtr m_snapshot;
};

}  // namespace cardinal::app
