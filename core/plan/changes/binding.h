// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/model/snapshot.h"

namespace cardinal {

/// A pod that waits, to be put on a node past its scheduler (pods/binding).
struct BindOrder {
  ObjectKey pod;
  std::string podUid;  ///< this very pod; empty = any of that name
  std::string node;
  std::string nodeUid;  ///< this very node; empty = any of that name
};

/// Why a pod must not be put on a node past its scheduler, whatever the node has free.
enum class BindBlocker : std::uint8_t {
  None,
  SharedCards,  ///< its scheduler chooses the card and writes it down; bound by hand it would stay outside the ledger
  OtherGpu,     ///< a GPU resource whose scheduler may have to write something too
  NotWaiting,   ///< bound already, ended, or being deleted
  Gated,        ///< scheduling gates: the server refuses it
};
/// Pods without GPU and those that ask for whole cards of the NVIDIA device plugin, which its kubelet hands out, have
/// none.
BindBlocker bindBlocker(const PodRecord& pod);

/// Value of the label kubernetes.io/hostname, by which selectors name a node; the node's name where it has none.
std::string hostnameOf(const RawNode& node);

/// How the pods of a workload are kept on one node with their scheduler's knowledge.
enum class ConstraintWay : std::uint8_t {
  PatchOwner,   ///< `command` changes the template; the pods are made anew
  MakeJobAnew,  ///< the template of a Job cannot be changed: deleted and created with the selector
  MakePodAnew,  ///< a bare pod: likewise
  ChangeOwner,  ///< an owner of a kind we do not know: its own object holds the template
};
struct NodeConstraint {
  ConstraintWay way = ConstraintWay::MakePodAnew;
  std::string kind;  ///< of the object that is to be changed
  std::string name;
  std::string yaml;     ///< what belongs into the pod's spec, without indentation
  std::string command;  ///< kubectl, PatchOwner only
};
NodeConstraint constraintTo(const RawNode& node, const RawPod& pod);

/// The equal command: kubectl has no verb for bindings, but sends what it is given.
std::string bindCommand(const BindOrder& order);

}  // namespace cardinal
