// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/dialect.h"
#include "core/metrics/prometheus_answer.h"
#include "core/metrics/use.h"

namespace cardinal {

/// What one container of a pod uses of a card, as a monitor reports it. All text is hostile.
struct PodShare {
  ObjectKey pod;
  std::string container;  ///< distinguishes it from the pod's others on that card
  ExportedValue which = ExportedValue::PodMemoryUsed;
  std::uint32_t rank = 0;  ///< of two series for the same thing the lower one counts
  float value = 0;         ///< MiB or percent, by `which`
};
/// What one card may bring along; more is left out.
inline constexpr std::size_t kMaxSharesOfCard = 128;

/// The container that a series names, with the number of the device inside it.
std::string containerOf(const SeriesView& series);

/// Takes a share that is known already (two scrapes of one monitor) once.
void addShare(std::vector<PodShare>& shares, PodShare share);

/// Shares as one part for each pod, by pod, at most kMaxInstances: memory of its containers added up, compute only of
/// a pod with a single one. Empty when together they use more than `mostMib`, or when that is not known: then one of
/// the two is wrong, and nobody knows which (docs/reference/gpu-stacks.md 9).
std::vector<InstanceUse> usePerPod(const std::vector<PodShare>& shares, std::optional<float> mostMib);

}  // namespace cardinal
