// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/bridge/change_controller.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

class QComboBox;
class QLineEdit;
class QVBoxLayout;

namespace cardinal::ui {

class Banner;
class CodeBox;
class NameCheck;
class SectionHead;
class TextLabel;

/// Labels and taints of one node: lines to edit, what is wrong with them, the difference, what the server says to it
/// (dry run), the equal command. A change that somebody else made meanwhile is shown with both values before anything
/// is sent. Labels that decide the GPU mode are shown and refused here.
class NodeEditDialog : public DialogFrame {
  Q_OBJECT
 public:
  NodeEditDialog(const PageContext& context, ChangeController& changes, const QString& node, QWidget* parent = nullptr);

  /// Adds a line and fills it; for tests and for callers that know what is wanted.
  void addLabel(const QString& key = {}, const QString& value = {});
  void addTaint(const QString& key = {}, const QString& value = {},
                const QString& effect = QStringLiteral("NoSchedule"));
  QString verdict() const;

 private:
  struct Row {
    QWidget* line = nullptr;
    QLineEdit* key = nullptr;
    QLineEdit* value = nullptr;
    QComboBox* effect = nullptr;  ///< taints only
  };

  void build();
  void load();
  void takeNode(const std::shared_ptr<const RawNode>& node);
  Row makeRow(QVBoxLayout* into, bool taint, const QString& key, const QString& value, const QString& effect);
  void removeRow(std::vector<Row>& rows, QWidget* line);
  NodeEdit wanted() const;
  void review();
  void showDiff(const NodeEdit& edit);
  void tryOut(const NodeEdit& edit);
  void showVictims(const std::vector<ObjectKey>& victims);
  void showConflicts(const std::vector<EditConflict>& conflicts, const std::shared_ptr<const RawNode>& now);
  void say(StateRole state, const QString& text, const QString& detail = {});
  void apply();
  void take(const ChangeOutcome& outcome);
  QString confirmRefusal() const;

  PageContext m_context;
  ChangeController& m_changes;
  QString m_node;
  std::shared_ptr<const RawNode> m_seen;   ///< what the lines began with
  std::shared_ptr<const RawNode> m_newer;  ///< what stands now, where that differs
  std::vector<Row> m_labels;
  std::vector<Row> m_taints;
  QVBoxLayout* m_labelLines;
  QVBoxLayout* m_taintLines;
  ActionButton* m_addTaint;
  CodeBox* m_diff;
  Banner* m_notes;
  Banner* m_verdict;
  NameCheck* m_name = nullptr;  ///< production contexts only
  ActionButton* m_apply;
  NodeEdit m_edit;
  QString m_refusal;
  std::uint64_t m_asked = 0;
  bool m_loading = false;
};

}  // namespace cardinal::ui
