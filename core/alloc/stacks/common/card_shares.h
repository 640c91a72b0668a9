// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Empties a choice and keeps its memory: a scan over all nodes does not allocate.
void clearChoice(CardChoice& choice);

/// Adds to the card's share, or makes it. `memory` is in the node's unit, `core` in percent points; both at least 0.
void addCardShare(std::vector<CardShare>& shares, CardIndex card, std::int64_t memory, std::int64_t core, int slots);

/// Ascending cards, how many, and what the first of them gets, from `choice.shares`.
void setCardsByShares(CardChoice& choice);

/// Takes each card's own share, or the common one where there are none.
void takeCardShares(const CardChoice& choice, std::vector<Card>& cards);

/// Free memory of all cards of which the size is known, whatever their health, for schedulers that do not look at it.
std::int64_t freeOnAll(std::span<const Card> cards);

}  // namespace cardinal::alloc
