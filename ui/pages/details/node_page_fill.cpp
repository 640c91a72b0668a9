// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <climits>
#include <set>

#include "core/model/card_memory.h"
#include "core/model/extras/koordinator.h"
#include "core/model/tables/gpu_nodes.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/cell_states.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/edit/placement_dialog.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kLabelLimit = 24;
constexpr std::size_t kPodLimit = 500;

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
    rows.push_back(fact(NodePage::tr("Kept by Reservation %1").arg(plain(room.by->meta.key.name, 63)),
                        amounts.isEmpty() ? NodePage::tr("nothing any more") : amounts.join(QStringLiteral(" · "))));
  }
}

}  // namespace

void NodePage::fillHeader(const NodeRecord& node) {
  const std::string_view pool = poolOf(node);
  m_crumb->setText(pool.empty() ? tr("Nodes") : tr("Nodes") + QStringLiteral(" / ") + plain(pool, 80));
  m_title->setText(plain(node.name));
  m_state->setState(stateRoleOf(nodeStateOf(node)), nodeStateText(node));
  m_cardsBadge->setText(nodeCardsLine(node));
  m_modeBadge->setText(modeBadge(node.gpu.mode));
  m_modeBadge->setToolTip(modeText(node.gpu.mode));
  const bool shared = isSharedMode(node.gpu.mode);
  m_placementBadge->setVisible(shared);
  m_placementBadge->setText(QString::fromLatin1(toString(node.gpu.placement)));
  m_actions->setNode(node);
  m_placement->setRefusal(placementRefusal(node, m_context.bridge.info(), m_context.bridge.isFresh(),
                                           m_context.bridge.connection().rights));
}

/// Memory that is really used, and the mean utilization of the cards that are measured.
std::optional<KpiItem> NodePage::usedKpi(const NodeRecord& node) const {
  double used = 0;
  double busy = 0;
  int cards = 0;
  for (const Card& card : node.cards) {
    const auto use = m_context.useOf(node.name, card.index);
    if (!use || !use->memoryUsedMib) continue;
    used += *use->memoryUsedMib;
    busy += use->gpuPercent.value_or(0);
    ++cards;
  }
  if (cards == 0) return std::nullopt;
  const QString words = tr("utilization %1").arg(percent(busy / cards / 100.0));
  return KpiItem{tr("Memory used"), gib(used),
                 cards == static_cast<int>(node.cards.size())
                     ? words
                     : tr("%1 · %2 of %3 cards measured").arg(words).arg(cards).arg(node.cards.size())};
}

void NodePage::fillKpis(const NodeRecord& node) {
  const NodeSums sums = sumsOf(node);
  const MemoryUnit unit = node.gpu.unit;
  std::vector<KpiItem> items;
  const bool whole = isWholeCardMode(node.gpu.mode);
  if (whole && sums.cards > 0) {
    items.push_back({tr("Whole cards allocated"), tr("%1 / %2").arg(count(sums.held), count(sums.cards)),
                     percent(static_cast<double>(sums.held) / sums.cards, 1)});
  }
  if (sums.memTotal.value > 0) {
    const double share = static_cast<double>(sums.memAllocated.value) / static_cast<double>(sums.memTotal.value);
    items.push_back({tr("Memory allocated / total"),
                     memoryNumber(sums.memAllocated, unit) + QStringLiteral(" / ") + memory(sums.memTotal, unit),
                     tr("%1 allocated").arg(percent(share, 1))});
  } else {
    items.push_back({tr("Memory allocated / total"), notAvailable(), tr("memory unknown")});
  }
  if (node.devices != nullptr && node.devices->slotsTotal) {
    items.push_back(
        {tr("Slots requested"),
         tr("%1 / %2").arg(node.devices->slotsAllocated ? count(*node.devices->slotsAllocated) : notAvailable(),
                           count(*node.devices->slotsTotal)),
         instancesText(node.devices->instances)});
  }
  if (auto kpi = usedKpi(node)) items.push_back(std::move(*kpi));
  if (whole) {
    items.push_back({tr("Free cards"), count(sums.empty), tr("of %1").arg(count(sums.cards))});
  } else if (sums.coreTotal.value > 0) {
    items.push_back(
        {tr("Core allocated"),
         tr("%1 / %2 cards").arg(QString::number(sums.coreAllocated.value / 100.0, 'f', 1), count(sums.coreKnown)),
         percent(static_cast<double>(sums.coreAllocated.value) / sums.coreTotal.value, 1)});
  } else {
    items.push_back({tr("Core allocated"), tr("n/a", "does not apply in this mode"),
                     tr("compute is not partitioned in this mode")});
  }
  const Card* freest = nullptr;
  for (const Card& card : node.cards) {
    if (!usableFree(node, card) || card.health == CardHealth::Unhealthy) continue;
    if (!freest || freest->memTotal - freest->memAllocated < card.memTotal - card.memAllocated) freest = &card;
  }
  if (freest && !whole) {
    const MemUnits slot = *usableFree(*freest);
    const QString words =
        freest->coreKnown
            ? tr("card %1, with %2 core")
                  .arg(freest->index)
                  .arg(corePercent(CorePercent(std::max(0, freest->coreTotal.value - freest->coreAllocated.value))))
            : tr("card %1").arg(freest->index);
    items.push_back({tr("Largest free slot"), memory(slot, unit), slot.value > 0 ? words : tr("every card is full")});
    items.push_back(
        {tr("Free in total"), memory(sums.memFree, unit),
         sums.unhealthy > 0 ? tr("without %n unhealthy card(s)", nullptr, sums.unhealthy) : tr("over all cards")});
  } else if (!whole) {
    const bool isSized =
        std::any_of(node.cards.begin(), node.cards.end(), [](const Card& card) { return card.memoryKnown; });
    items.push_back({tr("Largest free slot"), notAvailable(),
                     isSized ? tr("pods whose card is unknown hold a part") : tr("memory unknown")});
  }
  std::set<int> usedCards;
  const int pods = gpuPodsOf(node);
  for (const PodPtr& pod : node.pods) {
    if (!pod->countsForInspect) continue;
    for (const CardShare& share : pod->shares) {
      if (share.card != kPendingCard) usedCards.insert(share.card);
    }
  }
  const int used = isWholeCardMode(node.gpu.mode) ? sums.held : static_cast<int>(usedCards.size());
  const bool named = !isSlicedMode(node.gpu.mode) || node.cards.size() == 1 || pods == 0;
  const bool known = named && !node.cards.empty();
  items.push_back({tr("GPU pods"), count(pods),
                   known ? tr("on %1 of %2 cards").arg(count(used), count(sums.cards)) : tr("which cards: unknown")});
  m_kpis->setItems(std::move(items));
}

void NodePage::fillPods(const NodeRecord& node) {
  std::vector<PodPtr> pods = node.pods;
  const auto firstCard = [](const PodPtr& pod) { return pod->shares.empty() ? INT_MAX : pod->shares.front().card; };
  std::stable_sort(pods.begin(), pods.end(),
                   [&](const PodPtr& a, const PodPtr& b) { return firstCard(a) < firstCard(b); });
  m_podHead->setCount(count(static_cast<std::int64_t>(pods.size())));
  if (pods.size() > kPodLimit) pods.resize(kPodLimit);
  std::vector<RowsModel::Row> rows;
  for (const PodPtr& pod : pods) {
    MemUnits held;
    CorePercent core;
    for (const CardShare& share : pod->shares) {
      held += share.memory;
      core += share.core;
    }
    const QString ns = QString::fromStdString(pod->key().ns);
    RowsModel::Cell name(plain(pod->key().name));
    name.strong = true;
    name.letter = m_colours.letter(ns);
    name.category = m_colours.category(ns);
    RowsModel::Cell phase(phaseText(*pod->raw));
    phase.state = podStateOf(*pod);
    const QString cards = cardListText(*pod);
    const RawPodSpec& spec = pod->raw->spec;
    rows.push_back(RowsModel::Row{
        podKeyOf(*pod),
        {std::move(name), plain(pod->key().ns), std::move(phase), cards.isEmpty() ? QString(u'?') : cards,
         held.value > 0                   ? memoryNumber(held, node.gpu.unit)
         : isWholeCardMode(node.gpu.mode) ? tr("whole card")
                                          : QString(u'–'),
         core.value > 0 ? corePercent(core) : QString(u'–'),
         spec.priorityClassName.empty() ? QString::number(spec.priority) : plain(spec.priorityClassName, 40),
         age(pod->raw->meta.created, m_context.referenceTime())}});
  }
  m_podTable->setVisible(!rows.empty());
  m_pods->setRows(std::move(rows));
}

void NodePage::fillLabels(const NodeRecord& node) {
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

void NodePage::fillResources(const NodeRecord& node) {
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

void NodePage::fillConditions(const NodeRecord& node) {
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
