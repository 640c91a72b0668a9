// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal::test {

/// A snapshot for pictures and input tests, written card by card. Nodes must be added in the order of their names.
class MapFixture {
 public:
  struct NodeOptions {
    GpuMode mode = GpuMode::CoreMem;
    std::string pool = "pool-a";
    std::string zone;
    std::string model = "A10";
    bool cordoned = false;
    bool ready = true;
    bool tainted = false;
    bool ledger = false;
    UnixSeconds created = 1000;
  };

  /// `used` of `total` GiB and `core` percent per card.
  static Card card(int used, int total = 16, int core = 0);
  static Card unknownCard();
  static Card unhealthyCard();
  /// Whole cards of which only the number of held ones is known.
  static Card standIn(bool held);

  MapFixture& node(const std::string& name, std::vector<Card> cards, const NodeOptions& options);
  MapFixture& node(const std::string& name, std::vector<Card> cards) {
    return node(name, std::move(cards), NodeOptions());
  }
  SnapshotPtr build(std::uint64_t generation = 1) const;

 private:
  std::vector<NodePtr> m_nodes;
};

/// `nodes` nodes of `cards` cards with mixed values, fixed for a seed: for pictures of scale.
SnapshotPtr largeSnapshot(int nodes, int cards, unsigned seed = 7);

}  // namespace cardinal::test
