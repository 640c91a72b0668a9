// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

constexpr std::string_view kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

using TermKind = PodAffinityTerm::Kind;

/// A selector that is there selects, also when nothing stands in it.
template <typename T>
T& present(std::optional<T>& value) {
  return value ? *value : value.emplace();
}

void readPreferredNodeTerm(Message message, RawPodSpec& out, const Path& at, Problems& problems) {
  PreferredNodeTerm term;
  while (message.next()) {
    if (message.number() == 1)
      term.weight = message.integer32();
    else if (message.number() == 2)
      readNodeTerm(message.message(), term.term, Path{&at, "preference"}, problems);
  }
  decode::addPreferredNodeTerm(out, std::move(term));
}

void readNodeRules(Message rules, RawPodSpec& out, const Path& path, Problems& problems) {
  int index = 0;
  while (rules.next()) {
    if (rules.number() == 1)
      readNodeSelector(rules.message(), present(out.requiredNodeAffinity), Path{&path, kRequired}, problems);
    else if (rules.number() == 2)
      readPreferredNodeTerm(rules.entry(), out, Path{&path, kPreferred, index++}, problems);
  }
}

void readPodTerm(Message message, PodAffinityTerm& term, const Path& at, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readLabelSelector(message.message(), present(term.selector), Path{&at, "labelSelector"}, problems);
        break;
      case 2:
        addText(message, term.namespaces, Path{&at, "namespaces"}, problems);
        break;
      case 3:
        readText(message, term.topologyKey, Path{&at, "topologyKey"}, problems);
        break;
      case 4:
        readLabelSelector(message.message(), present(term.namespaceSelector), Path{&at, "namespaceSelector"}, problems);
        break;
      case 5:
        addText(message, term.matchLabelKeys, Path{&at, "matchLabelKeys"}, problems);
        break;
      case 6:
        addText(message, term.mismatchLabelKeys, Path{&at, "mismatchLabelKeys"}, problems);
        break;
      default:
        break;
    }
  }
}

void readWeightedTerm(Message message, PodAffinityTerm& term, const Path& at, Problems& problems) {
  while (message.next()) {
    if (message.number() == 1)
      term.weight = message.integer32();
    else if (message.number() == 2)
      readPodTerm(message.message(), term, Path{&at, "podAffinityTerm"}, problems);
  }
}

void readPodRules(Message rules, RawPodSpec& out, bool anti, const Path& path, Problems& problems) {
  int required = 0;
  int preferred = 0;
  while (rules.next()) {
    PodAffinityTerm term;
    if (rules.number() == 1) {
      term.kind = anti ? TermKind::RequiredAntiAffinity : TermKind::RequiredAffinity;
      readPodTerm(rules.entry(), term, Path{&path, kRequired, required++}, problems);
    } else if (rules.number() == 2) {
      term.kind = anti ? TermKind::PreferredAntiAffinity : TermKind::PreferredAffinity;
      readWeightedTerm(rules.entry(), term, Path{&path, kPreferred, preferred++}, problems);
    } else {
      continue;
    }
    decode::addPodAffinity(out, std::move(term));
  }
}

}  // namespace

void readAffinity(Message affinity, RawPodSpec& out, const Path& spec, Problems& problems) {
  const Path path{&spec, "affinity"};
  while (affinity.next()) {
    if (affinity.number() == 1)
      readNodeRules(affinity.message(), out, Path{&path, "nodeAffinity"}, problems);
    else if (affinity.number() == 2)
      readPodRules(affinity.message(), out, false, Path{&path, "podAffinity"}, problems);
    else if (affinity.number() == 3)
      readPodRules(affinity.message(), out, true, Path{&path, "podAntiAffinity"}, problems);
  }
}

void readTopologySpread(Message constraint, RawPodSpec& out, const Path& path, Problems& problems) {
  TopologySpreadConstraint read;
  std::string scratch;
  const auto isWord = [&](std::string_view name, std::string_view expected) {
    return viewText(constraint, scratch, Path{&path, name}, problems) == expected;
  };
  while (constraint.next()) {
    switch (constraint.number()) {
      case 1:
        read.maxSkew = constraint.integer32();
        break;
      case 2:
        readText(constraint, read.topologyKey, Path{&path, "topologyKey"}, problems);
        break;
      case 3:
        read.hard = !isWord("whenUnsatisfiable", "ScheduleAnyway");
        break;
      case 4:
        readLabelSelector(constraint.message(), present(read.selector), Path{&path, "labelSelector"}, problems);
        break;
      case 5:
        read.minDomains = constraint.integer32();
        break;
      case 6:
        read.ignoresNodeAffinity = isWord("nodeAffinityPolicy", "Ignore");
        break;
      case 7:
        read.honorsNodeTaints = isWord("nodeTaintsPolicy", "Honor");
        break;
      case 8:
        addText(constraint, read.matchLabelKeys, Path{&path, "matchLabelKeys"}, problems);
        break;
      default:
        break;
    }
  }
  decode::addTopologySpread(out, std::move(read));
}

}  // namespace cardinal::protobuf
