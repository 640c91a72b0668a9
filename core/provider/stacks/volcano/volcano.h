// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/raw.h"

namespace cardinal::provider {

/// Annotation of a pod: the cards that the scheduler chose, container by container.
inline constexpr std::string_view kVolcanoIds = "volcano.sh/vgpu-ids-new";

/// What Volcano's vGPU plugin writes on nodes and pods, read as Volcano v1.15.1 reads it. Pure functions, thread-safe;
/// nothing throws, text that cannot be read becomes a problem and never a figure.
///
/// Memory is in request units everywhere: MiB divided by the ConfigMap's gpuMemoryFactor. Cores are percent of a card.
/// Source: github.com/volcano-sh/volcano, pkg/scheduler/api/devices (util.go, config, nvidia/vgpu).

enum class VolcanoProblemCode : std::uint8_t {
  // Nodes.
  NoRecords,        ///< the register annotation holds no record: the node has no cards
  TooFewFields,     ///< fewer fields than the scheduler needs (node: 6, pod: 4)
  NotANumber,       ///< a whole number was expected; the scheduler counts 0
  NegativeNumber,   ///< the scheduler counts with it as an enormous number
  DuplicateUuid,    ///< two records of one card
  EmptyUuid,        ///< a record that names no card
  GapInRecords,     ///< text between two ':' that is no record: the indexes behind it are not consecutive
  NoneAllocatable,  ///< vgpu-number, vgpu-cores or vgpu-memory missing or 0: the scheduler sees no cards
  TooLong,          ///< more text than any node or pod has; not read
  // Pods.
  MalformedInstance,  ///< a MIG id that is not UUID[group-position]
  OtherContainers,    ///< as many elements as neither containers ask: which container holds what is not known
  // Requests.
  NoDeviceRequested,      ///< percentage or cores without number and memory: no card is assigned
  PercentageNotNamed,     ///< the device ConfigMap names no percentage resource: the percentage is ignored
  PercentageAbove100,     ///< more than a card; never fits (101 is read as not set)
  CoresAbove100,          ///< more than a card; never fits
  NumberIsZero,           ///< the pod is placed with an empty list of cards
  NotWhole,               ///< a fraction; the scheduler ignores the amount (number: 0)
  InitContainerRequests,  ///< counts in the node's sums, never gets a card
  UuidSelectionIgnored,   ///< vgpu-use-gpuuuid and vgpu-nouse-gpuuuid have no effect in v1.15.1
};

struct VolcanoProblem {
  VolcanoProblemCode code = VolcanoProblemCode::NoRecords;
  std::string field;  ///< annotation, "allocatable[key]" or "spec.containers[i]"
  std::string value;  ///< the offending text, clipped; hostile
  bool operator==(const VolcanoProblem&) const = default;
};

/// Amounts of the four resources; nothing = the key is not there, which is not the same as 0.
struct VolcanoAmounts {
  std::optional<std::int64_t> number;
  std::optional<std::int64_t> memory;
  std::optional<std::int64_t> cores;
  std::optional<std::int64_t> percentage;
  bool operator==(const VolcanoAmounts&) const = default;
};

struct VolcanoMigInstance {
  std::string name;         ///< "1g.5gb"
  std::int64_t memory = 0;  ///< MiB, whatever the factor is
  std::int64_t count = 0;
  bool operator==(const VolcanoMigInstance&) const = default;
};

/// One way to cut a card; its name stands in the ids of its instances.
struct VolcanoMigGroup {
  std::string name;
  std::vector<VolcanoMigInstance> instances;
  bool operator==(const VolcanoMigGroup&) const = default;
};

struct VolcanoMigModels {
  std::vector<std::string> models;  ///< parts of a card's type; case matters
  std::vector<VolcanoMigGroup> groups;
  bool operator==(const VolcanoMigModels&) const = default;
};

/// ConfigMap kube-system/volcano-vgpu-device-config, key device-config.yaml. The default value is what the scheduler
/// works with where there is none.
struct VolcanoConfig {
  std::string countName = "volcano.sh/vgpu-number";
  std::string memoryName = "volcano.sh/vgpu-memory";
  std::string coreName = "volcano.sh/vgpu-cores";
  std::string percentageName;  ///< empty = percentages are ignored
  std::int64_t memoryFactor = 1;
  std::vector<VolcanoMigModels> geometries;
  bool operator==(const VolcanoConfig&) const = default;
};

/// The default value, made once.
const VolcanoConfig& defaultVolcanoConfig();

/// Reads the ConfigMap's text, given as JSON (the YAML of device-config.yaml has the same shape). Errors: ParseFailed
/// (subject = key), InvalidField (field of another type, or a number that is negative), LimitExceeded.
Result<VolcanoConfig> readVolcanoConfig(std::string_view json);

/// The first entry with a model that is part of `type`; null = none, the card is then shared by HAMi-core.
const VolcanoMigModels* migModelsOf(const VolcanoConfig& config, std::string_view type);

struct VolcanoCard {
  int index = 0;  ///< position in the annotation, which is the minor number on a full node
  std::string uuid;
  std::int64_t slots = 0;    ///< pods at a time
  std::int64_t memory = 0;   ///< units
  bool figuresKnown = true;  ///< false: slots or memory could not be read, and stand here as the scheduler counts them
  std::string type;          ///< "NVIDIA-Tesla V100"
  bool healthy = true;       ///< as reported; the scheduler does not look at it
  bool isMig = false;        ///< the record's mode is "mig"
  bool modeKnown = true;     ///< false: written before there was a mode
  bool operator==(const VolcanoCard&) const = default;
};

struct VolcanoNode {
  std::vector<VolcanoCard> cards;  ///< every reported card, also where the scheduler sees none
  /// False: the scheduler has no card of this node. A pod then passes on the node's sums alone and gets no card.
  bool seenByScheduler = false;
  VolcanoAmounts allocatable;
  std::vector<VolcanoProblem> problems;
  bool operator==(const VolcanoNode&) const = default;
};

/// Nothing when the node has neither the annotation volcano.sh/node-vgpu-register nor volcano.sh/vgpu-number above 0.
/// `config` names the resources of the sums.
std::optional<VolcanoNode> readVolcanoNode(const RawNode& node, const VolcanoConfig& config = defaultVolcanoConfig());

/// One card of one container, as the scheduler wrote it.
struct VolcanoShare {
  int element = 0;               ///< which element of the annotation: containers that ask, in order
  std::optional<int> container;  ///< index in spec.containers; nothing = not known
  std::string id;                ///< "GPU-..." or, MIG, "GPU-...[group-position]"
  std::string uuid;              ///< without the instance
  std::string migGroup;          ///< empty = no instance
  std::int64_t migPosition = -1;
  std::int64_t memory = 0;   ///< requested units; a MIG instance may be larger
  std::int64_t cores = 0;    ///< percent
  bool figuresKnown = true;  ///< false: memory or cores could not be read and stand here as the scheduler counts them
  bool operator==(const VolcanoShare&) const = default;
};

struct VolcanoHoldings {
  std::vector<VolcanoShare> shares;
  bool assigned = false;  ///< the annotation volcano.sh/vgpu-ids-new is there; it may be empty
  bool complete = true;   ///< false: something was left out because it could not be read
  std::string node;       ///< volcano.sh/vgpu-node
  std::string phase;      ///< volcano.sh/bind-phase: "allocating", "success", ...; empty = unknown
  std::string group;      ///< "namespace/name" of the pod's group; empty = none
  std::vector<VolcanoProblem> problems;
  bool operator==(const VolcanoHoldings&) const = default;
};

/// What the pod's annotations say it holds. `config` names the resources by which containers are distinguished.
VolcanoHoldings readVolcanoPod(const RawPod& pod, const VolcanoConfig& config = defaultVolcanoConfig());

/// What one container asks, defaults filled in.
struct VolcanoContainerRequest {
  int container = 0;                       ///< index in spec.containers
  std::int32_t number = 1;                 ///< cards
  std::int32_t memory = 0;                 ///< units per card; used where no percentage is set
  std::optional<std::int32_t> percentage;  ///< of each card's memory; wins over memory
  std::int32_t cores = 0;
  bool operator==(const VolcanoContainerRequest&) const = default;
};

struct VolcanoRequest {
  std::vector<VolcanoContainerRequest> containers;  ///< those that ask for cards; empty = no device request
  VolcanoAmounts sums;                  ///< what the node's sums must hold: each container once, whatever its number
  std::optional<std::string> mode;      ///< volcano.sh/vgpu-mode
  std::optional<std::string> useTypes;  ///< nvidia.com/use-gputype; where it is set the next one is ignored
  std::optional<std::string> nouseTypes;
  std::string avoidedGroup;  ///< "namespace/name": cards with a pod of this group are refused; empty = none
  std::vector<VolcanoProblem> problems;
  /// False: number and memory stand in no limit of an app container; the pod passes without cards.
  bool requestsDevices() const { return !containers.empty(); }
  bool operator==(const VolcanoRequest&) const = default;
};

VolcanoRequest readVolcanoRequest(const RawPod& pod, const VolcanoConfig& config = defaultVolcanoConfig());

}  // namespace cardinal::provider
