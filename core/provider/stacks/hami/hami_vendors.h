// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The makers whose cards HAMi shares out, with the keys of its chart's default settings. NVIDIA is the first; `rule`
/// says what the others do differently. Pure, thread-safe. Metax, Enflame, Kunlun, Biren, Vastai, AWS Neuron
/// and Ascend 910C are not among them: their decisions were never compared and their cards are not read. Source:
/// https://github.com/Project-HAMi/HAMi, tag v2.10.0: pkg/device/*/device.go,
/// charts/hami/templates/scheduler/device-configmap.yaml.
namespace cardinal::hami {

/// Index in vendors().
using VendorIndex = std::uint8_t;
inline constexpr VendorIndex kNvidia = 0;

enum class VendorRule : std::uint8_t { Nvidia, Hygon, Amd, Iluvatar, Ascend, Cambricon, MooreThreads };

/// How the scheduler learns of a vendor's cards.
enum class Registers : std::uint8_t {
  Json,      ///< a JSON list in an annotation of the node
  Records,   ///< "id,slots,memory,cores,type,numa,health,index,mode:" in an annotation of the node
  Capacity,  ///< no list: it makes equal cards of the node's capacity and names them itself
};

struct Vendor {
  VendorRule rule = VendorRule::Nvidia;
  Registers registers = Registers::Json;
  std::string word;          ///< "DCU": a card is offered to requests of this vendor when its type contains it
  std::string registerKey;   ///< annotation of nodes; empty where cards are made of the capacity
  std::string allocatedKey;  ///< annotation of pods
  std::string countKey;      ///< resources
  std::string memoryKey;
  std::string coresKey;
  std::string useTypeKey{};  ///< annotations of pods; empty = the vendor has none
  std::string noUseTypeKey{};
  std::string useIdKey{};
  std::string noUseIdKey{};
  std::int32_t memoryUnit = 1;      ///< MiB of one of memoryKey
  std::int32_t coresPerCard = 100;  ///< where cards are made of the capacity
  bool coresArePercent = true;      ///< else a card's cores are its own units: AI cores, compute units
  /// kube-scheduler is configured to ignore memoryKey and coresKey as well as countKey.
  bool partsIgnored = true;
  // Ascend: memory is rounded up to one of the templates, or to the whole card. MiB, ascending.
  std::vector<std::int64_t> templates{};
  std::int64_t memoryAllocatable = 0;  ///< what a whole card counts
  std::int64_t memoryCapacity = 0;     ///< more cannot be requested
};

const std::vector<Vendor>& vendors();

/// A set of vendors, one bit each.
using VendorSet = std::uint32_t;
constexpr VendorSet setOf(VendorIndex vendor) noexcept {
  return VendorSet{1} << vendor;
}

/// Vendors to whose requests HAMi offers a card of this type: their word stands in it, in any case.
VendorSet vendorsOffered(std::string_view cardType);

/// The vendor, NVIDIA aside, that a resource belongs to (count, memory or cores); nothing = none that is read here.
std::optional<VendorIndex> otherVendorOf(std::string_view resource);
/// The vendor, NVIDIA aside, whose list of devices an annotation of a pod is.
std::optional<VendorIndex> otherVendorOfList(std::string_view annotation);
/// True for resources of cards that HAMi shares but whose rules are not here.
bool isUnreadVendors(std::string_view resource) noexcept;

}  // namespace cardinal::hami
