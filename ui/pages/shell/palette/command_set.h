// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QPointer>
#include <functional>
#include <vector>

#include "ui/session/window_settings.h"

class QShortcut;
class QWidget;

namespace cardinal::ui {

/// One act of the window: what the palette offers and a key does. Its words stand in command_texts.h under the same id.
struct Command {
  QString id;                ///< "page.map", "view.filter"; stable: keys are stored under it
  QList<QKeySequence> keys;  ///< by default; may be none
  std::function<void()> act;
  std::function<QString()> refusal = {};  ///< why it cannot be done now; empty function or text = it can
  bool repeats = false;                   ///< again and again while its key is held: for steps only
  bool inDialogs = false;                 ///< its keys act in the window's dialogs too
};

/// All acts of one window with the keys that call them. The user's keys are kept in the settings and win over the
/// default ones; a key belongs to one act at a time. GUI thread only; `window` outlives the set.
class CommandSet : public QObject {
  Q_OBJECT
 public:
  CommandSet(QWidget& window, WindowSettings settings, QObject* parent = nullptr);
  ~CommandSet() override;

  void add(Command command);
  const std::vector<Command>& all() const { return m_commands; }
  const Command* find(const QString& id) const;

  /// Does it unless it is refused just now; a refusal is signalled by refused().
  void run(const QString& id);

  /// The keys in force.
  QList<QKeySequence> keys(const QString& id) const;
  /// Stores the user's keys; an empty list = no key at all. Whoever held one of them loses it.
  void setKeys(const QString& id, const QList<QKeySequence>& keys);
  bool isChanged(const QString& id) const;
  void resetKeys(const QString& id);
  void resetAll();
  /// The act that a key calls; "" = none.
  QString holderOf(const QKeySequence& key) const;

  /// Single letters and marks act as keys (WCAG 2.1.4); never while a text is typed.
  bool lettersAct() const;
  void setLettersAct(bool act);

 signals:
  void keysChanged();
  void refused(const QString& reason);

 private:
  void arm(const Command& command, QWidget& window);
  void armDialog(const QWidget* focus);
  void armAll();

  QWidget& m_window;
  WindowSettings m_settings;
  std::vector<Command> m_commands;
  std::vector<QPointer<QShortcut>> m_shortcuts;  ///< those of a dialog end with it
};

/// One key without Ctrl, Alt or Meta that types something.
bool isLetterKey(const QKeySequence& key);

}  // namespace cardinal::ui
