// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/node_pane.h"

#include <QBoxLayout>

#include "core/model/tables/gpu_nodes.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/cell_states.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/details/card_stack_rows.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/charts/figure_triple.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

NodePane::NodePane(const PageContext& context, QWidget* parent) : Pane(context, parent) {
  Theme& theme = context.theme;
  QVBoxLayout* memorySection = addSection();
  m_memory = new FigureTriple(theme, this);
  memorySection->addWidget(m_memory);
  QVBoxLayout* cardSection = addSection();
  m_cardHead = new SectionHead(theme, this);
  m_cards = new CardStackRows(theme, true, this);
  cardSection->addWidget(m_cardHead);
  cardSection->addWidget(m_cards);
  addFindings();
  m_facts = addFacts();
  m_open = addFooterButton(QStringLiteral("nodes"), true);
  m_preview = addFooterButton(QStringLiteral("preview"));
  m_actions = new NodeActions(context, this);
  m_actions->setLarge(true);
  footer()->addWidget(m_actions);
  footer()->addStretch();
  m_yaml = addFooterButton(QStringLiteral("file"));
  m_events = addFooterButton(QStringLiteral("event"));
  connect(m_yaml, &QAbstractButton::clicked, this,
          [this] { this->context().selection.requestObject(QStringLiteral("yaml"), QStringLiteral("Node"), m_name); });
  connect(m_events, &QAbstractButton::clicked, this, [this] {
    this->context().selection.requestObject(QStringLiteral("events"), QStringLiteral("Node"), m_name);
  });

  connect(m_open, &QAbstractButton::clicked, this,
          [this] { this->context().selection.go(QStringLiteral("node"), m_name); });
  connect(m_preview, &QAbstractButton::clicked, this, [this] { this->context().selection.requestPreview(m_name); });
  connect(m_cards, &CardStackRows::cardActivated, this, [this](int card) {
    this->context().selection.selectCards({CardRef{m_name, card}});
  });
  connect(m_cards, &CardStackRows::podActivated, this,
          [this](const QString& key) { this->context().selection.selectPod(key); });
  NodePane::retranslate();
}

bool NodePane::showNode(const QString& name) {
  const SnapshotPtr snapshot = context().bridge.snapshot();
  const std::optional<NodeIndex> index = snapshot->findNode(name.toStdString());
  if (!index) return false;
  if (name != m_name) m_colours.reset();
  m_name = name;
  fill(snapshot->node(*index));
  return true;
}

void NodePane::fill(const NodeRecord& node) {
  const NodeSums sums = sumsOf(node);
  const MemoryUnit unit = node.gpu.unit;
  m_actions->setNode(node);
  setCrumb(plain(poolOf(node)));
  setTitle(plain(node.name));
  setFacts(nodeGpuLine(node));
  setState(stateRoleOf(nodeStateOf(node)), nodeStateText(node));
  m_memory->setTitle(tr("Memory"));
  m_memory->setWords(tr("allocated / total"));
  if (sums.memTotal.value > 0) {
    m_memory->setFigure(memoryNumber(sums.memAllocated, unit) + QStringLiteral(" / ") + memory(sums.memTotal, unit));
    m_memory->setNote(
        tr("%1 allocated")
            .arg(percent(static_cast<double>(sums.memAllocated.value) / static_cast<double>(sums.memTotal.value))));
  } else {
    m_memory->setFigure(isWholeCardMode(node.gpu.mode) ? tr("%1 of %2 cards allocated").arg(sums.held).arg(sums.cards)
                                                       : notAvailable());
    m_memory->setNote(tr("memory unknown"));
  }
  m_colours.assign(holdersByRank(node, StackBy::Namespace));
  m_cardHead->setTitle(tr("Cards"));
  const QString offered = unshownDevicesText(node);
  m_cardHead->setCount(offered.isEmpty() ? count(sums.cards) : notAvailable());
  m_cardHead->setNote(tr("allocated / total GiB"));
  m_cards->setNode(node, m_colours, context());
  setFindings(node.findings, unit);

  std::vector<KeyValueRow> rows;
  const auto add = [&rows](const QString& key, const QString& value) { rows.push_back(fact(key, value)); };
  add(tr("Mode"), modeText(node.gpu.mode));
  if (isSharedMode(node.gpu.mode)) add(tr("Placement"), placementText(node.gpu.placement));
  const std::optional<MemUnits> slot = largestFree(node);
  add(tr("Largest slot"), slot ? memory(*slot, unit) : notAvailable());
  if (!offered.isEmpty()) add(tr("Offered"), offered);
  if (offered.isEmpty() && node.devices != nullptr) {
    if (const QString taken = slotsText(node); !taken.isEmpty()) add(tr("Slots"), taken);
    if (!node.devices->instances.empty()) add(instancesTitle(node.gpu.mode), instancesText(node.devices->instances));
  }
  for (const NetworkResource& one : networkResourcesOf(node)) {
    KeyValueRow row = fact(plain(one.name, 80), networkText(one));
    row.monoKey = true;
    rows.push_back(std::move(row));
  }
  add(tr("GPU pods"), count(gpuPodsOf(node)));
  add(tr("Kubelet"), node.raw && !node.raw->kubeletVersion.empty() ? plain(node.raw->kubeletVersion) : notAvailable());
  add(tr("Age"), age(node.raw ? node.raw->meta.created : 0, context().referenceTime()));
  m_facts->setRows(std::move(rows));
}

void NodePane::retranslate() {
  Pane::retranslate();
  m_actions->retranslate();
  m_open->setText(tr("Open node"));
  m_preview->setText(tr("Preview placement…"));
  m_yaml->setToolTip(tr("YAML (y)"));
  m_events->setToolTip(tr("Events (v)"));
  if (!m_name.isEmpty()) showNode(m_name);
}

}  // namespace cardinal::ui
