// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/alloc/types.h"

namespace cardinal::ui {

/// "insufficient GPU memory on one card": short enough for the map; no figures.
QString reasonShort(ReasonCode code);
/// With figures: "needs 8 GiB on one card, the freest has 6 GiB".
QString reasonSentence(const Rejection& rejection, MemoryUnit unit);
/// The node that was aimed at takes the request, on another card than the one that was aimed at; null = that is not
/// why it has no place.
const NodeRejection* otherCardOf(const AllocationAnswer& answer);
QString waitingText(Waiting waiting);
QString certaintyText(Certainty certainty);
QString certaintySentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);
/// "3 of 8 fit"; where there are nodes of which it is not known (`isLeast`) and not all fit, "at least 3 of 8 fit".
QString fitText(std::int64_t fits, std::int64_t wanted, bool isLeast);
/// Of an answer without a place: "Fits nowhere", or "No place is known" where there are unknownNodes().
QString nowhereText(const AllocationAnswer& answer);
QString caveatText(Caveat caveat);
/// What the predicted nodes hold on cards that nothing names, a sentence a node; empty = nothing. How much of a card is
/// really free is then not known, whatever the scheduler counts.
QStringList heldSomewhereTexts(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);
QString scoreText(ScoreCode code);

}  // namespace cardinal::ui
