// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/preemption_texts.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kMaxVictims = 8;

class PreemptionTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::PreemptionTexts)

 public:
  static QString headline(const Preemption& found, const ClusterSnapshot& snapshot) {
    const QString evicts = tr("The scheduler would evict %n pod(s) of lower priority on %1.", nullptr,
                              static_cast<int>(found.victims.size()))
                               .arg(plain(snapshot.node(found.node).name));
    if (found.placed == 0) return evicts;
    return joinSentences({tr("%n replica(s) take the free places; for the next:", nullptr, found.placed), evicts});
  }

  static QString victim(const RawPod& pod) {
    return tr("%1 (priority %2)", "a pod")
        .arg(plain(pod.meta.key.ns + "/" + pod.meta.key.name, 120), QString::number(pod.spec.priority));
  }

  static QString more(std::size_t pods) { return tr("and %n more pod(s)", nullptr, static_cast<int>(pods)); }

  static QStringList notes(const Preemption& found) {
    QStringList out;
    if (found.equal > 1)
      out << tr("%n further node(s) are as good for it.", nullptr, static_cast<int>(found.equal - 1));
    if (found.violations > 0)
      out << tr(
          "%n evicted pod(s) are under a PodDisruptionBudget that allows no disruption now; preemption may break it.",
          nullptr, static_cast<int>(found.violations));
    if (!found.takesThen)
      out << tr("Even then the node would not take it: no card has enough, or a ReadWriteOncePod claim stays in use.");
    if (found.sampled) out << tr("The scheduler looks at some of the possible nodes only, and may choose another.");
    if (found.afterADraw)
      out << tr("The places of the replicas before it are not certain; elsewhere they may bring other victims.");
    if (found.further > 0)
      out << tr("Whom it would evict for the %n further replica(s) depends on which of these pods have ended by then.",
                nullptr, found.further);
    if (!found.budgetsKnown)
      out << tr("PodDisruptionBudgets were not read; the scheduler prefers nodes where none is broken.");
    return out;
  }
};

}  // namespace

QString preemptionText(const Preemption& found, const ClusterSnapshot& snapshot) {
  return PreemptionTexts::headline(found, snapshot);
}

QStringList preemptionLines(const Preemption& found, const ClusterSnapshot& snapshot) {
  QStringList out{preemptionText(found, snapshot)};
  const std::size_t shown = std::min(kMaxVictims, found.victims.size());
  for (std::size_t i = 0; i < shown; ++i) out << QStringLiteral("• ") + PreemptionTexts::victim(*found.victims[i]);
  if (shown < found.victims.size()) out << QStringLiteral("• ") + PreemptionTexts::more(found.victims.size() - shown);
  return out + preemptionNotes(found);
}

QStringList preemptionNotes(const Preemption& found) {
  return PreemptionTexts::notes(found);
}

}  // namespace cardinal::ui
