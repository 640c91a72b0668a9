// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/palette/command_set.h"

#include <QApplication>
#include <QDialog>
#include <QShortcut>
#include <QWidget>
#include <algorithm>

namespace cardinal::ui {

namespace {

const QString kNone = QStringLiteral("none");
const QString kLetters = QStringLiteral("keys/letters");

QString settingOf(const QString& id) {
  return QStringLiteral("keys/") + id;
}

QList<QKeySequence> parsed(const QString& text) {
  return text == kNone ? QList<QKeySequence>() : QKeySequence::listFromString(text, QKeySequence::PortableText);
}

}  // namespace

bool isLetterKey(const QKeySequence& key) {
  if (key.count() != 1) return false;
  const QKeyCombination one = key[0];
  return !(one.keyboardModifiers() & ~Qt::ShiftModifier) && one.key() >= Qt::Key_Exclam && one.key() < Qt::Key_Escape;
}

CommandSet::CommandSet(QWidget& window, WindowSettings settings, QObject* parent)
    : QObject(parent), m_window(window), m_settings(std::move(settings)) {
  connect(&m_settings.news(), &SettingsNews::changed, this, [this](const QString& key) {
    if (key == kLetters || key.startsWith(settingOf({}))) armAll();
  });
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { armDialog(now); });
}

CommandSet::~CommandSet() {
  for (const QPointer<QShortcut>& one : m_shortcuts) delete one;
}

void CommandSet::add(Command command) {
  m_commands.push_back(std::move(command));
  arm(m_commands.back(), m_window);
}

const Command* CommandSet::find(const QString& id) const {
  const auto found =
      std::find_if(m_commands.begin(), m_commands.end(), [&id](const Command& one) { return one.id == id; });
  return found == m_commands.end() ? nullptr : &*found;
}

void CommandSet::run(const QString& id) {
  const Command* command = find(id);
  if (!command) return;
  const QString refusal = command->refusal ? command->refusal() : QString();
  if (refusal.isEmpty()) {
    // A copy: the act may add commands.
    const auto act = command->act;
    act();
  } else {
    emit refused(refusal);
  }
}

QList<QKeySequence> CommandSet::keys(const QString& id) const {
  const QString chosen = m_settings.text(settingOf(id));
  if (!chosen.isEmpty()) return parsed(chosen);
  const Command* command = find(id);
  if (!command) return {};
  // A default key gives way to an act that the user gave it to.
  QList<QKeySequence> own;
  for (const QKeySequence& key : command->keys) {
    const bool taken = std::any_of(m_commands.begin(), m_commands.end(), [&](const Command& other) {
      return other.id != id && parsed(m_settings.text(settingOf(other.id), kNone)).contains(key);
    });
    if (!taken) own.append(key);
  }
  return own;
}

void CommandSet::setKeys(const QString& id, const QList<QKeySequence>& wanted) {
  for (const Command& other : m_commands) {
    if (other.id == id || m_settings.text(settingOf(other.id)).isEmpty()) continue;
    QList<QKeySequence> left = keys(other.id);
    const auto before = left.size();
    left.removeIf([&wanted](const QKeySequence& key) { return wanted.contains(key); });
    if (left.size() != before)
      m_settings.setText(settingOf(other.id),
                         left.isEmpty() ? kNone : QKeySequence::listToString(left, QKeySequence::PortableText));
  }
  m_settings.setText(settingOf(id),
                     wanted.isEmpty() ? kNone : QKeySequence::listToString(wanted, QKeySequence::PortableText));
}

bool CommandSet::isChanged(const QString& id) const {
  return !m_settings.text(settingOf(id)).isEmpty();
}

void CommandSet::resetKeys(const QString& id) {
  m_settings.setText(settingOf(id), {});
}

void CommandSet::resetAll() {
  for (const Command& command : m_commands) m_settings.setText(settingOf(command.id), {});
}

QString CommandSet::holderOf(const QKeySequence& key) const {
  for (const Command& command : m_commands) {
    if (keys(command.id).contains(key)) return command.id;
  }
  return {};
}

bool CommandSet::lettersAct() const {
  return m_settings.text(kLetters) != u"off";
}

void CommandSet::setLettersAct(bool act) {
  m_settings.setText(kLetters, act ? QString() : QStringLiteral("off"));
}

void CommandSet::arm(const Command& command, QWidget& window) {
  for (const QKeySequence& key : keys(command.id)) {
    if (isLetterKey(key) && !lettersAct()) continue;
    auto* shortcut = new QShortcut(key, &window);
    shortcut->setAutoRepeat(command.repeats);
    connect(shortcut, &QShortcut::activated, this, [this, id = command.id] { run(id); });
    m_shortcuts.push_back(shortcut);
  }
}

/// A dialog is a window of its own, which the keys of m_window do not reach.
void CommandSet::armDialog(const QWidget* focus) {
  auto* dialog = focus ? qobject_cast<QDialog*>(focus->window()) : nullptr;
  const QWidget* above = dialog;
  while (above && above != &m_window) above = above->parentWidget();
  if (!above || std::any_of(m_shortcuts.begin(), m_shortcuts.end(),
                            [dialog](const auto& one) { return one && one->parent() == dialog; }))
    return;
  std::erase(m_shortcuts, nullptr);
  for (const Command& command : m_commands) {
    if (command.inDialogs) arm(command, *dialog);
  }
}

void CommandSet::armAll() {
  for (const QPointer<QShortcut>& one : m_shortcuts) delete one;
  m_shortcuts.clear();
  for (const Command& command : m_commands) arm(command, m_window);
  armDialog(QApplication::focusWidget());
  emit keysChanged();
}

}  // namespace cardinal::ui
