// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/snapshot.h"

namespace cardinal {

/// Another resource of the node that counts the same hardware in other units; empty = none is known. AWS's Neuron
/// plugin publishes chips (`aws.amazon.com/neuron`, once `neurondevice`) and the cores inside them (`neuroncore`).
std::string_view otherViewOf(std::string_view resource, const ResourceList& capacity);

/// What is free of the resource at the best packing where pods request the other view, too; nothing = none of them
/// does. Cores of a chip that is given out are not free, nor are chips of which cores are given out. The node must
/// exist.
std::optional<std::int64_t> freeBesideOtherView(const NodeRecord& node, std::string_view resource);

}  // namespace cardinal
