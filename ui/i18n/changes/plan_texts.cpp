// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/changes/plan_texts.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class PlanTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::PlanTexts)

 public:
  static QString title(const Plan& plan);
  static QString step(const PlanStep& step, const Plan& plan);
  static QString state(const StepProgress& step);
  static QString phase(const PlanProgress& progress);
  static QString fate(PodFate fate);
  static QString pod(const PodProgress& pod);
  static QString stop(const PlanStop& stop, const Plan& plan);

 private:
  static QString condition(const PlanStop& stop, const Plan& plan);
  static QString label(const PlanStop& stop);
  static QString resources(const PlanStep& step);
  static QString written(const PlanAct& act);
  static QString devices(const PlanStop& stop, const Plan& plan);
};

QString PlanTexts::title(const Plan& plan) {
  const QString node = plain(plan.node);
  switch (plan.kind) {
    case PlanKind::Cordon:
      return tr("Cordon %1").arg(node);
    case PlanKind::Uncordon:
      return tr("Uncordon %1").arg(node);
    case PlanKind::Drain:
      return tr("Drain %1").arg(node);
    case PlanKind::Switch:
      return tr("Switch %1 to %2").arg(node, plain(plan.target ? toString(*plan.target) : std::string()));
    case PlanKind::Edit:
      return tr("Edit labels and taints of %1").arg(node);
    case PlanKind::Undo:
      return tr("Undo a change of %1").arg(node);
  }
  return {};
}

QString PlanTexts::resources(const PlanStep& step) {
  QStringList out;
  for (const PlanCondition& condition : step.after) {
    if (condition.code == ConditionCode::Published) out << plain(condition.key);
  }
  return joinList(out);
}

/// What an operator of the node must report; null where nobody does.
const PlanCondition* reportOf(const PlanStep& step) {
  const auto at = std::find_if(step.after.begin(), step.after.end(),
                               [](const PlanCondition& one) { return one.code == ConditionCode::ReportedIs; });
  return at == step.after.end() ? nullptr : &*at;
}

QString PlanTexts::written(const PlanAct& act) {
  if (!act.labels.empty()) {
    const QString key = plain(act.labels[0].key);
    return act.labels[0].remove ? tr("Remove the label %1").arg(key)
                                : tr("Set the label %1=%2").arg(key, plain(act.labels[0].value));
  }
  if (act.annotations.empty()) return {};
  const QString key = plain(act.annotations[0].key);
  return act.annotations[0].remove ? tr("Remove the annotation %1").arg(key)
                                   : tr("Set the annotation %1=%2").arg(key, plain(act.annotations[0].value));
}

QString PlanTexts::step(const PlanStep& step, const Plan& plan) {
  switch (step.code) {
    case StepCode::Check:
      return tr("Check the node");
    case StepCode::Cordon:
      return tr("Cordon the node");
    case StepCode::Evict:
      return plan.drain.gpuPodsOnly ? tr("Evict the pods that use the GPU") : tr("Evict the pods");
    case StepCode::SetLabel:
      return written(step.act);
    case StepCode::AwaitRemoval:
      return tr("Wait until you have removed the node from the cluster");
    case StepCode::AwaitReturn:
      return tr("Wait until you have added the node again with the label %1")
          .arg(plan.target ? plain(labelKeyOf(*plan.target) + "=" + labelValueOf(*plan.target)) : QString());
    case StepCode::AwaitResources:
      if (const PlanCondition* report = reportOf(step))
        return tr("Wait until %1 is %2 and the node offers its new devices")
            .arg(plain(report->key), plain(report->value));
      return resources(step).isEmpty() ? tr("Wait for the device plugin")
                                       : tr("Wait until the device plugin publishes %1").arg(resources(step));
    case StepCode::Verify:
      return tr("Verify that nothing of the old mode is left");
    case StepCode::Uncordon:
      return tr("Uncordon the node");
  }
  return {};
}

QString PlanTexts::state(const StepProgress& step) {
  if (step.skipped) return tr("skipped: someone else cordoned the node");
  switch (step.state) {
    case StepState::Waiting:
      return tr("not started");
    case StepState::Begun:
    case StepState::Acted:
      return tr("in progress");
    case StepState::Done:
      return tr("done");
    case StepState::Undoing:
      return tr("rolling back");
    case StepState::Undone:
      return tr("rolled back");
  }
  return {};
}

QString PlanTexts::phase(const PlanProgress& progress) {
  const bool stands = progress.stop.has_value();
  switch (progress.phase) {
    case PlanPhase::Running:
      return stands ? tr("stopped") : tr("in progress");
    case PlanPhase::RollingBack:
      return stands ? tr("rollback stopped") : tr("rolling back");
    case PlanPhase::Done:
      return tr("done");
    case PlanPhase::RolledBack:
      return tr("rolled back");
    case PlanPhase::Left:
      return tr("left as it is");
  }
  return {};
}

QString PlanTexts::fate(PodFate fate) {
  switch (fate) {
    case PodFate::Evict:
      return tr("evict");
    case PodFate::Wait:
      return tr("is terminating");
    case PodFate::LeaveDaemon:
      return tr("stays: DaemonSet");
    case PodFate::LeaveMirror:
      return tr("stays: static pod");
    case PodFate::LeaveOther:
      return tr("stays");
    case PodFate::LeaveKept:
      return tr("stays: KAI deletes it after the pods that share its card");
    case PodFate::BlockDaemon:
      return tr("blocks: DaemonSet");
    case PodFate::BlockLocal:
      return tr("blocks: local data would be lost");
    case PodFate::BlockBare:
      return tr("blocks: no controller recreates it");
    case PodFate::BlockOrphan:
      return tr("blocks: its DaemonSet does not exist, so nothing recreates it");
    case PodFate::BlockUnread:
      return tr("blocks: its DaemonSet cannot be read (needs get daemonsets.apps)");
  }
  return {};
}

QString PlanTexts::pod(const PodProgress& pod) {
  switch (pod.state) {
    case PodState::Waiting:
      return tr("waiting");
    case PodState::Terminating:
      return pod.heldBy.empty() ? tr("terminating")
                                : tr("terminating, blocked by the finalizer %1").arg(plain(pod.heldBy, 120));
    case PodState::Blocked:
      return pod.budget.empty() ? tr("blocked by a PodDisruptionBudget")
                                : tr("blocked by the PodDisruptionBudget %1").arg(plain(pod.budget));
    case PodState::Busy:
      return tr("the server asks to wait");
    case PodState::Unknown:
      return tr("eviction requested, outcome unknown");
    case PodState::Gone:
      return tr("evicted");
    case PodState::Failed:
      return tr("failed");
  }
  return {};
}

QString PlanTexts::label(const PlanStop& stop) {
  const QString key = plain(stop.condition.key);
  const QString found = stop.found.empty() ? tr("nothing") : plain(stop.found);
  return stop.condition.absent
             ? tr("The label %1 should be absent, but is \"%2\". Someone else changed it.").arg(key, found)
             : tr("The label %1 should be \"%2\", but is \"%3\". Someone else changed it.")
                   .arg(key, plain(stop.condition.value), found);
}

QString PlanTexts::condition(const PlanStop& stop, const Plan& plan) {
  const QString found = plain(stop.found);
  const QString key = plain(stop.condition.key);
  const QString node = plain(plan.node);
  switch (stop.condition.code) {
    case ConditionCode::NodeSame:
      return tr("The node %1 is gone or was replaced by another of the same name.").arg(node);
    case ConditionCode::NodeReady:
      return tr("The node %1 is not ready.").arg(node);
    case ConditionCode::Unschedulable:
      return tr("The node %1 is not cordoned any more. Someone else uncordoned it.").arg(node);
    case ConditionCode::Schedulable:
      return tr("The node %1 is still cordoned.").arg(node);
    case ConditionCode::LabelIs:
      return label(stop);
    case ConditionCode::NoGpuPods:
    case ConditionCode::Drained:
      return tr("These pods are still on the node %1: %2.").arg(node, found);
    case ConditionCode::Published:
      return tr("The node %1 does not publish %2. Look at the device plugin of the node.").arg(node, key);
    case ConditionCode::NotPublished:
      return tr("The node %1 still publishes %2 (%3).").arg(node, key, found);
    case ConditionCode::NodeGone:
      return tr("The node %1 has not been removed from the cluster.").arg(node);
    case ConditionCode::NodeReturned:
      return tr("The node %1 has not rejoined as Ready.").arg(node);
    case ConditionCode::TaintsAre:
      return tr("The taints of the node %1 are not those it had before: %2.").arg(node, found);
    case ConditionCode::TaintIs:
      return tr("The taint %2 of the node %1 is not what it was: now \"%3\".").arg(node, key, found);
    case ConditionCode::AnnotationIs:
      return tr("The annotation %1 is \"%2\" now. Someone else changed it.").arg(key, found);
    case ConditionCode::ReportedIs:
    case ConditionCode::Registered:
    case ConditionCode::DevicesDiffer:
    case ConditionCode::DevicesAsBefore:
      return devices(stop, plan);
  }
  return {};
}

/// What operators and device plugins did not do.
QString PlanTexts::devices(const PlanStop& stop, const Plan& plan) {
  const QString node = plain(plan.node);
  const QString key = plain(stop.condition.key);
  const QString found = stop.found.empty() ? tr("nothing") : plain(stop.found);
  switch (stop.condition.code) {
    case ConditionCode::ReportedIs:
      return tr("%1 of the node %2 is \"%3\", not \"%4\". Look at the pod on the node that writes it.")
          .arg(key, node, found, plain(stop.condition.value));
    case ConditionCode::Registered:
      return tr("The node %1 registers no cards in %2. Look at the device plugin of the node.").arg(node, key);
    case ConditionCode::DevicesDiffer:
      return tr("The devices of the node %1 have not changed as they should: it offers %2. Look at the device plugin "
                "of the node.")
          .arg(node, found);
    case ConditionCode::DevicesAsBefore:
      return tr("The devices of the node %1 are not what they were before: it offers %2.").arg(node, found);
    default:
      return {};
  }
}

QString PlanTexts::stop(const PlanStop& stop, const Plan& plan) {
  const QString reported = stop.error ? errorText(*stop.error) : QString();
  switch (stop.code) {
    case StopCode::Cancelled:
      return tr("Stopped as asked.");
    case StopCode::ConditionFailed:
      return condition(stop, plan);
    case StopCode::TimedOut:
      return tr("Timed out. %1").arg(condition(stop, plan));
    case StopCode::PodsInTheWay:
      return tr("Evicting these pods must be allowed explicitly: %1.").arg(plain(stop.found));
    case StopCode::EvictionFailed:
      return tr("The pod %1 cannot be evicted. %2").arg(plain(stop.found), reported);
    case StopCode::ReadFailed:
      return tr("The node cannot be read. %1").arg(reported);
    case StopCode::WriteFailed:
      return tr("The step was refused. %1").arg(reported);
    case StopCode::JournalFailed:
      return tr("The next step cannot be recorded, so it was not run. %1").arg(reported);
  }
  return {};
}

}  // namespace

QString planTitle(const Plan& plan) {
  return PlanTexts::title(plan);
}
QString stepTitle(const PlanStep& step, const Plan& plan) {
  return PlanTexts::step(step, plan);
}
QString stepStateText(const StepProgress& step) {
  return PlanTexts::state(step);
}
QString planPhaseText(const PlanProgress& progress) {
  return PlanTexts::phase(progress);
}
QString podFateText(PodFate fate) {
  return PlanTexts::fate(fate);
}
QString podStateText(const PodProgress& pod) {
  return PlanTexts::pod(pod);
}
QString stopText(const PlanStop& stop, const Plan& plan) {
  return PlanTexts::stop(stop, plan);
}

}  // namespace cardinal::ui
