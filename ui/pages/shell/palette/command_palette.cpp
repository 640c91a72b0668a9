// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/palette/command_palette.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <algorithm>

#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/palette/command_texts.h"
#include "ui/pages/shell/palette/palette_search.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

namespace {

constexpr int kWidth = 640;
constexpr int kShown = 40;
constexpr int kRows = 10;
constexpr int kKind = Qt::UserRole + 1;
constexpr int kKey = Qt::UserRole + 2;
constexpr int kHint = Qt::UserRole + 3;
constexpr int kIcon = Qt::UserRole + 4;

/// Icon, name, and what it is or which key calls it at the right.
class HitDelegate : public QStyledItemDelegate {
 public:
  HitDelegate(Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Tokens& t = m_theme.tokens();
    const bool selected = option.state & QStyle::State_Selected;
    if (selected) painter->fillRect(option.rect, t.selected);
    QRect rect = option.rect.adjusted(16, 0, -16, 0);
    const int side = scaledWidth(m_theme, 16);
    const QRectF icon(rect.left(), rect.top(), side, rect.height());
    drawGlyph(*painter, m_theme, index.data(kIcon).toString(), t.text2, icon, 16);
    rect.setLeft(rect.left() + side + 10);
    const QFont small = m_theme.font(TextRole::Small);
    const QString hint = index.data(kHint).toString();
    const int hintWidth = QFontMetrics(small).horizontalAdvance(hint);
    painter->setFont(small);
    painter->setPen(selected ? t.text2 : t.text3);
    painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, hint);
    const QFont body = m_theme.font(TextRole::Body);
    painter->setFont(body);
    painter->setPen(t.text1);
    const QString text = QFontMetrics(body).elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle,
                                                       rect.width() - hintWidth - 16);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return {QStyledItemDelegate::sizeHint(option, index).width(), m_theme.rowHeight() + 4};
  }

 private:
  Theme& m_theme;
};

QString keyText(const QList<QKeySequence>& keys) {
  return keys.isEmpty() ? QString() : keys.first().toString(QKeySequence::NativeText);
}

}  // namespace

CommandPalette::CommandPalette(const PageContext& context, CommandSet& commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint),
      m_context(context),
      m_commands(commands),
      m_field(new QLineEdit(this)),
      m_model(new QStandardItemModel(this)),
      m_list(new QListView(this)),
      m_foot(new TextLabel(context.theme, TextRole::Small, TextTone::Quiet, this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Command palette"));
  setFixedWidth(kWidth);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 12, 1, 8);
  layout->setSpacing(8);
  auto* inset = new QHBoxLayout;
  inset->setContentsMargins(12, 0, 12, 0);
  inset->addWidget(m_field);
  m_field->setPlaceholderText(tr("Pages, acts, nodes, pods, namespaces, templates"));
  m_field->setAccessibleName(tr("Command palette"));
  m_field->installEventFilter(this);
  layout->addLayout(inset);
  m_list->setModel(m_model);
  m_list->setItemDelegate(new HitDelegate(context.theme, m_list));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setUniformItemSizes(true);
  m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_list->setFixedHeight(kRows * (context.theme.rowHeight() + 4));
  m_list->setAccessibleName(tr("What was found"));
  layout->addWidget(m_list);
  m_foot->setContentsMargins(16, 0, 16, 0);
  m_foot->setWordWrap(true);
  m_foot->setText(
      tr("Enter runs it, Esc closes. Start with po, no, ns or > to find only pods, nodes, namespaces or actions."));
  layout->addWidget(m_foot);
  connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::look);
  connect(m_list, &QListView::clicked, this, [this] { choose(); });
  look({});
  m_field->setFocus();
  const QWidget* window = parent->window();
  QDialog::move(window->mapToGlobal(QPoint(std::max(0, (window->width() - kWidth) / 2), 64)));
}

void CommandPalette::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_context.theme.tokens().raised);
  painter.setPen(m_context.theme.tokens().line2);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
      move(1);
      return true;
    case Qt::Key_Up:
      move(-1);
      return true;
    case Qt::Key_PageDown:
      move(kRows);
      return true;
    case Qt::Key_PageUp:
      move(-kRows);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      choose();
      return true;
    default:
      return QDialog::eventFilter(watched, event);
  }
}

void CommandPalette::look(const QString& typed) {
  const PaletteQuery query = parsePaletteQuery(typed);
  const QString kind = query.kind.value_or(QString());
  std::vector<Hit> hits;
  if (kind.isEmpty() || kind == u"command") addCommands(hits, query.words);
  if (kind != u"command") addObjects(hits, query.words, kind);
  if (kind.isEmpty()) addTemplates(hits, query.words);
  const auto better = [](const Hit& a, const Hit& b) { return a.score > b.score; };
  std::stable_sort(hits.begin(), hits.end(), better);
  if (hits.size() > kShown) hits.resize(kShown);
  show(std::move(hits));
}

void CommandPalette::addCommands(std::vector<Hit>& hits, const QString& words) const {
  for (const Command& command : m_commands.all()) {
    if (command.id == u"program.palette") continue;
    const CommandWords said = commandWords(command.id);
    const int score = commandScore(words, said.text, said.other, said.pinyin);
    if (score == 0) continue;
    const QString keys = keyText(m_commands.keys(command.id));
    const QString group = keys.isEmpty() ? said.group : said.group + QStringLiteral("   ") + keys;
    hits.push_back({score, QStringLiteral("command"), command.id, said.text, group, QStringLiteral("chevron-right")});
  }
}

void CommandPalette::addObjects(std::vector<Hit>& hits, const QString& words, const QString& kind) const {
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const auto add = [&](const char* what, const std::string& name, const QString& key, const QString& hint,
                       const char* icon) {
    const int score = words.isEmpty() && !kind.isEmpty() ? 1 : nameScore(words, QString::fromStdString(name));
    if (score > 0)
      hits.push_back({score, QString::fromLatin1(what), key, plain(name, 260), hint, QString::fromLatin1(icon)});
  };
  if (kind.isEmpty() || kind == u"node") {
    for (const NodePtr& node : snapshot->nodes) {
      if (isOnMap(*node)) add("node", node->name, QString::fromStdString(node->name), tr("node"), "nodes");
    }
  }
  if (kind.isEmpty() || kind == u"namespace") {
    for (const std::string& ns : snapshot->namespaces)
      add("namespace", ns, QString::fromStdString(ns), tr("namespace"), "namespace");
  }
  if (!kind.isEmpty() && kind != u"pod") return;
  const auto addPods = [&](const std::vector<PodPtr>& pods) {
    for (const PodPtr& pod : pods)
      add("pod", pod->key().name, QString::fromStdString(pod->key().ns + "/" + pod->key().name),
          tr("pod in %1").arg(plain(pod->key().ns, 63)), "pod");
  };
  addPods(snapshot->unboundPods);
  for (const NodePtr& node : snapshot->nodes) addPods(node->pods);
}

void CommandPalette::addTemplates(std::vector<Hit>& hits, const QString& words) const {
  const std::vector<WorkloadTemplate> templates = m_context.settings.templates();
  for (std::size_t i = 0; i < templates.size(); ++i) {
    const int score = nameScore(words, QString::fromStdString(templates[i].name));
    if (score > 0)
      hits.push_back({score, QStringLiteral("template"), QString::number(i), plain(templates[i].name, 63),
                      tr("template: preview it"), QStringLiteral("template")});
  }
}

void CommandPalette::show(std::vector<Hit> hits) {
  m_model->clear();
  for (const Hit& hit : hits) {
    auto* item = new QStandardItem(hit.text);
    item->setData(hit.kind, kKind);
    item->setData(hit.key, kKey);
    item->setData(hit.hint, kHint);
    item->setData(hit.icon, kIcon);
    item->setData(joinList({hit.text, hit.hint}), Qt::AccessibleTextRole);
    m_model->appendRow(item);
  }
  if (hits.empty()) {
    auto* none = new QStandardItem(tr("Nothing found"));
    none->setData(QStringLiteral("search"), kIcon);
    m_model->appendRow(none);
  }
  m_list->setCurrentIndex(m_model->index(0, 0));
  announce();
}

void CommandPalette::move(int steps) {
  const int row = std::clamp(m_list->currentIndex().row() + steps, 0, m_model->rowCount() - 1);
  m_list->setCurrentIndex(m_model->index(row, 0));
  announce();
}

/// The focus stays in the field: what is chosen in the list is its accessible description.
void CommandPalette::announce() {
  m_field->setAccessibleDescription(m_list->currentIndex().data(Qt::AccessibleTextRole).toString());
  QAccessibleEvent changed(m_field, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
}

void CommandPalette::choose() {
  const QModelIndex index = m_list->currentIndex();
  const QString kind = index.data(kKind).toString();
  const QString key = index.data(kKey).toString();
  if (kind.isEmpty()) return;
  // What is done may open another window over this place: the palette goes first.
  hide();
  if (kind == u"command") m_commands.run(key);
  if (kind == u"node") m_context.selection.go(QStringLiteral("node"), key);
  if (kind == u"pod") m_context.selection.go(QStringLiteral("pod"), key);
  if (kind == u"namespace") m_context.selection.setNamespace(key);
  if (kind == u"template") emit templateChosen(key.toInt());
  close();
}

}  // namespace cardinal::ui
