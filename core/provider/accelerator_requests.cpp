// SPDX-License-Identifier: Apache-2.0
#include "core/provider/accelerator_requests.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/saturate.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/pod_request.h"
#include "core/provider/text_parts.h"

namespace cardinal::provider {
namespace {

constexpr std::size_t kMax = 64;
constexpr std::int64_t kWholeCard = 100;  ///< percent

/// What a number of a resource means.
enum class Meaning : std::uint8_t {
  Amount,  ///< no count of cards, memory or compute
  Cards,
  MemoryMib,
  MemoryBytes,
  Memory256Mib,
  MemoryMega,  ///< a quantity of bytes in decimal megabytes
  MemoryPercent,
  CorePercent,
  CoreOrCards,   ///< percent below a card, from 100 on whole cards
  RatioOrCards,  ///< the same of memory
  BothPercent    ///< memory and compute
};

struct Known {
  std::string_view name;
  Meaning meaning;
};

// Whole names. Sources: NVIDIA/k8s-device-plugin README; Project-HAMi/HAMi docs; volcano-sh/volcano/docs/user-guide
// (vGPU); tkestack/gpu-manager README; koordinator-sh/koordinator docs (device share); AliyunContainerService/
// gpushare-scheduler-extender docs; Intel, AMD, Habana, AWS Neuron and Google device plugins' READMEs.
constexpr std::array kKnown{
    Known{kNvidiaGpu, Meaning::Cards},
    Known{"nvidia.com/gpu.shared", Meaning::Amount},
    Known{"nvidia.com/gpumem", Meaning::MemoryMib},
    Known{"nvidia.com/gpumem-percentage", Meaning::MemoryPercent},
    Known{"nvidia.com/gpucores", Meaning::CorePercent},
    Known{kTopologyGpu, Meaning::Cards},
    Known{kGpuMem, Meaning::Amount},
    Known{kGpuCore, Meaning::CorePercent},
    Known{"volcano.sh/vgpu-number", Meaning::Cards},
    Known{"volcano.sh/vgpu-memory", Meaning::MemoryMib},
    Known{"volcano.sh/vgpu-memory-percentage", Meaning::MemoryPercent},
    Known{"volcano.sh/vgpu-cores", Meaning::CorePercent},
    Known{"volcano.sh/gpu-number", Meaning::Cards},
    Known{"volcano.sh/gpu-memory", Meaning::MemoryMib},
    Known{"tencent.com/vcuda-core", Meaning::CoreOrCards},
    Known{"tencent.com/vcuda-memory", Meaning::Memory256Mib},
    Known{"koordinator.sh/gpu", Meaning::BothPercent},
    Known{"koordinator.sh/gpu-core", Meaning::CorePercent},
    Known{"koordinator.sh/gpu-memory", Meaning::MemoryBytes},
    Known{"koordinator.sh/gpu-memory-ratio", Meaning::RatioOrCards},
    Known{"koordinator.sh/gpu.shared", Meaning::Cards},
    Known{"bitfusion.io/gpu-amount", Meaning::Cards},
    Known{"bitfusion.io/gpu-percent", Meaning::MemoryPercent},
    Known{"bitfusion.io/gpu-memory", Meaning::MemoryMega},
    Known{"amd.com/gpu", Meaning::Cards},
    Known{"habana.ai/gaudi", Meaning::Cards},
    Known{"google.com/tpu", Meaning::Cards},
    Known{"aws.amazon.com/neuron", Meaning::Cards},
    Known{"aws.amazon.com/neurondevice", Meaning::Cards},
    Known{"aws.amazon.com/neuroncore", Meaning::Amount},
    Known{"cambricon.com/mlu", Meaning::Cards},
    Known{"cambricon.com/vmlu", Meaning::Cards},
    Known{"cambricon.com/mlu.smlu.vmemory", Meaning::Amount},
    Known{"cambricon.com/mlu.smlu.vcore", Meaning::CorePercent},
    Known{"hygon.com/dcunum", Meaning::Cards},
    Known{"hygon.com/dcumem", Meaning::MemoryMib},
    Known{"hygon.com/dcucores", Meaning::CorePercent},
    Known{"gpu.intel.com/i915", Meaning::Cards},
    Known{"gpu.intel.com/xe", Meaning::Cards},
    Known{"qualcomm.com/qaic", Meaning::Cards},
    Known{"rebellions.ai/ATOM", Meaning::Cards},
};

std::optional<Meaning> meaningOf(std::string_view name) {
  // How many cards a node has, or over how many a pod's memory is split: no request.
  if (name == kGpuCount) return std::nullopt;
  for (const Known& known : kKnown) {
    if (known.name == name) return known.meaning;
  }
  if (startsWith(name, "nvidia.com/mig-")) return Meaning::Amount;
  if (startsWith(name, "huawei.com/Ascend")) {
    // HAMi's and Huawei's plugins: "huawei.com/Ascend310P-memory" is MiB, "huawei.com/Ascend310P-2c" a part of a card.
    if (name.ends_with("-memory")) return Meaning::MemoryMib;
    return name.find('-') == std::string_view::npos ? Meaning::Cards : Meaning::Amount;
  }
  // What the list of cards takes for an accelerator; a priority is none.
  if (classify(name) == GpuResource::None || name == "nvidia.com/priority") return std::nullopt;
  // A vendor's plain "gpu" is whole devices; anything else may be a part of one.
  return name.ends_with("/gpu") ? Meaning::Cards : Meaning::Amount;
}

std::int64_t mibOf(const Quantity& bytes) {
  constexpr std::int64_t kMib = std::int64_t{1} << 20U;
  return bytes.value() / kMib;
}

void setAmount(AcceleratorRequest& request, Meaning meaning, const Quantity& amount) {
  // The API server refuses it: it is no number of anything.
  if (!amount.isInteger()) return;
  const std::int64_t number = amount.value();
  constexpr std::int64_t kVcudaMib = 256;
  constexpr std::int64_t kMega = 1'000'000;
  switch (meaning) {
    case Meaning::Amount:
      return;
    case Meaning::Cards:
      request.cards = number;
      return;
    case Meaning::MemoryMib:
      // Beyond what the stacks' schedulers hold (int32): what they make of it is not known.
      if (number <= std::numeric_limits<std::int32_t>::max()) request.memoryMib = number;
      return;
    case Meaning::MemoryBytes:
      request.memoryMib = mibOf(amount);
      return;
    case Meaning::Memory256Mib:
      request.memoryMib = saturatedProduct(number, kVcudaMib);
      return;
    case Meaning::MemoryMega:
      request.memoryMib = mibOf(Quantity::fromInteger(number / kMega * kMega));
      return;
    case Meaning::MemoryPercent:
      request.memoryPercent = number;
      return;
    case Meaning::CorePercent:
      request.corePercent = number;
      return;
    case Meaning::CoreOrCards:
      request.corePercent = number;
      request.cards = number < kWholeCard ? 1 : number / kWholeCard;
      return;
    case Meaning::RatioOrCards:
      request.memoryPercent = number;
      if (number >= kWholeCard) request.cards = number / kWholeCard;
      return;
    case Meaning::BothPercent:
      request.memoryPercent = request.corePercent = number;
      if (number >= kWholeCard) request.cards = number / kWholeCard;
      return;
  }
}

/// "0.5" in percent; nothing when it is no fraction between 0 and 1.
std::optional<Quantity> fractionOf(const std::string& text) {
  const auto amount = Quantity::parse(text);
  if (!amount || *amount <= Quantity{} || *amount > Quantity::fromInteger(1)) return std::nullopt;
  return *amount;
}

// kai-scheduler/KAI-Scheduler/docs/gpu-sharing: "gpu-fraction" of a card's memory, or "gpu-memory" in MiB, on one card
// or on "gpu-fraction-num-devices" of them.
void addAnnotations(const RawPod& pod, std::vector<AcceleratorRequest>& out) {
  const StringMap& annotations = pod.meta.annotations;
  std::int64_t devices = 1;
  if (const std::string* text = find(annotations, "gpu-fraction-num-devices")) {
    if (!parseGoInteger(*text, devices) || devices < 1) devices = 1;
  }
  if (const std::string* text = find(annotations, "gpu-fraction")) {
    if (const auto fraction = fractionOf(*text)) {
      constexpr std::int64_t kMilliPerPercent = 10;
      AcceleratorRequest request{"gpu-fraction", *fraction, {}, fraction->milliValue() / kMilliPerPercent, {}, devices};
      out.push_back(std::move(request));
    }
  }
  if (const std::string* text = find(annotations, "gpu-memory")) {
    std::int64_t mib = 0;
    if (parseGoInteger(*text, mib) && mib > 0) {
      out.push_back({"gpu-memory", Quantity::fromInteger(mib), mib, {}, {}, devices});
    }
  }
}

/// Of each card that a container gets: containers' amounts are no sum.
bool isOfEachCard(std::string_view name) {
  return name.starts_with("nvidia.com/gpumem") || name == "nvidia.com/gpucores" ||
         (name.starts_with("volcano.sh/vgpu-") && name != "volcano.sh/vgpu-number");
}

/// Where several containers ask: init containers first.
std::vector<Quantity> ofContainers(const RawPod& pod, std::string_view resource) {
  std::vector<Quantity> out;
  for (const auto* containers : {&pod.spec.initContainers, &pod.spec.containers}) {
    for (const Container& container : *containers) {
      const Quantity* amount = find(container.limits, resource);
      if (amount == nullptr) amount = find(container.requests, resource);
      if (amount != nullptr && *amount > Quantity{}) out.push_back(*amount);
    }
  }
  if (out.size() < 2) out.clear();
  return out;
}

}  // namespace

bool countsCards(std::string_view resource) {
  return meaningOf(resource) == Meaning::Cards;
}

bool countsDevices(std::string_view resource) {
  const auto meaning = meaningOf(resource);
  if (!meaning || *meaning == Meaning::Cards) return meaning.has_value();
  if (*meaning != Meaning::Amount) return false;
  if (resource.ends_with("/neuroncore")) return true;
  // What makers call the parts of their cards: vmemory, vMem, vcore, sgpu-core, millicores, memory.max, ...
  std::string device(resource.substr(resource.find('/') + 1));
  std::transform(device.begin(), device.end(), device.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  constexpr std::array<std::string_view, 5> kParts{"mem", "core", "percent", "-cpu", "dvpp"};
  return std::none_of(kParts.begin(), kParts.end(),
                      [&](std::string_view part) { return device.find(part) != std::string::npos; });
}

std::vector<AcceleratorRequest> readAcceleratorRequests(const RawPod& pod) {
  ResourceList requested;
  addPodRequests(requested, pod);
  const ResourceList& list = requested;
  std::vector<AcceleratorRequest> out;
  for (const ResourceAmount& entry : list) {
    const auto meaning = meaningOf(entry.name);
    if (!meaning || entry.amount <= Quantity{} || out.size() >= kMax) continue;
    AcceleratorRequest request{entry.name, entry.amount, {}, {}, {}, {}};
    if (isOfEachCard(entry.name)) request.containers = ofContainers(pod, entry.name);
    const auto& each = request.containers;
    const bool isAlike =
        each.empty() || std::all_of(each.begin(), each.end(), [&](const Quantity& one) { return one == each.front(); });
    if (isAlike) setAmount(request, *meaning, each.empty() ? entry.amount : each.front());
    out.push_back(std::move(request));
  }
  addAnnotations(pod, out);
  return out;
}

}  // namespace cardinal::provider
