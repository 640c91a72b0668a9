// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/alloc/demand.h"
#include "core/alloc/filter/kept_room.h"
#include "core/alloc/node_view.h"

namespace cardinal::alloc {

/// What a node has of cpu (milli) and memory (bytes), for scores.
struct BasicResources {
  std::int64_t cpuAllocatable = 0;
  std::int64_t cpuRequested = 0;
  std::int64_t memoryAllocatable = 0;
  std::int64_t memoryRequested = 0;
};

/// A rejection or none. Its memory is kept, so that refusing one node after the other allocates nothing.
class KeptRejection {
 public:
  explicit operator bool() const { return m_is; }
  const Rejection& operator*() const { return m_said; }
  void reset() { m_is = false; }
  void say(ReasonCode code, Waiting waiting, std::int64_t needed, std::int64_t found, const SharedText& detail) {
    m_is = true;
    m_said.code = code;
    m_said.waiting = waiting;
    m_said.needed = needed;
    m_said.found = found;
    m_said.detail = detail;
  }

 private:
  bool m_is = false;
  Rejection m_said;
};

/// One node's answer to the resources of a request.
struct ResourceFit {
  KeptRejection rejection;  ///< the first resource that the empty node lacks too, else the first that is short
  std::int64_t room = 0;    ///< how many more of the request fit by these resources
  BasicResources basic;
};

/// Plugin NodeResourcesFit of kube-scheduler: pods, cpu, memory, then every other resource of the request, each
/// allocatable minus requested of the whole node, with what the plan placed and what Reservations keep from the pod
/// taken off. An absent resource is 0. Codes: TooManyPods, NotEnoughWholeCards (the resource of a whole-card request),
/// InsufficientResource. Remembers where it found each resource on the previous node, so one object serves one thread.
class ResourceCheck {
 public:
  /// `checksUnnamed`: cpu, memory and ephemeral storage refuse even a pod that asks none of it, where the node is
  /// overcommitted and the pod asks for anything at all (kube-scheduler up to 1.22).
  /// The request of `demand` must outlive it.
  explicit ResourceCheck(const Demand& demand, bool checksUnnamed = false);

  /// `node` must exist.
  void check(const NodeView& view, ResourceFit& out);

 private:
  struct Request {
    std::string name;
    std::int64_t amount = 0;  ///< milli for cpu, else whole units; 0 = only looked up
    bool milli = false;
    ReasonCode code = ReasonCode::InsufficientResource;
    std::size_t allocatableAt = 0;
    std::size_t requestedAt = 0;
    bool always = false;                 ///< refuses where nothing is requested, but less than nothing is free
    std::optional<ResourceSlot> slot{};  ///< where a row has it
    LabelHash hash = 0;                  ///< by which a row lists it where it has no slot
    SharedText detail{};                 ///< of a refusal: the name
  };

  struct Amounts {
    std::int64_t allocatable = 0;
    std::int64_t requested = 0;
  };
  struct Found {
    std::int64_t allocatable = 0;
    std::int64_t free = 0;
  };
  static std::int64_t amountIn(const ResourceList& list, const Request& request, std::size_t& at);
  static void refuse(const Request& request, const Found& found, ResourceFit& out);
  void addUnnamed(const Demand& demand, bool checksUnnamed);
  template <bool kHasRow>
  Amounts amountsOf(const NodeView& view, Request& request) const;
  template <bool kHasRow>
  Found checkRequest(const NodeView& view, Request& request, ResourceFit& out);
  template <bool kHasRow>
  void checkAll(const NodeView& view, ResourceFit& out);

  // Places in m_asks.
  static constexpr std::size_t kPods = 0;
  static constexpr std::size_t kCpu = 1;
  static constexpr std::size_t kMemory = 2;
  static constexpr std::size_t kOthers = 3;

  KeptFromPod m_kept;
  std::vector<Request> m_requests;  ///< pods, cpu and memory come first, requested or not
};

}  // namespace cardinal::alloc
