// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/dock/yaml_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QTextBlock>

#include "ui/pages/common/yaml/yaml_keys.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

namespace {

constexpr int kMargin = 20;
constexpr qsizetype kLineLimit = 2000;

qsizetype indentOf(const QString& line) {
  qsizetype indent = 0;
  while (indent < line.size() && line[indent] == u' ') ++indent;
  // A list stands at the column of its key and still belongs to it.
  if (indent < line.size() && line[indent] == u'-') ++indent;
  return indent;
}

}  // namespace

class YamlView::Margin : public QWidget {
 public:
  explicit Margin(YamlView& view) : QWidget(&view), m_view(view) {}

 protected:
  void paintEvent(QPaintEvent*) override { m_view.paintMargin(*this); }
  void mousePressEvent(QMouseEvent* event) override { m_view.clickMargin(event->pos()); }

 private:
  YamlView& m_view;
};

YamlView::YamlView(Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent), m_theme(theme), m_margin(new Margin(*this)), m_hits(theme, *this) {
  setReadOnly(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setLineWrapMode(NoWrap);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setViewportMargins(kMargin, 0, 0, 0);
  auto* painter = new YamlKeys(theme, document());
  connect(this, &QPlainTextEdit::updateRequest, m_margin, qOverload<>(&QWidget::update));
  connect(&theme, &Theme::changed, this, [this, painter] {
    dress();
    painter->rehighlight();
  });
  dress();
}

void YamlView::dress() {
  setFont(m_theme.font(TextRole::Mono));
  m_hits.mark();
}

void YamlView::setYaml(const QString& yaml) {
  m_whole = yaml;
  m_cutLines = 0;
  m_hits.forget();
  QStringList lines = yaml.split(u'\n');
  if (!lines.isEmpty() && lines.last().isEmpty()) lines.removeLast();
  for (QString& line : lines) {
    if (line.size() <= kLineLimit) continue;
    line.truncate(kLineLimit - 1);
    line.append(QChar(0x2026));
    ++m_cutLines;
  }
  setPlainText(lines.join(u'\n'));
  if (!m_hits.wanted().isEmpty()) search(m_hits.wanted());
}

int YamlView::search(const QString& text) {
  const int hits = m_hits.search(text);
  if (hits > 0) step(true);
  return hits;
}

int YamlView::step(bool forward) {
  const QTextCursor there = m_hits.choose(forward);
  if (there.isNull()) return 0;
  const QTextBlock block = there.block();
  for (QTextBlock above = block; !block.isVisible() && above.isValid(); above = above.previous()) {
    if (above.isVisible()) {
      setFolded(above.blockNumber(), false);
      break;
    }
  }
  setTextCursor(there);
  centerCursor();
  return m_hits.chosen();
}

QTextBlock YamlView::lastInside(const QTextBlock& block) const {
  const qsizetype indent = indentOf(block.text());
  QTextBlock last = block;
  for (QTextBlock next = block.next(); next.isValid(); next = next.next()) {
    if (!next.text().isEmpty() && indentOf(next.text()) <= indent) break;
    last = next;
  }
  return last;
}

bool YamlView::isFolded(const QTextBlock& block) const {
  return block.next().isValid() && !block.next().isVisible();
}

bool YamlView::setFolded(int line, bool folded) {
  const QTextBlock block = document()->findBlockByNumber(line);
  if (!block.isValid()) return false;
  const QTextBlock last = lastInside(block);
  if (last == block) return false;
  for (QTextBlock inside = block.next(); inside.isValid(); inside = inside.next()) {
    inside.setVisible(!folded);
    inside.setLineCount(folded ? 0 : std::max(1, inside.layout()->lineCount()));
    if (inside == last) break;
  }
  document()->markContentsDirty(block.position(), last.position() + last.length() - block.position());
  viewport()->update();
  m_margin->update();
  return true;
}

void YamlView::foldAll(bool folded) {
  for (QTextBlock block = document()->begin(); block.isValid(); block = lastInside(block).next())
    setFolded(block.blockNumber(), folded);
}

void YamlView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Minus || event->key() == Qt::Key_Plus) {
    setFolded(textCursor().blockNumber(), event->key() == Qt::Key_Minus);
    return;
  }
  const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isReturn && m_askable.count(textCursor().blockNumber()) > 0) {
    emit valueRequested(textCursor().blockNumber());
    return;
  }
  QPlainTextEdit::keyPressEvent(event);
}

void YamlView::setAskable(std::set<int> lines) {
  m_askable = std::move(lines);
}

void YamlView::mouseMoveEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseMoveEvent(event);
  const bool askable = m_askable.count(cursorForPosition(event->pos()).blockNumber()) > 0;
  viewport()->setCursor(askable ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

/// A press that marks text asks for nothing.
void YamlView::mouseReleaseEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseReleaseEvent(event);
  if (event->button() != Qt::LeftButton || textCursor().hasSelection()) return;
  const int line = cursorForPosition(event->pos()).blockNumber();
  if (m_askable.count(line) > 0) emit valueRequested(line);
}

void YamlView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  const QRect inner = contentsRect();
  m_margin->setGeometry(inner.left(), inner.top(), kMargin, inner.height());
}

void YamlView::paintMargin(QWidget& margin) const {
  QPainter painter(&margin);
  painter.fillRect(margin.rect(), m_theme.tokens().panel);
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    if (!block.isVisible()) continue;
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > margin.height()) break;
    if (lastInside(block) == block) continue;
    const QString icon = isFolded(block) ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down");
    painter.drawPixmap(QPointF(4, place.center().y() - 6),
                       m_theme.pixmap(icon, m_theme.tokens().text3, 12, devicePixelRatioF()));
  }
}

void YamlView::clickMargin(const QPoint& at) {
  const QTextBlock block = cursorForPosition(QPoint(0, at.y())).block();
  setFolded(block.blockNumber(), !isFolded(block));
}

}  // namespace cardinal::ui
