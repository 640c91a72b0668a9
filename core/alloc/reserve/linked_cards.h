// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/ids.h"
#include "core/model/card_links.h"

namespace cardinal::alloc {

/// The cards that ACK's topology mode takes (public model, docs/reference/gpushare.md 3.8): of the combinations of
/// `count` cards in `free` (ascending) that whose slowest link is fastest; the first in ascending order among equals.
/// Empty when `count` is below 1 or above the free cards, or a card is outside the matrix. More than 20,000,000
/// combinations (24 cards) are not tried: empty.
std::vector<CardIndex> bestLinkedCards(const LinkMatrix& bandwidth, const std::vector<CardIndex>& free, int count);

}  // namespace cardinal::alloc
