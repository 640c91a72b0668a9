// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/pending_texts.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <limits>
#include <optional>

#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/card_numbers.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

int asInt(std::int64_t amount) {
  return static_cast<int>(std::clamp<std::int64_t>(amount, 0, std::numeric_limits<int>::max()));
}
MemoryUnit unitOf(NodeIndex node, const ClusterSnapshot& snapshot) {
  return snapshot.node(node).gpu.unit;
}
QString nameOf(NodeIndex node, const ClusterSnapshot& snapshot) {
  return plain(snapshot.node(node).name, 80);
}

bool isBetweenPods(ReasonCode code) {
  return code == ReasonCode::TopologyKeyMissing || code == ReasonCode::TopologySpreadSkew ||
         code == ReasonCode::PodAffinityUnmatched || code == ReasonCode::PodAntiAffinityConflict ||
         code == ReasonCode::ExistingAntiAffinity;
}

/// What a node says that accepts the kind of request and has too little.
bool isOfRoom(ReasonCode code) {
  return code == ReasonCode::InsufficientResource || code == ReasonCode::TooManyPods ||
         code == ReasonCode::NotEnoughWholeCards || code == ReasonCode::NotEnoughCards ||
         code == ReasonCode::InsufficientCardMemory || code == ReasonCode::InsufficientCardCore;
}

/// The refusal that stands nearest to a fit: of the node that lacks least, else of the last rule that was reached;
/// where cards are there, what keeps the pod off them.
ReasonCode leadingCode(const PendingExplanation& why) {
  if (why.room.ruled > 0) {
    for (const RefusalGroup& group : why.groups) {
      if (isBetweenPods(group.code)) return group.code;
    }
  }
  if (!why.nearest.empty()) return why.nearest.front().miss.code;
  // A node of which it is unknown what it takes is near nothing, where others say what they lack.
  std::optional<ReasonCode> last;
  for (const RefusalGroup& group : why.groups) {
    if (!isUnknown(group.nearest)) last = std::max(last.value_or(group.code), group.code);
  }
  if (last) return *last;
  return why.groups.empty() ? ReasonCode::NodeUnknown : why.groups.front().code;
}

/// A node that is said to take the pod may not: where its volumes can be used was not looked at.
bool hasOpenVolumes(const PendingExplanation& why) {
  return why.volumes == PodVolumes::NotBound || why.volumes == PodVolumes::NotRead;
}

bool hasUnknownNodes(const PendingExplanation& why) {
  return std::any_of(why.groups.begin(), why.groups.end(),
                     [](const RefusalGroup& group) { return isUnknown(group.nearest); });
}

const RefusalGroup* leadingGroup(const PendingExplanation& why) {
  const ReasonCode code = leadingCode(why);
  const auto found = std::find_if(why.groups.begin(), why.groups.end(),
                                  [code](const RefusalGroup& group) { return group.code == code; });
  if (found != why.groups.end()) return &*found;
  return why.groups.empty() ? nullptr : &why.groups.front();
}

class PendingTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::PendingTexts)

 public:
  static QString cause(const PendingExplanation& why);
  static QString headline(const PendingExplanation& why, const ClusterSnapshot& snapshot);
  static QString onceAdmitted(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
    if (why.fitting == 0 || !why.place) return tr("Once its queue admits it: %1").arg(ofNodes(why, snapshot));
    const QString where = place(*why.place, snapshot, why.gpu);
    return withVolumes(
        why.fitting == 1
            ? tr("Once its queue admits it, it fits on %1, as the cluster is now").arg(where)
            : tr("Once its queue admits it, it fits on %n node(s), for example on %1, as the cluster is now", nullptr,
                 static_cast<int>(why.fitting))
                  .arg(where),
        why);
  }
  /// The clause that nodes take the pod, where that hangs on its volumes, too.
  static QString withVolumes(const QString& fits, const PendingExplanation& why) {
    return hasOpenVolumes(why) ? tr("%1, unless its volumes cannot be used there").arg(fits) : fits;
  }
  static QString heldBackCause(const RawPod& pod) {
    if (isTerminating(pod)) return tr("terminating");
    return pod.spec.hasSchedulingGates ? tr("scheduling gates") : QString();
  }
  static QString heldBack(const RawPod& pod);
  static QString heldBackOutlook(const RawPod& pod, const PendingExplanation& why);
  static QString outlook(const PendingExplanation& why);
  static QString figures(const RefusalGroup& group, const ClusterSnapshot& snapshot);
  static QString lack(const NearFit& near, const ClusterSnapshot& snapshot);
  static QString place(const Candidate& place, const ClusterSnapshot& snapshot, const GpuRequest& gpu);

 private:
  static QString ofNodes(const PendingExplanation& why, const ClusterSnapshot& snapshot);
  static QString fits(const PendingExplanation& why, const ClusterSnapshot& snapshot);
  static QString ofVolumes(const PendingExplanation& why);
  static QString mayHelp(const PendingExplanation& why);
  static QString fragmented(const PendingExplanation& why);
  static QString tooLittle(const PendingExplanation& why, const ClusterSnapshot& snapshot);
  static QString tooLarge(const PendingExplanation& why);
};

QString PendingTexts::cause(const PendingExplanation& why) {
  if (why.outlook == Outlook::Gated) return tr("scheduling gates");
  if (why.outlook == Outlook::FitsNow) return tr("fits now");
  if (why.outlook == Outlook::Unknown && why.fitting > 0)
    return hasOpenVolumes(why) ? tr("fits, unless its volumes are elsewhere") : tr("terminating");
  if (!why.problems.empty() && why.outlook == Outlook::Unknown) return tr("not evaluated");
  if (why.outlook == Outlook::Invalid) return tr("invalid request");
  if (why.fragmented)
    return why.gpu.kind() == GpuRequest::Kind::Shared ? tr("GPU memory fragmented") : tr("free cards scattered");
  if (why.nodes == 0) return tr("no nodes");
  return reasonShort(leadingCode(why));
}

QString PendingTexts::fragmented(const PendingExplanation& why) {
  const OfferedRoom& room = why.room;
  const auto shared = why.gpu.shared();
  if (!shared) {
    return tr("%n card(s) are free in total, but no node has %1 of them", nullptr, asInt(room.freeCards))
        .arg(count(why.gpu.wholeCards().value_or(0)));
  }
  const auto cards = static_cast<int>(room.cards);
  const QString free = memory(room.free, room.unit);
  const QString each = memory(shared->memoryPerCard(), room.unit);
  if (shared->cards > 1) {
    return tr("%n card(s) have %1 free in total, but no node has %2 cards with %3 each", nullptr, cards)
        .arg(free, count(shared->cards), each);
  }
  if (shared->asksCore) {
    return tr("%n card(s) have %1 free in total, but none can give %2 and %3 of compute at once", nullptr, cards)
        .arg(free, each, corePercent(shared->core));
  }
  return tr("%n card(s) have %1 free in total, none has %2 free alone", nullptr, cards).arg(free, each);
}

/// A node that is cordoned has them, or none is known to.
QString PendingTexts::tooLittle(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
  const OfferedRoom& room = why.room;
  const auto opens = std::find_if(why.remedies.begin(), why.remedies.end(),
                                  [](const Remedy& remedy) { return remedy.kind == RemedyKind::Uncordon; });
  const QString shut = opens != why.remedies.end() ? nameOf(opens->node, snapshot) : QString();
  const auto shared = why.gpu.shared();
  if (!shared) {
    const int wanted = why.gpu.wholeCards().value_or(0);
    const QString free = count(room.freeCards);
    if (!shut.isEmpty()) {
      return tr("%n card(s) are needed, and the schedulable nodes that offer them have %1 free in total; %2, which is "
                "cordoned, has them",
                nullptr, wanted)
          .arg(free, shut);
    }
    return tr("%n card(s) are needed, and the schedulable nodes that offer them have %1 free in total", nullptr, wanted)
        .arg(free);
  }
  const auto cards = static_cast<int>(room.cards);
  const QString asked = memory(shared->memory, room.unit);
  const QString free = memory(room.free, room.unit);
  if (!shut.isEmpty()) {
    return tr("%1 is needed; the %n card(s) of schedulable nodes that take such requests have %2 free in all; %3, "
              "which is cordoned, has it",
              nullptr, cards)
        .arg(asked, free, shut);
  }
  return tr("%1 is needed; the %n card(s) that take such requests have %2 free in all", nullptr, cards)
      .arg(asked, free);
}

/// Not even an empty card or node has what is requested; empty where that is not so.
QString PendingTexts::tooLarge(const PendingExplanation& why) {
  const OfferedRoom& room = why.room;
  if (why.outlook != Outlook::NeedsChange || room.nodes == 0 || room.cardsUnknown > 0) return {};
  const auto shared = why.gpu.shared();
  const std::optional<int> cards = shared ? std::optional(shared->cards) : why.gpu.wholeCards();
  if (cards && *cards > room.mostCards) {
    return tr("%1 cards are requested on one node; the largest such node has %2")
        .arg(count(*cards), count(room.mostCards));
  }
  if (shared && shared->memoryPerCard() > room.largestTotal) {
    return tr("%1 is requested on one card; the largest matching card has %2")
        .arg(memory(shared->memoryPerCard(), room.unit), memory(room.largestTotal, room.unit));
  }
  return {};
}

/// Before anything that nodes have: the scheduler does not even look at them.
QString PendingTexts::headline(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
  if (why.outlook != Outlook::Gated) return ofNodes(why, snapshot);
  if (why.fitting == 0 || !why.place)
    return tr("Scheduling gates hold it back. Once they are removed: %1").arg(ofNodes(why, snapshot));
  const QString where = place(*why.place, snapshot, why.gpu);
  return withVolumes(
      why.fitting == 1
          ? tr("Scheduling gates hold it back. Once they are removed it fits on %1, as the cluster is now").arg(where)
          : tr("Scheduling gates hold it back. Once they are removed it fits on %n node(s), for example on %1, as "
               "the "
               "cluster is now",
               nullptr, static_cast<int>(why.fitting))
                .arg(where),
      why);
}

QString PendingTexts::fits(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
  const QString where = place(*why.place, snapshot, why.gpu);
  const int nodes = static_cast<int>(why.fitting);
  if (hasOpenVolumes(why)) {
    return withVolumes(nodes == 1 ? tr("Would fit on %1").arg(where)
                                  : tr("Would fit on %n node(s), for example on %1", nullptr, nodes).arg(where),
                       why);
  }
  return nodes == 1
             ? tr("Fits now on %1; it waits for the scheduler").arg(where)
             : tr("Fits now on %n node(s), for example on %1; it waits for the scheduler", nullptr, nodes).arg(where);
}

QString PendingTexts::ofNodes(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
  if (!why.problems.empty()) return errorText(why.problems.front());
  if (why.fitting > 0 && why.place) return fits(why, snapshot);
  if (why.nodes == 0) return tr("The cluster has no nodes");
  if (why.fragmented) return fragmented(why);
  if (const QString large = tooLarge(why); !large.isEmpty()) return large;
  if (why.room.ruled > 0 && leadingGroup(why) != nullptr && isBetweenPods(leadingGroup(why)->code)) {
    const RefusalGroup& group = *leadingGroup(why);
    return tr("%n node(s) have enough cards free, but a rule between pods refuses this one; on %1: %2", nullptr,
              static_cast<int>(why.room.ruled))
        .arg(nameOf(group.nearestNode, snapshot), reasonSentence(group.nearest, unitOf(group.nearestNode, snapshot)));
  }
  if (why.room.blocked > 0) {
    return tr("%n node(s) have room on their cards, but another resource is short", nullptr,
              static_cast<int>(why.room.blocked));
  }
  const auto shared = why.gpu.shared();
  const bool known = why.room.cards > 0 && why.room.cardsUnknown == 0;
  const bool lacksMemory = shared && shared->memory.value > 0 && why.room.free < shared->memory;
  if (why.room.nodes > 0 && known && lacksMemory) return tooLittle(why, snapshot);
  const auto cards = why.gpu.wholeCards();
  const bool lacksCards = cards && leadingCode(why) != ReasonCode::InsufficientResource && why.room.freeCards < *cards;
  if (why.room.nodes > 0 && lacksCards) return tooLittle(why, snapshot);
  const RefusalGroup* group = leadingGroup(why);
  if (group == nullptr) return tr("No node takes it");
  const QString sentence = reasonSentence(group->nearest, unitOf(group->nearestNode, snapshot));
  if (hasUnknownNodes(why)) return tr("No node is known to take it; nearest: %1").arg(sentence);
  // Nodes that rules between pods refuse are in no sum of what is offered, but they do accept such requests.
  const bool isOfVolumes = group->code == ReasonCode::VolumeElsewhere;
  const bool isRefusedKind =
      why.room.nodes == 0 && !isOfRoom(group->code) && !isBetweenPods(group->code) && !isOfVolumes;
  if (isRefusedKind) return tr("No node accepts this kind of request; nearest: %1").arg(sentence);
  return tr("No node takes it; nearest: %1").arg(sentence);
}

QString PendingTexts::heldBack(const RawPod& pod) {
  if (isTerminating(pod)) return tr("The pod is being deleted; the scheduler does not place it any more");
  if (!pod.spec.hasSchedulingGates) return {};
  if (pod.spec.schedulingGates.empty())
    return tr("The pod has scheduling gates; the scheduler does not consider it until they are removed");
  return tr("The pod has the scheduling gate(s) %1; the scheduler does not consider it until they are removed", nullptr,
            static_cast<int>(pod.spec.schedulingGates.size()))
      .arg(joinNames({pod.spec.schedulingGates.begin(), pod.spec.schedulingGates.end()}));
}

QString PendingTexts::heldBackOutlook(const RawPod& pod, const PendingExplanation& why) {
  if (isTerminating(pod)) return tr("Its controller makes another pod where one is wanted.");
  if (why.fitting == 0) return tr("As the cluster is now, no node would take it then.");
  return joinSentences(
      {tr("As the cluster is now, %n node(s) would take it then.", nullptr, static_cast<int>(why.fitting)),
       ofVolumes(why)});
}

/// What is not known of its volumes; empty where nothing is open.
QString PendingTexts::ofVolumes(const PendingExplanation& why) {
  if (why.volumes == PodVolumes::NotRead)
    return tr("Its volume claims and volumes could not be read, so it is unknown on which nodes they can be used.");
  if (why.volumes == PodVolumes::NotBound)
    return tr("A volume of it is not bound yet; on which nodes it can be provided was not evaluated.");
  return {};
}

QString PendingTexts::mayHelp(const PendingExplanation& why) {
  std::uint32_t nodes = 0;
  for (const RefusalGroup& group : why.groups) nodes += group.waitingHelps;
  const QString where =
      tr("Waiting can help: %n node(s) would take it once enough pods on them end.", nullptr, static_cast<int>(nodes));
  return joinSentences(
      {why.fragmented ? tr("This is fragmentation, not lack of capacity.") : QString(), where, ofVolumes(why)});
}

QString PendingTexts::outlook(const PendingExplanation& why) {
  switch (why.outlook) {
    case Outlook::FitsNow:
      return tr("No action is needed unless it keeps waiting; then compare with the scheduler's message.");
    case Outlook::Invalid:
      return tr("No node can take it until the request is corrected.");
    case Outlook::MayHelp:
      return mayHelp(why);
    case Outlook::NeedsChange:
      return tr("Waiting cannot help: no node would take it even when empty.");
    case Outlook::Unknown:
      if (why.fitting > 0) return ofVolumes(why);
      return joinSentences({tr("The API does not provide enough to know whether waiting helps."), ofVolumes(why)});
    case Outlook::Gated:
      return joinSentences({tr("No scheduler looks at it: whoever set the gates must remove them first."),
                            why.fitting > 0 ? ofVolumes(why) : QString()});
  }
  return {};
}

QString PendingTexts::figures(const RefusalGroup& group, const ClusterSnapshot& snapshot) {
  const Rejection& near = group.nearest;
  const MemoryUnit unit = unitOf(group.nearestNode, snapshot);
  switch (group.code) {
    case ReasonCode::InsufficientCardMemory:
      return tr("needs %1, most free on one card: %2")
          .arg(memory(MemUnits(near.needed), unit), memory(MemUnits(near.found), unit));
    case ReasonCode::InsufficientCardCore:
      return tr("needs %1 %, most free on one card: %2 %").arg(count(near.needed), count(near.found));
    case ReasonCode::NotEnoughCards:
    case ReasonCode::NotEnoughWholeCards:
      return tr("needs %n card(s), most free on one node: %1", nullptr, asInt(near.needed)).arg(count(near.found));
    case ReasonCode::InsufficientResource:
    case ReasonCode::TooManyPods:
      return reasonSentence(near, unit);
    default:
      break;
  }
  if (group.details.empty()) {
    const QString node = nameOf(group.nearestNode, snapshot);
    return group.nodes == 1 ? node : tr("for example %1").arg(node);
  }
  QStringList details;
  for (const DetailCount& detail : group.details) {
    if (details.size() == 3) break;
    details << plain(detail.detail, 60);
  }
  return joinList(details);
}

QString PendingTexts::lack(const NearFit& near, const ClusterSnapshot& snapshot) {
  const std::int64_t lacking = near.miss.lacking;
  switch (near.miss.code) {
    case ReasonCode::InsufficientCardMemory:
      return tr("lacks %1").arg(memory(MemUnits(lacking), unitOf(near.miss.node, snapshot)));
    case ReasonCode::InsufficientCardCore:
      return tr("lacks %1 % of compute").arg(count(lacking));
    case ReasonCode::NotEnoughCards:
    case ReasonCode::NotEnoughWholeCards:
      return tr("lacks %n card(s)", nullptr, static_cast<int>(lacking));
    case ReasonCode::TooManyPods:
      return tr("lacks %n pod slot(s)", nullptr, static_cast<int>(lacking));
    default:
      return reasonShort(near.miss.code);
  }
}

QString PendingTexts::place(const Candidate& place, const ClusterSnapshot& snapshot, const GpuRequest& gpu) {
  const QString node = nameOf(place.node, snapshot);
  if (place.cards.empty() && place.cardCount <= 0) return node;
  if (place.cards.empty())
    return joinList({node, devicesText(deviceSortOf(gpu, snapshot.node(place.node)), place.cardCount)});
  return tr("%1, card %2", "node, one or several cards").arg(node, cardNumbers(place.cards));
}

}  // namespace

QString pendingCause(const PendingExplanation& why) {
  return PendingTexts::cause(why);
}
QString pendingHeadline(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
  return PendingTexts::headline(why, snapshot);
}
QString pendingOnceAdmitted(const PendingExplanation& why, const ClusterSnapshot& snapshot) {
  return PendingTexts::onceAdmitted(why, snapshot);
}
QString pendingOutlook(const PendingExplanation& why) {
  return PendingTexts::outlook(why);
}
QString withOpenVolumes(const QString& fits, const PendingExplanation& why) {
  return PendingTexts::withVolumes(fits, why);
}
QString heldBackCause(const RawPod& pod) {
  return PendingTexts::heldBackCause(pod);
}
QString heldBackText(const RawPod& pod) {
  return PendingTexts::heldBack(pod);
}
QString heldBackOutlook(const RawPod& pod, const PendingExplanation& why) {
  return PendingTexts::heldBackOutlook(pod, why);
}
QString refusalTitle(const RefusalGroup& group) {
  const QString title = reasonShort(group.code);
  return group.code == ReasonCode::InsufficientResource
             ? title + QStringLiteral(" · ") + plain(group.nearest.detail.text(), 60)
             : title;
}
QString refusalFigures(const RefusalGroup& group, const ClusterSnapshot& snapshot) {
  return PendingTexts::figures(group, snapshot);
}
QString nearFitLack(const NearFit& near, const ClusterSnapshot& snapshot) {
  return PendingTexts::lack(near, snapshot);
}
QString placeText(const Candidate& place, const ClusterSnapshot& snapshot, const GpuRequest& gpu) {
  return PendingTexts::place(place, snapshot, gpu);
}

}  // namespace cardinal::ui
