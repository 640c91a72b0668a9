// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTimeZone>
#include <algorithm>
#include <cmath>

#include "core/base/mebibytes.h"

namespace cardinal::ui {

namespace {

class Format {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::Format)
};

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

// One decimal at most, none when it would be 0.
QString oneDecimal(double value) {
  const double rounded = std::round(value * 10.0) / 10.0;
  const bool whole = rounded == std::floor(rounded);
  return QLocale().toString(rounded, 'f', whole ? 0 : 1);
}

std::optional<double> mibOf(MemUnits amount, MemoryUnit unit) {
  const auto perUnit = mibPerUnit(unit);
  if (!perUnit) return std::nullopt;
  return static_cast<double>(amount.value) * static_cast<double>(*perUnit);
}

QString gibNumber(double mib) {
  constexpr double kSmallestShown = 0.05;
  const double gib = mib / kMibPerGib;
  if (gib > 0.0 && gib < kSmallestShown) return Format::tr("<0.1");
  return oneDecimal(gib);
}

QString mibText(double mib) {
  if (mib != 0.0 && std::abs(mib) < kMibPerGib) return Format::tr("%1 MiB").arg(QLocale().toString(mib, 'f', 0));
  return Format::tr("%1 GiB").arg(oneDecimal(mib / kMibPerGib));
}

// The number of a percentage: true zero is the only 0, and only a full card is 100.
QString percentNumber(double fraction, int decimals) {
  const double step = std::pow(10.0, -decimals);
  const double value = fraction * 100.0;
  const double rounded = std::round(value / step) * step;
  const QLocale locale;
  if (value > 0.0 && rounded < step) return QLatin1Char('<') + locale.toString(step, 'f', decimals);
  if (value < 100.0 && rounded >= 100.0) return locale.toString(100.0 - step, 'f', decimals);
  if (value > 100.0 && rounded <= 100.0) return QLatin1Char('>') + locale.toString(100.0, 'f', decimals);
  return locale.toString(rounded, 'f', decimals);
}

}  // namespace

QString memory(MemUnits amount, MemoryUnit unit) {
  const auto mib = mibOf(amount, unit);
  if (mib) return mibText(*mib);
  constexpr std::int64_t kMaxPlural = 1'000'000;
  const std::int64_t bounded = std::clamp(amount.value, -kMaxPlural, kMaxPlural);
  if (bounded != amount.value) return Format::tr("%1 units").arg(count(amount.value));
  return Format::tr("%n unit(s)", "amount of GPU memory whose unit the cluster does not tell",
                    static_cast<int>(bounded));
}

QString memoryNumber(MemUnits amount, MemoryUnit unit) {
  const auto mib = mibOf(amount, unit);
  return mib ? gibNumber(*mib) : count(amount.value);
}

QString memoryMib(std::int64_t mib) {
  return mibText(static_cast<double>(mib));
}

QString percentCell(std::optional<double> fraction) {
  return fraction ? percentNumber(*fraction, 0) : QStringLiteral("?");
}

QString percent(std::optional<double> fraction, int decimals) {
  if (!fraction) return notAvailable();
  return Format::tr("%1 %", "a percentage").arg(percentNumber(*fraction, decimals));
}

QString corePercent(CorePercent value) {
  return Format::tr("%1 %", "a percentage").arg(count(value.value));
}

QString count(std::int64_t value) {
  return QLocale().toString(static_cast<qlonglong>(value));
}

QString age(UnixSeconds since, UnixSeconds now) {
  if (since == 0) return notAvailable();
  const std::int64_t seconds = std::max<std::int64_t>(0, now - since);
  if (seconds < kMinute) return Format::tr("%1s", "age in seconds, short").arg(seconds);
  if (seconds < kHour) return Format::tr("%1m", "age in minutes, short").arg(seconds / kMinute);
  if (seconds < kDay) return Format::tr("%1h", "age in hours, short").arg(seconds / kHour);
  return Format::tr("%1d", "age in days, short").arg(seconds / kDay);
}

QString timeOfDay(UnixSeconds time) {
  if (time == 0) return notAvailable();
  return QDateTime::fromSecsSinceEpoch(time).toString(QStringLiteral("HH:mm:ss"));
}

QString dateTime(UnixSeconds time) {
  if (time == 0) return notAvailable();
  const QDateTime local = QDateTime::fromSecsSinceEpoch(time);
  return local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODate);
}

QString notAvailable() {
  return Format::tr("n/a", "no data");
}

}  // namespace cardinal::ui
