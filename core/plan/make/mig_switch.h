// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/make/stack_switches.h"

namespace cardinal {

// What a switch of mig-manager's configuration (label nvidia.com/mig.config) gives the cards of a node, by the layouts
// of its ConfigMap where that was read, else by NVIDIA's default ones. Functions of any thread; the first five are
// guards of the table (SwitchGuard): nothing = does not apply.

/// The names that there are, where the target is none of them.
std::optional<std::string> migConfigMissing(const RawNode& node, const SwitchTarget& target,
                                            const ClusterExtras* extras);
/// The ConfigMap, where mig-manager could not read it.
std::optional<std::string> migConfigUnreadable(const RawNode& node, const SwitchTarget& target,
                                               const ClusterExtras* extras);
/// The profiles of the cards, where they are known and the target asks for another one.
std::optional<std::string> profileNotOfCard(const RawNode& node, const SwitchTarget& target,
                                            const ClusterExtras* extras);
/// What the ConfigMap gives the cards: "2 x 3g.20gb @0,4"; "-" = no instances.
std::optional<std::string> ownLayoutOf(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras);
/// What NVIDIA's default configuration of the name gives a card, where the ConfigMap was not read.
std::optional<std::string> defaultLayoutOf(const RawNode& node, const SwitchTarget& target,
                                           const ClusterExtras* extras);
/// A layout that does not fit the cards, for the four ways in which that may be.
std::optional<std::string> layoutWithoutMemory(const RawNode& node, const SwitchTarget& target,
                                               const ClusterExtras* extras);
std::optional<std::string> layoutWithoutStarts(const RawNode& node, const SwitchTarget& target,
                                               const ClusterExtras* extras);
std::optional<std::string> layoutWithoutCompute(const RawNode& node, const SwitchTarget& target,
                                                const ClusterExtras* extras);
std::optional<std::string> layoutWithTwoMedia(const RawNode& node, const SwitchTarget& target,
                                              const ClusterExtras* extras);
/// A layout that NVIDIA's plugin refuses under its strategy single, and then offers nothing: several profiles, cards
/// with and without MIG, or cards in MIG mode without instances. Said where it is certain.
std::optional<std::string> layoutNotForSingle(const RawNode& node, const SwitchTarget& target,
                                              const ClusterExtras* extras);

/// Resources that appear and vanish, as far as the name or the ConfigMap shows them.
SwitchedResources migResources(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras);

/// Cards of several models stand in the node, or may: labels describe one of them alone.
bool mayHaveSeveralModels(const RawNode& node);

}  // namespace cardinal
