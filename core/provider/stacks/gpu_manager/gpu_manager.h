// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::provider {

/// Begin of the annotations of a pod that name the cards of a container, whose position follows.
inline constexpr std::string_view kGpuManagerIndexes = "tencent.com/predicate-gpu-idx-";

/// Tencent's gpu-manager (cards on the node) and gpu-admission (scheduler extender), read as the extender reads them.
/// Pure functions, thread-safe; nothing throws, text that cannot be read becomes a problem and never a figure.
///
/// Cores are percent of a card (100 = a whole one), memory counts units of 256 MiB. The API reports neither UUIDs nor
/// the memory of single cards: the extender takes all cards of a node to be equal. Source:
/// github.com/tkestack/gpu-admission (pkg/util, pkg/device), github.com/tkestack/gpu-manager (pkg/services).

inline constexpr std::int64_t kGpuManagerUnitMiB = 256;
inline constexpr std::int64_t kGpuManagerWholeCard = 100;

enum class GpuManagerProblemCode : std::uint8_t {
  // Nodes.
  LessThanACard,   ///< vcuda-core 1 to 99: the extender of this version fails on every GPU pod that may come here
  NegativeNumber,  ///< not a capacity; the node is read as having none
  TooManyCards,    ///< more cards than any node has; none are listed
  CoresLost,       ///< vcuda-core is no multiple of 100: the rest belongs to no card
  MemoryLost,      ///< vcuda-memory does not divide by the cards: the rest belongs to no card
  NothingOffered,  ///< capacity without allocatable: the plugin does not run
  // Pods.
  BadIndexList,   ///< no list of integers: the container counts on no card
  NegativeIndex,  ///< the extender of this version fails on the node
  CountDiffers,   ///< as many indexes as the container does not ask cards
  BadAssigned,    ///< gpu-assigned is neither "true" nor "false"
  // Requests.
  NotMultipleOf100,      ///< the extender takes whole hundreds; the node refuses the container after binding
  NoMemoryRequested,     ///< less than a card without memory: the extender gives no card, the node refuses it
  NoCoresRequested,      ///< memory alone: the extender gives no card, the node refuses it
  MemoryIgnored,         ///< whole cards are requested: their memory comes with them
  InitContainerIgnored,  ///< counts in kube-scheduler's sums, gets no card
  AlreadyPredicated,     ///< annotations of an earlier prediction: the extender refuses the pod everywhere, for ever
  NegativeAmount,
};

struct GpuManagerProblem {
  GpuManagerProblemCode code = GpuManagerProblemCode::BadIndexList;
  std::string field;  ///< "capacity[key]", annotation or "spec.containers[i]"
  std::string value;  ///< clipped; hostile
  bool operator==(const GpuManagerProblem&) const = default;
};

/// Cards are counted from capacity; allocatable rules only what kube-scheduler hands to the extender.
struct GpuManagerNode {
  std::int64_t capacityCores = 0;
  std::int64_t capacityMemory = 0;                ///< units
  std::optional<std::int64_t> allocatableCores;   ///< nothing = the key is not there, which counts as 0
  std::optional<std::int64_t> allocatableMemory;  ///< units
  int cards = 0;                                  ///< ids are 0 .. cards - 1
  std::int64_t memoryPerCard = 0;                 ///< units of one card, as the extender divides them
  bool breaksExtender = false;                    ///< LessThanACard
  std::string model;                              ///< label gaia.tencent.com/gpu-model; empty = unknown
  std::vector<GpuManagerProblem> problems;
  bool isGpuNode() const { return capacityCores > 0; }
  bool operator==(const GpuManagerNode&) const = default;
};

/// Nothing when tencent.com/vcuda-core is above 0 neither in capacity nor in allocatable.
std::optional<GpuManagerNode> readGpuManagerNode(const RawNode& node);

/// The cards of one container, as the annotation lists them. Each of them has what the container asks.
struct GpuManagerShare {
  int container = 0;        ///< index in spec.containers
  std::vector<int> cards;   ///< as written, in that order; may name cards that are not there
  std::int64_t cores = 0;   ///< of each card; 100 = a whole card, whatever its memory
  std::int64_t memory = 0;  ///< units of each card; 0 for a whole card
  bool operator==(const GpuManagerShare&) const = default;
};

struct GpuManagerHoldings {
  std::vector<GpuManagerShare> shares;
  bool complete = true;          ///< false: an index list could not be read
  bool breaksExtender = false;   ///< NegativeIndex
  std::optional<bool> assigned;  ///< gpu-assigned; the indexes of whole cards are sure only when it is true
  std::string predicateNode;     ///< where the pod weighs while it is not bound; empty = nowhere
  std::vector<GpuManagerProblem> problems;
  bool operator==(const GpuManagerHoldings&) const = default;
};

GpuManagerHoldings readGpuManagerPod(const RawPod& pod);

/// The node on which the pod's cards count, bound or only predicted; empty = none. Pods that are Succeeded or Failed
/// count nowhere.
std::string_view gpuManagerNodeOf(const RawPod& pod);

struct GpuManagerContainerRequest {
  int container = 0;  ///< index in spec.containers
  std::string name;
  std::int64_t cores = 0;
  std::int64_t memory = 0;  ///< units; not used where whole cards are requested
  bool operator==(const GpuManagerContainerRequest&) const = default;
  bool requestsWholeCards() const { return cores >= kGpuManagerWholeCard; }
  /// Gets cards from the extender.
  bool requestsCards() const { return requestsWholeCards() || (cores > 0 && memory > 0); }
};

struct GpuManagerRequest {
  std::string podName;
  std::string podUid;
  std::vector<GpuManagerContainerRequest> containers;  ///< those that get cards, in spec order
  /// The extender looks at the pod at all. It may still be one without a container that gets cards.
  bool isGpuPod = false;
  bool alreadyPredicated = false;
  /// What kube-scheduler's sums must hold; nothing = no container asks the resource.
  std::optional<std::int64_t> sumCores;
  std::optional<std::int64_t> sumMemory;
  std::vector<GpuManagerProblem> problems;
  bool operator==(const GpuManagerRequest&) const = default;
};

GpuManagerRequest readGpuManagerRequest(const RawPod& pod);

/// How two cards are connected, by NVML's levels: the lower, the closer.
enum class GpuLinkLevel : std::uint8_t { Same = 0, Pix = 10, Pxb = 20, Phb = 30, Soc = 40, Sys = 50 };

/// Square; row and column are card indexes.
using GpuLinkMatrix = std::vector<std::vector<GpuLinkLevel>>;

/// Reads a matrix in the form of `nvidia-smi topo -m`: a line of names, then a line per card. Nothing when a line has
/// another number of words, a word is no level of the above (NVLink and network cards are not), or there are more than
/// 32 cards.
std::optional<GpuLinkMatrix> readGpuLinkMatrix(std::string_view text);

}  // namespace cardinal::provider
