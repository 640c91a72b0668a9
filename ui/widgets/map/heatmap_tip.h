// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "ui/widgets/lists/tip_table.h"
#include "ui/widgets/map/model/map_scene.h"
#include "ui/widgets/map/model/preview_index.h"

namespace cardinal::ui {

/// What the map says about one card or node under the pointer. `position` counts the node's cards from 0; `use` is what
/// is measured of the card, null = nothing; `reported` is what exporters report beside the figures. Plain, cleaned
/// text.
TipContent cardTip(const ClusterSnapshot& snapshot, NodeIndex node, int position, const MapPreview* preview,
                   const PreviewIndex& index, const CardUse* use = nullptr, const ClusterUse* reported = nullptr);
TipContent nodeTip(const ClusterSnapshot& snapshot, NodeIndex node, const MapPreview* preview,
                   const PreviewIndex& index);

/// The sentence that assistive technology reads for a cell: "node-17 card 3, memory 62 % allocated, 3 pods".
QString cardSentence(const ClusterSnapshot& snapshot, NodeIndex node, int position, const CardUse* use = nullptr);
/// The same of a node whose cards are not known: "npu-1, cards not known, huawei.com/Ascend910 8".
QString nodeSentence(const ClusterSnapshot& snapshot, NodeIndex node);

}  // namespace cardinal::ui
