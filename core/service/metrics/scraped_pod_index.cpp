// SPDX-License-Identifier: Apache-2.0
#include "core/service/metrics/scraped_pod_index.h"

#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"

namespace cardinal {

void ScrapedPodIndex::put(const Pod& pod) {
  if (pod == nullptr) return;
  const auto known = m_pods.find(pod->meta.key);
  if (known != m_pods.end()) m_pods.erase(known);
  m_pods.insert(pod);
}

void ScrapedPodIndex::apply(const ClusterDelta& delta) {
  switch (delta.op) {
    case ClusterDelta::Op::ReplacePods:
      m_pods.clear();
      m_pods.reserve(delta.pods.size());
      [[fallthrough]];
    case ClusterDelta::Op::UpsertPod:
      for (const Pod& pod : delta.pods) put(pod);
      return;
    case ClusterDelta::Op::DeletePod: {
      const auto known = m_pods.find(delta.key);
      const bool newer = known != m_pods.end() && !delta.uid.empty() && (*known)->meta.uid != delta.uid;
      if (known != m_pods.end() && !newer) m_pods.erase(known);
      return;
    }
    default:
      return;
  }
}

std::optional<ScrapedPod> ScrapedPodIndex::find(const ObjectKey& key) const {
  const auto known = m_pods.find(key);
  if (known == m_pods.end() || (*known)->spec.nodeName.empty() || isTerminal(**known)) return std::nullopt;
  return ScrapedPod{(*known)->spec.nodeName, readUsage(**known).request.kind() != GpuRequest::Kind::None};
}

}  // namespace cardinal
