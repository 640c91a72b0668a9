// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/bound_pod.h"

#include <memory>
#include <string>

#include "core/alloc/evaluation/make_demand.h"
#include "core/alloc/make_request.h"
#include "core/alloc/node_view.h"
#include "core/alloc/stacks/stack_rules.h"
#include "core/model/pods/set_entry.h"
#include "core/provider/registry/allocation_writer.h"

namespace cardinal {

void bindToPlace(RawPod& pod, const Candidate& place, const ClusterSnapshot& snapshot, std::int64_t nanoseconds) {
  const AllocationRequest request = makeRequest(std::make_shared<const RawPod>(pod));
  const StringMap own =
      alloc::stackAnnotations(alloc::makeDemand(request), alloc::viewOf(snapshot, place.node), place.cards);
  provider::bindToCards(pod, snapshot.node(place.node), place.cards, place.cardCount, place.memoryPerCard,
                        place.corePerCard, nanoseconds);
  for (const auto& [key, value] : own) setEntry(pod.meta.annotations, key, value);
}

}  // namespace cardinal
