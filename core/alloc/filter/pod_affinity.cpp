// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/pod_affinity.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/alloc/filter/between_replicas.h"
#include "core/alloc/filter/pod_classes.h"
#include "core/alloc/selector.h"

namespace cardinal::alloc {
namespace {

using Kind = PodAffinityTerm::Kind;
/// How many pods stand at each value of a topology key; none stands nowhere.
using Values = std::map<std::string_view, int>;
/// Pods of one value, and one that stands for them.
struct Owner {
  const RawPod* pod = nullptr;
  int pods = 0;
};
/// By topology key and value.
using Owners = std::map<std::string_view, std::map<std::string_view, Owner>>;

void count(Values& values, std::string_view value, int by) {
  const auto at = values.try_emplace(value, 0).first;
  at->second += by;
  if (at->second == 0) values.erase(at);
}

void count(Owners& owners, std::string_view key, std::string_view value, const RawPod& pod, int by) {
  Owner& owner = owners[key][value];
  if (owner.pods == 0) owner.pod = &pod;
  owner.pods += by;
}

std::vector<const PodAffinityTerm*> termsOf(const std::vector<PodAffinityTerm>& terms, Kind kind) {
  std::vector<const PodAffinityTerm*> out;
  for (const PodAffinityTerm& term : terms) {
    if (term.kind == kind) out.push_back(&term);
  }
  return out;
}

class PodAffinityFilter final : public Filter, public BetweenReplicas {
 public:
  PodAffinityFilter(const RawPod& pod, const ClusterSnapshot& snapshot)
      : m_pod(pod),
        m_selectors(snapshot.selectors.get()),
        m_terms(incomingTerms(pod)),
        m_wanted(termsOf(m_terms, Kind::RequiredAffinity)),
        m_avoided(termsOf(m_terms, Kind::RequiredAntiAffinity)),
        m_wantedAt(m_wanted.size()) {
    const bool asks = !m_wanted.empty() || !m_avoided.empty();
    for (const auto& terms : {m_wanted, m_avoided}) {
      for (const PodAffinityTerm* term : terms) m_keys.push_back(hashOfLabelText(term->topologyKey));
    }
    m_avoidedClasses.resize(m_avoided.size());
    for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
      const auto rowLabels = snapshot.rowLabelsOf(NodeIndex{i});
      if (asks && (!rowLabels || mayHaveKey(*rowLabels))) lookForOwnTerms(*snapshot.nodes[i], rowLabels);
      if (snapshot.counts.podsWithAffinity > 0 && snapshot.nodes[i]->exists() &&
          snapshot.nodes[i]->scheduler.podsWithAffinity > 0)
        lookForTermsOfOthers(*snapshot.nodes[i]);
    }
    lookAtItself();
  }

  bool surelyPasses(const PlacementRow& /*row*/) const override { return !forbids(); }
  bool needsRecord() const override { return forbids(); }

  std::optional<Rejection> check(const NodeView& view) const override {
    const StringMap& labels = view.raw().meta.labels;
    if (auto refused = checkWanted(labels)) return refused;
    for (const PodAffinityTerm* term : m_avoided) {
      const std::string* value = find(labels, term->topologyKey);
      if (value == nullptr) continue;
      if (const RawPod* other = ownerAt(m_avoidedAt, term->topologyKey, *value))
        return refusal(ReasonCode::PodAntiAffinityConflict, *other);
    }
    for (const auto& [key, values] : m_forbiddenAt) {
      const std::string* value = find(labels, key);
      if (value == nullptr) continue;
      if (const RawPod* other = ownerAt(m_forbiddenAt, key, *value))
        return refusal(ReasonCode::ExistingAntiAffinity, *other);
    }
    return std::nullopt;
  }

  Waiting onceEmptied(const NodeView& view) const override {
    const auto refused = checkWanted(view.raw().meta.labels);
    return refused ? refused->waiting : Waiting::NotNow;
  }

  bool canRecount() const override { return true; }
  void recount(const RawPod& pod, const RawNode& node, int by) override {
    const StringMap& labels = node.meta.labels;
    if (matchesAllWanted(pod)) countWanted(labels, by);
    for (const PodAffinityTerm* term : m_avoided) {
      if (selects(*term, m_pod.meta.key.ns, pod, m_selectors)) countAt(m_avoidedAt, *term, labels, pod, by);
    }
    countTermsOf(pod, labels, by);
  }

  BetweenReplicas* betweenReplicas() override { return m_constraints.empty() ? nullptr : this; }
  std::vector<Constraint> constraints() const override { return m_constraints; }

  bool refuses(std::size_t constraint, const std::string* value) const override {
    const std::string& key = m_constraints[constraint].key;
    if (m_constraints[constraint].sort == Sort::Follow)
      return value == nullptr || (!isFirst() && !hasMatch(key, *value));
    return value != nullptr &&
           (ownerAt(m_avoidedAt, key, *value) != nullptr || ownerAt(m_forbiddenAt, key, *value) != nullptr);
  }

  bool place(const NodeView& view) override {
    const StringMap& labels = view.raw().meta.labels;
    const bool follow = isFirst();
    for (std::size_t i = 0; follow && i < m_wanted.size(); ++i) {
      if (const std::string* value = find(labels, m_wanted[i]->topologyKey)) count(m_wantedAt[i], *value, 1);
    }
    const auto mark = [&](const std::vector<std::string>& keys, Owners& owners) {
      for (const std::string& key : keys) {
        if (const std::string* value = find(labels, key)) count(owners, key, *value, m_pod, 1);
      }
    };
    mark(m_avoidsItself, m_avoidedAt);
    mark(m_forbidsItself, m_forbiddenAt);
    return follow;
  }

 private:
  /// A replica has no name yet.
  Rejection refusal(ReasonCode code, const RawPod& other) const {
    if (&other == &m_pod) return nodeRejection(code, Waiting::Unknown);
    return nodeRejection(code, Waiting::NotNow, other.meta.key.ns + "/" + other.meta.key.name);
  }

  /// No pod is there that it wants to follow, but it would follow itself.
  bool isFirst() const {
    return m_followsItself &&
           std::all_of(m_wantedAt.begin(), m_wantedAt.end(), [](const Values& values) { return values.empty(); });
  }

  void lookAtItself() {
    m_followsItself = matchesAllWanted(m_pod);
    for (const PodAffinityTerm* term : m_avoided) {
      if (selects(*term, m_pod.meta.key.ns, m_pod, m_selectors)) m_avoidsItself.push_back(term->topologyKey);
    }
    // As the next one sees it, which reads the terms of pods that run as they are kept.
    for (const PodAffinityTerm& term : m_pod.spec.podAffinity) {
      if (term.kind != Kind::RequiredAntiAffinity) continue;
      if (selects(withLabelKeys(term, m_pod.meta.labels), m_pod.meta.key.ns, m_pod, m_selectors))
        m_forbidsItself.push_back(term.topologyKey);
    }
    std::set<std::string> keys(m_avoidsItself.begin(), m_avoidsItself.end());
    keys.insert(m_forbidsItself.begin(), m_forbidsItself.end());
    for (const std::string& key : keys) m_constraints.push_back({key, Sort::Avoid});
    if (!isFirst()) return;
    for (const PodAffinityTerm* term : m_wanted) m_constraints.push_back({term->topologyKey, Sort::Follow});
  }

  static const RawPod* ownerAt(const Owners& owners, std::string_view key, std::string_view value) {
    const auto values = owners.find(key);
    if (values == owners.end()) return nullptr;
    const auto owner = values->second.find(value);
    return owner == values->second.end() || owner->second.pods <= 0 ? nullptr : owner->second.pod;
  }

  bool matchesAllWanted(const RawPod& other) const {
    return !m_wanted.empty() && std::all_of(m_wanted.begin(), m_wanted.end(), [&](const PodAffinityTerm* term) {
      return selects(*term, m_pod.meta.key.ns, other, m_selectors);
    });
  }

  /// False where nothing that was found says no to any node.
  bool forbids() const { return !m_wanted.empty() || !m_avoidedAt.empty() || !m_forbiddenAt.empty(); }

  bool mayHaveKey(const RowLabels& rowLabels) const {
    return std::any_of(m_keys.begin(), m_keys.end(), [&](LabelHash key) { return rowLabels.find(key).has_value(); });
  }

  void lookForOwnTerms(const NodeRecord& node, const std::optional<RowLabels>& rowLabels) {
    if (!node.exists()) return;
    const StringMap& labels = node.raw->meta.labels;
    const auto& pods = node.scheduler.pods;
    // Pods of one class are checked once, where their classes are known.
    const auto once = [&](ClassAnswers& answers, std::size_t pod, const auto& ask) {
      return rowLabels ? answers.of(rowLabels->podClasses[pod], ask) : ask();
    };
    for (std::size_t pod = 0; pod < pods.size(); ++pod) {
      const RawPod& other = *pods[pod];
      if (!m_wanted.empty() && once(m_wantedClasses, pod, [&] { return matchesAllWanted(other); }))
        countWanted(labels, 1);
      for (std::size_t i = 0; i < m_avoided.size(); ++i) {
        const PodAffinityTerm& term = *m_avoided[i];
        if (once(m_avoidedClasses[i], pod, [&] { return selects(term, m_pod.meta.key.ns, other, m_selectors); }))
          countAt(m_avoidedAt, term, labels, other, 1);
      }
    }
  }

  void lookForTermsOfOthers(const NodeRecord& node) {
    for (const auto& other : node.scheduler.pods) countTermsOf(*other, node.raw->meta.labels, 1);
  }

  void countWanted(const StringMap& labels, int by) {
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
      if (const std::string* value = find(labels, m_wanted[i]->topologyKey)) count(m_wantedAt[i], *value, by);
    }
  }

  void countTermsOf(const RawPod& other, const StringMap& labels, int by) {
    for (const PodAffinityTerm& term : other.spec.podAffinity) {
      if (term.kind == Kind::RequiredAntiAffinity && selects(term, other.meta.key.ns, m_pod, m_selectors))
        countAt(m_forbiddenAt, term, labels, other, by);
    }
  }

  static void countAt(Owners& owners, const PodAffinityTerm& term, const StringMap& labels, const RawPod& pod, int by) {
    if (const std::string* value = find(labels, term.topologyKey)) count(owners, term.topologyKey, *value, pod, by);
  }

  std::optional<Rejection> checkWanted(const StringMap& labels) const {
    const PodAffinityTerm* missing = nullptr;
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
      const std::string* value = find(labels, m_wanted[i]->topologyKey);
      if (value == nullptr)
        return nodeRejection(ReasonCode::TopologyKeyMissing, Waiting::Never, m_wanted[i]->topologyKey);
      if (missing == nullptr && !hasMatch(m_wanted[i]->topologyKey, *value)) missing = m_wanted[i];
    }
    if (missing == nullptr) return std::nullopt;
    if (isFirst()) return std::nullopt;
    return nodeRejection(ReasonCode::PodAffinityUnmatched, Waiting::Unknown, missing->topologyKey);
  }

  /// Terms of one key share their matches: a match of one is a match of all.
  bool hasMatch(const std::string& key, const std::string& value) const {
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
      if (m_wanted[i]->topologyKey == key && m_wantedAt[i].count(value) > 0) return true;
    }
    return false;
  }

  const RawPod& m_pod;
  const SelectorObjects* m_selectors;
  std::vector<PodAffinityTerm> m_terms;
  std::vector<const PodAffinityTerm*> m_wanted;  ///< in m_terms, as those below
  std::vector<const PodAffinityTerm*> m_avoided;
  std::vector<Values> m_wantedAt;              ///< by wanted term: values of its key where a matching pod runs
  std::vector<LabelHash> m_keys;               ///< topology keys of all terms
  ClassAnswers m_wantedClasses;                ///< matches all wanted terms
  std::vector<ClassAnswers> m_avoidedClasses;  ///< by avoided term: is selected by it
  Owners m_avoidedAt;                          ///< where pods run that this one avoids
  Owners m_forbiddenAt;                        ///< where pods run that avoid this one
  bool m_followsItself = false;                ///< it matches all wanted terms
  std::vector<std::string> m_avoidsItself;     ///< topology keys of avoided terms that select it
  std::vector<std::string> m_forbidsItself;    ///< the same for replicas that run
  std::vector<Constraint> m_constraints;       ///< those of which replicas change the say
};

}  // namespace

std::unique_ptr<Filter> makePodAffinityFilter(const RawPod& pod, const ClusterSnapshot& snapshot) {
  const auto& terms = pod.spec.podAffinity;
  const bool asks = std::any_of(terms.begin(), terms.end(), [](const PodAffinityTerm& term) {
    return term.kind == Kind::RequiredAffinity || term.kind == Kind::RequiredAntiAffinity;
  });
  if (!asks && snapshot.counts.podsWithAffinity == 0) return nullptr;
  return std::make_unique<PodAffinityFilter>(pod, snapshot);
}

}  // namespace cardinal::alloc
