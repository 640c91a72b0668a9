// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/scrape_places.h"

#include <algorithm>

namespace cardinal {
namespace {

/// Where the exporter behind one address is.
struct Target {
  std::string node;  // empty = not known
  bool contradicted = false;
  std::vector<ObjectKey> own;  // pods that ask for no GPU: the exporter itself, which uses no card
};

Target targetOf(const std::vector<ObjectKey>& pods, const FindScrapedPod& find) {
  Target target;
  for (const ObjectKey& key : pods) {
    const auto pod = find(key);
    if (!pod || pod->requestsGpu) continue;
    target.contradicted = target.contradicted || (!target.node.empty() && target.node != pod->node);
    target.node = pod->node;
    target.own.push_back(key);
  }
  if (target.contradicted) target.node.clear();
  return target;
}

/// True when the reported host says nothing about a node.
bool isNoHost(const CardSample& sample, const std::vector<ObjectKey>& pods) {
  if (sample.host.empty() || sample.host == sample.address) return true;
  return std::any_of(pods.begin(), pods.end(), [&](const ObjectKey& pod) { return pod.name == sample.host; });
}

void place(CardSample& sample, const Target& target, const std::string* byAddress, bool noHost) {
  const bool elsewhere = byAddress != nullptr && !target.node.empty() && *byAddress != target.node;
  if (noHost) {
    sample.contradicted = target.contradicted || elsewhere;
    if (!sample.contradicted) sample.node = target.node;
  } else if (byAddress != nullptr && *byAddress == target.node) {
    sample.node = target.node;
  }
}

/// A series without a workload keeps the name of the exporter's pod, whatever that is called.
void dropOwnPods(CardSample& sample, const std::vector<ObjectKey>& own) {
  const auto isOwn = [&](const ObjectKey& pod) { return std::find(own.begin(), own.end(), pod) != own.end(); };
  std::erase_if(sample.pods, isOwn);
  for (InstanceUse& instance : sample.instances) {
    if (!instance.id.empty()) std::erase_if(instance.pods, isOwn);
  }
}

}  // namespace

void placeByScrape(std::vector<CardSample>& samples, const ScrapedPods& scraped, const NodeNames& nodes,
                   const FindScrapedPod& find) {
  std::unordered_map<std::string_view, Target> targets;
  for (CardSample& sample : samples) {
    if (sample.address.empty() || nodes.find(sample.host, {}) != nullptr) continue;
    const auto pods = scraped.find(sample.address);
    if (pods == scraped.end()) continue;
    const auto [target, fresh] = targets.try_emplace(pods->first);
    if (fresh) target->second = targetOf(pods->second, find);
    place(sample, target->second, nodes.find({}, sample.address), isNoHost(sample, pods->second));
    dropOwnPods(sample, target->second.own);
  }
}

}  // namespace cardinal
