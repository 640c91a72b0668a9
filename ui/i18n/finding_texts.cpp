// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/finding_texts.h"

#include <QCoreApplication>

#include "core/model/extras/duplicate_name.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class FindingTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::FindingTexts)

 public:
  static QString of(const Finding& finding, MemoryUnit unit);

 private:
  // One family of codes each; empty for a code of another.
  static QString node(const Finding& finding, MemoryUnit unit);
  static QString allocation(const Finding& finding, MemoryUnit unit);
  static QString books(const Finding& finding, MemoryUnit unit);
  static QString devices(const Finding& finding);
};

/// Amounts of a finding count memory, percent points or devices, by the resource that its detail names.
QString amountText(std::int64_t amount, const Finding& finding, MemoryUnit unit) {
  if (finding.detail.find("core") != std::string::npos || finding.detail.starts_with("compute"))
    return corePercent(CorePercent(static_cast<std::int32_t>(amount)));
  const bool isMemory = finding.detail.find("mem") != std::string::npos;
  return isMemory ? memory(MemUnits(amount), unit) : count(amount);
}

QString FindingTexts::node(const Finding& finding, MemoryUnit unit) {
  const QString detail = plain(finding.detail);
  switch (finding.code) {
    case FindingCode::UnknownModeLabel:
      return tr("The label ack.node.gpu.schedule has the unknown value \"%1\"; the mode of this node is unknown.")
          .arg(detail);
    case FindingCode::UnknownPlacementLabel:
      return tr("The label ack.node.gpu.placement has the unknown value \"%1\"; binpack is assumed.").arg(detail);
    case FindingCode::ModeResourceMissing:
      if (finding.detail == "volcano.sh/vgpu-memory")
        return tr("The node offers vGPUs, but 0 of %1: the device plugin could not report so many units of memory. A "
                  "larger gpuMemoryFactor in its configuration makes them fewer.")
            .arg(detail);
      return tr("The node's mode needs the resource %1, but the node does not offer it.").arg(detail);
    case FindingCode::SeveralModesPublished:
      if (finding.card >= 0)
        return tr("Card %1 is published more than once: %2. The scheduler may allocate it to several pods.")
            .arg(QString::number(finding.card), detail);
      return tr("The node offers the resources of several modes at once: %1.").arg(detail);
    case FindingCode::CardCountMissing:
      return tr("The node offers GPU memory but not aliyun.com/gpu-count; its cards are unknown.");
    case FindingCode::MemoryRemainder:
      return tr("The node's GPU memory does not divide by its cards: %1 cannot be used.")
          .arg(memory(MemUnits(finding.needed), unit));
    case FindingCode::AllocatableBelowCapacity:
      return tr("Of %1 the node has %2, but only %3 can be allocated, for example because of an unhealthy card.")
          .arg(detail, amountText(finding.needed, finding, unit), amountText(finding.found, finding, unit));
    case FindingCode::AbsurdCapacity:
      return tr("%1 is %2, which is impossible; it is treated as unknown. Check the device plugin of the node.")
          .arg(detail, count(finding.found));
    case FindingCode::FieldUnreadable:
      if (isDuplicateName(finding))
        return tr("Duplicate name published by the driver: %1. The scheduler uses no device of that pool.").arg(detail);
      return finding.pod.empty() ? tr("The field %1 cannot be read; its value is treated as unknown.").arg(detail)
                                 : tr("The field %1 of pod %2 cannot be read; its value is treated as unknown.")
                                       .arg(detail, plain(finding.pod));
    case FindingCode::MemoryUnitUnknown:
      return tr("The node does not say how large one unit of its GPU memory is; amounts are shown in units.");
    default:
      return {};
  }
}

QString FindingTexts::allocation(const Finding& finding, MemoryUnit unit) {
  const QString pod = plain(finding.pod);
  const QString detail = plain(finding.detail);
  switch (finding.code) {
    case FindingCode::MalformedAllocation:
      return tr("The annotation %2 of pod %1 cannot be read; the pod counts as waiting for a card.").arg(pod, detail);
    case FindingCode::CardOutOfRange:
      return tr("Pod %1 names card %2, which the node does not have.")
          .arg(pod, finding.card < 0 && !detail.isEmpty() ? detail : QString::number(finding.card));
    case FindingCode::CardOverAllocated:
      return tr("%2 is allocated on card %1, more than the %3 it has.")
          .arg(QString::number(finding.card), amountText(finding.found, finding, unit),
               amountText(finding.needed, finding, unit));
    case FindingCode::AllocationMissing:
      return tr("Pod %1 is bound to this node, but no card is written on it.").arg(pod);
    case FindingCode::AllocationContradictsRequest:
      return tr("The allocation written on pod %1 differs from what the pod asks for.").arg(pod);
    case FindingCode::PodContradictsMode:
      return tr("Pod %1 asks in a form that does not belong to this node's mode.").arg(pod);
    case FindingCode::NodeMissing:
      return finding.pod.empty() ? tr("Pods are bound to this node, but the node does not exist.")
                                 : tr("Pod %1 is bound to a node that does not exist.").arg(pod);
    case FindingCode::TooManyPodsOnCard:
      return tr("Card %1 carries %2 pods; the documented limit is %3.")
          .arg(QString::number(finding.card), count(finding.found), count(finding.needed));
    default:
      return {};
  }
}

QString FindingTexts::books(const Finding& finding, MemoryUnit unit) {
  const QString pod = plain(finding.pod);
  const QString detail = plain(finding.detail);
  constexpr std::int64_t kMinute = 60;
  switch (finding.code) {
    case FindingCode::AnnotationsContradict:
      return tr("Two annotations of pod %1 name different cards: %2 says %3, the newer one says %4.")
          .arg(pod, detail, QString::number(finding.found), QString::number(finding.needed));
    case FindingCode::AnnotationsIncomplete:
      return tr("Pod %1 has a card, but these annotations are missing: %2.").arg(pod, detail);
    case FindingCode::CardSizeContradicts:
      return tr("Pod %1 was placed on cards of %2, but the cards of this node have %3.")
          .arg(pod, memory(MemUnits(finding.found), unit), memory(MemUnits(finding.needed), unit));
    case FindingCode::CardCountContradicts:
      return tr("Pod %1 asks for %2 card(s), but %3 are written on it.")
          .arg(pod, count(finding.needed), count(finding.found));
    case FindingCode::CardHeldTwice:
      return tr("Card %1 is given whole to pod %2 and to pod %3.").arg(QString::number(finding.card), detail, pod);
    case FindingCode::NodeOverAllocated:
      return tr("Pods ask %2 of %1 from this node, more than the %3 it can give.")
          .arg(detail, amountText(finding.found, finding, unit), amountText(finding.needed, finding, unit));
    case FindingCode::OutsideLedger:
      return tr("Pod %1 uses a card, but the scheduler of this node does not count it: it does not read %2.")
          .arg(pod, detail);
    case FindingCode::InitMemoryUncounted:
      return tr("An init container of pod %1 asks for more than the others: the node keeps %2 for it, its card only "
                "%3.")
          .arg(pod, memory(MemUnits(finding.found), unit), memory(MemUnits(finding.needed), unit));
    case FindingCode::AssumedTooLong:
      return tr("A card was written on pod %1 %2 min ago, and the device plugin has not confirmed it since.")
          .arg(pod, count(finding.found / kMinute));
    case FindingCode::OrphanedShare:
      return tr("Pod %1 shares the card of GPU group %2, and no reservation pod of this group is visible. Where there "
                "is none, KAI deletes the pod, and the kubelet gives its card to others.")
          .arg(pod, detail);
    case FindingCode::TerminatingTooLong:
      return tr("Pod %1 should have ended %2 min ago. The scheduler gives its memory away already.")
          .arg(pod, count(finding.found / kMinute));
    default:
      return {};
  }
}

QString FindingTexts::devices(const Finding& finding) {
  const QString detail = plain(finding.detail);
  switch (finding.code) {
    case FindingCode::StackNotRead:
      if (finding.detail == "ResourceClaims")
        return tr("The ResourceClaims were not read: which of this node's devices are held is unknown.");
      if (finding.needed != finding.found)
        return tr("%1: until the driver has published all of them, the scheduler uses none of the pool's devices.")
            .arg(detail);
      return finding.detail.empty()
                 ? tr("This node's GPU stack is recognised, but its cards are not read yet.")
                 : tr("This node's GPU stack is recognised, but its cards are not read yet. It offers %1.").arg(detail);
    case FindingCode::SlicedCountUnknown:
      if (isOfMigInstances(finding))
        return tr("The node offers %1 of %2, which are shares of MIG instances; how many instances there are is "
                  "unknown.")
            .arg(count(finding.found), detail);
      return finding.needed > 0
                 ? tr("The node offers %1 GPU devices, and its labels speak of %2 card(s), which does not agree; the "
                      "cards "
                      "are unknown.")
                       .arg(count(finding.found), count(finding.needed))
                 : tr("The node offers %1 GPU devices that are parts of cards; no label tells how many cards it has.")
                       .arg(count(finding.found));
    case FindingCode::ReplicasLabelWrong:
      return tr("The label %1 says %2, but the node offers %3 devices per card.")
          .arg(detail, count(finding.needed), count(finding.found));
    case FindingCode::MigLayoutInvalid:
      if (finding.needed > 0)
        return tr("The cards are cut (%1), but the device plugin offers them whole: containers can use none of them. "
                  "Set "
                  "its MIG strategy to single or mixed.")
            .arg(detail);
      return tr("MIG strategy \"single\" needs the same profile on every card; this node's cards differ (%1).")
          .arg(detail);
    case FindingCode::StaleResource:
      return finding.found > 0
                 ? tr("The node offers more of %1 than its cards can hold; a resource was left behind by an earlier "
                      "mode.")
                       .arg(detail)
                 : tr("%1 was left behind: no device plugin offers these cards now.").arg(detail);
    case FindingCode::MigChangeRunning:
      return tr("The MIG geometry is being changed (state %1); GPUs are not offered meanwhile.").arg(detail);
    case FindingCode::MigChangeFailed:
      return tr("The MIG configuration \"%1\" could not be applied.").arg(detail);
    case FindingCode::PluginDisabled:
      return tr("The label %1=false keeps the device plugin off this node.").arg(detail);
    case FindingCode::DriverUpgradeRunning:
      return tr("The GPU driver is being upgraded (state %1).").arg(detail);
    case FindingCode::GpuNotSchedulable:
      return tr("A GPU is present (%1), but no device plugin offers it.").arg(detail);
    case FindingCode::SeveralStacks:
      return tr("Several GPU stacks serve this node: %1. The first one is shown.").arg(detail);
    case FindingCode::VmPassthrough:
      return tr("This node serves virtual machines (%1), not containers.").arg(detail);
    case FindingCode::ReservationsNotRead:
      return tr("Koordinator's Reservations were not read; what they keep on this node looks free.");
    case FindingCode::ReservationUnreadable:
      return tr("The cards that Reservation %1 holds cannot be read; they look free.").arg(detail);
    case FindingCode::ErdmaDeviceFailed:
      return finding.detail.empty() ? tr("An elastic RDMA interface of this node could not be set up.")
                                    : tr("An elastic RDMA interface of this node could not be set up: %1").arg(detail);
    case FindingCode::SmcRWithoutErdma:
      return tr("Pod %1 has the annotation %2, but no container requests aliyun/erdma: SMC-R is not set up for it.")
          .arg(plain(finding.pod), detail);
    default:
      return {};
  }
}

QString FindingTexts::of(const Finding& finding, MemoryUnit unit) {
  for (const auto family : {node, allocation, books}) {
    if (QString text = family(finding, unit); !text.isEmpty()) return text;
  }
  return devices(finding);
}

}  // namespace

QString findingText(const Finding& finding, MemoryUnit unit) {
  return FindingTexts::of(finding, unit);
}

}  // namespace cardinal::ui
