// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardinal::provider {

/// How NVIDIA cards are cut by MIG: pure arithmetic, thread-safe. Source: profile tables of NVIDIA's MIG user guide and
/// of NVML; an instance takes memory slices in a row from one of its start positions, and none twice.

/// One profile of a card.
struct MigProfile {
  std::string_view name;  ///< "1g.10gb", "1g.10gb+me"
  int compute = 0;        ///< compute slices
  int memory = 0;         ///< memory slices
  unsigned starts = 0;    ///< bit n = may start at memory slice n
  bool hasMedia = false;  ///< "+me": the media engines, which one instance of a card may have
};

/// A kind of card.
struct MigCard {
  std::string_view name;  ///< "A100 40GB"
  int compute = 0;        ///< compute slices: 7, of an A30 4
  int memory = 0;         ///< memory slices: 8, of an A30 4
  std::span<const MigProfile> profiles;
};

/// The card of a product label: "NVIDIA-A100-SXM4-40GB", "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb"; null = not known.
const MigCard* migCardOf(std::string_view product) noexcept;
/// The card of a PCI id, as mig-parted's layouts name it: "0x20B010DE" (device, then vendor); null = not known.
const MigCard* migCardOfPci(std::string_view id) noexcept;
/// Null where the card has no such profile.
const MigProfile* profileOf(const MigCard& card, std::string_view name) noexcept;

/// So many instances of a profile.
struct MigCount {
  std::string profile;
  int count = 0;
  bool operator==(const MigCount&) const = default;
};

struct MigInstanceAt {
  std::string_view profile;
  int start = 0;  ///< memory slice
  bool operator==(const MigInstanceAt&) const = default;
};

/// Why a layout does not fit a card.
enum class MigMisfit : std::uint8_t {
  Profile,  ///< the card has no such profile
  Media,    ///< more than one instance with the media engines
  Memory,   ///< more memory slices than the card has
  Starts,   ///< memory slices are left, but none at which a profile may start
  Compute,  ///< more compute slices than the card has
};

struct MigPlacement {
  std::vector<MigInstanceAt> instances;  ///< the largest first; empty where the layout does not fit
  std::optional<MigMisfit> misfit;       ///< nothing = it fits
};

/// Start positions for a layout on one empty card, in any order of creation.
MigPlacement placeMig(const MigCard& card, std::span<const MigCount> layout);

/// As many instances of the profile as fit one card; 0 = none.
int mostOf(const MigCard& card, std::string_view profile);

/// What NVIDIA's default configuration of this name (of the label nvidia.com/mig.config) gives each card of the kind:
/// "all-1g.10gb", "all-balanced"; "all-1g.5gb.me" is the profile 1g.5gb+me. Nothing for all-disabled, all-enabled,
/// other names and profiles that the card does not have.
std::vector<MigCount> defaultLayout(const MigCard& card, std::string_view config);

}  // namespace cardinal::provider
