// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// Who reads the demand.
enum class TopologySystem : std::uint8_t { Kueue, JobSet, LeaderWorkerSet, Volcano, Kai };
enum class TopologyKind : std::uint8_t {
  Required,       ///< all pods in one domain, or none is placed
  Preferred,      ///< in one domain where that is possible
  Unconstrained,  ///< anywhere, but placed by the topology
  Exclusive,      ///< each group of pods in a domain of its own
  Slices,         ///< each slice of so many pods in one domain, several slices may share it
  Tier            ///< Volcano: in one HyperNode of so low a tier
};

/// That pods of a workload stand near each other, as its object or their template says. Source: Kueue v0.19.2 (site,
/// topology_aware_scheduling), JobSet v0.12.0, LWS v0.10.0, Volcano v1.15.1 (networkTopology), KAI v0.17.0 (docs,
/// topology).
struct TopologyDemand {
  TopologySystem system = TopologySystem::Kueue;
  TopologyKind kind = TopologyKind::Required;
  std::string field;       ///< the annotation or field that says it
  std::string label;       ///< of nodes: equal values are one domain; empty = the field does not say it
  std::string topology{};  ///< KAI: the Topology that it names
  std::optional<std::int64_t> tier{};
  std::string tierName{};                   ///< Volcano: instead of its number
  std::optional<std::int64_t> sliceSize{};  ///< Slices: pods of one
  std::string within{};  ///< Slices: the label of which one domain must hold all of them; empty = not demanded
  std::vector<std::size_t> roles{};  ///< of the object; empty = all
  bool isUnread = false;             ///< the field has no value that can be read
};

/// In the order of the object's roles. Pure.
std::vector<TopologyDemand> topologyDemandsOf(const ManifestObject& object);

/// Whether nodes can meet it now.
struct TopologyAnswer {
  enum class Outcome : std::uint8_t { Fits, DoesNotFit, NotSearched };
  TopologyDemand demand;
  Outcome outcome = Outcome::NotSearched;
  std::string domain;       ///< of the label (Slices: of `within`): the smallest that holds all pods, else the one that
                            ///< holds most
  std::int64_t wanted = 0;  ///< pods that need one domain; Exclusive: groups; Slices: slices
  std::int64_t fits = 0;    ///< so many of them in `domain`; Exclusive: groups that find a domain each
  std::int64_t groupPods = 0;        ///< Exclusive: pods of one group; Slices: of one slice
  std::size_t domains = 0;           ///< that there are
  std::size_t searched = 0;          ///< of those
  std::vector<std::string> nodes{};  ///< Tier: of `domain`, a HyperNode
  bool isUnread = false;             ///< Tier: HyperNodes were not read
  bool isPartlyRead = false;         ///< Tier: of some HyperNodes it is not known which nodes are theirs
  std::optional<bool>
      isLevel{};  ///< Kueue: a Topology of the cluster has the labels as levels; nothing = none was read
};

/// Searches with the arithmetic of the placement preview. Which of several domains
/// the scheduler takes is not said. Some milliseconds for each domain in a large cluster.
std::vector<TopologyAnswer> askTopology(const ManifestObject& object, const ClusterSnapshot& snapshot);

/// Words of scripts.
const char* toString(TopologySystem system);
const char* toString(TopologyKind kind);
const char* toString(TopologyAnswer::Outcome outcome);

}  // namespace cardinal
