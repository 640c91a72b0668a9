// SPDX-License-Identifier: Apache-2.0
#include "core/model/extras/kept_shares.h"

#include "core/model/extras/koordinator.h"

namespace cardinal {

std::vector<KeptShare> keptOnCard(const NodeRecord& node, CardIndex card) {
  std::vector<KeptShare> out;
  if (node.kept == nullptr) return out;
  for (const KeptRoom& room : *node.kept) {
    for (const CardShare& share : room.cards) {
      if (share.card == card) out.push_back({room.by->meta.key.name, share});
    }
  }
  return out;
}

}  // namespace cardinal
