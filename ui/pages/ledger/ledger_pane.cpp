// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/ledger/ledger_pane.h"

#include <QBoxLayout>

#include "ui/i18n/ledger_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

StateRole stateRoleOf(LedgerSeverity severity) {
  if (severity == LedgerSeverity::Critical) return StateRole::Critical;
  return severity == LedgerSeverity::Warning ? StateRole::Warning : StateRole::Information;
}

LedgerPane::LedgerPane(const PageContext& context, QWidget* parent) : Pane(context, parent) {
  m_sentence = addText(addSection());
  QVBoxLayout* evidence = addHeaded(m_evidenceHead);
  m_foundWord = new TextLabel(context.theme, TextRole::Small, TextTone::Normal, this);
  m_found = new CodeBox(context.theme, this);
  m_expectedWord = new TextLabel(context.theme, TextRole::Small, TextTone::Normal, this);
  m_expected = new CodeBox(context.theme, this);
  for (QWidget* part : {static_cast<QWidget*>(m_foundWord), static_cast<QWidget*>(m_found),
                        static_cast<QWidget*>(m_expectedWord), static_cast<QWidget*>(m_expected)}) {
    evidence->addWidget(part);
  }
  m_why = addText(addHeaded(m_whyHead));
  m_remedy = addText(addHeaded(m_remedyHead));
  m_map = addFooterButton(QStringLiteral("map"), true);
  m_node = addFooterButton(QStringLiteral("nodes"));
  m_pod = addFooterButton(QStringLiteral("pod"));
  footer()->addStretch();
  connect(m_map, &QAbstractButton::clicked, this, &LedgerPane::showOnMap);
  connect(m_node, &QAbstractButton::clicked, this, [this] {
    if (m_entry) this->context().selection.go(QStringLiteral("node"), QString::fromStdString(m_entry->node->name));
  });
  connect(m_pod, &QAbstractButton::clicked, this, [this] {
    if (m_entry) this->context().selection.go(QStringLiteral("pod"), QString::fromStdString(m_entry->finding.pod));
  });
  LedgerPane::retranslate();
}

QVBoxLayout* LedgerPane::addHeaded(SectionHead*& head) {
  QVBoxLayout* section = addSection();
  head = new SectionHead(context().theme, this);
  section->addWidget(head);
  return section;
}

TextLabel* LedgerPane::addText(QVBoxLayout* section) {
  auto* label = new TextLabel(context().theme, TextRole::Body, TextTone::Strong, this);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  section->addWidget(label);
  return label;
}

void LedgerPane::showEntry(const LedgerEntry& entry) {
  m_entry = entry;
  fill();
}

void LedgerPane::fill() {
  if (!m_entry) return;
  const LedgerEntry& entry = *m_entry;
  const bool card = entry.finding.card >= 0;
  setCrumb(card ? tr("%1 / card %2").arg(plain(entry.node->name)).arg(entry.finding.card) : plain(entry.node->name));
  setTitle(ledgerKind(entry));
  setFacts(plain(entry.finding.pod));
  setState(stateRoleOf(entry.severity), severityText(entry.severity));
  m_sentence->setText(ledgerSentence(entry));
  m_found->setLines({{evidenceText(entry.found), TextTone::Critical}});
  m_expected->setLines({{evidenceText(entry.expected), TextTone::Ok}});
  m_expectedWord->setVisible(!entry.expected.empty());
  m_expected->setVisible(!entry.expected.empty());
  m_why->setText(ledgerConsequence(entry));
  m_remedy->setText(ledgerRemedyText(entry));
  m_map->setRefusal(entry.node->cards.empty() ? tr("The map has no cards of this node.") : QString());
  m_node->setRefusal(entry.node->exists() ? QString() : tr("There is no such node."));
  m_pod->setVisible(entry.pod != nullptr);
}

void LedgerPane::showOnMap() {
  if (!m_entry) return;
  const QString node = QString::fromStdString(m_entry->node->name);
  const CardIndex card = m_entry->finding.card;
  const bool onNode = card >= 0 && static_cast<std::size_t>(card) < m_entry->node->cards.size();
  context().selection.go(QStringLiteral("map"), onNode ? node + u'/' + QString::number(card) : node);
}

void LedgerPane::retranslate() {
  Pane::retranslate();
  m_evidenceHead->setTitle(tr("Evidence"));
  m_foundWord->setText(tr("Found"));
  m_expectedWord->setText(tr("Expected"));
  m_whyHead->setTitle(tr("Why it matters"));
  m_remedyHead->setTitle(tr("What to do"));
  m_map->setText(tr("Show on map"));
  m_node->setText(tr("Open node"));
  m_pod->setText(tr("Open pod"));
  fill();
}

}  // namespace cardinal::ui
