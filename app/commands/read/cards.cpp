// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/model/card_memory.h"
#include "core/model/extras/kept_shares.h"
#include "core/model/extras/network_devices.h"
#include "core/model/other_view.h"
#include "core/model/shared_card.h"
#include "core/provider/stacks/dra/dra_others.h"
#include "ui/i18n/card_numbers.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

constexpr double kFull = 100.0;

class CardsTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Cards)

 public:
  static QStringList head() {
    return {tr("NODE"), tr("CARD"), tr("MODE"),        tr("ALLOCATED"),   tr("TOTAL"),
            tr("CORE"), tr("USED"), tr("UTILIZATION"), tr("TEMPERATURE"), tr("POWER")};
  }
  static QString unmatched(int cards, const QString& first) {
    return tr("%n measured card(s) match no node of this cluster; the first is %1.", nullptr, cards).arg(first);
  }
  static QString unhealthy(const QString& cards) { return tr("not healthy: card %1").arg(cards); }
};

Json useJson(const CardUse* use) {
  if (use == nullptr) return nullptr;
  return {{"utilizationPercent", orNull(use->gpuPercent)},
          {"memoryUsedMiB", orNull(use->memoryUsedMib)},
          {"memoryTotalMiB", orNull(use->memoryTotalMib)},
          {"temperatureCelsius", orNull(use->temperatureC)},
          {"powerWatts", orNull(use->powerW)},
          {"smClockMHz", orNull(use->smClockMhz)},
          {"lastXid", orNull(use->lastXid)},
          {"measuredAt", use->at}};
}

bool hasInstances(const ClusterUse::Detail* detail) {
  return detail != nullptr && !detail->instances.empty() && !detail->instances.front().id.empty();
}

/// MIG instances of the card, as an exporter reports them; null for a card that has none or was not measured.
Json instancesJson(const ClusterUse::Detail* detail) {
  if (!hasInstances(detail)) return nullptr;
  Json out = Json::array();
  for (const InstanceUse& one : detail->instances) {
    out.push_back({{"id", one.id},
                   {"profile", one.profile.empty() ? Json(nullptr) : Json(one.profile)},
                   {"utilizationPercent", orNull(one.gpuPercent)},
                   {"memoryUsedMiB", orNull(one.memoryUsedMib)},
                   {"memoryTotalMiB", orNull(one.memoryTotalMib)}});
  }
  return out;
}

/// What each pod uses of a card that is sliced by time; null where the exporter measures cards only.
Json podsUseJson(const ClusterUse::Detail* detail) {
  if (detail == nullptr || detail->instances.empty() || hasInstances(detail)) return nullptr;
  Json out = Json::array();
  for (const InstanceUse& one : detail->instances) {
    out.push_back({{"pod", one.pods.front().ns + "/" + one.pods.front().name},
                   {"utilizationPercent", orNull(one.gpuPercent)},
                   {"memoryUsedMiB", orNull(one.memoryUsedMib)}});
  }
  return out;
}

/// Who uses the card in the words of an exporter; null when it does not say.
Json usedByJson(const ClusterUse::Detail* detail) {
  if (detail == nullptr || detail->pods.empty()) return nullptr;
  Json out = Json::array();
  for (const ObjectKey& pod : detail->pods) out.push_back(pod.ns + "/" + pod.name);
  return out;
}

Json groupsJson(const std::vector<InstanceGroup>& groups) {
  Json out = Json::array();
  for (const InstanceGroup& group : groups) {
    out.push_back({{"profile", group.profile},
                   {"resource", group.resource},
                   {"total", group.total},
                   {"allocated", orNull(group.allocated)},
                   {"memoryMiB", orNull(group.memoryMib)},
                   {"holders", group.holders}});
  }
  return out;
}

/// Instances of the card; null where the stack slices none or does not report on which card they are.
Json slicesJson(const CardDetail* detail) {
  return detail != nullptr && !detail->instances.empty() ? groupsJson(detail->instances) : Json(nullptr);
}

std::string idOf(const CardDetail* detail) {
  return detail != nullptr ? detail->id : std::string();
}

/// False where a pod of the node holds a part of a card and nothing says of which: none of them is known to be free.
bool knowsHolders(const NodeRecord& node, const Card& card) {
  return card.holderKnown && isAllocationKnown(node, card);
}

/// What is allocated of the memory; null also where it is unknown which cards are held.
Json allocatedJson(const NodeRecord& node, const Card& card) {
  if (!card.memoryKnown || !knowsHolders(node, card)) return nullptr;
  return orNull(toMib(card.memAllocated, node.gpu.unit));
}

Json totalJson(const NodeRecord& node, const Card& card, const CardDetail* detail) {
  if (card.memoryKnown) return orNull(toMib(card.memTotal, node.gpu.unit));
  return detail != nullptr ? orNull(detail->memoryMib) : Json(nullptr);
}

const char* unitWord(NetworkUnit unit) {
  switch (unit) {
    case NetworkUnit::Slot:
      return "slot";
    case NetworkUnit::Percent:
      return "percent";
    case NetworkUnit::Share:
      break;
  }
  return "share";
}

/// RDMA devices beside the cards.
Json networkJson(const NodeRecord& node) {
  Json out = Json::array();
  for (const NetworkResource& one : networkResourcesOf(node)) {
    out.push_back({{"resource", one.name},
                   {"unit", unitWord(one.unit)},
                   {"capacity", one.capacity},
                   {"allocatable", one.allocatable},
                   {"requested", one.requested},
                   {"free", one.free()},
                   {"pods", one.pods},
                   {"devices", orNull(one.devices)}});
  }
  return out;
}

/// Another resource that counts the same hardware; null where none does.
Json sameAsJson(const NodeRecord& node, const std::string& resource) {
  const std::string_view other = node.exists() ? otherViewOf(resource, node.raw->capacity) : std::string_view();
  return other.empty() ? Json(nullptr) : Json(other);
}

Json nodeJson(const NodeRecord& node) {
  const NodeDevices* devices = node.devices.get();
  const bool several = devices != nullptr && !devices->stacks.empty();
  Json stacks = Json::array();
  if (several) {
    for (const GpuStack stack : devices->stacks) stacks.push_back(toString(stack));
  } else {
    stacks.push_back(toString(node.gpu.stack));
  }
  Json unrecognised = Json::array();
  Json resources = Json::array();
  if (devices != nullptr) {
    for (const AcceleratorResource& one : devices->unrecognised) {
      unrecognised.push_back(one.name);
      resources.push_back({{"resource", one.name},
                           {"capacity", one.capacity},
                           {"allocatable", one.allocatable},
                           {"requested", one.requested >= 0 ? Json(one.requested) : Json(nullptr)},
                           {"sameAs", sameAsJson(node, one.name)},
                           {"pods", one.requested >= 0 ? Json(one.pods) : Json(nullptr)}});
    }
  }
  Json notes = Json::array();
  for (const Finding& finding : node.findings)
    notes.push_back(toString(finding.code) + (finding.detail.empty() ? std::string() : ": " + finding.detail));
  return {{"node", node.name},
          {"stack", toString(node.gpu.stack)},
          {"stacks", std::move(stacks)},
          {"mode", toString(node.gpu.mode)},
          {"cards", node.cards.empty() ? Json(nullptr) : Json(node.cards.size())},
          {"slotsTotal", devices != nullptr ? orNull(devices->slotsTotal) : Json(nullptr)},
          {"slotsAllocated", devices != nullptr ? orNull(devices->slotsAllocated) : Json(nullptr)},
          {"instances", devices != nullptr && !devices->instances.empty() ? groupsJson(devices->instances) : Json()},
          {"unrecognised", std::move(unrecognised)},
          {"extendedResources", std::move(resources)},
          {"networkResources", networkJson(node)},
          {"notes", std::move(notes)}};
}

bool hasShare(const PodRecord& pod, const Card& card) {
  return std::any_of(pod.shares.begin(), pod.shares.end(),
                     [&card](const CardShare& share) { return share.card == card.index; });
}

/// Pods with a share of the card; null where it is unknown which pods have one.
Json holdersJson(const NodeRecord& node, const Card& card) {
  const GpuMode mode = node.gpu.mode;
  const bool knowsThem =
      isSharedMode(mode) || isWholeCardMode(mode) || mode == GpuMode::Vgpu || mode == GpuMode::Claims;
  if (!knowsThem || !knowsHolders(node, card)) return nullptr;
  Json out = Json::array();
  for (const PodPtr& pod : node.pods) {
    if (isCardReservation(*pod)) continue;
    if (pod->countsForInspect && hasShare(*pod, card)) out.push_back(pod->key().ns + "/" + pod->key().name);
  }
  return out.size() == card.pods ? out : Json(nullptr);
}

/// Devices that several nodes reach are on no node's cards.
Json sharedJson(const std::vector<SharedPool>& shared) {
  Json out = Json::array();
  for (const SharedPool& one : shared)
    out.push_back({{"driver", one.driver},
                   {"pool", one.pool},
                   {"nodes", one.nodes},
                   {"devices", one.devices},
                   {"held", orNull(one.held)}});
  return out;
}

/// Nodes without a GPU are left out.
bool isGpuNode(const NodeRecord& node) {
  return node.gpu.stack != GpuStack::None || !node.cards.empty();
}

/// A pod that only keeps a card for others asks for nothing itself.
bool hasOrRequests(const PodRecord& pod, const std::string& ns) {
  return pod.countsForInspect && pod.key().ns == ns && !isCardReservation(pod) &&
         (pod.request.kind() != GpuRequest::Kind::None || !pod.shares.empty());
}

bool concerns(const NodeRecord& node, const std::string& ns) {
  return ns.empty() ||
         std::any_of(node.pods.begin(), node.pods.end(), [&](const PodPtr& pod) { return hasOrRequests(*pod, ns); });
}

/// A pod whose cards are unknown may have any of its node.
bool concerns(const NodeRecord& node, const Card& card, const std::string& ns) {
  return ns.empty() || std::any_of(node.pods.begin(), node.pods.end(), [&](const PodPtr& pod) {
           return hasOrRequests(*pod, ns) && (pod->shares.empty() || hasShare(*pod, card));
         });
}

/// Room that Reservations keep on the card for pods to come; null where they were not read.
Json reservationsJson(const NodeRecord& node, const Card& card) {
  const bool isUnread = std::any_of(node.findings.begin(), node.findings.end(), [](const Finding& finding) {
    return finding.code == FindingCode::ReservationsNotRead || finding.code == FindingCode::ReservationUnreadable;
  });
  if (isUnread) return nullptr;
  Json out = Json::array();
  for (const auto& [reservation, share] : keptOnCard(node, card.index))
    out.push_back({{"name", reservation},
                   {"memoryMiB", orNull(toMib(share.memory, node.gpu.unit))},
                   {"corePercent", share.core.value}});
  return out;
}

Json cardJson(const NodeRecord& node, const Card& card, const CardUse* use, const ClusterUse::Detail* detail) {
  const CardDetail* known = node.devices != nullptr ? node.devices->detailOf(card.index) : nullptr;
  const bool isHolderKnown = knowsHolders(node, card);
  const std::string& model = known != nullptr && !known->model.empty() ? known->model : node.gpu.model;
  return {{"node", node.name},
          {"card", card.index},
          {"minor", known != nullptr && known->minor ? Json(*known->minor) : Json(nullptr)},
          {"id", orNull(idOf(known))},
          {"stack", toString(node.gpu.stack)},
          {"model", orNull(model)},
          {"mode", toString(node.gpu.mode)},
          {"health", card.health == CardHealth::Unknown
                         ? Json(nullptr)
                         : Json(card.health == CardHealth::Healthy ? "Healthy" : "Unhealthy")},
          {"memoryAllocatedMiB", allocatedJson(node, card)},
          {"memoryTotalMiB", totalJson(node, card, known)},
          {"coreAllocatedPercent", card.coreKnown && isHolderKnown ? Json(card.coreAllocated.value) : Json(nullptr)},
          {"slotsTotal", card.slotsTotal > 0 ? Json(card.slotsTotal) : Json(nullptr)},
          {"slotsAllocated", card.slotsTotal > 0 && card.slotsHeldKnown ? Json(card.slotsHeld) : Json(nullptr)},
          {"instances", slicesJson(known)},
          {"held", isHolderKnown ? Json(card.held) : Json(nullptr)},
          {"pods", isHolderKnown ? Json(card.pods) : Json(nullptr)},
          {"holders", holdersJson(node, card)},
          {"reservations", reservationsJson(node, card)},
          {"use", useJson(use)},
          {"usedByFromMetrics", usedByJson(detail)},
          {"podUseFromMetrics", podsUseJson(detail)},
          {"instancesFromMetrics", instancesJson(detail)}};
}

/// The size of the card; of slots and instances too, where a label tells it.
QString totalCell(const NodeRecord& node, const Card& card, const QString& none) {
  if (card.memoryKnown) return ui::memory(card.memTotal, node.gpu.unit);
  const CardDetail* detail = node.devices != nullptr ? node.devices->detailOf(card.index) : nullptr;
  return detail != nullptr && detail->memoryMib ? ui::memory(MemUnits(*detail->memoryMib), MemoryUnit::MiB) : none;
}

QStringList cardCells(const NodeRecord& node, const Card& card, const CardUse* use) {
  const QString none = QStringLiteral("-");
  const bool isHolderKnown = knowsHolders(node, card);
  return {ui::plain(node.name),
          ui::cardName(node, card.index),
          ui::modeBadge(node.gpu.mode),
          card.memoryKnown && isHolderKnown ? ui::memory(card.memAllocated, node.gpu.unit) : none,
          totalCell(node, card, none),
          card.coreKnown && isHolderKnown ? ui::corePercent(card.coreAllocated) : none,
          use && use->memoryUsedMib ? ui::gib(*use->memoryUsedMib) : none,
          use && use->gpuPercent ? ui::percent(*use->gpuPercent / kFull) : none,
          use && use->temperatureC ? ui::celsius(*use->temperatureC) : none,
          use && use->powerW ? ui::watts(*use->powerW) : none};
}

/// Empty where none is known to be sick.
QString unhealthyText(const NodeRecord& node) {
  std::vector<CardIndex> cards;
  for (const Card& card : node.cards) {
    if (card.health == CardHealth::Unhealthy) cards.push_back(card.index);
  }
  return cards.empty() ? QString() : CardsTexts::unhealthy(ui::cardNames(node, cards));
}

Json metricsJson(const ClusterUse& use) {
  const MetricsState& state = use.state;
  Json out{{"source", state.source.empty() ? Json(nullptr) : Json(state.source)},
           {"measured", use.measured},
           {"unmatched", use.unmatched}};
  out["error"] = state.phase == MetricsPhase::Failed ? Json(toString(state.error.code)) : Json(nullptr);
  return out;
}

/// What is missing from the answer, on standard error; the allocation is printed all the same.
void complainAboutUse(Console& console, const ClusterUse& use) {
  seesUse(console, use);
  if (use.unmatched == 0) return;
  const UnmatchedSample& first = use.firstUnmatched.front();
  console.complain(CardsTexts::unmatched(static_cast<int>(use.unmatched),
                                         ui::plain(first.host + "/" + std::to_string(first.index), 120)));
}

int cards(Console& console) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  if (!seesNodes(console, **opened)) return kInputError;
  const UsePtr use = (*opened)->use();
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  const std::string& ns = console.options().ns;
  Json rows = Json::array();
  Json nodes = Json::array();
  Table table(CardsTexts::head());
  for (int column = 3; column < CardsTexts::head().size(); ++column) table.alignRight(column);
  for (const NodePtr& node : snapshot.nodes) {
    if (!concerns(*node, ns)) continue;
    if (isGpuNode(*node)) nodes.push_back(nodeJson(*node));
    for (const Card& card : node->cards) {
      if (!concerns(*node, card, ns)) continue;
      const CardUse* measured = use->find(node->name, card.index);
      if (console.json()) {
        rows.push_back(cardJson(*node, card, measured, use->detail(node->name, card.index)));
      } else {
        table.add(cardCells(*node, card, measured));
      }
    }
  }
  complainAboutUse(console, *use);
  const auto shared = provider::sharedDevicesOf(snapshot.extras.get());
  if (console.json()) {
    const Json out{{"metrics", metricsJson(*use)},
                   {"nodes", std::move(nodes)},
                   {"cards", std::move(rows)},
                   {"sharedDevices", sharedJson(shared)}};
    console.write(dumped(out));
  } else {
    console.write(table.toString().toStdString());
    for (const NodePtr& node : snapshot.nodes) {
      const QString unshown = concerns(*node, ns) ? ui::unshownDevicesText(*node) : QString();
      const QString others = concerns(*node, ns) ? ui::otherDevicesText(*node) : QString();
      const QString unhealthy = concerns(*node, ns) ? unhealthyText(*node) : QString();
      if (!unhealthy.isEmpty()) console.line(ui::plain(node->name) + QStringLiteral("  ") + unhealthy);
      if (!others.isEmpty()) console.line(ui::plain(node->name) + QStringLiteral("  ") + others);
      if (!unshown.isEmpty()) console.line(ui::plain(node->name) + QStringLiteral("  ") + unshown);
      if (!concerns(*node, ns) || !isGpuNode(*node)) continue;
      for (const NetworkResource& one : networkResourcesOf(*node))
        console.line(ui::plain(node->name) + QStringLiteral("  ") +
                     ui::labelled(ui::plain(one.name, 80), ui::networkText(one)));
    }
    for (const SharedPool& one : shared) console.line(ui::sharedDevicesText(one));
  }
  return kDone;
}

}  // namespace

void addCards(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("cards", Help::tr("every card: what is allocated and what is really used"));
  command->callback([&invocation] { invocation.text = [](Console& console) { return cards(console); }; });
}

}  // namespace cardinal::app
