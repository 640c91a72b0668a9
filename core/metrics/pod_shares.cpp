// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/pod_shares.h"

#include <algorithm>
#include <initializer_list>
#include <map>

namespace cardinal {
namespace {

std::string_view firstOf(const SeriesView& series, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const std::string_view value = series.label(name); !value.empty()) return value;
  }
  return {};
}

/// The containers of one pod by one measure: those of the best series only.
struct Containers {
  std::uint32_t rank = ~std::uint32_t{0};
  int count = 0;
  float sum = 0;

  void add(const PodShare& share) {
    if (share.rank > rank) return;
    if (share.rank < rank) *this = {share.rank, 0, 0};
    ++count;
    sum += share.value;
  }
};

struct Pod {
  Containers memory, busy;
};

}  // namespace

std::string containerOf(const SeriesView& series) {
  // A scrape may put the monitor's own container under the plain name.
  std::string name(firstOf(series, {"ctrname", "exported_container", "container"}));
  name.push_back('\n');
  name.append(firstOf(series, {"vdeviceid", "vdevice_index"}));
  return name;
}

void addShare(std::vector<PodShare>& shares, PodShare share) {
  for (PodShare& known : shares) {
    if (known.which != share.which || known.rank != share.rank || known.container != share.container ||
        known.pod != share.pod)
      continue;
    known.value = std::max(known.value, share.value);
    return;
  }
  if (shares.size() < kMaxSharesOfCard) shares.push_back(std::move(share));
}

std::vector<InstanceUse> usePerPod(const std::vector<PodShare>& shares, std::optional<float> mostMib) {
  std::map<ObjectKey, Pod> pods;
  for (const PodShare& share : shares) {
    Pod& pod = pods[share.pod];
    (share.which == ExportedValue::PodMemoryUsed ? pod.memory : pod.busy).add(share);
  }
  float together = 0;
  for (const auto& [key, pod] : pods) together += pod.memory.sum;
  if (!mostMib || together > *mostMib) return {};
  std::vector<InstanceUse> parts;
  for (const auto& [key, pod] : pods) {
    if (parts.size() == kMaxInstances) break;
    InstanceUse use;
    if (pod.memory.count > 0) use.memoryUsedMib = pod.memory.sum;
    if (pod.busy.count == 1) use.gpuPercent = pod.busy.sum;
    use.pods.push_back(key);
    parts.push_back(std::move(use));
  }
  return parts;
}

}  // namespace cardinal
