// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "core/provider/stacks/hami/hami_registers.h"

namespace cardinal::hami::detail {
namespace {

constexpr std::string_view kOwn = "hami.io/node-";

void report(Node& node, ProblemCode code, const std::string& key, std::string_view text) {
  node.problems.push_back({code, key, clip(text)});
}

/// Puts the cards behind the others; a list without a card, or too many of them, is none.
void append(Node& node, VendorIndex vendor, std::vector<Card> cards, const std::string& key, std::string_view text) {
  if (cards.empty()) return report(node, ProblemCode::RegisterEmpty, key, text);
  if (node.cards.size() + cards.size() > kMaxRegistered) {
    node.hasUnreadVendors = true;
    return report(node, ProblemCode::RegisterUnreadable, key, text);
  }
  for (Card& card : cards) {
    card.vendor = vendor;
    node.cards.push_back(std::move(card));
  }
  node.hasOtherCards = true;
}

/// AMD's scheduler part drops the cards of a node whose plugin offers none.
bool isDropped(const Vendor& vendor, const RawNode& raw) {
  if (vendor.rule != VendorRule::Amd) return false;
  const Quantity* offered = find(raw.capacity, vendor.countKey);
  return offered == nullptr || !offered->isInteger() || offered->value() == 0;
}

void readAnnotation(const RawNode& raw, const std::string& value, VendorIndex index, Node& node) {
  const Vendor& vendor = vendors()[index];
  const std::string_view text = trimmed(value);
  std::vector<Card> cards;
  const bool readable =
      vendor.registers == Registers::Records ? readRegisteredRecords(value, cards) : readRegisteredJson(text, cards);
  if (!readable) return report(node, ProblemCode::RegisterUnreadable, vendor.registerKey, text);
  if (!isDropped(vendor, raw)) append(node, index, std::move(cards), vendor.registerKey, text);
}

/// 64 bits that wrap, cut to 32, as Go computes it.
std::int32_t memoryOfOne(const Vendor& vendor, std::int64_t memory, std::int64_t cores) {
  const auto product =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(memory) * static_cast<std::uint64_t>(vendor.memoryUnit) *
                                static_cast<std::uint64_t>(vendor.coresPerCard));
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(product / cores)));
}

void readCapacity(const RawNode& raw, VendorIndex index, Node& node) {
  const Vendor& vendor = vendors()[index];
  const Quantity* cores = find(raw.capacity, vendor.coresKey);
  if (cores == nullptr || !cores->isInteger() || cores->value() <= 0) return;
  const std::int64_t count = (cores->value() - 1) / vendor.coresPerCard + 1;
  if (count > static_cast<std::int64_t>(kMaxRegistered)) {
    node.hasUnreadVendors = true;
    return report(node, ProblemCode::RegisterUnreadable, vendor.coresKey, std::to_string(cores->value()));
  }
  const Quantity* memory = find(raw.capacity, vendor.memoryKey);
  const std::int64_t units = memory != nullptr && memory->isInteger() ? memory->value() : 0;
  const std::string_view middle = vendor.rule == VendorRule::Cambricon ? "-cambricon-mlu-" : "-mthreads-";
  std::vector<Card> cards;
  for (std::int64_t i = 0; i < count; ++i) {
    Card& card = cards.emplace_back();
    card.index = i;
    card.slots = 100;
    card.memoryMib = memoryOfOne(vendor, units, cores->value());
    card.cores = vendor.coresPerCard;
    card.healthy = true;
    card.type = vendor.word;
    card.id = raw.meta.key.name + std::string(middle) + std::to_string(i);
  }
  append(node, index, std::move(cards), vendor.coresKey, {});
}

/// "hami.io/node-<kind>-register" and "hami.io/node-register-<kind>".
bool isRegister(std::string_view key) {
  constexpr std::string_view kEnd = "-register";
  if (key.substr(0, kOwn.size()) != kOwn) return false;
  const std::string_view rest = key.substr(kOwn.size());
  const bool ends = rest.size() >= kEnd.size() && rest.substr(rest.size() - kEnd.size()) == kEnd;
  return ends || rest.substr(0, kEnd.size()) == "register-";
}

}  // namespace

bool readOtherCards(const RawNode& raw, Node& node) {
  std::vector<std::pair<VendorIndex, const std::string*>> lists;
  for (const auto& [key, value] : raw.meta.annotations) {
    if (key == kRegister || !isRegister(key)) continue;
    const auto& all = vendors();
    const std::string& name = key;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Vendor& one) { return one.registerKey == name; });
    if (found != all.end())
      lists.emplace_back(static_cast<VendorIndex>(found - all.begin()), &value);
    else if (!value.empty())
      node.hasUnreadVendors = true;
  }
  std::sort(lists.begin(), lists.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [vendor, text] : lists) readAnnotation(raw, *text, vendor, node);
  for (std::size_t i = 0; i < vendors().size(); ++i) {
    if (vendors()[i].registers == Registers::Capacity) readCapacity(raw, static_cast<VendorIndex>(i), node);
  }
  return !lists.empty() || node.hasOtherCards || node.hasUnreadVendors;
}

}  // namespace cardinal::hami::detail
