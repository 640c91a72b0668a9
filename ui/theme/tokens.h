// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <array>

namespace cardinal::ui {

enum class ThemeKind { Dark, Light, Contrast };

/// Every colour of the program, by name. Rules: docs/reference/visual-style.md 4. Pages and widgets use these names
/// only.
struct Tokens {
  ThemeKind kind = ThemeKind::Dark;
  QColor bg, chrome, panel, raised, field, hover, selected;
  QColor line, line2, control;
  QColor text1, text2, text3;
  QColor accent, onAccent, halo;
  // States, always with glyph and word.
  QColor ok, information, warning, critical, unknown, planned;
  QColor prodText;  ///< text on a chip filled with `critical`
  QColor chartAllocated;
  QColor cellOutline;  ///< 1 px outline of every map cell
  std::array<QColor, 9>
      steps;  ///< fill of the map by rank 0..8, already in the theme's direction (more = further from the background)
  std::array<QColor, 6> categories;

  /// Black or white, whichever is readable on `fill` (luminance rule 0.179).
  static QColor textOn(const QColor& fill);
  /// Blend of two opaque colours, 0 = `from`, 1 = `to`. Marks that must stay quiet are mixed, never made transparent.
  static QColor mix(const QColor& from, const QColor& to, double amount);
  /// WCAG 2 contrast ratio of two opaque colours, 1..21.
  static double contrast(const QColor& a, const QColor& b);
  /// Relative luminance by WCAG 2, 0..1.
  static double luminance(const QColor& colour);
  /// Rank 0..8 of a fraction above 0: (0,12.5 %] .. (87.5,100), 8 = full or more.
  static int rankOf(double fraction);
};

const Tokens& tokensOf(ThemeKind kind);

}  // namespace cardinal::ui
