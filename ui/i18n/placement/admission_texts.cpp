// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/admission_texts.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/group_answer_texts.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/placement/rollout_texts.h"
#include "ui/i18n/placement/topology_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kMaxName = 120;
constexpr int kMaxWords = 400;

class AdmissionTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::AdmissionTexts)

 public:
  explicit AdmissionTexts(const ObjectAdmission& admission)
      : m_admission(admission), m_answer(admission.answer), m_name(plain(admission.name, kMaxName)) {}

  QString whole() const {
    if (m_admission.rejection != KueueRejection::None) return rejected();
    if (m_admission.silence != FileSilence::None) return unknown(silence());
    if (!m_answer.isJudged()) return unknown(queueVerdict(m_answer.waiting));
    if (m_admission.isOffAsShipped) return unknown(offAsShipped());
    if (m_answer.isAdmittedNow() == true) return admitted();
    if (m_answer.isAdmittedNow() == false) return waits();
    return open();
  }

  /// What the API server keeps from being created.
  QString refused() const {
    const NamespaceRefusal& refusal = *m_admission.refusal;
    const QString ns = plain(m_admission.ns, kMaxName);
    switch (refusal.kind) {
      case NamespaceRefusal::Kind::NoNamespace:
        return tr("The API server would reject %1: there is no namespace %2. Create it, or name another one.")
            .arg(m_name, ns);
      case NamespaceRefusal::Kind::Terminating:
        return tr("The API server would reject %1: the namespace %2 is being deleted. Wait until it is gone and create "
                  "it anew, or name another one.")
            .arg(m_name, ns);
      case NamespaceRefusal::Kind::AlreadyExists:
        return tr("The API server would reject %1: it exists already in the namespace %2. Applying the file places no "
                  "pod anew; to run it once more, give it another name, or delete it first.")
            .arg(m_name, ns);
      case NamespaceRefusal::Kind::NoAccount:
        return withoutAccount(refusal, ns);
      case NamespaceRefusal::Kind::PodSecurity:
        break;
    }
    return insecure(refusal, ns);
  }

  QString withoutAccount(const NamespaceRefusal& refusal, const QString& ns) const {
    const QString account = plain(refusal.account, kMaxName);
    if (refusal.isUnread)
      return tr("Whether the namespace %1 has the service account %2, which the pods of %3 name, was not read. Where "
                "it "
                "has not, the API server rejects them.")
          .arg(ns, account, m_name);
    if (!refusal.isKnown)
      return tr("The namespace %1 has no service account %2, which the pods of %3 run as. Unless a controller creates "
                "it first, the API server rejects them.")
          .arg(ns, account, m_name);
    return tr("The API server would reject the pods of %1: the namespace %2 has no service account %3. Create it, or "
              "name another one.")
        .arg(m_name, ns, account);
  }

  /// By the Pod Security Standard of the namespace.
  QString insecure(const NamespaceRefusal& refusal, const QString& ns) const {
    const QString level = plain(refusal.level, kMaxName);
    const QString fields = joinNames(refusal.fields);
    if (!refusal.isKnown)
      return tr("The namespace %1 enforces the Pod Security Standard %2, which the pods of %3 do not meet as the file "
                "has them (%4); whether its controller changes that is unknown. Where it does not, the API server "
                "rejects them.")
          .arg(ns, level, m_name, fields);
    return tr("The API server would reject the pods of %1: the namespace %2 enforces the Pod Security Standard %3. "
              "Change %4, or use another namespace.")
        .arg(m_name, ns, level, fields);
  }

  QStringList remarks() const {
    QStringList out;
    if (m_admission.byDefault)
      out += tr("%1 names no queue. Its namespace has the LocalQueue default, into which Kueue puts it unless its "
                "configuration says otherwise; that is not read.")
                 .arg(m_name);
    if (m_admission.silence != FileSilence::None) return out;
    for (const FileCaution caution : m_answer.cautions) out += cautionText(caution);
    if (!m_answer.leftOut.empty())
      out += tr("Kueue does not count %1, as workloads that hold quota show.").arg(joinNames(m_answer.leftOut));
    if (m_admission.usesFileQueues) out += tr("Queues and flavors of the same files are taken as they stand there.");
    if (m_admission.runsElsewhere())
      out +=
          tr("An admission check of the queue is one of MultiKueue: its pods run in another cluster, and nodes of "
             "this one do not decide.");
    return out;
  }

  /// `isRestricted`: the nodes below are those of the domain.
  QStringList domain(bool isRestricted) const {
    const TopologyAnswer& answer = *m_admission.topology;
    const bool isOfOne = answer.demand.kind == TopologyKind::Required || answer.demand.kind == TopologyKind::Tier;
    if (!isOfOne || answer.domain.empty()) return {};
    return {isRestricted ? tr("The nodes below are asked about within that domain.")
                         : tr("The nodes below are asked about without that demand.")};
  }

  QStringList nodes(bool withFlavors) const {
    QStringList out;
    if (m_admission.isAdmittedNow() != true)
      out += tr("Quota comes before nodes: what is said of nodes below holds once it is admitted.");
    const bool isNarrower = std::any_of(m_answer.given.begin(), m_answer.given.end(), [](const GivenFlavor& given) {
      return !given.nodeLabels.empty() || !given.tolerations.empty();
    });
    if (m_admission.other) return out;
    if (!withFlavors)
      out +=
          tr("The nodes below are asked about with its pods as the file has them, without the node labels and "
             "tolerations that a flavor adds.");
    else if (isNarrower)
      out +=
          tr("The nodes below are asked about with the node labels and tolerations that its flavor adds to the pods.");
    return out;
  }

 private:
  QString queue() const { return plain(m_answer.waiting.answer.clusterQueue, kMaxName); }

  QString unknown(const QString& why) const {
    return tr("Kueue: unknown whether %1 would be admitted (LocalQueue %2). %3")
        .arg(m_name, plain(m_admission.queue, kMaxName), why);
  }

  QString rejected() const {
    QString why;
    switch (m_admission.rejection) {
      case KueueRejection::KeepsCluster:
        why = tr("a RayJob in a queue must have shutdownAfterJobFinishes: true.");
        break;
      case KueueRejection::Autoscales:
        why =
            tr("a RayCluster in a queue may have enableInTreeAutoscaling only as an elastic job (annotation "
               "kueue.x-k8s.io/elastic-job: true).");
        break;
      case KueueRejection::MinParallelism:
        why = tr("kueue.x-k8s.io/job-min-parallelism must be more than 0 and less than its pods.");
        break;
      case KueueRejection::None:
        break;
    }
    return tr("Kueue: %1 is rejected when it is created (LocalQueue %2): %3")
        .arg(m_name, plain(m_admission.queue, kMaxName), why);
  }

  QString offAsShipped() const {
    return joinSentences(
        {tr("Kueue takes objects of this kind only where its configuration says so, which is not read. As shipped it "
            "does not, and their pods start at once."),
         tr("Where it does: %1").arg(queueVerdict(m_answer.waiting))});
  }

  QString silence() const {
    switch (m_admission.silence) {
      case FileSilence::NoQueues: {
        QueueReport report;
        report.visibility = m_admission.visibility;
        report.refused = {ExtraKind::KueueClusterQueue};
        return queueVisibilityText(report);
      }
      case FileSilence::UnknownKind:
        return tr("It is not known whether and how Kueue takes objects of this kind.");
      case FileSilence::LabelOnPods:
        return tr(
            "The label kueue.x-k8s.io/queue-name stands on its pods alone; Kueue takes the object as a whole and "
            "looks at the labels of the object itself.");
      case FileSilence::PodsUnknown:
        return tr("The file does not tell its pods, or how many there are.");
      case FileSilence::PodGroup:
        return tr("It is one of a group of pods that Kueue takes together.");
      case FileSilence::Prebuilt:
        return tr("It names a Workload that was made before.");
      case FileSilence::None:
        break;
    }
    return {};
  }

  /// "h100 (node labels card=h100)".
  QString flavors() const {
    QStringList names;
    for (const GivenFlavor& given : m_answer.given) {
      QStringList labels;
      for (const auto& [key, value] : given.nodeLabels) labels += plain(key + "=" + value, kMaxName);
      const QString name = plain(given.flavor, kMaxName);
      const QString text = labels.isEmpty() ? name : tr("%1 (node labels %2)", "flavor").arg(name, joinList(labels));
      if (!names.contains(text)) names += text;
    }
    return names.isEmpty() ? tr("none") : joinList(names);
  }

  QString fewer() const {
    std::int64_t pods = 0;
    for (const PodSetAssignment& podSet : m_answer.waiting.answer.assignment.podSets) pods += podSet.count;
    if (pods >= m_answer.waiting.pods) return {};
    return QLatin1Char(' ') + tr("It starts with %n pod(s) of %1, which it allows.", nullptr, static_cast<int>(pods))
                                  .arg(count(m_answer.waiting.pods));
  }

  QString admitted() const {
    const QString text =
        m_answer.workloads == 1
            ? tr("Kueue: %1 would be admitted now to ClusterQueue %2 with flavor %3.").arg(m_name, queue(), flavors())
        : m_admission.perPod
            ? tr("Kueue: all %n pod(s) of %1 would be admitted now to ClusterQueue %2 with flavor %3.", nullptr,
                 static_cast<int>(m_answer.workloads))
                  .arg(m_name, queue(), flavors())
            : tr("Kueue: all %n group(s) of %1 would be admitted now to ClusterQueue %2 with flavor %3.", nullptr,
                 static_cast<int>(m_answer.workloads))
                  .arg(m_name, queue(), flavors());
    return text + fewer();
  }

  QString waits() const {
    const QueueVerdict verdict = m_answer.waiting.answer.verdict;
    if (!m_answer.blocker.empty() && *m_answer.withQuota == m_answer.workloads)
      return tr("Kueue: %1 would wait. ClusterQueue %2 is StrictFIFO, and %3 waits before it.")
          .arg(m_name, queue(), plain(m_answer.blocker, kMaxName));
    const QString why = m_answer.fillsQueue ? tr("even with nobody else in the queue no quota is left for it: %1")
                                                  .arg(plain(m_answer.waiting.answer.message, kMaxWords))
                                            : queueVerdict(m_answer.waiting);
    if (*m_answer.withQuota > 0) {
      const int some = static_cast<int>(*m_answer.withQuota);
      const QString all = count(m_answer.workloads);
      return m_admission.perPod ? tr("Kueue: %n of %1 pods of %2 would get quota now in ClusterQueue %3 with flavor "
                                     "%4. The next one: %5",
                                     nullptr, some)
                                      .arg(all, m_name, queue(), flavors(), why)
                                : tr("Kueue: %n of %1 groups of %2 would get quota now in ClusterQueue %3 with flavor "
                                     "%4. The next one: %5",
                                     nullptr, some)
                                      .arg(all, m_name, queue(), flavors(), why);
    }
    if (verdict == QueueVerdict::NotQueued || verdict == QueueVerdict::Refused)
      return tr("Kueue: %1 would not be admitted (LocalQueue %2). %3")
          .arg(m_name, plain(m_admission.queue, kMaxName), why);
    return tr("Kueue: %1 would wait in ClusterQueue %2. %3").arg(m_name, queue(), why);
  }

  /// Quota is free, and that is not all.
  QString open() const {
    if (m_answer.isCut)
      return tr("Kueue: the first %n of %1 would get quota now in ClusterQueue %2 with flavor %3; the others were not "
                "asked "
                "about.",
                nullptr, static_cast<int>(m_answer.withQuota.value_or(0)))
          .arg(m_name, queue(), flavors());
    const bool isPlain = m_answer.waiting.answer.verdict == QueueVerdict::Admitted && m_answer.rivals == 0 &&
                         !m_answer.waiting.answer.hasTopology;
    const QString why = isPlain ? tr("Quota is free for it.") : queueVerdict(m_answer.waiting);
    return tr("Kueue: unknown whether %1 would be admitted now to ClusterQueue %2 with flavor %3. %4")
               .arg(m_name, queue(), flavors(), why) +
           fewer();
  }

  QString cautionText(FileCaution caution) const {
    switch (caution) {
      case FileCaution::NotCovered:
        return tr("The ClusterQueue has no quota for %1: Kueue refuses it, unless its configuration leaves that out of "
                  "the count, which is not read.")
            .arg(joinNames(m_answer.uncovered));
      case FileCaution::NamespaceNotRead:
        return tr("The ClusterQueue chooses namespaces by labels, which are not read: this one is taken to be chosen.");
      case FileCaution::PriorityNotRead:
        return tr("Its priority class was not read; priority 0 is taken for the line and for evictions.");
      case FileCaution::OverheadNotRead:
        return tr("Its RuntimeClass was not read; an overhead would ask for more quota.");
      case FileCaution::DefaultsNotRead:
        return tr("Its pods leave out requests that the queue counts; a LimitRange, which is not read, may set them.");
      case FileCaution::DevicesNotCounted:
        return tr("Its pods use resource claims; devices for which Kueue holds quota are not counted here.");
    }
    return {};
  }

  const ObjectAdmission& m_admission;
  const FileAdmission& m_answer;
  QString m_name;
};

}  // namespace

QString admissionText(const ObjectAdmission& admission) {
  if (admission.rollout) return rolloutText(admission);
  if (admission.refusal) return AdmissionTexts(admission).refused();
  if (admission.topology) return topologyText(admission);
  return admission.other ? groupAnswerText(admission) : AdmissionTexts(admission).whole();
}

QStringList admissionRemarks(const ObjectAdmission& admission) {
  if (admission.rollout) return rolloutRemarks(admission);
  if (admission.refusal) return {};
  if (admission.topology) return topologyRemarks(admission);
  return admission.other ? groupAnswerRemarks(admission) : AdmissionTexts(admission).remarks();
}

QStringList admissionRemedies(const ObjectAdmission& admission) {
  if (admission.other) return groupRemedies(admission.other->system, admission.other->remedies);
  return admission.isOfKueue() && admission.silence == FileSilence::None && !admission.isOffAsShipped &&
                 admission.rejection == KueueRejection::None
             ? queueRemedies(admission.answer.waiting)
             : QStringList();
}

QStringList admissionAndNodes(const ObjectAdmission& admission, bool withFlavors) {
  if (admission.rollout || admission.refusal) return {};
  if (admission.topology) return AdmissionTexts(admission).domain(withFlavors);
  return AdmissionTexts(admission).nodes(withFlavors);
}

}  // namespace cardinal::ui
