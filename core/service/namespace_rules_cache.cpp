// SPDX-License-Identifier: Apache-2.0
#include "core/service/namespace_rules_cache.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace cardinal {
namespace {

constexpr std::chrono::seconds kFresh{10};
constexpr std::size_t kMostAsked = 50;  ///< pods one by one, where not all claims of a namespace can be read

/// Limits of extended resources: the server enforces none, the schedulers of GPU stacks do, also for pods that exist.
void keepSchedulersLimits(std::vector<RawQuota>& quotas) {
  for (RawQuota& quota : quotas) {
    eraseIf(quota.hard, [](const ResourceAmount& entry) {
      return entry.name.compare(0, 7, "limits.") != 0 || entry.name.find('/') == std::string::npos;
    });
    quota.used.clear();
  }
}

/// The pod is there already: its creation was let through.
bool exists(const RawPod& pod) {
  return !pod.meta.uid.empty();
}

/// Of a pod that exists.
bool needsRules(const AllocationRequest& request) {
  return !request.pod->spec.claims.empty() || request.gpu.stack == GpuStack::Hami;
}

}  // namespace

bool NamespaceRulesCache::canAsk() const {
  const ConnectionPhase phase = m_publisher.connection().phase;
  return phase == ConnectionPhase::Live || phase == ConnectionPhase::Static;
}

RulesQuestion NamespaceRulesCache::questionOf(const AllocationRequest& request) const {
  const RawPod& pod = *request.pod;
  RulesQuestion question{pod.meta.key.ns, {pod.spec.claims.begin(), pod.spec.claims.end()}};
  if (question.ns.empty()) question.ns = m_source.info().ns;
  if (question.ns.empty()) question.ns = "default";
  std::sort(question.claims.begin(), question.claims.end());
  question.claims.erase(std::unique(question.claims.begin(), question.claims.end()), question.claims.end());
  return question;
}

std::shared_ptr<const NamespaceRules> NamespaceRulesCache::rulesFor(const AllocationRequest& request,
                                                                    const std::stop_token& stop) {
  if (!request.pod) return nullptr;
  const bool made = exists(*request.pod);
  if (made && !needsRules(request)) return nullptr;
  RulesQuestion question = questionOf(request);
  if (made) return rulesOfExisting(question, stop);
  const auto now = std::chrono::steady_clock::now();
  {
    const MutexLock lock(m_mutex);
    const bool same = m_answer && m_question == question && m_answer->quotas.has_value();
    if (same && now - m_asked < kFresh) return m_answer;
  }
  NamespaceRules rules;
  rules.ns = question.ns;
  if (canAsk()) rules = m_source.namespaceRules(question, stop);
  const MutexLock lock(m_mutex);
  if (!m_answer || !(*m_answer == rules)) m_answer = std::make_shared<const NamespaceRules>(std::move(rules));
  m_question = std::move(question);
  m_asked = now;
  return m_answer;
}

std::shared_ptr<const NamespaceRules> NamespaceRulesCache::rulesOfExisting(const RulesQuestion& question,
                                                                           const std::stop_token& stop) {
  if (auto known = kept(question)) return known;
  const bool asks = canAsk();
  NamespaceRules rules;
  rules.ns = question.ns;
  if (asks) rules = m_source.namespaceRules(question, stop);
  if (!rules.quotas) rules.quotas.emplace();
  keepSchedulersLimits(*rules.quotas);
  rules.limitRanges.emplace();
  auto answer = std::make_shared<const NamespaceRules>(std::move(rules));
  if (asks && !stop.stop_requested()) keep(question, answer);
  return answer;
}

std::shared_ptr<const NamespaceRules> NamespaceRulesCache::kept(const RulesQuestion& question) const {
  const auto now = std::chrono::steady_clock::now();
  const MutexLock lock(m_mutex);
  std::shared_ptr<const NamespaceRules> others;
  for (const Kept& one : m_kept) {
    if (one.question.ns != question.ns || now - one.asked >= kFresh) continue;
    // What could not be read of several claims is asked again of each.
    const bool covers = one.answer->claims && std::includes(one.question.claims.begin(), one.question.claims.end(),
                                                            question.claims.begin(), question.claims.end());
    if (covers || one.question == question) return one.answer;
    if (one.isOfAllOthers) others = one.answer;
  }
  return others;
}

void NamespaceRulesCache::keep(RulesQuestion question, std::shared_ptr<const NamespaceRules> answer,
                               bool isOfAllOthers) {
  const auto now = std::chrono::steady_clock::now();
  const MutexLock lock(m_mutex);
  std::erase_if(m_kept, [&](const Kept& one) { return now - one.asked >= kFresh || one.question == question; });
  m_kept.push_back({std::move(question), std::move(answer), now, isOfAllOthers});
}

void NamespaceRulesCache::readFor(const ClusterSnapshot& snapshot, const std::stop_token& stop) {
  std::map<std::string, std::set<std::string>> namespaces;
  std::map<std::string, std::set<std::vector<std::string>>> single;
  for (const PodPtr& pod : snapshot.unboundPods) {
    AllocationRequest request;
    request.pod = pod->raw;
    request.gpu = pod->request;
    if (!exists(*pod->raw) || !needsRules(request)) continue;
    RulesQuestion question = questionOf(request);
    namespaces[question.ns].insert(question.claims.begin(), question.claims.end());
    single[question.ns].insert(std::move(question.claims));
  }
  {
    const MutexLock lock(m_mutex);
    std::erase_if(m_kept, [](const Kept& one) { return one.isOfAllOthers; });
  }
  std::size_t asked = 0;
  for (const auto& [ns, claims] : namespaces) {
    if (stop.stop_requested()) return;
    const auto answer = rulesOfExisting({ns, {claims.begin(), claims.end()}}, stop);
    if (answer->claims || !canAsk()) continue;
    // One that may not be read hides no other; a server is not asked without end.
    for (const auto& own : single[ns]) {
      if (asked == kMostAsked) {
        keep({ns, {claims.begin(), claims.end()}}, answer, true);
        break;
      }
      ++asked;
      rulesOfExisting({ns, own}, stop);
    }
  }
}

NamespaceRules NamespaceRulesCache::all() {
  if (!canAsk()) return {};
  return m_source.namespaceRules({}, {});
}

}  // namespace cardinal
