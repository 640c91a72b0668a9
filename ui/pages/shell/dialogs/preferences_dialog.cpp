// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/dialogs/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QGridLayout>

#include "ui/pages/map/map_defaults.h"
#include "ui/pages/shell/dialogs/preferences.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kTextStep = 25;
constexpr int kTextSteps = 5;  // 100, 125, 150, 175, 200
constexpr int kMeasures = 4;   // those that need no metrics source

}  // namespace

PreferencesDialog::PreferencesDialog(Theme& theme, Preferences& preferences, CommandSet& commands, QWidget* parent)
    : DialogFrame(theme, {}, 560, parent), m_preferences(preferences) {
  build(commands);
  showChoices();
  retranslate();
  connectChoices();
}

QComboBox* PreferencesDialog::addChoice(QGridLayout& grid, int choices) {
  const int row = grid.rowCount();
  auto* label = new TextLabel(theme(), TextRole::Body, TextTone::Normal, this);
  auto* box = new QComboBox(this);
  for (int i = 0; i < choices; ++i) box->addItem(QString());
  label->setBuddy(box);
  grid.addWidget(label, row, 0);
  grid.addWidget(box, row, 1);
  m_labels.push_back(label);
  return box;
}

void PreferencesDialog::build(CommandSet& commands) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(8);
  grid->setColumnStretch(1, 1);
  m_language = addChoice(*grid, 2);
  m_theme = addChoice(*grid, 4);
  m_text = addChoice(*grid, kTextSteps);
  m_motion = addChoice(*grid, 3);
  m_measure = addChoice(*grid, kMeasures);
  m_grouping = addChoice(*grid, static_cast<int>(kLastMapGrouping) + 1);
  m_sorting = addChoice(*grid, static_cast<int>(MapSorting::Age) + 1);
  body()->addLayout(grid);
  m_letters = new QCheckBox(this);
  m_letters->setChecked(commands.lettersAct());
  connect(m_letters, &QCheckBox::toggled, &commands, &CommandSet::setLettersAct);
  body()->addWidget(m_letters);
  m_tabs = new QCheckBox(this);
  m_tabs->setChecked(m_preferences.reopensTabs());
  connect(m_tabs, &QCheckBox::toggled, &m_preferences, &Preferences::setReopensTabs);
  body()->addWidget(m_tabs);
  m_file = new TextLabel(theme(), TextRole::Small, TextTone::Quiet, this);
  m_file->setWordWrap(true);
  m_file->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  body()->addWidget(m_file);
  m_close = addButton({});
  m_copy = addButton({});
  m_copy->setIconName(QStringLiteral("export"));
  m_keys = addButton({});
  connect(m_copy, &QAbstractButton::clicked, this, &PreferencesDialog::saveCopy);
  connect(m_keys, &QAbstractButton::clicked, this, &PreferencesDialog::keysRequested);
  connect(&m_preferences.settings().news(), &SettingsNews::changed, this, &PreferencesDialog::offerCopy,
          Qt::QueuedConnection);
}

void PreferencesDialog::showChoices() {
  m_language->setCurrentIndex(m_preferences.language() == u"zh_CN" ? 1 : 0);
  const auto kind = m_preferences.theme();
  m_theme->setCurrentIndex(kind ? static_cast<int>(*kind) + 1 : 0);
  m_text->setCurrentIndex((m_preferences.textPercent() - 100) / kTextStep);
  m_motion->setCurrentIndex(static_cast<int>(m_preferences.motion()));
  const MapDefaults map = mapDefaults(m_preferences.settings());
  m_measure->setCurrentIndex(static_cast<int>(map.measure));
  m_grouping->setCurrentIndex(static_cast<int>(map.grouping));
  m_sorting->setCurrentIndex(static_cast<int>(map.sorting));
}

void PreferencesDialog::connectChoices() {
  connect(m_language, &QComboBox::activated, this, [this](int index) {
    m_preferences.setLanguage(index == 1 ? QStringLiteral("zh_CN") : QStringLiteral("en"));
  });
  connect(m_theme, &QComboBox::activated, this, [this](int index) {
    m_preferences.setTheme(index == 0 ? std::nullopt : std::optional(static_cast<ThemeKind>(index - 1)));
  });
  connect(m_text, &QComboBox::activated, this,
          [this](int index) { m_preferences.setTextPercent(100 + index * kTextStep); });
  connect(m_motion, &QComboBox::activated, this,
          [this](int index) { m_preferences.setMotion(static_cast<Preferences::Motion>(index)); });
  const auto keep = [this](QComboBox* box, const char* key) {
    connect(box, &QComboBox::activated, this, [this, key](int index) {
      m_preferences.settings().setText(QString::fromLatin1(key), QString::number(index));
      emit mapDefaultsChanged();
    });
  };
  keep(m_measure, kMapMeasureKey);
  keep(m_grouping, kMapGroupingKey);
  keep(m_sorting, kMapSortingKey);
}

void PreferencesDialog::changeEvent(QEvent* event) {
  DialogFrame::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && m_keys) retranslate();
}

void PreferencesDialog::retranslate() {
  setTitle(tr("Preferences"));
  const QStringList names = {tr("Language"),  tr("Theme"),       tr("Text size"), tr("Motion"),
                             tr("Map: fill"), tr("Map: groups"), tr("Map: order")};
  for (std::size_t i = 0; i < m_labels.size(); ++i) {
    m_labels[i]->setText(names[static_cast<qsizetype>(i)]);
    m_labels[i]->buddy()->setAccessibleName(names[static_cast<qsizetype>(i)]);
  }
  const auto name = [](QComboBox* box, const QStringList& texts) {
    for (int i = 0; i < texts.size(); ++i) box->setItemText(i, texts[i]);
  };
  name(m_language, {QStringLiteral("English"), QStringLiteral("中文")});
  name(m_theme, {tr("Follow the desktop"), tr("Dark"), tr("Light"), tr("High contrast")});
  for (int i = 0; i < kTextSteps; ++i) m_text->setItemText(i, tr("%1 %").arg(100 + i * kTextStep));
  name(m_motion, {tr("Follow the desktop"), tr("On"), tr("Off")});
  name(m_measure, {tr("Memory allocated"), tr("Core allocated"), tr("Pods per card"), tr("Largest free slot")});
  name(m_grouping, {tr("No groups"), tr("Node pool"), tr("Mode"), tr("GPU model"), tr("Zone"), tr("GPU stack")});
  name(m_sorting, {tr("Name"), tr("Free memory"), tr("Age")});
  m_letters->setText(tr("Single letters act in map and tables"));
  m_tabs->setText(tr("Reopen the last tabs at startup"));
  const QString path = m_preferences.settings().path();
  m_file->setText(path.isEmpty() ? tr("These choices are not kept")
                                 : tr("Kept on this computer only, in %1").arg(path));
  m_close->setText(tr("Close"));
  m_copy->setText(tr("Save a copy…"));
  offerCopy();
  m_keys->setText(tr("Keyboard shortcuts…"));
}

void PreferencesDialog::offerCopy() {
  const QString path = m_preferences.settings().path();
  const bool kept = QFile::exists(path);
  m_copy->setRefusal(kept             ? QString()
                     : path.isEmpty() ? tr("These choices are not kept")
                                      : tr("Nothing saved yet; the file is created with the first change"));
}

void PreferencesDialog::saveCopy() {
  auto* dialog = new QFileDialog(this, tr("Save a copy of the preferences"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("ini"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    QFile::remove(path);
    const bool done = QFile::copy(m_preferences.settings().path(), path);
    m_file->setText(done ? tr("Saved to %1").arg(path) : tr("Cannot write %1. Choose another place.").arg(path));
  });
  dialog->open();
}

}  // namespace cardinal::ui
