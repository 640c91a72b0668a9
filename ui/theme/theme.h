// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPixmap>
#include <QString>
#include <memory>

#include "ui/theme/tokens.h"

class QApplication;
class QPalette;

namespace cardinal::ui {

/// Text roles of the visual style; pixel sizes before text scale.
enum class TextRole { Figure, Kpi, Title, Body, BodyStrong, Small, SmallStrong, Micro, Mono };

/// The look in force: tokens, fonts, icons, style and palette. One object, made in `app`, handed to windows and widgets
/// by reference; it outlives them. GUI thread only.
class Theme : public QObject {
  Q_OBJECT
 public:
  explicit Theme(ThemeKind kind, QObject* parent = nullptr);
  ~Theme() override;

  ThemeKind kind() const;
  const Tokens& tokens() const;
  /// Switches; sets the application's palette when `applyTo` was called, then emits changed(). No restart.
  void setKind(ThemeKind kind);

  /// Installs style, palette and base font on the application. Once.
  void applyTo(QApplication& application);

  /// The platform's palette before ours was put on.
  const QPalette& systemPalette() const;

  /// Font of a role with equal digit widths; families chosen once by measuring.
  QFont font(TextRole role) const;
  /// Height of one line of a role, and of a table row (never below 28), at the text scale in force.
  int lineHeight(TextRole role) const;
  int rowHeight() const;

  /// The user's text scale, 1..2. Changing it emits changed().
  double textScale() const;
  void setTextScale(double scale);

  /// Off when the platform or the user asks for no animations: changed cells then get no outline either.
  bool animations() const;
  void setAnimations(bool on);

  /// Tinted icon ("map", "cordon", ... names of docs/reference/visual-style.md 6), cached per colour, size and ratio.
  QIcon icon(const QString& name, const QColor& colour) const;
  QPixmap pixmap(const QString& name, const QColor& colour, int size, qreal ratio) const;

 signals:
  void changed();

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal::ui
