// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/tokens.h"

#include <algorithm>
#include <cmath>

namespace cardinal::ui {
namespace {

QColor rgb(unsigned value) {
  return QColor::fromRgb(QRgb{0xFF000000U | value});
}

// Cividis in nine steps of equal lightness; step 0 is the dark end.
constexpr std::array<unsigned, 9> kSteps{0x00204C, 0x05356E, 0x404C6B, 0x61646E, 0x7E7D77,
                                         0x9F9676, 0xC0B16D, 0xE1CC5C, 0xFFE945};
constexpr std::array<unsigned, 6> kCategories{0x5C9CE6, 0x46AE98, 0xA487DB, 0xD97FA3, 0xA6AB4F, 0xCF935B};

void setScales(Tokens& t, bool lightEndIsHigh) {
  for (std::size_t rank = 0; rank < kSteps.size(); ++rank) {
    t.steps[rank] = rgb(kSteps[lightEndIsHigh ? rank : kSteps.size() - 1 - rank]);
  }
  std::transform(kCategories.begin(), kCategories.end(), t.categories.begin(), rgb);
}

Tokens dark() {
  Tokens t;
  t.kind = ThemeKind::Dark;
  t.bg = rgb(0x14181D), t.chrome = rgb(0x0E1216), t.panel = rgb(0x15191E), t.raised = rgb(0x20262D);
  t.field = rgb(0x0E1216), t.hover = rgb(0x262D35), t.selected = rgb(0x16324A);
  t.line = rgb(0x2A313A), t.line2 = rgb(0x3B4551), t.control = rgb(0x66707C);
  t.text1 = rgb(0xE7EBF0), t.text2 = rgb(0xA7B1BC), t.text3 = rgb(0x828D99);
  t.accent = rgb(0x58B9FF), t.onAccent = rgb(0x04121E), t.halo = rgb(0x000000);
  t.ok = rgb(0x6ADEB2), t.information = rgb(0x1583F0), t.warning = rgb(0xFDA30E);
  t.critical = rgb(0xDE5337), t.unknown = rgb(0x868A90), t.planned = rgb(0xD7B7DE);
  t.prodText = rgb(0x000000), t.chartAllocated = rgb(0xC0B16D), t.cellOutline = t.control;
  setScales(t, true);
  return t;
}

Tokens light() {
  Tokens t;
  t.kind = ThemeKind::Light;
  t.bg = rgb(0xF7F8FA), t.chrome = rgb(0xECEEF2), t.panel = rgb(0xFFFFFF), t.raised = rgb(0xFFFFFF);
  t.field = rgb(0xFFFFFF), t.hover = rgb(0xEEF1F5), t.selected = rgb(0xDCEAFB);
  t.line = rgb(0xDCE0E6), t.line2 = rgb(0xBDC4CE), t.control = rgb(0x7F8691);
  t.text1 = rgb(0x171B21), t.text2 = rgb(0x4B545F), t.text3 = rgb(0x646D79);
  t.accent = rgb(0x0A5BC4), t.onAccent = rgb(0xFFFFFF), t.halo = rgb(0xFFFFFF);
  t.ok = rgb(0x11654C), t.information = rgb(0x066BDF), t.warning = rgb(0xA16503);
  t.critical = rgb(0x6E0B03), t.unknown = rgb(0x272B31), t.planned = rgb(0x65187A);
  t.prodText = rgb(0xFFFFFF), t.chartAllocated = rgb(0x7A6A1F), t.cellOutline = t.control;
  setScales(t, false);
  return t;
}

Tokens contrastTheme() {
  Tokens t;
  t.kind = ThemeKind::Contrast;
  t.bg = rgb(0x000000), t.chrome = rgb(0x000000), t.panel = rgb(0x000000), t.raised = rgb(0x0A0A0A);
  t.field = rgb(0x000000), t.hover = rgb(0x1F1F1F), t.selected = rgb(0x003A66);
  t.line = rgb(0x8A8A8A), t.line2 = rgb(0xFFFFFF), t.control = rgb(0xFFFFFF);
  t.text1 = rgb(0xFFFFFF), t.text2 = rgb(0xFFFFFF), t.text3 = rgb(0xD0D0D0);
  t.accent = rgb(0x6FD3FF), t.onAccent = rgb(0x000000), t.halo = rgb(0x000000);
  t.ok = rgb(0x6ADEB2), t.information = rgb(0x5AB0FF), t.warning = rgb(0xFFB020);
  t.critical = rgb(0xFF7A5C), t.unknown = rgb(0xBDBDBD), t.planned = rgb(0xE7C8EE);
  t.prodText = rgb(0x000000), t.chartAllocated = rgb(0xC0B16D), t.cellOutline = rgb(0xB0B0B0);
  setScales(t, true);
  return t;
}

double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

}  // namespace

const Tokens& tokensOf(ThemeKind kind) {
  static const Tokens kDark = dark();
  static const Tokens kLight = light();
  static const Tokens kContrast = contrastTheme();
  switch (kind) {
    case ThemeKind::Light:
      return kLight;
    case ThemeKind::Contrast:
      return kContrast;
    case ThemeKind::Dark:
      break;
  }
  return kDark;
}

double Tokens::luminance(const QColor& colour) {
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double Tokens::contrast(const QColor& a, const QColor& b) {
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor Tokens::textOn(const QColor& fill) {
  return luminance(fill) > 0.179 ? rgb(0x000000) : rgb(0xFFFFFF);
}

QColor Tokens::mix(const QColor& from, const QColor& to, double amount) {
  const auto blend = [amount](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * amount)); };
  return QColor(blend(from.red(), to.red()), blend(from.green(), to.green()), blend(from.blue(), to.blue()));
}

int Tokens::rankOf(double fraction) {
  if (fraction >= 1.0) return 8;
  return std::clamp(static_cast<int>(std::ceil(fraction * 8.0)) - 1, 0, 7);
}

}  // namespace cardinal::ui
