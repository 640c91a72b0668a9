// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/palette/keys_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLineEdit>

#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/palette/command_texts.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {

constexpr int kTableHeight = 420;

QString keysText(const QList<QKeySequence>& keys) {
  QStringList texts;
  for (const QKeySequence& key : keys) texts << key.toString(QKeySequence::NativeText);
  return texts.join(QStringLiteral("   "));
}

}  // namespace

KeysDialog::KeysDialog(Theme& theme, CommandSet& commands, QWidget* parent)
    : DialogFrame(theme, tr("Keyboard shortcuts"), 720, parent), m_commands(commands) {
  build();
  buildEditor();
  addButton(tr("Close"));
  ActionButton* reset = addButton(tr("All defaults"));
  reset->setIconName(QStringLiteral("undo"));
  connect(reset, &QAbstractButton::clicked, this, [this] { m_commands.resetAll(); });
  connect(&commands, &CommandSet::keysChanged, this, &KeysDialog::fill);
  fill();
  m_table->setCurrentIndex(m_rows->index(0, 0));
  m_filter->field()->setFocus();
}

void KeysDialog::build() {
  m_filter = new FilterLine(theme(), this);
  m_filter->setPlaceholder(tr("Filter by action or key"));
  m_filter->field()->setAccessibleName(tr("Filter by action or key"));
  connect(m_filter, &FilterLine::textChanged, this, &KeysDialog::fill);
  connect(m_filter, &FilterLine::left, this, &QDialog::reject);
  m_rows = new RowsModel(this);
  m_rows->setHeads({tr("Action"), tr("Keys"), tr("Where")});
  m_table = new DataTable(theme(), this);
  m_table->setModel(m_rows);
  m_table->setMinimumHeight(kTableHeight);
  m_table->setAccessibleName(tr("Actions and their keys"));
  connect(m_table, &DataTable::keyChosen, this, &KeysDialog::showChosen);
  connect(m_table, &DataTable::keyActivated, this, [this] { m_keys->setFocus(); });
  body()->addWidget(m_filter);
  body()->addWidget(m_table, 1);
}

void KeysDialog::buildEditor() {
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  m_name = new TextLabel(theme(), TextRole::SmallStrong, TextTone::Strong, this);
  m_name->setElide(Qt::ElideRight);
  m_keys = new QKeySequenceEdit(this);
  m_keys->setAccessibleName(tr("New key"));
  m_set = new ActionButton(theme(), this);
  m_set->setText(tr("Set"));
  m_default = new ActionButton(theme(), this);
  m_default->setText(tr("Default"));
  line->addWidget(m_name, 1);
  line->addWidget(m_keys);
  line->addWidget(m_set);
  line->addWidget(m_default);
  body()->addLayout(line);
  m_conflict = new TextLabel(theme(), TextRole::Small, TextTone::Warning, this);
  m_conflict->setWordWrap(true);
  body()->addWidget(m_conflict);
  m_letters = new QCheckBox(tr("Single letters act in map and tables"), this);
  m_letters->setChecked(m_commands.lettersAct());
  body()->addWidget(m_letters);
  connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, &KeysDialog::showConflict);
  connect(m_set, &QAbstractButton::clicked, this, &KeysDialog::set);
  connect(m_default, &QAbstractButton::clicked, this, [this] { m_commands.resetKeys(chosen()); });
  connect(m_letters, &QCheckBox::toggled, &m_commands, &CommandSet::setLettersAct);
}

QString KeysDialog::chosen() const {
  return m_table->currentKey();
}

void KeysDialog::fill() {
  const QString wanted = m_filter->text().trimmed();
  const QString kept = chosen();
  std::vector<RowsModel::Row> rows;
  const auto add = [&](const QString& id, const QString& text, const QString& keys, const QString& where,
                       const QString& other) {
    const QString all = text + u' ' + keys + u' ' + where + u' ' + other;
    if (!wanted.isEmpty() && !all.contains(wanted, Qt::CaseInsensitive)) return;
    RowsModel::Cell name(text);
    name.strong = m_commands.isChanged(id);
    rows.push_back({id, {name, keys, where}});
  };
  for (const Command& command : m_commands.all()) {
    const CommandWords words = commandWords(command.id);
    add(command.id, words.text, keysText(m_commands.keys(command.id)), words.group, words.other + u' ' + words.pinyin);
  }
  const auto fixed = [&](const char* keys, const QString& text, const QString& where) {
    add(QStringLiteral("fixed/%1").arg(rows.size()), text, QString::fromUtf8(keys), where, {});
  };
  fixed("← → ↑ ↓  Home  End  PgUp  PgDn", tr("Move"), tr("Map and tables, fixed"));
  fixed("Shift+← → ↑ ↓  Ctrl+A", tr("Extend the selection, select all"), tr("Map and tables, fixed"));
  fixed("Space", tr("Mark a card"), tr("Map, fixed"));
  fixed("Enter", tr("Open"), tr("Map and tables, fixed"));
  fixed("+  -  0", tr("Larger, smaller, fit"), tr("Map, fixed"));
  fixed("Ctrl+C", tr("Copy the chosen row"), tr("Tables, fixed"));
  fixed("Tab  Shift+Tab", tr("Next and previous control"), tr("Everywhere, fixed"));
  fixed("Shift+F10  Menu", tr("Context menu"), tr("Map and tables, fixed"));
  m_rows->setRows(std::move(rows));
  m_table->setColumnWidth(0, 300);
  m_table->setColumnWidth(1, 220);
  m_table->horizontalHeader()->setStretchLastSection(true);
  const int row = kept.isEmpty() ? 0 : std::max(0, m_rows->rowOf(kept));
  m_table->setCurrentIndex(m_rows->index(row, 0));
  showChosen();
}

void KeysDialog::showChosen() {
  const QString id = chosen();
  const bool own = m_commands.find(id) != nullptr;
  for (QWidget* one : {static_cast<QWidget*>(m_keys), static_cast<QWidget*>(m_set)}) one->setEnabled(own);
  m_default->setEnabled(own && m_commands.isChanged(id));
  m_name->setText(own ? commandWords(id).text : tr("These keys belong to the control and cannot be changed"));
  const QList<QKeySequence> keys = m_commands.keys(id);
  const QSignalBlocker quiet(m_keys);
  m_keys->setKeySequence(keys.isEmpty() ? QKeySequence() : keys.first());
  showConflict();
}

void KeysDialog::showConflict() {
  const QKeySequence key = m_keys->keySequence();
  const QString holder = key.isEmpty() ? QString() : m_commands.holderOf(key);
  const bool taken = !holder.isEmpty() && holder != chosen();
  m_conflict->setText(taken ? tr("This key is used for: %1. Set reassigns it.").arg(commandWords(holder).text)
                            : QString());
}

void KeysDialog::set() {
  const QKeySequence key = m_keys->keySequence();
  if (m_commands.find(chosen()))
    m_commands.setKeys(chosen(), key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key});
}

}  // namespace cardinal::ui
