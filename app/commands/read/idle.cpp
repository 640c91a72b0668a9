// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/metrics/waste/waste_groups.h"
#include "core/model/extras/kept_shares.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

constexpr double kFull = 100.0;
constexpr std::size_t kMin = 20;

class WasteTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Waste)

 public:
  static QStringList head() {
    return {tr("NODE"),     tr("CARD"),        tr("HELD BY"), tr("ALLOCATED"),
            tr("PEAK USE"), tr("UTILIZATION"), tr("UNUSED"),  tr("ADVICE")};
  }
  static QString nameHead(WasteBy by) {
    return by == WasteBy::Owner ? tr("OWNER") : by == WasteBy::Namespace ? tr("NAMESPACE") : tr("GPU MODEL");
  }
  static QStringList groupHead(WasteBy by) {
    return {nameHead(by), tr("CARDS"), tr("IDLE"), tr("ALLOCATED"), tr("UNUSED")};
  }
  static QString name(const WasteGroup& group) {
    if (group.kind == WasteGroup::Kind::Shared) return tr("(several on one card)");
    return group.kind == WasteGroup::Kind::Unknown ? tr("(unknown)") : ui::plain(group.name, 160);
  }
  static QString idle() { return tr("idle the whole time"); }
  static QString suggest(const QString& amount) { return tr("ask for %1").arg(amount); }
  static QString unknownHolder() { return tr("(pod unknown)"); }
  static QString summary(const WasteReport& report) {
    return tr("%1 of %2 allocated cards were idle; %3 of %4 allocated memory is reclaimable.")
        .arg(ui::count(report.idleCards), ui::count(report.allocatedCards), ui::memoryMib(report.unusedMib),
             ui::memoryMib(report.allocatedMib));
  }
  static QString unknown(int cards) {
    return tr("%n allocated card(s) cannot be judged: not measured, or not long enough.", nullptr, cards);
  }
  static QString more(int rows) { return tr("and %n more card(s); -o json prints all", nullptr, rows); }
};

Json toJson(const WasteReport& report, const ClusterSnapshot& snapshot) {
  Json entries = Json::array();
  for (const WasteEntry& entry : report.entries) {
    Json pods = Json::array();
    for (const PodPtr& pod : entry.pods) {
      pods.push_back({{"namespace", pod->key().ns}, {"name", pod->key().name}, {"owner", ownerOfPod(*pod)}});
    }
    const NodeRecord& node = snapshot.node(entry.node);
    Json reservations = Json::array();
    for (const KeptShare& kept : keptOnCard(node, entry.card)) reservations.push_back(kept.reservation);
    const auto suggested = entry.suggested ? orNull(toMib(*entry.suggested, node.gpu.unit)) : Json(nullptr);
    entries.push_back({{"node", node.name},
                       {"card", entry.card},
                       {"idle", entry.idle},
                       {"pods", std::move(pods)},
                       {"podsFromMetrics", entry.holdersMeasured},
                       {"reservations", std::move(reservations)},
                       {"allocatedMiB", entry.allocatedMib},
                       {"unusedMiB", entry.unusedMib},
                       {"peakMemoryMiB", orNull(entry.peakMemoryMib)},
                       {"averageUtilizationPercent", orNull(entry.averageGpuPercent)},
                       {"peakUtilizationPercent", orNull(entry.peakGpuPercent)},
                       {"observedSeconds", entry.observed},
                       {"suggestedMiB", suggested}});
  }
  return {{"windowSeconds", report.window},      {"allocatedCards", report.allocatedCards},
          {"idleCards", report.idleCards},       {"unknownCards", report.unknownCards},
          {"allocatedMiB", report.allocatedMib}, {"unusedMiB", report.unusedMib},
          {"entries", std::move(entries)}};
}

constexpr const char* nameOf(WasteGroup::Kind kind) {
  return kind == WasteGroup::Kind::Named ? "named" : kind == WasteGroup::Kind::Shared ? "shared" : "unknown";
}

Json toJson(const std::vector<WasteGroup>& groups) {
  Json all = Json::array();
  for (const WasteGroup& group : groups) {
    all.push_back({{"kind", nameOf(group.kind)},
                   {"name", group.kind == WasteGroup::Kind::Named ? Json(group.name) : Json(nullptr)},
                   {"cards", group.cards},
                   {"idleCards", group.idleCards},
                   {"allocatedMiB", group.allocatedMib},
                   {"unusedMiB", group.unusedMib}});
  }
  return all;
}

QString holders(const WasteEntry& entry, const NodeRecord& node) {
  QStringList names;
  for (const PodPtr& pod : entry.pods) {
    const QString owner = ui::plain(ownerOfPod(*pod), 80);
    if (!names.contains(owner)) names += owner;
  }
  names << ui::reservationTexts(node, entry.card);
  return names.isEmpty() ? WasteTexts::unknownHolder() : ui::joinList(names);
}

void printSummary(Console& console, const WasteReport& report) {
  console.line(WasteTexts::summary(report));
  if (report.unknownCards > 0) console.line(WasteTexts::unknown(static_cast<int>(report.unknownCards)));
}

void printGroups(Console& console, const std::vector<WasteGroup>& groups, WasteBy by) {
  Table table(WasteTexts::groupHead(by));
  for (const int column : {1, 2, 3, 4}) table.alignRight(column);
  for (const WasteGroup& group : groups) {
    table.add({WasteTexts::name(group), QString::number(group.cards), QString::number(group.idleCards),
               ui::memoryMib(group.allocatedMib), ui::memoryMib(group.unusedMib)});
  }
  if (!table.isEmpty()) console.write(table.toString().toStdString());
}

void printTable(Console& console, const WasteReport& report, const ClusterSnapshot& snapshot) {
  Table table(WasteTexts::head());
  for (const int column : {3, 4, 5, 6}) table.alignRight(column);
  const std::size_t shown = std::min(report.entries.size(), kMin);
  for (std::size_t i = 0; i < shown; ++i) {
    const WasteEntry& entry = report.entries[i];
    const NodeRecord& node = snapshot.node(entry.node);
    const QString advice = entry.idle        ? WasteTexts::idle()
                           : entry.suggested ? WasteTexts::suggest(ui::memory(*entry.suggested, node.gpu.unit))
                                             : QString();
    table.add({ui::plain(node.name), QString::number(entry.card), holders(entry, node),
               ui::memoryMib(entry.allocatedMib),
               entry.peakMemoryMib ? ui::gib(*entry.peakMemoryMib) : ui::notAvailable(),
               entry.averageGpuPercent ? ui::percent(*entry.averageGpuPercent / kFull) : ui::notAvailable(),
               ui::memoryMib(entry.unusedMib), advice});
  }
  if (!table.isEmpty()) console.write(table.toString().toStdString());
  if (shown < report.entries.size()) console.line(WasteTexts::more(static_cast<int>(report.entries.size() - shown)));
}

/// "24h", "90m", "7d" as seconds; nothing when it is not a time of at least 15 minutes and at most 90 days.
std::optional<UnixSeconds> parseWindow(const std::string& text) {
  constexpr UnixSeconds kMinute = 60;
  constexpr UnixSeconds kHour = 60 * kMinute;
  constexpr UnixSeconds kDay = 24 * kHour;
  constexpr std::size_t kLongest = 6;
  if (text.size() < 2 || text.size() > kLongest) return std::nullopt;
  UnixSeconds number = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    number = number * 10 + (text[i] - '0');
  }
  const UnixSeconds unit = text.back() == 'm' ? kMinute : text.back() == 'h' ? kHour : text.back() == 'd' ? kDay : 0;
  const UnixSeconds window = number * unit;
  if (window < kTooYoung || window > 90 * kDay) return std::nullopt;
  return window;
}

std::optional<WasteBy> byFrom(const std::string& name) {
  if (name == "owner") return WasteBy::Owner;
  if (name == "namespace") return WasteBy::Namespace;
  return name == "model" ? std::optional(WasteBy::Model) : std::nullopt;
}

void print(Console& console, const WasteReport& report, const ClusterSnapshot& snapshot, const std::string& rows) {
  const auto by = byFrom(rows);
  const auto groups = by ? groupWaste(report, snapshot, *by) : std::vector<WasteGroup>{};
  if (console.json()) {
    Json json = toJson(report, snapshot);
    if (by) json["groups"] = {{"by", rows}, {"rows", toJson(groups)}};
    console.write(dumped(json));
    return;
  }
  if (by)
    printGroups(console, groups, *by);
  else
    printTable(console, report, snapshot);
  printSummary(console, report);
}

int waste(Console& console, const std::string& since, const std::string& rows) {
  const auto window = parseWindow(since);
  if (!window) return console.fail(makeError(ErrorCode::InvalidArgument, "--since", {}, since));
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  if (!seesNodes(console, **opened)) return kInputError;
  const UsePtr use = (*opened)->use();  // a live source is looking for its metrics first
  const auto past = (*opened)->past(*window);
  if (!past) return console.fail(past.error());
  for (const std::string& warning : past->warnings) console.complain(ui::plain(warning));
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  print(console, findWaste(snapshot, *past, {}, use.get()), snapshot, rows);
  return kDone;
}

void fillCommand(CLI::App& command, Invocation& invocation) {
  auto since = std::make_shared<std::string>("24h");
  command.add_option("--since", *since, Help::tr("length of the history to judge by: 90m, 24h, 7d (default 24h)"))
      ->type_name("TIME");
  auto by = std::make_shared<std::string>("card");
  command.add_option("--by", *by, Help::tr("what a row is: card, owner, namespace or model (default card)"))
      ->check(CLI::IsMember({"card", "owner", "namespace", "model"}))
      ->type_name("WHAT");
  command.callback([&invocation, since, by] {
    invocation.text = [since, by](Console& console) { return waste(console, *since, *by); };
  });
}

}  // namespace

void addIdle(CLI::App& app, Invocation& invocation) {
  const std::string about = Help::tr("cards that are allocated but idle, and allocated memory that is not used");
  addRenamed(app, "idle", "waste", about, [&invocation](CLI::App& command) { fillCommand(command, invocation); });
}

}  // namespace cardinal::app
