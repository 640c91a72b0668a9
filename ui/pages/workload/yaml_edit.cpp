// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/workload/yaml_edit.h"

#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>
#include <algorithm>

#include "ui/pages/common/yaml/yaml_keys.h"

namespace cardinal::ui {

namespace {
constexpr int kMinDigits = 3;
constexpr int kMarginPadding = 8;
}  // namespace

class YamlEdit::Margin : public QWidget {
 public:
  explicit Margin(YamlEdit& edit) : QWidget(&edit), m_edit(edit) {}

 protected:
  void paintEvent(QPaintEvent*) override { m_edit.paintMargin(*this); }

 private:
  YamlEdit& m_edit;
};

YamlEdit::YamlEdit(Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent), m_theme(theme), m_margin(new Margin(*this)) {
  setLineWrapMode(NoWrap);
  setFrameShape(QFrame::NoFrame);
  setTabChangesFocus(false);
  auto* keys = new YamlKeys(theme, document());
  connect(this, &QPlainTextEdit::updateRequest, m_margin, qOverload<>(&QWidget::update));
  connect(this, &QPlainTextEdit::blockCountChanged, this, &YamlEdit::layOutMargin);
  connect(&theme, &Theme::changed, this, [this, keys] {
    dress();
    keys->rehighlight();
  });
  dress();
}

void YamlEdit::dress() {
  setFont(m_theme.font(TextRole::Mono));
  layOutMargin();
  showMarks();
}

void YamlEdit::replaceText(const QString& text) {
  const QString old = toPlainText();
  if (old == text) return;
  const qsizetype shorter = std::min(old.size(), text.size());
  qsizetype same = 0;
  while (same < shorter && old[same] == text[same]) ++same;
  qsizetype tail = 0;
  while (tail < shorter - same && old[old.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
  QTextCursor cursor(document());
  cursor.setPosition(static_cast<int>(same));
  cursor.setPosition(static_cast<int>(old.size() - tail), QTextCursor::KeepAnchor);
  cursor.insertText(text.mid(same, text.size() - same - tail));
}

void YamlEdit::markLines(const QList<int>& lines) {
  m_marked = lines;
  showMarks();
}

void YamlEdit::showMarks() {
  QList<QTextEdit::ExtraSelection> marks;
  for (const int line : m_marked) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (line < 1 || !block.isValid()) continue;
    QTextEdit::ExtraSelection one;
    one.cursor = QTextCursor(block);
    one.format.setBackground(m_theme.tokens().selected);
    one.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks.append(one);
  }
  setExtraSelections(marks);
  m_margin->update();
}

void YamlEdit::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Tab && event->modifiers() == Qt::NoModifier) {
    textCursor().insertText(QStringLiteral("  "));
    return;
  }
  if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QPlainTextEdit::keyPressEvent(event);
  // A new line stands as deep as the one before.
  const QString line = textCursor().block().text();
  const auto first = std::find_if(line.begin(), line.end(), [](QChar c) { return c != u' '; });
  textCursor().insertText(u'\n' + QString(first - line.begin(), u' '));
  ensureCursorVisible();
}

void YamlEdit::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  layOutMargin();
}

void YamlEdit::layOutMargin() {
  const auto digits = std::max<qsizetype>(kMinDigits, QString::number(blockCount()).size());
  const int wide = fontMetrics().horizontalAdvance(QString(digits, u'0')) + 2 * kMarginPadding;
  setViewportMargins(wide, 0, 0, 0);
  const QRect inner = contentsRect();
  m_margin->setGeometry(inner.left(), inner.top(), wide, inner.height());
}

void YamlEdit::paintMargin(QWidget& margin) const {
  const Tokens& t = m_theme.tokens();
  QPainter painter(&margin);
  painter.fillRect(margin.rect(), t.panel);
  painter.setFont(font());
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > margin.height()) break;
    const int line = block.blockNumber() + 1;
    painter.setPen(m_marked.contains(line) ? t.warning : t.text3);
    painter.drawText(QRectF(0, place.top(), margin.width() - kMarginPadding, place.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
  }
}

}  // namespace cardinal::ui
