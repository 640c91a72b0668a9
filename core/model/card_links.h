// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace cardinal {

/// Bandwidth between the cards of one node, square and by card index, in whatever unit the node reports. The diagonal
/// is what a card has alone.
using LinkMatrix = std::vector<std::vector<double>>;

/// What a topology node reports of the links between its cards.
struct CardLinks {
  LinkMatrix bandwidth;  ///< as many rows as the node has cards
  std::string report;    ///< the report's text, so that the node can be read again
};

}  // namespace cardinal
