// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// Does the node offer its cards in the requested form: NoGpu, ModeMismatch, CoreNotOffered, CoreRequired,
/// MultiCardNotSupported, ModeNotPlaceable. kube-scheduler says `Insufficient <resource>` for most of these, because
/// the resource is absent; the code names the cause. Null when no GPU is requested. `demand` must outlive the filter.
std::unique_ptr<Filter> makeOfferFilter(const Demand& demand);

}  // namespace cardinal::alloc
