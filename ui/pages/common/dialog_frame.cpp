// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/dialog_frame.h"

#include <QBoxLayout>
#include <QPainter>
#include <QResizeEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

constexpr double kOfScreen = 0.95;

/// As high as its content, up to what is left of the screen; the content scrolls beyond that, and the buttons below it
/// stay in reach.
class BodyArea : public QScrollArea {
 public:
  BodyArea(QLayout& body, QWidget* parent) : QScrollArea(parent), m_content(new QWidget) {
    body.setContentsMargins(0, 0, 0, 0);
    m_content->setLayout(&body);
    viewport()->setAutoFillBackground(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setWidget(m_content);
    m_content->setAutoFillBackground(false);
    m_content->installEventFilter(this);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
  }

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return std::min(contentHeight(width), limit()); }
  QSize sizeHint() const override {
    const QSize whole = m_content->layout()->totalSizeHint();
    return {whole.width(), std::min(whole.height(), limit())};
  }
  QSize minimumSizeHint() const override {
    const QSize least = m_content->layout()->totalMinimumSize();
    const int height = std::max(least.height(), contentHeight(width()));
    const int bar = height > limit() ? verticalScrollBar()->sizeHint().width() : 0;
    return {least.width() + bar, std::min(height, limit())};
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) {
      // The dialog follows in the same moment: a button that moves later would be missed by a press.
      m_content->layout()->activate();
      updateGeometry();
      if (QLayout* outer = parentWidget()->layout()) outer->activate();
      widenDialog();
    }
    return QScrollArea::eventFilter(watched, event);
  }
  void resizeEvent(QResizeEvent* event) override {
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) updateGeometry();
  }

 private:
  /// A dialog that has a least width of its own does not follow its content; what is too wide would be cut off.
  void widenDialog() {
    const QLayout* outer = parentWidget()->layout();
    if (outer == nullptr) return;
    const int most = static_cast<int>(screen()->availableGeometry().width() * kOfScreen);
    const int wanted = std::min(outer->totalMinimumSize().width(), most);
    if (wanted > parentWidget()->minimumWidth()) parentWidget()->setMinimumWidth(wanted);
  }
  int contentHeight(int width) const {
    const QLayout& body = *m_content->layout();
    return body.hasHeightForWidth() ? body.totalHeightForWidth(width) : body.totalMinimumSize().height();
  }
  /// Of the screen without the edges, the title and the buttons of the dialog.
  int limit() const {
    const QLayout* outer = parentWidget()->layout();
    int around = outer == nullptr ? 0 : outer->contentsMargins().top() + outer->contentsMargins().bottom();
    for (int i = 0; outer != nullptr && i < outer->count(); ++i) {
      QLayoutItem* item = outer->itemAt(i);
      if (item->widget() == this) continue;
      const int wide = parentWidget()->width() - outer->contentsMargins().left() - outer->contentsMargins().right();
      around += outer->spacing() + (item->hasHeightForWidth() ? item->heightForWidth(wide) : item->sizeHint().height());
    }
    return std::max(1, static_cast<int>(screen()->availableGeometry().height() * kOfScreen) - around);
  }

  QWidget* m_content;
};

}  // namespace

DialogFrame::DialogFrame(Theme& theme, const QString& title, int width, QWidget* parent)
    : QDialog(parent),
      m_theme(theme),
      m_head(new TextLabel(theme, TextRole::Title, TextTone::Strong, this)),
      m_body(new QVBoxLayout),
      m_buttons(new QHBoxLayout) {
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(std::min(scaledWidth(theme, width), screen()->availableGeometry().width() * 9 / 10));
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(20, 20, 20, 20);
  outer->setSpacing(16);
  m_head->setWordWrap(true);
  setTitle(title);
  m_body->setSpacing(12);
  outer->addWidget(m_head);
  outer->addWidget(new BodyArea(*m_body, this), 1);
  m_buttons->setSpacing(8);
  m_buttons->addStretch(1);
  outer->addLayout(m_buttons);
}

/// Not every desktop draws a frame, and black on black has no edge.
void DialogFrame::paintEvent(QPaintEvent* event) {
  QDialog::paintEvent(event);
  QPainter painter(this);
  drawBox(painter, rect(), {}, m_theme.tokens().line2, 0);
}

void DialogFrame::setTitle(const QString& title) {
  setWindowTitle(title);
  m_head->setText(title);
}

ActionButton* DialogFrame::addButton(const QString& text, bool primary) {
  auto* button = new ActionButton(m_theme, this);
  button->setText(text);
  button->setLarge(true);
  button->setAutoDefault(false);
  button->setKind(primary ? ButtonKind::Primary : ButtonKind::Normal);
  m_buttons->addWidget(button);
  if (!m_safe) {
    m_safe = button;
    connect(button, &QAbstractButton::clicked, this, &QDialog::reject);
    button->setFocus();
  }
  return button;
}

void DialogFrame::offerReturn(ActionButton& act) {
  act.setDefault(true);
  if (focusWidget() == m_safe) act.setFocus();
}

}  // namespace cardinal::ui
