// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/history.h"
#include "core/metrics/use.h"
#include "core/model/namespace_rules.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/service/read/object_reader.h"
#include "core/service/rights/rights.h"
#include "core/service/rights/rules_question.h"
#include "core/service/source/cluster_writer.h"

namespace cardinal {

class LogReader;

enum class SourceKind { Live, File, Demo };

/// What a source is, for the top bar and for reports.
struct SourceInfo {
  SourceKind kind = SourceKind::Demo;
  std::string name;       ///< context, file name, or "demo"
  std::string server;     ///< "host:port", empty when there is none
  std::string user;       ///< kubeconfig user, with whom it acts as ("admin, as alice"); empty when there is none
  std::string ns;         ///< namespace of the context
  bool writable = false;  ///< takes writes at all
};

enum class ConnectionPhase {
  Idle,          ///< not started
  Connecting,    ///< first contact under way
  Loading,       ///< lists under way
  Live,          ///< every watch is open
  Reconnecting,  ///< was live, lost; data is kept and stale
  Failed,        ///< cannot go on without the user (credentials, rights, configuration); `error` says why
  Static,        ///< a file: complete and never changing
};

/// How long each stage of a new connection took, in microseconds.
struct ConnectionStages {
  bool known = false;
  std::int64_t name = 0;     ///< address of the server or the proxy
  std::int64_t connect = 0;  ///< TCP
  std::int64_t tls = 0;
  std::int64_t firstByte = 0;  ///< from the request sent to the answer's first byte
  std::string address;         ///< that was connected to
  std::string protocol;        ///< "HTTP/2", "HTTP/1.1"
  UnixSeconds when = 0;
  bool operator==(const ConnectionStages&) const = default;
};

/// What works and should be put right all the same.
enum class CautionCode {
  KubeconfigExposed,        ///< subject = file, detail = its mode ("0644"): its group or everybody may read it
  CertificateWithoutNames,  ///< of the server, which is taken for its common name alone
  VersionsWentBack,         ///< a complete list was older than what was shown before: everything was read again
};
struct Caution {
  CautionCode code = CautionCode::KubeconfigExposed;
  std::string subject;
  std::string detail;
  bool operator==(const Caution&) const = default;
};

/// State of the connection; reported by value on every change.
struct ConnectionState {
  ConnectionPhase phase = ConnectionPhase::Idle;
  std::optional<Error> error;   ///< the last one, while it keeps the connection from being whole
  UnixSeconds lastContact = 0;  ///< wall clock of the last sign of life from the server; 0 = never
  UnixSeconds nextTry = 0;      ///< wall clock; 0 = none planned
  std::string serverVersion;
  std::string scope;  ///< "" = whole cluster, else the namespaces that are visible, comma separated
  std::vector<std::string> refusedNamespaces;  ///< that were asked for beside those of `scope` and are not permitted
  int polledLists = 0;       ///< resources that are listed again and again, because no watch is available
  bool nodesVisible = true;  ///< false: the user may not list nodes (`error` says so); their cards are unknown
  std::size_t nodesLoaded = 0;
  std::size_t podsLoaded = 0;
  /// How many more the lists under way hold, by the server's estimate; 0 = they are complete, nothing = unknown.
  std::optional<std::size_t> nodesToCome, podsToCome;
  int watchesOpen = 0;
  int watchesWanted = 0;
  Rights rights;            ///< what the identity may do
  ConnectionStages stages;  ///< of the last new connection
  std::string waitingFor;   ///< credential plugin that has been running for 10 s; empty = none
  /// How many seconds the server's clock is ahead of this machine's (negative: behind); nothing = not known yet.
  std::optional<std::int64_t> clockOffset;
  std::string
      serverUser;  ///< whom the server takes the identity for (SelfSubjectReview, from 1.28 on); empty = it did not say
  std::vector<Caution> cautions;  ///< each once
  std::vector<std::string>
      warnings;  ///< Warning headers of changes to nodes, each once, newest last, at most 20 (hostile text)

  /// How much of the list under way has come (nodes first, then pods), from 0 to 1; nothing = not Loading, or unknown.
  std::optional<double> shareLoaded() const;
};

/// Receives what a source reports. Called on the source's thread, in order, never concurrently; must not block long.
class SourceSink {
 public:
  virtual ~SourceSink() = default;
  virtual void onDeltas(std::vector<ClusterDelta> deltas) = 0;
  virtual void onConnection(const ConnectionState& state) = 0;
  /// Every refresh of the metrics and every change of their state. A source without metrics never calls it.
  virtual void onMetrics(MetricsReport /*report*/) {}
};

/// Where a cluster comes from: a live API server, a saved snapshot, or the demo cluster. What it hands out to read and
/// to write with blocks; call that from a worker thread. All methods are thread-safe after start().
class ClusterSource {
 public:
  virtual ~ClusterSource() = default;  ///< stops and joins

  virtual SourceInfo info() const = 0;
  /// Starts reporting to `sink` (which outlives the source). Once.
  virtual void start(SourceSink& sink) = 0;
  /// Lists again now / retries now.
  virtual void refresh() = 0;
  /// Ends the credential plugin that is waited for; nothing when none is.
  virtual void cancelWaiting() {}
  /// Makes a new connection and reports how long its stages took (ConnectionState::stages).
  virtual void testConnection() {}

  /// The past of cards, as the metrics source keeps it. Errors: MetricsMissing (no metrics source), those of its
  /// transport, MetricsQuery (it refused the question).
  virtual Result<History> history(const HistoryQuery& query, std::stop_token stop);
  /// All measured cards over the last `window` seconds. Errors as `history`.
  virtual Result<ClusterPast> past(UnixSeconds window, std::stop_token stop);
  /// What namespaces say of new pods and where their volumes are, read now; what cannot be read is left unknown.
  virtual NamespaceRules namespaceRules(const RulesQuestion& question, std::stop_token stop);
  /// What can be changed. Empty: the source cannot be changed at all (a snapshot file).
  virtual ClusterWriter writer() { return {}; }
  /// Reads single objects and their events; belongs to the source. Null: the source cannot read them.
  virtual ObjectReader* objectReader() { return nullptr; }
  /// Reads logs; belongs to the source. Null: the source holds none (a snapshot file).
  virtual LogReader* logReader() { return nullptr; }
};

}  // namespace cardinal
