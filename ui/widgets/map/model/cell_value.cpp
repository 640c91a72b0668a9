// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/model/cell_value.h"

#include <algorithm>
#include <cmath>

#include "core/model/card_memory.h"
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
  if (value.state != CellValue::State::Unknown)
    value.label = static_cast<std::int16_t>(std::min<int>(card.pods, CellValue::kLargest));
  return value;
}

CellValue freeValue(const Card& card, MemoryUnit unit) {
  CellValue value = fillOf(freeFraction(card));
  if (value.state == CellValue::State::Unknown) return value;
  const auto mib = card.memoryKnown ? toMib(card.memTotal - card.memAllocated, unit) : std::nullopt;
  const double amount = card.held          ? 0.0
                        : mib              ? static_cast<double>(*mib) / 1024.0
                        : card.memoryKnown ? static_cast<double>((card.memTotal - card.memAllocated).value)
                                           : 1.0;
  const double shown = std::floor(std::clamp(amount, 0.0, CellValue::kLargest + 1.0));
  value.label = amount > 0.0 && shown < 1.0 ? CellValue::kLessThanOne : static_cast<std::int16_t>(shown);
  return value;
}

std::optional<double> measuredFraction(const CardUse* use, MapMeasure measure) {
  if (!use) return std::nullopt;
  const auto scaled = [](const std::optional<float>& value, double low, double high) -> std::optional<double> {
    // Never hollow: a cold card is not an empty one.
    constexpr double kMin = 0.001;
    return value ? std::optional(std::clamp((*value - low) / (high - low), kMin, 1.0)) : std::nullopt;
  };
  switch (measure) {
    case MapMeasure::GpuUsed:
      return use->gpuPercent ? std::optional(*use->gpuPercent / 100.0) : std::nullopt;
    case MapMeasure::Temperature:
      return scaled(use->temperatureC, kColdCelsius, kHotCelsius);
    case MapMeasure::Power:
      return scaled(use->powerW, 0.0, kMaxWatts);
    case MapMeasure::SampleAge:
      return scaled(use->ageSeconds, 0.0, kOldestSeconds);
    default:
      return usedFraction(use);
  }
}

CellValue measuredValue(const CardUse* use, MapMeasure measure) {
  CellValue value = fromFraction(measuredFraction(use, measure));
  if (value.state == CellValue::State::Unknown) return value;
  const auto number = [](float shown) {
    return static_cast<std::int16_t>(std::clamp(std::round(shown), 0.0F, CellValue::kLargest + 1.0F));
  };
  if (measure == MapMeasure::Temperature) value.label = number(*use->temperatureC);
  if (measure == MapMeasure::Power) value.label = number(*use->powerW);
  if (measure == MapMeasure::SampleAge) value.label = number(*use->ageSeconds);
  return value;
}

CellValue withMarks(CellValue value, const Card& card, const CardUse* use) {
  value.unhealthy = card.health == CardHealth::Unhealthy;
  value.suspect = use && isHardwareXid(use->lastXid.value_or(0));
  return value;
}

/// Of the node's cards that nobody names: how many are taken, or free where that is the measure.
CellValue countedValue(const NodeRecord& node, MapMeasure measure) {
  const UnnamedCards cards = unnamedCards(node);
  CellValue value;
  if (cards.taken == 0 || measure == MapMeasure::PodsPerCard) return value;
  const int shown = measure == MapMeasure::LargestFree ? cards.leastFree() : cards.taken;
  value.state = CellValue::State::Counted;
  value.rank = static_cast<std::uint8_t>(shown > 0 ? Tokens::rankOf(static_cast<double>(shown) / cards.cards) : 0);
  value.label = static_cast<std::int16_t>(std::min<int>(shown, CellValue::kLargest));
  value.of = static_cast<std::int16_t>(std::min<int>(cards.cards, CellValue::kLargest));
  return value;
}

CellValue unknownValue(const NodeRecord& node, const Card& card, MapMeasure measure, const CardUse* use) {
  return withMarks(isUnnamedCard(node, card) ? countedValue(node, measure) : CellValue(), card, use);
}

}  // namespace

std::optional<double> usedFraction(const CardUse* use) {
  if (!use || !use->memoryUsedMib || !use->memoryTotalMib || *use->memoryTotalMib <= 0) return std::nullopt;
  return static_cast<double>(*use->memoryUsedMib) / static_cast<double>(*use->memoryTotalMib);
}

CellValue cellValue(const Card& card, MemoryUnit unit, MapMeasure measure, const CardUse* use) {
  switch (measure) {
    case MapMeasure::MemoryAllocated:
      break;
    case MapMeasure::CoreAllocated:
      return withMarks(fromFraction(coreFraction(card)), card, use);
    case MapMeasure::PodsPerCard:
      return withMarks(podsValue(card), card, use);
    case MapMeasure::LargestFree:
      return withMarks(freeValue(card, unit), card, use);
    case MapMeasure::MemoryUsed:
    case MapMeasure::GpuUsed:
    case MapMeasure::Temperature:
    case MapMeasure::SampleAge:
    case MapMeasure::Power:
      return withMarks(measuredValue(use, measure), card, use);
  }
  return withMarks(fromFraction(memoryFraction(card)), card, use);
}

CellValue cellFill(const Card& card, MapMeasure measure, const CardUse* use) {
  switch (measure) {
    case MapMeasure::MemoryAllocated:
      break;
    case MapMeasure::CoreAllocated:
      return withMarks(fillOf(coreFraction(card)), card, use);
    case MapMeasure::PodsPerCard:
      return withMarks(fillOf(podsFraction(card)), card, use);
    case MapMeasure::LargestFree:
      return withMarks(fillOf(freeFraction(card)), card, use);
    case MapMeasure::MemoryUsed:
    case MapMeasure::GpuUsed:
    case MapMeasure::Temperature:
    case MapMeasure::SampleAge:
    case MapMeasure::Power:
      return withMarks(fillOf(measuredFraction(use, measure)), card, use);
  }
  return withMarks(fillOf(memoryFraction(card)), card, use);
}

CellValue cellValue(const NodeRecord& node, const Card& card, MapMeasure measure, const CardUse* use) {
  const bool isKnown = isMeasured(measure) || isAllocationKnown(node, card);
  return isKnown ? cellValue(card, node.gpu.unit, measure, use) : unknownValue(node, card, measure, use);
}

CellValue cellFill(const NodeRecord& node, const Card& card, MapMeasure measure, const CardUse* use) {
  if (isMeasured(measure) || isAllocationKnown(node, card)) return cellFill(card, measure, use);
  CellValue value = unknownValue(node, card, measure, use);
  value.label = value.of = 0;
  return value;
}

QString cellLabel(const CellValue& value) {
  if (value.state == CellValue::State::Unknown) return QStringLiteral("?");
  if (value.state == CellValue::State::Counted) return QString::number(value.label) + u'/' + QString::number(value.of);
  if (value.label == CellValue::kLessThanOne) return QStringLiteral("<1");
  if (value.label > CellValue::kLargest) return QStringLiteral(">999");
  return QString::number(value.label);
}

}  // namespace cardinal::ui
