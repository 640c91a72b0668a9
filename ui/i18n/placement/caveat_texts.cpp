// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/alloc/explain/within_reach.h"
#include "core/model/card_memory.h"
#include "core/plan/drain/group_placement.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/equal_places.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class CertaintyTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::CertaintyTexts)

 public:
  static QString word(Certainty certainty);
  static QString onlyOne() { return tr("only one fits"); }
  static QString dependent() { return tr("depends on pods before it"); }
  static QString sentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);
  static QString noNode(const AllocationAnswer& answer);
  static QString fit(std::int64_t fits, std::int64_t wanted, bool atLeast) {
    return (atLeast ? tr("at least %1 of %2 fit") : tr("%1 of %2 fit")).arg(count(fits), count(wanted));
  }
  static QString nowhere(bool isUnknown) { return isUnknown ? tr("No place is known") : tr("Fits nowhere"); }
  static QString byStack(const AllocationAnswer& answer, const QString& node);
  static QString caveat(Caveat caveat);
  /// What the server may fill in or drop before a scheduler sees the pod; the scheduler's for others.
  static QString ofAdmission(Caveat caveat);
  /// What is not known of the scheduler or left to it; empty for others.
  static QString ofScheduler(Caveat caveat);
  static QString heldSomewhereOn(const NodeRecord& node) {
    return tr("Pods that hold %1 of node %2 name no card: how much of its cards is really free is unknown.")
        .arg(memory(heldSomewhere(node), node.gpu.unit), plain(node.name));
  }
  static QString score(ScoreCode code);
  static QString waiting(Waiting waiting);
};

QString CertaintyTexts::word(Certainty certainty) {
  switch (certainty) {
    case Certainty::Certain:
      return tr("certain");
    case Certainty::OneOf:
      return tr("one of several");
    case Certainty::Modelled:
      return tr("modelled");
  }
  return {};
}

bool isChosenByStack(const AllocationAnswer& answer) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), Caveat::StackScheduler) != answer.caveats.end();
}

/// The nodes that may win differ, though all were looked at: some of them win where the pod is not spread yet.
bool isUnspread(const AllocationAnswer& answer) {
  const auto& caveats = answer.caveats;
  if (std::find(caveats.begin(), caveats.end(), Caveat::TopologySpread) == caveats.end()) return false;
  return answer.totalsKnown && answer.sampled == 0 && answer.tied > 1 && answer.tied <= answer.candidates.size() &&
         answer.candidates[answer.tied - 1].total != answer.candidates.front().total;
}

/// The stack's own scheduler chooses, by rules that were compared with one version of it.
QString CertaintyTexts::byStack(const AllocationAnswer& answer, const QString& node) {
  if (answer.tied > 1) {
    return tr("%n node(s) are equally good by the rules of the GPU stack's scheduler: %1 or another. A version that "
              "was "
              "not compared may choose otherwise.",
              nullptr, static_cast<int>(answer.tied))
        .arg(node);
  }
  return tr("%1 is the best place by the rules of the GPU stack's scheduler; a version that was not compared may "
            "choose "
            "otherwise.")
      .arg(node);
}

/// Nodes of which it is unknown what they take are not refused.
QString CertaintyTexts::noNode(const AllocationAnswer& answer) {
  const int unknown = unknownNodes(answer);
  if (unknown == 0) return tr("No node takes it now.");
  return tr("No node is known to take it now; of %n node(s) it is unknown.", nullptr, unknown);
}

QString CertaintyTexts::sentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  if (const NodeRejection* other = otherCardOf(answer)) {
    const NodeRecord& record = snapshot.node(other->node);
    return labelled(plain(record.name), reasonSentence(other->reason, record.gpu.unit));
  }
  if (answer.candidates.empty()) return noNode(answer);
  const QString node = plain(snapshot.node(answer.candidates.front().node).name);
  switch (answer.certainty) {
    case Certainty::Certain:
      return tr("Placed on %1: no other node is possible or ties.").arg(node);
    case Certainty::OneOf:
      if (answer.tied == kTiedUnknown)
        return tr("It is placed on %1 if the pods before it are placed as shown; theirs is one of several possible "
                  "places.")
            .arg(node);
      if (answer.tied == 1)
        return tr("It is placed on %1, unless something that was not evaluated (below) prevents it.").arg(node);
      if (isUnspread(answer))
        return tr(
            "It is placed on one of %n node(s): which one depends on whether kube-scheduler knows its new controller "
            "by then.",
            nullptr, static_cast<int>(answer.tied));
      return tr("It is placed on one of %n node(s) that tie; the scheduler chooses among them.", nullptr,
                static_cast<int>(answer.tied));
    case Certainty::Modelled:
      if (isChosenByStack(answer)) return byStack(answer, node);
      if (const std::size_t equal = equalPlaces(answer); equal > 1) {
        const QString places = count(static_cast<std::int64_t>(equal));
        return answer.totalsKnown ? tr("%1 nodes share the best score by the scheduler's default settings, as far as "
                                       "they are known; one of them "
                                       "will be taken, %2 or another. It may choose otherwise.")
                                        .arg(places, node)
                                  : tr("%1 nodes are equally good by the public model of a scheduler whose source is "
                                       "not public; one of them will be taken, %2 or another. It may choose otherwise.")
                                        .arg(places, node);
      }
      if (answer.totalsKnown) {
        return tr("%1 has the best score by the scheduler's default settings, as far as they are known; it may choose "
                  "otherwise.")
            .arg(node);
      }
      return tr("%1 is the best place by the public model of a scheduler whose source is not public; it may choose "
                "otherwise.")
          .arg(node);
  }
  return {};
}

QString comparedList() {
  QStringList out;
  for (const std::string_view version : comparedVersions())
    out << QString::fromUtf8(version.data(), static_cast<qsizetype>(version.size()));
  return joinList(out);
}

QString CertaintyTexts::ofScheduler(Caveat caveat) {
  switch (caveat) {
    case Caveat::ClosedScheduler:
      return tr("The source of these nodes' scheduler is not public; the answer follows its public description.");
    case Caveat::NodeScoresNotModelled:
      return tr("Other scores of kube-scheduler may prefer one of the feasible nodes.");
    case Caveat::CardChosenByKubelet:
      return tr("The kubelet chooses the card of a whole-card request; the API does not say which.");
    case Caveat::NodesNotReady:
      return tr("A node that would take it is not ready, but nothing keeps the scheduler from choosing it.");
    case Caveat::ProfileNotVerified:
      return tr("The scores follow the default settings of this Kubernetes version, which were not compared with its "
                "real scheduler. Compared were those of %1.")
          .arg(comparedList());
    case Caveat::StackScheduler:
      return tr(
          "The GPU stack's own scheduler chooses node and cards. Its rules were compared with HAMi 2.10.0, Volcano "
          "1.15.1, Koordinator 1.8.0, gpu-admission of 2020-11, KAI-Scheduler 0.17.0 and, for device claims, "
          "kube-scheduler 1.35.4 with its "
          "default feature gates; another version may decide otherwise.");
    case Caveat::PluginsNotEvaluated:
      return tr("The scheduler's configuration names plugins or settings that are not evaluated.");
    case Caveat::ReservationsNotRead:
      return tr("Koordinator's Reservations were not read; what they keep for other pods looks free here.");
    case Caveat::OtherScheduler:
      return tr("The pod names another scheduler, whose settings are not known.");
    case Caveat::NodesSampled:
      return tr("In a cluster of this size the scheduler examines only some feasible nodes and does not report which.");
    case Caveat::ServicesNotRead:
      return tr(
          "A Service that selects this pod would spread it; Services were not read, or one comes with the same file.");
    case Caveat::ReplicasInteract:
      return tr(
          "What one replica takes can change where the next may go: if an earlier one goes elsewhere than shown, the "
          "later places, and how many there are, can differ.");
    case Caveat::Preemption:
      return tr("Pods of lower priority run where it would fit without them; the scheduler may evict some of them.");
    default:
      return {};
  }
}

QString CertaintyTexts::ofAdmission(Caveat caveat) {
  switch (caveat) {
    case Caveat::RulesNotRead:
      return tr("Not all quotas and limit ranges of the namespace were read; the server may refuse the pods.");
    case Caveat::RuntimeOverhead:
      return tr(
          "The pod names a runtime class. When it is created, the API server may add overhead and a node selector, "
          "which "
          "are not known here.");
    case Caveat::TolerationsAtAdmission:
      return tr(
          "Nodes have a taint whose key is an extended resource that the pod requests. Where the API server runs with "
          "the admission plugin ExtendedResourceToleration, it makes the pod tolerate that taint; the API does not say "
          "whether it does. Add the toleration to the manifest to be sure.");
    case Caveat::PriorityNotRead:
      return tr(
          "PriorityClasses were not read, so the priority that the pod gets is not known: pods of lower priority may "
          "be "
          "evicted for it, and quotas of a PriorityClass may count it.");
    case Caveat::LabelKeys:
      return tr(
          "The pod is matched with others by labels that it does not carry yet. Its controller adds them when it "
          "creates "
          "the pod.");
    case Caveat::FieldsNotRead:
      return tr("The pod has fields that this program does not evaluate; they may steer the scheduler.");
    case Caveat::FieldsByGate:
      return tr(
          "The pod has fields that are newer than this server (sidecars, resources of its own, scheduling gates, "
          "namespaceSelector, minDomains, nodeAffinityPolicy, nodeTaintsPolicy or matchLabelKeys). It drops them "
          "unless "
          "a feature gate is set.");
    default:
      return ofScheduler(caveat);
  }
}

QString CertaintyTexts::caveat(Caveat caveat) {
  switch (caveat) {
    case Caveat::PodAffinity:
      return tr("Pod affinity and anti-affinity were not evaluated.");
    case Caveat::TopologySpread:
      return tr(
          "How the pod is spread is not certain: topology spread constraints could not be read, or kube-scheduler may "
          "place the first pod before it knows the new controller, and then spreads it only with the pods of its "
          "Services.");
    case Caveat::Volumes:
      return tr("Volumes were not evaluated; they may restrict the pod to some nodes.");
    case Caveat::ContainersUnmatched:
      return tr(
          "Several containers of the pod ask for GPU memory. On nodes with several cards the open-source device plugin "
          "finds no pod for any of them: they would not start.");
    case Caveat::VolumeLimits:
      return tr("How many volumes a node may attach was not looked at.");
    case Caveat::SchedulingGates:
      return tr("The pod has scheduling gates; it waits until they are removed.");
    case Caveat::PreferredNodeAffinity:
      return tr("Preferred node affinity was not scored.");
    case Caveat::HostPorts:
      return tr("Host ports were not evaluated.");
    case Caveat::UnknownMemory:
      return tr("The card memory of some nodes is unknown; these nodes were left out.");
    case Caveat::CountLabelIgnored:
      return tr("Open-source gpushare ignores the label aliyun.com/gpu-count: the whole amount goes to one card.");
    case Caveat::TooManyPodsOnCard:
      return tr("A chosen card would carry more than 20 pods, the limit of cGPU: the container would fail to start.");
    case Caveat::DeviceClaims:
      return tr(
          "Devices of dynamic resource allocation may serve the pod, and not all that decides about them was "
          "evaluated: "
          "a selector, the preference for an earlier alternative, or a device class that stands for an extended "
          "resource. The scheduler decides.");
    case Caveat::ClaimMissing:
      return tr("A volume claim that the pod names does not exist. The pod waits until it does.");
    case Caveat::SmcRWithoutErdma:
      return tr(
          "The pod has the annotation network.alibabacloud.com/erdma-smcr, but no container requests aliyun/erdma. The "
          "eRDMA controller then sets up no SMC-R.");
    case Caveat::NumaNotEvaluated:
      return tr(
          "The pod or the node asks for NUMA alignment. CPU and memory of the NUMA nodes were not evaluated, and GPUs "
          "only where the node reports the NUMA nodes of its cards.");
    case Caveat::GroupIncomplete:
      return tr(
          "The pod belongs to a group that has fewer pods than its labels say. The scheduler places none of them until "
          "all exist.");
    case Caveat::SlotsMayFail:
      return tr(
          "The pod requests several slots of a time-sliced node. They bring no second card and no more memory, and "
          "where the device plugin's configuration has failRequestsGreaterThanOne, which was not read, the pod fails "
          "on the node.");
    default:
      return ofAdmission(caveat);
  }
}

QString CertaintyTexts::score(ScoreCode code) {
  switch (code) {
    case ScoreCode::CardPacking:
      return tr("card packing");
    case ScoreCode::BestFit:
      return tr("best fit");
    case ScoreCode::LeastAllocated:
      return tr("least allocated");
    case ScoreCode::MostAllocated:
      return tr("most allocated");
    case ScoreCode::CapacityRatio:
      return tr("requested to capacity");
    case ScoreCode::BalancedAllocation:
      return tr("balanced allocation");
    case ScoreCode::TaintToleration:
      return tr("taints to avoid");
    case ScoreCode::NodeAffinity:
      return tr("preferred node affinity");
    case ScoreCode::TopologySpread:
      return tr("topology spread");
    case ScoreCode::PodAffinity:
      return tr("pod affinity");
    case ScoreCode::ImageLocality:
      return tr("images on the node");
    case ScoreCode::PreferAvoidPods:
      return tr("node avoids such pods");
  }
  return {};
}

QString CertaintyTexts::waiting(Waiting waiting) {
  switch (waiting) {
    case Waiting::NotNow:
      return tr("fits when other pods end");
    case Waiting::Never:
      return tr("never fits here, not even when empty");
    case Waiting::Unknown:
      return tr("unknown whether waiting helps");
  }
  return {};
}

}  // namespace

QString certaintyText(Certainty certainty) {
  return CertaintyTexts::word(certainty);
}

QString certaintyText(Certainty certainty, std::uint32_t tied) {
  if (certainty != Certainty::OneOf) return CertaintyTexts::word(certainty);
  return tied == kTiedUnknown ? CertaintyTexts::dependent()
         : tied == 1          ? CertaintyTexts::onlyOne()
                              : CertaintyTexts::word(certainty);
}

QString certaintySentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  return CertaintyTexts::sentence(answer, snapshot);
}

QString fitText(std::int64_t fits, std::int64_t wanted, bool isLeast) {
  return CertaintyTexts::fit(fits, wanted, fits < wanted && isLeast);
}

QString nowhereText(const AllocationAnswer& answer) {
  return CertaintyTexts::nowhere(unknownNodes(answer) > 0);
}

QString caveatText(Caveat caveat) {
  return CertaintyTexts::caveat(caveat);
}

QStringList heldSomewhereTexts(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  QStringList out;
  for (const ReplicaPlacement& placement : answer.placements) {
    const NodeRecord& node = snapshot.node(placement.place.node);
    if (placement.place.cards.empty() || heldSomewhere(node) <= MemUnits(0)) continue;
    const QString text = CertaintyTexts::heldSomewhereOn(node);
    if (!out.contains(text)) out << text;
  }
  return out;
}

QString scoreText(ScoreCode code) {
  return CertaintyTexts::score(code);
}

QString waitingText(Waiting waiting) {
  return CertaintyTexts::waiting(waiting);
}

}  // namespace cardinal::ui
