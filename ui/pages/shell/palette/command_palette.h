// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "ui/session/page_context.h"

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace cardinal::ui {

class CommandSet;
class TextLabel;

/// Everything by name, from the keyboard alone: acts of the window, nodes, pods, namespaces and templates. Acts are
/// found by their names in both languages, the initials of the Chinese one, and kubectl's short names; "po", "no", "ns"
/// and ">" before the words narrow.
class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  CommandPalette(const PageContext& context, CommandSet& commands, QWidget* parent);

  QLineEdit* field() const { return m_field; }
  QListView* list() const { return m_list; }

 signals:
  /// A template was chosen: its place in the settings' list.
  void templateChosen(int index);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Hit {
    int score = 0;
    QString kind, key, text, hint, icon;
  };
  void look(const QString& typed);
  void addCommands(std::vector<Hit>& hits, const QString& words) const;
  void addObjects(std::vector<Hit>& hits, const QString& words, const QString& kind) const;
  void addTemplates(std::vector<Hit>& hits, const QString& words) const;
  void show(std::vector<Hit> hits);
  void move(int steps);
  void choose();
  void announce();

  PageContext m_context;
  CommandSet& m_commands;
  QLineEdit* m_field;
  QStandardItemModel* m_model;
  QListView* m_list;
  TextLabel* m_foot;
};

}  // namespace cardinal::ui
