// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/provider/stacks/hami/hami.h"

/// Lists of cards as device plugins register them; inside of HAMi's readers.
namespace cardinal::hami::detail {

/// At most so many cards are read of one node, of all vendors together.
inline constexpr std::size_t kMaxRegistered = 256;

/// A JSON list; false = not readable, `out` then holds what came before the fault.
bool readRegisteredJson(std::string_view text, std::vector<Card>& out);
/// Records ended by ":"; likewise.
bool readRegisteredRecords(std::string_view text, std::vector<Card>& out);

/// Adds the cards of all vendors but NVIDIA behind those that are there, with what is odd about their lists. False =
/// the node has nothing of such vendors.
bool readOtherCards(const RawNode& raw, Node& node);

}  // namespace cardinal::hami::detail
