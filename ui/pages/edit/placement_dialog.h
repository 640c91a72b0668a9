// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class Banner;
class CodeBox;
class PolicyPictureView;
class SectionHead;
class SegmentedControl;
class TextLabel;

/// Why the placement policy of a node cannot be changed; empty = it can.
QString placementRefusal(const NodeRecord& node, const SourceInfo& source, bool fresh, const Rights& rights = {});

/// Changes ack.node.gpu.placement of one node: shows where the next pods go before and after, the label's old and new
/// value and the equal command, asks the server by a dry run, then applies under the node's resourceVersion. A conflict
/// shows the new state and asks again.
class PlacementDialog : public DialogFrame {
  Q_OBJECT
 public:
  PlacementDialog(const PageContext& context, const QString& node, QWidget* parent);

 private:
  void build();
  void load();
  void showPicture(const ClusterSnapshot& snapshot, NodeIndex node);
  void show(Placement wanted);
  void dryRun();
  void apply();
  void showError(const Error& error);
  LabelChange change() const;

  PageContext m_context;
  QString m_node;
  QString m_version;
  QString m_oldValue;
  std::string m_seen;  ///< the label's value as it is, for the precondition
  Placement m_old = Placement::Binpack;
  Placement m_wanted = Placement::Spread;
  SegmentedControl* m_choice;
  TextLabel* m_meaning;
  SectionHead* m_pictureHead;
  PolicyPictureView* m_picture;
  TextLabel* m_like;
  CodeBox* m_diff;
  CodeBox* m_command;
  Banner* m_verdict;
  ActionButton* m_apply;
};

}  // namespace cardinal::ui
