// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/manifest/manifest.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"

class QHBoxLayout;
class QScrollArea;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// The user's workload templates as chips under the map: drag one onto cluster, node or card, or press Enter for the
/// same answer. Templates are changed, added and removed here and kept in the settings.
class TemplatePalette : public TranslatablePage {
  Q_OBJECT
 public:
  TemplatePalette(const PageContext& context, QWidget* parent = nullptr);

  const std::vector<WorkloadTemplate>& templates() const { return m_templates; }
  void add(const WorkloadTemplate& made);

 signals:
  void previewRequested(const QByteArray& yaml, const QString& name);
  void fileRequested();

 protected:
  void retranslate() override;

 private:
  void rebuild();
  void store();
  void edit(int index);
  void openMenu(int index, const QPoint& global);
  void preview(int index);
  QWidget* buildStrip();
  /// The arrows stand there while there are more templates than room.
  void showArrows();

  PageContext m_context;
  std::vector<WorkloadTemplate> m_templates;
  QScrollArea* m_scroll;
  ActionButton* m_left;
  ActionButton* m_right;
  QHBoxLayout* m_chips;
  MemoryUnit m_unit = MemoryUnit::Unknown;  ///< of the requests shown
  TextLabel* m_title;
  ActionButton* m_add;
  ActionButton* m_file;
};

/// "8 GiB", "2 GiB + 30 %", "1 card" of a template, in the cluster's unit; of one that holds YAML its kind and pods.
QString templateRequestText(const WorkloadTemplate& workload, MemoryUnit unit);

}  // namespace cardinal::ui
