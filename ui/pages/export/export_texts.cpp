// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/export/export_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr const char* kContext = "Export";

struct Head {
  const char* key;
  const char* text;
};

constexpr std::array kHeads = {
    Head{"node", QT_TRANSLATE_NOOP("Export", "Node")},
    Head{"readiness", QT_TRANSLATE_NOOP("Export", "State")},
    Head{"unschedulable", QT_TRANSLATE_NOOP("Export", "Cordoned")},
    Head{"mode", QT_TRANSLATE_NOOP("Export", "Mode")},
    Head{"placement", QT_TRANSLATE_NOOP("Export", "Placement policy")},
    Head{"model", QT_TRANSLATE_NOOP("Export", "GPU model")},
    Head{"cards", QT_TRANSLATE_NOOP("Export", "Cards")},
    Head{"card", QT_TRANSLATE_NOOP("Export", "Card index")},
    Head{"health", QT_TRANSLATE_NOOP("Export", "Health")},
    Head{"memory_allocated_mib", QT_TRANSLATE_NOOP("Export", "Memory allocated [MiB]")},
    Head{"memory_total_mib", QT_TRANSLATE_NOOP("Export", "Memory in total [MiB]")},
    Head{"core_allocated_percent", QT_TRANSLATE_NOOP("Export", "Core allocated [% of one card]")},
    Head{"cards_held", QT_TRANSLATE_NOOP("Export", "Whole cards allocated")},
    Head{"gpu_pods", QT_TRANSLATE_NOOP("Export", "GPU pods")},
    Head{"held", QT_TRANSLATE_NOOP("Export", "Whole card allocated")},
    Head{"pods", QT_TRANSLATE_NOOP("Export", "Pods")},
    Head{"namespace", QT_TRANSLATE_NOOP("Export", "Namespace")},
    Head{"name", QT_TRANSLATE_NOOP("Export", "Name")},
    Head{"phase", QT_TRANSLATE_NOOP("Export", "Phase")},
    Head{"owner_kind", QT_TRANSLATE_NOOP("Export", "Kind of owner")},
    Head{"owner", QT_TRANSLATE_NOOP("Export", "Owner")},
    Head{"priority", QT_TRANSLATE_NOOP("Export", "Priority")},
    Head{"restarts", QT_TRANSLATE_NOOP("Export", "Restarts")},
    Head{"created_unix", QT_TRANSLATE_NOOP("Export", "Created [Unix seconds]")},
    Head{"reason", QT_TRANSLATE_NOOP("Export", "Reason")},
    Head{"kind", QT_TRANSLATE_NOOP("Export", "Kind")},
    Head{"traced_by", QT_TRANSLATE_NOOP("Export", "Traced by")},
    Head{"queue_system", QT_TRANSLATE_NOOP("Export", "Queue system")},
    Head{"queue", QT_TRANSLATE_NOOP("Export", "Queue")},
    Head{"gangs", QT_TRANSLATE_NOOP("Export", "Gangs")},
    Head{"pods_wanted", QT_TRANSLATE_NOOP("Export", "Pods wanted")},
    Head{"pods_running", QT_TRANSLATE_NOOP("Export", "Pods running")},
    Head{"pods_starting", QT_TRANSLATE_NOOP("Export", "Pods starting")},
    Head{"pods_waiting", QT_TRANSLATE_NOOP("Export", "Pods waiting")},
    Head{"pods_succeeded", QT_TRANSLATE_NOOP("Export", "Pods succeeded")},
    Head{"pods_failed", QT_TRANSLATE_NOOP("Export", "Pods failed")},
    Head{"pods_unknown", QT_TRANSLATE_NOOP("Export", "Pods in an unknown state")},
    Head{"cards_bound", QT_TRANSLATE_NOOP("Export", "Cards of bound pods")},
    Head{"cards_requested", QT_TRANSLATE_NOOP("Export", "Cards requested")},
    Head{"system", QT_TRANSLATE_NOOP("Export", "Queue system")},
    Head{"parent", QT_TRANSLATE_NOOP("Export", "Parent")},
    Head{"state", QT_TRANSLATE_NOOP("Export", "State")},
    Head{"flavor", QT_TRANSLATE_NOOP("Export", "Flavor")},
    Head{"resource", QT_TRANSLATE_NOOP("Export", "Resource")},
    Head{"unit", QT_TRANSLATE_NOOP("Export", "Unit")},
    Head{"guaranteed", QT_TRANSLATE_NOOP("Export", "Guaranteed")},
    Head{"quota", QT_TRANSLATE_NOOP("Export", "Quota")},
    Head{"fair_share", QT_TRANSLATE_NOOP("Export", "Fair share")},
    Head{"limit", QT_TRANSLATE_NOOP("Export", "Limit")},
    Head{"used", QT_TRANSLATE_NOOP("Export", "Used")},
    Head{"reserved", QT_TRANSLATE_NOOP("Export", "Reserved")},
    Head{"borrowed", QT_TRANSLATE_NOOP("Export", "Borrowed")},
    Head{"free", QT_TRANSLATE_NOOP("Export", "Free")},
    Head{"waiting", QT_TRANSLATE_NOOP("Export", "Waiting")},
    Head{"admitted", QT_TRANSLATE_NOOP("Export", "Admitted")},
    Head{"position", QT_TRANSLATE_NOOP("Export", "Position")},
    Head{"min_members", QT_TRANSLATE_NOOP("Export", "Least number of members")},
    Head{"request", QT_TRANSLATE_NOOP("Export", "Request")},
    Head{"answer", QT_TRANSLATE_NOOP("Export", "Verdict")},
    Head{"message", QT_TRANSLATE_NOOP("Export", "Message")},
};

QString translated(const char* source) {
  return QCoreApplication::translate(kContext, source);
}

}  // namespace

std::vector<std::string> exportHeads(ExportKind kind) {
  std::vector<std::string> heads;
  for (const std::string& key : exportKeys(kind)) {
    const auto found = std::find_if(kHeads.begin(), kHeads.end(), [&key](const Head& head) { return key == head.key; });
    heads.push_back(found == kHeads.end() ? key : translated(found->text).toStdString());
  }
  return heads;
}

ExportOrigin exportOrigin(const SourceInfo& info, const ConnectionState& state, UnixSeconds time, bool masked) {
  ExportOrigin origin;
  origin.source = masked ? std::string() : info.name;
  origin.time = time;
  origin.serverVersion = state.serverVersion;
  origin.scope = state.scope;
  origin.nodesVisible = state.nodesVisible;
  return origin;
}

std::vector<QString> originWords(const ExportOrigin& origin) {
  std::vector<QString> words;
  words.push_back(origin.source.empty()
                      ? QCoreApplication::translate("Export", "Cluster: not named")
                      : QCoreApplication::translate("Export", "Cluster: %1").arg(plain(origin.source, 120)));
  words.push_back(QCoreApplication::translate("Export", "State of %1").arg(dateTime(origin.time)));
  words.push_back(
      origin.serverVersion.empty()
          ? QCoreApplication::translate("Export", "Server version unknown")
          : QCoreApplication::translate("Export", "Server version %1").arg(plain(origin.serverVersion, 80)));
  words.push_back(
      origin.scope.empty()
          ? QCoreApplication::translate("Export", "Scope: whole cluster")
          : QCoreApplication::translate("Export", "Scope: namespace %1 only").arg(plain(origin.scope, 120)));
  if (!origin.nodesVisible)
    words.push_back(QCoreApplication::translate("Export", "Rights: nodes are hidden from this user"));
  return words;
}

}  // namespace cardinal::ui
