// SPDX-License-Identifier: Apache-2.0
#include "core/provider/effective_request.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/model/pods/claim_amounts.h"

namespace cardinal::provider {
namespace {

constexpr std::size_t kMaxResources = 64;
constexpr std::string_view kCpu = "cpu";
constexpr std::string_view kMemory = "memory";

/// Resources that a pod can name as a whole.
bool isOfPods(std::string_view resource) {
  constexpr std::string_view kHugePages = "hugepages-";
  return resource == kCpu || resource == kMemory || resource.substr(0, kHugePages.size()) == kHugePages;
}

void raise(Quantity& amount, const Quantity* other) {
  if (other != nullptr) amount = std::max(amount, *other);
}

const Quantity* requestIn(const ResourceList& requests, const ResourceList& limits, std::string_view resource) {
  const Quantity* amount = find(requests, resource);
  return amount != nullptr ? amount : find(limits, resource);
}

/// What a container weighs in scores that does not name the resource.
Quantity unnamedWeight(std::string_view resource) {
  constexpr std::int64_t kUnnamedMilli = 100;
  constexpr std::int64_t kUnnamedBytes = 200LL * 1024 * 1024;
  if (resource == kCpu) return Quantity::fromMilli(kUnnamedMilli);
  return resource == kMemory ? Quantity::fromInteger(kUnnamedBytes) : Quantity();
}

/// One resource of one pod.
class Walk {
 public:
  Walk(const RawPod& pod, std::string_view resource, Counted counted)
      : m_pod(pod), m_resource(resource), m_counted(counted) {
    m_usesHeld =
        !pod.spec.nodeName.empty() && counted != Counted::Incoming && counted != Counted::Limits && !pod.held.empty();
    const bool scored = counted == Counted::Weight || counted == Counted::Incoming;
    if (scored && weighsUnnamed()) m_unnamed = unnamedWeight(resource);
  }

  Quantity run() const {
    Quantity amount = ofContainers() + ofClaims();
    if (m_counted != Counted::Incoming) replaceByPod(amount);
    const Quantity* overhead = find(m_pod.spec.overhead, m_resource);
    const bool counts = m_counted != Counted::Limits || amount != Quantity{};
    return overhead != nullptr && counts ? amount + *overhead : amount;
  }

 private:
  Quantity ofContainers() const {
    Quantity sum;
    for (const Container& container : m_pod.spec.containers) sum = sum + ofContainer(container, m_usesHeld);
    Quantity sidecars;
    Quantity peak;
    for (const Container& container : m_pod.spec.initContainers) {
      const Quantity own = ofContainer(container, m_usesHeld && container.isSidecar);
      if (container.isSidecar) {
        sum = sum + own;
        sidecars = sidecars + own;
      }
      peak = std::max(peak, container.isSidecar ? sidecars : own + sidecars);
    }
    return std::max(sum, peak);
  }

  /// On the node since the scheduler allocated them; of a pod that looks for a place they are no part of its
  /// containers.
  Quantity ofClaims() const {
    Quantity sum;
    if (m_counted == Counted::Limits || m_counted == Counted::Incoming) return sum;
    for (const HeldAmounts& held : m_pod.held) {
      const Quantity* amount = isOfClaim(held) ? find(held.actual, m_resource) : nullptr;
      if (amount != nullptr) sum = sum + *amount;
    }
    return sum;
  }

  Quantity ofContainer(const Container& container, bool usesHeld) const {
    const Quantity* requested = m_counted == Counted::Limits
                                    ? find(container.limits, m_resource)
                                    : requestIn(container.requests, container.limits, m_resource);
    const HeldAmounts* held = usesHeld ? heldBy(container.name) : nullptr;
    if (held != nullptr) return largest(*held, requested);
    return requested != nullptr ? *requested : m_unnamed;
  }

  const HeldAmounts* heldBy(std::string_view container) const {
    const auto& held = m_pod.held;
    const auto found = std::find_if(held.begin(), held.end(),
                                    [container](const HeldAmounts& one) { return one.container == container; });
    return found == held.end() ? nullptr : &*found;
  }

  Quantity largest(const HeldAmounts& held, const Quantity* requested) const {
    if (m_pod.resize == Resize::Infeasible) requested = nullptr;
    const Quantity* actual = find(held.actual, m_resource);
    const Quantity* allocated = find(held.allocated, m_resource);
    if (requested == nullptr && actual == nullptr && allocated == nullptr) return m_unnamed;
    Quantity out;
    raise(out, requested);
    raise(out, actual);
    raise(out, allocated);
    return out;
  }

  /// What the pod names as a whole; from limits alone as the API server fills it in.
  void replaceByPod(Quantity& amount) const {
    const RawPodSpec& spec = m_pod.spec;
    if (!isOfPods(m_resource)) return;
    const Quantity* named = find(m_counted == Counted::Limits ? spec.podLimits : spec.podRequests, m_resource);
    if (named == nullptr && m_counted != Counted::Limits) {
      const bool byContainers = (m_resource == kCpu || m_resource == kMemory) && isNamedByContainers();
      named = byContainers ? nullptr : find(spec.podLimits, m_resource);
    }
    if (named == nullptr) return;
    const HeldAmounts* held = m_usesHeld ? heldBy({}) : nullptr;
    amount = held != nullptr ? largest(*held, named) : *named;
  }

  bool isNamedByContainers() const {
    const auto names = [this](const Container& container) {
      return requestIn(container.requests, container.limits, m_resource) != nullptr;
    };
    const RawPodSpec& spec = m_pod.spec;
    return std::any_of(spec.containers.begin(), spec.containers.end(), names) ||
           std::any_of(spec.initContainers.begin(), spec.initContainers.end(), names);
  }

  /// A pod that names anything as a whole is not weighed by containers for what it names somewhere.
  bool weighsUnnamed() const {
    const RawPodSpec& spec = m_pod.spec;
    const auto ofPods = [](const ResourceAmount& entry) { return isOfPods(entry.name); };
    const bool asWhole = std::any_of(spec.podRequests.begin(), spec.podRequests.end(), ofPods) ||
                         std::any_of(spec.podLimits.begin(), spec.podLimits.end(), ofPods);
    if (m_counted == Counted::Incoming || !asWhole) return true;
    return requestIn(spec.podRequests, spec.podLimits, m_resource) == nullptr && !isNamedByContainers() &&
           find(spec.overhead, m_resource) == nullptr;
  }

  const RawPod& m_pod;
  std::string_view m_resource;
  Counted m_counted;
  Quantity m_unnamed;
  bool m_usesHeld = false;
};

ResourceAmount& entryOf(ResourceList& list, std::string_view name) {
  for (ResourceAmount& entry : list) {
    if (entry.name == name) return entry;
  }
  return list.emplace_back(ResourceAmount{std::string(name), Quantity{}});
}

void add(ResourceList& into, std::string_view name, const Quantity& amount) {
  if (into.size() >= kMaxResources && find(into, name) == nullptr) return;
  ResourceAmount& sum = entryOf(into, name);
  sum.amount = sum.amount + amount;
}

void add(NamedAmounts& into, std::string_view name, const Quantity& amount) {
  const auto known = std::find_if(into.begin(), into.end(), [name](const auto& entry) { return entry.first == name; });
  if (known != into.end())
    known->second = known->second + amount;
  else if (into.size() < kMaxResources)
    into.emplace_back(name, amount);
}

/// Names of resources, each once.
class Names {
 public:
  void add(const ResourceList& list) {
    for (const ResourceAmount& entry : list) {
      const auto end = m_names.begin() + static_cast<std::ptrdiff_t>(m_size);
      if (m_size < kMaxResources && std::find(m_names.begin(), end, entry.name) == end) m_names[m_size++] = entry.name;
    }
  }
  const std::string_view* begin() const { return m_names.data(); }
  const std::string_view* end() const { return m_names.data() + m_size; }

 private:
  std::array<std::string_view, kMaxResources> m_names;
  std::size_t m_size = 0;
};

Names namesOf(const RawPod& pod, Counted counted) {
  const RawPodSpec& spec = pod.spec;
  const bool requests = counted != Counted::Limits;
  Names out;
  for (const auto* containers : {&spec.containers, &spec.initContainers}) {
    for (const Container& container : *containers) {
      if (requests) out.add(container.requests);
      out.add(container.limits);
    }
  }
  if (requests) out.add(spec.podRequests);
  out.add(spec.podLimits);
  if (!requests) return out;
  for (const HeldAmounts& held : pod.held) {
    out.add(held.actual);
    out.add(held.allocated);
  }
  out.add(spec.overhead);
  return out;
}

/// Regular containers only, as they ask: most pods.
bool isPlain(const RawPod& pod) {
  const RawPodSpec& spec = pod.spec;
  return spec.initContainers.empty() && pod.held.empty() && spec.podRequests.empty() && spec.podLimits.empty();
}

/// Walk without what a plain pod does not have; not of limits.
Quantity plainRequest(const RawPod& pod, std::string_view resource, Counted counted) {
  const Quantity unnamed = counted == Counted::Requests ? Quantity() : unnamedWeight(resource);
  Quantity sum;
  for (const Container& container : pod.spec.containers) {
    const Quantity* requested = requestIn(container.requests, container.limits, resource);
    sum = sum + (requested != nullptr ? *requested : unnamed);
  }
  sum = std::max(sum, Quantity());
  const Quantity* overhead = find(pod.spec.overhead, resource);
  return overhead != nullptr ? sum + *overhead : sum;
}

/// Where both lists name the same resources in the same order, as those of most containers do, nothing is looked for.
void addPlain(NamedAmounts& into, const Container& container) {
  const ResourceList& requests = container.requests;
  const ResourceList& limits = container.limits;
  for (const ResourceAmount& entry : requests) add(into, entry.name, entry.amount);
  if (limits.sharesWith(requests)) return;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const bool isRequested =
        (i < requests.size() && requests[i].name == limits[i].name) || find(requests, limits[i].name) != nullptr;
    if (!isRequested) add(into, limits[i].name, limits[i].amount);
  }
}

}  // namespace

Quantity effectiveRequest(const RawPod& pod, std::string_view resource, Counted counted) {
  if (counted != Counted::Limits && isPlain(pod)) return plainRequest(pod, resource, counted);
  return Walk(pod, resource, counted).run();
}

void addEffectiveRequests(ResourceList& into, const RawPod& pod, Counted counted) {
  if (counted == Counted::Requests) {
    NamedAmounts amounts;
    readEffectiveRequests(pod, amounts);
    return addAmounts(into, amounts);
  }
  for (const std::string_view name : namesOf(pod, counted)) add(into, name, effectiveRequest(pod, name, counted));
}

void readEffectiveRequests(const RawPod& pod, NamedAmounts& out) {
  constexpr std::size_t kUsual = 8;
  out.clear();
  out.reserve(kUsual);
  if (!isPlain(pod)) {
    for (const std::string_view name : namesOf(pod, Counted::Requests))
      out.emplace_back(name, effectiveRequest(pod, name));
    return;
  }
  // The same sums without a walk for each name: this runs for every pod of a cluster.
  for (const Container& container : pod.spec.containers) addPlain(out, container);
  for (const ResourceAmount& entry : pod.spec.overhead) add(out, entry.name, entry.amount);
}

void addAmounts(ResourceList& into, const NamedAmounts& amounts) {
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    const auto& [name, amount] = amounts[i];
    // Pods of one node mostly name the same resources in the same order.
    if (i < into.size() && std::as_const(into)[i].name == name)
      into[i].amount = into[i].amount + amount;
    else
      add(into, name, amount);
  }
}

}  // namespace cardinal::provider
