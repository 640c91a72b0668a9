// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/service/read/masked_lines.h"
#include "ui/models/rows_model.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/pages/common/workload_subject.h"
#include "ui/session/page_context.h"

class QStackedWidget;

namespace cardinal::ui {

class ActionButton;
class Banner;
class DataTable;
class EmptyState;
class FilterLine;
class LogPanel;
class SegmentedControl;
class TextLabel;
class YamlView;

/// The dock at the foot of the window: one object as YAML, the events about it and its owner, and the logs of a pod.
/// Read from the source when somebody looks, on a worker; closing it gives up what is under way. Events are read again
/// when the object changes; the text says that it has.
class ObjectDock : public TranslatablePage {
  Q_OBJECT
 public:
  ObjectDock(const PageContext& context, QWidget* parent = nullptr);
  ~ObjectDock() override;

  /// `view`: "yaml", "events" or, of pods, "logs"; `kind` and `key` as in SelectionState::requestObject.
  void showObject(const QString& view, const QString& kind, const QString& key);
  /// A workload, "yaml" or "events": its own object (nothing = it has none, and no YAML), and the objects whose events
  /// tell of it.
  void showWorkload(const QString& view, const WorkloadSubject& workload);
  const QString& key() const { return m_key; }
  QString view() const;
  /// Why this object's logs are not offered; empty = they are.
  QString logRefusal(const QString& kind, const QString& key) const;
  void focusSearch();

 signals:
  void closeRequested();

 protected:
  void retranslate() override;
  void hideEvent(QHideEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void connectParts();
  void read();
  void readText();
  void readEvents();
  void giveUp();
  void veil();
  void search(const QString& text);
  void showText(const Result<ObjectText>& answer);
  void noteText();
  void putText();
  void putTextAgain();
  void noteChange();
  void askValue(int line);
  void takeOpen(int line, const Result<ObjectText>& answer);
  void showEvents(const Result<ObjectEvents>& answer);
  void fillEvents();
  void offerViews();
  void showState(const QString& icon, const QString& title, const QString& cause, const QString& action);
  void showFailure(const Error& error);
  void followObject();
  void copy();
  void nameTools();
  ObjectRef object() const;
  std::string versionNow() const;
  QString shownName() const;

  PageContext m_context;
  QString m_kind;
  QString m_key;
  std::optional<WorkloadSubject> m_workload;  ///< nothing = one node or pod
  std::string m_readVersion;                  ///< of the object when it was read
  QString m_shown;                            ///< what the view holds: view, kind and key
  bool m_reading = false;
  ObjectTextOptions m_options;
  ObjectText m_text;                  ///< as it was read
  std::map<int, std::string> m_open;  ///< those of them that the operator looks at, with what stands there
  std::vector<int> m_lineOf;          ///< line of m_text for each line of the view
  ObjectEvents m_readEvents;
  std::stop_source m_cancel;
  SegmentedControl* m_views;
  TextLabel* m_name;
  FilterLine* m_search;
  ActionButton* m_managed;
  ActionButton* m_secrets;
  ActionButton* m_fold;
  ActionButton* m_copy;
  ActionButton* m_reload;
  ActionButton* m_close;
  Banner* m_note;
  QStackedWidget* m_stack;
  YamlView* m_yaml;
  LogPanel* m_logs;
  RowsModel* m_events;
  DataTable* m_table;
  EmptyState* m_state;
};

}  // namespace cardinal::ui
