// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/fonts.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <cmath>

namespace cardinal::ui {
namespace {

struct RoleStyle {
  int pixels;
  int lineHeight;
  QFont::Weight weight;
};

RoleStyle styleOf(TextRole role) {
  switch (role) {
    case TextRole::Figure:
      return {20, 28, QFont::DemiBold};
    case TextRole::Kpi:
      return {18, 24, QFont::DemiBold};
    case TextRole::Title:
      return {16, 24, QFont::DemiBold};
    case TextRole::Body:
      return {13, 20, QFont::Normal};
    case TextRole::BodyStrong:
      return {13, 20, QFont::DemiBold};
    case TextRole::Small:
      return {12, 16, QFont::Normal};
    case TextRole::SmallStrong:
      return {12, 16, QFont::DemiBold};
    case TextRole::Micro:
      return {11, 16, QFont::Normal};
    case TextRole::Mono:
      return {12, 16, QFont::Normal};
  }
  return {13, 20, QFont::Normal};
}

bool equalDigits(const QFont& font) {
  const QFontMetricsF metrics(font);
  const qreal zero = metrics.horizontalAdvance(QLatin1Char('0'));
  for (char digit = '1'; digit <= '9'; ++digit) {
    if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - zero) > 0.01) return false;
  }
  return true;
}

QStringList choose(const QStringList& latin, const QStringList& chinese, QFontDatabase::SystemFont fallback) {
  const QStringList installed = QFontDatabase::families();
  QStringList result;
  for (const QString& family : latin) {
    if (installed.contains(family) && hasEqualDigits(family)) result.append(family);
  }
  // The Latin of Noto Sans CJK has equal digits too, so it may lead when nothing else is there.
  for (const QString& family : chinese) {
    if (installed.contains(family)) result.append(family);
  }
  if (result.isEmpty()) result.append(QFontDatabase::systemFont(fallback).family());
  return result;
}

}  // namespace

bool hasEqualDigits(const QString& family) {
  QFont font(family);
  font.setPixelSize(13);
  if (!equalDigits(font)) return false;
  font.setWeight(QFont::DemiBold);
  return equalDigits(font);
}

QStringList interfaceFamilies() {
  static const QStringList kFamilies = choose(
      {QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")},
      {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"), QStringLiteral("WenQuanYi Micro Hei")},
      QFontDatabase::GeneralFont);
  return kFamilies;
}

QStringList monoFamilies() {
  static const QStringList kFamilies =
      choose({QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono")},
             {QStringLiteral("Noto Sans Mono CJK SC")}, QFontDatabase::FixedFont);
  return kFamilies;
}

QFont roleFont(TextRole role, double textScale) {
  const RoleStyle style = styleOf(role);
  QFont font;
  font.setFamilies(role == TextRole::Mono ? monoFamilies() : interfaceFamilies());
  font.setPixelSize(static_cast<int>(std::lround(style.pixels * textScale)));
  font.setWeight(style.weight);
  // Hinting moves digits apart at fractional ratios; positions stay on the design grid without it.
  font.setHintingPreference(QFont::PreferVerticalHinting);
  return font;
}

int roleLineHeight(TextRole role) {
  return styleOf(role).lineHeight;
}

}  // namespace cardinal::ui
