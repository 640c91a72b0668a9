// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/numa/numa_zones.h"

#include <string>
#include <utility>
#include <vector>

#include "core/alloc/numa/numa.h"
#include "core/model/extras/extra.h"

namespace cardinal::alloc {
namespace {

std::vector<std::string> sidecarsOf(const RawPod& pod) {
  std::vector<std::string> out;
  for (const Container& container : pod.spec.initContainers) {
    if (container.isSidecar) out.push_back(container.name);
  }
  return out;
}

/// With what the zones have where no pod runs; false where the object does not say that of every zone.
bool emptied(RawNodeTopology& topology) {
  for (RawTopologyZone& zone : topology.zones) {
    if (zone.capacity.empty()) return false;
    zone.available = zone.capacity;
  }
  return true;
}

class NumaZoneFilter final : public Filter {
 public:
  explicit NumaZoneFilter(const RawPod& pod) : m_pod(numaPodOf(pod, sidecarsOf(pod))) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (!view.exists() || view.node->extras == nullptr || view.node->extras->topology == nullptr) return std::nullopt;
    const RawNodeTopology& reported = *view.node->extras->topology;
    const NumaAnswer answer = ask(reported, view);
    if (answer.fits()) return std::nullopt;
    RawNodeTopology empty = reported;
    const Waiting waiting = !emptied(empty)           ? Waiting::Unknown
                            : ask(empty, view).fits() ? Waiting::NotNow
                                                      : Waiting::Never;
    std::string words = "NodeResourceTopologyMatch: " + std::string(schedulerWords(answer.refusal));
    const bool isNamed = answer.refusal != NumaRefusal::Pod && answer.container < m_pod.containers.size();
    if (isNamed) words += " (" + m_pod.containers[answer.container].name + ")";
    return nodeRejection(ReasonCode::StackRefused, waiting, std::move(words));
  }

 private:
  NumaAnswer ask(const RawNodeTopology& topology, const NodeView& view) const {
    const NumaNode zones = numaNodeOf(topology);
    return numaFilter(m_pod, view.raw().allocatable, &zones, false);
  }

  NumaPod m_pod;
};

}  // namespace

std::unique_ptr<Filter> makeNumaZoneFilter(const RawPod& pod) {
  return std::make_unique<NumaZoneFilter>(pod);
}

}  // namespace cardinal::alloc
