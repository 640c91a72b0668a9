// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/allocation/allocation_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {
namespace {

struct AllocationTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::AllocationTexts)
};

constexpr double kWhole = 100.0;

}  // namespace

QString allocationGroupName(AllocationBy by, AllocationGroup::Kind kind, GpuMode mode, const std::string& name) {
  if (kind == AllocationGroup::Kind::Other) return AllocationTexts::tr("others");
  if (kind == AllocationGroup::Kind::Unknown) return AllocationTexts::tr("model unknown");
  switch (by) {
    case AllocationBy::Total:
      return AllocationTexts::tr("allocated");
    case AllocationBy::Mode:
      return modeBadge(mode);
    default:
      return plain(name, 80);
  }
}

QString exportUnit(AmountMeasure measure) {
  switch (measure) {
    case AmountMeasure::Memory:
      return QStringLiteral("MiB");
    case AmountMeasure::Core:
      return QStringLiteral("%");
    case AmountMeasure::Cards:
      break;
  }
  return AllocationTexts::tr("cards", "unit of a column");
}

QString amountText(AmountMeasure measure, double amount) {
  switch (measure) {
    case AmountMeasure::Memory:
      return memoryMib(std::llround(amount));
    case AmountMeasure::Core:
      return percent(amount / kWhole);
    case AmountMeasure::Cards:
      break;
  }
  // Cards' worth: a decimal where it is no whole number.
  const double rounded = std::round(amount * 10.0) / 10.0;
  const bool whole = std::abs(rounded - std::round(rounded)) < 0.05;
  return AllocationTexts::tr("%1 cards", "an amount of cards, such as 7.5")
      .arg(QLocale().toString(rounded, 'f', whole ? 0 : 1));
}

double amountUnit(AmountMeasure measure) {
  constexpr double kMibInGib = 1024.0;
  return measure == AmountMeasure::Memory ? kMibInGib : measure == AmountMeasure::Core ? kWhole : 1.0;
}

}  // namespace cardinal::ui
