// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/provider/stacks/gpu_manager/gpu_manager.h"

namespace cardinal::alloc {

/// Which cards gpu-manager (commit 8cd842ed) gives on the node, by the links between them. Its choice may differ from
/// the extender's: a share is then refused, whole cards are simply others than predicted.
/// Source: github.com/tkestack/gpu-manager, pkg/device/nvidia (tree.go, node.go, sort.go) and pkg/algorithm/nvidia.

/// A card as gpu-manager's tree books it. Real cards also have processes, which the API does not report: taken as none.
struct GpuLeaf {
  std::int64_t freeCores = 0;  ///< percent
  std::int64_t freeBytes = 0;
  bool operator==(const GpuLeaf&) const = default;
};

/// The cards of a node grouped by their links. A value; copies are independent.
class GpuLinkTree {
 public:
  /// All cards free. At most 32 cards, as readGpuLinkMatrix promises; more are left out.
  GpuLinkTree(const provider::GpuLinkMatrix& links, std::int64_t bytesPerCard);

  /// Every set of cards that may be given, ascending, sorted; empty = refused. More than one: groups that are equal in
  /// all that is compared, between which the order of a map decides. Below 100 percent one card by cores and bytes,
  /// 100 a single card from the smallest group, 200 and more cards that are close together.
  std::vector<std::vector<int>> choices(std::int64_t cores, std::int64_t bytes) const;

  void take(const std::vector<int>& cards, std::int64_t cores, std::int64_t bytes);
  void giveBack(const std::vector<int>& cards, std::int64_t cores, std::int64_t bytes);

  const std::vector<GpuLeaf>& cards() const { return m_leaves; }

 private:
  struct Group {
    int level = 0;
    std::uint32_t free = 0;   ///< cards with nothing on them, as bits
    int parent = -1;          ///< -1 = none
    std::vector<int> groups;  ///< children that are groups
  };
  void join(std::vector<std::vector<int>>& levels, int level, std::uint32_t cards);
  void climb(const std::vector<std::vector<int>>& levels, std::size_t card);
  void adopt(int parent, int child);
  void setFree(int card, bool free);
  std::vector<std::vector<int>> share(std::int64_t cores, std::int64_t bytes) const;
  void fragments(int group, std::vector<std::vector<int>>& out) const;
  std::vector<std::vector<int>> linked(int count) const;

  std::int64_t m_bytes = 0;
  std::vector<GpuLeaf> m_leaves;
  std::vector<int> m_parents;   ///< of the leaves, -1 = none
  std::vector<Group> m_groups;  ///< the root is the last one
  int m_root = 0;
};

}  // namespace cardinal::alloc
