// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/group_queue_texts.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kMaxName = 80;

/// Kinds of the API that were looked for; alike in every language.
struct Kinds {
  QString group;
  QString queue;
  QString pods = QStringLiteral("PodGroup");
};

Kinds kindsOf(GroupSystem system) {
  switch (system) {
    case GroupSystem::Volcano:
      return {QStringLiteral("scheduling.volcano.sh"), QStringLiteral("Queue")};
    case GroupSystem::Kai:
      return {QStringLiteral("scheduling.run.ai"), QStringLiteral("Queue")};
    case GroupSystem::Koordinator:
      return {QStringLiteral("scheduling.sigs.k8s.io"), QStringLiteral("ElasticQuota")};
    case GroupSystem::SchedulerPlugins:
      return {QStringLiteral("scheduling.x-k8s.io"), QStringLiteral("ElasticQuota")};
    case GroupSystem::QuotaTree:
      return {QStringLiteral("scheduling.sigs.k8s.io"), QStringLiteral("ElasticQuotaTree"), {}};
    case GroupSystem::Yunikorn:
      return {QStringLiteral("yunikorn-configs"), QStringLiteral("ConfigMap"), {}};
    case GroupSystem::ResourceQuota:
      return {QStringLiteral("v1"), QStringLiteral("ResourceQuota"), {}};
    case GroupSystem::Kubernetes:
      return {QStringLiteral("scheduling.k8s.io"), {}};
  }
  return {};
}

class GroupTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::GroupTexts)

 public:
  static QString unlimited() { return tr("unlimited"); }
  static QString cause(const GroupWait& wait) {
    switch (wait.cause) {
      case GroupCause::QueueMissing:
        return tr("the queue does not exist");
      case GroupCause::QueueNotOpen:
        return tr("the queue is not open");
      case GroupCause::AboveLimit:
        return wait.quota.empty() ? tr("more %1 than the limit of the queue").arg(plain(wait.resource, kMaxName))
                                  : tr("more %1 than the limit of %2, a queue above")
                                        .arg(plain(wait.resource, kMaxName), plain(wait.quota, kMaxName));
      case GroupCause::AboveFree:
        return tr("asks for %1 %2, and %3 is free in %4")
            .arg(groupAmount(wait.resource, wait.requested), plain(wait.resource, kMaxName),
                 groupAmount(wait.resource, wait.free), plain(wait.quota.empty() ? wait.queue : wait.quota, kMaxName));
      case GroupCause::Overcommit:
        return tr("asks for %1 %2, and overcommit leaves %3 in the cluster")
            .arg(groupAmount(wait.resource, wait.requested), plain(wait.resource, kMaxName),
                 groupAmount(wait.resource, wait.free));
      case GroupCause::Refused:
        return tr("pods would be rejected: each asks for %1 %2, and %3 is free")
            .arg(groupAmount(wait.resource, wait.requested), plain(wait.resource, kMaxName),
                 groupAmount(wait.resource, wait.free));
      case GroupCause::OverQuota:
        return tr("may not be preempted and asks for %1 %2, and %3 of the quota of %4 is free")
            .arg(groupAmount(wait.resource, wait.requested), plain(wait.resource, kMaxName),
                 groupAmount(wait.resource, wait.free), plain(wait.quota.empty() ? wait.queue : wait.quota, kMaxName));
      case GroupCause::Guaranteed:
        return tr("asks for %1 %2, and the guarantees of other queues leave %3 for %4")
            .arg(groupAmount(wait.resource, wait.requested), plain(wait.resource, kMaxName),
                 groupAmount(wait.resource, wait.free), plain(wait.queue, kMaxName));
      case GroupCause::AboveShare:
        return tr("asks for %1 %2, and %3 is free of the share of %4 by weight")
            .arg(groupAmount(wait.resource, wait.requested), plain(wait.resource, kMaxName),
                 groupAmount(wait.resource, wait.free), plain(wait.queue, kMaxName));
      case GroupCause::AboveAllMin:
        return tr("asks for %1 %2, and %3 is free of the min of all ElasticQuotas together")
            .arg(groupAmount(wait.resource, wait.requested), plain(wait.resource, kMaxName),
                 groupAmount(wait.resource, wait.free));
      case GroupCause::QueueNotLeaf:
        return tr("the queue has queues below it, so it takes no groups");
      case GroupCause::TreeBroken:
        return tr("the tree of queues is not valid at %1, so no group is let in").arg(plain(wait.quota, kMaxName));
      case GroupCause::GangIncomplete:
        return tr("%1 of %2 pods of the gang exist").arg(count(wait.members), count(wait.minMember));
      case GroupCause::GangNoRoom:
        return tr("%1 of %2 pods of the gang fit").arg(count(wait.fits), count(wait.minMember));
      case GroupCause::GangNotKnown:
        return tr("size of the gang not known");
      case GroupCause::GangNeverWhole:
        return tr("the gang is larger than the pods that are made before it starts");
      case GroupCause::GangGated:
        return tr("all but %1 of the %2 pods that the gang needs have scheduling gates")
            .arg(count(wait.fits), count(wait.minMember));
      case GroupCause::None:
        break;
    }
    return plain(wait.conditionReason, kMaxName);
  }
  static QString queuesUnknown(const GroupReport& report) {
    const QString name = groupSystemName(report.system);
    if (report.refusedQueues && report.system == GroupSystem::ResourceQuota)
      return tr("ResourceQuotas may not be listed with these rights.");
    if (report.refusedQueues) return tr("The queues of %1 may not be listed with these rights.").arg(name);
    return report.knowsQueues ? QString() : tr("The queues of %1 were not read.").arg(name);
  }
  static QString waitsUnknown(const GroupReport& report) {
    const QString name = groupSystemName(report.system);
    if (report.refusedGroups)
      return tr("Who waits in %1 is not known: PodGroups may not be listed with these rights.").arg(name);
    return report.knowsGroups ? QString() : tr("Who waits in %1 is not known: PodGroups were not read.").arg(name);
  }
  static QString gang(const QString& name, const GroupWait& one) {
    const QString group = plain(one.key.name, kMaxName);
    const QString least = count(one.minMember);
    switch (one.cause) {
      case GroupCause::GangIncomplete:
        return tr("%1, group %2: %3 of its pods exist, and %4 must start together. The others have to be created "
                  "first.")
            .arg(name, group, count(one.members), least);
      case GroupCause::GangNoRoom:
        return tr("%1, group %2: %3 of its pods fit at once, and %4 must start together.")
            .arg(name, group, count(one.fits), least);
      case GroupCause::GangGated:
        return tr("%1, group %2: %3 of its pods have no scheduling gates, and %4 must start together. The gates of the "
                  "others have to be removed first.")
            .arg(name, group, count(one.fits), least);
      default:
        break;
    }
    return group.isEmpty()
               ? tr("%1: the pod belongs to a group of pods that may have to start together. How many was not read, so "
                    "whether it starts is not known.")
                     .arg(name)
               : tr("%1, group %2: how many of its pods must start together was not read, so whether it starts is not "
                    "known.")
                     .arg(name, group);
  }
  static QString wait(GroupSystem system, const GroupWait& one) {
    const QString name = groupSystemName(system);
    if (isOfGang(one.cause)) {
      const QString text = gang(name, one);
      return one.isModelled
                 ? joinSentences({text, tr("This follows from the figures that are read, and is not certain.")})
                 : text;
    }
    const QString queue = plain(one.queue, kMaxName);
    return one.isModelled ? tr("%1, queue %2: %3. This follows from the figures that are read, and is not certain.")
                                .arg(name, queue, cause(one))
                          : tr("%1, queue %2: %3.").arg(name, queue, cause(one));
  }
  static QStringList notes(const GroupReport& report) {
    QStringList out;
    if (report.queues.empty() && report.waiting.empty()) return out;
    switch (report.system) {
      case GroupSystem::Volcano:
        if (!report.overcommit)
          out += tr("Volcano's scheduler lets groups in without looking at what the cluster has (no overcommit).");
        else if (report.isDefaultConfig)
          out +=
              tr("The configuration of Volcano's scheduler was not read: its shipped overcommit factor, %1, is taken.")
                  .arg(QString::number(*report.overcommit));
        else
          out += tr("Overcommit factor of Volcano's scheduler: %1.").arg(QString::number(*report.overcommit));
        break;
      case GroupSystem::QuotaTree:
        out +=
            tr("Used is the sum over pods that ask for GPUs. What follows from it is not certain: the rules of the "
               "scheduler of ACK are not published.");
        break;
      case GroupSystem::Yunikorn:
        out +=
            tr("Used is the sum over pods that ask for GPUs. What follows from it is not certain: limits of users and "
               "placement rules of YuniKorn are not judged.");
        if (report.hasUnnamed) out += tr("Some pods of YuniKorn name no queue, so what is used is not known.");
        break;
      case GroupSystem::ResourceQuota:
        out +=
            tr("The API server rejects a pod that exceeds the quota when it is created; the controller of its "
               "workload tries again. Pods that wait for a node are counted as used.");
        break;
      default:
        break;
    }
    if (report.isCut) out += tr("There is more than is shown: parts of it are not kept, or could not be read.");
    return out;
  }
  static QString system(const QString& name, const QString& kinds) {
    return tr("%1 (%2)", "a system and the kinds of its objects").arg(name, kinds);
  }
  static QString refused(const QString& systems) { return tr("May not be listed with these rights: %1.").arg(systems); }
  static QString none(const QString& systems) { return tr("There are none of %1.").arg(systems); }
  static QString notFound(const QString& systems) {
    return tr("Not found, because it is not installed or the snapshot file does not hold it: %1.").arg(systems);
  }
};

}  // namespace

QString groupSystemName(GroupSystem system) {
  switch (system) {
    case GroupSystem::Volcano:
      return QStringLiteral("Volcano");
    case GroupSystem::Kai:
      return QStringLiteral("KAI");
    case GroupSystem::Koordinator:
      return QStringLiteral("Koordinator");
    case GroupSystem::SchedulerPlugins:
      return QStringLiteral("scheduler-plugins");
    case GroupSystem::QuotaTree:
      return QStringLiteral("ACK");
    case GroupSystem::Yunikorn:
      return QStringLiteral("YuniKorn");
    case GroupSystem::ResourceQuota:
      return QStringLiteral("ResourceQuota");
    case GroupSystem::Kubernetes:
      return QStringLiteral("Kubernetes");
  }
  return {};
}

QString groupAmount(const std::string& resource, const std::optional<double>& amount) {
  if (!amount) return notAvailable();
  return std::isinf(*amount) ? GroupTexts::unlimited() : plain(groupAmountText(resource, *amount), kMaxName);
}

QString groupRequests(const GroupWait& wait) {
  if (wait.requests.empty()) return notAvailable();
  QStringList out;
  for (const auto& [resource, amount] : wait.requests)
    out += groupAmount(resource, amount) + QLatin1Char(' ') + plain(resource, kMaxName);
  return joinList(out);
}

QString groupCause(const GroupWait& wait) {
  return GroupTexts::cause(wait);
}

QString groupQueuesUnknown(const GroupReport& report) {
  return GroupTexts::queuesUnknown(report);
}

QString groupWaitsUnknown(const GroupReport& report) {
  return GroupTexts::waitsUnknown(report);
}

QString groupWaitText(GroupSystem system, const GroupWait& wait) {
  return GroupTexts::wait(system, wait);
}

QStringList groupNotes(const GroupReport& report) {
  return GroupTexts::notes(report);
}

QString kueueKindsRefused(const QueueReport& kueue) {
  QStringList kinds;
  for (const ExtraKind kind : kueue.refused) kinds += QString::fromStdString(std::string(toString(kind)));
  if (kinds.isEmpty()) return {};
  return GroupTexts::refused(GroupTexts::system(QStringLiteral("Kueue"), joinList(kinds)));
}

QString queueSystemsLookedFor(const QueueReport& kueue, const std::vector<GroupReport>& others) {
  QStringList refused;
  QStringList none;
  QStringList missing;
  const QString kueueName = QStringLiteral("Kueue");
  if (kueue.visibility == QueueVisibility::NotRead)
    missing += kueueName;
  else
    (kueue.visibility == QueueVisibility::Refused ? refused : none) +=
        GroupTexts::system(kueueName, labelled(QStringLiteral("kueue.x-k8s.io"), QStringLiteral("ClusterQueue")));
  for (const GroupSystem system : kGroupSystems) {
    const auto report =
        std::find_if(others.begin(), others.end(), [system](const GroupReport& one) { return one.system == system; });
    const auto listOf = [&](bool isRefused, bool isKnown) -> QStringList& {
      return isRefused ? refused : isKnown ? none : missing;
    };
    const bool isThere = report != others.end();
    QStringList& ofQueues = listOf(isThere && report->refusedQueues, isThere && report->knowsQueues);
    QStringList& ofGroups = listOf(isThere && report->refusedGroups, isThere && report->knowsGroups);
    const Kinds kinds = kindsOf(system);
    const auto add = [&](QStringList& list, const QString& names) {
      list += GroupTexts::system(groupSystemName(system), labelled(kinds.group, names));
    };
    const bool isWhole = kinds.pods.isEmpty() || &ofQueues == &ofGroups;
    if (isWhole && &ofQueues == &missing) {
      missing += groupSystemName(system);  // of what is not there at all its name is enough
    } else if (kinds.pods.isEmpty()) {
      add(ofQueues, kinds.queue);
    } else if (&ofQueues == &ofGroups) {
      add(ofQueues, joinList({kinds.queue, kinds.pods}));
    } else {
      add(ofQueues, kinds.queue);
      add(ofGroups, kinds.pods);
    }
  }
  QStringList lines;
  if (!refused.isEmpty()) lines += GroupTexts::refused(joinClauses(refused));
  if (!none.isEmpty()) lines += GroupTexts::none(joinClauses(none));
  if (!missing.isEmpty()) lines += GroupTexts::notFound(joinClauses(missing));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace cardinal::ui
