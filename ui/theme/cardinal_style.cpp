// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/cardinal_style.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSplitterHandle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <algorithm>
#include <cmath>

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {

CardinalStyle::CardinalStyle(const Theme& theme)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), m_theme(&theme) {}

const Tokens& CardinalStyle::tokens() const {
  return m_theme ? m_theme->tokens() : tokensOf(ThemeKind::Dark);
}

int CardinalStyle::scaled(int pixels) const {
  return m_theme ? static_cast<int>(std::lround(pixels * m_theme->textScale())) : pixels;
}

QFont CardinalStyle::font(TextRole role) const {
  return m_theme ? m_theme->font(role) : roleFont(role, 1.0);
}

void CardinalStyle::glyph(QPainter* painter, const char* name, const QColor& colour, const QRect& rect,
                          int size) const {
  if (m_theme) drawGlyph(*painter, *m_theme, QString::fromLatin1(name), colour, rect, size);
}

void CardinalStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  const bool hovers = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
                      qobject_cast<QLineEdit*>(widget) || qobject_cast<QScrollBar*>(widget) ||
                      qobject_cast<QSplitterHandle*>(widget) || qobject_cast<QTabBar*>(widget) ||
                      qobject_cast<QHeaderView*>(widget);
  if (hovers) widget->setAttribute(Qt::WA_Hover, true);
}

void CardinalStyle::unpolish(QWidget* widget) {
  QProxyStyle::unpolish(widget);
}

int CardinalStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_ButtonIconSize:
      return scaled(14);
    case PM_SmallIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
      return scaled(16);
    case PM_ToolBarIconSize:
      return scaled(14);
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
      return 0;
    case PM_FocusFrameHMargin:
    case PM_FocusFrameVMargin:
      return 3;
    case PM_ScrollBarExtent:
      return 12;
    case PM_ScrollBarSliderMin:
      return 32;
    case PM_SplitterWidth:
      return 5;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
      return scaled(16);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
      return 8;
    case PM_HeaderMarkSize:
      return scaled(8);
    case PM_HeaderMargin:
      return 8;
    case PM_ToolTipLabelFrameWidth:
      return 10;
    case PM_MenuPanelWidth:
      return 1;
    case PM_MenuVMargin:
      return 4;
    case PM_MenuHMargin:
      return 4;
    case PM_DefaultFrameWidth:
      return 1;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
      return 8;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
      return 16;
    case PM_TreeViewIndentation:
      return scaled(16);
    case PM_TabBarTabHSpace:
      return 24;
    case PM_TabBarTabVSpace:
      return 12;
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
      return 0;
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int CardinalStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                             QStyleHintReturn* data) const {
  switch (hint) {
    case SH_ToolTip_WakeUpDelay:
      return 400;
    case SH_ToolTip_FallAsleepDelay:
      return 2000;
    case SH_ComboBox_Popup:
      return 0;
    case SH_Menu_SloppySubMenus:
      return 1;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ItemView_ShowDecorationSelected:
      return hint == SH_ItemView_ShowDecorationSelected ? 1 : 0;
    case SH_ItemView_ActivateItemOnSingleClick:
      return 0;
    case SH_DialogButtonBox_ButtonsHaveIcons:
      return 0;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
      return 0;
    case SH_UnderlineShortcut:
      return 0;
    case SH_Table_GridLineColor:
      return static_cast<int>(tokens().line.rgba());
    case SH_ScrollBar_Transient:
      return 0;
    default:
      return QProxyStyle::styleHint(hint, option, widget, data);
  }
}

QSize CardinalStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                      const QWidget* widget) const {
  const bool large = widget && widget->property("large").toBool();
  const double scale = m_theme ? m_theme->textScale() : 1.0;
  const int height = static_cast<int>((large ? 32 : 28) * scale);
  switch (type) {
    case CT_PushButton:
    case CT_ToolButton: {
      const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
      const auto* tool = qstyleoption_cast<const QStyleOptionToolButton*>(option);
      const bool iconOnly = (button && button->text.isEmpty()) ||
                            (tool && (tool->text.isEmpty() || tool->toolButtonStyle == Qt::ToolButtonIconOnly));
      const bool menu = (button && (button->features & QStyleOptionButton::HasMenu)) ||
                        (tool && (tool->features & QStyleOptionToolButton::HasMenu));
      if (iconOnly) return {height + (menu ? scaled(16) : 0), height};
      // Labels are drawn heavier than the widget's own font, with a gap of 8 beside the icon.
      QFont heavy = widget ? widget->font() : font(TextRole::Body);
      const QString text = button ? button->text : tool ? tool->text : QString();
      const int normal = QFontMetrics(heavy).size(Qt::TextShowMnemonic, text).width();
      heavy.setWeight(QFont::DemiBold);
      const int extra = QFontMetrics(heavy).size(Qt::TextShowMnemonic, text).width() - normal;
      return {size.width() + 24 + 4 + std::max(0, extra) + (menu ? scaled(18) : 0), height};
    }
    case CT_ComboBox:
      return {size.width() + 12 + 12 + scaled(22), height};
    case CT_LineEdit:
      return {size.width() + 16, height};
    case CT_SpinBox:
      return {size.width() + 18 + scaled(22), height};  // its inner field keeps 18 free
    case CT_CheckBox:
    case CT_RadioButton: {
      const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {base.width(), std::max(scaled(24), base.height())};
    }
    case CT_HeaderSection: {
      const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {base.width(), std::max(28, m_theme ? m_theme->rowHeight() : 28)};
    }
    case CT_MenuItem:
      return menuItemSize(option, size);
    case CT_ItemViewItem: {
      const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {base.width(), std::max(base.height(), m_theme ? m_theme->rowHeight() : 28)};
    }
    case CT_TabBarTab: {
      const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {base.width(), static_cast<int>(32 * scale)};
    }
    default:
      return QProxyStyle::sizeFromContents(type, option, size, widget);
  }
}

void CardinalStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
  const Tokens& t = tokens();
  switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonTool:
      return drawButtonPanel(option, painter, widget);
    case PE_FrameFocusRect:
    case PE_FrameDefaultButton:
    case PE_FrameButtonTool:
      return;  // the focus ring lies outside, see FocusRing
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
      return drawCheckMark(option, painter);
    case PE_IndicatorRadioButton:
      return drawRadioMark(option, painter);
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
      return drawFieldPanel(option, painter, widget);
    case PE_PanelItemViewItem:
    case PE_PanelItemViewRow:
      return drawRowPanel(option, painter);
    case PE_FrameMenu:
    case PE_PanelMenu:
      return drawBox(*painter, option->rect, t.raised, t.line2, 0);
    case PE_PanelTipLabel:
      return drawBox(*painter, option->rect, t.raised, t.line2, 0);
    case PE_Frame: {
      if (!widget || !widget->inherits("QAbstractItemView")) return drawBox(*painter, option->rect, {}, t.line, 0);
      return;
    }
    case PE_FrameTabWidget:
    case PE_FrameTabBarBase:
      return drawHairline(*painter, QRectF(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          t.line);
    case PE_IndicatorBranch: {
      if (option->state & State_Children)
        glyph(painter, option->state & State_Open ? "chevron-down" : "chevron-right", t.text2, option->rect, 12);
      return;
    }
    case PE_IndicatorHeaderArrow: {
      const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
      if (header)
        glyph(painter, header->sortIndicator == QStyleOptionHeader::SortUp ? "sort-down" : "sort-up", t.text2,
              option->rect, 10);
      return;
    }
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight: {
      const char* name = element == PE_IndicatorArrowDown   ? "chevron-down"
                         : element == PE_IndicatorArrowUp   ? "chevron-up"
                         : element == PE_IndicatorArrowLeft ? "chevron-left"
                                                            : "chevron-right";
      return glyph(painter, name, option->state & State_Enabled ? t.text2 : t.text3, option->rect, 12);
    }
    case PE_IndicatorTabClose:
      return glyph(painter, "close", t.text2, option->rect, 12);
    case PE_FrameStatusBarItem:
    case PE_PanelScrollAreaCorner:
      return;  // the area's own ground shows
    default:
      QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void CardinalStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  const Tokens& t = tokens();
  switch (element) {
    case CE_PushButtonBevel:
      return drawButtonPanel(option, painter, widget);
    case CE_PushButtonLabel:
      return drawButtonLabel(option, painter, widget);
    case CE_ComboBoxLabel:
      return drawComboLabel(option, painter, widget);
    case CE_FocusFrame:
      return drawBox(*painter, option->rect, {}, t.accent, 6, 2);
    case CE_HeaderSection:
      return drawHeaderSection(option, painter);
    case CE_HeaderEmptyArea:
      painter->fillRect(option->rect, t.panel);
      return drawHairline(*painter, QRectF(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          t.line);
    case CE_HeaderLabel:
      return drawHeaderLabel(option, painter, widget);
    case CE_Splitter: {
      const bool across = option->state & State_Horizontal;
      const QPoint c = option->rect.center();
      const QRectF line = across ? QRectF(c.x(), option->rect.top(), 1, option->rect.height())
                                 : QRectF(option->rect.left(), c.y(), option->rect.width(), 1);
      return drawHairline(*painter, line, option->state & State_MouseOver ? t.control : t.line);
    }
    case CE_MenuItem:
      return drawMenuItem(option, painter);
    case CE_MenuEmptyArea:
      return painter->fillRect(option->rect, t.raised);
    case CE_MenuBarEmptyArea:
      return painter->fillRect(option->rect, t.chrome);
    case CE_MenuBarItem: {
      const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
      if (!item) return;
      painter->fillRect(option->rect, option->state & State_Selected ? t.hover : t.chrome);
      painter->setPen(option->state & State_Enabled ? t.text1 : t.text3);
      return painter->drawText(option->rect, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextHideMnemonic, item->text);
    }
    case CE_TabBarTabShape:
      return drawTab(option, painter);
    case CE_TabBarTabLabel:
      return drawTabLabel(option, painter);
    case CE_ProgressBar:
      return drawProgress(option, painter);
    case CE_ShapedFrame: {
      const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      if (frame && (frame->frameShape == QFrame::HLine || frame->frameShape == QFrame::VLine)) {
        const bool across = frame->frameShape == QFrame::HLine;
        const QPoint c = option->rect.center();
        return drawHairline(*painter,
                            across ? QRectF(option->rect.left(), c.y(), option->rect.width(), 1)
                                   : QRectF(c.x(), option->rect.top(), 1, option->rect.height()),
                            t.line);
      }
      return QProxyStyle::drawControl(element, option, painter, widget);
    }
    default:
      QProxyStyle::drawControl(element, option, painter, widget);
  }
}

void CardinalStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                       const QWidget* widget) const {
  switch (control) {
    case CC_ToolButton:
      return drawToolButton(option, painter, widget);
    case CC_ComboBox:
      return drawComboBox(option, painter, widget);
    case CC_SpinBox:
      return drawSpinBox(option, painter, widget);
    case CC_ScrollBar:
      return drawScrollBar(option, painter, widget);
    default:
      QProxyStyle::drawComplexControl(control, option, painter, widget);
  }
}

QRect CardinalStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
  if (element == SE_LineEditContents) return option->rect.adjusted(6, 0, -6, 0);
  QRect rect = QProxyStyle::subElementRect(element, option, widget);
  // Fusion's stands at the upper edge; beside the words it belongs to their line.
  if (element == SE_HeaderArrow) rect.moveTop(option->rect.top() + (option->rect.height() - rect.height()) / 2);
  return rect;
}

}  // namespace cardinal::ui
