// SPDX-License-Identifier: Apache-2.0
#include "core/queues/volcano_tree.h"

#include <algorithm>
#include <set>

#include "core/queues/group_cells.h"

namespace cardinal::queues {
namespace {

constexpr const char* kRoot = "root";

}  // namespace

std::string queueOf(const RawVolcanoPodGroup& group) {
  return group.queue.empty() ? "default" : group.queue;
}

VolcanoTree::VolcanoTree(const GroupQueueLists& lists) {
  for (const auto& queue : lists.volcanoQueues) {
    const std::string& name = queue->meta.key.name;
    Node& node = m_nodes[name];
    node.parent = name == kRoot ? std::string() : queue->parent.empty() ? kRoot : queue->parent;
    node.capability = amountsOf(queue->capability);
    node.guarantee = amountsOf(queue->guarantee);
    // cpu and memory of 0 are those of the queue above, as the plugin reads them
    for (const char* resource : {"cpu", "memory"}) {
      if (valueIn(node.capability, resource) <= 0) node.capability.erase(resource);
    }
  }
  link();
  for (const auto& group : lists.volcanoGroups) {
    if (m_broken) break;
    const std::string queue = queueOf(*group);
    if (find(queue) != nullptr && !isLeaf(queue)) m_broken = queue;
  }
}

void VolcanoTree::link() {
  if (find(kRoot) == nullptr) m_broken = kRoot;
  for (auto& [name, node] : m_nodes) {
    if (node.parent.empty()) continue;
    const auto above = m_nodes.find(node.parent);
    if (above == m_nodes.end()) {
      if (!m_broken) m_broken = name;
    } else {
      above->second.children.push_back(name);
    }
  }
  for (const auto& [name, node] : m_nodes) {
    if (!m_broken && chainOf(name).back() != kRoot) m_broken = name;  // a ring
  }
}

const VolcanoTree::Node* VolcanoTree::find(const std::string& queue) const {
  const auto found = m_nodes.find(queue);
  return found != m_nodes.end() ? &found->second : nullptr;
}

bool VolcanoTree::isLeaf(const std::string& queue) const {
  const Node* node = find(queue);
  return node == nullptr || node->children.empty();
}

std::vector<std::string> VolcanoTree::chainOf(const std::string& queue) const {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (std::string name = queue; find(name) != nullptr && seen.insert(name).second; name = find(name)->parent)
    out.push_back(name);
  return out;
}

std::vector<std::string> VolcanoTree::subtreeOf(const std::string& queue) const {
  std::vector<std::string> out{queue};
  std::set<std::string> seen{queue};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Node* node = find(out[i]);
    if (node == nullptr) continue;
    for (const std::string& child : node->children) {
      if (seen.insert(child).second) out.push_back(child);
    }
  }
  return out;
}

double VolcanoTree::capability(const std::string& queue, const std::string& resource, const QueueRaises& raised) const {
  for (const std::string& name : chainOf(queue)) {
    const Node& node = m_nodes.at(name);
    const auto own = node.capability.find(resource);
    if (own == node.capability.end()) continue;
    const auto more = raised.find(name);
    return own->second + (more != raised.end() ? valueIn(more->second, resource) : 0);
  }
  return kNoLimit;
}

double VolcanoTree::realCapability(const std::string& queue, const std::string& resource,
                                   const QueueRaises& raised) const {
  std::vector<std::string> chain = chainOf(queue);
  std::reverse(chain.begin(), chain.end());
  double out = kNoLimit;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (i > 0) {
      double guaranteed = 0;
      for (const std::string& child : m_nodes.at(chain[i - 1]).children)
        guaranteed += valueIn(m_nodes.at(child).guarantee, resource);
      out = std::max(0.0, out - guaranteed) + valueIn(m_nodes.at(chain[i]).guarantee, resource);
    }
    out = std::min(out, capability(chain[i], resource, raised));
  }
  return out;
}

}  // namespace cardinal::queues
