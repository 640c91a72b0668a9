// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/model/gpu.h"

namespace cardinal::provider {

/// What a stack calls things: everything of it that is no more than a name. One table, a row for each stack.
struct StackFacts {
  GpuStack stack = GpuStack::None;
  std::string_view memory;      ///< in findings: of which resource, or in which unit, the memory of a card is
  std::string_view core;        ///< the same of compute
  std::string_view allocation;  ///< annotation in which the scheduler writes a pod's card; empty = none does
  std::string_view tool;        ///< program that tells on the node which card is sick
  std::string_view cards{};     ///< node label that counts the cards, where it is always the same one
};

/// Pure; thread-safe. A stack without a row of its own has that of open-source gpushare's names.
const StackFacts& factsOf(GpuStack stack) noexcept;

}  // namespace cardinal::provider
