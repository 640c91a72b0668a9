// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kai/kai_queues.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <tuple>

namespace cardinal::queues {
namespace {

/// Names may form a ring.
constexpr std::size_t kDeepest = 100;

struct Words {
  const char* limit;
  const char* unit;
  double scale;
};

constexpr std::array<Words, kKaiResources> kWords{
    {{"CPU cores", "cores", 1000}, {"memory", "GB", 1e9}, {"GPUs", "GPUs", 1}}};

double requestable(const KaiQuota& quota, double request) {
  return quota.limit == kKaiUnlimited ? request : std::min(quota.limit, request);
}

/// Every digit.
std::string wholeText(double amount) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed).ptr;
  return {text.data(), static_cast<std::size_t>(end - text.data())};
}

/// One level of the tree, one resource.
class Division {
 public:
  Division(KaiResource resource, const std::vector<const KaiQueue*>& queues,
           const std::map<std::string, KaiUse>& uses) {
    const auto index = static_cast<std::size_t>(resource);
    for (const KaiQueue* queue : queues) {
      const auto use = uses.find(queue->name);
      m_parts.push_back({queue, queue->quotas[index], use != uses.end() ? use->second.request[index] : 0});
    }
  }

  std::map<std::string, KaiFairShare> run(double total) {
    double rest = total;
    for (Part& part : m_parts) {
      const double quota = part.quota.quota == kKaiUnlimited ? total : part.quota.quota;
      part.share = std::min(quota, requestable(part.quota, part.request));
      rest -= part.share;
    }
    if (rest > 0) {
      std::vector<int> priorities;
      for (const Part& part : m_parts) priorities.push_back(part.queue->priority);
      std::sort(priorities.rbegin(), priorities.rend());
      priorities.erase(std::unique(priorities.begin(), priorities.end()), priorities.end());
      for (const int priority : priorities) giveByWeight(priority, rest);
      for (const int priority : priorities) giveRemainders(priority, rest);
    }
    std::map<std::string, KaiFairShare> out;
    for (const Part& part : m_parts)
      out[part.queue->name] = {part.isDrawn ? part.base : part.share, part.isDrawn ? part.base + 1 : part.share};
    return out;
  }

 private:
  struct Part {
    const KaiQueue* queue;
    KaiQuota quota;
    double request;
    double share = 0;
    double remainder = 0;  ///< what was cut off
    double base = 0;       ///< share before a draw
    bool isDrawn = false;

    double unmet() const { return std::max(0.0, requestable(quota, request) - share); }
    bool isSatisfied() const { return request <= share || (quota.limit != kKaiUnlimited && quota.limit <= share); }
  };

  void giveByWeight(int priority, double& rest) {
    for (bool again = true; again && rest > 0;) {
      again = false;
      const double round = rest;
      double weights = 0;
      for (const Part& part : m_parts) {
        if (part.queue->priority == priority && part.unmet() > 0) weights += part.quota.weight;
      }
      if (weights <= 0) return;
      // the sum of doubled shares, as the scheduler without usage data does it: the last bit decides what is cut off
      double sum = 0;
      const auto doubled = [&](const Part& part) { return part.quota.weight / weights + part.quota.weight / weights; };
      for (const Part& part : m_parts) {
        if (part.queue->priority == priority && !part.isSatisfied()) sum += doubled(part);
      }
      for (Part& part : m_parts) {
        if (part.queue->priority != priority || part.isSatisfied() || part.quota.weight == 0 || rest == 0) continue;
        const double due = round * (doubled(part) / sum);
        const double unmet = part.unmet();
        const double given = unmet <= due ? unmet : std::floor(due);
        part.remainder = unmet <= due ? 0 : due - given;
        if (given == 0) continue;
        part.share += given;
        rest -= given;
        again = again || unmet < due;
      }
    }
  }

  /// One card each, the largest remainder first.
  void giveRemainders(int priority, double& rest) {
    constexpr double kEqual = 1e-9;
    std::vector<Part*> waiting;
    for (Part& part : m_parts) {
      if (part.queue->priority == priority && part.remainder > 0) waiting.push_back(&part);
    }
    std::sort(waiting.begin(), waiting.end(), [](const Part* a, const Part* b) {
      return std::make_tuple(-a->remainder, a->queue->created, std::cref(a->queue->name)) <
             std::make_tuple(-b->remainder, b->queue->created, std::cref(b->queue->name));
    });
    for (std::size_t i = 0; i < waiting.size() && rest > kEqual;) {
      std::size_t end = i;
      while (end < waiting.size() && waiting[i]->remainder - waiting[end]->remainder < kEqual) ++end;
      const bool isEnough = end - i == 1 || rest + kEqual >= static_cast<double>(end - i);
      for (; i < end; ++i) {
        waiting[i]->base = waiting[i]->share;
        waiting[i]->isDrawn = !isEnough;
        const double given = std::min(1.0, rest);
        waiting[i]->share += given;
        rest -= given;
      }
    }
  }

  std::vector<Part> m_parts;
};

}  // namespace

KaiAmounts operator+(const KaiAmounts& a, const KaiAmounts& b) {
  KaiAmounts out{};
  for (std::size_t i = 0; i < kKaiResources; ++i) out[i] = a[i] + b[i];
  return out;
}

std::map<std::string, KaiFairShare> kaiFairShares(double total, KaiResource resource,
                                                  const std::vector<const KaiQueue*>& queues,
                                                  const std::map<std::string, KaiUse>& uses) {
  return Division(resource, queues, uses).run(total);
}

std::vector<const KaiQueue*> KaiQueues::childrenOf(const std::string& parent) const {
  std::vector<const KaiQueue*> out;
  for (const auto& [name, queue] : m_queues) {
    if (queue.parent == parent) out.push_back(&queue);
  }
  return out;
}

std::vector<const KaiQueue*> KaiQueues::pathFrom(const std::string& queue) const {
  std::vector<const KaiQueue*> out;
  for (auto found = m_queues.find(queue); found != m_queues.end() && out.size() < kDeepest;
       found = m_queues.find(found->second.parent))
    out.push_back(&found->second);
  return out;
}

bool KaiQueues::takesPods(const std::string& queue) const {
  const auto found = m_queues.find(queue);
  if (found == m_queues.end() || !childrenOf(queue).empty()) return false;
  return found->second.parent.empty() || m_queues.count(found->second.parent) != 0;
}

void KaiQueues::addAllocated(std::map<std::string, KaiUse>& uses, const std::string& queue, const KaiAmounts& amounts,
                             bool isPreemptible) const {
  for (const KaiQueue* one : pathFrom(queue)) {
    KaiUse& use = uses[one->name];
    use.allocated = use.allocated + amounts;
    use.request = use.request + amounts;
    if (!isPreemptible) use.nonPreemptible = use.nonPreemptible + amounts;
  }
}

void KaiQueues::addWaiting(std::map<std::string, KaiUse>& uses, const std::string& queue,
                           const KaiAmounts& amounts) const {
  for (const KaiQueue* one : pathFrom(queue)) uses[one->name].request = uses[one->name].request + amounts;
}

std::optional<KaiRefusal> KaiQueues::refusal(const std::map<std::string, KaiUse>& uses, const std::string& queue,
                                             const KaiAmounts& request, bool isPreemptible) const {
  const auto path = pathFrom(queue);
  if (path.empty()) return KaiRefusal{"QueueDoesNotExist", "Queue '" + queue + "' does not exist"};
  static const KaiUse kUnused;
  const auto useOf = [&](const KaiQueue& one) -> const KaiUse& {
    const auto found = uses.find(one.name);
    return found != uses.end() ? found->second : kUnused;
  };
  for (const KaiQueue* one : path) {
    for (std::size_t i = 0; i < kKaiResources; ++i) {
      const double limit = one->quotas[i].limit;
      const double used = useOf(*one).allocated[i];
      if (limit == kKaiUnlimited || request[i] == 0 || used + request[i] <= limit) continue;
      const Words& words = kWords[i];
      const auto text = [&](double amount) { return kaiAmountText(amount / words.scale) + " " + words.unit; };
      return KaiRefusal{"OverLimit",
                        one->name + " quota has reached the allowable limit of " + words.limit + ". Limit is " +
                            text(limit) + ", currently " + text(used) + " allocated and workload requested " +
                            text(request[i]),
                        one->name,
                        static_cast<KaiResource>(i),
                        true,
                        limit,
                        used,
                        request[i]};
    }
  }
  if (isPreemptible) return std::nullopt;
  for (const KaiQueue* one : path) {
    for (std::size_t i = 0; i < kKaiResources; ++i) {
      const double quota = one->quotas[i].quota;
      const double used = useOf(*one).nonPreemptible[i];
      if (quota == kKaiUnlimited || request[i] == 0 || used + request[i] <= quota) continue;
      const bool isGpu = i == static_cast<std::size_t>(KaiResource::Gpu);
      const Words& words = kWords[i];
      const std::string requested = isGpu ? wholeText(request[i]) : kaiAmountText(request[i] / words.scale);
      const std::string unit = isGpu ? "GPUs" : i == 0 ? "CPU cores" : "GB memory";
      return KaiRefusal{
          "NonPreemptibleOverQuota",
          "Non-preemptible workload is over quota. Workload requested " + requested + " " + unit + ", but " +
              one->name + " quota is " + kaiAmountText(quota / words.scale) + " " + words.unit + ", while " +
              kaiAmountText(used / words.scale) + " " + words.unit +
              " are already allocated for non-preemptible pods. Use a preemptible workload to go over quota.",
          one->name,
          static_cast<KaiResource>(i),
          false,
          quota,
          used,
          request[i]};
    }
  }
  return std::nullopt;
}

std::string kaiAmountText(double amount) {
  if (amount == kKaiUnlimited) return "Unlimited";
  constexpr std::size_t kDropped = 3;
  std::array<char, 400> text{};
  std::string out(text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.6f", amount)));
  out.erase(out.size() - kDropped);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out;
}

bool kaiMayEvict(KaiEviction way, const KaiGroup& requester, const KaiGroup& victim) {
  if (!victim.isPreemptible) return false;
  switch (way) {
    case KaiEviction::Preempt:
      return victim.queue == requester.queue && victim.priority < requester.priority;
    case KaiEviction::Reclaim:
      return victim.queue != requester.queue;
    case KaiEviction::Consolidation:
      return requester.isPreemptible;
  }
  return false;
}

}  // namespace cardinal::queues
