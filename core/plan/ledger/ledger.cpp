// SPDX-License-Identifier: Apache-2.0
#include "core/plan/ledger/ledger.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/model/extras/duplicate_name.h"
#include "core/plan/ledger/ledger_evidence.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/record/pod_books.h"
#include "core/provider/stacks/stack_facts.h"

namespace cardinal {
namespace {

LedgerRemedy remedyOf(const Finding& finding) noexcept {
  switch (finding.code) {
    case FindingCode::UnknownModeLabel:
      return LedgerRemedy::SetModeByPlan;
    case FindingCode::UnknownPlacementLabel:
      return LedgerRemedy::SetPlacement;
    case FindingCode::ModeResourceMissing:
    case FindingCode::CardCountMissing:
    case FindingCode::AbsurdCapacity:
    case FindingCode::AssumedTooLong:
      return LedgerRemedy::CheckPlugin;
    case FindingCode::SeveralModesPublished:
      return LedgerRemedy::OnePlugin;
    case FindingCode::GpuNotSchedulable:
    case FindingCode::SlicedCountUnknown:
    case FindingCode::ReplicasLabelWrong:
      return LedgerRemedy::CheckNvidiaPlugin;
    case FindingCode::StaleResource:
      // Without an amount: cards that a plugin registered and no longer offers.
      return finding.found > 0 ? LedgerRemedy::RestartKubelet : LedgerRemedy::CheckPlugin;
    case FindingCode::MigLayoutInvalid:
    case FindingCode::MigChangeFailed:
      return LedgerRemedy::CheckMigManager;
    case FindingCode::MigChangeRunning:
      return LedgerRemedy::AwaitMigManager;
    case FindingCode::PluginDisabled:
      return LedgerRemedy::EnablePlugin;
    case FindingCode::AllocatableBelowCapacity:
      return LedgerRemedy::CheckCard;
    case FindingCode::FieldUnreadable:
      return isDuplicateName(finding) ? LedgerRemedy::CheckPlugin : LedgerRemedy::MendObject;
    case FindingCode::CardOverAllocated:
    case FindingCode::TooManyPodsOnCard:
    case FindingCode::CardHeldTwice:
      return LedgerRemedy::UnloadCard;
    case FindingCode::NodeOverAllocated:
      return LedgerRemedy::UnloadNode;
    case FindingCode::PodContradictsMode:
      return LedgerRemedy::MovePodOrMode;
    case FindingCode::NodeMissing:
      return LedgerRemedy::CollectPods;
    case FindingCode::CardSizeContradicts:
      return LedgerRemedy::RefreshScheduler;
    case FindingCode::InitMemoryUncounted:
      return LedgerRemedy::MendRequest;
    case FindingCode::TerminatingTooLong:
      return LedgerRemedy::FinishDeletion;
    default:
      return LedgerRemedy::RecreatePod;
  }
}

std::string keyOf(const PodRecord& pod) {
  return provider::displayName(pod.key());
}

/// Looks through one snapshot; lives for one call.
class Check {
 public:
  /// `seesAll`: pods of every namespace are there.
  Check(UnixSeconds now, const LedgerTimeouts& timeouts, bool seesAll)
      : m_now(now), m_timeouts(timeouts), m_seesAll(seesAll) {}

  void look(const NodePtr& node) {
    const bool concerns = !node->cards.empty() || !node->pods.empty() || !node->findings.empty();
    if (!concerns) return;
    ++m_report.nodes;
    for (const Finding& finding : node->findings) {
      // Reservation pods stand in a namespace of their own.
      if (finding.code == FindingCode::OrphanedShare && !m_seesAll) continue;
      if (isLedgerEntry(finding.code)) add(node, finding);
    }
    for (const PodPtr& pod : node->pods) lookAt(node, pod);
  }

  LedgerReport finish() {
    std::sort(m_report.entries.begin(), m_report.entries.end(), [](const LedgerEntry& a, const LedgerEntry& b) {
      return std::tie(a.severity, a.node->name, a.finding.card, a.finding.pod, a.finding.code) <
             std::tie(b.severity, b.node->name, b.finding.card, b.finding.pod, b.finding.code);
    });
    return std::move(m_report);
  }

 private:
  void lookAt(const NodePtr& node, const PodPtr& pod) {
    if (!pod->countsForInspect) return;
    ++m_report.pods;
    if (isTerminating(*pod->raw)) {
      const UnixSeconds late = m_now - pod->raw->meta.deletionTimestamp;
      if (late > m_timeouts.terminating.count()) addForPod(node, *pod, FindingCode::TerminatingTooLong, {}, late);
      return;
    }
    // On a node of one card the plugin gives that card without confirming it, so a running pod is served.
    if (pod->shares.empty() || (node->cards.size() == 1 && pod->raw->phase == PodPhase::Running)) return;
    const provider::Handshake handshake = provider::readHandshake(*pod->raw);
    if (!handshake.waiting || handshake.assumed == 0) return;
    const UnixSeconds since = m_now - handshake.assumed;
    if (since > m_timeouts.assumed.count())
      addForPod(node, *pod, FindingCode::AssumedTooLong, std::string(handshake.key), since);
  }

  void addForPod(const NodePtr& node, const PodRecord& pod, FindingCode code, std::string detail, UnixSeconds found) {
    const CardIndex card = pod.shares.size() == 1 ? pod.shares.front().card : kPendingCard;
    const auto limit =
        code == FindingCode::AssumedTooLong ? m_timeouts.assumed.count() : m_timeouts.terminating.count();
    add(node, {code, card, keyOf(pod), std::move(detail), limit, found});
  }

  void add(const NodePtr& node, Finding finding) {
    LedgerEntry entry;
    entry.severity = severityOf(finding);
    entry.node = node;
    entry.pod = podOf(*node, finding.pod);
    entry.remedy = remedyOn(*node, entry.pod.get(), finding);
    entry.finding = std::move(finding);
    std::tie(entry.found, entry.expected) = ledgerEvidence(entry);
    if (entry.severity == LedgerSeverity::Critical) ++m_report.critical;
    if (entry.severity == LedgerSeverity::Warning) ++m_report.warnings;
    m_report.entries.push_back(std::move(entry));
  }

  /// What else is known of the node and the pod can say more than the finding.
  static LedgerRemedy remedyOn(const NodeRecord& node, const PodRecord* pod, const Finding& finding) {
    const bool isPausedForMig = std::any_of(node.findings.begin(), node.findings.end(), [](const Finding& one) {
      return one.code == FindingCode::MigChangeRunning;
    });
    if (finding.code == FindingCode::AllocatableBelowCapacity && isPausedForMig) return LedgerRemedy::AwaitMigManager;
    // Made again it would be placed the same way.
    const bool isKubes = finding.code == FindingCode::AllocationMissing && node.gpu.stack == GpuStack::Koordinator &&
                         pod != nullptr && pod->request.kind() == GpuRequest::Kind::WholeCards &&
                         pod->raw->spec.usesDefaultScheduler();
    if (isKubes) return LedgerRemedy::NameScheduler;
    const LedgerRemedy usual = remedyOf(finding);
    const bool isOthers = usual == LedgerRemedy::CheckNvidiaPlugin && node.gpu.stack != GpuStack::Nvidia;
    return isOthers ? LedgerRemedy::CheckPlugin : usual;
  }

  static PodPtr podOf(const NodeRecord& node, const std::string& key) {
    if (key.empty()) return nullptr;
    const auto at =
        std::find_if(node.pods.begin(), node.pods.end(), [&key](const PodPtr& pod) { return keyOf(*pod) == key; });
    return at == node.pods.end() ? nullptr : *at;
  }

  UnixSeconds m_now;
  LedgerTimeouts m_timeouts;
  bool m_seesAll;
  LedgerReport m_report;
};

}  // namespace

const char* toString(LedgerSeverity severity) noexcept {
  switch (severity) {
    case LedgerSeverity::Critical:
      return "critical";
    case LedgerSeverity::Warning:
      return "warning";
    case LedgerSeverity::Information:
      break;
  }
  return "information";
}

const char* toString(LedgerRemedy remedy) noexcept {
  static constexpr const char* kNames[] = {"RecreatePod",      "MovePodOrMode",   "UnloadCard",        "UnloadNode",
                                           "SetModeByPlan",    "SetPlacement",    "CheckPlugin",       "OnePlugin",
                                           "RefreshScheduler", "MendRequest",     "MendObject",        "FinishDeletion",
                                           "CollectPods",      "CheckCard",       "CheckNvidiaPlugin", "RestartKubelet",
                                           "CheckMigManager",  "AwaitMigManager", "EnablePlugin",      "NameScheduler"};
  return kNames[static_cast<std::size_t>(remedy)];
}

std::string_view healthToolOf(const NodeRecord& node) noexcept {
  return provider::factsOf(node.gpu.stack).tool;
}

bool isLedgerEntry(FindingCode code) noexcept {
  switch (code) {
    // No mismatch: a total that does not divide is how the vendor rounds, and a unit is a matter of display.
    case FindingCode::MemoryRemainder:
    case FindingCode::MemoryUnitUnknown:
    // States of the node and limits of this program.
    case FindingCode::StackNotRead:
    case FindingCode::DriverUpgradeRunning:
    case FindingCode::SeveralStacks:
    case FindingCode::VmPassthrough:
    case FindingCode::ReservationsNotRead:
    case FindingCode::ReservationUnreadable:
    case FindingCode::ErdmaDeviceFailed:
    case FindingCode::SmcRWithoutErdma:
      return false;
    default:
      return true;
  }
}

LedgerSeverity severityOf(const Finding& finding) noexcept {
  switch (finding.code) {
    case FindingCode::PodContradictsMode:
    case FindingCode::CardOverAllocated:
    case FindingCode::NodeOverAllocated:
    case FindingCode::CardHeldTwice:
    case FindingCode::SeveralModesPublished:
    case FindingCode::AllocationMissing:
    case FindingCode::MalformedAllocation:
    case FindingCode::CardOutOfRange:
    case FindingCode::OutsideLedger:
    case FindingCode::AnnotationsContradict:
    case FindingCode::OrphanedShare:
      return LedgerSeverity::Critical;
    case FindingCode::AllocationContradictsRequest:
      // What is written down too small is given away a second time.
      return finding.found < finding.needed ? LedgerSeverity::Critical : LedgerSeverity::Warning;
    case FindingCode::UnknownPlacementLabel:
    case FindingCode::AllocatableBelowCapacity:
    case FindingCode::InitMemoryUncounted:
    case FindingCode::ReplicasLabelWrong:
    case FindingCode::MigChangeRunning:
    case FindingCode::PluginDisabled:
    case FindingCode::MemoryRemainder:
    case FindingCode::MemoryUnitUnknown:
      return LedgerSeverity::Information;
    default:
      return LedgerSeverity::Warning;
  }
}

LedgerReport checkLedger(const ClusterSnapshot& snapshot, UnixSeconds now, const LedgerTimeouts& timeouts) {
  Check check(now, timeouts, snapshot.scope.empty());
  for (const NodePtr& node : snapshot.nodes) check.look(node);
  return check.finish();
}

std::vector<LedgerEntry> ledgerOf(const ClusterSnapshot& snapshot, const NodePtr& node, UnixSeconds now,
                                  const LedgerTimeouts& timeouts) {
  Check check(now, timeouts, snapshot.scope.empty());
  check.look(node);
  return check.finish().entries;
}

}  // namespace cardinal
