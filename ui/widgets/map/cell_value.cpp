// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/cell_value.h"

#include <algorithm>
#include <cmath>

#include "ui/theme/tokens.h"

namespace cardinal::ui {
namespace {

/// The rules of format.h's percentCell as a number: only a true zero is 0, only a full card is 100.
std::int16_t percentLabel(double fraction) {
  const double percent = fraction * 100.0;
  const double rounded = std::round(percent);
  if (percent > 0.0 && rounded < 1.0) return CellValue::kLessThanOne;
  if (percent < 100.0 && rounded >= 100.0) return 99;
  if (percent > 100.0 && rounded <= 100.0) return 101;
  return static_cast<std::int16_t>(std::min(rounded, CellValue::kLargest + 1.0));
}

CellValue fillOf(std::optional<double> fraction) {
  CellValue value;
  if (!fraction) return value;
  value.state = *fraction <= 0.0 ? CellValue::State::Zero : CellValue::State::Filled;
  value.rank = static_cast<std::uint8_t>(value.state == CellValue::State::Zero ? 0 : Tokens::rankOf(*fraction));
  value.over = *fraction > 1.0;
  return value;
}

CellValue fromFraction(std::optional<double> fraction) {
  CellValue value = fillOf(fraction);
  if (fraction) value.label = percentLabel(std::max(0.0, *fraction));
  return value;
}

constexpr double kManyPods = 8.0;  // eight pods and more take the top step

std::optional<double> podsFraction(const Card& card) {
  if (!card.holderKnown) return std::nullopt;
  return std::min(1.0, card.pods / kManyPods);
}

std::optional<double> freeFraction(const Card& card) {
  const auto held = memoryFraction(card);
  if (!held) return std::nullopt;
  return std::max(0.0, 1.0 - *held);
}

CellValue podsValue(const Card& card) {
  CellValue value = fillOf(podsFraction(card));
  if (value.state != CellValue::State::Unknown) value.label = static_cast<std::int16_t>(std::min<int>(card.pods, CellValue::kLargest));
  return value;
}

CellValue freeValue(const Card& card, MemoryUnit unit) {
  CellValue value = fillOf(freeFraction(card));
  if (value.state == CellValue::State::Unknown) return value;
  const auto mib = card.memoryKnown ? toMib(card.memTotal - card.memAllocated, unit) : std::nullopt;
  const double amount = card.held ? 0.0 : mib ? static_cast<double>(*mib) / 1024.0
                        : card.memoryKnown ? static_cast<double>((card.memTotal - card.memAllocated).value) : 1.0;
  const double shown = std::floor(std::clamp(amount, 0.0, CellValue::kLargest + 1.0));
  value.label = amount > 0.0 && shown < 1.0 ? CellValue::kLessThanOne : static_cast<std::int16_t>(shown);
  return value;
}

CellValue withMarks(CellValue value, const Card& card) {
  value.unhealthy = card.health == CardHealth::Unhealthy;
  value.standIn = !card.holderKnown && card.held;
  return value;
}

}  // namespace

CellValue cellValue(const Card& card, MemoryUnit unit, MapMeasure measure) {
  switch (measure) {
    case MapMeasure::MemoryAllocated: break;
    case MapMeasure::CoreAllocated: return withMarks(fromFraction(coreFraction(card)), card);
    case MapMeasure::PodsPerCard: return withMarks(podsValue(card), card);
    case MapMeasure::LargestFree: return withMarks(freeValue(card, unit), card);
  }
  return withMarks(fromFraction(memoryFraction(card)), card);
}

CellValue cellFill(const Card& card, MapMeasure measure) {
  switch (measure) {
    case MapMeasure::MemoryAllocated: break;
    case MapMeasure::CoreAllocated: return withMarks(fillOf(coreFraction(card)), card);
    case MapMeasure::PodsPerCard: return withMarks(fillOf(podsFraction(card)), card);
    case MapMeasure::LargestFree: return withMarks(fillOf(freeFraction(card)), card);
  }
  return withMarks(fillOf(memoryFraction(card)), card);
}

QString cellLabel(const CellValue& value) {
  if (value.state == CellValue::State::Unknown) return QStringLiteral("?");
  if (value.label == CellValue::kLessThanOne) return QStringLiteral("<1");
  if (value.label > CellValue::kLargest) return QStringLiteral(">999");
  return QString::number(value.label);
}

}  // namespace cardinal::ui
