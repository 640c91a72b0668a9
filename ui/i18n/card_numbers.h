// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "core/model/gpu.h"
#include "core/model/snapshot.h"

namespace cardinal::ui {

/// Numbers of cards on one node, as short as they can be read: "0-7", "0, 3", "1-3, 6".
QString cardNumbers(const std::vector<CardIndex>& cards);

/// "3"; where the stack calls the card by another number than its place among the node's cards: "1 (minor 3)".
QString cardName(const NodeRecord& node, CardIndex card);
/// The same of several, in their order: "0-7", "0, 1 (minor 3)".
QString cardNames(const NodeRecord& node, const std::vector<CardIndex>& cards);

}  // namespace cardinal::ui
