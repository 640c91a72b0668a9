// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

/// What a refusal is about, by its one character.
enum class MarkKind { Memory, Compute, Full, Health, Resource, Mode, Cordoned, Taint, Labels };

class RemedyTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::RemedyTexts)

 public:
  static QString title(const Remedy& remedy, const ClusterSnapshot& snapshot);
  static QString effect(const Remedy& remedy, const ClusterSnapshot& snapshot);
  static QString mark(MarkKind kind);
  static QString meaning(MarkKind kind);

 private:
  static QString requestTitle(const Remedy& remedy, const ClusterSnapshot& snapshot);
};

QString RemedyTexts::requestTitle(const Remedy& remedy, const ClusterSnapshot& snapshot) {
  const MemoryUnit unit = snapshot.node(remedy.node).gpu.unit;
  switch (remedy.kind) {
    case RemedyKind::RequestLessMemory:
      return tr("Ask for %1 instead of %2").arg(memory(MemUnits(remedy.to), unit), memory(MemUnits(remedy.from), unit));
    case RemedyKind::RequestLessCore:
      return tr("Ask for %1 % of compute instead of %2 %").arg(count(remedy.to), count(remedy.from));
    case RemedyKind::RequestFewerCards:
      return tr("Ask for %n card(s) instead of %1", nullptr, static_cast<int>(remedy.to)).arg(count(remedy.from));
    case RemedyKind::SpreadOverCards:
      return tr("Spread the memory over %n card(s) (aliyun.com/gpu-count)", nullptr, static_cast<int>(remedy.to));
    case RemedyKind::DropCore:
      return tr("Ask for memory alone, without a share of compute");
    case RemedyKind::AddCore:
      return tr("Ask for %1 % of compute beside the memory").arg(count(remedy.to));
    case RemedyKind::DropSelector:
      return tr("Remove the node selector %1").arg(plain(remedy.subject, 120));
    case RemedyKind::DropAffinity:
      return tr("Remove the required node affinity");
    case RemedyKind::Tolerate:
      return tr("Tolerate the taint %1").arg(plain(remedy.subject, 120));
    default:
      return {};
  }
}

QString RemedyTexts::title(const Remedy& remedy, const ClusterSnapshot& snapshot) {
  const QString node = plain(snapshot.node(remedy.node).name, 80);
  switch (remedy.kind) {
    case RemedyKind::Uncordon:
      return tr("Uncordon %1").arg(node);
    case RemedyKind::MakeReady:
      return tr("Bring %1 back to Ready").arg(node);
    case RemedyKind::MovePod:
      return tr("Move 1 pod: %1").arg(plain(remedy.subject, 120));
    case RemedyKind::AddNode:
      return tr("Add 1 node like %1").arg(node);
    default:
      return requestTitle(remedy, snapshot);
  }
}

QString RemedyTexts::effect(const Remedy& remedy, const ClusterSnapshot& snapshot) {
  const QString place = placeText(remedy.place, snapshot);
  if (remedy.kind == RemedyKind::MovePod && remedy.moved) {
    return tr("It moves to %1; then this pod fits on %2").arg(placeText(*remedy.moved, snapshot), place);
  }
  if (remedy.kind == RemedyKind::AddNode) {
    return tr("It takes %n of these pods", nullptr, static_cast<int>(remedy.room));
  }
  if (remedy.room <= 1) return tr("Then it fits on %1").arg(place);
  return tr("Then it fits on %1; the node takes %n of these pods", nullptr, static_cast<int>(remedy.room)).arg(place);
}

MarkKind markOf(ReasonCode code) {
  switch (code) {
    case ReasonCode::InsufficientCardMemory:
      return MarkKind::Memory;
    case ReasonCode::InsufficientCardCore:
    case ReasonCode::NoCommonCard:
      return MarkKind::Compute;
    case ReasonCode::CardFull:
    case ReasonCode::CardNotEmpty:
    case ReasonCode::NotEnoughCards:
    case ReasonCode::NotEnoughWholeCards:
      return MarkKind::Full;
    case ReasonCode::CardUnhealthy:
    case ReasonCode::NodeNotReady:
      return MarkKind::Health;
    case ReasonCode::InsufficientResource:
    case ReasonCode::TooManyPods:
      return MarkKind::Resource;
    case ReasonCode::NoGpu:
    case ReasonCode::ModeMismatch:
    case ReasonCode::CoreNotOffered:
    case ReasonCode::CoreRequired:
    case ReasonCode::MultiCardNotSupported:
    case ReasonCode::ModeNotPlaceable:
    case ReasonCode::NeverBound:
      return MarkKind::Mode;
    case ReasonCode::NodeUnschedulable:
      return MarkKind::Cordoned;
    case ReasonCode::TaintNotTolerated:
      return MarkKind::Taint;
    default:
      return MarkKind::Labels;
  }
}

QString RemedyTexts::mark(MarkKind kind) {
  switch (kind) {
    case MarkKind::Memory:
      return tr("M", "mark of insufficient GPU memory; one character");
    case MarkKind::Compute:
      return tr("C", "mark of insufficient compute; one character");
    case MarkKind::Full:
      return tr("F", "mark of cards that are full; one character");
    case MarkKind::Health:
      return tr("H", "mark of bad health; one character");
    case MarkKind::Resource:
      return tr("R", "mark of a resource of the node that is short; one character");
    case MarkKind::Mode:
      return tr("Q", "mark of a mode that takes other requests; one character");
    case MarkKind::Cordoned:
      return tr("U", "mark of a cordoned node; one character");
    case MarkKind::Taint:
      return tr("T", "mark of a taint; one character");
    case MarkKind::Labels:
      break;
  }
  return tr("L", "mark of labels and rules that do not match; one character");
}

QString RemedyTexts::meaning(MarkKind kind) {
  switch (kind) {
    case MarkKind::Memory:
      return tr("GPU memory");
    case MarkKind::Compute:
      return tr("compute");
    case MarkKind::Full:
      return tr("full cards");
    case MarkKind::Health:
      return tr("health of the card or node");
    case MarkKind::Resource:
      return tr("resources of the node");
    case MarkKind::Mode:
      return tr("mode of the node: it takes other requests");
    case MarkKind::Cordoned:
      return tr("unschedulable: the node is cordoned");
    case MarkKind::Taint:
      return tr("taints");
    case MarkKind::Labels:
      break;
  }
  return tr("labels and rules that the node must meet");
}

}  // namespace

QString remedyTitle(const Remedy& remedy, const ClusterSnapshot& snapshot) {
  return RemedyTexts::title(remedy, snapshot);
}
QString remedyEffect(const Remedy& remedy, const ClusterSnapshot& snapshot) {
  return RemedyTexts::effect(remedy, snapshot);
}
QString refusalMark(ReasonCode code) {
  return RemedyTexts::mark(markOf(code));
}
QString refusalMarkMeaning(ReasonCode code) {
  return RemedyTexts::meaning(markOf(code));
}

}  // namespace cardinal::ui
