// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class SwitchTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::SwitchTexts)

 public:
  static QString way(SwitchWay way) {
    switch (way) {
      case SwitchWay::Same:
        return tr("already set");
      case SwitchWay::Directly:
        return tr("immediately");
      case SwitchWay::AfterDrain:
        return tr("requires evicting the GPU pods");
      case SwitchWay::ReAdd:
        return tr("only by removing and re-adding the node");
      case SwitchWay::Refused:
        return tr("not supported");
    }
    return {};
  }

  static QString meaning(std::string_view key) {
    if (key == "nvidia.com/mig.config") return tr("MIG geometry, by the name of mig-manager's configuration");
    if (key == "nvidia.com/device-plugin.config")
      return tr("Time-slicing, MPS or whole cards, by the name of the device plugin's configuration");
    if (key == "hami.io/device-cordon") return tr("Cards that HAMi gives to no new pod, by their UUIDs");
    return {};
  }

  static QString note(const NotedSwitch& noted) { return isRefusal(noted.note) ? refusal(noted) : caution(noted); }

 private:
  static QString refusal(const NotedSwitch& noted);
  static QString stackRefusal(const NotedSwitch& noted);
  static QString configRefusal(const NotedSwitch& noted);
  static QString layoutRefusal(const NotedSwitch& noted);
  static QString caution(const NotedSwitch& noted);
  static QString stackCaution(const NotedSwitch& noted);
};

QString SwitchTexts::refusal(const NotedSwitch& noted) {
  const QString detail = plain(noted.detail);
  switch (noted.note) {
    case SwitchNote::AlreadyThere:
      return tr("The node has this setting already.");
    case SwitchNote::ToMig:
      return tr(
          "It is unknown which resources a MIG node publishes, so the switch could not be verified. Add the node to a "
          "node pool for MIG.");
    case SwitchNote::FromMig:
      return tr(
          "A MIG node is not relabelled. Remove it from the cluster and add it to a node pool of the mode you want.");
    case SwitchNote::ModeUnknown:
      return tr("The mode \"%1\" of the node is not known, so there is no safe way out of it.").arg(detail);
    case SwitchNote::OtherStack:
      return tr("The node belongs to another GPU stack (%1). Turn that off first.").arg(detail);
    case SwitchNote::NoCards:
      return tr("The node shows no GPU cards.");
    case SwitchNote::DriverUpgrade:
      return tr("The GPU operator is changing the driver of the node (%1). Wait until it has finished.").arg(detail);
    case SwitchNote::NotReady:
      return tr("The node is not ready, so no device plugin can answer. Bring it back first.");
    case SwitchNote::NotShared:
      return tr("Placement is for nodes with shared cards; this one is in the mode %1.").arg(detail);
    default:
      return stackRefusal(noted);
  }
}

/// Of switches of other stacks than ACK's.
QString SwitchTexts::stackRefusal(const NotedSwitch& noted) {
  const QString detail = plain(noted.detail);
  switch (noted.note) {
    case SwitchNote::SeveralStacks:
      return tr("The node belongs to several GPU stacks (%1). Take all but one off it first.").arg(detail);
    case SwitchNote::NotMigCapable:
      return tr("The cards of the node cannot be cut by MIG: the label nvidia.com/mig.capable is not true.");
    case SwitchNote::NoMigManager:
      return tr(
          "No mig-manager runs on the node, so nothing follows the label. With the GPU operator it is deployed by the "
          "label nvidia.com/gpu.deploy.mig-manager=true.");
    case SwitchNote::NoMigStrategy:
      return tr(
          "The device plugin runs without a MIG strategy and would offer cut cards as whole ones. Set the strategy "
          "single or mixed in the ClusterPolicy first.");
    case SwitchNote::LayoutByHand:
      return tr(
          "The MIG instances of the node were not made by mig-manager, so nothing could restore them. Set the label "
          "nvidia.com/mig.config to a configuration that describes them first; mig-manager then changes nothing.");
    case SwitchNote::NoInstances:
      return tr(
          "all-enabled makes no instances: the node would offer nothing, and nobody could see whether it worked.");
    case SwitchNote::SameAgain:
      return tr("The node has the configuration %1 already, and mig-manager failed at it. The same value starts "
                "nothing: switch to another configuration and then back.")
          .arg(detail);
    case SwitchNote::OperatorBusy:
      return tr("A Kubernetes operator is changing the node (%1). Wait until it has finished. If nothing happens for "
                "ten minutes, look at the operator's pod on the node.")
          .arg(detail);
    case SwitchNote::PluginOff:
      return tr("The device plugin is switched off on the node (%1), so nothing would follow the label.").arg(detail);
    case SwitchNote::PluginInTheWay:
      return tr("Another device plugin offers %1 on the node, and HAMi registers the same name. Take that plugin off "
                "the node first; with the GPU operator by the label nvidia.com/gpu.deploy.device-plugin=false.")
          .arg(detail);
    case SwitchNote::ProfileNotOfCard:
      return tr("The cards of the node have no such MIG profile. They have: %1.").arg(detail);
    case SwitchNote::ConfigMissing:
    case SwitchNote::ConfigUnreadable:
    case SwitchNote::TooFewReplicas:
    case SwitchNote::TooManyClients:
    case SwitchNote::MpsOnMig:
      return configRefusal(noted);
    case SwitchNote::MigConfigMissing:
    case SwitchNote::MigConfigUnreadable:
    case SwitchNote::LayoutMedia:
    case SwitchNote::LayoutMemory:
    case SwitchNote::LayoutStarts:
    case SwitchNote::LayoutCompute:
    case SwitchNote::LayoutOfSingle:
      return layoutRefusal(noted);
    case SwitchNote::UnknownCards:
      return tr("The node registers no cards of these ids: %1.").arg(detail);
    default:
      return {};
  }
}

/// Of configurations of NVIDIA's device plugin.
QString SwitchTexts::configRefusal(const NotedSwitch& noted) {
  const QString detail = plain(noted.detail);
  switch (noted.note) {
    case SwitchNote::ConfigMissing:
      return noted.detail.empty()
                 ? tr("The device plugin's ConfigMap is empty, so it has no such configuration.")
                 : tr("The device plugin's ConfigMap has no configuration of this name. It has: %1.").arg(detail);
    case SwitchNote::ConfigUnreadable:
      return tr("The device plugin would not accept the configuration %1 of its ConfigMap, and the node would offer no "
                "GPU.")
          .arg(detail);
    case SwitchNote::TooFewReplicas:
      return tr("The device plugin accepts 2 or more replicas; the configuration has fewer (%1), and the plugin would "
                "stop: "
                "the node would offer no GPU. A configuration without \"sharing\" turns sharing off.")
          .arg(detail);
    case SwitchNote::TooManyClients:
      return tr("MPS accepts at most 48 clients of a card, and 16 before compute capability 7.5: %1.").arg(detail);
    case SwitchNote::MpsOnMig:
      return tr(
          "The configuration shares by MPS, and the cards of the node are divided by MIG: the device plugin would "
          "stop, and the node would offer no GPU.");
    default:
      return {};
  }
}

/// Of layouts of mig-manager.
QString SwitchTexts::layoutRefusal(const NotedSwitch& noted) {
  const QString detail = plain(noted.detail);
  switch (noted.note) {
    case SwitchNote::MigConfigMissing:
      return tr("mig-manager's ConfigMap has no configuration of this name, so mig-manager would report failed. It "
                "has: %1.")
          .arg(detail);
    case SwitchNote::MigConfigUnreadable:
      return tr("mig-manager cannot read its ConfigMap %1, so every configuration would fail. Correct the ConfigMap "
                "first.")
          .arg(detail);
    case SwitchNote::LayoutMedia:
      return tr("The layout does not fit a card of the node: %1. Only one MIG instance of a card can have the media "
                "engines (+me).")
          .arg(detail);
    case SwitchNote::LayoutMemory:
      return tr("The layout does not fit a card of the node: %1. The card has too few memory slices.").arg(detail);
    case SwitchNote::LayoutStarts:
      return tr("The layout does not fit a card of the node: %1. Memory slices are left, but a MIG instance cannot "
                "start at any of them.")
          .arg(detail);
    case SwitchNote::LayoutCompute:
      return tr("The layout does not fit a card of the node: %1. The card has too few compute slices.").arg(detail);
    case SwitchNote::LayoutOfSingle:
      return tr("Under the MIG strategy single the device plugin accepts one profile on all cards of a node, and each "
                "with instances: with %1 it would stop, and the node would offer no GPU. Choose a configuration of one "
                "profile, or set the strategy mixed in the ClusterPolicy first.")
          .arg(detail);
    default:
      return {};
  }
}

QString SwitchTexts::caution(const NotedSwitch& noted) {
  switch (noted.note) {
    case SwitchNote::ReAddAdvised:
      return tr("The vendor recommends removing the node and re-adding it to a node pool with the label.");
    case SwitchNote::ModuleStays:
      return tr("The isolation module stays loaded until the machine restarts.");
    case SwitchNote::SourcesDisagree:
      return tr("The vendor's documentation contradicts itself on this switch.");
    case SwitchNote::NotDocumented:
      return tr(
          "The vendor's documentation does not say whether relabelling a running node is enough for this switch.");
    case SwitchNote::PluginNotRestored:
      return tr("Without the label aliyun.accelerator/nvidia_count nothing brings the NVIDIA device plugin back.");
    case SwitchNote::RemovalNoReturn:
      return tr(
          "The label is absent now. A rollback removes it again, which does not restore exclusive scheduling; for "
          "that, set it to default.");
    case SwitchNote::FuturePodsOnly:
      return tr("Only future pods are placed differently; running pods stay where they are.");
    case SwitchNote::Foreign:
      return tr("The node publishes the resources of several modes: %1.").arg(plain(noted.detail));
    default:
      return stackCaution(noted);
  }
}

QString SwitchTexts::stackCaution(const NotedSwitch& noted) {
  const QString detail = plain(noted.detail);
  switch (noted.note) {
    case SwitchNote::ManagerStops:
      return tr(
          "mig-manager stops the device plugin, GPU feature discovery and DCGM of the node while it works; where the "
          "MIG mode changes, the machine may restart.");
    case SwitchNote::FailedBefore:
      return tr("mig-manager failed at the present configuration %1, so a rollback may not reach it either.")
          .arg(detail);
    case SwitchNote::RollbackWrites:
      return tr("The label is absent now, and mig-manager ignores its removal: a rollback sets %1.").arg(detail);
    case SwitchNote::ConfigNotRead:
      return tr(
          "What the configuration does stands in the device plugin's ConfigMap, which is not read. With a name that "
          "the ConfigMap does not have, the plugin keeps its old configuration. Time-slicing isolates neither memory "
          "nor faults. MPS needs cards without MIG, and processes that run outside it fail, so GPU pods leave first.");
    case SwitchNote::ConfigOf:
      if (noted.detail == "-") return tr("The configuration shares no cards: the node offers whole cards.");
      return tr("By the configuration each device is offered as %1. Time-slicing isolates neither memory nor faults. "
                "MPS "
                "needs cards without MIG, and processes that run outside it fail, so GPU pods leave first.")
          .arg(detail);
    case SwitchNote::OwnLayoutOf:
      if (noted.detail == "-") return tr("mig-manager's ConfigMap gives the cards no MIG instances.");
      return tr("mig-manager's ConfigMap gives the cards: %1. The numbers behind @ are the first memory slices.")
          .arg(detail);
    case SwitchNote::LayoutOf:
      return tr("In NVIDIA's default configuration this gives each card: %1.").arg(detail);
    case SwitchNote::NoOtherPlugin:
      return tr("Nothing offers the cards of the node until another device plugin runs on it.");
    case SwitchNote::NextRegistration:
      return tr(
          "HAMi's scheduler reads it at the node's next registration, within about 45 seconds; older versions do not "
          "know the annotation.");
    case SwitchNote::AllCards:
      return tr("No card of the node is left for new pods.");
    default:
      return {};
  }
}

}  // namespace

QString switchWayText(SwitchWay way) {
  return SwitchTexts::way(way);
}
QString switchMeaning(std::string_view key) {
  return SwitchTexts::meaning(key);
}
QString switchNoteText(const NotedSwitch& note) {
  return SwitchTexts::note(note);
}

}  // namespace cardinal::ui
