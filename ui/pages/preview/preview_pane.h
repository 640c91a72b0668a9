// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/candidate_model.h"
#include "ui/models/refusal_model.h"
#include "ui/pages/common/pane.h"

class QCheckBox;
class QTreeView;

namespace cardinal::ui {

class ActionButton;
class Banner;
class DataTable;
class AdmissionBanner;
class AdviceView;
class FileWorkloadsView;
class FragmentationView;
class GangView;
class KeyValueList;
class PredictedPlaceView;
class PreemptionView;
class ReplicaView;
class SectionHead;
class StateLabel;

/// The answer of the preview controller in full: place, certainty, candidates, scores, fragmentation, replicas,
/// refusals, and the two acts that follow: view the YAML, submit.
class PreviewPane : public Pane {
  Q_OBJECT
 public:
  PreviewPane(const PageContext& context, QWidget* parent = nullptr);

  /// Blocks until what is said of the answer on show is there; for pictures without an event loop only.
  void answerNow();

 signals:
  void submitRequested();
  void yamlRequested();
  void bindRequested();

 protected:
  void retranslate() override;

 private:
  void buildTop();
  void buildTables();
  void buildFoot();
  void refresh();
  void fillTop(const AllocationAnswer* lead);
  bool fillFaults(const AllocationAnswer* lead);
  void fillFile();
  void fillOthers();
  void fillPaused();
  void fillTables();
  void fillAnswer(const AllocationAnswer& lead, const AllocationAnswer& any);
  void fillScore();
  void fillFoot();
  void fillBind();

  QWidget* m_fileSection = nullptr;
  FileWorkloadsView* m_file;
  QWidget* m_noticeSection = nullptr;
  Banner* m_problem;
  AdmissionBanner* m_admission;
  Banner* m_paused;
  Banner* m_changed;  ///< what the answer says otherwise than the one that was seen last
  Banner* m_aimNote;
  QCheckBox* m_pin;
  QWidget* m_gangSection = nullptr;
  GangView* m_gang;
  QWidget* m_placeSection = nullptr;
  PredictedPlaceView* m_place;
  PreemptionView* m_preemption;
  QWidget* m_candidateSection = nullptr;
  SectionHead* m_candidateHead;
  TextLabel* m_alikeNote;  ///< explains the sign before cards
  CandidateModel* m_candidates;
  DataTable* m_candidateTable;
  QWidget* m_fragmentSection = nullptr;
  FragmentationView* m_fragmentation;
  AdviceView* m_advice;
  QWidget* m_scoreSection = nullptr;
  SectionHead* m_scoreHead;
  KeyValueList* m_scores;
  QWidget* m_replicaSection = nullptr;
  ReplicaView* m_replicas;
  QWidget* m_refusalSection = nullptr;
  SectionHead* m_refusalHead;
  RefusalModel* m_refusals;
  QTreeView* m_refusalTree;
  QWidget* m_caveatSection = nullptr;
  SectionHead* m_caveatHead;
  TextLabel* m_caveats;
  StateLabel* m_status;
  QCheckBox* m_pause;
  ActionButton* m_submit;
  ActionButton* m_yaml;
  ActionButton* m_bind;
  std::uint64_t m_shownSerial = 0;
  bool m_isAnew = true;  ///< the next answer is of another question: its lists begin at the top
};

}  // namespace cardinal::ui
