// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/ack/ack_numa.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/provider/gpu_keys.h"

namespace cardinal::provider {
namespace {

constexpr std::size_t kMaxText = 65536;
constexpr std::array<std::string_view, 3> kPolicies{"SingleNUMANode", "Restricted", "BestEffort"};
constexpr std::array<std::string_view, 2> kExclusive{"Required", "Preferred"};

std::string textOf(const Quantity& amount) {
  constexpr std::int64_t kMilli = 1000;
  const std::int64_t milli = amount.milliValue();
  return milli % kMilli == 0 ? std::to_string(amount.value()) : std::to_string(milli) + "m";
}

class Check {
 public:
  Check(const RawPod& pod, GpuRequest& request) : m_pod(pod), m_request(request) {}

  void text(const std::string& annotation) {
    simdjson::dom::parser parser(kMaxText);
    simdjson::dom::object spec;
    if (annotation.size() > kMaxText || parser.parse(annotation).get(spec) != simdjson::SUCCESS)
      return complain(std::string(kAckNumaSpec), annotation);
    word(spec, "numaTopologyPolicy", kPolicies, true);
    word(spec, "singleNUMANodeExclusive", kExclusive, false);
  }

  void amounts(const Container& container) {
    const Quantity* cpu = amountOf(container, "cpu");
    constexpr std::int64_t kWhole = 1000;
    if (cpu == nullptr || *cpu <= Quantity{} || cpu->milliValue() % kWhole != 0)
      return complain(fieldOf(container, "requests", "cpu"), cpu != nullptr ? textOf(*cpu) : std::string());
    for (const ResourceAmount& limit : container.limits) {
      const Quantity* request = find(container.requests, limit.name);
      if (request != nullptr && !(*request == limit.amount))  // the API server fills in a missing one
        return complain(fieldOf(container, "requests", limit.name), textOf(*request));
    }
    for (const ResourceAmount& request : container.requests) {
      if (find(container.limits, request.name) == nullptr)
        return complain(fieldOf(container, "limits", request.name), {});
    }
  }

 private:
  static std::string fieldOf(const Container& container, const char* list, const std::string& resource) {
    return std::string(kAckNumaSpec) + ": " + clipped(container.name) + ".resources." + list + "." + clipped(resource);
  }

  static const Quantity* amountOf(const Container& container, std::string_view resource) {
    const Quantity* request = find(container.requests, resource);
    return request != nullptr ? request : find(container.limits, resource);
  }

  template <std::size_t N>
  void word(const simdjson::dom::object& spec, std::string_view key, const std::array<std::string_view, N>& words,
            bool isNeeded) {
    std::string_view value;
    const auto read = spec[key].get(value);
    if (read == simdjson::NO_SUCH_FIELD && !isNeeded) return;
    if (read == simdjson::SUCCESS && std::find(words.begin(), words.end(), value) != words.end()) return;
    complain(std::string(kAckNumaSpec) + ": " + std::string(key), std::string(value));
  }

  void complain(std::string field, const std::string& value) {
    m_request.problems.push_back(
        makeError(ErrorCode::InvalidField, std::move(field), displayName(m_pod.meta.key), clipped(value)));
  }

  const RawPod& m_pod;
  GpuRequest& m_request;
};

}  // namespace

bool requestsNuma(const RawPod& pod) {
  return find(pod.meta.annotations, kAckNumaSpec) != nullptr;
}

void checkNuma(const RawPod& pod, GpuRequest& request) {
  const std::string* annotation = find(pod.meta.annotations, kAckNumaSpec);
  if (annotation == nullptr) return;
  Check check(pod, request);
  check.text(*annotation);
  for (const Container& container : pod.spec.containers) check.amounts(container);
}

}  // namespace cardinal::provider
