// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/snapshot.h"
#include "core/provider/stacks/kai.h"

namespace cardinal::provider {

/// Allocated cards of a whole-card node: the known ones, and how many more are held by pods whose cards are unknown.
struct WholeCardHolders {
  std::vector<bool> known;
  std::int64_t unknown = 0;
};

/// The cards of a whole-card node that the KAI-Scheduler shares out: a card for each GPU group. The API names a card by
/// its UUID and never by its place, so a group stands on the first place without a known holder; an index, as older
/// versions write it, is taken. Lives as long as the node is put together.
class KaiCards {
 public:
  /// To be called with every bound, not terminal pod of the node that asks for GPUs.
  void add(const std::shared_ptr<PodRecord>& pod);
  /// After the last pod, before the held cards are marked: writes the shares of the pods and who holds what.
  void place(NodeRecord& node, WholeCardHolders& holders);
  /// After that: figures and ids of the shared cards, and what the rule of the scheduler reads.
  void fill(NodeRecord& node, std::shared_ptr<NodeDevices>& devices) const;

 private:
  struct Reserved {
    std::shared_ptr<PodRecord> pod;
    kai::Reservation reservation;
  };
  struct Group {
    std::string name;
    std::string id;  ///< UUID of the card; empty = unknown
    CardIndex card = kPendingCard;
    int pods = 0;
    std::int64_t memory = 0;  ///< of all its pods
    bool memoryKnown = true;
    bool isReserved = false;  ///< its reservation pod is there
  };

  void placeReserved(NodeRecord& node, WholeCardHolders& holders);
  void placeSharer(NodeRecord& node, WholeCardHolders& holders, PodRecord& pod);
  void hideHolders(NodeRecord& node) const;
  Group& groupOf(const std::string& name);
  static CardIndex takeCard(const std::string& recorded, WholeCardHolders& holders);

  bool m_hasUnplaced = false;  ///< a sharer names no group: which card it has is not known
  bool m_isUsed = false;       ///< the scheduler works on the node
  std::vector<Reserved> m_reserved;
  std::vector<std::shared_ptr<PodRecord>> m_sharers;
  std::vector<Group> m_groups;
  kai::Node m_node;
  std::int64_t m_cardMemory = 0;  ///< of every card as it is shown; 100 where it is unknown, shares are percent then
};

}  // namespace cardinal::provider
