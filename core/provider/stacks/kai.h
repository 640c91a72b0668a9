// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/model/raw.h"

namespace cardinal::kai {

/// Shared GPUs of the KAI-Scheduler as typed values: what it takes a node for, what a pod asks, which GPU groups it is
/// in, and which card a group is. Compared with v0.17.0. Source:
/// https://github.com/kai-scheduler/KAI-Scheduler/tree/v0.17.0 pkg/scheduler/api (node_info, pod_info),
/// pkg/binder, pkg/resourcereservation.
///
/// Pure functions of any thread. What cannot be read stands in `problems` (InvalidField: subject = field, place =
/// object, detail = value, hostile).

/// The name by which pods ask for it, unless its administrator gave it another.
inline constexpr std::string_view kScheduler = "kai-scheduler";
/// The label of a node with the memory of each card, MiB or bytes.
inline constexpr const char* kMemoryLabel = "nvidia.com/gpu.memory";
/// Stands for the memory of a card that is not known: shares are percent then.
inline constexpr std::int64_t kUnknownMemory = 100;
/// The annotation for a share of several cards.
inline constexpr const char* kDevices = "gpu-fraction-num-devices";

/// Amounts beside GPUs. Never negative.
struct Resources {
  std::int64_t cpuMilli = 0;
  std::int64_t memory = 0;  ///< bytes
  std::int64_t pods = 0;
  std::vector<std::pair<std::string, std::int64_t>> others;  ///< by name
};

struct Node {
  std::string name;
  std::int64_t gpus = 0;  ///< allocatable nvidia.com/gpu
  /// MiB of every card, rounded down to hundreds.
  std::int64_t cardMemory = kUnknownMemory;
  bool memoryKnown = false;   ///< kMemoryLabel is there and readable
  std::int64_t gpuCount = 0;  ///< label nvidia.com/gpu.count, else `gpus`
  Resources allocatable;
  std::vector<std::string> refusals;  ///< the scheduler's words for a cordon and bad conditions
  std::vector<Error> problems;        ///< not empty: what is predicted of this node is not certain
};
Node readNode(const RawNode& node);
/// What readNode says of the memory of the cards, and nothing else: MiB; nothing = not known.
std::optional<std::int64_t> readCardMemory(const RawNode& node);

/// The label by which an administrator says whether a node is one of MIG (the scheduler's default name for it).
inline constexpr std::string_view kMigEnabled = "node-role.kubernetes.io/mig-enabled";
/// How a node that the scheduler takes for one of MIG offers its instances; None = it is none, or its label
/// nvidia.com/mig.strategy says nothing that the scheduler knows.
enum class MigStrategy : std::uint8_t { None, Single, Mixed };
/// By `kMigEnabled`; without it, by an allocatable nvidia.com/mig-*.
MigStrategy readMigStrategy(const RawNode& node);

struct Request {
  enum class Kind : std::uint8_t {
    CpuOnly,
    Whole,
    Shared,
    Unknown,  ///< MIG or claims: not evaluated
  };
  Kind kind = Kind::CpuOnly;
  std::string name;          ///< "namespace/name"
  std::int64_t gpus = 0;     ///< whole cards
  double fraction = 0;       ///< of each card; 0 = requested in MiB
  std::int64_t memory = 0;   ///< MiB of each card; 0 = requested as a fraction
  std::int64_t devices = 1;  ///< cards of a shared request
  Resources resources;
  std::vector<Error> problems;  ///< annotations that the scheduler ignores
};
/// What the scheduler makes of a pod; it is more lenient than the stack's webhook, which refuses what is ignored here.
Request readRequest(const RawPod& pod);

struct Holding {
  bool counts = false;              ///< bound and not at its end
  bool releasing = false;           ///< terminating: still held, promised to others
  std::vector<std::string> groups;  ///< GPU groups, one per shared card
  bool mayBeForgotten = false;      ///< several groups without the plain label: not read without the BindRequest
};
Holding readHolding(const RawPod& pod);

/// A reservation pod: it holds a card for a GPU group at the kubelet.
struct Reservation {
  std::string group;
  std::string node;
  std::optional<std::string> card;  ///< UUID, or an index of older versions; nothing = not written yet
};
/// Nothing for other pods.
std::optional<Reservation> readReservation(const RawPod& pod);

}  // namespace cardinal::kai
