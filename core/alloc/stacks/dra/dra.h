// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"

namespace cardinal::alloc {

/// Dynamic resource allocation as kube-scheduler 1.35 does it: which devices of a node a pod's claims would get
/// (k8s.io/dynamic-resource-allocation v0.35.4, package structured; plugin DynamicResources of kube-scheduler).
/// Pure functions of their arguments; objects are immutable once built and may be used by many threads.

/// Switches of the scheduler that change its answers; the defaults are those of Kubernetes 1.35. The API server has
/// the same ones and drops what they govern from new objects. They cannot be read from the API.
struct DraGates {
  bool adminAccess = true;            ///< DRAAdminAccess
  bool prioritizedList = true;        ///< DRAPrioritizedList
  bool partitionableDevices = false;  ///< DRAPartitionableDevices: shared counters (dynamic MIG)
  bool deviceTaints = false;          ///< DRADeviceTaints
  /// DRAConsumableCapacity: several claims on one device, each with a part of it. Nothing = not known, and what depends
  /// on it is Unknown, as it is where the gate is on: what is left of such a device is not evaluated.
  std::optional<bool> consumableCapacity = false;
};

struct DraDevice {
  std::string driver;
  std::string pool;
  std::string device;
  bool operator==(const DraDevice&) const = default;
};

/// Devices that claims hold.
class DraHeld {
 public:
  DraHeld() = default;
  /// Every result without admin access of every claim with an allocation.
  explicit DraHeld(std::span<const std::shared_ptr<const RawResourceClaim>> claims);

  void hold(const RawDeviceAllocation& allocation);
  void release(const RawDeviceAllocation& allocation);
  bool holds(std::string_view driver, std::string_view pool, std::string_view device) const;
  std::size_t size() const { return m_devices.size(); }

 private:
  struct View {
    std::string_view driver, pool, device;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const View& id) const noexcept;
    std::size_t operator()(const DraDevice& id) const noexcept { return (*this)(View{id.driver, id.pool, id.device}); }
  };
  struct Equal {
    using is_transparent = void;
    static View view(const View& id) { return id; }
    static View view(const DraDevice& id) { return {id.driver, id.pool, id.device}; }
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      const View x = view(a);
      const View y = view(b);
      return x.device == y.device && x.pool == y.pool && x.driver == y.driver;
    }
  };
  std::unordered_set<DraDevice, Hash, Equal> m_devices;
};

/// What drivers publish, and the classes. The scheduler sees slices and pools in an order that is drawn anew for each
/// attempt; here it is the order of `slices`, for which their names are a good choice.
class DraCluster {
 public:
  using Slices = std::vector<std::shared_ptr<const RawResourceSlice>>;
  using Classes = std::vector<std::shared_ptr<const RawDeviceClass>>;
  DraCluster(Slices slices, Classes classes, DraGates gates);
  ~DraCluster();
  DraCluster(DraCluster&&) noexcept;
  DraCluster& operator=(DraCluster&&) noexcept;

  const DraGates& gates() const;
  const RawDeviceClass* deviceClass(std::string_view name) const;
  /// The class that stands for an extended resource of pods (gate DRAExtendedResource, alpha in 1.35): the one that
  /// names it, the youngest of several and of equally old ones the first by name; or that of
  /// "deviceclass.resource.kubernetes.io/NAME". Null: none.
  const RawDeviceClass* classOfExtendedResource(std::string_view resource) const;

 private:
  friend class DraQuestion;
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

enum class DraOutcome : std::uint8_t {
  Fits,
  Refused,        ///< this node is out
  Fatal,          ///< the scheduler ends the pod's whole attempt, also if other nodes would fit
  EndsScheduler,  ///< this version's process ends (nil pool, kubernetes/kubernetes#138885)
  Unknown,        ///< something that matters is not evaluated here
};

enum class DraReason : std::uint8_t {
  None,
  CannotAllocate,        ///< no combination of devices serves all claims
  InvalidPools,          ///< the same, and a pool is invalid: a device name twice, a counter set that is not there
  NotOnNode,             ///< `claim` holds devices of other nodes
  ClassMissing,          ///< `subject` = the class
  AdminAccessOff,        ///< the gate is off
  AlternativesOff,       ///< the gate is off
  CapacityOff,           ///< a part of a device is requested; its gate is taken for off
  PartsNotEvaluated,     ///< a part of a device, or a device that claims may share; `subject` = the field that says so
  RequestNotKnown,       ///< neither `exactly` nor `firstAvailable`, no class, or another mode (`subject`)
  ConstraintNotKnown,    ///< neither matchAttribute; `number` = its position
  PoolUpdating,          ///< mode All and a pool of the node is incomplete; `subject` = driver/pool
  PoolInvalid,           ///< mode All and a pool of the node is invalid; `subject` = driver/pool
  ConstraintAgainstAll,  ///< mode All and a device breaks a constraint; `subject` = driver/pool/device
  TooManyDevices,        ///< more than 32 in a claim; `number` = how many
  SelectorError,    ///< `subject` = class, or empty: the claim's own; `number` = its position; `detail` = CEL's words
  SelectorUnread,   ///< the same, not evaluated; `detail` = what is not known
  AllWithCounters,  ///< mode All on devices that consume counters
  TooLarge,         ///< search given up; the scheduler itself gives up after 10 seconds
};

/// What one claim would get.
struct DraAllocation {
  ObjectKey claim;
  RawDeviceAllocation allocation;  ///< with the node selector that the scheduler writes
};

struct DraAnswer {
  DraOutcome outcome = DraOutcome::Fits;
  DraReason reason = DraReason::None;
  ObjectKey claim;      ///< of which the reason speaks; empty = of all
  std::string request;  ///< name of the request, or of the alternative
  std::string subject;
  std::string detail;
  std::int64_t number = 0;
  std::vector<DraAllocation> allocations;  ///< Fits: of the claims that had none, in their order
};

/// The scheduler's own English for a refusal or a fatal error, as it stands in the pod's condition. Empty for Fits,
/// EndsScheduler and Unknown.
std::string schedulerWords(const DraAnswer& answer);

inline constexpr std::int64_t kDraEndless = std::numeric_limits<std::int64_t>::max();

/// What follows when pods of one form are placed on a node one after another.
struct DraSeries {
  DraAnswer answer;                   ///< for the pod after those that were placed
  std::vector<DraAllocation> before;  ///< of claims that all pods share and that the first of them got
  std::int64_t fits = 0;  ///< how many more, that pod included, as far as was searched; kDraEndless = they take nothing
  bool isLeast = false;   ///< whether the pod after those fits is not evaluated
};

/// The claims of one pod, in the pod's order, to be tried on many nodes. `cluster` and the claims must outlive it.
class DraQuestion {
 public:
  /// `isShared`: by claim, further pods of the same form use this very claim and get none of their own; empty = none.
  DraQuestion(const DraCluster& cluster, std::vector<const RawResourceClaim*> claims, std::vector<bool> isShared = {});
  ~DraQuestion();
  DraQuestion(DraQuestion&&) noexcept;
  DraQuestion& operator=(DraQuestion&&) noexcept;

  /// What the scheduler says before any node is looked at: a claim that is being deleted, a class that does not exist.
  /// Empty: nothing.
  std::string wordsBeforeNodes() const;

  /// Would the claims be served on this node, and by which devices?
  DraAnswer ask(const RawNode& node, const DraHeld& held) const;

  /// The same for the pod after `placed` pods of this form on the node, and how many follow, up to `most`. `held` is
  /// changed on the way and is the same again afterwards.
  DraSeries askAfter(const RawNode& node, DraHeld& held, std::int64_t placed, std::int64_t most) const;

  /// The same where `held` has what those `placed` pods got already: devices that several nodes reach.
  DraSeries askNext(const RawNode& node, DraHeld& held, std::int64_t placed, std::int64_t most) const;

  /// A request with alternatives: the scheduler prefers nodes that serve an earlier one.
  bool hasAlternatives() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

/// The claim that a template makes for a pod.
RawResourceClaim claimOf(const RawResourceClaimTemplate& source, ObjectKey key);

}  // namespace cardinal::alloc
