// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/limit_ranges.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "core/alloc/admission.h"
#include "core/provider/effective_request.h"

namespace cardinal::alloc {
namespace {

void addMissing(ResourceList& into, const ResourceList& defaults) {
  for (const ResourceAmount& entry : defaults) {
    if (find(into, entry.name) == nullptr) into.push_back(entry);
  }
}

template <typename Use>
void eachContainer(RawPod& pod, Use use) {
  for (Container& container : pod.spec.containers) use(container);
  for (Container& container : pod.spec.initContainers) use(container);
}

/// As admission plugins sum up a pod: without overhead.
ResourceList summed(RawPod pod, provider::Counted counted) {
  pod.spec.overhead.clear();
  ResourceList out;
  provider::addEffectiveRequests(out, pod, counted);
  return out;
}

/// Of a pod that names anything as a whole the API server names cpu and memory, too: what its containers request
/// together, else the limit.
void nameRequestsOfPod(RawPod& pod) {
  RawPodSpec& spec = pod.spec;
  if (spec.podRequests.empty() && spec.podLimits.empty()) return;
  RawPod parts = pod;
  parts.spec.podRequests.clear();
  parts.spec.podLimits.clear();
  const ResourceList ofContainers = summed(std::move(parts), provider::Counted::Requests);
  for (const char* resource : {"cpu", "memory"}) {
    const Quantity* request = find(ofContainers, resource);
    if (request == nullptr) request = find(std::as_const(spec.podLimits), resource);
    if (request != nullptr && find(std::as_const(spec.podRequests), resource) == nullptr)
      spec.podRequests.push_back({resource, *request});
  }
}

class Check {
 public:
  Check(const RawLimitItem& item, const ResourceList& requests, const ResourceList& limits,
        std::vector<std::string>& words)
      : m_item(item), m_requests(requests), m_limits(limits), m_words(words) {}

  void run() {
    for (const ResourceAmount& bound : sorted(m_item.least)) least(bound);
    for (const ResourceAmount& bound : sorted(m_item.most)) most(bound);
    for (const ResourceAmount& bound : sorted(m_item.mostRatio)) ratio(bound);
  }

 private:
  static ResourceList sorted(ResourceList list) {
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return list;
  }

  std::string start(const char* kind, const ResourceAmount& bound) const {
    return std::string(kind) + " " + bound.name + " usage per " + m_item.type + " is " +
           canonicalText(bound.amount, bound.name);
  }

  void but(const char* kind, const ResourceAmount& bound, const char* what, const Quantity& amount) {
    m_words.push_back(start(kind, bound) + ", but " + what + " is " + canonicalText(amount, bound.name));
  }

  void least(const ResourceAmount& bound) {
    const Quantity* request = find(m_requests, bound.name);
    const Quantity* limit = find(m_limits, bound.name);
    if (request == nullptr) return m_words.push_back(start("minimum", bound) + ".  No request is specified");
    if (*request < bound.amount) return but("minimum", bound, "request", *request);
    if (limit != nullptr && *limit < bound.amount) but("minimum", bound, "limit", *limit);
  }

  void most(const ResourceAmount& bound) {
    const Quantity* request = find(m_requests, bound.name);
    const Quantity* limit = find(m_limits, bound.name);
    if (limit == nullptr) return m_words.push_back(start("maximum", bound) + ".  No limit is specified");
    if (*limit > bound.amount) return but("maximum", bound, "limit", *limit);
    if (request != nullptr && *request > bound.amount) but("maximum", bound, "request", *request);
  }

  void ratio(const ResourceAmount& bound) {
    const Quantity* request = find(m_requests, bound.name);
    const Quantity* limit = find(m_limits, bound.name);
    const std::string head = bound.name + " max limit to request ratio per " + m_item.type + " is " +
                             canonicalText(bound.amount, bound.name) + ", but ";
    if (request == nullptr || *request == Quantity{})
      return m_words.push_back(head + "no request is specified or request is 0");
    if (limit == nullptr || *limit == Quantity{})
      return m_words.push_back(head + "no limit is specified or limit is 0");
    const auto exact = [](const Quantity& q) {
      return static_cast<double>(q.floor()) + static_cast<double>(q.nanoAboveFloor()) / 1e9;
    };
    const double found = exact(*limit) / exact(*request);
    if (found <= exact(bound.amount)) return;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "provided ratio is %f", found);
    m_words.push_back(head + text.data());
  }

  const RawLimitItem& m_item;
  const ResourceList& m_requests;
  const ResourceList& m_limits;
  std::vector<std::string>& m_words;
};

}  // namespace

void nameRequestsOfLimits(RawPod& pod) {
  eachContainer(pod, [](Container& container) { addMissing(container.requests, container.limits); });
  nameRequestsOfPod(pod);
}

void fillIn(const RawLimitRange& range, RawPod& pod) {
  for (const RawLimitItem& item : range.items) {
    if (item.type != "Container") continue;
    eachContainer(pod, [&](Container& container) {
      addMissing(container.limits, item.defaults);
      addMissing(container.requests, item.defaultRequests);
    });
  }
}

std::string violationOf(const RawLimitRange& range, const RawPod& pod) {
  std::vector<std::string> words;
  for (const RawLimitItem& item : range.items) {
    if (item.type == "Container") {
      for (const auto* containers : {&pod.spec.containers, &pod.spec.initContainers}) {
        for (const Container& one : *containers) Check(item, one.requests, one.limits, words).run();
      }
    } else if (item.type == "Pod") {
      const ResourceList requests = summed(pod, provider::Counted::Requests);
      const ResourceList limits = summed(pod, provider::Counted::Limits);
      Check(item, requests, limits, words).run();
    }
  }
  if (words.size() < 2) return words.empty() ? std::string() : words.front();
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "[" : ", ") + word;
  return out + "]";
}

}  // namespace cardinal::alloc
