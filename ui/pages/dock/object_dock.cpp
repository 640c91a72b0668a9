// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/dock/object_dock.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>

#include "core/workloads/workload_objects.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/dock/log_panel.h"
#include "ui/pages/dock/yaml_view.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {
const QString kYaml = QStringLiteral("yaml");
const QString kEvents = QStringLiteral("events");
const QString kLogs = QStringLiteral("logs");
}  // namespace

ObjectDock::ObjectDock(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent), m_context(context) {
  build();
  connectParts();
  ObjectDock::retranslate();
}

ObjectDock::~ObjectDock() {
  m_cancel.request_stop();
}

void ObjectDock::build() {
  Theme& theme = m_context.theme;
  setEdges(Qt::TopEdge);
  setMinimumHeight(168);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 1, 0, 0);
  layout->setSpacing(0);
  auto* tools = new QHBoxLayout;
  tools->setContentsMargins(16, 4, 8, 4);
  tools->setSpacing(8);
  m_views = new SegmentedControl(theme, this);
  m_views->addItem(kYaml, {});
  m_views->addItem(kEvents, {});
  m_views->addItem(kLogs, {});
  m_views->setCurrent(kYaml);
  m_name = new TextLabel(theme, TextRole::SmallStrong, TextTone::Strong, this);
  m_name->setElide(Qt::ElideMiddle);
  m_search = new FilterLine(theme, this);
  m_search->setMinimumWidth(160);
  m_search->setMaximumWidth(280);
  const auto button = [&](const char* icon) {
    auto* made = new ActionButton(theme, this);
    made->setKind(ButtonKind::Quiet);
    made->setIconName(QString::fromLatin1(icon));
    return made;
  };
  m_managed = button("label");
  m_secrets = button("lock");
  m_fold = button("chevron-right");
  m_copy = button("copy");
  m_reload = button("refresh");
  m_close = button("close");
  for (ActionButton* toggle : {m_managed, m_secrets, m_fold}) toggle->setCheckable(true);
  tools->addWidget(m_views);
  tools->addWidget(m_name, 1);
  tools->addWidget(m_search, 1);
  for (ActionButton* one : {m_managed, m_secrets, m_fold, m_copy, m_reload, m_close}) tools->addWidget(one);
  layout->addLayout(tools);
  m_note = new Banner(theme, this);
  layout->addWidget(m_note);
  m_stack = new QStackedWidget(this);
  m_yaml = new YamlView(theme, this);
  m_events = new RowsModel(this);
  m_table = new DataTable(theme, this);
  m_table->setModel(m_events);
  m_state = new EmptyState(theme, this);
  m_logs = new LogPanel(m_context, this);
  for (QWidget* one : {static_cast<QWidget*>(m_yaml), static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_state),
                       static_cast<QWidget*>(m_logs)})
    m_stack->addWidget(one);
  layout->addWidget(m_stack, 1);
}

void ObjectDock::connectParts() {
  connect(m_views, &SegmentedControl::changed, this, [this] { read(); });
  connect(m_search, &FilterLine::textChanged, this, &ObjectDock::search);
  connect(m_search, &FilterLine::accepted, this, [this] {
    const bool back = QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier);
    m_yaml->step(!back);
  });
  connect(m_search, &FilterLine::left, this, [this] { m_stack->currentWidget()->setFocus(); });
  connect(m_managed, &QAbstractButton::toggled, this, [this](bool on) {
    m_options.managedFields = on;
    read();
  });
  connect(m_secrets, &QAbstractButton::toggled, this, [this](bool on) {
    m_options.secrets = on;
    read();
  });
  connect(m_fold, &QAbstractButton::toggled, m_yaml, &YamlView::foldAll);
  connect(m_yaml, &YamlView::valueRequested, this, &ObjectDock::askValue);
  connect(m_copy, &QAbstractButton::clicked, this, &ObjectDock::copy);
  connect(m_reload, &QAbstractButton::clicked, this, &ObjectDock::read);
  connect(m_close, &QAbstractButton::clicked, this, &ObjectDock::closeRequested);
  connect(m_note, &Banner::actionTriggered, this, &ObjectDock::read);
  connect(m_state, &EmptyState::actionTriggered, this, [this] {
    if (m_reading) {
      giveUp();
      showState(QStringLiteral("stop"), tr("Reading was stopped"), {}, tr("Read again"));
    } else {
      read();
    }
  });
  connect(&m_context.bridge, &SnapshotBridge::snapshotChanged, this, &ObjectDock::followObject);
  connect(&m_context.bridge, &SnapshotBridge::connectionChanged, this, &ObjectDock::offerViews);
  connect(&m_context.bridge, &SnapshotBridge::sourceChanged, this, &ObjectDock::closeRequested);
}

QString ObjectDock::view() const {
  return m_views->current();
}

void ObjectDock::showObject(const QString& view, const QString& kind, const QString& key) {
  const bool other = kind != m_kind || key != m_key;
  m_kind = kind;
  m_key = key;
  m_workload.reset();
  offerViews();
  m_views->setCurrent(view == kLogs && !logRefusal(kind, key).isEmpty() ? kYaml : view);
  if (other) veil();
  nameTools();
  if (isVisible()) read();
}

/// What was unveiled of one object stays veiled in the next.
void ObjectDock::veil() {
  if (!m_secrets->isChecked()) return;
  const QSignalBlocker quiet(m_secrets);
  m_secrets->setChecked(false);
  m_options.secrets = false;
}

void ObjectDock::showWorkload(const QString& view, const WorkloadSubject& workload) {
  if (workload.kind != m_kind || workload.name != m_key) veil();
  m_kind = workload.kind;
  m_key = workload.name;
  m_workload = workload;
  offerViews();
  m_views->setCurrent(workload.own ? view : kEvents);
  nameTools();
  if (isVisible()) read();
}

QString ObjectDock::logRefusal(const QString& kind, const QString& key) const {
  if (kind != u"Pod") return tr("Only pods have logs");
  return rightsRefusal(m_context.bridge.connection().rights, Feature::ReadLogs, key.section(u'/', 0, 0).toStdString());
}

void ObjectDock::offerViews() {
  const bool hasObject = !m_workload || m_workload->own;
  m_views->setItemEnabled(kYaml, hasObject, hasObject ? QString() : tr("This workload has no object of its own"));
  const QString refusal = logRefusal(m_kind, m_key);
  m_views->setItemEnabled(kLogs, refusal.isEmpty(), refusal);
}

ObjectRef ObjectDock::object() const {
  if (m_workload && m_workload->own) return *m_workload->own;
  const qsizetype slash = m_kind == u"Pod" ? m_key.indexOf(u'/') : -1;
  return {m_kind.toStdString(),
          {slash < 0 ? std::string() : m_key.left(slash).toStdString(), m_key.mid(slash + 1).toStdString()}};
}

std::string ObjectDock::versionNow() const {
  if (m_workload) return {};  // no list has it
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  if (m_kind == u"Pod") {
    const PodPtr pod = findPod(*snapshot, m_key).first;
    return pod ? pod->raw->meta.resourceVersion : std::string();
  }
  const auto index = snapshot->findNode(m_key.toStdString());
  if (!index || !snapshot->node(*index).raw) return {};
  return snapshot->node(*index).raw->meta.resourceVersion;
}

void ObjectDock::giveUp() {
  m_cancel.request_stop();
  m_cancel = std::stop_source();
  m_reading = false;
  m_logs->close();
}

void ObjectDock::read() {
  if (m_key.isEmpty()) return;
  giveUp();
  nameTools();
  m_note->hide();
  if (view() == kLogs) {
    m_shown.clear();
    m_stack->setCurrentWidget(m_logs);
    return m_logs->open(m_key);
  }
  m_reading = true;
  m_readVersion = versionNow();
  const bool keepsView = m_shown == shownName() && m_stack->currentWidget() != m_state;
  // What is shown stays until the answer comes, unless it is another thing.
  if (!keepsView) showState(QStringLiteral("refresh"), tr("Reading from the source"), {}, tr("Cancel"));
  view() == kYaml ? readText() : readEvents();
}

QString ObjectDock::shownName() const {
  return view() + u' ' + m_kind + u' ' + m_key;
}

void ObjectDock::readText() {
  m_context.bridge.readObject(this, object(), m_options, m_cancel.get_token(),
                              [this](const Result<ObjectText>& answer) { showText(answer); });
}

void ObjectDock::readEvents() {
  std::vector<ObjectRef> objects = m_workload ? m_workload->objects : std::vector{object()};
  if (!m_workload && m_kind == u"Pod") {
    if (const PodPtr pod = findPod(*m_context.bridge.snapshot(), m_key).first) {
      for (const OwnerRef& owner : pod->raw->meta.owners) objects.push_back({owner.kind, {pod->key().ns, owner.name}});
    }
  }
  m_context.bridge.readEvents(this, std::move(objects), m_cancel.get_token(),
                              [this](const Result<ObjectEvents>& answer) { showEvents(answer); });
}

void ObjectDock::showText(const Result<ObjectText>& answer) {
  if (!m_reading || view() != kYaml) return;
  m_reading = false;
  if (!answer) return showFailure(answer.error());
  m_shown = shownName();
  m_text = *answer;
  // What was unveiled of an earlier state stays veiled in this one: another value may stand there now.
  m_open.clear();
  putText();
  if (m_fold->isChecked()) m_yaml->foldAll(true);
  m_stack->setCurrentWidget(m_yaml);
  search(m_search->text());
  noteText();
}

void ObjectDock::noteText() {
  QStringList said;
  if (m_text.partial) said << tr("This source keeps only a part of the object.");
  if (m_text.hiddenSecrets > 0) {
    said << tr("%n value(s) that look like secrets are hidden.", nullptr, m_text.hiddenSecrets)
         << tr("A click on one, or Return at its line, shows it alone.");
  }
  if (m_yaml->cutLines() > 0)
    said << tr("%n line(s) are truncated in this view; a copy has the full text.", nullptr, m_yaml->cutLines());
  m_note->setState(StateRole::Information);
  m_note->setText(joinSentences(said));
  m_note->setAction({});
  m_note->setVisible(!said.isEmpty());
}

/// The text as it was read, with the values that the operator looks at.
void ObjectDock::putText() {
  m_lineOf.clear();
  const QStringList lines = QString::fromStdString(m_text.yaml).split(u'\n');
  QStringList shown;
  std::set<int> askable;
  for (int line = 0; line < static_cast<int>(lines.size()); ++line) {
    const bool masked = m_text.hiddenSecrets > 0 && lines[line].contains(QLatin1String(kMasked));
    const auto open = m_open.find(line);
    const QStringList parts =
        open == m_open.end() ? QStringList(lines[line]) : QString::fromStdString(open->second).split(u'\n');
    for (const QString& part : parts) {
      if (masked) askable.insert(static_cast<int>(m_lineOf.size()));
      m_lineOf.push_back(line);
      shown << part;
    }
  }
  m_yaml->setYaml(shown.join(u'\n'));
  m_yaml->setAskable(std::move(askable));
}

/// Shows the value at a line of the view, or hides it again.
void ObjectDock::askValue(int line) {
  if (m_reading || line >= static_cast<int>(m_lineOf.size())) return;
  const int asked = m_lineOf[static_cast<std::size_t>(line)];
  if (m_open.erase(asked) > 0) return putTextAgain();
  m_reading = true;
  ObjectTextOptions whole = m_options;
  whole.secrets = true;
  m_context.bridge.readObject(this, object(), whole, m_cancel.get_token(),
                              [this, asked](const Result<ObjectText>& answer) { takeOpen(asked, answer); });
}

void ObjectDock::takeOpen(int line, const Result<ObjectText>& answer) {
  if (!m_reading || view() != kYaml) return;
  m_reading = false;
  if (!answer) return showFailure(answer.error());
  const std::vector<MaskedLine> lines = maskedLines(m_text.yaml, answer->yaml);
  if (lines.empty()) return noteChange();
  for (const MaskedLine& one : lines) {
    if (one.line == line) m_open[line] = one.open;
  }
  putTextAgain();
}

/// The view stays where it is.
void ObjectDock::putTextAgain() {
  const int line = m_yaml->textCursor().blockNumber();
  const int top = m_yaml->verticalScrollBar()->value();
  putText();
  if (m_fold->isChecked()) m_yaml->foldAll(true);
  m_yaml->setTextCursor(QTextCursor(m_yaml->document()->findBlockByNumber(line)));
  m_yaml->verticalScrollBar()->setValue(top);
}

void ObjectDock::showEvents(const Result<ObjectEvents>& answer) {
  if (!m_reading || view() != kEvents) return;
  m_reading = false;
  if (!answer) return showFailure(answer.error());
  m_readEvents = *answer;
  if (!m_readEvents.known) {
    return showState(QStringLiteral("unknown"), tr("No events available"),
                     tr("A saved snapshot holds no events. Open the cluster itself to read them."), {});
  }
  if (m_readEvents.events.empty()) {
    return showState(
        QStringLiteral("event"), tr("No events"),
        !m_workload ? tr("The server keeps events for about an hour; there are none for this object.")
        : m_workload->objects.size() >= kMaxEventObjects
            ? tr("The server keeps events for about an hour; there are none for the first %n objects of this workload. "
                 "The others were not asked about.",
                 nullptr, static_cast<int>(m_workload->objects.size()))
            : tr("The server keeps events for about an hour; there are none for this workload, its PodGroups, "
                 "its Workloads of Kueue and what made its pods."),
        tr("Read again"));
  }
  m_shown = shownName();
  fillEvents();
  m_stack->setCurrentWidget(m_table);
  m_note->setState(StateRole::Information);
  const std::size_t ofWorkload = m_workload ? m_workload->objects.size() : 0;
  const bool isCut = ofWorkload >= kMaxEventObjects;
  m_note->setText(m_readEvents.more
                      ? tr("There are more than %n events; the rest was not read.", nullptr,
                           static_cast<int>(m_readEvents.events.size()))
                      : tr("Events of the first %n objects of this workload; the others were not asked about.", nullptr,
                           static_cast<int>(ofWorkload)));
  m_note->setAction({});
  m_note->setVisible(m_readEvents.more || isCut);
}

void ObjectDock::fillEvents() {
  const QString wanted = m_search->text().trimmed();
  const UnixSeconds now = m_context.referenceTime();
  std::vector<RowsModel::Row> rows;
  for (auto event = m_readEvents.events.rbegin(); event != m_readEvents.events.rend(); ++event) {
    const QString message = plain(event->message, 1024);
    const QString reason = plain(event->reason, 128);
    const QString about = plain(event->about.kind + " " + event->about.key.name, 256);
    if (!wanted.isEmpty() && !QString(message + u' ' + reason + u' ' + about).contains(wanted, Qt::CaseInsensitive))
      continue;
    RowsModel::Row row;
    row.key = QString::number(rows.size());
    const bool warning = event->type == "Warning";
    RowsModel::Cell type(event->type == "Normal" ? tr("Normal") : warning ? tr("Warning") : plain(event->type, 40));
    type.state = warning ? CellState::Warning : CellState::None;
    row.cells = {type, reason, age(event->last, now), count(event->count), about, plain(event->source, 128), message};
    rows.push_back(std::move(row));
  }
  m_events->setRows(std::move(rows));
  m_table->resizeColumnsToContents();
  m_search->setHits(wanted.isEmpty() ? QString()
                                     : tr("%1 of %2")
                                           .arg(count(m_events->rowCount()))
                                           .arg(count(static_cast<std::int64_t>(m_readEvents.events.size()))));
}

void ObjectDock::showState(const QString& icon, const QString& title, const QString& cause, const QString& action) {
  m_state->setIconName(icon);
  m_state->setTitle(title);
  m_state->setCause(cause);
  m_state->setAction(action);
  m_note->hide();
  m_stack->setCurrentWidget(m_state);
}

void ObjectDock::showFailure(const Error& error) {
  if (error.code == ErrorCode::Cancelled) return;
  if (m_workload && view() == kYaml && error.code == ErrorCode::Unsupported)
    return showState(QStringLiteral("unknown"), tr("No YAML available"),
                     m_context.bridge.info().kind == SourceKind::Live
                         ? tr("Cardinal does not know how the server names objects of this kind.")
                         : tr("This source keeps pods, not the objects that made them."),
                     {});
  const QString words = error.detail.empty() ? QString() : u'\n' + plain(error.detail, 400);
  showState(QStringLiteral("critical"), errorTitle(error), errorText(error) + words, tr("Read again"));
}

void ObjectDock::search(const QString& text) {
  if (view() == kEvents) return fillEvents();
  const int hits = m_yaml->search(text);
  m_search->setHits(text.isEmpty() ? QString() : tr("%n hit(s)", nullptr, hits));
}

void ObjectDock::followObject() {
  if (!isVisible() || m_reading || m_key.isEmpty() || m_workload) return;
  const std::string version = versionNow();
  if (version == m_readVersion) return;
  if (version.empty()) {
    m_note->setState(StateRole::Warning);
    m_note->setText(tr("The object is no longer in the cluster; this is how it was read last."));
    m_note->setAction({});
    m_note->show();
    return;
  }
  if (view() == kLogs) return;
  if (view() == kEvents) return read();
  noteChange();
}

void ObjectDock::noteChange() {
  m_note->setState(StateRole::Stale);
  m_note->setText(tr("The object has changed since it was read."));
  m_note->setAction(tr("Read again"));
  m_note->show();
}

void ObjectDock::copy() {
  QString text = m_yaml->whole();
  if (view() == kEvents) {
    QStringList lines;
    for (int row = 0; row < m_events->rowCount(); ++row) {
      QStringList cells;
      for (int column = 0; column < m_events->columnCount(); ++column)
        cells << m_events->index(row, column).data().toString();
      lines << cells.join(u'\t');
    }
    text = lines.join(u'\n');
  } else if (m_yaml->textCursor().hasSelection()) {
    text = m_yaml->textCursor().selectedText().replace(QChar(0x2029), u'\n');
  }
  if (text.isEmpty()) return;
  QGuiApplication::clipboard()->setText(text);
  m_context.selection.showMessage(StateRole::Ok, tr("Copied"));
}

void ObjectDock::focusSearch() {
  if (view() == kLogs) return m_logs->focusSearch();
  m_search->field()->setFocus(Qt::ShortcutFocusReason);
}

void ObjectDock::nameTools() {
  const bool yaml = view() == kYaml;
  for (QWidget* one : {m_managed, m_secrets, m_fold}) one->setVisible(yaml);
  // A log has tools of its own.
  for (QWidget* one : {static_cast<QWidget*>(m_search), static_cast<QWidget*>(m_copy), static_cast<QWidget*>(m_reload)})
    one->setVisible(view() != kLogs);
  const QString kind = m_workload ? plain(m_kind.toStdString(), 80) : m_kind == u"Pod" ? tr("Pod") : tr("Node");
  m_name->setText(m_key.isEmpty() ? QString() : kind + u' ' + plain(m_key.toStdString(), 320));
  m_search->setPlaceholder(yaml ? tr("Search this text") : tr("Filter these events"));
  m_search->field()->setAccessibleName(yaml ? tr("Search this text") : tr("Filter these events"));
}

void ObjectDock::hideEvent(QHideEvent* event) {
  TranslatablePage::hideEvent(event);
  giveUp();
}

void ObjectDock::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  read();
}

void ObjectDock::retranslate() {
  m_views->setText(kYaml, QStringLiteral("YAML"));
  m_views->setText(kEvents, tr("Events"));
  m_views->setText(kLogs, tr("Logs"));
  m_logs->retranslate();
  offerViews();
  m_managed->setToolTip(tr("Show managed fields and the last applied configuration"));
  m_secrets->setToolTip(tr("Show values that look like secrets"));
  m_fold->setToolTip(tr("Fold everything (one block: - and + at its line)"));
  m_copy->setToolTip(tr("Copy"));
  m_reload->setToolTip(tr("Read again"));
  m_close->setToolTip(tr("Close (Esc)"));
  m_yaml->setAccessibleName(tr("The object as YAML"));
  m_table->setAccessibleName(tr("Events of the object and of its owner"));
  m_events->setHeads({tr("Type"),
                      tr("Reason"),
                      {tr("Age"), Qt::AlignRight},
                      {tr("Count"), Qt::AlignRight},
                      tr("Object"),
                      tr("From"),
                      tr("Message")});
  nameTools();
  if (isVisible()) read();
}

}  // namespace cardinal::ui
