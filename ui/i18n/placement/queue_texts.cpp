// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/queue_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kNamesShown = 3;
constexpr int kMaxWords = 400;

QString kinds(const std::vector<ExtraKind>& list) {
  QStringList names;
  for (const ExtraKind kind : list) {
    const std::string_view name = toString(kind);
    names += QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
  }
  return joinList(names);
}

QString keyText(const ObjectKey& key) {
  return plain(key.ns + "/" + key.name, 120);
}

class QueueTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::QueueTexts)

 public:
  static QString unlimited() { return tr("unlimited"); }

  static QString visibility(const QueueReport& report) {
    switch (report.visibility) {
      case QueueVisibility::NotRead:
        return tr(
            "Looked for ClusterQueues of Kueue (kueue.x-k8s.io, v1beta1 and v1beta2) and found none: the "
            "cluster does not have Kueue, or the snapshot file does not hold its objects.");
      case QueueVisibility::Refused:
        return tr("The cluster has Kueue, and its queues may not be listed with these rights: %1. A ClusterRole with "
                  "get, list and watch on these kinds of kueue.x-k8s.io shows them.")
            .arg(kinds(report.refused));
      case QueueVisibility::Empty:
        return tr("The cluster has Kueue, and there is no ClusterQueue.");
      case QueueVisibility::Known:
        break;
    }
    return {};
  }

  static QString silence(const WaitingWorkload& waiting) {
    switch (waiting.silence) {
      case Silence::NotAsked:
        return tr("Not judged: it stands too far behind.");
      case Silence::Unread:
        return tr("Not judged: %1 could not be read.").arg(kinds(waiting.unread));
      case Silence::Unreadable:
        return tr("Not judged: a field of the objects that decide it cannot be read.");
      case Silence::None:
        break;
    }
    return {};
  }

  static QString victims(const QueueAnswer& answer) {
    QStringList names;
    for (const EvictedWorkload& victim : answer.victims) {
      if (names.size() < kNamesShown) names += keyText(victim.workload);
    }
    const int all = static_cast<int>(answer.victims.size());
    const QString text =
        tr("Room has to be made by evicting %n workload(s); candidates: %1.", nullptr, all).arg(joinList(names));
    return text;
  }

  static QString held(KueueHold hold, const QString& words) {
    switch (hold) {
      case KueueHold::Gate:
        return tr("Kueue does not look at it: its annotation kueue.x-k8s.io/admission-gated-by names %1.").arg(words);
      case KueueHold::OnHold:
        return joinSentences({tr("Kueue does not look at it: it is on hold."), words});
      case KueueHold::Replacements:
        return joinSentences({tr("Kueue does not look at it until pods of it are replaced."), words});
      case KueueHold::Backoff:
        return joinSentences({tr("It was put back, and Kueue waits before it tries again."), words});
      case KueueHold::None:
        break;
    }
    return {};
  }

  static QString answer(const WaitingWorkload& waiting) {
    const QueueAnswer& answer = waiting.answer;
    const QString words = plain(answer.message, kMaxWords);
    switch (answer.verdict) {
      case QueueVerdict::NotQueued:
        return tr("No queue takes it: %1").arg(words);
      case QueueVerdict::Held:
        return held(answer.hold, words);
      case QueueVerdict::Refused:
        return tr("Kueue refuses it before it looks for quota: %1").arg(words);
      case QueueVerdict::Waits:
        return canFitLater(answer) ? tr("Waits for quota: %1").arg(words)
                                   : tr("Waiting does not help, it does not fit an empty queue either: %1").arg(words);
      case QueueVerdict::NeedsVictims:
        return victims(answer);
      case QueueVerdict::ReservesQuota:
        return tr("Quota is free for it; then it waits for the admission checks %1.").arg(joinNames(answer.checks));
      case QueueVerdict::Admitted:
        if (answer.hasTopology && answer.ahead == 0) return tr("Quota is free for it.");
        return answer.ahead == 0 ? tr("Quota is free for it: it is admitted with the next cycle.")
                                 : tr("Quota is free for it, but %n workload(s) stand before it.", nullptr,
                                      static_cast<int>(answer.ahead));
    }
    return {};
  }

  static QString cause(const WaitingWorkload& waiting) {
    if (waiting.silence != Silence::None) return tr("not judged");
    switch (waiting.answer.verdict) {
      case QueueVerdict::NotQueued:
        return tr("in no queue");
      case QueueVerdict::Held:
        return tr("not looked at by Kueue");
      case QueueVerdict::Refused:
        return tr("refused by Kueue");
      case QueueVerdict::Waits:
        return canFitLater(waiting.answer) ? tr("waits for quota") : tr("larger than the quota");
      case QueueVerdict::NeedsVictims:
        return tr("needs evictions");
      case QueueVerdict::ReservesQuota:
        return tr("admission checks");
      case QueueVerdict::Admitted:
        return waiting.answer.hasTopology ? tr("quota is free, nodes not judged") : tr("quota is free");
    }
    return {};
  }

  static QString nodes() {
    return tr(
        "Nodes have to suit too (topology): all of its pods have to find places at once, which is not judged here.");
  }

  static QString remedy(const QueueRemedy& remedy, const WaitingWorkload& waiting) {
    switch (remedy.kind) {
      case QueueRemedy::Kind::FewerPods:
        return tr("Ask for %n pod(s) instead of %1", nullptr, static_cast<int>(remedy.pods)).arg(count(waiting.pods));
      case QueueRemedy::Kind::MoreQuota:
        return tr("Give ClusterQueue %1 a nominal quota higher by %2 of %3 in flavor %4")
            .arg(plain(waiting.answer.clusterQueue, 80), quotaAmount(remedy.resource, remedy.amount),
                 plain(remedy.resource, 80), plain(remedy.flavor, 80));
      case QueueRemedy::Kind::OthersFinish:
        return tr("Wait until workloads that hold quota have ended");
    }
    return {};
  }

  static QString inactivity(const KueueInactivity& why) {
    return tr("Admits nothing new (%1): %2").arg(plain(why.reason, 80), plain(why.message, kMaxWords));
  }

  static QString caution(QueueCaution caution) {
    switch (caution) {
      case QueueCaution::CohortsNotRead:
        return tr("Cohort objects were not read: the cohort is taken to have no quota of its own.");
      case QueueCaution::NamespacesNotRead:
        return tr("It chooses namespaces by labels, which are not read: every namespace is taken to be chosen.");
      case QueueCaution::QuotaUnreadable:
        return tr("A quota or a field of it, or of a queue that it shares with, cannot be read.");
      case QueueCaution::WorkloadsNotRead:
        return tr("Workloads could not be read: what is used and who waits is unknown.");
    }
    return {};
  }

  static QString gate() {
    return tr(
        "The pod is held by the gate kueue.x-k8s.io/admission, and no workload of Kueue that stands for it was "
        "found.");
  }
  static QString opening() {
    return tr("Kueue has reserved quota for it, and its gate kueue.x-k8s.io/admission is still closed.");
  }
  static QString heldCause() { return tr("held by Kueue"); }
  static QString alone(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
    if (why.fitting == 0 || !why.place) return tr("By itself: %1").arg(pendingHeadline(why, snapshot));
    const QString where = placeText(*why.place, snapshot, why.gpu);
    return withOpenVolumes(why.fitting == 1
                               ? tr("By itself the pod fits on %1, as the cluster is now").arg(where)
                               : tr("By itself the pod fits on %n node(s), for example on %1, as the cluster is now",
                                    nullptr, static_cast<int>(why.fitting))
                                     .arg(where),
                           why);
  }
  static QString place(const WaitingWorkload& waiting) {
    return tr("Waits as workload %1 in ClusterQueue %2, position %3. %4")
        .arg(keyText(waiting.key), plain(waiting.answer.clusterQueue, 80),
             count(static_cast<std::int64_t>(waiting.position)), queueVerdict(waiting));
  }
  static QString noPlace(const WaitingWorkload& waiting) {
    return tr("Waits as workload %1 of Kueue. %2").arg(keyText(waiting.key), queueVerdict(waiting));
  }

 private:
  static bool canFitLater(const QueueAnswer& answer) {
    for (const QueueRemedy& remedy : answer.remedies) {
      if (remedy.kind == QueueRemedy::Kind::OthersFinish) return true;
    }
    return false;
  }
};

}  // namespace

QString quotaAmount(const std::string& resource, const std::optional<Amount>& amount) {
  if (!amount) return notAvailable();
  return *amount == kUnlimited ? QueueTexts::unlimited() : plain(amountText(resource, *amount), 40);
}

QString requestsText(const Requests& requests) {
  QStringList out;
  for (const auto& [resource, amount] : requests) {
    if (amount != 0) out += quotaAmount(resource, amount) + QLatin1Char(' ') + plain(resource, 80);
  }
  return joinList(out);
}

QString queueVisibilityText(const QueueReport& report) {
  return QueueTexts::visibility(report);
}

QString queueCause(const WaitingWorkload& waiting) {
  return QueueTexts::cause(waiting);
}

QString queueVerdict(const WaitingWorkload& waiting) {
  if (waiting.silence != Silence::None) return QueueTexts::silence(waiting);
  const QString text = QueueTexts::answer(waiting);
  return waiting.answer.hasTopology ? joinSentences({text, QueueTexts::nodes()}) : text;
}

QString queueRemedy(const QueueRemedy& remedy, const WaitingWorkload& waiting) {
  return QueueTexts::remedy(remedy, waiting);
}

QStringList queueRemedies(const WaitingWorkload& waiting) {
  QStringList out;
  if (waiting.silence != Silence::None) return out;
  for (const QueueRemedy& remedy : waiting.answer.remedies) out += QueueTexts::remedy(remedy, waiting);
  return out;
}

QString queueInactivity(const KueueInactivity& inactivity) {
  return QueueTexts::inactivity(inactivity);
}

QString queueCautionText(QueueCaution caution) {
  return QueueTexts::caution(caution);
}

QString podQueueCause(const PodQueueWait& wait) {
  if (wait.other) return groupCause(*wait.other);
  return wait.waiting ? queueCause(*wait.waiting) : QueueTexts::heldCause();
}

QString podQueueNodes(const PodQueueWait& wait, const PendingExplanation& why, const ClusterSnapshot& snapshot) {
  const bool isGang = wait.other && isOfGang(wait.other->cause);
  return isGang ? QueueTexts::alone(why, snapshot) : pendingOnceAdmitted(why, snapshot);
}

QString podQueueText(const PodQueueWait& wait) {
  if (wait.other) return groupWaitText(wait.otherSystem, *wait.other);
  if (wait.workload == nullptr) return QueueTexts::gate();
  if (!wait.waiting) return QueueTexts::opening();
  const bool hasPlace = wait.waiting->position > 0 && !wait.waiting->answer.clusterQueue.empty();
  return hasPlace ? QueueTexts::place(*wait.waiting) : QueueTexts::noPlace(*wait.waiting);
}

}  // namespace cardinal::ui
