// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/pages/common/dialog_frame.h"

class QCheckBox;
class QComboBox;
class QGridLayout;

namespace cardinal::ui {

class CommandSet;
class Preferences;

/// Every choice in one place; each acts at once. Speaks another language as soon as it is chosen.
class PreferencesDialog : public DialogFrame {
  Q_OBJECT
 public:
  PreferencesDialog(Theme& theme, Preferences& preferences, CommandSet& commands, QWidget* parent);

 signals:
  void keysRequested();
  void mapDefaultsChanged();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QComboBox* addChoice(QGridLayout& grid, int choices);
  void build(CommandSet& commands);
  void connectChoices();
  void showChoices();
  void retranslate();
  /// A copy of what is not kept yet is refused, and the button says so.
  void offerCopy();
  void saveCopy();

  Preferences& m_preferences;
  std::vector<TextLabel*> m_labels;
  QComboBox* m_language = nullptr;
  QComboBox* m_theme;
  QComboBox* m_text;
  QComboBox* m_motion;
  QComboBox* m_measure;
  QComboBox* m_grouping;
  QComboBox* m_sorting;
  QCheckBox* m_letters;
  QCheckBox* m_tabs;
  TextLabel* m_file;
  ActionButton* m_close;
  ActionButton* m_keys = nullptr;
  ActionButton* m_copy;
};

}  // namespace cardinal::ui
