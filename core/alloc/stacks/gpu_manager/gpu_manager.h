// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/provider/stacks/gpu_manager/gpu_manager.h"

namespace cardinal::alloc {

/// How Tencent's extender gpu-admission (commit 47d56ae99ef7, the newest) places pods. Values and pure functions; a
/// GpuManagerFitter may be used by one thread at a time, everything else by any. Nothing is drawn at random.
/// Source: github.com/tkestack/gpu-admission, pkg/predicate, pkg/algorithm, pkg/device.

struct GpuManagerCardState {
  int id = 0;
  std::int64_t freeCores = 0;   ///< percent
  std::int64_t freeMemory = 0;  ///< units of 256 MiB
  /// A pod of the node that claims this card does not fit on it and is not counted: the card is fuller than this.
  bool overbooked = false;
  bool operator==(const GpuManagerCardState&) const = default;
};

struct GpuManagerNodeState {
  std::string name;
  bool isGpuNode = false;
  bool breaksExtender = false;     ///< the extender of this version fails when it is called for this node
  std::int64_t memoryPerCard = 0;  ///< units
  std::vector<GpuManagerCardState> cards;
  std::int64_t freeCores = 0;   ///< of the node, percent
  std::int64_t freeMemory = 0;  ///< of the node, with the rest that belongs to no card
  std::int64_t allocatableCores = 0;
  std::int64_t allocatableMemory = 0;
  std::int64_t boundCores = 0;  ///< what kube-scheduler counts: bound pods, by their requests
  std::int64_t boundMemory = 0;
};

/// An empty node; `node` null = no GPU node.
GpuManagerNodeState gpuManagerNodeState(std::string name, const provider::GpuManagerNode* node);

/// Counts a pod that is neither Succeeded nor Failed: its cards, bound or only predicted to the node, and kube-
/// scheduler's sums where it is bound. Of pods that do not fit together the one counted first wins, as in the extender,
/// whose order is not fixed.
void countGpuManagerPod(GpuManagerNodeState& state, const provider::GpuManagerHoldings& holdings,
                        const provider::GpuManagerRequest& request, bool bound);

/// kube-scheduler's own check: what is allocatable holds the pod beside the bound ones.
bool gpuManagerSumsHold(const GpuManagerNodeState& state, const provider::GpuManagerRequest& request);

/// The cards of one container.
struct GpuManagerPick {
  int container = 0;  ///< index in spec.containers
  int first = 0;      ///< where its ids begin in GpuManagerFit::ids
  int count = 0;
};

struct GpuManagerFit {
  bool fits = false;
  bool noGpuNode = false;    ///< refused because the node has no cards
  int failedContainer = -1;  ///< index in GpuManagerRequest::containers of the one that finds no cards
  std::vector<GpuManagerPick> picks;
  std::vector<int> ids;  ///< card ids of all picks, in the order in which they are written
};

/// Asks many nodes about one request without allocating for each. `request` must outlive it.
class GpuManagerFitter {
 public:
  explicit GpuManagerFitter(const provider::GpuManagerRequest& request) : m_request(request) {}
  /// The cards alone; sums are gpuManagerSumsHold's. The answer is valid until the next call.
  const GpuManagerFit& fit(const GpuManagerNodeState& node);

 private:
  bool takeShare(const provider::GpuManagerContainerRequest& request);
  bool takeWhole(const provider::GpuManagerContainerRequest& request, std::int64_t memoryPerCard);
  GpuManagerCardState* firstCard(std::int64_t cores, std::int64_t memory);

  const provider::GpuManagerRequest& m_request;
  GpuManagerFit m_fit;
  std::vector<GpuManagerCardState> m_cards;
};

enum class GpuManagerRefusal : std::uint8_t {
  None,
  NoGpuNode,
  DoesNotMatch,
  MatchedElsewhere,  ///< not even tried: a node before it in the order was taken
};

/// The extender's answer for the nodes that kube-scheduler hands over.
struct GpuManagerChoice {
  std::vector<std::size_t> feasible;        ///< indexes of nodes: the chosen one, or all for a pod that is no GPU pod
  std::vector<GpuManagerRefusal> refusals;  ///< of each node
  bool alreadyPredicated = false;           ///< the whole request is refused
  /// A node among them makes the extender of this version fail: the pod is placed nowhere.
  bool extenderFails = false;
};
GpuManagerChoice chooseGpuManagerNode(const provider::GpuManagerRequest& request,
                                      std::span<const GpuManagerNodeState> nodes);

/// The extender's words for a node, and for the whole request (empty unless it is refused).
std::string gpuManagerRefusalText(GpuManagerRefusal refusal, const provider::GpuManagerRequest& request);
std::string gpuManagerRequestError(const GpuManagerChoice& choice, const provider::GpuManagerRequest& request);
/// The extender's log: "no GPU device" or "failed to allocate for container NAME". Empty where it fits.
std::string gpuManagerError(const GpuManagerFit& fit, const provider::GpuManagerRequest& request);
/// Value of tencent.com/predicate-gpu-idx-<container>.
std::string gpuManagerIndexes(const GpuManagerFit& fit, const GpuManagerPick& pick);

}  // namespace cardinal::alloc
