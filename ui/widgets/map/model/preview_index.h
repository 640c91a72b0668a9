// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// A preview looked up by node. Positions into the vectors of MapPreview, -1 = none.
struct PreviewIndex {
  struct Entry {
    std::int32_t ghost = -1;  ///< the first; the others of the node follow it
    std::int32_t runnerUp = -1;
    std::int32_t refused = -1;
    std::int32_t domain = -1;
  };
  std::vector<Entry> byNode;

  PreviewIndex() = default;
  /// Nodes beyond `nodes` (of another snapshot) are ignored.
  PreviewIndex(const MapPreview& preview, std::size_t nodes) : byNode(nodes) {
    const auto put = [&](const auto& list, std::int32_t Entry::*member) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].node.value < nodes) byNode[list[i].node.value].*member = static_cast<std::int32_t>(i);
      }
    };
    for (std::size_t i = preview.ghosts.size(); i-- > 0;) {
      const NodeIndex node = preview.ghosts[i].node;
      if (node.value < nodes) byNode[node.value].ghost = static_cast<std::int32_t>(i);
    }
    for (std::size_t i = preview.domains.size(); i-- > 0;) {
      for (const NodeIndex node : preview.domains[i].nodes) {
        if (node.value < nodes) byNode[node.value].domain = static_cast<std::int32_t>(i);
      }
    }
    put(preview.runnersUp, &Entry::runnerUp);
    put(preview.refused, &Entry::refused);
  }

  Entry of(NodeIndex node) const { return node.value < byNode.size() ? byNode[node.value] : Entry{}; }
  bool isRefused(NodeIndex node) const { return of(node).refused >= 0; }
};

}  // namespace cardinal::ui
