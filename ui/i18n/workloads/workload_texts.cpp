// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/workloads/workload_texts.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <string_view>

#include "core/model/extras/kueue.h"
#include "core/workloads/workload_objects.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxName = 80;
constexpr int kMaxWords = 400;

class WorkloadTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::WorkloadTexts)

 public:
  static QString running(std::int64_t pods) { return tr("%1 running").arg(count(pods)); }
  static QString starting(std::int64_t pods) { return tr("%1 starting").arg(count(pods)); }
  static QString waiting(std::int64_t pods) { return tr("%1 waiting").arg(count(pods)); }
  static QString succeeded(std::int64_t pods) { return tr("%1 succeeded").arg(count(pods)); }
  static QString failed(std::int64_t pods) { return tr("%1 failed").arg(count(pods)); }
  static QString unknown(std::int64_t pods) { return tr("%1 unknown").arg(count(pods)); }
  static QString noPods() { return tr("no pods yet"); }
  static QString admitted() { return tr("admitted, no pods yet"); }
  static QString reserved() { return tr("quota reserved, waits for admission checks"); }
  static QString waitsForQuota() { return tr("waits for quota"); }
  static QString suspended() { return tr("suspended", "a workload"); }
  static QString of(const QString& number, const QString& wanted) {
    return tr("%1 of %2", "pods or cards of those that are wanted").arg(number, wanted);
  }
  static QString gang(const QString& name, const QString& min) {
    return tr("%1 (at least %2)", "a gang and how many of its pods start together").arg(name, min);
  }
  static QString condition(const QString& type, const QString& status, const QString& message) {
    if (message.isEmpty()) return tr("%1 is %2", "a condition of an object").arg(type, status);
    return tr("%1 is %2: %3", "a condition of an object").arg(type, status, message);
  }
  static QString gangs(int number) { return tr("%n gang(s)", nullptr, number); }
};

}  // namespace

QString queueSystemName(QueueSystem system) {
  switch (system) {
    case QueueSystem::None:
      return {};
    case QueueSystem::Kueue:
      return QStringLiteral("Kueue");
    case QueueSystem::Volcano:
      return QStringLiteral("Volcano");
    case QueueSystem::Kai:
      return QStringLiteral("KAI");
    case QueueSystem::Koordinator:
      return QStringLiteral("Koordinator");
    case QueueSystem::YuniKorn:
      return QStringLiteral("YuniKorn");
  }
  return {};
}

QString workloadQueueText(const Workload& workload) {
  if (!workload.queue.empty()) return plain(workload.queue, kMaxName);
  return isQueueKnown(workload) ? QString(u'–') : notAvailable();
}

QString workloadGangText(const Workload& workload) {
  if (workload.gangs.empty()) return QString(u'–');
  if (workload.gangs.size() > 1) return WorkloadTexts::gangs(static_cast<int>(workload.gangs.size()));
  const WorkloadGang& gang = workload.gangs.front();
  const QString name = plain(gang.name, kMaxName);
  return gang.min ? WorkloadTexts::gang(name, count(*gang.min)) : name;
}

namespace {

/// What Kueue says of a workload without pods says more than that it has none.
QString withoutPodsText(const Workload& workload) {
  const auto holds = [&workload](std::string_view condition) {
    return std::any_of(workload.admissions.begin(), workload.admissions.end(),
                       [condition](const auto& one) { return conditionHolds(*one, condition); });
  };
  if (workload.admissions.empty()) return workload.isSuspended ? WorkloadTexts::suspended() : WorkloadTexts::noPods();
  if (holds("Admitted")) return WorkloadTexts::admitted();
  return holds("QuotaReserved") ? WorkloadTexts::reserved() : WorkloadTexts::waitsForQuota();
}

}  // namespace

QString workloadStateText(const Workload& workload) {
  if (workload.pods.empty()) return withoutPodsText(workload);
  QStringList parts;
  if (workload.isSuspended) parts += WorkloadTexts::suspended();
  if (workload.running > 0) parts += WorkloadTexts::running(workload.running);
  if (workload.starting > 0) parts += WorkloadTexts::starting(workload.starting);
  if (workload.waiting > 0) parts += WorkloadTexts::waiting(workload.waiting);
  if (workload.failed > 0) parts += WorkloadTexts::failed(workload.failed);
  if (workload.succeeded > 0) parts += WorkloadTexts::succeeded(workload.succeeded);
  if (workload.unknown > 0) parts += WorkloadTexts::unknown(workload.unknown);
  return joinList(parts);
}

QString ofWanted(std::int64_t number, const std::optional<std::int64_t>& wanted) {
  return WorkloadTexts::of(count(number), wanted ? count(*wanted) : QString(u'?'));
}

QString workloadReason(const Workload& workload) {
  return plain(waitReasonOf(workload), kMaxWords);
}

QStringList workloadConditions(const Workload& workload, const QString& shown) {
  QStringList lines;
  for (const auto& admission : workload.admissions) {
    for (const NodeCondition& one : admission->conditions) {
      const QString message = plain(one.message, kMaxWords);
      if (!shown.isEmpty() && message == shown) continue;
      lines += WorkloadTexts::condition(plain(admission->meta.key.name + " " + one.type, kMaxName),
                                        plain(one.status, kMaxName), message);
    }
  }
  return lines;
}

}  // namespace cardinal::ui
