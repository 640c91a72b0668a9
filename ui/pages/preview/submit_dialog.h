// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/change_controller.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"
#include "ui/session/preview/prediction_watch.h"

namespace cardinal::ui {

class Banner;
class KeyValueList;
struct KeyValueRow;
class NameCheck;
class SectionHead;

/// Where objects go that name no namespace.
QString defaultNamespace(const SourceInfo& source);

/// "Submit 2 workloads"; "Submit 2 objects" where some of them make no pods. With `where` as the question about it.
QString submitText(const std::vector<ManifestObject>& objects, const QString& where = {});

/// Sends a previewed workload: first a dry run on the server, whose answer is shown; then, when the user says so, for
/// real. An error stays here with the server's words. The places follow the preview, with what changed marked, and what
/// is on show at the press goes with the submission. Where the preview named other places before the server's answer,
/// the prediction says so.
class SubmitDialog : public DialogFrame {
  Q_OBJECT
 public:
  SubmitDialog(const PageContext& context, ChangeController& changes, QWidget* parent);

 signals:
  /// Everything was created: the workloads whose pods were predicted, the one that was on show first; the names of the
  /// other objects; and `all`, which can be deleted again.
  void submitted(const std::vector<cardinal::ui::SubmittedWorkload>& workloads, const QStringList& others,
                 const std::vector<cardinal::CreatedRef>& all);

 private:
  void build();
  void buildPlaces();
  void fillPlaces();
  void addPlaces(std::size_t part, std::size_t most, std::vector<KeyValueRow>& rows) const;
  void finish(const SubmitOutcome& outcome);
  void dryRun();
  void send();
  void showError(const SubmitOutcome& outcome, const SubmitFailure& failure);
  void followPreview();
  void noteChange();
  bool hasOwnPods(const ClusterSnapshot& snapshot) const;
  void deleteCreated();

  PageContext m_context;
  ChangeController& m_changes;
  std::vector<CreatedRef> m_created;  ///< before the error
  std::vector<ManifestObject> m_objects;
  std::vector<PreviewPart> m_parts;  ///< of the objects
  std::size_t m_shownPart = 0;
  Prediction m_prediction;                ///< on show; from the press on as it was then
  std::vector<Prediction> m_predictions;  ///< of all parts at the press
  std::optional<PredictionSummary> m_pressed;
  std::uint64_t m_serial = 0;
  std::uint64_t m_othersSerial = 0;
  SectionHead* m_placesHead;
  KeyValueList* m_places;
  Banner* m_verdict;
  Banner* m_stale;
  NameCheck* m_name = nullptr;  ///< production contexts only
  ActionButton* m_submit;
  bool m_passed = false;
  bool m_sending = false;
};

}  // namespace cardinal::ui
