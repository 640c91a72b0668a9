// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <string_view>

#include "core/model/card_memory.h"
#include "core/model/extras/network_devices.h"
#include "core/model/extras/shared_pool.h"
#include "core/model/snapshot.h"

namespace cardinal::ui {

/// What is known of the devices of a node whose cards are not shown: its stack or the resources it offers, with how
/// many are requested; empty for nodes whose cards are known, and for nodes without a GPU.
QString unshownDevicesText(const NodeRecord& node);
/// Resources of other accelerators on a node whose cards are shown; empty = none.
QString otherDevicesText(const NodeRecord& node);

/// Such a node's offer in few words: "huawei.com/Ascend910 8", "16 slots"; where it publishes nothing by a name, how
/// its GPUs are offered.
QString publishedText(const NodeRecord& node);

/// Requested parts of a node's cards, in few words: "4/8 slots", "5/16 instances"; empty where it offers
/// none or they are not reported.
QString partsText(const NodeRecord& node);

/// Memory of a card as its stack counts it, allocated of all: "14,000 / 23,028 MiB", "28 / 60 × 256 MiB"; empty where
/// that is what is shown anyway, or not known.
QString ownMemoryText(const NodeRecord& node, const Card& card);

/// What a pod has of one of its cards: "4 GiB · 25 %", "whole card"; "n/a" where the stack tells no share.
QString shareText(const NodeRecord& node, const CardShare& share);

/// Slots of a node in one line: "5 of 16 slots"; empty = none, or they are the partitions that are counted by name.
QString slotsText(const NodeRecord& node);
/// Title of the number of those that are requested: "Slots requested", "Partitions requested".
QString slotsTitle(GpuMode mode);
/// Why no allocated compute is shown of a node or card in this mode: how its parts split it, or that nothing does.
QString noCoreText(GpuMode mode);
/// What the parts of cards in this mode are called, as the title of a row: "MIG instances", "Partitions".
QString instancesTitle(GpuMode mode);
/// Likewise where those of the node stand beside one of its cards.
QString instancesOfNodeTitle(GpuMode mode);
/// MIG instances or partitions of a node or card in one line: "1g.10gb 1/2, 3g.40gb 0/1"; empty = none.
QString instancesText(const std::vector<InstanceGroup>& groups);

/// A node's resource of RDMA devices: "2 devices, 3 / 400 requested by 3 pods, 397 free".
QString networkText(const NetworkResource& resource);

/// "3 of 8 cards allocated; which ones is unknown".
QString unnamedCardsText(const UnnamedCards& cards);

/// "Reservation feed-rank-peak": what keeps a part of a card for pods to come. `name`: hostile text.
QString reservationText(std::string_view name);
/// Of each Reservation that keeps something of the card.
QStringList reservationTexts(const NodeRecord& node, CardIndex card);

/// A pool of claimable devices that several nodes reach, in one sentence.
QString sharedDevicesText(const SharedPool& pool);

/// Resources by name in few words: "3 GiB gpumem, 20 % gpucores". A count of one card is left out beside its parts.
QString shortRequestText(const std::vector<ResourceAsk>& asks, MemoryUnit unit);

}  // namespace cardinal::ui
