// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/container_amounts.h"

#include <algorithm>

#include "core/base/saturate.h"

namespace cardinal::provider {
namespace {

std::optional<std::int64_t> requested(const Container& container, std::string_view name) {
  const auto amount = amountOf(container.requests, name);
  return amount ? amount : amountOf(container.limits, name);
}

}  // namespace

std::optional<std::int64_t> amountOf(const ResourceList& list, std::string_view name) {
  if (name.empty()) return std::nullopt;
  const Quantity* amount = find(list, name);
  return amount == nullptr ? std::nullopt : std::optional(amount->value());
}

std::optional<std::int64_t> effectiveAmount(const RawPodSpec& spec, std::string_view name) {
  std::optional<std::int64_t> out;
  for (const Container& container : spec.containers) {
    if (const auto amount = requested(container, name)) out = saturatedSum(out.value_or(0), *amount);
  }
  for (const Container& container : spec.initContainers) {
    if (const auto amount = requested(container, name)) out = std::max(out.value_or(*amount), *amount);
  }
  return out;
}

}  // namespace cardinal::provider
