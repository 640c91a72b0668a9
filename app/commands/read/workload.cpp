// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/commands/workload_input.h"
#include "app/program/table.h"
#include "core/provider/accelerator_requests.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/manifest_texts.h"

namespace cardinal::app {

namespace {

using provider::AcceleratorRequest;

/// What one pod of a role asks of accelerators: of resources and annotations, then of claims. Nothing = not known.
std::optional<std::vector<AcceleratorRequest>> requestsOf(const ManifestRole& role) {
  if (!role.pod) return std::nullopt;
  std::vector<AcceleratorRequest> out = provider::readAcceleratorRequests(*role.pod);
  for (const DeviceRequest& device : role.devices) {
    AcceleratorRequest request{device.name, {}, {}, {}, {}, {}};
    if (device.count) request.amount = Quantity::fromInteger(*device.count);
    out.push_back(std::move(request));
  }
  return out;
}

Json roleJson(const ManifestRole& role) {
  const auto asked = requestsOf(role);
  return {{"role", orNull(role.name)},
          {"pods", orNull(role.pods)},
          {"gang", orNull(role.gang)},
          {"requests", asked ? acceleratorsJson(*asked) : Json(nullptr)},
          {"assumed", role.assumed}};
}

std::string asJson(const WorkloadInput& input) {
  Json workloads = Json::array();
  for (const ManifestObject& object : input.objects) {
    if (object.roles.empty()) continue;
    Json one = identityJson(object);
    one["queue"] = object.queue.empty() ? Json(nullptr) : Json(object.queue);
    one["roles"] = Json::array();
    for (const ManifestRole& role : object.roles) one["roles"].push_back(roleJson(role));
    one["problems"] = problemsJson(object);
    workloads.push_back(std::move(one));
  }
  const Json out{
      {"workloads", std::move(workloads)}, {"others", othersJson(input.objects)}, {"problems", unreadJson(input)}};
  return dumped(out);
}

class WorkloadReport {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Workload)

 public:
  static QString workloads(const std::vector<ManifestObject>& objects);
  static QString others(const std::vector<ManifestObject>& objects);

 private:
  static QString number(const std::optional<std::int64_t>& value) {
    return value ? ui::count(*value) : ui::notAvailable();
  }
  static QString amount(const Quantity& quantity);
  static QString requests(const ManifestRole& role);
};

QString WorkloadReport::amount(const Quantity& quantity) {
  if (quantity.isInteger()) return ui::count(quantity.value());
  constexpr double kMilli = 1000.0;
  return QString::number(static_cast<double>(quantity.milliValue()) / kMilli);
}

QString WorkloadReport::requests(const ManifestRole& role) {
  const auto asked = requestsOf(role);
  if (!asked) return ui::notAvailable();
  if (asked->empty()) return tr("none", "accelerators asked");
  QStringList out;
  for (const AcceleratorRequest& one : *asked) {
    const QString name = ui::plain(one.resource);
    QString each;
    for (const Quantity& container : one.containers)
      each = each.isEmpty() ? amount(container) : tr("%1 + %2", "what two containers ask").arg(each, amount(container));
    if (each.isEmpty() && one.amount) each = amount(*one.amount);
    out << (each.isEmpty() ? name : tr("%1 %2", "amount, resource").arg(each, name));
  }
  return ui::joinList(out);
}

QString WorkloadReport::workloads(const std::vector<ManifestObject>& objects) {
  Table table({tr("WORKLOAD"), tr("API"), tr("QUEUE"), tr("ROLE"), tr("PODS"), tr("GANG"), tr("EACH POD ASKS")});
  table.alignRight(4);
  table.alignRight(5);
  for (const ManifestObject& object : objects) {
    for (const ManifestRole& role : object.roles) {
      const QString asked = requests(role);
      table.add({ui::objectText(object), ui::plain(object.apiVersion),
                 object.queue.empty() ? QStringLiteral("-") : ui::plain(object.queue),
                 role.name.empty() ? QStringLiteral("-") : ui::plain(role.name), number(role.pods),
                 role.gang ? ui::count(*role.gang) : QStringLiteral("-"),
                 role.assumed ? tr("%1 (assumed)", "what a pod asks").arg(asked) : asked});
    }
  }
  return table.isEmpty() ? QString() : table.toString();
}

QString WorkloadReport::others(const std::vector<ManifestObject>& objects) {
  Table table({tr("OTHER OBJECT"), tr("API"), tr("REMARK")});
  for (const ManifestObject& object : objects) {
    if (!object.roles.empty() || object.noPods == NoPods::Unreadable) continue;
    table.add({ui::objectText(object), ui::plain(object.apiVersion), ui::noPodsText(object.noPods)});
  }
  return table.isEmpty() ? QString() : table.toString();
}

void printTables(Console& console, const WorkloadInput& input) {
  QStringList parts;
  for (const QString& part :
       {WorkloadReport::workloads(input.objects), furtherNotes(input), WorkloadReport::others(input.objects)}) {
    if (!part.isEmpty()) parts << part;
  }
  console.write(parts.join(QLatin1Char('\n')).toStdString());
}

int workload(Console& console, const FileChoice& files) {
  const auto input = readWorkloads(files, {});
  if (!input) {
    // what a file says is an answer, too; a wrong option is none
    const bool isOfFile = input.error().code != ErrorCode::InvalidArgument;
    if (console.json() && isOfFile) {
      WorkloadInput none;
      none.problems.push_back(input.error());
      console.write(asJson(none));
    }
    return console.fail(input.error());
  }
  if (console.json()) {
    console.write(asJson(*input));
  } else {
    printTables(console, *input);
  }
  return complainAboutFiles(console, *input) ? kInputError : kDone;
}

}  // namespace

void addWorkload(CLI::App& app, Invocation& invocation) {
  auto* command =
      app.add_subcommand("workload", Help::tr("what a file asks for: kinds, roles, pods, gangs; needs no cluster"));
  auto files = std::make_shared<FileChoice>();
  files->addOptions(*command)->required();
  command->callback(
      [&invocation, files] { invocation.text = [files](Console& console) { return workload(console, *files); }; });
}

}  // namespace cardinal::app
