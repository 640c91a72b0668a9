// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/provider/stacks/hami/hami.h"

/// What containers ask, vendor by vendor; inside of HAMi's readers.
namespace cardinal::hami::detail {

/// A container's amounts as HAMi reads them: limits, else requests.
class Amounts {
 public:
  Amounts(const ResourceList& limits, const ResourceList& requests) : m_limits(limits), m_requests(requests) {}

  const ResourceList& limits() const { return m_limits; }
  const ResourceList& requests() const { return m_requests; }
  const Quantity* of(std::string_view key) const {
    if (key.empty()) return nullptr;
    const Quantity* limit = cardinal::find(m_limits, key);
    return limit != nullptr ? limit : cardinal::find(m_requests, key);
  }
  /// Nothing when it is not there or no integer.
  std::optional<std::int64_t> integer(std::string_view key) const {
    const Quantity* amount = of(key);
    if (amount == nullptr || !amount->isInteger()) return std::nullopt;
    return amount->value();
  }

 private:
  const ResourceList& m_limits;
  const ResourceList& m_requests;
};

/// Go cuts a 64-bit number to 32 bits.
constexpr std::int32_t cut(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
}

struct Mutation {
  bool requestsCards = false;
  std::string refusal;  ///< in the webhook's words; empty = admitted
};

/// The webhook's work on one container for all vendors but NVIDIA.
Mutation mutateOthers(const RawPod& pod, const Container& container, ResourceList& limits);

/// What a container asks of each vendor but NVIDIA; only those of whom it asks a card.
std::vector<ContainerRequest> readOtherRequests(const Amounts& amounts);

/// Ascend's soft split, which a pod's annotation requests: its rules are not here.
bool splitsSoftly(const RawPod& pod, const std::vector<ContainerRequest>& containers);

}  // namespace cardinal::hami::detail
