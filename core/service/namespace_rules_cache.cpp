// SPDX-License-Identifier: Apache-2.0
#include "core/service/namespace_rules_cache.h"

#include <utility>

namespace cardinal {
namespace {

constexpr std::chrono::seconds kFresh{10};

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

}  // namespace

bool NamespaceRulesCache::canAsk() const {
  const ConnectionPhase phase = m_publisher.connection().phase;
  return phase == ConnectionPhase::Live || phase == ConnectionPhase::Static;
}

std::shared_ptr<const NamespaceRules> NamespaceRulesCache::rulesFor(const AllocationRequest& request,
                                                                    const std::stop_token& stop) {
  if (!request.pod) return nullptr;
  const RawPod& pod = *request.pod;
  const bool made = exists(pod);
  const bool isLimited = request.gpu.stack == GpuStack::Hami;
  if (made && pod.spec.claims.empty() && !isLimited) return nullptr;
  RulesQuestion question{pod.meta.key.ns, {pod.spec.claims.begin(), pod.spec.claims.end()}};
  if (question.ns.empty()) question.ns = m_source.info().ns;
  if (question.ns.empty()) question.ns = "default";
  const auto now = std::chrono::steady_clock::now();
  {
    const MutexLock lock(m_mutex);
    const bool same = m_answer && m_question == question && m_answer->quotas.has_value();
    if (!made && same && now - m_asked < kFresh) return m_answer;
  }
  NamespaceRules rules;
  rules.ns = question.ns;
  if (canAsk()) rules = m_source.namespaceRules(question, stop);
  if (made) {
    if (!rules.quotas) rules.quotas.emplace();
    keepSchedulersLimits(*rules.quotas);
    rules.limitRanges.emplace();
    return std::make_shared<const NamespaceRules>(std::move(rules));
  }
  const MutexLock lock(m_mutex);
  if (!m_answer || !(*m_answer == rules)) m_answer = std::make_shared<const NamespaceRules>(std::move(rules));
  m_question = std::move(question);
  m_asked = now;
  return m_answer;
}

NamespaceRules NamespaceRulesCache::all() {
  if (!canAsk()) return {};
  return m_source.namespaceRules({}, {});
}

}  // namespace cardinal
