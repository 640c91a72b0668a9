// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/plugin/exec_credential.h"
#include "core/kube/plugin/process.h"

namespace cardinal {

/// Runs one credential plugin and keeps what it gave (docs/reference/kubernetes-client.md 1.5): one run at a time, on a
/// thread of its own, whoever waits shares the result. Thread-safe. The destructor ends a run.
class CredentialPlugin {
 public:
  using CredentialPtr = std::shared_ptr<const PluginCredential>;
  using Answer = Result<CredentialPtr>;
  /// Called once, on the plugin's thread; not after the plugin was destroyed.
  using Done = std::function<void(const Answer&)>;

  struct Times {
    std::chrono::milliseconds late{10'000};      ///< until "it still runs" is reported
    std::chrono::milliseconds timeout{300'000};  ///< until it is ended
    std::chrono::milliseconds grace{5'000};      ///< from SIGTERM to SIGKILL
    std::chrono::seconds failureLife{300};       ///< how long a failure answers for the plugin
  };

  /// `access.exec` must be set. `clock` outlives it.
  CredentialPlugin(const ClusterAccess& access, const Clock& clock, Times times);
  CredentialPlugin(const ClusterAccess& access, const Clock& clock) : CredentialPlugin(access, clock, Times{}) {}
  ~CredentialPlugin();
  CredentialPlugin(const CredentialPlugin&) = delete;
  CredentialPlugin& operator=(const CredentialPlugin&) = delete;

  /// What can be used for a new request at this moment, or nullptr.
  CredentialPtr current() const CARDINAL_EXCLUDES(m_mutex);
  /// Gives a usable credential, running the plugin when there is none. Errors: PluginMissing, PluginFailed (a failure
  /// answers for 5 minutes without another run), Cancelled.
  void obtain(Done done) CARDINAL_EXCLUDES(m_mutex);
  /// The server refused this generation: it is not used again.
  void reject(std::uint64_t generation) CARDINAL_EXCLUDES(m_mutex);
  /// The next obtain() runs the plugin even if it failed a moment ago.
  void forgetFailure() CARDINAL_EXCLUDES(m_mutex);
  /// Ends the run under way; those who wait get Cancelled.
  void cancel() CARDINAL_EXCLUDES(m_mutex);
  /// `listener(true)` when a run lasts 10 s, `listener(false)` when that one ended; on the plugin's thread. Replaces
  /// the former one.
  void setLateListener(std::function<void(bool late)> listener) CARDINAL_EXCLUDES(m_mutex);

  const std::string& command() const { return m_access.exec->command; }
  /// How often the program was started.
  std::uint64_t runs() const CARDINAL_EXCLUDES(m_mutex);

 private:
  void loop(const std::stop_token& stop);
  Answer answerNow(const std::stop_token& stop);
  Result<PluginCredential> runOnce(const std::stop_token& stop);
  Result<ProcessRequest> requestFor(const std::stop_token& stop);
  void reportLate(bool late);
  Error failed(std::string words) const;

  const ClusterAccess m_access;  ///< passed to the plugin, without its secrets
  const Clock& m_clock;
  const Times m_times;
  const std::string m_place;  ///< "users[u].exec (/path/of/kubeconfig)"
  mutable Mutex m_mutex;
  CondVar m_wake;
  std::vector<Done> m_waiting CARDINAL_GUARDED_BY(m_mutex);
  CredentialPtr m_credential CARDINAL_GUARDED_BY(m_mutex);
  std::uint64_t m_rejected CARDINAL_GUARDED_BY(m_mutex) = 0;
  std::uint64_t m_runs CARDINAL_GUARDED_BY(m_mutex) = 0;
  std::optional<Error> m_failure CARDINAL_GUARDED_BY(m_mutex);
  std::chrono::steady_clock::time_point m_failed CARDINAL_GUARDED_BY(m_mutex);
  std::function<void(bool)> m_lateListener CARDINAL_GUARDED_BY(m_mutex);
  std::stop_source m_run CARDINAL_GUARDED_BY(m_mutex);
  std::jthread m_thread;  ///< last: it uses everything above
};

/// The plugins in use, so that contexts with an equal entry share one credential. Thread-safe.
class CredentialPlugins {
 public:
  /// The plugin for this access: the same one for an equal exec entry and cluster.
  std::shared_ptr<CredentialPlugin> of(const ClusterAccess& access, const Clock& clock) CARDINAL_EXCLUDES(m_mutex);

 private:
  struct Known {
    ExecConfig config;
    std::string info;  ///< about the cluster, passed to the plugin
    std::string server;
    std::shared_ptr<CredentialPlugin> plugin;
  };
  Mutex m_mutex;
  std::vector<Known> m_known CARDINAL_GUARDED_BY(m_mutex);
};

}  // namespace cardinal
