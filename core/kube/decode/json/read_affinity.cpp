// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/parts/object_parts.h"

namespace cardinal::json {
namespace {

constexpr std::string_view kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

using TermKind = PodAffinityTerm::Kind;

void readNodeTerm(Value& value, NodeSelectorTerm& term, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view part, Value& field) {
    if (part == "matchExpressions")
      readRequirements(field, term.matchExpressions, Path{&at, "matchExpressions"}, problems);
    else if (part == "matchFields")
      readRequirements(field, term.matchFields, Path{&at, "matchFields"}, problems);
  });
}

}  // namespace

void readRequirements(Value& value, std::vector<NodeSelectorRequirement>& out, const Path& path, Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int) {
    NodeSelectorRequirement& requirement = out.emplace_back();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "key")
        readText(field, requirement.key, path, problems);
      else if (key == "operator")
        readText(field, requirement.op, path, problems);
      else if (key == "values")
        readTexts(field, requirement.values, path, problems);
    });
  });
}

void readNodeSelector(Value& value, std::vector<NodeSelectorTerm>& terms, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& list) {
    if (key != "nodeSelectorTerms") return;
    eachItem(list, Path{&path, "nodeSelectorTerms"}, problems, [&](Value& item, int index) {
      readNodeTerm(item, terms.emplace_back(), Path{&path, "nodeSelectorTerms", index}, problems);
    });
  });
}

void readLabelSelector(Value& value, std::optional<LabelSelector>& out, const Path& path, Problems& problems) {
  if (isNull(value)) return;
  LabelSelector& selector = out.emplace();
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "matchLabels")
      readMap(field, selector.matchLabels, Path{&path, "matchLabels"}, problems);
    else if (key == "matchExpressions")
      readRequirements(field, selector.matchExpressions, Path{&path, "matchExpressions"}, problems);
  });
}

namespace {

void readRequiredTerms(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, kRequired};
  if (isNull(value)) return;
  readNodeSelector(value, spec.requiredNodeAffinity.emplace(), path, problems);
}

void readPreferredTerms(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, kPreferred};
  eachItem(value, path, problems, [&](Value& item, int index) {
    const Path at{&parent, kPreferred, index};
    PreferredNodeTerm term;
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "weight")
        readInt32(field, term.weight, Path{&at, "weight"}, problems);
      else if (key == "preference")
        readNodeTerm(field, term.term, Path{&at, "preference"}, problems);
    });
    decode::addPreferredNodeTerm(spec, std::move(term));
  });
}

void readPodTerm(Value& value, PodAffinityTerm& term, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "topologyKey")
      readText(field, term.topologyKey, Path{&at, "topologyKey"}, problems);
    else if (key == "labelSelector")
      readLabelSelector(field, term.selector, Path{&at, "labelSelector"}, problems);
    else if (key == "namespaces")
      readTexts(field, term.namespaces, Path{&at, "namespaces"}, problems);
    else if (key == "namespaceSelector")
      readLabelSelector(field, term.namespaceSelector, Path{&at, "namespaceSelector"}, problems);
    else if (key == "matchLabelKeys")
      readTexts(field, term.matchLabelKeys, Path{&at, "matchLabelKeys"}, problems);
    else if (key == "mismatchLabelKeys")
      readTexts(field, term.mismatchLabelKeys, Path{&at, "mismatchLabelKeys"}, problems);
    else if (key == "weight")
      readInt32(field, term.weight, Path{&at, "weight"}, problems);
    else if (key == "podAffinityTerm")
      readPodTerm(field, term, Path{&at, "podAffinityTerm"}, problems);
  });
}

void readPodTerms(Value& value, RawPodSpec& spec, TermKind kind, const Path& path, Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int index) {
    PodAffinityTerm term;
    term.kind = kind;
    readPodTerm(item, term, Path{path.parent, path.name, index}, problems);
    decode::addPodAffinity(spec, std::move(term));
  });
}

void readPodRules(Value& value, RawPodSpec& spec, bool anti, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view form, Value& terms) {
    const Path at{&path, form};
    if (form == kRequired)
      readPodTerms(terms, spec, anti ? TermKind::RequiredAntiAffinity : TermKind::RequiredAffinity, at, problems);
    else if (form == kPreferred)
      readPodTerms(terms, spec, anti ? TermKind::PreferredAntiAffinity : TermKind::PreferredAffinity, at, problems);
  });
}

void readNodeRules(Value& value, RawPodSpec& spec, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view form, Value& terms) {
    if (form == kRequired)
      readRequiredTerms(terms, spec, path, problems);
    else if (form == kPreferred)
      readPreferredTerms(terms, spec, path, problems);
  });
}

void readConstraint(Value& value, TopologySpreadConstraint& out, const Path& at, Problems& problems) {
  std::string word;
  const auto isWord = [&](Value& field, std::string_view name, std::string_view expected) {
    word.clear();
    readText(field, word, Path{&at, name}, problems);
    return word == expected;
  };
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "maxSkew")
      readInt32(field, out.maxSkew, Path{&at, "maxSkew"}, problems);
    else if (key == "topologyKey")
      readText(field, out.topologyKey, Path{&at, "topologyKey"}, problems);
    else if (key == "whenUnsatisfiable")
      out.hard = !isWord(field, key, "ScheduleAnyway");
    else if (key == "labelSelector")
      readLabelSelector(field, out.selector, Path{&at, "labelSelector"}, problems);
    else if (key == "minDomains")
      readInt32(field, out.minDomains, Path{&at, "minDomains"}, problems);
    else if (key == "nodeAffinityPolicy")
      out.ignoresNodeAffinity = isWord(field, key, "Ignore");
    else if (key == "nodeTaintsPolicy")
      out.honorsNodeTaints = isWord(field, key, "Honor");
    else if (key == "matchLabelKeys")
      readTexts(field, out.matchLabelKeys, Path{&at, "matchLabelKeys"}, problems);
  });
}

}  // namespace

void readAffinity(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, "affinity"};
  eachField(value, path, problems, [&](std::string_view key, Value& rules) {
    if (key == "nodeAffinity")
      readNodeRules(rules, spec, Path{&path, "nodeAffinity"}, problems);
    else if (key == "podAffinity")
      readPodRules(rules, spec, false, Path{&path, "podAffinity"}, problems);
    else if (key == "podAntiAffinity")
      readPodRules(rules, spec, true, Path{&path, "podAntiAffinity"}, problems);
  });
}

void readTopologySpread(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  constexpr std::string_view kName = "topologySpreadConstraints";
  eachItem(value, Path{&parent, kName}, problems, [&](Value& item, int index) {
    TopologySpreadConstraint constraint;
    readConstraint(item, constraint, Path{&parent, kName, index}, problems);
    decode::addTopologySpread(spec, std::move(constraint));
  });
}

}  // namespace cardinal::json
