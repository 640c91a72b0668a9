// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/manifest/manifest.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace cardinal::ui {

class ActionButton;
class Banner;

/// Edits one workload template, by its form or as YAML; the request that it makes, or what is wrong with it, is shown
/// while it is typed. Opened with open().
class TemplateDialog : public DialogFrame {
  Q_OBJECT
 public:
  TemplateDialog(const PageContext& context, const WorkloadTemplate& start, bool isNew, QWidget* parent);
  WorkloadTemplate workload() const;

 private:
  void build(const WorkloadTemplate& start, bool isNew);
  void addRows();
  void showFields();
  QString problemOf(const WorkloadTemplate& made) const;
  void check();

  PageContext m_context;
  QFormLayout* m_form;
  QLineEdit* m_name;
  QLineEdit* m_namespace;
  QLineEdit* m_image;
  QComboBox* m_kind;
  QComboBox* m_shape;
  QLineEdit* m_limits;
  QLineEdit* m_scheduler;
  QSpinBox* m_memory;
  QSpinBox* m_core;
  QSpinBox* m_cards;
  QSpinBox* m_replicas;
  QPlainTextEdit* m_manifest;  ///< instead of all but name and shape, where the template is a text
  Banner* m_verdict;
  WorkloadTemplate::Form m_lastForm = WorkloadTemplate::Form::SharedMemory;  ///< before the text was written
  ActionButton* m_save = nullptr;
};

}  // namespace cardinal::ui
