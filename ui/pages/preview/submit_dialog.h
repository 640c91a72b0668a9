// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/change_desk.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/pages/common/page_context.h"
#include "ui/pages/preview/prediction_watch.h"

namespace cardinal::ui {

class Band;
class NameCheck;

/// Where objects go that name no namespace.
QString defaultNamespace(const SourceInfo& source);

/// Sends a previewed workload: first a dry run on the server, whose answer is shown; then, when the user says so, for real. An error
/// stays here with the server's words. The prediction is frozen when the dialog opens.
class SubmitDialog : public DialogFrame {
  Q_OBJECT
 public:
  SubmitDialog(const PageContext& context, ChangeDesk& desk, QWidget* parent);

 signals:
  /// Everything was created; `chosen` is the object whose pods were predicted, `all` can be deleted again.
  void submitted(const cardinal::CreatedObject& chosen, const cardinal::ui::Prediction& prediction,
                 const std::vector<cardinal::CreatedRef>& all);

 private:
  void build();
  void dryRun();
  void send();
  void showError(const SubmitOutcome& outcome);
  void followPreview();
  void deleteCreated();

  PageContext m_context;
  ChangeDesk& m_desk;
  std::vector<CreatedRef> m_created;  ///< before the error
  std::vector<ManifestObject> m_objects;
  std::size_t m_chosen = 0;
  Prediction m_prediction;
  Band* m_verdict;
  Band* m_stale;
  NameCheck* m_name = nullptr;  ///< production contexts only
  ActionButton* m_submit;
  bool m_passed = false;
  bool m_sending = false;
};

}  // namespace cardinal::ui
