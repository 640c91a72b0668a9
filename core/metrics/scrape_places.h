// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/metrics/node_names.h"
#include "core/metrics/use.h"

namespace cardinal {

/// Pods that the labels `pod` and `namespace` of series name, by the address of the scrape's target without its port.
/// Where a scrape keeps its own labels these are the exporter; where it honours the exporter's they may be workloads.
using ScrapedPods = std::unordered_map<std::string, std::vector<ObjectKey>>;
/// More of one address are left out.
inline constexpr std::size_t kMaxPodsOfTarget = 256;

/// What the cluster knows of a pod that a scrape names.
struct ScrapedPod {
  std::string node;          ///< that it is bound to
  bool requestsGpu = false;  ///< it may be a workload that an exporter speaks of, and says nothing about the exporter
};
/// Nothing for a pod that is not there, not bound, or has ended.
using FindScrapedPod = std::function<std::optional<ScrapedPod>(const ObjectKey&)>;

/// Finds the node of cards whose exporter does not name one of the cluster: the node of the exporter's own pod. Fills
/// `CardSample::node`, or sets `contradicted` where the pods of one address are on several nodes, or elsewhere than the
/// address. A name that no node has is believed to be wrong only if it is the exporter's own pod, the target's name, or
/// if the address and the pod agree on a node. The exporters' own pods use no card: they leave `pods`. Pure; linear in
/// samples and pods.
void placeByScrape(std::vector<CardSample>& samples, const ScrapedPods& scraped, const NodeNames& nodes,
                   const FindScrapedPod& find);

}  // namespace cardinal
