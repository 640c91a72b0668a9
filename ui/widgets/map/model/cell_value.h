// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// What one cell shows for a measure. Small and comparable, so that cells of equal look share one drawing.
struct CellValue {
  /// Counted: of the node's cards so many, and nothing says whether this is one of them.
  enum class State : std::uint8_t { Zero, Filled, Unknown, Counted };
  State state = State::Unknown;
  std::uint8_t rank = 0;  ///< 0..8, Filled; Counted: of the share of the cards
  bool over = false;      ///< more than the card has
  bool unhealthy = false;
  bool suspect = false;    ///< its last XID is one of the hardware: a mark beside the fill, which stays
  std::int16_t label = 0;  ///< the number in the cell; kLessThanOne for "<1"
  std::int16_t of = 0;     ///< Counted: of so many cards
  bool operator==(const CellValue&) const = default;

  static constexpr std::int16_t kLessThanOne = -1;
  static constexpr std::int16_t kLargest = 999;
};

/// `use`: what is measured of the card, null = nothing. Labels: percent; number of pods; GiB; degrees Celsius; watts;
/// seconds.
CellValue cellValue(const Card& card, MemoryUnit unit, MapMeasure measure, const CardUse* use = nullptr);
/// State, rank and health alone, for levels without numbers: the unit does not matter and the label stays 0.
CellValue cellFill(const Card& card, MapMeasure measure, const CardUse* use = nullptr);
/// The same of a card of the node; unknown also where it is not known what is allocated of the node's cards, counted
/// where it is known of how many.
CellValue cellValue(const NodeRecord& node, const Card& card, MapMeasure measure, const CardUse* use = nullptr);
CellValue cellFill(const NodeRecord& node, const Card& card, MapMeasure measure, const CardUse* use = nullptr);
/// Used part of the card's memory, 0..1; nothing when it is not measured.
std::optional<double> usedFraction(const CardUse* use);
/// The top of the scales that are not percent.
inline constexpr double kColdCelsius = 30.0;
inline constexpr double kHotCelsius = 90.0;
inline constexpr double kMaxWatts = 500.0;
inline constexpr double kOldestSeconds = static_cast<double>(kForgetAfter);
/// "82", "<1", "112", ">999", "?", "3/8".
QString cellLabel(const CellValue& value);

}  // namespace cardinal::ui
