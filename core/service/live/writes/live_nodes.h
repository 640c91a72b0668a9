// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/mutex.h"
#include "core/kube/decode/parts/objects.h"
#include "core/kube/rest/answer.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/plan/drain/node_operations.h"
#include "core/service/live/writes/write_request.h"

namespace cardinal {

/// Nodes, pods, budgets and evictions of a live connection (docs/reference/kubernetes-client.md 4.1 to 4.7). Nothing is
/// repeated by itself except after a 401 with renewed credentials. Loop and transport outlive it.
class LiveNodes final : public NodeOperations {
 public:
  using VersionOf = std::function<std::string()>;

  /// `serverVersion` is asked before each write; empty text = not known yet.
  /// `warned` hears the warnings of changes, on the calling thread; may be empty.
  LiveNodes(EventLoop& loop, Transport& transport, VersionOf serverVersion, WarningSink warned = nullptr)
      : m_loop(loop), m_transport(transport), m_serverVersion(std::move(serverVersion)), m_warned(std::move(warned)) {}

  Result<std::shared_ptr<const RawNode>> readNode(const std::string& name, std::stop_token stop) override;
  Result<std::vector<std::shared_ptr<const RawPod>>> podsOn(const std::string& node, std::stop_token stop) override;
  Result<std::vector<RawDisruptionBudget>> budgets(std::stop_token stop) override;
  Result<bool> hasDaemonSet(const ObjectKey& daemonSet, std::stop_token stop) override;
  Result<void> patchNode(const std::string& node, const NodePatch& patch, bool dryRun, std::stop_token stop) override;
  Result<EvictionReply> evict(const ObjectKey& pod, const std::string& uid, int graceSeconds, bool dryRun,
                              std::stop_token stop) override;

 private:
  Result<std::string> evictionVersion(const std::stop_token& stop);
  Result<std::string> budgetVersion(const std::stop_token& stop);
  /// What was learned of another version of the server is forgotten.
  void forgetOtherServer() CARDINAL_REQUIRES(m_mutex);

  EventLoop& m_loop;
  Transport& m_transport;
  VersionOf m_serverVersion;
  WarningSink m_warned;
  Mutex m_mutex;
  std::string m_evictionVersion CARDINAL_GUARDED_BY(m_mutex);  ///< "policy/v1"; empty = not asked yet
  std::string m_budgetVersion CARDINAL_GUARDED_BY(m_mutex);
  std::string m_learnedOf CARDINAL_GUARDED_BY(m_mutex);  ///< the server's version then
};

/// The merge patch of a node: null removes labels and `spec.unschedulable`.
std::string nodePatchBody(const NodePatch& patch);

/// What the server's refusal of an eviction means; an error where trying again does not help.
Result<EvictionReply> evictionReply(const ApiStatus& status, std::optional<std::chrono::seconds> retryAfter,
                                    Error error);

}  // namespace cardinal
