// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/pane.h"

namespace cardinal::ui {

class ActionButton;
class Banner;
class KeyValueList;
struct KeyValueRow;
class PodActions;
class SectionHead;

/// One pod: what it asks, where it runs, what it holds, why it waits.
class PodPane : public Pane {
  Q_OBJECT
 public:
  PodPane(const PageContext& context, QWidget* parent = nullptr);
  /// `key`: "namespace/name".
  bool showPod(const QString& key);

 protected:
  void retranslate() override;

 private:
  void fill(const PodRecord& pod, const NodeRecord* node);
  void fillPlace(const PodRecord& pod, const NodeRecord* node);
  void fillContainers(const PodRecord& pod);
  void followRights();
  static QString resizeText(const RawPod& pod);
  void addHeld(std::vector<KeyValueRow>& rows, const RawPod& pod, const Container& container) const;

  QString m_key;
  PodPtr m_pod;
  QWidget* m_reasonSection = nullptr;
  Banner* m_reason;
  SectionHead* m_placeHead;
  KeyValueList* m_place;
  SectionHead* m_containerHead;
  KeyValueList* m_containers;
  SectionHead* m_labelHead;
  KeyValueList* m_labels;
  QWidget* m_labelSection = nullptr;
  ActionButton* m_preview;
  ActionButton* m_map;
  PodActions* m_actions;
  ActionButton* m_yaml;
  ActionButton* m_events;
  ActionButton* m_logs;
};

}  // namespace cardinal::ui
