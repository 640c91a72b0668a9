// SPDX-License-Identifier: Apache-2.0
#include "core/model/tables/table_export.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <string_view>

#include "core/model/card_memory.h"
#include "core/model/tables/gpu_nodes.h"

namespace cardinal {
namespace {

using Row = std::vector<ExportCell>;

ExportCell text(std::string value) {
  return {std::move(value), false, true};
}
ExportCell textOrUnknown(std::string value) {
  return ExportCell::ofText(std::move(value));
}
ExportCell unknown() {
  return ExportCell::unknown();
}
ExportCell number(std::optional<std::int64_t> value) {
  return ExportCell::ofNumber(value);
}
ExportCell truth(bool value) {
  return text(value ? "true" : "false");
}

const char* healthOf(const Card& card) {
  return card.health == CardHealth::Healthy ? "healthy" : card.health == CardHealth::Unhealthy ? "unhealthy" : "";
}

const char* readinessOf(const NodeRecord& node) {
  return node.readiness == NodeReadiness::Ready      ? "ready"
         : node.readiness == NodeReadiness::NotReady ? "not ready"
                                                     : "";
}

Row nodeRow(const NodeRecord& node) {
  std::int64_t allocated = 0;
  std::int64_t total = 0;
  std::int64_t core = 0;
  const bool hasCards = !node.cards.empty();
  bool memoryKnown = hasCards;
  bool coreKnown = hasCards;
  std::int64_t held = 0;
  for (const Card& card : node.cards) {
    const auto used = card.memoryKnown ? toMib(card.memAllocated, node.gpu.unit) : std::nullopt;
    const auto all = card.memoryKnown ? toMib(card.memTotal, node.gpu.unit) : std::nullopt;
    memoryKnown = memoryKnown && used && all;
    allocated += used.value_or(0);
    total += all.value_or(0);
    coreKnown = coreKnown && card.coreKnown;
    core += card.coreAllocated.value;
    held += card.held ? 1 : 0;
  }
  return {text(node.name),
          textOrUnknown(readinessOf(node)),
          truth(node.unschedulable()),
          text(toString(node.gpu.mode)),
          text(node.gpu.placement == Placement::Spread ? "spread" : "binpack"),
          textOrUnknown(node.gpu.model),
          hasCards ? number(static_cast<std::int64_t>(node.cards.size())) : unknown(),
          memoryKnown ? number(allocated + heldSomewhereMib(node)) : unknown(),
          memoryKnown ? number(total) : unknown(),
          coreKnown ? number(core) : unknown(),
          hasCards ? number(held) : unknown(),
          number(std::int64_t{gpuPodsOf(node)}),
          node.raw && node.raw->meta.created != 0 ? number(node.raw->meta.created) : unknown()};
}

Row cardRow(const NodeRecord& node, const Card& card) {
  const auto mib = [&](MemUnits amount) { return card.memoryKnown ? number(toMib(amount, node.gpu.unit)) : unknown(); };
  const bool isKnown = isAllocationKnown(node, card);
  return {text(node.name),
          number(std::int64_t{card.index}),
          text(toString(node.gpu.mode)),
          textOrUnknown(node.gpu.model),
          textOrUnknown(healthOf(card)),
          isKnown ? mib(card.memAllocated) : unknown(),
          mib(card.memTotal),
          card.coreKnown && isKnown ? number(std::int64_t{card.coreAllocated.value}) : unknown(),
          card.holderKnown ? truth(card.held) : unknown(),
          card.holderKnown ? number(std::int64_t{card.pods}) : unknown()};
}

Row podRow(const PodRecord& pod, const NodeRecord* node) {
  const RawPod& raw = *pod.raw;
  std::string cards;
  MemUnits memory;
  std::int64_t core = 0;
  for (const CardShare& share : pod.shares) {
    if (share.card != kPendingCard) cards += (cards.empty() ? "" : " ") + std::to_string(share.card);
    memory += share.memory;
    core += share.core.value;
  }
  const bool isKnown = !pod.shares.empty();
  const OwnerRef owner = raw.meta.owners.empty() ? OwnerRef{} : raw.meta.owners.front();
  return {text(raw.meta.key.ns),
          text(raw.meta.key.name),
          textOrUnknown(raw.phaseText),
          textOrUnknown(raw.spec.nodeName),
          textOrUnknown(cards),
          isKnown && node ? number(toMib(memory, node->gpu.unit)) : unknown(),
          isKnown ? number(core) : unknown(),
          textOrUnknown(owner.kind),
          textOrUnknown(owner.name),
          number(std::int64_t{raw.spec.priority}),
          number(std::int64_t{raw.restarts}),
          raw.meta.created != 0 ? number(raw.meta.created) : unknown(),
          textOrUnknown(raw.reason.empty() ? raw.scheduledMessage : raw.reason)};
}

/// Calls `use(key, make)` for every row of a kind; `make` builds it only when it is wanted.
template <typename Use>
void eachRow(ExportKind kind, const ClusterSnapshot& snapshot, Use use) {
  if (kind == ExportKind::Pods) {
    for (const PodPtr& pod : snapshot.unboundPods)
      use(pod->key().ns + "/" + pod->key().name, [&] { return podRow(*pod, nullptr); });
  }
  for (const NodePtr& node : snapshot.nodes) {
    if (kind == ExportKind::Nodes && isListed(*node)) use(node->name, [&] { return nodeRow(*node); });
    if (kind == ExportKind::Cards) {
      for (const Card& card : node->cards)
        use(node->name + "/" + std::to_string(card.index), [&] { return cardRow(*node, card); });
    }
    if (kind == ExportKind::Pods) {
      for (const PodPtr& pod : node->pods)
        use(pod->key().ns + "/" + pod->key().name, [&] { return podRow(*pod, node.get()); });
    }
  }
}

void addCsvCell(std::string& out, std::string_view value, bool isNumber) {
  // A name from the cluster must not run as a formula in the reader's spreadsheet.
  const bool formula =
      !isNumber && !value.empty() && std::string_view("=+-@\t\r").find(value.front()) != std::string_view::npos;
  const bool quote = formula || value.find_first_of(",\"\r\n") != std::string_view::npos;
  if (!quote) {
    out += value;
    return;
  }
  out += '"';
  if (formula) out += '\'';
  for (const char c : value) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void addCsvRow(std::string& out, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    addCsvCell(out, cells[i], false);
  }
  out += "\r\n";
}

void addJsonText(std::string& out, std::string_view value) {
  out += '"';
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7F) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(byte));
      out += escaped;
    } else {
      out += c;
    }
  }
  out += '"';
}

void addJsonCell(std::string& out, const ExportCell& cell) {
  if (!cell.known) {
    out += "null";
  } else if (cell.number || cell.text == "true" || cell.text == "false") {
    out += cell.text;
  } else {
    addJsonText(out, cell.text);
  }
}

}  // namespace

const char* toString(ExportKind kind) noexcept {
  switch (kind) {
    case ExportKind::Nodes:
      return "nodes";
    case ExportKind::Cards:
      return "cards";
    case ExportKind::Pods:
      return "pods";
    case ExportKind::Workloads:
      return "workloads";
    case ExportKind::Queues:
      return "queues";
    case ExportKind::Waiting:
      return "waiting";
  }
  return "unknown";
}

ExportCell ExportCell::ofAmount(std::optional<double> amount) {
  if (!amount || std::isnan(*amount)) return unknown();
  if (std::isinf(*amount)) return {"unlimited", false, true};
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), *amount, std::chars_format::fixed);
  return end.ec == std::errc() ? ExportCell{std::string(text.data(), end.ptr), true, true} : unknown();
}

const std::vector<std::string>& exportKeys(ExportKind kind) {
  static const std::vector<std::string> kNodes = {"node",
                                                  "readiness",
                                                  "unschedulable",
                                                  "mode",
                                                  "placement",
                                                  "model",
                                                  "cards",
                                                  "memory_allocated_mib",
                                                  "memory_total_mib",
                                                  "core_allocated_percent",
                                                  "cards_held",
                                                  "gpu_pods",
                                                  "created_unix"};
  static const std::vector<std::string> kCards = {
      "node", "card", "mode", "model", "health", "memory_allocated_mib", "memory_total_mib", "core_allocated_percent",
      "held", "pods"};
  static const std::vector<std::string> kPods = {"namespace",
                                                 "name",
                                                 "phase",
                                                 "node",
                                                 "cards",
                                                 "memory_allocated_mib",
                                                 "core_allocated_percent",
                                                 "owner_kind",
                                                 "owner",
                                                 "priority",
                                                 "restarts",
                                                 "created_unix",
                                                 "reason"};
  static const std::vector<std::string> kWorkloads = {
      "namespace",   "kind",         "name",         "traced_by",       "queue_system", "queue",
      "gangs",       "pods_wanted",  "pods_running", "pods_starting",   "pods_waiting", "pods_succeeded",
      "pods_failed", "pods_unknown", "cards_bound",  "cards_requested", "created_unix", "reason"};
  static const std::vector<std::string> kQueues = {
      "system", "namespace",  "queue", "parent", "state",    "flavor",   "resource", "unit",    "guaranteed",
      "quota",  "fair_share", "limit", "used",   "reserved", "borrowed", "free",     "waiting", "admitted"};
  static const std::vector<std::string> kWaiting = {"system",       "namespace", "name",     "queue",  "owner",
                                                    "phase",        "position",  "priority", "pods",   "min_members",
                                                    "created_unix", "request",   "answer",   "reason", "message"};
  switch (kind) {
    case ExportKind::Nodes:
      return kNodes;
    case ExportKind::Cards:
      return kCards;
    case ExportKind::Pods:
      return kPods;
    case ExportKind::Workloads:
      return kWorkloads;
    case ExportKind::Queues:
      return kQueues;
    case ExportKind::Waiting:
      break;
  }
  return kWaiting;
}

ExportTable makeExport(ExportKind kind, const ClusterSnapshot& snapshot, const std::vector<std::string>* only,
                       const std::stop_token& stop) {
  ExportTable table{kind, exportKeys(kind), {}};
  if (only == nullptr) {
    eachRow(kind, snapshot, [&](const std::string&, const auto& make) {
      if (!stop.stop_requested()) table.rows.push_back(make());
    });
    return table;
  }
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < only->size(); ++i) places.emplace((*only)[i], i);
  std::vector<Row> rows(only->size());
  eachRow(kind, snapshot, [&](const std::string& key, const auto& make) {
    if (stop.stop_requested()) return;
    if (const auto found = places.find(key); found != places.end()) rows[found->second] = make();
  });
  // A row that went in the meantime leaves no gap.
  for (Row& row : rows) {
    if (!row.empty()) table.rows.push_back(std::move(row));
  }
  return table;
}

std::string csvOf(const ExportTable& table, const std::vector<std::string>& heads, const std::vector<std::string>& foot,
                  const CsvOptions& options) {
  std::string out = options.byteOrderMark ? "\xEF\xBB\xBF" : "";
  addCsvRow(out, heads);
  if (options.keyRow) addCsvRow(out, table.keys);
  for (const Row& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out += ',';
      addCsvCell(out, row[i].text, row[i].number);
    }
    out += "\r\n";
  }
  if (!foot.empty()) {
    out += "\r\n";
    addCsvRow(out, foot);
  }
  return out;
}

std::string jsonOf(const ExportTable& table, const ExportOrigin& origin) {
  std::string out = R"({"schema":"cardinal.export/1","table":)";
  addJsonText(out, toString(table.kind));
  out += ",\"source\":";
  addJsonText(out, origin.source);
  out += ",\"time\":" + std::to_string(origin.time) + ",\"serverVersion\":";
  addJsonCell(out, textOrUnknown(origin.serverVersion));
  out += ",\"scope\":";
  addJsonText(out, origin.scope);
  out += std::string(",\"nodesVisible\":") + (origin.nodesVisible ? "true" : "false") + ",\"rows\":[";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    out += i == 0 ? "\n{" : ",\n{";
    for (std::size_t column = 0; column < table.keys.size(); ++column) {
      if (column > 0) out += ',';
      addJsonText(out, table.keys[column]);
      out += ':';
      addJsonCell(out, table.rows[i][column]);
    }
    out += '}';
  }
  return out + "\n]}\n";
}

}  // namespace cardinal
