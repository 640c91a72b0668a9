// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>

#include "core/provider/stacks/hami/hami_amounts.h"

namespace cardinal::hami::detail {
namespace {

constexpr std::string_view kSplitMode = "huawei.com/vnpu-mode";
constexpr std::string_view kSoftSplit = "hami-core";
constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kAll = 100;

bool isSoft(const RawPod& pod) {
  const std::string* mode = find(pod.meta.annotations, kSplitMode);
  return mode != nullptr && *mode == kSoftSplit;
}

void setLimit(ResourceList& limits, const std::string& key, std::int64_t amount) {
  const auto known = std::find_if(limits.begin(), limits.end(), [&](const auto& entry) { return entry.name == key; });
  if (known != limits.end())
    known->amount = Quantity::fromInteger(amount);
  else
    limits.push_back({key, Quantity::fromInteger(amount)});
}

/// What 64 bits that wrap make of a product.
std::int64_t product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

Mutation mutateAmd(const Vendor& vendor, const ResourceList& limits) {
  const Quantity* cores = find(limits, vendor.coresKey);
  const bool counted = find(limits, vendor.countKey) != nullptr;
  const bool odd = cores != nullptr && (!cores->isInteger() || cores->value() < 1 || cores->value() > kAll);
  if (counted && odd) return {false, vendor.coresKey + " must be an integer percentage between 1 and 100"};
  return {counted || cores != nullptr || find(limits, vendor.memoryKey) != nullptr, {}};
}

/// More than one card means all cores of each.
Mutation mutateIluvatar(const Vendor& vendor, ResourceList& limits) {
  const Quantity* count = find(limits, vendor.countKey);
  if (count == nullptr) return {};
  const std::int64_t number = count->value();
  if (number > 1) setLimit(limits, vendor.coresKey, product(number, kAll));
  return {true, {}};
}

/// More than one card, or no memory, means whole cards; else memory is one of the slices that the cards have.
Mutation mutateMooreThreads(const Vendor& vendor, const Amounts& written, ResourceList& limits) {
  constexpr std::int64_t kMemoryPerCard = 96;
  constexpr std::array<std::int64_t, 7> kSlices{2, 4, 8, 16, 32, 64, 96};
  const Quantity* count = written.of(vendor.countKey);
  if (count == nullptr) return {};
  const std::int64_t number = count->value();
  if (number <= 0) return {false, vendor.countKey + " must be greater than 0"};
  const Quantity* memory = find(limits, vendor.memoryKey);
  if (number > 1 || memory == nullptr) {
    setLimit(limits, vendor.coresKey, product(number, vendor.coresPerCard));
    setLimit(limits, vendor.memoryKey, product(number, kMemoryPerCard));
    return {true, {}};
  }
  const std::int64_t slice = memory->isInteger() ? memory->value() : 0;
  if (std::find(kSlices.begin(), kSlices.end(), slice) != kSlices.end()) return {true, {}};
  return {true, "sGPU memory request value is invalid, valid values are [2, 4, 8, 16, 32, 64, 96]"};
}

/// The template that memory is rounded up to; 0 = no card has so much.
std::int64_t templateFor(const Vendor& vendor, std::int64_t memory) {
  const auto found = std::find_if(vendor.templates.begin(), vendor.templates.end(),
                                  [memory](std::int64_t one) { return memory <= one; });
  if (found != vendor.templates.end()) return *found;
  return memory <= vendor.memoryCapacity ? vendor.memoryAllocatable : 0;
}

Mutation mutateAscend(const RawPod& pod, const Vendor& vendor, const Amounts& written, ResourceList& limits) {
  const Quantity* count = find(limits, vendor.countKey);
  if (count == nullptr) return {};
  const bool soft = isSoft(pod);
  const Quantity* cores = written.of(vendor.coresKey);
  if (!soft && cores != nullptr && cores->value() > 0)
    return {false, vendor.coresKey + " is only supported in hami-core (soft split) mode"};
  std::int64_t memory = vendor.memoryAllocatable;
  if (const Quantity* requested = find(limits, vendor.memoryKey)) {
    memory = soft ? requested->value() : templateFor(vendor, requested->value());
    if (!soft && memory <= 0)
      return {false, vendor.memoryKey + " " + std::to_string(requested->value()) + " is invalid"};
  }
  if (count->value() > 1 && !soft && memory != vendor.memoryAllocatable)
    return {true, "vNPU not supported for multiple devices"};
  setLimit(limits, vendor.memoryKey, memory);
  return {true, {}};
}

Mutation mutate(const RawPod& pod, const Container& container, const Vendor& vendor, ResourceList& limits) {
  const Amounts written(limits, container.requests);
  switch (vendor.rule) {
    case VendorRule::Amd:
      return mutateAmd(vendor, limits);
    case VendorRule::Iluvatar:
      return mutateIluvatar(vendor, limits);
    case VendorRule::MooreThreads:
      return mutateMooreThreads(vendor, written, limits);
    case VendorRule::Ascend:
      return mutateAscend(pod, vendor, written, limits);
    case VendorRule::Hygon:
    case VendorRule::Cambricon:
    case VendorRule::Nvidia:
      break;
  }
  return {find(limits, vendor.countKey) != nullptr, {}};
}

/// How a vendor reads a number that it does not like.
struct Reading {
  bool bounded = true;        ///< a number of cards that is not 1..2^31-1 asks nothing; else it is cut to 32 bits
  bool memoryStrict = false;  ///< memory that is no integer asks nothing; else it counts as none
  bool coresStrict = false;   ///< cores below 0 or above 2^31-1 ask nothing; else they are cut
  std::int32_t cores = 0;     ///< where none are requested
};

Reading readingOf(VendorRule rule) {
  switch (rule) {
    case VendorRule::Hygon:
      return {true, false, true, kAll};
    case VendorRule::Iluvatar:
      return {false, true, false, 0};
    case VendorRule::Cambricon:
      return {false, true, false, kAll};
    case VendorRule::MooreThreads:
      return {true, true, false, 0};
    default:
      return {true, false, true, 0};
  }
}

/// Nothing = the container asks nothing, because of its memory.
std::optional<std::int32_t> readMemory(const Vendor& vendor, const Reading& reading, const Amounts& amounts) {
  const Quantity* memory = amounts.of(vendor.memoryKey);
  if (memory == nullptr) return 0;
  if (*memory < Quantity{}) {
    // Ascend looks at the sign first; Hygon takes a negative number that is no integer for none.
    const bool ignored = vendor.rule == VendorRule::Hygon && !memory->isInteger();
    return ignored ? std::optional<std::int32_t>(0) : std::nullopt;
  }
  if (!memory->isInteger()) return reading.memoryStrict ? std::nullopt : std::optional<std::int32_t>(0);
  if (memory->value() > kMax / vendor.memoryUnit) return std::nullopt;
  return static_cast<std::int32_t>(memory->value()) * vendor.memoryUnit;
}

/// Nothing = the container asks nothing, because of its cores.
std::optional<std::int32_t> readCores(const Vendor& vendor, const Reading& reading, const Amounts& amounts) {
  const Quantity* cores = amounts.of(vendor.coresKey);
  // Ascend rounds a fraction up, the others take it for none.
  if (cores == nullptr || (!cores->isInteger() && vendor.rule != VendorRule::Ascend)) return reading.cores;
  const std::int64_t number = cores->value();
  if (reading.coresStrict && (number < 0 || number > kMax)) return std::nullopt;
  return cut(number);
}

/// AMD reads limits alone, and its cores are a percentage.
ContainerRequest readAmd(const Vendor& vendor, const ResourceList& limits) {
  const auto integer = [&](const std::string& key, std::int64_t least, std::int64_t most,
                           std::int64_t absent) -> std::optional<std::int64_t> {
    const Quantity* amount = find(limits, key);
    if (amount == nullptr) return absent;
    if (!amount->isInteger() || amount->value() < least || amount->value() > most) return std::nullopt;
    return amount->value();
  };
  const auto number = integer(vendor.countKey, 1, kMax, 0);
  const auto memory = integer(vendor.memoryKey, 0, kMax, 0);
  const auto cores = integer(vendor.coresKey, 1, kAll, kAll);
  if (!number || !memory || !cores) return {};
  return {cut(*number), cut(*memory), 0, cut(*cores)};
}

ContainerRequest readOne(const Vendor& vendor, const Amounts& amounts) {
  if (vendor.rule == VendorRule::Amd) return readAmd(vendor, amounts.limits());
  const Reading reading = readingOf(vendor.rule);
  const auto number = amounts.integer(vendor.countKey);
  if (!number || (reading.bounded && (*number <= 0 || *number > kMax))) return {};
  const auto memory = readMemory(vendor, reading, amounts);
  const auto cores = readCores(vendor, reading, amounts);
  if (!memory || !cores) return {};
  ContainerRequest out{cut(*number), *memory, *memory == 0 ? kAll : 0, *cores};
  // A request for several of Moore Threads' cards names the sum.
  if (vendor.rule == VendorRule::MooreThreads) {
    out.memoryMib /= out.number;
    out.cores /= out.number;
  }
  return out;
}

std::vector<VendorIndex> vendorsOf(const ResourceList& limits, const ResourceList& requests) {
  std::vector<VendorIndex> out;
  for (const ResourceList* list : {&limits, &requests}) {
    for (const ResourceAmount& entry : *list) {
      const auto vendor = otherVendorOf(entry.name);
      if (vendor && std::find(out.begin(), out.end(), *vendor) == out.end()) out.push_back(*vendor);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

Mutation mutateOthers(const RawPod& pod, const Container& container, ResourceList& limits) {
  Mutation out;
  for (const VendorIndex index : vendorsOf(limits, container.requests)) {
    Mutation one = mutate(pod, container, vendors()[index], limits);
    out.requestsCards = out.requestsCards || one.requestsCards;
    out.refusal = std::move(one.refusal);
    if (!out.refusal.empty()) return out;
  }
  return out;
}

std::vector<ContainerRequest> readOtherRequests(const Amounts& amounts) {
  std::vector<ContainerRequest> out;
  for (const VendorIndex index : vendorsOf(amounts.limits(), amounts.requests())) {
    ContainerRequest requested = readOne(vendors()[index], amounts);
    requested.vendor = index;
    if (requested.requestsCards()) out.push_back(requested);
  }
  return out;
}

bool splitsSoftly(const RawPod& pod, const std::vector<ContainerRequest>& containers) {
  const auto isAscend = [](const ContainerRequest& requested) {
    return vendors()[requested.vendor].rule == VendorRule::Ascend;
  };
  return std::any_of(containers.begin(), containers.end(), isAscend) && isSoft(pod);
}

}  // namespace cardinal::hami::detail
