// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/i18n/equal_places.h"
#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"

namespace cardinal::ui {

namespace {

class CertaintyTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::CertaintyTexts)

 public:
  static QString word(Certainty certainty);
  static QString sentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);
  static QString caveat(Caveat caveat);
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

QString CertaintyTexts::sentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  if (answer.candidates.empty()) return tr("No node takes it now.");
  const QString node = plain(snapshot.node(answer.candidates.front().node).name);
  switch (answer.certainty) {
    case Certainty::Certain:
      return tr("It lands on %1: no other place is possible or equal.").arg(node);
    case Certainty::OneOf:
      if (answer.tied == 1) return tr("It lands on %1, unless something that was not looked at (below) stands in the way.").arg(node);
      return tr("It lands on one of %n node(s) that tie; the scheduler chooses among them.", nullptr,
                static_cast<int>(answer.tied));
    case Certainty::Modelled:
      if (const std::size_t equal = equalPlaces(answer); equal > 1) {
        const QString places = count(static_cast<std::int64_t>(equal));
        return answer.totalsKnown ? tr("%1 nodes share the best score by the scheduler's default settings, as far as they are known; one of them "
                                       "will be taken, %2 or another. It may choose otherwise.")
                                        .arg(places, node)
                                  : tr("%1 nodes are equally good by the public model of a scheduler whose source is closed; one of them will be "
                                       "taken, %2 or another. It may choose otherwise.")
                                        .arg(places, node);
      }
      if (answer.totalsKnown) {
        return tr("%1 has the best score by the scheduler's default settings, as far as they are known; it may choose "
                  "otherwise.")
            .arg(node);
      }
      return tr("%1 is the best place by the public model of a scheduler whose source is closed; it may choose "
                "otherwise.")
          .arg(node);
  }
  return {};
}

QString CertaintyTexts::caveat(Caveat caveat) {
  switch (caveat) {
    case Caveat::ClosedScheduler:
      return tr("The scheduler of these nodes is closed; the answer follows its public description.");
    case Caveat::NodeScoresNotModelled:
      return tr("Other scores of kube-scheduler may prefer one of the feasible nodes.");
    case Caveat::CardChosenByKubelet:
      return tr("The kubelet chooses the card of a whole-card request and does not tell which.");
    case Caveat::PodAffinity:
      return tr("Pod affinity and anti-affinity were not evaluated.");
    case Caveat::TopologySpread:
      return tr("Topology spread constraints were not evaluated.");
    case Caveat::Volumes:
      return tr("Volumes were not evaluated; they may tie the pod to some nodes.");
    case Caveat::ContainersUnmatched:
      return tr("Several containers of the pod ask for GPU memory. On nodes with several cards the open-source device plugin "
                "finds no pod for any of them: they would not start.");
    case Caveat::VolumeLimits:
      return tr("How many volumes a node may attach was not looked at.");
    case Caveat::RulesNotRead:
      return tr("Quotas and limit ranges of the namespace could not be read; the server may refuse the pods.");
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
    case Caveat::NodesNotReady:
      return tr("A node that would take it is not ready, but nothing keeps the scheduler from choosing it.");
    case Caveat::TooManyPodsOnCard:
      return tr("A chosen card would carry more than 20 pods, the limit of cGPU: the container would fail to start.");
    case Caveat::ProfileNotVerified:
      return tr(
          "The scores follow the default settings of this Kubernetes version, which were not compared with its "
          "real scheduler.");
    case Caveat::PluginsNotEvaluated:
      return tr("The scheduler's configuration names plugins or settings that are not evaluated.");
    case Caveat::OtherScheduler:
      return tr("The pod names another scheduler, whose settings are not known.");
    case Caveat::NodesSampled:
      return tr(
          "In a cluster of this size the scheduler looks at some of the feasible nodes only and does not tell "
          "which.");
    case Caveat::ServicesNotRead:
      return tr("Services were not read; one that selects this pod would spread it.");
    case Caveat::ReplicasInteract:
      return tr("Each replica changes where the next may go; only the first place is exact.");
    case Caveat::Preemption:
      return tr(
          "Pods of lower priority run where it would fit without them; what the scheduler would evict for it was "
          "not evaluated.");
  }
  return {};
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

QString certaintySentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  return CertaintyTexts::sentence(answer, snapshot);
}

QString caveatText(Caveat caveat) {
  return CertaintyTexts::caveat(caveat);
}

QString scoreText(ScoreCode code) {
  return CertaintyTexts::score(code);
}

QString waitingText(Waiting waiting) {
  return CertaintyTexts::waiting(waiting);
}

}  // namespace cardinal::ui
