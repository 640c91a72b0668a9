// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <typeinfo>

#include "core/alloc/node_view.h"

namespace cardinal::alloc {

/// What the adapter of a stack left for its card rule on this node; null where the node is another stack's, or nothing
/// was read. A scan asks this once per node: comparing a final type is a tenth of what a dynamic_cast costs.
template <class State>
const State* stateOf(const NodeView& view) {
  static_assert(std::is_final_v<State>);
  const NodeDevices* devices = view.node->devices.get();
  const StackState* state = devices != nullptr ? devices->state.get() : nullptr;
  return state != nullptr && typeid(*state) == typeid(State) ? static_cast<const State*>(state) : nullptr;
}

}  // namespace cardinal::alloc
