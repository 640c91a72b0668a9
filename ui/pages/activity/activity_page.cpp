// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/activity/activity_page.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <algorithm>

#include "core/plan/changes/switch_back.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/changes/change_texts.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/activity/activity_pane.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/list_tools.h"
#include "ui/pages/edit/delete_dialog.h"
#include "ui/session/rights/write_refusal.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {

constexpr int kPaneWidth = 380;
constexpr int kRoom = 240;  ///< characters of a cell

CellState cellStateOf(ChangeResult result) {
  switch (stateRoleOf(result)) {
    case StateRole::Ok:
      return CellState::Ok;
    case StateRole::Critical:
      return CellState::Critical;
    case StateRole::Warning:
      return CellState::Warning;
    case StateRole::Unknown:
      return CellState::Unknown;
    default:
      return CellState::Information;
  }
}

QJsonValue orNull(const std::optional<std::string>& text) {
  return text ? QJsonValue(QString::fromStdString(*text)) : QJsonValue();
}

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

QJsonObject toJson(const FieldChange& field) {
  QJsonObject out;
  out.insert(QStringLiteral("field"), text(field.field));
  out.insert(QStringLiteral("before"), orNull(field.before));
  out.insert(QStringLiteral("after"), orNull(field.after));
  return out;
}

QJsonObject toJson(const ChangeRecord& change) {
  QJsonArray fields;
  for (const FieldChange& field : change.fields) fields.append(toJson(field));
  QJsonArray commands;
  for (const std::string& command : change.commands) commands.append(text(command));
  QJsonObject out;
  out.insert(QStringLiteral("id"), text(change.id));
  out.insert(QStringLiteral("time"), static_cast<qint64>(change.time));
  out.insert(QStringLiteral("context"), text(change.cluster));
  out.insert(QStringLiteral("server"), text(change.server));
  out.insert(QStringLiteral("object"), text(change.object));
  out.insert(QStringLiteral("verb"), text(change.verb));
  out.insert(QStringLiteral("fields"), fields);
  out.insert(QStringLiteral("result"), QString::fromLatin1(toString(change.result)));
  out.insert(QStringLiteral("error"),
             change.error ? QJsonValue(QString::fromLatin1(toString(change.error->code))) : QJsonValue());
  out.insert(QStringLiteral("commands"), commands);
  out.insert(QStringLiteral("undoneBy"), change.undoneBy.empty() ? QJsonValue() : QJsonValue(text(change.undoneBy)));
  return out;
}

}  // namespace

ActivityPage::ActivityPage(const PageContext& context, ChangeController& changes, QWidget* parent)
    : Page(context.theme, SurfaceTone::Panel, parent), m_context(context), m_changes(changes) {
  Theme& theme = context.theme;
  auto* layout = columnIn(this);
  m_tools = new ListTools(theme, {QStringLiteral("here"), QStringLiteral("all")}, this);
  layout->addWidget(m_tools);
  m_pane = new ActivityPane(context, this);
  m_content = new TableBesidePane(theme, *m_pane, kPaneWidth, this);
  layout->addWidget(m_content, 1);
  connectParts();
  ActivityPage::retranslate();
  new ColumnFit(m_content->table(),
                {{150, false, 0}, {130, true, 2}, {110, true, 0}, {260, true, 0}, {110, false, 0}, {280, true, 1}});
}

void ActivityPage::connectParts() {
  connect(&m_changes, &ChangeController::changed, this, &ActivityPage::fill);
  connect(&m_context.bridge, &SnapshotBridge::connectionChanged, this, [this] {
    if (isVisible()) fill();
  });
  connect(m_tools, &ListTools::changed, this, &ActivityPage::fill);
  connect(m_tools, &ListTools::exportRequested, this, &ActivityPage::exportAs);
  m_tools->filter().leadTo(m_content->table());
  connect(&m_content->table(), &DataTable::keyChosen, this, &ActivityPage::chooseRow);
  connect(m_pane, &ActivityPane::undoRequested, this, &ActivityPage::undo);
  connect(&m_content->empty(), &EmptyState::actionTriggered, this, [this] {
    m_tools->reset(QStringLiteral("all"));
    fill();
  });
}

const ChangeRecord* ActivityPage::find(const QString& id) const {
  const auto& all = m_changes.changes();
  const auto at = std::find_if(all.begin(), all.end(),
                               [&id](const ChangeRecord& one) { return QString::fromStdString(one.id) == id; });
  return at == all.end() ? nullptr : &*at;
}

bool ActivityPage::isShown(const ChangeRecord& change) const {
  if (m_tools->choice().current() == u"here" && !m_changes.isHere(change)) return false;
  return m_tools->accepts(plain(change.object) + u' ' + changeVerb(change) + u' ' + plain(change.verb) + u' ' +
                          plain(change.cluster) + u' ' + fieldsText(change) + u' ' + changeResultText(change));
}

RowsModel::Row ActivityPage::rowOf(const ChangeRecord& change) const {
  RowsModel::Cell object(plain(change.object));
  object.strong = true;
  RowsModel::Cell result(changeResultText(change));
  result.state = cellStateOf(change.result);
  return {QString::fromStdString(change.id),
          {dateTime(change.time), plain(change.cluster), changeVerb(change), std::move(object), std::move(result),
           fieldsText(change).left(kRoom)}};
}

void ActivityPage::fill() {
  std::vector<RowsModel::Row> rows;
  for (const ChangeRecord& change : m_changes.changes()) {
    if (isShown(change)) rows.push_back(rowOf(change));
  }
  const auto shown = static_cast<std::int64_t>(rows.size());
  const auto all = static_cast<std::int64_t>(m_changes.changes().size());
  m_tools->filter().setHits(all == 0 ? QString() : tr("%1 of %2").arg(count(shown), count(all)));
  m_tools->exporter().setEnabled(shown > 0);
  const QString chosen = m_content->showRows(std::move(rows), m_chosen);
  shown == 0 ? fillEmpty() : chooseRow(chosen);
}

void ActivityPage::fillEmpty() {
  m_content->empty().setAction({});
  if (m_changes.error()) {
    m_content->empty().setIconName(QStringLiteral("warning"));
    m_content->empty().setTitle(errorTitle(*m_changes.error()));
    return m_content->empty().setCause(errorText(*m_changes.error()));
  }
  m_content->empty().setIconName(QStringLiteral("activity"));
  if (m_changes.changes().empty()) {
    m_content->empty().setTitle(tr("Nothing was changed yet"));
    return m_content->empty().setCause(
        tr("Every change made from this program is recorded here, with before and after values, before it is sent."));
  }
  m_content->empty().setTitle(tr("Nothing matches the filter"));
  m_content->empty().setCause(
      tr("Changes in the full journal: %1").arg(count(static_cast<std::int64_t>(m_changes.changes().size()))));
  m_content->empty().setAction(tr("Show all"));
}

void ActivityPage::chooseRow(const QString& key) {
  const ChangeRecord* change = find(key);
  if (change == nullptr) return;
  m_chosen = key;
  // A mode goes back by a plan, which says itself what stands against it.
  QString refusal = switchBack(*change) ? QString() : undoBlockerText(*change);
  if (refusal.isEmpty() && !m_changes.isHere(*change))
    refusal =
        tr("This change was made in the cluster %1; open that cluster to undo it.").arg(plain(change->cluster, 80));
  if (refusal.isEmpty()) refusal = writeRefusal(m_context.bridge);
  if (refusal.isEmpty()) refusal = undoRightsRefusal(*change);
  m_pane->showChange(*change, refusal);
}

/// What was submitted is deleted; everything else was done to nodes.
QString ActivityPage::undoRightsRefusal(const ChangeRecord& change) const {
  const Rights& rights = m_context.bridge.connection().rights;
  return change.created ? deleteRefusal(rights, {*change.created}) : rightsRefusal(rights, Feature::PatchNodes);
}

void ActivityPage::undo(const QString& id) {
  const ChangeRecord* change = find(id);
  if (change == nullptr) return;
  if (const auto before = switchBack(*change)) {
    constexpr std::string_view kNode = "Node/";
    return emit switchBackRequested(QString::fromStdString(change->object.substr(kNode.size())), *before);
  }
  if (change->created) return (new DeleteDialog(m_context, m_changes, {*change->created}, window()))->open();
  m_pane->setUndoing(true);
  m_changes.undo(this, *change, [this](const ChangeOutcome& outcome) { take(outcome); });
}

void ActivityPage::take(const ChangeOutcome& outcome) {
  m_pane->setUndoing(false);
  if (outcome.isDone()) {
    m_pane->showOutcome(StateRole::Ok, tr("Undone: the fields are as they were before."));
    return m_context.selection.showMessage(StateRole::Ok, tr("The change was undone"));
  }
  QString reason = undoRefusalText(outcome.undo);
  if (outcome.progress && outcome.progress->stop) reason = stopText(*outcome.progress->stop, outcome.progress->plan);
  if (reason.isEmpty() && outcome.error) reason = errorText(*outcome.error);
  m_pane->showOutcome(StateRole::Critical, tr("Undo failed. %1").arg(reason));
}

bool ActivityPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  const auto& all = m_changes.changes();
  const auto at = std::find_if(all.begin(), all.end(), [&key](const ChangeRecord& one) {
    return QString::fromStdString(one.id) == key || QString::fromStdString(one.object) == key;
  });
  if (at == all.end()) return false;
  m_chosen = QString::fromStdString(at->id);
  m_tools->reset(QStringLiteral("all"));
  fill();
  return true;
}

void ActivityPage::focusFilter() {
  m_tools->filter().field()->setFocus(Qt::ShortcutFocusReason);
}

QByteArray ActivityPage::csv() const {
  std::vector<QStringList> rows = {
      {tr("Time"), tr("Context"), tr("Action"), tr("Object"), tr("Result"), tr("Before and after"),
       tr("Equivalent commands")},
      {QStringLiteral("time"), QStringLiteral("context"), QStringLiteral("verb"), QStringLiteral("object"),
       QStringLiteral("result"), QStringLiteral("fields"), QStringLiteral("commands")}};
  for (const ChangeRecord& change : m_changes.changes()) {
    if (!isShown(change)) continue;
    QStringList commands;
    for (const std::string& command : change.commands) commands << plain(command);
    rows.push_back({dateTime(change.time), plain(change.cluster), plain(change.verb), plain(change.object),
                    QString::fromLatin1(toString(change.result)), fieldsText(change),
                    commands.join(QStringLiteral(" && "))});
  }
  return csvText(rows);
}

QByteArray ActivityPage::json() const {
  QJsonArray changes;
  for (const ChangeRecord& change : m_changes.changes()) {
    if (isShown(change)) changes.append(toJson(change));
  }
  QJsonObject out;
  out.insert(QStringLiteral("cardinalJournal"), 1);
  out.insert(QStringLiteral("changes"), changes);
  return QJsonDocument(out).toJson();
}

void ActivityPage::exportAs() {
  saveAs(this, m_context.selection, tr("Save the journal as CSV or JSON"), QStringLiteral("journal.csv"),
         tr("CSV (*.csv);;JSON (*.json)"), [this](const QString& path) {
           return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ? json() : csv();
         });
}

void ActivityPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  m_changes.refresh();
  fill();
}

void ActivityPage::retranslate() {
  m_tools->filter().setPlaceholder(tr("Object, action, value"));
  m_tools->choice().setText(QStringLiteral("here"), tr("This cluster"));
  m_tools->choice().setText(QStringLiteral("all"), tr("All clusters"));
  m_tools->choice().setAccessibleName(tr("Whose changes are shown"));
  m_tools->exporter().setText(tr("Export…"));
  m_content->table().setAccessibleName(tr("Changes"));
  m_content->rows().setHeads({{tr("Time")},
                              {tr("Context")},
                              {tr("Action")},
                              RowsModel::Head::ofNames(tr("Object")),
                              {tr("Result")},
                              {tr("Before and after")}});
  fill();
}

}  // namespace cardinal::ui
