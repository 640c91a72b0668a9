// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/filter_line.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {
constexpr int kHeight = 28;
constexpr int kIcon = 14;
constexpr int kKey = 18;
constexpr int kErrorLine = 18;

int leftOf(const Theme& theme) {
  return 8 + scaledWidth(theme, kIcon) + 4;
}
}  // namespace

FilterLine::FilterLine(Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_field(new QLineEdit(this)),
      m_clear(new ActionButton(theme, this)),
      m_error(new TextLabel(theme, TextRole::Small, TextTone::Critical, this)) {
  m_field->setFrame(false);
  m_field->setProperty("bare", true);
  m_field->installEventFilter(this);
  m_clear->setKind(ButtonKind::Quiet);
  m_clear->setIconName(QStringLiteral("close"));
  m_clear->setFocusPolicy(Qt::NoFocus);  // Escape does the same
  m_clear->setToolTip(tr("Clear (Esc)"));
  m_clear->hide();
  connect(m_clear, &QAbstractButton::clicked, this, [this] {
    m_field->clear();
    m_field->setFocus();
  });
  m_error->setWordWrap(true);
  m_error->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_error->hide();
  setFocusProxy(m_field);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMinimumWidth(160);
  setFixedHeight(kHeight);
  connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (m_clear->isHidden() != text.isEmpty()) {
      m_clear->setVisible(!text.isEmpty());
      arrange();
    }
    update();
    emit textChanged(text);
  });
  connect(m_field, &QLineEdit::returnPressed, this, &FilterLine::accepted);
  const auto dress = [this] {
    m_field->setFont(m_theme.font(TextRole::Body));
    QPalette look = m_field->palette();
    look.setColor(QPalette::Base, Qt::transparent);
    look.setColor(QPalette::Text, m_theme.tokens().text1);
    look.setColor(QPalette::PlaceholderText, m_theme.tokens().text3);
    m_field->setPalette(look);
    arrange();
    update();
  };
  connect(&theme, &Theme::changed, this, dress);
  dress();
}

void FilterLine::leadTo(QWidget& list) {
  connect(this, &FilterLine::left, &list, qOverload<>(&QWidget::setFocus));
  connect(this, &FilterLine::accepted, &list, qOverload<>(&QWidget::setFocus));
  m_list = &list;
}

/// To the first row where none is chosen.
void FilterLine::goToList() {
  m_list->setFocus(Qt::TabFocusReason);
  QWidget* target = m_list;
  while (target->focusProxy() != nullptr) target = target->focusProxy();
  auto* view = qobject_cast<QAbstractItemView*>(target);
  if (view == nullptr || view->model() == nullptr || view->currentIndex().isValid()) return;
  if (view->model()->rowCount() > 0) view->setCurrentIndex(view->model()->index(0, 0));
}

void FilterLine::setPlaceholder(const QString& text) {
  m_field->setPlaceholderText(text);
  m_field->setAccessibleName(text);
}

void FilterLine::setHits(const QString& hits) {
  m_hits = hits;
  arrange();
  update();
}

void FilterLine::setError(const QString& message) {
  m_error->setText(message);
  m_error->setToolTip(message.toHtmlEscaped());
  m_error->setVisible(!message.isEmpty());
  m_field->setAccessibleDescription(message);
  arrange();
  update();
}

void FilterLine::setHint(const QString& key) {
  m_hint = key;
  arrange();
  update();
}

QString FilterLine::text() const {
  return m_field->text();
}

void FilterLine::setText(const QString& text) {
  m_field->setText(text);
}

void FilterLine::arrange() {
  const int line = static_cast<int>(kHeight * m_theme.textScale());
  const bool wrong = m_error && !m_error->text().isEmpty();
  // As many lines as the message takes: its end says what is allowed.
  const int errorLine =
      wrong ? std::max(scaledWidth(m_theme, kErrorLine), m_error->heightForWidth(std::max(1, width() - 4)) + 2) : 0;
  setFixedHeight(line + (wrong ? errorLine : 0));
  const QFontMetrics metrics(m_theme.font(TextRole::Small));
  const int side = m_clear->isHidden() ? 0 : line - 4;
  const int right = side + (!m_hits.isEmpty()   ? metrics.horizontalAdvance(m_hits) + 16
                            : !m_hint.isEmpty() ? scaledWidth(m_theme, kKey) + 14
                                                : 8);
  const int left = leftOf(m_theme);
  m_field->setGeometry(left, 1, std::max(20, width() - left - right), line - 2);
  m_clear->setGeometry(width() - side - 2, 2, side, line - 4);
  if (wrong) m_error->setGeometry(2, line + 2, width() - 4, errorLine - 2);
}

void FilterLine::resizeEvent(QResizeEvent*) {
  arrange();
}

void FilterLine::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  const QRectF box(0, 0, width(), static_cast<int>(kHeight * m_theme.textScale()));
  const bool wrong = !m_error->text().isEmpty();
  const bool focus = m_field->hasFocus();
  drawBox(painter, box, t.field, wrong ? t.critical : focus ? t.accent : t.control, 4, focus || wrong ? 2 : 1);
  drawGlyph(painter, m_theme, QStringLiteral("search"), t.text2,
            QRectF(8, 0, scaledWidth(m_theme, kIcon), box.height()), kIcon);
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text2);
  const int cross = m_clear->isHidden() ? 0 : m_clear->width();
  if (!m_hits.isEmpty())
    return drawLine(painter, box.adjusted(0, 0, -8 - cross, 0), m_hits, Qt::AlignRight, Qt::ElideNone);
  if (m_hint.isEmpty() || focus || !m_field->text().isEmpty()) return;
  const int side = scaledWidth(m_theme, kKey);
  const QRectF key(box.right() - side - 8, box.center().y() - side / 2.0, side, side);
  drawBox(painter, key, {}, t.line2, 3);
  drawLine(painter, key, m_hint, Qt::AlignHCenter, Qt::ElideNone);
}

bool FilterLine::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
  // Before the window's own Escape, which closes panes.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Escape) {
    if (m_field->text().isEmpty()) {
      emit left();
    } else {
      m_field->clear();
    }
    return true;
  }
  if (key->key() == Qt::Key_Down && (key->modifiers() & ~Qt::KeypadModifier) == 0 && !m_list.isNull()) {
    goToList();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void FilterLine::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) m_clear->setToolTip(tr("Clear (Esc)"));
}

}  // namespace cardinal::ui
