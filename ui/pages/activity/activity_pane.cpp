// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/activity/activity_pane.h"

#include <QBoxLayout>

#include "core/plan/changes/switch_back.h"
#include "ui/i18n/changes/change_texts.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {
const QString kNode = QStringLiteral("Node/");
}

StateRole stateRoleOf(ChangeResult result) {
  switch (result) {
    case ChangeResult::Done:
      return StateRole::Ok;
    case ChangeResult::Failed:
      return StateRole::Critical;
    case ChangeResult::Stopped:
    case ChangeResult::Left:
      return StateRole::Warning;
    case ChangeResult::Unknown:
      return StateRole::Unknown;
    case ChangeResult::Nothing:
    case ChangeResult::RolledBack:
    case ChangeResult::Undone:
      return StateRole::Information;
  }
  return StateRole::Unknown;
}

ActivityPane::ActivityPane(const PageContext& context, QWidget* parent) : Pane(context, parent) {
  QVBoxLayout* facts = addSection();
  m_outcome = new Banner(context.theme, this);
  m_outcome->hide();
  m_facts = new KeyValueList(context.theme, this);
  facts->addWidget(m_outcome);
  facts->addWidget(m_facts);
  QVBoxLayout* diff = addSection(&m_diffSection);
  m_diffHead = new SectionHead(context.theme, this);
  m_diff = new CodeBox(context.theme, this);
  diff->addWidget(m_diffHead);
  diff->addWidget(m_diff);
  QVBoxLayout* commands = addSection();
  m_commandHead = new SectionHead(context.theme, this);
  m_commands = new CodeBox(context.theme, this);
  commands->addWidget(m_commandHead);
  commands->addWidget(m_commands);
  m_undo = addFooterButton(QStringLiteral("undo"), true);
  m_node = addFooterButton(QStringLiteral("nodes"));
  footer()->addStretch();
  connect(m_undo, &QAbstractButton::clicked, this, [this] {
    if (m_change) emit undoRequested(QString::fromStdString(m_change->id));
  });
  connect(m_node, &QAbstractButton::clicked, this, [this] {
    if (!m_change) return;
    const QString object = QString::fromStdString(m_change->object);
    this->context().selection.go(QStringLiteral("node"), object.mid(kNode.size()));
  });
  ActivityPane::retranslate();
}

void ActivityPane::showChange(const ChangeRecord& change, const QString& refusal) {
  if (!m_change || m_change->id != change.id) m_outcome->hide();
  m_change = change;
  m_refusal = refusal;
  fill();
}

void ActivityPane::showOutcome(StateRole state, const QString& text) {
  m_outcome->setVisible(!text.isEmpty());
  m_outcome->setState(state);
  m_outcome->setText(text);
}

void ActivityPane::setUndoing(bool undoing) {
  m_undo->setBusy(undoing);
}

void ActivityPane::fill() {
  if (!m_change) return;
  const ChangeRecord& change = *m_change;
  setCrumb(plain(change.cluster));
  setTitle(plain(change.object));
  setFacts(changeVerb(change));
  setState(stateRoleOf(change.result), changeResultText(change));
  std::vector<KeyValueRow> rows = {fact(tr("Time"), dateTime(change.time)), fact(tr("Context"), plain(change.cluster))};
  if (!change.server.empty()) rows.push_back(fact(tr("Server"), plain(change.server)));
  rows.push_back(fact(tr("Change"), plain(change.id)));
  if (!change.undoneBy.empty()) rows.push_back(fact(tr("Undone by"), plain(change.undoneBy)));
  m_facts->setRows(std::move(rows));
  std::vector<CodeBox::Line> lines;
  for (const FieldChange& field : change.fields) {
    lines.push_back({plain(field.field), TextTone::Normal});
    if (field.before) lines.push_back({QStringLiteral("- ") + plain(*field.before), TextTone::Critical});
    if (field.after) lines.push_back({QStringLiteral("+ ") + plain(*field.after), TextTone::Ok});
  }
  m_diffSection->setVisible(!lines.empty());
  m_diff->setLines(lines);
  lines.clear();
  for (const std::string& command : change.commands) lines.push_back({plain(command), TextTone::Strong});
  m_commands->setLines(lines);
  const auto before = switchBack(change);
  m_undo->setText(before           ? tr("Switch back to %1…").arg(plain(toString(*before), 40))
                  : change.created ? tr("Delete…")
                                   : tr("Undo"));
  m_undo->setRefusal(m_refusal);
  m_node->setVisible(QString::fromStdString(change.object).startsWith(kNode));
  if (!m_outcome->isHidden()) return;
  QString reason;
  if (change.progress && change.progress->stop) {
    reason = stopText(*change.progress->stop, change.progress->plan);
  } else if (change.error) {
    reason = errorText(*change.error);
  }
  if (!reason.isEmpty()) showOutcome(stateRoleOf(change.result), reason);
}

void ActivityPane::retranslate() {
  Pane::retranslate();
  m_diffHead->setTitle(tr("Before and after"));
  m_commandHead->setTitle(tr("Equivalent commands"));
  m_undo->setText(tr("Undo"));
  m_node->setText(tr("Open node"));
  fill();
}

}  // namespace cardinal::ui
