// SPDX-License-Identifier: Apache-2.0
#include "core/provider/gpu_keys.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <string>

#include "core/model/extras/network_devices.h"
#include "core/provider/text_parts.h"

namespace cardinal::provider {
namespace {

struct PrefixOwner {
  std::string_view prefix;
  GpuStack stack;
};

/// Resources that the scheduler of a stack shares out.
constexpr PrefixOwner kVgpuPrefixes[] = {
    {"nvidia.com/gpumem", GpuStack::Hami},        {"nvidia.com/gpucores", GpuStack::Hami},
    {"nvidia.com/priority", GpuStack::Hami},      {"volcano.sh/vgpu-", GpuStack::Volcano},
    {"tencent.com/vcuda-", GpuStack::GpuManager}, {"koordinator.sh/gpu", GpuStack::Koordinator},
    {"bitfusion.io/gpu", GpuStack::Bitfusion},
};

/// Resources that device plugins offer and kube-scheduler counts.
constexpr PrefixOwner kCountedPrefixes[] = {
    {"nvidia.com/", GpuStack::Nvidia},
    {"aliyun.com/", GpuStack::Ack},
    {"alibabacloud.com/", GpuStack::Ack},
    {"amd.com/", GpuStack::Amd},
};

/// Vendors whose resources are accelerators whatever they are called.
constexpr std::string_view kVendors[] = {
    "amd.com/",       "habana.ai/",     "huawei.com/",      "cambricon.com/",        "hygon.com/",
    "iluvatar.ai/",   "iluvatar.com/",  "metax-tech.com/",  "mthreads.com/",         "enflame.com/",
    "kunlunxin.com/", "birentech.com/", "gpu.intel.com/",   "aws.amazon.com/neuron", "google.com/tpu",
    "furiosa.ai/",    "rebellions.ai/", "tenstorrent.com/", "qualcomm.com/qaic",     "vastaitech.com/",
};

/// Words of which names of accelerators are made. A ppu is T-Head's, on Alibaba Cloud; a bpu Horizon's.
constexpr std::string_view kAcceleratorWords[] = {"gpu", "npu", "tpu",  "ppu",    "bpu",   "dcu",   "mlu",
                                                  "gcu", "xpu", "cuda", "neuron", "gaudi", "ascend"};
/// What may follow in one word: "gpumem".
constexpr std::string_view kWordEnds[] = {"", "s", "mem", "memory", "core", "cores", "num"};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isLetter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

/// Ends where the letters end, or a capital follows a small letter.
std::string_view firstWord(std::string_view name) {
  std::size_t size = 0;
  const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
  while (size < name.size() && isLetter(name[size]) && (size == 0 || isSmall(name[size]) || !isSmall(name[size - 1])))
    ++size;
  return name.substr(0, size);
}

/// "gpu", and with one letter before it or an ending of kWordEnds: "vgpu", "gpumem"; not "input" for "npu".
bool isWordOf(std::string_view text, std::string_view accelerator) {
  const auto starts = [&](std::string_view from) {
    if (from.size() < accelerator.size()) return false;
    if (!std::equal(accelerator.begin(), accelerator.end(), from.begin(), [](char a, char b) { return a == lower(b); }))
      return false;
    const std::string_view rest = from.substr(accelerator.size());
    return std::any_of(std::begin(kWordEnds), std::end(kWordEnds), [&](std::string_view end) {
      return std::equal(end.begin(), end.end(), rest.begin(), rest.end(), [](char a, char b) { return a == lower(b); });
    });
  };
  return starts(text) || (!text.empty() && starts(text.substr(1)));
}

bool containsWord(std::string_view name, std::string_view word) {
  while (!name.empty()) {
    const std::string_view first = firstWord(name);
    if (isWordOf(first, word)) return true;
    name.remove_prefix(std::max<std::size_t>(first.size(), 1));
  }
  return false;
}

/// nvidia.com/ carries network devices too. KubeVirt names cards by their chip or vGPU type, in capitals.
bool isNvidiaDevice(std::string_view name) {
  if (startsWith(name, "gpu") || startsWith(name, "mig-") || startsWith(name, "vgpu") || startsWith(name, "pgpu"))
    return true;
  return !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
}

/// Intel's `i915_monitoring` and `xe_monitoring`: to look at all cards of the node, of which it is none.
bool isPermission(std::string_view device) {
  return device.ends_with("_monitoring");
}

bool isAccelerator(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view domain = name.substr(0, slash);
  const std::string_view device = name.substr(slash + 1);
  constexpr std::string_view kOwn = "kubernetes.io";
  if (domain.size() >= kOwn.size() && domain.substr(domain.size() - kOwn.size()) == kOwn) return false;
  if (domain == "nvidia.com") return isNvidiaDevice(device);
  for (const std::string_view vendor : kVendors) {
    if (startsWith(name, vendor)) return !isNetworkDevice(name) && !isPermission(device);
  }
  return std::any_of(std::begin(kAcceleratorWords), std::end(kAcceleratorWords),
                     [&](std::string_view word) { return containsWord(device, word); });
}

bool isAboveZero(const Quantity& amount) {
  return amount > Quantity{};
}

void mark(RequestedResources& requested, const ResourceAmount& entry) {
  switch (classify(entry.name)) {
    case GpuResource::None:
      break;
    case GpuResource::Memory:
      requested.memory = true;
      break;
    case GpuResource::Core:
      requested.core = requested.core || entry.amount != Quantity{};
      break;
    case GpuResource::Topology:
      requested.topology = requested.topology || isAboveZero(entry.amount);
      break;
    case GpuResource::Nvidia:
      requested.nvidia = requested.nvidia || isAboveZero(entry.amount);
      break;
    case GpuResource::Vgpu:
      requested.vgpu = requested.vgpu || isAboveZero(entry.amount);
      break;
    case GpuResource::Counted:
      requested.counted = requested.counted || isAboveZero(entry.amount);
      break;
  }
}

void mark(RequestedResources& requested, const Container& container) {
  const ResourceList& limits = container.limits;
  const ResourceList& requests = container.requests;
  for (const ResourceAmount& entry : limits) mark(requested, entry);
  // Of extended resources both say the same.
  if (requests.sharesWith(limits)) return;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (i >= limits.size() || requests[i].amount != limits[i].amount || requests[i].name != limits[i].name)
      mark(requested, requests[i]);
  }
}

}  // namespace

GpuResource classify(std::string_view name) noexcept {
  // "cpu", "memory", "ephemeral-storage" and "hugepages-..." are most of what is requested.
  if (name.find('/') == std::string_view::npos) return GpuResource::None;
  if (name == kGpuMem) return GpuResource::Memory;
  if (name == kNvidiaGpu) return GpuResource::Nvidia;
  if (name == kGpuCore) return GpuResource::Core;
  if (name == kTopologyGpu) return GpuResource::Topology;
  if (name == kGpuCount) return GpuResource::None;
  for (const PrefixOwner& owner : kVgpuPrefixes) {
    if (startsWith(name, owner.prefix)) return GpuResource::Vgpu;
  }
  // a device of that class, as if a claim asked for it (KEP-5004)
  if (startsWith(name, kDeviceClass)) return GpuResource::Counted;
  return isAccelerator(name) ? GpuResource::Counted : GpuResource::None;
}

GpuStack stackOfResource(std::string_view name) noexcept {
  const auto owns = [name](const PrefixOwner& owner) { return startsWith(name, owner.prefix); };
  const auto shared = std::find_if(std::begin(kVgpuPrefixes), std::end(kVgpuPrefixes), owns);
  if (shared != std::end(kVgpuPrefixes)) return shared->stack;
  const auto counted = std::find_if(std::begin(kCountedPrefixes), std::end(kCountedPrefixes), owns);
  return counted != std::end(kCountedPrefixes) ? counted->stack : GpuStack::Other;
}

RequestedResources requestedResources(const RawPod& pod) noexcept {
  RequestedResources requested;
  for (const Container& container : pod.spec.containers) mark(requested, container);
  // The extenders read regular containers; kube-scheduler counts devices of the others too.
  for (const Container& container : pod.spec.initContainers) {
    RequestedResources init;
    mark(init, container);
    requested.memory = requested.memory || init.memory;
    requested.topology = requested.topology || init.topology;
    requested.nvidia = requested.nvidia || init.nvidia;
    requested.vgpu = requested.vgpu || init.vgpu;
    requested.counted = requested.counted || init.counted;
  }
  requested.claims = !pod.spec.deviceClaims.empty();
  requested.fraction =
      find(pod.meta.annotations, kKaiFraction) != nullptr || find(pod.meta.annotations, kKaiMemory) != nullptr;
  return requested;
}

const Quantity* requestedAmount(const Container& container, std::string_view name) noexcept {
  const Quantity* limit = find(container.limits, name);
  return limit != nullptr ? limit : find(container.requests, name);
}

std::string displayName(const ObjectKey& key) {
  return key.ns.empty() ? key.name : key.ns + "/" + key.name;
}

std::string clipped(std::string_view text) {
  constexpr std::size_t kMaxDetail = 200;
  if (text.size() <= kMaxDetail) return std::string(text);
  return std::string(text.substr(0, kMaxDetail)) + "...";
}

bool parseGoInteger(std::string_view text, std::int64_t& value) noexcept {
  // from_chars takes '-' but not '+'; Go takes either, once.
  if (!text.empty() && text[0] == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text[0] == '-') return false;
  }
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size();
}

bool parseCardIndex(std::string_view text, CardIndex& value) noexcept {
  std::int64_t wide = 0;
  if (!parseGoInteger(text, wide)) return false;
  constexpr std::int64_t kLow = std::numeric_limits<CardIndex>::min();
  constexpr std::int64_t kHigh = std::numeric_limits<CardIndex>::max();
  value = static_cast<CardIndex>(wide < kLow ? kLow : wide > kHigh ? kHigh : wide);
  return true;
}

}  // namespace cardinal::provider
