// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/topology_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using Outcome = TopologyAnswer::Outcome;

constexpr int kMaxName = 120;

QString systemName(TopologySystem system) {
  switch (system) {
    case TopologySystem::Kueue:
      return QStringLiteral("Kueue");
    case TopologySystem::JobSet:
      return QStringLiteral("JobSet");
    case TopologySystem::LeaderWorkerSet:
      return QStringLiteral("LeaderWorkerSet");
    case TopologySystem::Volcano:
      return QStringLiteral("Volcano");
    case TopologySystem::Kai:
      return QStringLiteral("KAI");
  }
  return {};
}

class TopologyTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::TopologyTexts)

 public:
  explicit TopologyTexts(const ObjectAdmission& admission)
      : m_answer(*admission.topology),
        m_demand(m_answer.demand),
        m_name(plain(admission.name, kMaxName)),
        m_label(plain(m_demand.label, kMaxName)),
        m_domain(m_demand.label.empty() ? plain(m_answer.domain, kMaxName)
                                        : plain(m_demand.label + "=" + m_answer.domain, kMaxName)),
        m_pods(static_cast<int>(m_answer.wanted)) {}

  QString whole() const {
    const QString head = tr("Topology (%1): %2").arg(systemName(m_demand.system), demand());
    const QString found = outcome();
    return joinSentences({head, found});
  }

  QStringList remarks() const {
    QStringList out;
    if (m_demand.isUnread) out += tr("The value of %1 cannot be read.").arg(plain(m_demand.field, kMaxName));
    if (m_demand.kind == TopologyKind::Tier && m_answer.isUnread)
      out += tr("HyperNodes were not read: in which of them there is room is not known.");
    if (m_demand.kind == TopologyKind::Tier && !m_answer.isUnread && !m_demand.tier && !m_demand.isUnread)
      out +=
          tr("Neither highestTierAllowed is set, nor a highestTierName that a HyperNode has: Volcano does not hold to "
             "it.");
    if (m_answer.isPartlyRead)
      out += tr("Of some HyperNodes it is not known which nodes are theirs; they were not searched.");
    if (m_answer.isLevel == false)
      out += tr("No Topology of Kueue in the cluster has %1 as a level: Kueue would not admit it.").arg(m_label);
    if (m_demand.kind == TopologyKind::Slices && !m_demand.isUnread && m_answer.wanted % m_answer.groupPods != 0 &&
        m_answer.searched == 0)
      out += tr("%1 pods are no multiple of the slice size %2: what Kueue makes of the others is not known.")
                 .arg(count(m_answer.wanted), count(m_answer.groupPods));
    if (m_answer.outcome == Outcome::NotSearched) return out;
    out += m_demand.kind == TopologyKind::Exclusive
               ? tr("Not certain: domains that other workloads hold for themselves are not known.")
               : tr("Not certain: which of several domains the scheduler takes is not predicted.");
    return out;
  }

 private:
  QString demand() const {
    switch (m_demand.kind) {
      case TopologyKind::Required:
        return m_pods > 0 ? tr("all %n pod(s) of %1 in one domain of %2.", nullptr, m_pods).arg(m_name, m_label)
                          : tr("all pods of %1 in one domain of %2.").arg(m_name, m_label);
      case TopologyKind::Preferred:
        return m_label.isEmpty() ? tr("pods of %1 near each other where that is possible.").arg(m_name)
                                 : tr("pods of %1 in one domain of %2 where that is possible.").arg(m_name, m_label);
      case TopologyKind::Unconstrained:
        return tr("pods of %1 on any nodes of the topology.").arg(m_name);
      case TopologyKind::Exclusive:
        return m_answer.groupPods > 0
                   ? tr("each of %n group(s) of %1, of %2 pods, in a domain of %3 of its own.", nullptr, m_pods)
                         .arg(m_name, count(m_answer.groupPods), m_label)
                   : tr("each group of pods of %1 in a domain of %2 of its own.").arg(m_name, m_label);
      case TopologyKind::Slices:
        return slices();
      case TopologyKind::Tier:
        return m_demand.tier ? tr("all pods of %1 within one HyperNode (highestTierAllowed: %2).")
                                   .arg(m_name, count(*m_demand.tier))
                             : tr("all pods of %1 within one HyperNode.").arg(m_name);
    }
    return {};
  }

  QString slices() const {
    const QString size = m_demand.sliceSize ? count(*m_demand.sliceSize) : notAvailable();
    if (m_demand.within.empty())
      return tr("pods of %1 in slices of %2, each slice in one domain of %3.").arg(m_name, size, m_label);
    return tr("pods of %1 in slices of %2, each slice in one domain of %3, all of them in one domain of %4.")
        .arg(m_name, size, m_label, plain(m_demand.within, kMaxName));
  }

  QString slicesFound() const {
    const int found = static_cast<int>(m_answer.fits);
    const QString within = plain(m_demand.within + "=" + m_answer.domain, kMaxName);
    if (m_answer.outcome == Outcome::Fits)
      return m_demand.within.empty() ? tr("There is room for all %n slice(s).", nullptr, m_pods)
                                     : tr("%1 holds all %n slice(s).", nullptr, m_pods).arg(within);
    return m_demand.within.empty()
               ? tr("There is room for %n of %1 slice(s) only.", nullptr, found).arg(count(m_answer.wanted))
               : tr("No domain holds them: at most %n of %1 slice(s) fit, in %2.", nullptr, found)
                     .arg(count(m_answer.wanted), within);
  }

  QString outcome() const {
    if (m_answer.outcome == Outcome::NotSearched)
      return m_answer.searched > 0 ? tr("None of the first %n domain(s) holds them; the others were not searched.",
                                        nullptr, static_cast<int>(m_answer.searched))
                                   : QString();
    if (m_answer.domains == 0 && m_demand.kind == TopologyKind::Tier) return tr("No HyperNode has so low a level.");
    if (m_answer.domains == 0) return tr("No node has the label %1.").arg(m_label);
    if (m_demand.kind == TopologyKind::Slices) return slicesFound();
    const bool fits = m_answer.outcome == Outcome::Fits;
    if (m_demand.kind == TopologyKind::Exclusive)
      return fits ? tr("There is a domain for each.")
                  : tr("Only %n group(s) find one.", nullptr, static_cast<int>(m_answer.fits));
    return fits ? tr("%1 holds them.").arg(m_domain)
                : tr("No domain holds them: at most %n pod(s) fit, in %1.", nullptr, static_cast<int>(m_answer.fits))
                      .arg(m_domain);
  }

  const TopologyAnswer& m_answer;
  const TopologyDemand& m_demand;
  QString m_name;
  QString m_label;
  QString m_domain;
  int m_pods;
};

}  // namespace

QString topologyText(const ObjectAdmission& admission) {
  return TopologyTexts(admission).whole();
}

QStringList topologyRemarks(const ObjectAdmission& admission) {
  return TopologyTexts(admission).remarks();
}

}  // namespace cardinal::ui
