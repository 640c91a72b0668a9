// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/service/read/file_admission.h"

namespace cardinal {

/// One domain of the topology is demanded for the pods of the role, and one was found.
bool hasDomain(const TopologyAnswer& answer, std::size_t role);

/// The one domain whose nodes alone the pods of the role are asked about (see releasedPod): "LABEL=VALUE", or a
/// HyperNode. Empty = this admission restricts them to none.
std::string domainOf(const ObjectAdmission& admission, std::size_t object, std::size_t role);

}  // namespace cardinal
