// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/manifest/form/form_session.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"

class QSplitter;
class QTimer;

namespace cardinal::ui {

class ActionButton;
class Banner;
class TextLabel;
class WorkloadFormView;
class YamlEdit;

/// A workload as form and as YAML side by side, in step: comments, order and everything the form does not know stay in
/// the text. Checked by the rules of the GPU stack while it is typed, by the server's dry run when asked, and previewed
/// before it is submitted. What was written is kept until the next start.
class WorkloadPage : public Page {
  Q_OBJECT
 public:
  WorkloadPage(const PageContext& context, QWidget* parent = nullptr);
  ~WorkloadPage() override;

  /// Puts a text into the editor; what was there comes back with Ctrl+Z.
  void setYaml(const QByteArray& yaml, const QString& name);
  /// "" = as it is; a path = opens that file. False when it cannot be read (it says why).
  bool showKey(const QString& path) override;
  QByteArray yaml() const;
  const FormSession& session() const { return m_session; }

 protected:
  void retranslate() override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  QWidget* buildTools();
  void fillMenu();
  void textTyped();
  void follow();
  void formEdited(const WorkloadForm& form);
  void afterForm(const Result<void>& done);
  void showForm();
  void showVerdict();
  void chooseFile();
  bool open(const QString& path);
  void saveText();
  void check();
  void showCheck(const SubmitOutcome& outcome);
  void startPreview();
  void keepDraft();
  QStringList brokenRules() const;
  void showBroken(const QStringList& words);
  void showUnsendable(const Error& error);

  PageContext m_context;
  FormSession m_session;
  QString m_name;  ///< of the file, or what it was made from
  QTimer* m_pause;
  ActionButton* m_new;
  ActionButton* m_open;
  ActionButton* m_save;
  ActionButton* m_check;
  ActionButton* m_preview;
  TextLabel* m_title;
  QSplitter* m_split;
  WorkloadFormView* m_form;
  YamlEdit* m_text;
  Banner* m_verdict;
  bool m_fromForm = false;
  bool m_checking = false;
};

}  // namespace cardinal::ui
