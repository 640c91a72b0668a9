// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/edit/node_edit_dialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <algorithm>

#include "core/plan/make/node_field.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/changes/change_texts.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/name_check.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/session/rights/write_refusal.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kWidth = 720;
constexpr int kLinesHeight = 300;
constexpr std::size_t kNamedVictims = 8;
constexpr int kMaxText = 400;  ///< longer than any valid key, so that a paste is judged and not cut silently

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

}  // namespace

NodeEditDialog::NodeEditDialog(const PageContext& context, ChangeController& changes, const QString& node,
                               QWidget* parent)
    : DialogFrame(context.theme, tr("Labels and taints of %1").arg(plain(node.toStdString(), 80)), kWidth, parent),
      m_context(context),
      m_changes(changes),
      m_node(node) {
  build();
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, &QDialog::reject);
  load();
}

void NodeEditDialog::build() {
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setMinimumHeight(kLinesHeight);
  auto* lines = new Surface(theme(), SurfaceTone::Panel, scroll);
  auto* layout = new QVBoxLayout(lines);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  const auto section = [&](const QString& title, const QString& add, auto act) {
    auto* head = new SectionHead(theme(), lines);
    head->setTitle(title);
    auto* button = new ActionButton(theme(), lines);
    button->setText(add);
    button->setIconName(QStringLiteral("add"));
    button->setAutoDefault(false);
    auto* across = new QHBoxLayout;
    across->addWidget(head, 1);
    across->addWidget(button);
    layout->addLayout(across);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(6);
    layout->addLayout(rows);
    connect(button, &QAbstractButton::clicked, this, act);
    return rows;
  };
  m_labelLines = section(tr("Labels"), tr("Add label"), [this] { addLabel(); });
  m_taintLines = section(tr("Taints"), tr("Add taint"), [this] { addTaint(); });
  layout->addStretch(1);
  scroll->setWidget(lines);
  body()->addWidget(scroll, 1);
  auto* head = new SectionHead(theme(), this);
  head->setTitle(tr("Change"));
  body()->addWidget(head);
  m_diff = new CodeBox(theme(), this);
  body()->addWidget(m_diff);
  m_notes = new Banner(theme(), this);
  m_notes->hide();
  m_verdict = new Banner(theme(), this);
  body()->addWidget(m_notes);
  body()->addWidget(m_verdict);
  if (m_context.bridge.writeLock().isProduction()) {
    m_name = new NameCheck(theme(), m_node, this);
    body()->addWidget(m_name);
    connect(m_name, &NameCheck::changed, this, [this] { m_apply->setRefusal(confirmRefusal()); });
  }
  addButton(tr("Cancel"));
  m_apply = addButton(tr("Apply"), true);
  connect(m_apply, &QAbstractButton::clicked, this, &NodeEditDialog::apply);
  connect(m_verdict, &Banner::actionTriggered, this, [this] {
    if (m_newer) takeNode(m_newer);
  });
}

void NodeEditDialog::load() {
  m_loading = true;
  say(StateRole::Information, tr("Reading the node from the server"));
  m_refusal = tr("The node is being read");
  m_apply->setRefusal(m_refusal);
  m_changes.preflightEdit(this, nullptr, m_node.toStdString(), {}, [this](const Result<EditPreflight>& preflight) {
    m_loading = false;
    if (preflight) return takeNode(preflight->node);
    m_refusal = tr("The node cannot be read");
    m_apply->setRefusal(m_refusal);
    say(StateRole::Critical, errorText(preflight.error()), plain(preflight.error().detail, kMaxText));
  });
}

void NodeEditDialog::takeNode(const std::shared_ptr<const RawNode>& node) {
  m_loading = true;
  m_seen = node;
  m_newer.reset();
  m_verdict->setAction({});
  for (auto* rows : {&m_labels, &m_taints}) {
    for (const Row& row : *rows) delete row.line;
    rows->clear();
  }
  for (const auto& [key, value] : node->meta.labels)
    m_labels.push_back(makeRow(m_labelLines, false, text(key), text(value), {}));
  for (const Taint& taint : node->taints) {
    m_taints.push_back(makeRow(m_taintLines, true, text(taint.key), text(taint.value), text(taint.effect)));
  }
  m_loading = false;
  review();
}

NodeEditDialog::Row NodeEditDialog::makeRow(QVBoxLayout* into, bool taint, const QString& key, const QString& value,
                                            const QString& effect) {
  Row row;
  row.line = new QWidget(this);
  auto* across = new QHBoxLayout(row.line);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(6);
  row.key = new QLineEdit(key, row.line);
  row.value = new QLineEdit(value, row.line);
  row.key->setAccessibleName(tr("Key"));
  row.key->setPlaceholderText(tr("Key"));
  row.value->setAccessibleName(tr("Value"));
  row.value->setPlaceholderText(tr("Value"));
  for (QLineEdit* field : {row.key, row.value}) {
    field->setMaxLength(kMaxText);
    field->setFont(theme().font(TextRole::Mono));
    connect(field, &QLineEdit::textChanged, this, &NodeEditDialog::review);
  }
  across->addWidget(row.key, 3);
  across->addWidget(row.value, 2);
  if (taint) {
    row.effect = new QComboBox(row.line);
    row.effect->addItems(
        {QStringLiteral("NoSchedule"), QStringLiteral("PreferNoSchedule"), QStringLiteral("NoExecute")});
    if (row.effect->findText(effect) < 0) row.effect->addItem(effect);
    row.effect->setCurrentText(effect);
    row.effect->setAccessibleName(tr("Effect"));
    connect(row.effect, &QComboBox::currentTextChanged, this, &NodeEditDialog::review);
    across->addWidget(row.effect);
  }
  auto* remove = new ActionButton(theme(), row.line);
  remove->setKind(ButtonKind::Quiet);
  remove->setIconName(QStringLiteral("delete"));
  remove->setToolTip(taint ? tr("Remove this taint") : tr("Remove this label"));
  remove->setAutoDefault(false);
  across->addWidget(remove);
  const bool decided = !taint && (key == u"ack.node.gpu.schedule" || key == u"gpushare" || key == u"cgpu" ||
                                  key == u"ack.node.gpu.placement");
  if (decided) {
    row.key->setReadOnly(true);
    row.value->setReadOnly(true);
    remove->setRefusal(key == u"ack.node.gpu.placement"
                           ? tr("The placement policy has its own dialog")
                           : tr("The GPU mode is changed by a mode switch, which drains first"));
  }
  connect(remove, &QAbstractButton::clicked, this,
          [this, taint, line = row.line] { removeRow(taint ? m_taints : m_labels, line); });
  into->addWidget(row.line);
  return row;
}

void NodeEditDialog::removeRow(std::vector<Row>& rows, QWidget* line) {
  std::erase_if(rows, [line](const Row& row) { return row.line == line; });
  line->deleteLater();
  review();
}

void NodeEditDialog::addLabel(const QString& key, const QString& value) {
  m_labels.push_back(makeRow(m_labelLines, false, {}, value, {}));
  m_labels.back().key->setText(key);
  m_labels.back().key->setFocus();
  review();
}

void NodeEditDialog::addTaint(const QString& key, const QString& value, const QString& effect) {
  m_taints.push_back(makeRow(m_taintLines, true, key, value, effect));
  m_taints.back().key->setFocus();
  review();
}

QString NodeEditDialog::verdict() const {
  return m_refusal;
}

/// The difference, with lines that stand twice kept twice so that they are refused.
NodeEdit NodeEditDialog::wanted() const {
  StringMap labels;
  std::vector<LabelChange> twice;
  for (const Row& row : m_labels) {
    const std::string key = row.key->text().trimmed().toStdString();
    const std::string value = row.value->text().trimmed().toStdString();
    if (cardinal::find(labels, key) != nullptr) {
      twice.push_back({key, value, false});
    } else {
      labels.emplace_back(key, value);
    }
  }
  std::vector<Taint> taints;
  for (const Row& row : m_taints) {
    taints.push_back({row.key->text().trimmed().toStdString(), row.value->text().trimmed().toStdString(),
                      row.effect->currentText().toStdString()});
  }
  NodeEdit out = editBetween(*m_seen, labels, taints);
  for (const LabelChange& change : twice) {
    out.labels.push_back(change);
    out.labels.push_back(change);
  }
  for (std::size_t i = 0; i < taints.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (taints[k].key != taints[i].key || taints[k].effect != taints[i].effect) continue;
      for (int n = 0; n < 2; ++n) out.taints.push_back({taints[i].key, taints[i].value, taints[i].effect, false});
    }
  }
  return out;
}

void NodeEditDialog::review() {
  if (m_loading || !m_seen) return;
  m_edit = wanted();
  showDiff(m_edit);
  m_newer.reset();
  m_verdict->setAction({});
  m_apply->setText(tr("Apply"));
  const std::vector<NotedEdit> notes = checkEdit(m_edit);
  const bool refused = !notes.empty() && isRefusal(notes.front().note);
  QStringList sentences;
  for (const NotedEdit& noted : notes) {
    if (isRefusal(noted.note) == refused) sentences << editNoteText(noted, m_edit);
  }
  sentences.removeDuplicates();
  m_notes->setVisible(!notes.empty());
  m_notes->setState(refused ? StateRole::Critical : StateRole::Warning);
  m_notes->setText(sentences.value(0));
  m_notes->setDetail(sentences.mid(1).join(u'\n'));
  ++m_asked;
  if (refused) {
    m_refusal = sentences.value(0);
    say(StateRole::Information, tr("Nothing was sent."));
  } else if (m_edit.empty()) {
    m_refusal = tr("Nothing would change");
    say(StateRole::Information, m_refusal);
  } else {
    return tryOut(m_edit);
  }
  m_apply->setRefusal(m_refusal);
}

void NodeEditDialog::showDiff(const NodeEdit& edit) {
  std::vector<CodeBox::Line> lines;
  const Plan plan = makeEditPlan(*m_seen, edit, {});
  const auto add = [&lines](const std::optional<std::string>& before, const std::optional<std::string>& after,
                            const QString& name) {
    if (before)
      lines.push_back({QStringLiteral("- ") + name + QStringLiteral(": ") + plain(*before), TextTone::Critical});
    if (after) lines.push_back({QStringLiteral("+ ") + name + QStringLiteral(": ") + plain(*after), TextTone::Ok});
  };
  for (const LabelChange& change : edit.labels) {
    add(fieldOf(*m_seen, "metadata.labels[" + change.key + "]"),
        change.remove ? std::nullopt : std::optional(change.value), plain(change.key));
  }
  for (const TaintChange& change : edit.taints) {
    const std::string name = change.key + ":" + change.effect;
    add(fieldOf(*m_seen, "spec.taints[" + name + "]"), change.remove ? std::nullopt : std::optional(change.value),
        plain(name));
  }
  if (!lines.empty()) lines.push_back({plain(equalCommand(plan.steps.front().act, plan)), TextTone::Normal});
  if (lines.empty()) lines.push_back({tr("no difference"), TextTone::Quiet});
  m_diff->setLines(lines);
}

void NodeEditDialog::tryOut(const NodeEdit& edit) {
  m_refusal = tr("The dry run is not finished");
  m_apply->setRefusal(m_refusal);
  say(StateRole::Information, tr("The server is checking the change (dry run)"));
  const std::uint64_t asked = m_asked;
  m_changes.preflightEdit(this, m_seen, m_node.toStdString(), edit,
                          [this, asked](const Result<EditPreflight>& preflight) {
                            if (asked != m_asked) return;
                            if (!preflight || preflight->refused) {
                              const Error& error = preflight ? *preflight->refused : preflight.error();
                              m_refusal = tr("Rejected by the server");
                              say(StateRole::Critical, errorText(error), plain(error.detail, kMaxText));
                            } else if (!preflight->conflicts.empty()) {
                              return showConflicts(preflight->conflicts, preflight->node);
                            } else {
                              m_refusal.clear();
                              say(StateRole::Ok, tr("Server dry run passed"));
                              showVictims(preflight->victims);
                            }
                            m_apply->setRefusal(confirmRefusal());
                          });
}

/// Who goes is named before the taint is set.
void NodeEditDialog::showVictims(const std::vector<ObjectKey>& victims) {
  const int all = static_cast<int>(victims.size());
  m_apply->setText(all > 0 ? tr("Evict %n pod(s) and apply", nullptr, all) : tr("Apply"));
  if (all == 0) return;
  QStringList names;
  for (std::size_t i = 0; i < std::min(victims.size(), kNamedVictims); ++i)
    names << plain(victims[i].ns + "/" + victims[i].name, 120);
  if (all > names.size()) names << tr("%n more", nullptr, all - static_cast<int>(names.size()));
  say(StateRole::Warning, tr("Server dry run passed. The taint evicts %n pod(s) immediately", nullptr, all),
      joinList(names));
}

QString NodeEditDialog::confirmRefusal() const {
  if (!m_refusal.isEmpty()) return m_refusal;
  if (QString refusal = writeRefusal(m_context.bridge); !refusal.isEmpty()) return refusal;
  if (m_name && !m_name->isTyped()) return tr("Type the name of the node first");
  return {};
}

void NodeEditDialog::showConflicts(const std::vector<EditConflict>& conflicts,
                                   const std::shared_ptr<const RawNode>& now) {
  m_newer = now;
  QStringList lines;
  for (const EditConflict& conflict : conflicts) lines << editConflictText(conflict);
  m_refusal = tr("Somebody else changed the same fields");
  say(StateRole::Critical, m_refusal, lines.join(u'\n'));
  if (m_newer) m_verdict->setAction(tr("Start over from the current values"));
  m_apply->setRefusal(m_refusal);
}

void NodeEditDialog::say(StateRole state, const QString& sentence, const QString& detail) {
  m_verdict->setState(state);
  m_verdict->setText(sentence);
  m_verdict->setDetail(detail);
}

void NodeEditDialog::apply() {
  m_apply->setBusy(true);
  m_changes.edit(this, m_seen, m_edit, [this](const ChangeOutcome& outcome) { take(outcome); });
}

void NodeEditDialog::take(const ChangeOutcome& outcome) {
  m_apply->setBusy(false);
  if (outcome.isDone()) {
    m_context.selection.showMessage(
        StateRole::Ok,
        tr("Labels and taints of %1 are changed; Activity can undo it").arg(plain(m_node.toStdString(), 63)));
    return accept();
  }
  if (!outcome.conflicts.empty()) {
    // What stands now is read again, so that the user can begin from it.
    m_changes.preflightEdit(this, nullptr, m_node.toStdString(), {},
                            [this, conflicts = outcome.conflicts](const Result<EditPreflight>& preflight) {
                              showConflicts(conflicts, preflight ? preflight->node : nullptr);
                            });
    return;
  }
  QString reason = outcome.error ? errorText(*outcome.error) : QString();
  if (outcome.progress && outcome.progress->stop) reason = stopText(*outcome.progress->stop, outcome.progress->plan);
  say(StateRole::Critical, reason, outcome.error ? plain(outcome.error->detail, kMaxText) : QString());
}

}  // namespace cardinal::ui
