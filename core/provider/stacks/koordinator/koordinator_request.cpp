// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/saturate.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/koordinator/koordinator_json.h"

namespace cardinal::koordinator {
namespace {

constexpr const char* kHint = "scheduling.koordinator.sh/device-allocate-hint";
constexpr const char* kJoint = "scheduling.koordinator.sh/device-joint-allocate";
constexpr const char* kPartitionSpec = "scheduling.koordinator.sh/gpu-partition-spec";
constexpr const char* kNumaSpec = "scheduling.koordinator.sh/numa-topology-spec";
constexpr const char* kIsolation = "koordinator.sh/gpu-isolation-provider";

/// Resources that the plugin knows, by their place in Sums.
enum Known : std::size_t { Gpu, Core, Memory, Ratio, Shared, Dcu, Amd, Nvidia, NpuCore, NpuCpu, NpuDvpp, Rdma, Fpga };
constexpr std::size_t kKnown = 13;
constexpr std::array<std::string_view, kKnown> kNames{"koordinator.sh/gpu",
                                                      "koordinator.sh/gpu-core",
                                                      "koordinator.sh/gpu-memory",
                                                      "koordinator.sh/gpu-memory-ratio",
                                                      "koordinator.sh/gpu.shared",
                                                      "dcu.com/gpu",
                                                      "amd.com/gpu",
                                                      "nvidia.com/gpu",
                                                      "huawei.com/npu-core",
                                                      "huawei.com/npu-cpu",
                                                      "huawei.com/npu-dvpp",
                                                      "koordinator.sh/rdma",
                                                      "koordinator.sh/fpga"};
constexpr std::size_t kGpuNames = 11;  ///< the first ones ask for GPUs
using Sums = std::array<std::int64_t, kKnown>;

void addTo(Sums& sums, const ResourceList& list, const ResourceList* unlessIn) {
  for (const ResourceAmount& entry : list) {
    if (unlessIn != nullptr && find(*unlessIn, entry.name) != nullptr) continue;
    const auto at = static_cast<std::size_t>(std::find(kNames.begin(), kNames.end(), entry.name) - kNames.begin());
    if (at < kKnown) sums[at] = saturatedSum(sums[at], entry.amount.value());
  }
}

void addContainer(Sums& sums, const Container& container) {
  addTo(sums, container.requests, nullptr);
  addTo(sums, container.limits, &container.requests);  // the API server copies limits into missing requests
}

/// What kube-scheduler counts for the pod.
Sums podRequests(const RawPod& pod) {
  Sums sums{};
  for (const Container& container : pod.spec.containers) addContainer(sums, container);
  for (const Container& container : pod.spec.initContainers) {
    Sums own{};
    addContainer(own, container);
    for (std::size_t i = 0; i < kKnown; ++i) sums[i] = std::max(sums[i], own[i]);
  }
  addTo(sums, pod.spec.overhead, nullptr);
  return sums;
}

bool isOddSize(std::int64_t value) {
  return value > kWhole && value % kWhole != 0;
}

class RequestReader {
 public:
  explicit RequestReader(const RawPod& pod) : m_pod(pod), m_sums(podRequests(pod)) {}

  Request read() {
    for (std::size_t i = 0; i < kKnown; ++i) {
      if (m_sums[i] == 0) continue;
      if (m_sums[i] < 0) complain(std::string(kNames[i]), std::to_string(m_sums[i]));
      m_out.requested[indexOf(i < kGpuNames ? DeviceType::Gpu
                              : i == Rdma   ? DeviceType::Rdma
                                            : DeviceType::Fpga)] = true;
      m_out.requestsDevices = true;
    }
    if (!m_out.requestsDevices) return std::move(m_out);
    readLabels();
    if (requests(NpuCore) || requests(NpuCpu) || requests(NpuDvpp)) {
      m_out.isEvaluated = false;
      complain("huawei.com/npu-core", {}, ErrorCode::Unsupported);
      return std::move(m_out);
    }
    checkUnit(Rdma);
    checkUnit(Fpga);
    if (m_out.requested[indexOf(DeviceType::Gpu)]) checkGpus();
    if (!m_out.refusals.empty()) return std::move(m_out);
    if (m_out.requested[indexOf(DeviceType::Gpu)]) translateGpus();
    for (const auto& [type, known] : {std::pair{DeviceType::Rdma, Rdma}, std::pair{DeviceType::Fpga, Fpga}})
      if (requests(known)) m_out.perCard[indexOf(type)].set(kShare, m_sums[known]);
    readAnnotations();
    return std::move(m_out);
  }

 private:
  bool requests(Known known) const { return m_sums[known] > 0; }

  void complain(const std::string& field, const std::string& value, ErrorCode code = ErrorCode::InvalidField) {
    m_out.problems.push_back(makeError(code, field, provider::displayName(m_pod.meta.key), provider::clipped(value)));
  }

  void readLabels() {
    if (const std::string* provider = find(m_pod.meta.labels, kIsolation)) m_out.isolationProvider = *provider;
    m_out.reservations = readReservationAffinity(m_pod);
  }

  bool checkUnit(Known known) {
    if (!isOddSize(m_sums[known])) return true;
    m_out.refusals.push_back(
        {"invalid resource unit " + std::string(kNames[known]) + ": " + std::to_string(m_sums[known]), true});
    return false;
  }

  void refuseGpus() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kGpuNames; ++i) {
      if (m_sums[i] > 0) names.emplace_back(kNames[i]);
    }
    std::sort(names.begin(), names.end());
    std::string text = "invalid resource device requests: [";
    for (const std::string& name : names) text += (&name == &names.front() ? "" : " ") + name;
    m_out.refusals.push_back({text + "]", true});
  }

  void checkGpus() {
    if (!checkUnit(Gpu)) return;
    unsigned set = 0;
    for (std::size_t i = 0; i < kGpuNames; ++i) set |= m_sums[i] > 0 ? 1U << i : 0U;
    const auto isSet = [set](std::initializer_list<Known> names) {
      unsigned wanted = 0;
      for (const Known name : names) wanted |= 1U << name;
      return set == wanted;
    };
    const bool known = isSet({Nvidia}) || isSet({Amd}) || isSet({Dcu}) || isSet({Gpu}) || isSet({Memory}) ||
                       isSet({Ratio}) || isSet({Core, Memory}) || isSet({Core, Ratio}) || isSet({Shared, Memory}) ||
                       isSet({Shared, Ratio}) || isSet({Shared, Core, Memory}) || isSet({Shared, Core, Ratio});
    const std::int64_t shared = m_sums[Shared];
    const auto splits = [&](Known name) {
      return shared > 0 ? m_sums[name] % shared == 0 && m_sums[name] / shared <= kWhole : !isOddSize(m_sums[name]);
    };
    if (!known || !splits(Core) || !splits(Ratio)) refuseGpus();
  }

  void translateGpus() {
    Amounts total;
    const auto whole = saturatedSum(m_sums[Nvidia], saturatedSum(m_sums[Amd], m_sums[Dcu]));
    if (whole > 0) {
      total.set(kCore, saturatedProduct(whole, kWhole));
      total.set(kRatio, saturatedProduct(whole, kWhole));
    } else if (requests(Gpu)) {
      total.set(kCore, m_sums[Gpu]);
      total.set(kRatio, m_sums[Gpu]);
    }
    if (requests(Core)) total.set(kCore, m_sums[Core]);
    if (requests(Memory)) total.set(kMemory, m_sums[Memory]);
    if (requests(Ratio)) total.set(kRatio, m_sums[Ratio]);
    const std::int64_t ratio = total.value[kRatio];
    m_out.gpus = requests(Shared) ? m_sums[Shared] : ratio > kWhole ? ratio / kWhole : 1;
    Amounts& each = m_out.perCard[indexOf(DeviceType::Gpu)];
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (total.names(slot)) each.set(slot, total.value[slot] / m_out.gpus);
    }
    m_out.isShared = each.names(kMemory) || each.value[kRatio] < kWhole;
  }

  /// A JSON annotation; `what` is the plugin's word for it. Null when absent, empty or refused.
  template <typename Use>
  void annotation(std::string_view key, const char* what, Use&& use) {
    const std::string* text = find(m_pod.meta.annotations, key);
    if (text == nullptr || !m_out.refusals.empty()) return;
    const JsonText json(*text);
    JsonMembers members;
    if (json.root() != nullptr && !json.root()->is_null()) {
      simdjson::dom::object object;
      if (json.root()->get(object) != simdjson::SUCCESS)
        members.isRead = false;
      else
        use(*json.root(), members);
    }
    if (json.root() != nullptr && members.isRead) return;
    complain(std::string(key), *text);
    const std::string prefix = what[0] != '\0' ? "invalid " + std::string(what) + " annotation, err: " : std::string();
    if (json.isCut())
      m_out.refusals.push_back({prefix + "unexpected end of JSON input", true});
    else
      m_out.refusals.push_back({prefix, false});
  }

  void readAnnotations() {
    annotation(kNumaSpec, "", [this](const Json& root, JsonMembers& members) {
      members.read(root, "numaTopologyPolicy", m_out.numaPolicy);
    });
    annotation(kDeviceAllocated, "", [](const Json&, JsonMembers&) {});
    annotation(kHint, "DeviceAllocateHint", [this](const Json& root, JsonMembers& members) {
      for (const DeviceType type : kAllDeviceTypes) {
        if (const auto hint = members.member(root, word(type))) readHint(*hint, m_out.hints[indexOf(type)], members);
      }
    });
    checkSelectors();
    annotation(kJoint, "DeviceJointAllocate",
               [this](const Json& root, JsonMembers& members) { readJoint(root, members); });
    annotation(kPartitionSpec, "GPUPartitionSpec", [this](const Json& root, JsonMembers& members) {
      std::string policy;
      std::optional<Quantity> bandwidth;
      members.read(root, "allocatePolicy", policy);
      members.read(root, "ringBusBandwidth", bandwidth);
      m_out.hasPartitionSpec = true;
      m_out.restrictedPartitions = policy == "Restricted";
      if (bandwidth) m_out.bandwidth = bandwidth->value();
    });
  }

  static void readHint(const Json& json, Hint& hint, JsonMembers& members) {
    std::string strategy;
    std::string policy;
    std::string scope;
    members.read(json, "allocateStrategy", strategy);
    members.read(json, "exclusivePolicy", policy);
    members.read(json, "requiredTopologyScope", scope);
    members.read(json, "selector", hint.selector);
    members.read(json, "vfSelector", hint.functionSelector);
    if (strategy == "ApplyForAll") hint.strategy = Hint::Strategy::ApplyForAll;
    if (strategy == "RequestsAsCount") hint.strategy = Hint::Strategy::RequestsAsCount;
    hint.exclusiveDevice = policy == "DeviceLevel";
    if (scope.empty()) return;
    constexpr std::array<std::string_view, 5> kLevels{"", "Node", "NUMANode", "PCIe", "Device"};
    const auto level = std::find(kLevels.begin(), kLevels.end(), scope) - kLevels.begin();
    hint.scopeLevel = level < static_cast<std::ptrdiff_t>(kLevels.size()) ? static_cast<int>(level) : 0;
  }

  void checkSelectors() {
    for (const DeviceType type : kAllDeviceTypes) {
      for (const auto* selector :
           {&m_out.hints[indexOf(type)].selector, &m_out.hints[indexOf(type)].functionSelector}) {
        if (!selector->has_value() || !m_out.refusals.empty()) continue;
        const auto& rules = (*selector)->matchExpressions;
        const bool legal = std::all_of(rules.begin(), rules.end(), [](const NodeSelectorRequirement& rule) {
          const bool lists = rule.op == "In" || rule.op == "NotIn";
          const bool isPresence = rule.op == "Exists" || rule.op == "DoesNotExist";
          return (lists && !rule.values.empty()) || (isPresence && rule.values.empty());
        });
        if (!legal)
          m_out.refusals.push_back({"invalid Selector of DeviceHint, deviceType: " + std::string(word(type)), false});
      }
    }
  }

  void readJoint(const Json& root, JsonMembers& members) {
    std::string scope;
    members.read(root, "requiredScope", scope);
    m_out.samePcie = scope == "SamePCIe";
    members.each(root, "deviceTypes", [&](const Json& item) {
      std::string_view text;
      if (item.get(text) != simdjson::SUCCESS) {
        members.isRead = false;
        return;
      }
      const auto type = typeOf(text);
      if (!type || !m_out.requested[indexOf(*type)]) return;
      if (m_out.hints[indexOf(*type)].strategy == Hint::Strategy::ApplyForAll) return;
      if (std::find(m_out.joint.begin(), m_out.joint.end(), *type) == m_out.joint.end()) m_out.joint.push_back(*type);
    });
  }

  const RawPod& m_pod;
  Sums m_sums;
  Request m_out;
};

void setBoth(Container& container, Known known, std::int64_t amount) {
  for (ResourceList* list : {&container.requests, &container.limits}) {
    eraseIf(*list, [&](const ResourceAmount& entry) { return entry.name == kNames[known]; });
    list->push_back({std::string(kNames[known]), Quantity::fromInteger(amount)});
  }
}

/// How many cards the webhook takes an amount in percent for.
std::int64_t cardsOf(std::int64_t percent) {
  return percent > kWhole && percent % kWhole == 0 ? percent / kWhole : 1;
}

void admit(Container& container) {
  const auto amountOf = [&](Known known) {
    const Quantity* amount = find(container.requests, kNames[known]);
    return amount != nullptr ? amount : find(container.limits, kNames[known]);
  };
  const auto requests = [&](Known known) { return amountOf(known) != nullptr; };
  if (!requests(Gpu) && !requests(Core) && !requests(Memory) && !requests(Ratio) && !requests(Shared)) return;
  if (const Quantity* gpu = amountOf(Gpu)) {
    const std::int64_t percent = gpu->value();
    setBoth(container, Core, percent);
    setBoth(container, Ratio, percent);
    for (ResourceList* list : {&container.requests, &container.limits})
      eraseIf(*list, [](const ResourceAmount& entry) { return entry.name == kNames[Gpu]; });
  }
  if (requests(Shared)) return;
  const Quantity* percent = requests(Ratio) ? amountOf(Ratio) : amountOf(Core);
  setBoth(container, Shared, percent != nullptr ? cardsOf(percent->value()) : 1);
}

}  // namespace

RawPod admitted(RawPod pod) {
  for (Container& container : pod.spec.containers) admit(container);
  return pod;
}

Request readRequest(const RawPod& pod) {
  return RequestReader(pod).read();
}

}  // namespace cardinal::koordinator
