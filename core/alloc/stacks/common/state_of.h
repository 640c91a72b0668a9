// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <typeinfo>

#include "core/alloc/node_view.h"

namespace cardinal::alloc {

/// `state` as that of one stack; null where it is another's or null. A scan asks this once per node: comparing a final
/// type is a tenth of what a dynamic_cast costs.
template <class State>
const State* stateAs(const StackState* state) {
  static_assert(std::is_final_v<State>);
  return state != nullptr && typeid(*state) == typeid(State) ? static_cast<const State*>(state) : nullptr;
}

/// What the adapter of a stack left for its card rule on this node; null where the node is another stack's, or nothing
/// was read.
template <class State>
const State* stateOf(const NodeView& view) {
  const NodeDevices* devices = view.node->devices.get();
  return stateAs<State>(devices != nullptr ? devices->state.get() : nullptr);
}

}  // namespace cardinal::alloc
