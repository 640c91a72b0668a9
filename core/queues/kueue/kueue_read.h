// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "core/model/extras/kueue.h"
#include "core/queues/kueue/kueue_objects.h"

namespace cardinal::queues {

/// Kueue's objects as its scheduler reads them, and what of them is not what it seems.
struct KueueReading {
  KueueObjects objects;
  std::set<std::string> faultyQueues;   ///< ClusterQueues with a quota or a word that could not be read
  std::set<std::string> faultyCohorts;  ///< likewise
  std::set<ObjectKey> faultyWorkloads;  ///< likewise: requests, counts or what they were given
  /// ClusterQueues that choose namespaces by labels which were not read: every namespace is taken to be chosen.
  std::set<std::string> openSelectors;
  std::set<std::string> counted;  ///< resources that workloads which hold quota were given
  /// Resources that Kueue's configuration leaves out, as those workloads show. Those that wait are read without them.
  std::set<std::string> leftOut;
  std::set<std::string> replaced;  ///< resources in whose place it may count others
};

/// The same pods without these resources.
void leaveOut(RawPodSpec& spec, const std::set<std::string>& resources);

/// Fills in the defaults of the API. Namespaces carry the one label that the API server sets. Pure.
KueueReading readKueue(const KueueLists& lists);

}  // namespace cardinal::queues
