// SPDX-License-Identifier: Apache-2.0
#include "core/model/other_view.h"

#include <algorithm>

#include "core/base/saturate.h"

namespace cardinal {
namespace {

std::int64_t amountIn(const ResourceList& list, std::string_view resource) {
  const Quantity* amount = find(list, resource);
  return amount != nullptr ? std::max<std::int64_t>(amount->value(), 0) : 0;
}

}  // namespace

std::string_view otherViewOf(std::string_view resource, const ResourceList& capacity) {
  constexpr std::string_view kChips = "aws.amazon.com/neuron";
  constexpr std::string_view kOlderChips = "aws.amazon.com/neurondevice";
  constexpr std::string_view kCores = "aws.amazon.com/neuroncore";
  if (resource == kChips || resource == kOlderChips) return kCores;
  if (resource != kCores) return {};
  return amountIn(capacity, kChips) > 0 ? kChips : kOlderChips;
}

std::optional<std::int64_t> freeBesideOtherView(const NodeRecord& node, std::string_view resource) {
  const ResourceList& capacity = node.raw->capacity;
  const std::string_view other = otherViewOf(resource, capacity);
  if (other.empty()) return std::nullopt;
  const std::int64_t own = amountIn(capacity, resource);
  const std::int64_t others = amountIn(capacity, other);
  const std::int64_t taken = amountIn(node.requested, other);
  if (own <= 0 || others <= 0 || taken <= 0) return std::nullopt;
  const std::int64_t lost = saturatedSum(saturatedProduct(taken, own), others - 1) / others;
  const std::int64_t left = std::min(saturatedDifference(own, lost), amountIn(node.raw->allocatable, resource));
  return std::max<std::int64_t>(saturatedDifference(left, amountIn(node.requested, resource)), 0);
}

}  // namespace cardinal
