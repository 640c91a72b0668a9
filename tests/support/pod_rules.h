// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "tests/support/builders.h"

namespace cardinal::testing {

inline constexpr const char* kByHost = "kubernetes.io/hostname";

/// A term about pods with the label app=`value`.
inline PodAffinityTerm termOn(const std::string& value, std::string key, PodAffinityTerm::Kind kind, int weight = 0) {
  PodAffinityTerm term;
  term.kind = kind;
  term.weight = weight;
  term.topologyKey = std::move(key);
  term.selector = LabelSelector{{{"app", value}}, {}};
  return term;
}

inline void addTerm(PodBuilder& builder, PodAffinityTerm term) {
  builder.edit().spec.hasPodAffinity = true;
  builder.edit().spec.podAffinity.push_back(std::move(term));
}

inline void addSpread(PodBuilder& builder, const std::string& value, std::string key, int maxSkew, bool hard = true) {
  TopologySpreadConstraint constraint;
  constraint.topologyKey = std::move(key);
  constraint.maxSkew = maxSkew;
  constraint.hard = hard;
  constraint.selector = LabelSelector{{{"app", value}}, {}};
  builder.edit().spec.hasTopologySpread = true;
  builder.edit().spec.topologySpread.push_back(std::move(constraint));
}

/// A node of eight whole cards in a zone.
inline NodeBuilder zoned(const std::string& name, const std::string& zone, int cards = 8) {
  return nvidiaNode(name, cards).label(kByHost, name).label("zone", zone);
}

/// A pod of one card that its own rules are about: app=w.
inline PodBuilder replica() {
  PodBuilder out = pod("w");
  out.nvidia(1).cpuMilli(1000).label("app", "w");
  return out;
}

}  // namespace cardinal::testing
