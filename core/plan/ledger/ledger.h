// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

enum class LedgerSeverity : std::uint8_t {
  Critical,     ///< cards are overbooked, or the next pod can overbook them
  Warning,      ///< the ledger is wrong or will be, but nothing is given twice by it
  Information,  ///< nothing is wrong yet; it explains figures that do not agree
};
const char* toString(LedgerSeverity severity) noexcept;

/// What sets a mismatch right.
enum class LedgerRemedy : std::uint8_t {
  RecreatePod,        ///< delete it, so that its controller makes it again and the scheduler writes its card anew
  MovePodOrMode,      ///< move the pod to a node of its form, or take the node back to the pod's mode by a plan
  UnloadCard,         ///< evict pods until the card holds what it has
  UnloadNode,         ///< evict pods until the node holds what it offers
  SetModeByPlan,      ///< set the mode label to a known value by a mode switch
  SetPlacement,       ///< set the placement label to binpack or spread
  CheckPlugin,        ///< look at the device plugin's pod on the node
  OnePlugin,          ///< two stacks serve one node: leave one of them
  RefreshScheduler,   ///< the scheduler's cache is older than the node: restart the extender, then recreate the pod
  MendRequest,        ///< correct the workload's manifest
  MendObject,         ///< correct the field of the object
  FinishDeletion,     ///< find what holds the deletion (finalizer, kubelet); force it only when the machine is off
  CollectPods,        ///< the node is gone: its pods must be deleted, by force when nobody collects them
  CheckCard,          ///< look at the card's health
  CheckNvidiaPlugin,  ///< look at NVIDIA's device plugin and GPU Feature Discovery on the node
  RestartKubelet,     ///< a resource without a plugin goes only with a restart of the kubelet
  CheckMigManager,    ///< look at the mig-manager's log and set a configuration that fits the cards
  AwaitMigManager,    ///< it is at work; its log says why where that takes long
  EnablePlugin,       ///< somebody keeps the device plugin off by a label
  NameScheduler,      ///< kube-scheduler placed the pod beside the stack's scheduler: name that one in the template
};
const char* toString(LedgerRemedy remedy) noexcept;

/// One mismatch. Evidence is written in the keys of the API, the same in every language: "aliyun.com/gpu-mem: 8"; "-" =
/// absent. `expected` may be empty: nothing certain can be said.
struct LedgerEntry {
  Finding finding;
  LedgerSeverity severity = LedgerSeverity::Warning;
  LedgerRemedy remedy = LedgerRemedy::RecreatePod;
  NodePtr node;       ///< never null
  PodPtr pod;         ///< null: the node or a card is meant, or a pod that asks for no GPU
  std::string found;  ///< hostile text
  std::string expected;
};

/// How long a state may last before it is a mismatch.
struct LedgerTimeouts {
  std::chrono::seconds assumed{300};      ///< from writing a card to the device plugin's confirmation
  std::chrono::seconds terminating{300};  ///< from the end of the grace period
};

struct LedgerReport {
  std::vector<LedgerEntry> entries;  ///< critical first, then by node, card, pod, code
  std::size_t critical = 0;
  std::size_t warnings = 0;
  std::size_t nodes = 0;  ///< looked at: nodes with cards or GPU pods
  std::size_t pods = 0;   ///< looked at: bound GPU pods that are not finished
};

/// Compares every node with its pods, its cards and its annotations. Nothing that the snapshot does not contain is
/// judged: no time, no duration. `now` = the moment the snapshot shows. Pure; thread-safe.
LedgerReport checkLedger(const ClusterSnapshot& snapshot, UnixSeconds now, const LedgerTimeouts& timeouts = {});

/// The entries of one node of the snapshot alone, in the same order. Pure; thread-safe.
std::vector<LedgerEntry> ledgerOf(const ClusterSnapshot& snapshot, const NodePtr& node, UnixSeconds now,
                                  const LedgerTimeouts& timeouts = {});

/// The program that tells on the node which of its cards is sick: "nvidia-smi". Pure; thread-safe.
std::string_view healthToolOf(const NodeRecord& node) noexcept;

/// Every code that checkLedger can report.
bool isLedgerEntry(FindingCode code) noexcept;
LedgerSeverity severityOf(const Finding& finding) noexcept;

}  // namespace cardinal
