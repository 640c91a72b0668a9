// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPalette>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/theme/cardinal_style.h"
#include "ui/theme/cff_text.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icon_store.h"
#include "ui/theme/tool_tips.h"

namespace cardinal::ui {
namespace {

constexpr int kTipWidth = 320;

QPalette paletteOf(const Tokens& t) {
  QPalette p;
  const auto all = [&p](QPalette::ColorRole role, const QColor& colour) { p.setColor(role, colour); };
  all(QPalette::Window, t.panel);
  all(QPalette::WindowText, t.text1);
  all(QPalette::Base, t.panel);
  all(QPalette::AlternateBase, t.panel);
  all(QPalette::Text, t.text1);
  all(QPalette::Button, t.raised);
  all(QPalette::ButtonText, t.text1);
  all(QPalette::BrightText, t.text1);
  all(QPalette::Highlight, t.selected);
  all(QPalette::HighlightedText, t.text1);
  all(QPalette::PlaceholderText, t.text3);
  all(QPalette::ToolTipBase, t.raised);
  all(QPalette::ToolTipText, t.text1);
  all(QPalette::Link, t.accent);
  all(QPalette::LinkVisited, t.accent);
  all(QPalette::Light, t.hover);
  all(QPalette::Midlight, t.line);
  all(QPalette::Mid, t.line2);
  all(QPalette::Dark, t.control);
  all(QPalette::Shadow, t.halo);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
    p.setColor(QPalette::Disabled, role, t.text3);
  }
  p.setColor(QPalette::Disabled, QPalette::Button, t.panel);
  return p;
}

}  // namespace

struct Theme::Impl {
  ThemeKind kind;
  QPalette systemPalette;
  double textScale = 1.0;
  bool animations = true;
  QApplication* application = nullptr;
  std::unique_ptr<FocusRing> focusRing;
  std::unique_ptr<ToolTips> toolTips;
  std::shared_ptr<IconStore> icons = std::make_shared<IconStore>();

  void dress() {
    application->setPalette(paletteOf(tokensOf(kind)));
    application->setFont(roleFont(TextRole::Body, textScale));
    QToolTip::setFont(roleFont(TextRole::Small, textScale));
    QToolTip::setPalette(paletteOf(tokensOf(kind)));
    toolTips->setWidth(static_cast<int>(std::lround(kTipWidth * textScale)));
  }
};

Theme::Theme(ThemeKind kind, QObject* parent) : QObject(parent), m_impl(std::make_unique<Impl>()) {
  drawCffInTrueWeight();
  m_impl->kind = kind;
}

Theme::~Theme() = default;

ThemeKind Theme::kind() const {
  return m_impl->kind;
}

const Tokens& Theme::tokens() const {
  return tokensOf(m_impl->kind);
}

void Theme::setKind(ThemeKind kind) {
  if (kind == m_impl->kind) return;
  m_impl->kind = kind;
  if (m_impl->application) m_impl->dress();
  emit changed();
}

void Theme::applyTo(QApplication& application) {
  m_impl->application = &application;
  m_impl->systemPalette = QApplication::palette();
  application.setStyle(new CardinalStyle(*this));
  m_impl->focusRing = std::make_unique<FocusRing>(application);
  m_impl->toolTips = std::make_unique<ToolTips>(application);
  m_impl->dress();
}

const QPalette& Theme::systemPalette() const {
  return m_impl->systemPalette;
}

QFont Theme::font(TextRole role) const {
  return roleFont(role, m_impl->textScale);
}

int Theme::lineHeight(TextRole role) const {
  return static_cast<int>(std::lround(roleLineHeight(role) * m_impl->textScale));
}

int Theme::rowHeight() const {
  return std::max(28, (lineHeight(TextRole::Small) + 8 + 2) / 4 * 4);
}

double Theme::textScale() const {
  return m_impl->textScale;
}

void Theme::setTextScale(double scale) {
  scale = std::clamp(scale, 1.0, 2.0);
  if (scale == m_impl->textScale) return;
  m_impl->textScale = scale;
  if (m_impl->application) m_impl->dress();
  emit changed();
}

bool Theme::animations() const {
  return m_impl->animations;
}

void Theme::setAnimations(bool on) {
  m_impl->animations = on;
}

QIcon Theme::icon(const QString& name, const QColor& colour) const {
  return makeIcon(m_impl->icons, name, colour, tokens().text3);
}

QPixmap Theme::pixmap(const QString& name, const QColor& colour, int size, qreal ratio) const {
  return m_impl->icons->pixmap(name, colour, size, ratio);
}

}  // namespace cardinal::ui
