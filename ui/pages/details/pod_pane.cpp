// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/pod_pane.h"

#include <QBoxLayout>
#include <algorithm>

#include "core/model/pods/pod_fields.h"
#include "core/workloads/requested_cards.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/cell_states.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/details/stack_data.h"
#include "ui/pages/edit/pod_actions.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kLabelLimit = 40;
constexpr int kMaxWords = 4000;  // of the scheduler: a count for each of its reasons

/// Kubernetes memory and cpu amounts as they are written: whole numbers, or thousandths.
QString quantityText(const Quantity& amount) {
  return amount.isInteger() ? QString::number(amount.value()) : QString::number(amount.milliValue()) + u'm';
}
QString quantityText(const ResourceList& list, const std::string& name) {
  const Quantity* const amount = find(list, name);
  return amount != nullptr ? quantityText(*amount) : notAvailable();
}

QString gateNames(const RawPod& pod) {
  const QString names = joinNames({pod.spec.schedulingGates.begin(), pod.spec.schedulingGates.end()});
  return names.isEmpty() ? notAvailable() : names;
}

}  // namespace

PodPane::PodPane(const PageContext& context, QWidget* parent) : Pane(context, parent) {
  Theme& theme = context.theme;
  QVBoxLayout* reasonSection = addSection(&m_reasonSection);
  m_reason = new Banner(theme, this);
  m_reason->setState(StateRole::Warning);
  m_reason->setEdge(true);
  reasonSection->addWidget(m_reason);
  QVBoxLayout* placeSection = addSection();
  m_placeHead = new SectionHead(theme, this);
  m_place = new KeyValueList(theme, this);
  placeSection->addWidget(m_placeHead);
  placeSection->addWidget(m_place);
  addFindings();
  QVBoxLayout* containerSection = addSection();
  m_containerHead = new SectionHead(theme, this);
  m_containers = new KeyValueList(theme, this);
  m_containers->setValuesRight(true);
  containerSection->addWidget(m_containerHead);
  containerSection->addWidget(m_containers);
  QVBoxLayout* labelSection = addSection(&m_labelSection);
  m_labelHead = new SectionHead(theme, this);
  m_labels = new KeyValueList(theme, this);
  m_labels->setValuesRight(true);
  labelSection->addWidget(m_labelHead);
  labelSection->addWidget(m_labels);
  m_preview = addFooterButton(QStringLiteral("preview"), true);
  m_map = addFooterButton(QStringLiteral("map"));
  footer()->addStretch();
  m_actions = new PodActions(context, this);
  footer()->addWidget(m_actions);
  // Together: none of them stands alone on a second row.
  auto* views = new QWidget(this);
  auto* row = new QHBoxLayout(views);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  const auto view = [&](const char* icon) {
    auto* button = new ActionButton(theme, views);
    button->setIconName(QString::fromLatin1(icon));
    row->addWidget(button);
    return button;
  };
  m_yaml = view("file");
  m_events = view("event");
  m_logs = view("log");
  footer()->addWidget(views);
  connect(m_yaml, &QAbstractButton::clicked, this,
          [this] { this->context().selection.requestObject(QStringLiteral("yaml"), QStringLiteral("Pod"), m_key); });
  connect(m_events, &QAbstractButton::clicked, this,
          [this] { this->context().selection.requestObject(QStringLiteral("events"), QStringLiteral("Pod"), m_key); });
  connect(m_logs, &QAbstractButton::clicked, this,
          [this] { this->context().selection.requestObject(QStringLiteral("logs"), QStringLiteral("Pod"), m_key); });

  connect(m_preview, &QAbstractButton::clicked, this, [this] {
    this->context().preview.startPod(m_pod);
    this->context().selection.go(QStringLiteral("map"));
  });
  connect(m_map, &QAbstractButton::clicked, this,
          [this] { this->context().selection.go(QStringLiteral("map"), m_key); });
  connect(&context.bridge, &SnapshotBridge::connectionChanged, this, &PodPane::followRights);
  PodPane::retranslate();
}

void PodPane::followRights() {
  if (m_pod)
    m_logs->setRefusal(rightsRefusal(context().bridge.connection().rights, Feature::ReadLogs, m_pod->key().ns));
}

bool PodPane::showPod(const QString& key) {
  auto [pod, node] = findPod(*context().bridge.snapshot(), key);
  if (!pod) return false;
  m_key = key;
  m_pod = pod;
  fill(*pod, node.get());
  return true;
}

void PodPane::fill(const PodRecord& pod, const NodeRecord* node) {
  const RawPod& raw = *pod.raw;
  setCrumb(plain(pod.key().ns) +
           (ownerNameOf(pod).empty() ? QString() : QStringLiteral(" / ") + plain(ownerNameOf(pod))));
  setTitle(plain(pod.key().name));
  const MemoryUnit unit = node ? node->gpu.unit : context().bridge.snapshot()->counts.commonUnit();
  setFacts(requestText(pod.request, unit));
  setState(stateRoleOf(podStateOf(pod)), phaseText(raw));

  const bool waits = raw.spec.nodeName.empty() && !isTerminal(raw);
  const QString words = !raw.scheduledMessage.empty() ? plain(raw.scheduledMessage, kMaxWords) : plain(raw.reason, 200);
  const QString resize = resizeText(raw);
  m_reasonSection->setVisible(waits || !words.isEmpty() || !resize.isEmpty() || !pod.request.problems.empty());
  if (!pod.request.problems.empty())
    m_reason->setText(errorText(pod.request.problems.front()));
  else if (waits)
    m_reason->setText(tr("Unscheduled for %1").arg(age(raw.meta.created, context().referenceTime())));
  else
    m_reason->setText(resize.isEmpty() ? tr("Cluster message") : resize);
  m_reason->setDetail(words);
  m_actions->setPod(m_pod);
  m_preview->setVisible(waits);
  m_map->setVisible(node != nullptr);
  followRights();
  fillPlace(pod, node);
  fillContainers(pod);

  std::vector<Finding> findings;
  if (node) {
    std::copy_if(node->findings.begin(), node->findings.end(), std::back_inserter(findings),
                 [&](const Finding& finding) { return finding.pod == pod.key().ns + "/" + pod.key().name; });
  }
  setFindings(findings, unit);
}

void PodPane::fillPlace(const PodRecord& pod, const NodeRecord* node) {
  const RawPod& raw = *pod.raw;
  std::vector<KeyValueRow> rows;
  const auto add = [&rows](const QString& key, const QString& value) { rows.push_back(fact(key, value)); };
  add(tr("Node"), raw.spec.nodeName.empty() ? tr("none yet") : plain(raw.spec.nodeName));
  if (node) {
    for (const CardShare& share : pod.shares) {
      add(share.card == kPendingCard ? tr("Card unknown") : tr("Card %1").arg(share.card), shareText(*node, share));
    }
    if (pod.shares.empty() && !isTerminal(raw)) {
      const auto cards =
          isWholeCardMode(node->gpu.mode) ? cardsRequestedBy(raw, pod.request) : std::optional<std::int64_t>();
      add(tr("Cards"),
          cards ? tr("%n card(s); the API does not say which", nullptr, static_cast<int>(*cards)) : tr("unknown"));
    }
  }
  if (isGated(raw)) add(tr("Scheduling gates"), gateNames(raw));
  if (!ownerNameOf(pod).empty()) add(tr("Owner"), plain(ownerKindOf(pod), 40) + u' ' + plain(ownerNameOf(pod)));
  add(tr("Scheduler"),
      raw.spec.schedulerName.empty() ? QStringLiteral("default-scheduler") : plain(raw.spec.schedulerName));
  add(tr("Priority"),
      raw.spec.priorityClassName.empty() ? QString::number(raw.spec.priority) : plain(raw.spec.priorityClassName));
  add(tr("Restarts"), QString::number(raw.restarts));
  add(tr("Age"), age(raw.meta.created, context().referenceTime()));
  m_place->setRows(std::move(rows));
}

/// Why the pod does not get what its containers request by now; empty = it gets it, or will without a delay.
QString PodPane::resizeText(const RawPod& pod) {
  if (isTerminal(pod)) return {};
  if (pod.resize == Resize::Deferred) {
    return tr(
        "Resize deferred: the node has no room for it now, and the kubelet tries again. Until then the larger "
        "amount counts.");
  }
  if (pod.resize == Resize::Infeasible) {
    return tr(
        "Resize infeasible: this node can never grant it. What the pod holds counts, not what it requests. "
        "Request less, or recreate the pod so that it is scheduled anew.");
  }
  return {};
}

/// What a container holds while the kubelet has not granted what is requested.
void PodPane::addHeld(std::vector<KeyValueRow>& rows, const RawPod& pod, const Container& container) const {
  if (pod.resize == Resize::None) return;
  for (const HeldAmounts& held : pod.held) {
    if (held.container != container.name) continue;
    for (const ResourceAmount& amount : held.actual.empty() ? held.allocated : held.actual)
      rows.push_back(fact(plain(amount.name, 80),
                          tr("requested %1, allocated %2, actual %3")
                              .arg(quantityText(container.requests, amount.name),
                                   quantityText(held.allocated, amount.name), quantityText(held.actual, amount.name))));
  }
}

void PodPane::fillContainers(const PodRecord& pod) {
  std::vector<KeyValueRow> rows;
  for (const Container& container : pod.raw->spec.containers) {
    KeyValueRow head = fact(plain(container.name, 63), plain(container.image, 120));
    head.strong = true;
    rows.push_back(std::move(head));
    for (const ResourceAmount& limit : container.limits) {
      KeyValueRow row = codeFact(plain(limit.name, 80), quantityText(limit.amount));
      row.copy = plain(limit.name, 80) + QStringLiteral(": ") + quantityText(limit.amount);
      rows.push_back(std::move(row));
    }
    addHeld(rows, *pod.raw, container);
  }
  m_containers->setRows(std::move(rows));
  std::vector<KeyValueRow> labels;
  for (const auto& [key, value] : pod.raw->meta.labels) {
    if (labels.size() == kLabelLimit) break;
    KeyValueRow row = codeFact(plain(key, 120), plain(value, 120));
    labels.push_back(std::move(row));
  }
  m_labelHead->setCount(count(static_cast<std::int64_t>(pod.raw->meta.labels.size())));
  m_labelSection->setVisible(!labels.empty());
  m_labels->setRows(std::move(labels));
}

void PodPane::retranslate() {
  Pane::retranslate();
  m_placeHead->setTitle(tr("Placement"));
  m_containerHead->setTitle(tr("Containers"));
  m_containerHead->setNote(tr("limits"));
  m_labelHead->setTitle(tr("Labels"));
  m_preview->setText(tr("Preview placement"));
  m_map->setText(tr("Show on map"));
  m_yaml->setToolTip(tr("YAML (y)"));
  m_events->setToolTip(tr("Events (v)"));
  m_actions->retranslate();
  m_logs->setRefusal({});
  m_logs->setToolTip(tr("Logs (l)"));
  if (!m_key.isEmpty()) showPod(m_key);
}

}  // namespace cardinal::ui
