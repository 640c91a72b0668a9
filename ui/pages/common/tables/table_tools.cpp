// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/table_tools.h"

#include <QFontMetrics>
#include <QMenu>

#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

TableTools::TableTools(const PageContext& context, const QString& id, const SnapshotTable& model, FilterLine& filter,
                       QWidget* parent)
    : ActionButton(context.theme, parent), m_context(context), m_id(id), m_model(model), m_filter(filter) {
  setKind(ButtonKind::Quiet);
  setIconName(QStringLiteral("more"));
  setObjectName(QStringLiteral("tableTools"));
  connect(this, &QAbstractButton::clicked, this, &TableTools::openMenu);
  connect(&context.settings.news(), &SettingsNews::changed, this, [this](const QString& key) {
    if (key == QStringLiteral("columns/") + m_id) emit columnsChosen();
  });
}

QStringList TableTools::filters() const {
  return QString::fromUtf8(m_context.settings.bytes(QStringLiteral("filters/") + m_id))
      .split(u'\n', Qt::SkipEmptyParts);
}

void TableTools::keepFilters(const QStringList& filters) {
  m_context.settings.setBytes(QStringLiteral("filters/") + m_id, filters.join(u'\n').toUtf8());
}

QStringList TableTools::hiddenColumns() const {
  return m_context.settings.text(QStringLiteral("columns/") + m_id).split(u',', Qt::SkipEmptyParts);
}

void TableTools::setColumnHidden(const QString& id, bool hidden) {
  QStringList away = hiddenColumns();
  away.removeAll(id);
  if (hidden) away << id;
  m_context.settings.setText(QStringLiteral("columns/") + m_id, away.join(u','));
}

void TableTools::openMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  fillFilters(*menu);
  menu->addSeparator();
  fillColumns(*menu->addMenu(tr("Columns")));
  menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

void TableTools::fillFilters(QMenu& menu) {
  constexpr int kWidest = 360;
  const QStringList saved = filters();
  for (const QString& text : saved) {
    // an ampersand would be a key of the menu
    QString shown = QFontMetrics(menu.font()).elidedText(text, Qt::ElideRight, kWidest);
    connect(menu.addAction(shown.replace(u'&', QStringLiteral("&&"))), &QAction::triggered, this,
            [this, text] { emit filterChosen(text); });
  }
  if (!saved.isEmpty()) menu.addSeparator();
  const QString now = m_filter.text().simplified();
  const bool isSaved = saved.contains(now);
  QAction* keep = menu.addAction(isSaved ? tr("Forget this filter") : tr("Save this filter"));
  keep->setObjectName(QStringLiteral("keepFilter"));
  keep->setEnabled(!now.isEmpty());
  connect(keep, &QAction::triggered, this, [this, now, isSaved] {
    QStringList all = filters();
    all.removeAll(now);
    if (!isSaved) all << now;
    while (all.size() > kMaxFilters) all.removeFirst();
    keepFilters(all);
  });
}

void TableTools::fillColumns(QMenu& menu) {
  const QStringList away = hiddenColumns();
  for (int column = 1; column < m_model.columnCount(); ++column) {
    const QString id = m_model.columnId(column);
    QAction* action = menu.addAction(m_model.headerData(column, Qt::Horizontal).toString());
    action->setCheckable(true);
    action->setChecked(!away.contains(id));
    connect(action, &QAction::toggled, this, [this, id](bool shown) { setColumnHidden(id, !shown); });
  }
}

void TableTools::retranslate() {
  setToolTip(tr("Saved filters and columns of this table"));
}

}  // namespace cardinal::ui
