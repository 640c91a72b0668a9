// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/demo_store.h"

#include <utility>

#include "core/model/extras/extra.h"

namespace cardinal::sim {

/// Every kind is served and may be read, though there may be no object of it.
DemoStore::DemoStore(std::uint64_t firstVersion) : m_version(firstVersion) {
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) m_builder.apply(extrasDelta(static_cast<ExtraKind>(kind)));
}

void DemoStore::record(ClusterDelta delta) {
  m_builder.apply(delta);
  m_changes.push_back(std::move(delta));
}

void DemoStore::putNode(RawNode node) {
  node.meta.resourceVersion = std::to_string(++m_version);
  auto kept = std::make_shared<const RawNode>(std::move(node));
  m_nodes[kept->meta.key.name] = kept;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertNode;
  delta.nodes.push_back(std::move(kept));
  record(std::move(delta));
}

void DemoStore::putPod(RawPod pod) {
  pod.meta.resourceVersion = std::to_string(++m_version);
  auto kept = std::make_shared<const RawPod>(std::move(pod));
  m_pods[kept->meta.key] = kept;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertPod;
  delta.pods.push_back(std::move(kept));
  record(std::move(delta));
}

void DemoStore::putUnhealthy(RawUnhealthyGpus unhealthy) {
  unhealthy.resourceVersion = std::to_string(++m_version);
  m_unhealthy[unhealthy.node] = unhealthy;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertUnhealthy;
  delta.unhealthy = std::move(unhealthy);
  record(std::move(delta));
}

void DemoStore::keepExtra(RawExtra extra) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertExtra;
  delta.extraKind = kindOf(extra);
  m_extras[indexOf(delta.extraKind)].insert_or_assign(metaOf(extra).key, extra);
  delta.extras.push_back(std::move(extra));
  record(std::move(delta));
}

RawExtra DemoStore::extra(ExtraKind kind, const ObjectKey& key) const {
  const auto& ofKind = m_extras[indexOf(kind)];
  const auto found = ofKind.find(key);
  return found != ofKind.end() ? found->second : RawExtra();
}

void DemoStore::removeExtra(ExtraKind kind, const ObjectKey& key) {
  auto& kept = m_extras[indexOf(kind)];
  const auto at = kept.find(key);
  if (at == kept.end()) return;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::DeleteExtra;
  delta.extraKind = kind;
  delta.key = key;
  delta.uid = metaOf(at->second).uid;
  kept.erase(at);
  record(std::move(delta));
}

std::vector<std::shared_ptr<const RawResourceClaim>> DemoStore::claims() const {
  std::vector<std::shared_ptr<const RawResourceClaim>> out;
  for (const auto& entry : m_extras[indexOf(ExtraKind::ResourceClaim)])
    out.push_back(std::get<std::shared_ptr<const RawResourceClaim>>(entry.second));
  return out;
}

ClusterDelta DemoStore::extrasDelta(ExtraKind kind) const {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplaceExtras;
  delta.extraKind = kind;
  for (const auto& entry : m_extras[indexOf(kind)]) delta.extras.push_back(entry.second);
  return delta;
}

void DemoStore::removePod(const ObjectKey& key) {
  const auto at = m_pods.find(key);
  if (at == m_pods.end()) return;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::DeletePod;
  delta.key = key;
  delta.uid = at->second->meta.uid;
  m_pods.erase(at);
  record(std::move(delta));
}

void DemoStore::removeNode(const std::string& name) {
  const auto at = m_nodes.find(name);
  if (at == m_nodes.end()) return;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::DeleteNode;
  delta.key = at->second->meta.key;
  delta.uid = at->second->meta.uid;
  m_nodes.erase(at);
  record(std::move(delta));
}

std::shared_ptr<const RawNode> DemoStore::node(const std::string& name) const {
  const auto at = m_nodes.find(name);
  return at == m_nodes.end() ? nullptr : at->second;
}

std::shared_ptr<const RawPod> DemoStore::pod(const ObjectKey& key) const {
  const auto at = m_pods.find(key);
  return at == m_pods.end() ? nullptr : at->second;
}

std::vector<ClusterDelta> DemoStore::contents() const {
  std::vector<ClusterDelta> deltas(2 + m_unhealthy.size());
  deltas[0].op = ClusterDelta::Op::ReplaceNodes;
  for (const auto& entry : m_nodes) deltas[0].nodes.push_back(entry.second);
  deltas[1].op = ClusterDelta::Op::ReplacePods;
  for (const auto& entry : m_pods) deltas[1].pods.push_back(entry.second);
  std::size_t next = 2;
  for (const auto& entry : m_unhealthy) {
    deltas[next].op = ClusterDelta::Op::UpsertUnhealthy;
    deltas[next++].unhealthy = entry.second;
  }
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) deltas.push_back(extrasDelta(static_cast<ExtraKind>(kind)));
  return deltas;
}

std::vector<ClusterDelta> DemoStore::takeChanges() {
  return std::exchange(m_changes, {});
}

}  // namespace cardinal::sim
