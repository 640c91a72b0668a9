// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "core/model/card_memory.h"
#include "core/model/tables/inspect.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

struct InspectOptions {
  bool details = false;
  std::vector<std::string> nodes;
};

std::vector<std::string> unknownNodes(const ClusterSnapshot& snapshot, const std::vector<std::string>& names) {
  std::vector<std::string> unknown;
  for (const auto& name : names) {
    const auto found = snapshot.findNode(name);
    if (!found || !snapshot.node(*found).exists()) unknown.push_back(name);
  }
  return unknown;
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + ui::plain(name).toStdString();
  return all;
}

bool isListed(const NodeRecord& node, const std::vector<std::string>& names) {
  if (names.empty()) return node.gpu.memTotal.value > 0;
  return std::find(names.begin(), names.end(), node.name) != names.end();
}

Json toJson(const NodeRecord& node) {
  Json cards = Json::array();
  for (const auto& card : node.cards) {
    Json entry{{"card", card.index}};
    const bool isUnnamed = isUnnamedCard(node, card);  // one of those of which so many are taken
    entry["memoryAllocated"] = card.memoryKnown && !isUnnamed ? Json(card.memAllocated.value) : nullptr;
    entry["memoryTotal"] = card.memoryKnown ? Json(card.memTotal.value) : nullptr;
    entry["coreAllocated"] = card.coreKnown && !isUnnamed ? Json(card.coreAllocated.value) : nullptr;
    entry["coreTotal"] = card.coreKnown ? Json(card.coreTotal.value) : nullptr;
    entry["pods"] = isUnnamed ? Json(nullptr) : Json(card.pods);
    cards.push_back(std::move(entry));
  }
  return {{"name", node.name},
          {"address", node.raw ? node.raw->internalIp : std::string()},
          {"mode", toString(node.gpu.mode)},
          {"placement", toString(node.gpu.placement)},
          {"unit", toString(node.gpu.unit)},
          {"memoryTotal", node.gpu.memTotal.value},
          {"memoryPending", node.memPending.value},
          {"cards", std::move(cards)}};
}

std::string asJson(const ClusterSnapshot& snapshot, const std::vector<std::string>& names) {
  Json nodes = Json::array();
  for (const auto& node : snapshot.nodes) {
    if (node->exists() && isListed(*node, names)) nodes.push_back(toJson(*node));
  }
  const Json whole{{"nodes", std::move(nodes)}};
  return dumped(whole);
}

int inspect(Console& console, const InspectOptions& options) {
  auto session = Session::open(console.options(), console.clock());
  if (!session) return console.fail(session.error());
  if (!seesNodes(console, **session)) return kInputError;
  const ClusterSnapshot& snapshot = *(*session)->snapshot();
  const auto unknown = unknownNodes(snapshot, options.nodes);
  if (!unknown.empty()) {
    // The words of kubectl-inspect-gpushare, which scripts look for; English in every language.
    console.complainVerbatim("Failed due to nodes \"" + joined(unknown) + "\" not found");
    return kInputError;
  }
  if (console.json()) {
    console.write(asJson(snapshot, options.nodes));
    return kDone;
  }
  const auto text = options.details ? inspectDetails(snapshot, options.nodes) : inspectSummary(snapshot, options.nodes);
  if (!text) return console.fail(text.error());
  console.write(*text);
  return kDone;
}

}  // namespace

void addInspect(CLI::App& app, Invocation& invocation) {
  auto* command =
      app.add_subcommand("inspect", Help::tr("memory of every card, in the words of kubectl-inspect-gpushare"));
  auto options = std::make_shared<InspectOptions>();
  command->add_flag("-d", options->details, Help::tr("one section per node, with its pods"));
  command->add_option("NODE", options->nodes, Help::tr("only these nodes"));
  command->callback(
      [&invocation, options] { invocation.text = [options](Console& console) { return inspect(console, *options); }; });
}

}  // namespace cardinal::app
