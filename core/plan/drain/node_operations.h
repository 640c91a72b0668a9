// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/raw.h"

namespace cardinal {

/// A change of a label or annotation of one node.
struct LabelChange {
  std::string key;
  std::string value;
  bool remove = false;  ///< drops the label; `value` means nothing then
  /// What the user saw when deciding; empty text = no such label, or an empty one. Set: the change is made only while
  /// this is still the value, whatever else of the node changes meanwhile.
  std::optional<std::string> seen = std::nullopt;
  bool operator==(const LabelChange&) const = default;
};

/// A change of one taint of a node; a taint is known by key and effect.
struct TaintChange {
  std::string key;
  std::string value;
  std::string effect;
  bool remove = false;  ///< `value` means nothing then
  bool operator==(const TaintChange&) const = default;
};

/// What is written to one node in one request.
struct NodePatch {
  std::optional<bool> unschedulable;  ///< nothing = left as it is
  std::vector<LabelChange> labels;
  std::vector<LabelChange> annotations{};
  std::optional<std::vector<Taint>> taints{};  ///< the whole list; only together with a resourceVersion
  std::string resourceVersion;                 ///< precondition; empty = none
};

enum class EvictionAnswer : std::uint8_t {
  Accepted,  ///< the pod is going
  Gone,      ///< there is no such pod any more, or it is another one by now
  Blocked,   ///< a disruption budget does not allow it now
  Busy,      ///< the server asks to come again (budget still processed, overload, contention)
};

struct EvictionReply {
  EvictionAnswer answer = EvictionAnswer::Accepted;
  std::string budget;                  ///< Blocked: its name, empty = the server did not say
  std::string detail;                  ///< the server's words (hostile)
  std::chrono::seconds retryAfter{0};  ///< 0 = the server did not say
};

/// What a plan reads and writes of a cluster. Every call is one exchange with the server, never a cached view, and
/// blocks; all are thread-safe. Errors: NotConnected, Forbidden, transport errors, and those named below.
class NodeOperations {
 public:
  virtual ~NodeOperations() = default;

  /// Error ResourceMissing: there is no such node.
  virtual Result<std::shared_ptr<const RawNode>> readNode(const std::string& name, std::stop_token stop) = 0;
  /// Every pod that is bound to the node, whatever its state.
  virtual Result<std::vector<std::shared_ptr<const RawPod>>> podsOn(const std::string& node, std::stop_token stop) = 0;
  /// Every budget of the cluster.
  virtual Result<std::vector<RawDisruptionBudget>> budgets(std::stop_token stop) = 0;
  /// Whether there is a DaemonSet (apps) of that name now.
  virtual Result<bool> hasDaemonSet(const ObjectKey& daemonSet, std::stop_token stop) = 0;

  /// Errors: ResourceMissing, Conflict (the precondition does not hold any more), Invalid. `dryRun`: the server checks
  /// everything and keeps nothing.
  virtual Result<void> patchNode(const std::string& node, const NodePatch& patch, bool dryRun,
                                 std::stop_token stop) = 0;
  /// Asks for the eviction of exactly the pod with this uid. `graceSeconds` below 0 = the pod's own. Errors beside the
  /// above: ServerFailed where trying again does not help (several budgets select the pod).
  virtual Result<EvictionReply> evict(const ObjectKey& pod, const std::string& uid, int graceSeconds, bool dryRun,
                                      std::stop_token stop) = 0;
};

}  // namespace cardinal
