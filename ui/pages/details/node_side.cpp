// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/node_side.h"

#include <QBoxLayout>
#include <algorithm>
#include <array>

#include "core/model/extras/koordinator.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/pane.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kLabelLimit = 24;

/// Labels that decide how the cards are used, shown first and marked.
constexpr std::array kDecidingLabels = {"ack.node.gpu.schedule", "ack.node.gpu.placement"};

bool decides(const std::string& key) {
  return std::find(kDecidingLabels.begin(), kDecidingLabels.end(), key) != kDecidingLabels.end();
}

bool concernsGpu(const std::string& key) {
  return key.find("gpu") != std::string::npos || key.find("nvidia") != std::string::npos ||
         key.find("accelerator") != std::string::npos;
}

/// Amounts as an operator reads them: cpu in cores, memory in GiB, everything else as a number.
QString amountText(const std::string& name, const Quantity& amount) {
  if (name == "cpu") {
    const std::int64_t milli = amount.milliValue();
    return milli % 1000 == 0 ? count(milli / 1000) : QString::number(static_cast<double>(milli) / 1000.0, 'f', 1);
  }
  if (name == "memory" || name == "ephemeral-storage") return memoryMib(amount.value() / (1024 * 1024));
  return count(amount.value());
}

/// Of the node's resources; what is kept of cards stands with the cards.
void addKept(const KeptRooms& rooms, std::vector<KeyValueRow>& rows) {
  for (const KeptRoom& room : rooms) {
    QStringList amounts;
    for (const ResourceAmount& kept : room.resources)
      amounts << plain(kept.name, 80) + u' ' + amountText(kept.name, kept.amount);
    rows.push_back(fact(NodeSide::tr("Kept by Reservation %1").arg(plain(room.by->meta.key.name, 63)),
                        amounts.isEmpty() ? NodeSide::tr("nothing any more") : amounts.join(QStringLiteral(" · "))));
  }
}

}  // namespace

NodeSide::NodeSide(const PageContext& context, QWidget* parent)
    : Surface(context.theme, SurfaceTone::Panel, parent), m_context(context) {
  Theme& theme = context.theme;
  auto* side = new QVBoxLayout(this);
  side->setContentsMargins(0, 0, 0, 0);
  side->setSpacing(0);
  const auto list = [&](SectionHead*& head, bool right) {
    QVBoxLayout* section = addSection(side);
    head = new SectionHead(theme, this);
    auto* values = new KeyValueList(theme, this);
    values->setValuesRight(right);
    section->addWidget(head);
    section->addWidget(values);
    connect(values, &KeyValueList::copied, this, [this](const QString& text) {
      m_context.selection.showMessage(StateRole::Ok, tr("Copied: %1").arg(text));
    });
    return values;
  };
  m_labels = list(m_labelHead, true);
  m_editLabels = new ActionButton(theme, this);
  m_editLabels->setIconName(QStringLiteral("label"));
  m_labels->parentWidget()->layout()->addWidget(m_editLabels);
  connect(m_editLabels, &QAbstractButton::clicked, this, [this] { m_context.selection.requestNodeEdit(m_name); });
  m_resources = list(m_resourceHead, true);
  m_conditions = list(m_conditionHead, false);
  QVBoxLayout* findings = addSection(side);
  m_findingSection = findings->parentWidget();
  m_findingHead = new SectionHead(theme, this);
  m_findings = new FindingList(theme, this);
  findings->addWidget(m_findingHead);
  findings->addWidget(m_findings);
  side->addStretch(1);
}

QVBoxLayout* NodeSide::addSection(QVBoxLayout* side) {
  auto* section = new Surface(m_context.theme, SurfaceTone::Panel, this);
  section->setEdges(Qt::BottomEdge);
  auto* layout = new QVBoxLayout(section);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->setSpacing(8);
  side->addWidget(section);
  return layout;
}

void NodeSide::setNode(const NodeRecord& node) {
  m_name = QString::fromStdString(node.name);
  fillLabels(node);
  fillResources(node);
  fillConditions(node);
  m_findings->setFindings(node.findings, node.gpu.unit);
  m_findingSection->setVisible(!node.findings.empty());
}

void NodeSide::retranslate() {
  m_labelHead->setTitle(tr("Labels"));
  m_editLabels->setText(tr("Labels and taints…"));
  m_resourceHead->setTitle(tr("Resources"));
  m_resourceHead->setNote(tr("requested / allocatable"));
  m_conditionHead->setTitle(tr("Conditions and taints"));
  m_findingHead->setTitle(tr("Findings"));
}

void NodeSide::fillLabels(const NodeRecord& node) {
  std::vector<KeyValueRow> rows;
  const StringMap none;
  const StringMap& labels = node.raw ? node.raw->meta.labels : none;
  const auto add = [&](auto wanted) {
    for (const auto& [key, value] : labels) {
      if (rows.size() == kLabelLimit) return;
      if (!wanted(key)) continue;
      KeyValueRow row = codeFact(plain(key, 120), plain(value, 120));
      row.accent = decides(key);
      row.copy = plain(key, 120) + u'=' + plain(value, 120);
      rows.push_back(std::move(row));
    }
  };
  add([](const std::string& key) { return decides(key); });
  add([](const std::string& key) { return !decides(key) && concernsGpu(key); });
  add([](const std::string& key) { return !decides(key) && !concernsGpu(key); });
  m_labelHead->setNote(
      tr("%1 of %2")
          .arg(count(static_cast<std::int64_t>(rows.size())), count(static_cast<std::int64_t>(labels.size()))));
  m_labels->setRows(std::move(rows));
}

void NodeSide::fillResources(const NodeRecord& node) {
  std::vector<KeyValueRow> rows;
  if (node.raw) {
    ResourceList ordered = node.raw->allocatable;
    std::stable_sort(ordered.begin(), ordered.end(), [](const ResourceAmount& a, const ResourceAmount& b) {
      return concernsGpu(a.name) > concernsGpu(b.name);
    });
    for (const ResourceAmount& entry : ordered) {
      if (entry.name.starts_with("hugepages") || entry.name.starts_with("attachable")) continue;
      if (entry.amount > Quantity{} && isNetworkDevice(entry.name)) continue;  // below, with their devices
      const bool isPods = entry.name == "pods";
      const Quantity* requested = cardinal::find(node.requested, entry.name);
      const QString held = isPods      ? count(node.podCount)
                           : requested ? amountText(entry.name, *requested)
                                       : QStringLiteral("0");
      KeyValueRow row =
          codeFact(plain(entry.name, 80), held + QStringLiteral(" / ") + amountText(entry.name, entry.amount));
      row.copy = plain(entry.name, 80) + QStringLiteral(": ") + QString::number(entry.amount.value());
      rows.push_back(std::move(row));
    }
  }
  for (const NetworkResource& one : networkResourcesOf(node)) {
    KeyValueRow row = fact(plain(one.name, 80), networkText(one));
    row.monoKey = true;
    rows.push_back(std::move(row));
  }
  if (node.kept != nullptr) addKept(*node.kept, rows);
  m_resources->setRows(std::move(rows));
}

void NodeSide::fillConditions(const NodeRecord& node) {
  std::vector<KeyValueRow> rows;
  if (node.raw) {
    for (const NodeCondition& condition : node.raw->conditions) {
      const bool ready = condition.type == "Ready";
      const bool good = (condition.status == "True") == ready;
      KeyValueRow row =
          fact(plain(condition.type, 63),
               plain(condition.status, 20) + QStringLiteral(" · ") +
                   tr("for %1", "how long a condition holds").arg(age(condition.since, m_context.referenceTime())));
      row.state = condition.status == "Unknown" ? StateRole::Unknown
                  : good                        ? StateRole::Ok
                  : ready                       ? StateRole::Critical
                                                : StateRole::Warning;
      rows.push_back(std::move(row));
    }
    for (const Taint& taint : node.raw->taints) {
      KeyValueRow row =
          fact(tr("Taint"), plain(taint.key, 120) + (taint.value.empty() ? QString() : u'=' + plain(taint.value, 63)) +
                                u':' + plain(taint.effect, 30));
      row.state = StateRole::Warning;
      rows.push_back(std::move(row));
    }
    if (node.raw->taints.empty()) {
      KeyValueRow row = fact(tr("Taints"), tr("none"));
      row.state = StateRole::Information;
      rows.push_back(std::move(row));
    }
    rows.push_back(
        fact(tr("Address"), node.raw->internalIp.empty() ? notAvailable() : plain(node.raw->internalIp, 63)));
    rows.push_back(
        fact(tr("Kubelet"), node.raw->kubeletVersion.empty() ? notAvailable() : plain(node.raw->kubeletVersion, 63)));
    rows.push_back(fact(tr("Runtime"),
                        node.raw->containerRuntime.empty() ? notAvailable() : plain(node.raw->containerRuntime, 63)));
    rows.push_back(fact(tr("System"), node.raw->osImage.empty() ? notAvailable() : plain(node.raw->osImage, 63)));
  }
  m_conditions->setRows(std::move(rows));
}

}  // namespace cardinal::ui
