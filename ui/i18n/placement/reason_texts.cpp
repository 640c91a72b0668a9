// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/reason_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include "core/alloc/explain/scheduler_words.h"
#include "core/alloc/selector_mismatch.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

int asInt(std::int64_t amount) {
  return static_cast<int>(std::clamp<std::int64_t>(amount, 0, std::numeric_limits<int>::max()));
}

class ReasonTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::ReasonTexts)

 public:
  static QString brief(ReasonCode code);
  static QString sentence(const Rejection& rejection, MemoryUnit unit);

 private:
  // One family of codes each; empty for a code of another.
  static QString kubernetes(const Rejection& rejection, MemoryUnit unit);
  static QString resource(const Rejection& rejection, MemoryUnit unit);
  static QString selector(std::string_view detail);
  static QString node(const Rejection& rejection);
  static QString betweenPods(const Rejection& rejection);
  static QString card(const Rejection& rejection, MemoryUnit unit);
};

QString ReasonTexts::brief(ReasonCode code) {
  switch (code) {
    case ReasonCode::RequestInvalid:
      return tr("invalid request");
    case ReasonCode::NodeUnknown:
      return tr("node does not exist");
    case ReasonCode::NodeUnschedulable:
      return tr("cordoned");
    case ReasonCode::NodeNotReady:
      return tr("node not ready or unreachable");
    case ReasonCode::NodeNameMismatch:
      return tr("pod names another node");
    case ReasonCode::NodeSelectorMismatch:
      return tr("node selector does not match");
    case ReasonCode::NodeAffinityMismatch:
      return tr("node affinity does not match");
    case ReasonCode::TaintNotTolerated:
      return tr("taint not tolerated");
    case ReasonCode::InsufficientResource:
      return tr("insufficient resources on the node");
    case ReasonCode::TooManyPods:
      return tr("too many pods on the node");
    case ReasonCode::NoGpu:
      return tr("no GPU");
    case ReasonCode::ModeMismatch:
      return tr("node mode does not match");
    case ReasonCode::CoreNotOffered:
      return tr("node offers no compute share");
    case ReasonCode::CoreRequired:
      return tr("node needs a compute share");
    case ReasonCode::MultiCardNotSupported:
      return tr("several cards not supported");
    case ReasonCode::ModeNotPlaceable:
      return tr("mode cannot be predicted");
    case ReasonCode::CardUnhealthy:
      return tr("card unhealthy");
    case ReasonCode::InsufficientCardMemory:
      return tr("insufficient GPU memory on one card");
    case ReasonCode::InsufficientCardCore:
      return tr("insufficient compute on one card");
    case ReasonCode::NoCommonCard:
      return tr("no card has both memory and compute");
    case ReasonCode::NotEnoughCards:
      return tr("not enough cards that fit");
    case ReasonCode::CardFull:
      return tr("pod limit of the card reached");
    case ReasonCode::CardNotEmpty:
      return tr("card not empty");
    case ReasonCode::NotEnoughWholeCards:
      return tr("not enough free cards");
    case ReasonCode::NeverBound:
      return tr("would wait forever");
    case ReasonCode::NotAimedAt:
      return tr("not the chosen target");
    case ReasonCode::HostPortTaken:
      return tr("host port taken");
    case ReasonCode::TopologyKeyMissing:
      return tr("topology label missing");
    case ReasonCode::TopologySpreadSkew:
      return tr("topology spread too uneven");
    case ReasonCode::PodAffinityUnmatched:
      return tr("pod affinity does not match");
    case ReasonCode::PodAntiAffinityConflict:
      return tr("avoids a running pod");
    case ReasonCode::VolumeElsewhere:
      return tr("volume not usable on the node");
    case ReasonCode::StackRefused:
      return tr("refused by the GPU stack's scheduler");
    case ReasonCode::ExistingAntiAffinity:
      return tr("a running pod avoids it");
  }
  return {};
}

QString ReasonTexts::resource(const Rejection& rejection, MemoryUnit unit) {
  const QString name = plain(rejection.detail.text());
  constexpr std::int64_t kBytesPerMib = std::int64_t{1024} * 1024;
  if (rejection.detail == "cpu") {
    return tr("needs %1 m CPU, %2 m are free").arg(count(rejection.needed), count(rejection.found));
  }
  if (rejection.detail == "memory" || rejection.detail == "ephemeral-storage") {
    return tr("needs %2 of %1, %3 is free", "%1 = memory or ephemeral-storage")
        .arg(name, memoryMib(rejection.needed / kBytesPerMib), memoryMib(rejection.found / kBytesPerMib));
  }
  if (rejection.detail == "aliyun.com/gpu-mem") {
    return tr("needs %1 of GPU memory, all cards of the node together have %2 free")
        .arg(memory(MemUnits(rejection.needed), unit), memory(MemUnits(rejection.found), unit));
  }
  return tr("needs %2 of %1, %3 is free").arg(name, count(rejection.needed), count(rejection.found));
}

QString ReasonTexts::selector(std::string_view detail) {
  const alloc::SelectorMismatch mismatch = alloc::selectorMismatchOf(detail);
  const QString wanted = plain(mismatch.wanted);
  const std::string key(mismatch.wanted.substr(0, mismatch.wanted.find('=')));
  if (!mismatch.found) return tr("the node selector asks for %1, the node has no label %2").arg(wanted, plain(key));
  return tr("the node selector asks for %1, the node has %2")
      .arg(wanted, plain(key + "=" + std::string(*mismatch.found)));
}

QString ReasonTexts::kubernetes(const Rejection& rejection, MemoryUnit unit) {
  const QString detail = plain(rejection.detail.text());
  switch (rejection.code) {
    case ReasonCode::RequestInvalid:
      return tr("the request itself breaks a rule; no node can take it");
    case ReasonCode::NodeUnknown:
      return tr("pods name this node, but it does not exist");
    case ReasonCode::NodeUnschedulable:
      return tr("the node is cordoned; uncordon it to let pods in");
    case ReasonCode::NodeNotReady:
      if (rejection.detail.text().find("node.kubernetes.io/unreachable") != std::string_view::npos)
        return tr("the node is unreachable (%1)").arg(detail);
      return detail.isEmpty() ? tr("the node is not ready") : tr("the node is not ready (%1)").arg(detail);
    case ReasonCode::NodeNameMismatch:
      return tr("the pod names another node");
    case ReasonCode::NodeSelectorMismatch:
      return selector(rejection.detail.text());
    case ReasonCode::NodeAffinityMismatch:
      return tr("the required node affinity does not match this node");
    case ReasonCode::TaintNotTolerated:
      return tr("the taint %1 is not tolerated").arg(detail);
    case ReasonCode::InsufficientResource:
      return resource(rejection, unit);
    case ReasonCode::TooManyPods:
      return tr("needs pod slots: %1, free on the node: %2").arg(count(rejection.needed), count(rejection.found));
    default:
      return {};
  }
}

QString ReasonTexts::node(const Rejection& rejection) {
  const QString detail = plain(rejection.detail.text());
  switch (rejection.code) {
    case ReasonCode::NoGpu:
      return tr("the node has no GPU resource");
    case ReasonCode::ModeMismatch:
      return tr("the node's mode %1 takes another form of request").arg(detail);
    case ReasonCode::CoreNotOffered:
      return tr("a share of compute is asked, but the node does not offer aliyun.com/gpu-core.percentage");
    case ReasonCode::CoreRequired:
      return tr("the node isolates compute: ask for aliyun.com/gpu-core.percentage as well as memory");
    case ReasonCode::MultiCardNotSupported:
      return tr("this node does not spread such a request over several cards");
    case ReasonCode::ModeNotPlaceable:
      return tr("the API does not say what fits in mode %1").arg(detail);
    case ReasonCode::NeverBound:
      return tr("no regular container asks for GPU memory: the node passes the filter, but every bind fails");
    case ReasonCode::NotAimedAt:
      if (rejection.card != kPendingCard)
        return tr("it fits on card %1, but the scheduler packs it on card %2 of this node")
            .arg(rejection.card)
            .arg(rejection.found);
      return tr("it is not the chosen target");
    default:
      return {};
  }
}

QString ReasonTexts::betweenPods(const Rejection& rejection) {
  const QString detail = plain(rejection.detail.text());
  switch (rejection.code) {
    case ReasonCode::HostPortTaken:
      return tr("the host port %1 is taken by another pod on the node").arg(detail);
    case ReasonCode::TopologyKeyMissing:
      return tr("the node lacks the label %1, by which the pod is spread or kept together").arg(detail);
    case ReasonCode::TopologySpreadSkew:
      return tr("with this pod %1 would be ahead of the emptiest domain by %2, allowed are %3")
          .arg(detail, count(rejection.found), count(rejection.needed));
    case ReasonCode::PodAffinityUnmatched:
      return tr("no pod that the affinity asks for runs where %1 is the same").arg(detail);
    case ReasonCode::PodAntiAffinityConflict:
      if (detail.isEmpty()) return tr("another replica, which this one avoids, runs here or in the same domain");
      return tr("the pod %1, which this one avoids, runs here or in the same domain").arg(detail);
    case ReasonCode::VolumeElsewhere:
      return tr("the volume %1 of the pod cannot be used on this node").arg(detail);
    case ReasonCode::StackRefused:
      // Of a single card it says nothing.
      if (detail.isEmpty()) return tr("refused by the GPU stack's scheduler");
      if (isWordOfDevicePlugin(rejection.detail.text()))
        return tr("the device plugin refuses it on the node, after it was bound: %1").arg(detail);
      return tr("the GPU stack's scheduler says: %1").arg(detail);
    case ReasonCode::ExistingAntiAffinity:
      if (detail.isEmpty()) return tr("another replica, which avoids this one, runs here or in the same domain");
      return tr("the pod %1, which avoids this one, runs here or in the same domain").arg(detail);
    default:
      return {};
  }
}

QString ReasonTexts::card(const Rejection& rejection, MemoryUnit unit) {
  const QString needed = count(rejection.needed);
  const QString found = count(rejection.found);
  switch (rejection.code) {
    case ReasonCode::CardUnhealthy:
      return tr("the card is unhealthy");
    case ReasonCode::InsufficientCardMemory: {
      const QString neededMemory = memory(MemUnits(rejection.needed), unit);
      const QString foundMemory = memory(MemUnits(rejection.found), unit);
      return rejection.card == kPendingCard
                 ? tr("needs %1 on one card, the freest has %2").arg(neededMemory, foundMemory)
                 : tr("needs %1, this card has %2 free").arg(neededMemory, foundMemory);
    }
    case ReasonCode::InsufficientCardCore:
      return rejection.card == kPendingCard
                 ? tr("needs %1 % of one card's compute, the freest has %2 %").arg(needed, found)
                 : tr("needs %1 % of compute, this card has %2 % free").arg(needed, found);
    case ReasonCode::NoCommonCard:
      return tr("memory fits on one card and compute on another, but no card has both");
    case ReasonCode::NotEnoughCards:
      return tr("needs %n card(s) that fit, found %1", nullptr, asInt(rejection.needed)).arg(found);
    case ReasonCode::CardFull:
      return tr("the card already carries as many pods as the node allows");
    case ReasonCode::CardNotEmpty:
      return tr("an empty card is required, this one is in use");
    case ReasonCode::NotEnoughWholeCards:
      return tr("needs %n free card(s), found %1", nullptr, asInt(rejection.needed)).arg(found);
    default:
      return {};
  }
}

QString ReasonTexts::sentence(const Rejection& rejection, MemoryUnit unit) {
  for (const auto family : {kubernetes, card}) {
    if (QString text = family(rejection, unit); !text.isEmpty()) return text;
  }
  const QString text = node(rejection);
  return text.isEmpty() ? betweenPods(rejection) : text;
}

}  // namespace

QString reasonShort(ReasonCode code) {
  return ReasonTexts::brief(code);
}

const NodeRejection* otherCardOf(const AllocationAnswer& answer) {
  if (!answer.candidates.empty() || !answer.placements.empty()) return nullptr;
  const auto found = std::find_if(answer.rejections.begin(), answer.rejections.end(), [](const NodeRejection& one) {
    return one.reason.code == ReasonCode::NotAimedAt && one.reason.card != kPendingCard;
  });
  return found != answer.rejections.end() ? &*found : nullptr;
}

QString reasonSentence(const Rejection& rejection, MemoryUnit unit) {
  return ReasonTexts::sentence(rejection, unit);
}

}  // namespace cardinal::ui
