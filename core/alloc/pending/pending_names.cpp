// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/pending/pending.h"

namespace cardinal {

const char* toString(RemedyKind kind) noexcept {
  switch (kind) {
    case RemedyKind::RequestLessMemory:
      return "AskLessMemory";
    case RemedyKind::RequestLessCore:
      return "AskLessCore";
    case RemedyKind::RequestFewerCards:
      return "AskFewerCards";
    case RemedyKind::SpreadOverCards:
      return "SpreadOverCards";
    case RemedyKind::DropCore:
      return "DropCore";
    case RemedyKind::AddCore:
      return "AddCore";
    case RemedyKind::DropSelector:
      return "DropSelector";
    case RemedyKind::DropAffinity:
      return "DropAffinity";
    case RemedyKind::Tolerate:
      return "Tolerate";
    case RemedyKind::Uncordon:
      return "Uncordon";
    case RemedyKind::MakeReady:
      return "MakeReady";
    case RemedyKind::MovePod:
      return "MovePod";
    case RemedyKind::AddNode:
      return "AddNode";
  }
  return "?";
}

const char* toString(Outlook outlook) noexcept {
  switch (outlook) {
    case Outlook::FitsNow:
      return "FitsNow";
    case Outlook::Invalid:
      return "Invalid";
    case Outlook::MayHelp:
      return "MayHelp";
    case Outlook::NeedsChange:
      return "NeedsChange";
    case Outlook::Unknown:
      return "Unknown";
    case Outlook::Gated:
      return "Gated";
  }
  return "?";
}

const char* toString(PodVolumes volumes) noexcept {
  switch (volumes) {
    case PodVolumes::None:
      return "None";
    case PodVolumes::Known:
      return "Known";
    case PodVolumes::NotBound:
      return "NotBound";
    case PodVolumes::NotRead:
      return "NotRead";
  }
  return "?";
}

}  // namespace cardinal
