// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/hami/hami_vendors.h"

#include <algorithm>
#include <array>

#include "core/provider/stacks/hami/hami.h"
#include "core/provider/text_parts.h"

namespace cardinal::hami {
namespace {

using provider::startsWith;

Vendor nvidia() {
  Vendor out{VendorRule::Nvidia,     Registers::Json,         "NVIDIA",
             std::string(kRegister), std::string(kAllocated), "nvidia.com/gpu",
             "nvidia.com/gpumem",    "nvidia.com/gpucores"};
  out.useTypeKey = "nvidia.com/use-gputype";
  out.noUseTypeKey = "nvidia.com/nouse-gputype";
  out.useIdKey = "nvidia.com/use-gpuuuid";
  out.noUseIdKey = "nvidia.com/nouse-gpuuuid";
  return out;
}

Vendor hygon() {
  Vendor out{VendorRule::Hygon,
             Registers::Records,
             "DCU",
             "hami.io/node-dcu-register",
             "hami.io/dcu-devices-allocated",
             "hygon.com/dcunum",
             "hygon.com/dcumem",
             "hygon.com/dcucores"};
  out.useTypeKey = "hygon.com/use-dcutype";
  out.noUseTypeKey = "hygon.com/nouse-dcutype";
  out.useIdKey = "hygon.com/use-gpuuuid";
  out.noUseIdKey = "hygon.com/nouse-gpuuuid";
  return out;
}

Vendor amd() {
  Vendor out{VendorRule::Amd,
             Registers::Json,
             "AMD",
             "hami.io/node-amd-register",
             "hami.io/amd-devices-allocated",
             "amd.com/gpu",
             "amd.com/gpumem",
             "amd.com/gpucores"};
  out.useTypeKey = "amd.com/use-gputype";
  out.noUseTypeKey = "amd.com/nouse-gputype";
  out.useIdKey = "amd.com/use-gpu-uuid";
  out.noUseIdKey = "amd.com/nouse-gpu-uuid";
  out.coresArePercent = false;
  return out;
}

/// Iluvatar's and Ascend's chips are vendors of their own, with keys made of the chip's name.
Vendor chip(VendorRule rule, Registers registers, const std::string& word) {
  Vendor out;
  out.rule = rule;
  out.registers = registers;
  out.word = word;
  out.allocatedKey = "hami.io/" + word + "-devices-allocated";
  out.useIdKey = "hami.io/use-" + word + "-uuid";
  out.noUseIdKey = "hami.io/no-use-" + word + "-uuid";
  return out;
}

Vendor iluvatar(const std::string& word) {
  Vendor out = chip(VendorRule::Iluvatar, Registers::Records, word);
  out.registerKey = "hami.io/node-" + word + "-register";
  out.countKey = "iluvatar.ai/" + word + "-vgpu";
  out.memoryKey = "iluvatar.ai/" + word + ".vMem";
  out.coresKey = "iluvatar.ai/" + word + ".vCore";
  out.memoryUnit = 256;
  return out;
}

Vendor ascend(const std::string& word, std::int64_t allocatable, std::int64_t capacity,
              std::vector<std::int64_t> templates) {
  Vendor out = chip(VendorRule::Ascend, Registers::Json, word);
  out.registerKey = "hami.io/node-register-" + word;
  out.countKey = "huawei.com/" + word;
  out.memoryKey = out.countKey + "-memory";
  out.coresKey = out.countKey + "-core";
  out.coresArePercent = false;
  out.templates = std::move(templates);
  out.memoryAllocatable = allocatable;
  out.memoryCapacity = capacity;
  return out;
}

Vendor cambricon() {
  Vendor out{VendorRule::Cambricon,
             Registers::Capacity,
             "MLU",
             {},
             "hami.io/cambricon-mlu-devices-allocated",
             "cambricon.com/vmlu",
             "cambricon.com/mlu.smlu.vmemory",
             "cambricon.com/mlu.smlu.vcore"};
  out.useIdKey = "cambricon.com/use-gpuuuid";
  out.noUseIdKey = "cambricon.com/nouse-gpuuuid";
  out.memoryUnit = 256;
  out.partsIgnored = false;
  return out;
}

Vendor mooreThreads() {
  Vendor out{VendorRule::MooreThreads,
             Registers::Capacity,
             "Mthreads",
             {},
             "hami.io/mthreads-vgpu-devices-allocated",
             "mthreads.com/vgpu",
             "mthreads.com/sgpu-memory",
             "mthreads.com/sgpu-core"};
  out.useIdKey = "mthreads.ai/use-gpuuuid";
  out.noUseIdKey = "mthreads.ai/nouse-gpuuuid";
  out.memoryUnit = 512;
  out.coresPerCard = 16;
  out.coresArePercent = false;
  out.partsIgnored = false;
  return out;
}

std::vector<Vendor> makeVendors() {
  std::vector<Vendor> out{nvidia(), hygon(), amd()};
  for (const char* word : {"MR-V100", "MR-V50", "BI-V150", "BI-V100"}) out.push_back(iluvatar(word));
  out.push_back(ascend("Ascend910A", 32768, 32768, {2184, 4369, 8738, 17476}));
  out.push_back(ascend("Ascend910B2", 65536, 65536, {8192, 16384, 32768}));
  out.push_back(ascend("Ascend910B3", 65536, 65536, {16384, 32768}));
  out.push_back(ascend("Ascend910B4-1", 65536, 65536, {16384, 32768}));
  out.push_back(ascend("Ascend910B4", 32768, 32768, {8192, 16384}));
  out.push_back(ascend("Ascend310P", 21527, 24576, {3072, 6144, 12288}));
  out.push_back(cambricon());
  out.push_back(mooreThreads());
  return out;
}

}  // namespace

const std::vector<Vendor>& vendors() {
  static const std::vector<Vendor> list = makeVendors();
  return list;
}

VendorSet vendorsOffered(std::string_view cardType) {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> out;
    for (const Vendor& vendor : vendors()) out.push_back(detail::capitals(vendor.word));
    return out;
  }();
  const std::string type = detail::capitals(cardType);
  VendorSet out = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (type.find(words[i]) != std::string::npos) out |= setOf(static_cast<VendorIndex>(i));
  }
  return out;
}

std::optional<VendorIndex> otherVendorOf(std::string_view resource) {
  // What most pods ask needs no look at the table.
  if (resource.find('/') == std::string_view::npos || startsWith(resource, "nvidia.com/")) return std::nullopt;
  const auto& all = vendors();
  for (std::size_t i = kNvidia + 1; i < all.size(); ++i) {
    if (resource == all[i].countKey || resource == all[i].memoryKey || resource == all[i].coresKey)
      return static_cast<VendorIndex>(i);
  }
  return std::nullopt;
}

std::optional<VendorIndex> otherVendorOfList(std::string_view annotation) {
  if (!startsWith(annotation, "hami.io/") || !annotation.ends_with("-devices-allocated")) return std::nullopt;
  const auto& all = vendors();
  for (std::size_t i = kNvidia + 1; i < all.size(); ++i) {
    if (annotation == all[i].allocatedKey) return static_cast<VendorIndex>(i);
  }
  return std::nullopt;
}

bool isUnreadVendors(std::string_view resource) noexcept {
  constexpr std::array<std::string_view, 7> kPrefixes{"huawei.com/Ascend910C", "metax-tech.com/", "enflame.com/",
                                                      "kunlunxin.com/",        "birentech.com/",  "vastaitech.com/",
                                                      "aws.amazon.com/neuron"};
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [resource](std::string_view prefix) { return startsWith(resource, prefix); });
}

}  // namespace cardinal::hami
