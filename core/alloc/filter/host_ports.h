// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// HostPortTaken: plugin NodePorts. Two ports of one protocol and number conflict when their addresses are equal or one
/// of them is every address. Ports of init containers do not count. Null when the pod takes no port; `spec` must
/// outlive the filter.
std::unique_ptr<Filter> makeHostPortFilter(const RawPodSpec& spec);

}  // namespace cardinal::alloc
