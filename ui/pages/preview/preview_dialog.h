// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/manifest/manifest.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

class QComboBox;
class QSpinBox;

namespace cardinal::ui {

class Banner;

/// The keyboard's way to what a drag does: choose a template or a YAML file, and where to aim it.
class PreviewDialog : public DialogFrame {
  Q_OBJECT
 public:
  PreviewDialog(const PageContext& context, std::vector<WorkloadTemplate> templates, const QString& node, int card,
                QWidget* parent);

 private:
  void build(const QString& node, int card);
  void chooseFile();
  void start();

  PageContext m_context;
  std::vector<WorkloadTemplate> m_templates;
  QString m_file;
  QComboBox* m_workload;
  QComboBox* m_node;
  QSpinBox* m_card;
  Banner* m_error;
};

/// Reads a manifest's text. Errors: FileMissing, FileUnreadable, LimitExceeded (4 MiB).
Result<QByteArray> readManifestFile(const QString& path);

}  // namespace cardinal::ui
