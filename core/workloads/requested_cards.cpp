// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/requested_cards.h"

#include "core/provider/accelerator_requests.h"

namespace cardinal {

std::optional<std::int64_t> cardsRequestedBy(const RawPod& pod, const GpuRequest& request) {
  if (const auto shared = request.shared()) return shared->cards;
  switch (request.kind()) {
    case GpuRequest::Kind::WholeCards:
    case GpuRequest::Kind::Topology:
      return request.wholeCards();
    case GpuRequest::Kind::Vgpu:
    case GpuRequest::Kind::Counted: {
      std::optional<std::int64_t> sum;
      for (const provider::AcceleratorRequest& one : provider::readAcceleratorRequests(pod)) {
        if (one.cards) sum = sum.value_or(0) + *one.cards;
      }
      return sum;
    }
    case GpuRequest::Kind::None:
    case GpuRequest::Kind::Shared:
    case GpuRequest::Kind::Claims:
      break;
  }
  return std::nullopt;
}

}  // namespace cardinal
