// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/i18n/plan_texts.h"
#include "ui/i18n/texts.h"

namespace cardinal::ui {

namespace {

class SwitchTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::SwitchTexts)

 public:
  static QString way(SwitchWay way) {
    switch (way) {
      case SwitchWay::Same:
        return tr("is so already");
      case SwitchWay::Directly:
        return tr("at once");
      case SwitchWay::AfterDrain:
        return tr("after the GPU pods have left");
      case SwitchWay::ReAdd:
        return tr("only by removing the node and adding it again");
      case SwitchWay::Refused:
        return tr("refused");
    }
    return {};
  }

  static QString note(const NotedSwitch& noted) { return isRefusal(noted.note) ? refusal(noted) : caution(noted); }

 private:
  static QString refusal(const NotedSwitch& noted);
  static QString caution(const NotedSwitch& noted);
};

QString SwitchTexts::refusal(const NotedSwitch& noted) {
  const QString detail = plain(noted.detail);
  switch (noted.note) {
    case SwitchNote::AlreadyThere:
      return tr("The node has this setting already.");
    case SwitchNote::ToMig:
      return tr(
          "Which resources a MIG node publishes is not known, so nobody could see whether the switch worked. Add the "
          "node to a node pool for MIG.");
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
      return {};
  }
}

QString SwitchTexts::caution(const NotedSwitch& noted) {
  switch (noted.note) {
    case SwitchNote::ReAddAdvised:
      return tr("The vendor's clean way is to remove the node and add it again to a node pool with the label.");
    case SwitchNote::ModuleStays:
      return tr("The isolation module stays loaded until the machine restarts.");
    case SwitchNote::SourcesDisagree:
      return tr("The vendor's pages contradict each other about this switch.");
    case SwitchNote::NotDocumented:
      return tr("The vendor's documentation does not describe this switch.");
    case SwitchNote::PluginNotRestored:
      return tr("Without the label aliyun.accelerator/nvidia_count nothing brings the NVIDIA device plugin back.");
    case SwitchNote::RemovalNoReturn:
      return tr(
          "The label is absent now. A rollback removes it again, which does not restore exclusive scheduling; set it "
          "to default for that.");
    case SwitchNote::FuturePodsOnly:
      return tr("Only future pods are placed differently; running pods stay where they are.");
    case SwitchNote::Foreign:
      return tr("The node publishes the resources of several modes: %1.").arg(plain(noted.detail));
    default:
      return {};
  }
}

}  // namespace

QString switchWayText(SwitchWay way) {
  return SwitchTexts::way(way);
}
QString switchNoteText(const NotedSwitch& note) {
  return SwitchTexts::note(note);
}

}  // namespace cardinal::ui
