// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/ledger_texts.h"

#include <QCoreApplication>

#include "core/model/extras/duplicate_name.h"
#include "ui/i18n/finding_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class LedgerTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::LedgerTexts)

 public:
  static QString kind(const LedgerEntry& entry);
  static QString kindOfNode(FindingCode code);
  static QString consequence(const LedgerEntry& entry);
  static QString remedy(const LedgerEntry& entry);
  static QString remedyOfNode(const LedgerEntry& entry);
  static QString severity(LedgerSeverity severity);
  static QString absent() { return tr("absent"); }
  static QString otherStackUses() {
    return tr("The pod and the pods that the scheduler places here can use one card without knowing of each other.");
  }
};

QString LedgerTexts::kindOfNode(FindingCode code) {
  switch (code) {
    case FindingCode::UnknownModeLabel:
      return tr("unknown mode label");
    case FindingCode::UnknownPlacementLabel:
      return tr("unknown placement label");
    case FindingCode::ModeResourceMissing:
      return tr("mode without its resource");
    case FindingCode::SeveralModesPublished:
      return tr("several modes at once");
    case FindingCode::CardCountMissing:
      return tr("card count missing");
    case FindingCode::AllocatableBelowCapacity:
      return tr("allocatable below capacity");
    case FindingCode::AbsurdCapacity:
      return tr("impossible capacity");
    case FindingCode::FieldUnreadable:
      return tr("unreadable field");
    case FindingCode::CardOverAllocated:
      return tr("card overbooked");
    case FindingCode::NodeOverAllocated:
      return tr("node overbooked");
    case FindingCode::TooManyPodsOnCard:
      return tr("too many pods on a card");
    case FindingCode::NodeMissing:
      return tr("node is gone");
    case FindingCode::CardHeldTwice:
      return tr("whole card given twice");
    case FindingCode::SlicedCountUnknown:
      return tr("number of cards unknown");
    case FindingCode::ReplicasLabelWrong:
      return tr("wrong replicas label");
    case FindingCode::MigLayoutInvalid:
      return tr("invalid MIG layout");
    case FindingCode::MigChangeFailed:
      return tr("MIG change failed");
    case FindingCode::MigChangeRunning:
      return tr("MIG change running");
    case FindingCode::PluginDisabled:
      return tr("device plugin disabled");
    case FindingCode::StaleResource:
      return tr("stale resource");
    case FindingCode::GpuNotSchedulable:
      return tr("GPU not schedulable");
    default:
      return {};
  }
}

QString LedgerTexts::kind(const LedgerEntry& entry) {
  if (isDuplicateName(entry.finding)) return tr("duplicate device name");
  switch (entry.finding.code) {
    case FindingCode::SlicedCountUnknown:
      return isOfMigInstances(entry.finding) ? tr("number of instances unknown") : kindOfNode(entry.finding.code);
    case FindingCode::PodContradictsMode:
      return isSharedMode(entry.node->gpu.mode) && entry.pod &&
                     entry.pod->request.kind() == GpuRequest::Kind::WholeCards
                 ? tr("whole card on a shared node")
                 : tr("pod against the mode");
    case FindingCode::MalformedAllocation:
      return tr("unreadable allocation");
    case FindingCode::CardOutOfRange:
      return tr("card does not exist");
    case FindingCode::AllocationMissing:
      return tr("no card written");
    case FindingCode::AllocationContradictsRequest:
      return tr("allocation differs from request");
    case FindingCode::AnnotationsContradict:
      return tr("annotations contradict each other");
    case FindingCode::AnnotationsIncomplete:
      return tr("annotations missing");
    case FindingCode::CardSizeContradicts:
      return tr("written for another card size");
    case FindingCode::CardCountContradicts:
      return tr("wrong number of cards");
    case FindingCode::OutsideLedger:
      return tr("not counted by the scheduler");
    case FindingCode::InitMemoryUncounted:
      return tr("init container asks more");
    case FindingCode::OrphanedShare:
      return tr("share without a reservation pod");
    case FindingCode::AssumedTooLong:
      return tr("never confirmed");
    case FindingCode::TerminatingTooLong:
      return tr("does not end");
    default:
      return kindOfNode(entry.finding.code);
  }
}

QString LedgerTexts::consequence(const LedgerEntry& entry) {
  switch (entry.finding.code) {
    case FindingCode::PodContradictsMode:
    case FindingCode::SeveralModesPublished:
      return otherStackUses();
    case FindingCode::AllocationMissing:
    case FindingCode::MalformedAllocation:
    case FindingCode::CardOutOfRange:
    case FindingCode::OutsideLedger:
      return tr("No card is charged with what the pod uses, so the scheduler gives that memory to another pod too.");
    case FindingCode::CardOverAllocated:
    case FindingCode::NodeOverAllocated:
    case FindingCode::CardHeldTwice:
      return tr("More was allocated than there is: expect out-of-memory errors or slow jobs.");
    case FindingCode::AllocationContradictsRequest:
      return entry.severity == LedgerSeverity::Critical
                 ? tr("The scheduler counts less than the pod uses, so the difference is given away a second time.")
                 : tr("The scheduler counts more than the pod uses; the difference lies idle.");
    case FindingCode::AnnotationsContradict:
      return tr("Readers of the older annotation and readers of the newer one charge different cards.");
    case FindingCode::AnnotationsIncomplete:
    case FindingCode::AssumedTooLong:
      return tr(
          "The device plugin serves a pod only when all annotations are there; the container may run on another card "
          "or not start.");
    case FindingCode::OrphanedShare:
      return tr(
          "Nothing holds the card at the kubelet, which gives it to another pod, and KAI deletes the pod that "
          "shares it.");
    case FindingCode::CardSizeContradicts:
      return tr("The scheduler's cache may be older than the node; until it starts again it places by the old size.");
    case FindingCode::CardCountContradicts:
      return tr("The pod sees another number of cards than it asks for.");
    case FindingCode::TerminatingTooLong:
      return tr("Its processes may still use the card while a new pod is placed on it.");
    case FindingCode::NodeMissing:
      return tr("Nobody runs these pods any more; controllers may wait for them.");
    case FindingCode::InitMemoryUncounted:
    case FindingCode::AllocatableBelowCapacity:
      return tr("Nothing is overbooked; the sum of the node and the sum of its cards differ.");
    case FindingCode::TooManyPodsOnCard:
      return tr("Beyond the limit containers fail to start.");
    default:
      return tr("Until this is fixed, what Cardinal and the scheduler show for the node is incomplete.");
  }
}

QString LedgerTexts::remedyOfNode(const LedgerEntry& entry) {
  const QString node = plain(entry.node->name);
  switch (entry.remedy) {
    case LedgerRemedy::SetModeByPlan:
      return tr("Switch node %1 to a known mode by a plan (cardinal node mode %1 MODE); do not edit the label by hand.")
          .arg(node);
    case LedgerRemedy::SetPlacement:
      return tr("Set the placement policy of node %1 to binpack or spread.").arg(node);
    case LedgerRemedy::CheckPlugin:
      return tr("Look at the device plugin's pod on node %1 in kube-system: is it there, is it ready, what does its "
                "log say? Restart it when it hangs.")
          .arg(node);
    case LedgerRemedy::OnePlugin:
      return tr("Let one device plugin serve node %1: drain its GPU pods and switch it to the mode that is wanted by a "
                "plan.")
          .arg(node);
    case LedgerRemedy::CheckCard:
      return tr("Look for an unhealthy card of node %1 in the device plugin's log and in %2.", "node, a program")
          .arg(node, plain(healthToolOf(*entry.node)));
    case LedgerRemedy::CheckNvidiaPlugin:
      return tr("Look at the pods of NVIDIA's device plugin and of GPU Feature Discovery on node %1: are they ready, "
                "and "
                "do both read the same configuration?")
          .arg(node);
    case LedgerRemedy::RestartKubelet:
      return tr("Drain the GPU pods of node %1 and restart its kubelet, so that it forgets resources without a plugin.")
          .arg(node);
    case LedgerRemedy::CheckMigManager:
      return tr("Look at the log of the mig-manager pod on node %1, then set the label nvidia.com/mig.config to a "
                "configuration that its cards support.")
          .arg(node);
    case LedgerRemedy::AwaitMigManager:
      return tr("Wait until the label nvidia.com/mig.config.state of node %1 says success; where it stays so for more "
                "than ten minutes, look at the log of the mig-manager pod.")
          .arg(node);
    case LedgerRemedy::EnablePlugin:
      return tr("Set the label nvidia.com/gpu.deploy.device-plugin of node %1 to true, if the node is to offer its "
                "GPUs.")
          .arg(node);
    case LedgerRemedy::UnloadNode:
      return tr("Evict pods from node %1 until their requests fit what it can allocate; cordon it first so that no new "
                "pods arrive.")
          .arg(node);
    case LedgerRemedy::CollectPods:
      return tr("Bring node %1 back, or delete its pods (kubectl delete pod --force) once its machine is certainly "
                "off.")
          .arg(node);
    default:
      return {};
  }
}

QString LedgerTexts::remedy(const LedgerEntry& entry) {
  const QString node = plain(entry.node->name);
  const QString pod = plain(entry.finding.pod);
  const QString card = QString::number(entry.finding.card);
  if (isDuplicateName(entry.finding))
    return tr("Look at the log of the DRA driver on node %1 and at its ResourceSlices: each device of a pool needs a "
              "name of its own.")
        .arg(node);
  switch (entry.remedy) {
    case LedgerRemedy::RecreatePod:
      return tr("Delete pod %1, so that its controller recreates it and the scheduler records its card. A pod "
                "without a controller must be submitted again.")
          .arg(pod);
    case LedgerRemedy::NameScheduler:
      return tr("kube-scheduler placed pod %1, and Koordinator's scheduler does not count it: name koord-scheduler as "
                "schedulerName in its template, or keep such pods off node %2. Deleting the pod alone changes nothing.")
          .arg(pod, node);
    case LedgerRemedy::MovePodOrMode:
      return tr("Delete pod %1 so that it moves to a node of its form, or take node %2 back to the pod's mode by a "
                "plan that drains it first.")
          .arg(pod, node);
    case LedgerRemedy::UnloadCard:
      return tr("Evict pods from card %1 of node %2 until their total fits the card.").arg(card, node);
    case LedgerRemedy::RefreshScheduler:
      return tr("Restart the gpushare scheduler extender, then delete pod %1 so that it is placed by the present size.")
          .arg(pod);
    case LedgerRemedy::MendRequest:
      return tr("Remove aliyun.com/gpu-mem from the init container of pod %1, or give the other containers as much.")
          .arg(pod);
    case LedgerRemedy::MendObject:
      return pod.isEmpty() ? tr("Correct this field of node %1.").arg(node)
                           : tr("Correct this field of pod %1.").arg(pod);
    case LedgerRemedy::FinishDeletion:
      return tr("Find out what keeps pod %1 from ending: a finalizer, or the kubelet of node %2. Force the deletion "
                "only when the machine is off.")
          .arg(pod, node);
    default:
      return remedyOfNode(entry);
  }
}

QString LedgerTexts::severity(LedgerSeverity severity) {
  switch (severity) {
    case LedgerSeverity::Critical:
      return tr("critical");
    case LedgerSeverity::Warning:
      return tr("warning");
    case LedgerSeverity::Information:
      break;
  }
  return tr("information");
}

}  // namespace

QString ledgerKind(const LedgerEntry& entry) {
  return LedgerTexts::kind(entry);
}
QString ledgerSentence(const LedgerEntry& entry) {
  return findingText(entry.finding, entry.node->gpu.unit);
}
QString ledgerConsequence(const LedgerEntry& entry) {
  return LedgerTexts::consequence(entry);
}
QString ledgerRemedyText(const LedgerEntry& entry) {
  return LedgerTexts::remedy(entry);
}
QString severityText(LedgerSeverity severity) {
  return LedgerTexts::severity(severity);
}

QString evidenceText(const std::string& evidence) {
  QString text = plain(evidence);
  if (text == u"-") return LedgerTexts::absent();
  if (text.endsWith(QStringLiteral(": -"))) text = text.chopped(1) + LedgerTexts::absent();
  return text;
}

}  // namespace cardinal::ui
