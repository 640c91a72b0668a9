// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/snapshot.h"
#include "ui/session/page_context.h"
#include "ui/widgets/basic/surface.h"

class QVBoxLayout;

namespace cardinal::ui {

class ActionButton;
class FindingList;
class KeyValueList;
class SectionHead;

/// What the API says of a node beside its cards: labels, resources, conditions, taints, findings.
class NodeSide : public Surface {
  Q_OBJECT
 public:
  NodeSide(const PageContext& context, QWidget* parent = nullptr);
  void setNode(const NodeRecord& node);
  void retranslate();

 private:
  QVBoxLayout* addSection(QVBoxLayout* side);
  void fillLabels(const NodeRecord& node);
  void fillResources(const NodeRecord& node);
  void fillConditions(const NodeRecord& node);

  PageContext m_context;
  QString m_name;
  SectionHead* m_labelHead;
  KeyValueList* m_labels;
  ActionButton* m_editLabels;
  SectionHead* m_resourceHead;
  KeyValueList* m_resources;
  SectionHead* m_conditionHead;
  KeyValueList* m_conditions;
  SectionHead* m_findingHead;
  QWidget* m_findingSection = nullptr;
  FindingList* m_findings;
};

}  // namespace cardinal::ui
