// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <unordered_set>

#include "core/metrics/scrape_places.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal {

/// The pods of the cluster by name, for those that scrapes of metrics name. Shares the pods that it is given; what
/// one asks for is read when it is looked up. Not thread-safe.
class ScrapedPodIndex {
 public:
  /// Takes what a delta says of pods; others change nothing.
  void apply(const ClusterDelta& delta);
  /// See FindScrapedPod.
  std::optional<ScrapedPod> find(const ObjectKey& key) const;

 private:
  using Pod = std::shared_ptr<const RawPod>;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const ObjectKey& key) const { return ObjectKeyHash{}(key); }
    std::size_t operator()(const Pod& pod) const { return ObjectKeyHash{}(pod->meta.key); }
  };
  struct Same {
    using is_transparent = void;
    bool operator()(const Pod& a, const Pod& b) const { return a->meta.key == b->meta.key; }
    bool operator()(const ObjectKey& a, const Pod& b) const { return a == b->meta.key; }
    bool operator()(const Pod& a, const ObjectKey& b) const { return a->meta.key == b; }
  };

  void put(const Pod& pod);

  std::unordered_set<Pod, Hash, Same> m_pods;
};

}  // namespace cardinal
