// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <QCoreApplication>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/visibility.h"
#include "app/console.h"
#include "app/session.h"
#include "app/table.h"
#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"
#include "ui/i18n/use_texts.h"

namespace cardinal::app {

namespace {

using Json = nlohmann::ordered_json;
constexpr double kFull = 100.0;

class CardsTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Cards)

 public:
  static QStringList head() {
    return {tr("NODE"), tr("CARD"), tr("MODE"), tr("ALLOCATED"), tr("TOTAL"), tr("CORE"), tr("USED"), tr("UTILIZATION"), tr("TEMPERATURE"), tr("POWER")};
  }
  static QString unmatched(int cards, const QString& first) {
    return tr("%n measured card(s) belong to no node of this cluster, the first is %1.", nullptr, cards).arg(first);
  }
};

template <typename Value>
Json orNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

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

/// MIG instances of the card, as an exporter tells them; null for a card that has none or was not measured.
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

Json cardJson(const NodeRecord& node, const Card& card, const CardUse* use, const ClusterUse::Detail* detail) {
  const auto mib = [&](MemUnits amount) { return card.memoryKnown ? orNull(toMib(amount, node.gpu.unit)) : Json(nullptr); };
  return {{"node", node.name},
          {"card", card.index},
          {"model", node.gpu.model.empty() ? Json(nullptr) : Json(node.gpu.model)},
          {"mode", toString(node.gpu.mode)},
          {"health", card.health == CardHealth::Unknown ? Json(nullptr) : Json(card.health == CardHealth::Healthy ? "Healthy" : "Unhealthy")},
          {"memoryAllocatedMiB", mib(card.memAllocated)},
          {"memoryTotalMiB", mib(card.memTotal)},
          {"coreAllocatedPercent", card.coreKnown ? Json(card.coreAllocated.value) : Json(nullptr)},
          {"held", card.holderKnown ? Json(card.held) : Json(nullptr)},
          {"pods", card.holderKnown ? Json(card.pods) : Json(nullptr)},
          {"use", useJson(use)},
          {"usedByFromMetrics", usedByJson(detail)},
          {"podUseFromMetrics", podsUseJson(detail)},
          {"instancesFromMetrics", instancesJson(detail)}};
}

QStringList cardCells(const NodeRecord& node, const Card& card, const CardUse* use) {
  const QString none = QStringLiteral("-");
  const MemoryUnit unit = node.gpu.unit;
  return {ui::plain(node.name),
          QString::number(card.index),
          ui::modeBadge(node.gpu.mode),
          card.memoryKnown ? ui::memory(card.memAllocated, unit) : none,
          card.memoryKnown ? ui::memory(card.memTotal, unit) : none,
          card.coreKnown ? ui::corePercent(card.coreAllocated) : none,
          use && use->memoryUsedMib ? ui::gib(*use->memoryUsedMib) : none,
          use && use->gpuPercent ? ui::percent(*use->gpuPercent / kFull) : none,
          use && use->temperatureC ? ui::celsius(*use->temperatureC) : none,
          use && use->powerW ? ui::watts(*use->powerW) : none};
}

Json metricsJson(const ClusterUse& use) {
  const MetricsState& state = use.state;
  Json out{{"source", state.source.empty() ? Json(nullptr) : Json(state.source)}, {"measured", use.measured}, {"unmatched", use.unmatched}};
  out["error"] = state.phase == MetricsPhase::Failed ? Json(toString(state.error.code)) : Json(nullptr);
  return out;
}

/// What is missing from the answer, on standard error; the allocation is printed all the same.
void complainAboutUse(Console& console, const ClusterUse& use) {
  if (use.state.phase == MetricsPhase::Failed) {
    console.fail(use.state.error);
  } else if (use.state.phase != MetricsPhase::Live) {
    console.complain(ui::metricsText(use.state, console.clock().wallNow()));
  }
  if (use.unmatched == 0) return;
  const UnmatchedSample& first = use.firstUnmatched.front();
  console.complain(CardsTexts::unmatched(static_cast<int>(use.unmatched), ui::plain(first.host + "/" + std::to_string(first.index), 120)));
}

int cards(Console& console) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  if (!seesNodes(console, **opened)) return kInputError;
  const UsePtr use = (*opened)->use();
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  Json rows = Json::array();
  Table table(CardsTexts::head());
  for (int column = 3; column < CardsTexts::head().size(); ++column) table.alignRight(column);
  for (const NodePtr& node : snapshot.nodes) {
    for (const Card& card : node->cards) {
      const CardUse* measured = use->find(node->name, card.index);
      if (console.json()) {
        rows.push_back(cardJson(*node, card, measured, use->detail(node->name, card.index)));
      } else {
        table.add(cardCells(*node, card, measured));
      }
    }
  }
  complainAboutUse(console, *use);
  if (console.json()) {
    const Json out{{"metrics", metricsJson(*use)}, {"cards", std::move(rows)}};
    console.write(out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  } else {
    console.write(table.toString().toStdString());
  }
  return kDone;
}

}  // namespace

void addCards(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("cards", "every card: what is allocated and what is really used");
  command->callback([&invocation] { invocation.text = [](Console& console) { return cards(console); }; });
}

}  // namespace cardinal::app
