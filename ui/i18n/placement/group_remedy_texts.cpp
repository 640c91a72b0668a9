// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/group_remedy_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kMaxName = 120;

class GroupRemedyTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::GroupRemedyTexts)

 public:
  static QString head() { return tr("What would help:"); }

  static QString of(GroupSystem system, const GroupRemedy& remedy) {
    switch (remedy.kind) {
      case GroupRemedy::Kind::OthersEnd:
        return ending(remedy);
      case GroupRemedy::Kind::FewerPods:
        return tr("Ask for at most %n pod(s)", nullptr, static_cast<int>(remedy.pods));
      case GroupRemedy::Kind::RequestLess:
        return less(system).arg(amount(remedy.resource, remedy.amount));
      case GroupRemedy::Kind::MoreQuota:
        return quota(remedy);
      case GroupRemedy::Kind::MoreDevices:
        return tr("Add nodes with %1").arg(devices(remedy));
      case GroupRemedy::Kind::Factor:
        return tr("Set the overcommit factor of Volcano's scheduler to at least %1")
            .arg(QString::number(remedy.amount));
      case GroupRemedy::Kind::Preemptible:
        return tr("Make it preemptible: it may then go over the quota, and may be evicted");
      case GroupRemedy::Kind::LowerGuarantee:
        return tr("Lower %1").arg(raises(remedy));
    }
    return {};
  }

 private:
  static QString amount(const std::string& resource, double amount) {
    return groupAmount(resource, amount) + QLatin1Char(' ') + plain(std::string(plainResource(resource)), kMaxName);
  }

  static QString keyText(const ObjectKey& key) {
    const QString name = plain(key.name, kMaxName);
    return key.ns.empty() ? name : tr("%1 in namespace %2").arg(name, plain(key.ns, kMaxName));
  }

  static QString ending(const GroupRemedy& remedy) {
    if (remedy.ending.size() == 1) {
      const GroupRemedy::Ending& one = remedy.ending.front();
      return tr("End %1, or wait until it has ended: it holds %2")
          .arg(keyText(one.key), amount(remedy.resource, one.amount));
    }
    QStringList names;
    for (const GroupRemedy::Ending& one : remedy.ending)
      names += tr("%1 (%2)", "a workload and what it holds").arg(keyText(one.key), amount(remedy.resource, one.amount));
    return tr("End these together, or wait until they have ended: %1").arg(names.join(between()));
  }

  static QString less(GroupSystem system) {
    if (system == GroupSystem::Volcano) return tr("Ask for at most %1 in the minResources of the group");
    if (system == GroupSystem::Kai) return tr("Ask for at most %1 in the pods that start together");
    return tr("Ask for at most %1 in a pod");
  }

  static QString devices(const GroupRemedy& remedy) {
    QStringList out;
    for (const GroupRemedy::Raise& raise : remedy.raises) {
      if (raise.quota.empty()) out += amount(raise.resource, raise.amount);
    }
    return out.join(between());
  }

  static QString quota(const GroupRemedy& remedy) {
    const QString what = raises(remedy);
    const QString nodes = devices(remedy);
    if (!nodes.isEmpty()) return tr("Raise %1, and add nodes with %2").arg(what, nodes);
    return remedy.pods == 1 ? tr("Raise %1: the next pod is then let in").arg(what) : tr("Raise %1").arg(what);
  }

  static QString raises(const GroupRemedy& remedy) {
    QStringList raises;
    for (const GroupRemedy::Raise& raise : remedy.raises) {
      if (raise.quota.empty()) continue;
      raises += tr("%1 of %2 in %3 by %4", "field, resource, queue or quota, amount")
                    .arg(QString::fromStdString(raise.field), plain(raise.resource, kMaxName),
                         plain(raise.quota, kMaxName), groupAmount(raise.resource, raise.amount));
    }
    return raises.join(between());
  }

  static QString between() { return tr(", ", "between the parts of a remedy"); }
};

}  // namespace

QStringList groupRemedies(GroupSystem system, const std::vector<GroupRemedy>& remedies) {
  QStringList out;
  for (const GroupRemedy& remedy : remedies) out += GroupRemedyTexts::of(system, remedy);
  return out;
}

QStringList remedyLines(const QStringList& remedies) {
  QStringList out;
  if (!remedies.isEmpty()) out += GroupRemedyTexts::head();
  for (const QString& remedy : remedies) out += QStringLiteral("• ") + remedy;
  return out;
}

QStringList podQueueRemedies(const PodQueueWait& wait) {
  if (wait.other) return groupRemedies(wait.otherSystem, wait.other->remedies);
  return wait.waiting ? queueRemedies(*wait.waiting) : QStringList();
}

}  // namespace cardinal::ui
