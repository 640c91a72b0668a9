// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/toast.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {

constexpr int kWidth = 320;
constexpr int kEdge = 16;
constexpr int kGlyph = 16;
constexpr int kMax = 3;
constexpr int kStayMs = 5000;
const QString kFooter = QStringLiteral("paneFooter");

/// One message; leaves by itself unless the pointer is on it or it is an error.
class Toast : public QWidget {
 public:
  Toast(Theme& theme, StateRole state, const QString& text, const QString& action, std::function<void()> onAction,
        QWidget* parent)
      : QWidget(parent), m_theme(theme), m_state(state) {
    setFixedWidth(static_cast<int>(kWidth * std::min(1.5, theme.textScale())));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12 + scaledWidth(theme, kGlyph) + 8, 6, 6, 6);
    row->setSpacing(4);
    auto* words = new TextLabel(theme, TextRole::Body, TextTone::Strong, this);
    words->setText(text);
    words->setWordWrap(true);
    row->addWidget(words, 1);
    if (!action.isEmpty()) {
      auto* button = new ActionButton(theme, this);
      button->setKind(ButtonKind::Quiet);
      button->setText(action);
      connect(button, &QPushButton::clicked, this, [this, run = std::move(onAction)] {
        if (run) run();
        deleteLater();
      });
      row->addWidget(button);
    }
    auto* close = new ActionButton(theme, this);
    close->setKind(ButtonKind::Quiet);
    close->setIconName(QStringLiteral("close"));
    close->setToolTip(ToastStack::tr("Close"));
    connect(close, &QPushButton::clicked, this, &QObject::deleteLater);
    row->addWidget(close, 0, Qt::AlignTop);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kStayMs);
    connect(&m_timer, &QTimer::timeout, this, &QObject::deleteLater);
    if (state != StateRole::Critical) m_timer.start();
    connect(&theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Tokens& t = m_theme.tokens();
    QPainter painter(this);
    drawBox(painter, rect(), t.raised, t.line2, 4);
    drawGlyph(painter, m_theme, stateGlyph(m_state), stateColour(t, m_state),
              QRectF(12, 0, scaledWidth(m_theme, kGlyph), std::min(height(), scaledWidth(m_theme, 40))), kGlyph);
  }
  void enterEvent(QEnterEvent* event) override {
    m_timer.stop();
    QWidget::enterEvent(event);
  }
  void leaveEvent(QEvent* event) override {
    if (m_state != StateRole::Critical) m_timer.start();
    QWidget::leaveEvent(event);
  }

 private:
  Theme& m_theme;
  StateRole m_state;
  QTimer m_timer;
};

}  // namespace

ToastStack::ToastStack(Theme& theme, QWidget* host) : QWidget(host), m_theme(theme) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  hide();
}

void ToastStack::show(StateRole state, const QString& text, const QString& action, std::function<void()> onAction) {
  auto* column = static_cast<QVBoxLayout*>(layout());
  while (column->count() >= kMax) {
    QLayoutItem* oldest = column->takeAt(0);
    delete oldest->widget();
    delete oldest;
  }
  auto* toast = new Toast(m_theme, state, text, action, std::move(onAction), this);
  column->addWidget(toast);
  connect(toast, &QObject::destroyed, this, &ToastStack::arrange, Qt::QueuedConnection);
  toast->show();
  if (isHidden()) qApp->installEventFilter(this);  // panes come and go while it is shown
  QWidget::show();
  arrange();
  QAccessibleEvent said(toast, QAccessible::Alert);
  toast->setAccessibleName(text);
  QAccessible::updateAccessibility(&said);
}

void ToastStack::arrange() {
  if (layout()->count() == 0) {
    qApp->removeEventFilter(this);
    return hide();
  }
  layout()->activate();
  adjustSize();
  const QWidget* host = parentWidget();
  move(host->width() - width() - kEdge, lowest() - height());
  raise();
}

int ToastStack::lowest() const {
  const QWidget* host = parentWidget();
  int edge = host->height() - kEdge;
  const int left = host->width() - width() - kEdge;
  for (const QWidget* foot : host->findChildren<QWidget*>(kFooter)) {
    if (!foot->isVisible()) continue;
    const QRect taken(foot->mapTo(host, QPoint()), foot->size());
    if (taken.intersects(QRect(left, edge - height(), width(), height()))) edge = taken.top() - kEdge / 2;
  }
  return edge;
}

bool ToastStack::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  const bool moved = type == QEvent::Resize || type == QEvent::Move || type == QEvent::Show || type == QEvent::Hide;
  if (moved && watched->objectName() == kFooter)
    QMetaObject::invokeMethod(this, &ToastStack::arrange, Qt::QueuedConnection);
  if (watched == parent() && type == QEvent::Resize) arrange();
  return QWidget::eventFilter(watched, event);
}

}  // namespace cardinal::ui
