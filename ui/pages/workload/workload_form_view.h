// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <QStringList>
#include <map>
#include <set>

#include "core/manifest/form/workload_form.h"
#include "core/model/gpu.h"
#include "ui/theme/theme.h"

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace cardinal::ui {

class SectionHead;
class TextLabel;

/// The fields of one workload. Shows a form and says which rules each field breaks; emits a form that the user changed.
/// Fields that the kind or the form of the GPU request does not have are not shown.
class WorkloadFormView : public QScrollArea {
  Q_OBJECT
 public:
  explicit WorkloadFormView(Theme& theme, QWidget* parent = nullptr);

  /// In which the cluster's nodes count GPU memory; shown beside the field.
  void setUnit(MemoryUnit unit);
  /// What else than the one that is shown can be chosen: names, and the position of the chosen one.
  struct Choice {
    std::vector<std::string> names;
    int chosen = 0;
  };
  /// Never emits edited().
  void showForm(const WorkloadForm& form, const Choice& roles, const Choice& containers);
  /// Under its field, in the language in force; rules replace those before.
  void showRules(const std::vector<RuleBreak>& rules);
  /// A refusal of the server at its field, until the next showRules().
  void showRefusal(FormField field, const QString& words);
  QLineEdit* editOf(FormField field) const;
  /// What was typed and cannot be read, field and reason: it stays in its field and is not in the form. Empty =
  /// nothing.
  QStringList unread() const;
  /// Another workload follows: what was typed of this one goes.
  void forgetTyped() { m_unread.clear(); }

 signals:
  void unreadChanged();
  void edited(const cardinal::WorkloadForm& form);
  void roleChosen(int index);
  void containerChosen(int index);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Row {
    TextLabel* name = nullptr;
    QLineEdit* edit = nullptr;  ///< null = `combo`
    QComboBox* combo = nullptr;
    TextLabel* problem = nullptr;
    QWidget* whole = nullptr;  ///< field and problem
  };
  void build();
  void addSection(const char* title);
  Row& addRow(int id);
  void addEdit(int id);
  void addCombo(int id);
  void read(int id);
  void fillLines();
  void fillCombos(const Choice& roles, const Choice& containers);
  bool isShown(int id) const;
  void arrange();
  void retranslate();
  QString nameOf(int id) const;
  QString unreadText(int id) const;
  void setProblem(int id, const QString& words, bool warning);

  Theme& m_theme;
  QFormLayout* m_layout;
  std::map<int, Row> m_rows;  ///< by FormField, or one of the numbers of the .cpp for what has none
  std::vector<std::pair<SectionHead*, const char*>> m_sections;
  std::vector<RuleBreak> m_rules;
  std::set<int> m_unread;  ///< rows whose text cannot be read
  WorkloadForm m_form;
  MemoryUnit m_unit = MemoryUnit::Unknown;
  bool m_hasRoles = false;
  bool m_showing = false;
};

}  // namespace cardinal::ui
