// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/mig_switch.h"

#include <algorithm>

#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
#include "core/plan/make/node_labels.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/mig_layout.h"
#include "core/provider/shared_node.h"

namespace cardinal {
namespace {

using Detail = std::optional<std::string>;
using provider::MigCard;
using provider::MigCount;
using provider::MigMisfit;

/// "1g.10gb" of "all-1g.10gb"; empty for other names.
std::string_view profileOf(std::string_view config) {
  constexpr std::string_view kAll = "all-";
  if (!config.starts_with(kAll)) return {};
  const std::string_view profile = config.substr(kAll.size());
  const std::size_t dot = profile.find("g.");
  const bool isProfile = dot != std::string_view::npos && dot > 0 && profile.find("gb") != std::string_view::npos &&
                         std::all_of(profile.begin(), profile.begin() + static_cast<std::ptrdiff_t>(dot),
                                     [](char c) { return c >= '0' && c <= '9'; });
  return isProfile ? profile : std::string_view();
}

/// Null where the cards are not known, or of several models.
const MigCard* cardOf(const RawNode& node) {
  return mayHaveSeveralModels(node) ? nullptr : provider::migCardOf(labelOf(node, kProductLabel));
}

const RawMigConfigs* layoutsOf(const RawNode& node, const ClusterExtras* extras) {
  return extras != nullptr ? migConfigsOf(*extras, node) : nullptr;
}

/// Null where the ConfigMap was not read, cannot be read or has no such name.
const MigLayoutConfig* ownLayout(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  const RawMigConfigs* const known = layoutsOf(node, extras);
  return known != nullptr && known->isRead ? find(*known, target.value) : nullptr;
}

enum class Applies : std::uint8_t { Yes, No, Unknown };

Applies applies(const MigLayoutEntry& entry, const MigCard* card) {
  if (entry.filter.empty()) return Applies::Yes;
  if (card == nullptr) return Applies::Unknown;
  bool isUnknown = false;
  for (const std::string& id : entry.filter) {
    const MigCard* const named = provider::migCardOfPci(id);
    if (named == card) return Applies::Yes;
    isUnknown = isUnknown || named == nullptr;
  }
  return isUnknown ? Applies::Unknown : Applies::No;
}

std::vector<MigCount> countsOf(const MigLayoutEntry& entry) {
  std::vector<MigCount> out;
  for (const auto& [profile, count] : entry.instances) {
    if (count > 0) out.push_back({profile, count});
  }
  return out;
}

std::string textOf(const std::vector<MigCount>& layout) {
  std::string out;
  for (const MigCount& part : layout) addTo(out, std::to_string(part.count) + " x " + part.profile);
  return out;
}

/// With the first memory slice of each instance, where the card is known.
std::string placedText(const std::vector<MigCount>& layout, const MigCard* card) {
  if (card == nullptr) return textOf(layout);
  const provider::MigPlacement placement = provider::placeMig(*card, layout);
  std::string out;
  for (const MigCount& part : layout) {
    std::string starts;
    for (const provider::MigInstanceAt& one : placement.instances) {
      if (one.profile == part.profile) addTo(starts, std::to_string(one.start), ",");
    }
    addTo(out, std::to_string(part.count) + " x " + part.profile + (starts.empty() ? "" : " @" + starts));
  }
  return out;
}

std::string textOf(const MigLayoutEntry& entry, const MigCard* card) {
  std::string numbers;
  for (const int index : entry.cards.value_or(std::vector<int>())) addTo(numbers, std::to_string(index), ",");
  const auto counts = countsOf(entry);
  return (entry.cards ? "GPU " + numbers + ": " : "") + (counts.empty() ? "-" : placedText(counts, card));
}

/// The first layout that does not fit the cards in this way.
Detail misfitOf(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras, MigMisfit why) {
  const MigCard* const card = cardOf(node);
  const MigLayoutConfig* const own = ownLayout(node, target, extras);
  if (card == nullptr || own == nullptr) return std::nullopt;
  for (const MigLayoutEntry& entry : own->entries) {
    const bool isJudged = entry.enabled && applies(entry, card) == Applies::Yes;
    if (isJudged && provider::placeMig(*card, countsOf(entry)).misfit == why) return textOf(countsOf(entry));
  }
  return std::nullopt;
}

std::string profilesOf(const MigCard& card) {
  std::string names;
  for (const provider::MigProfile& one : card.profiles) {
    if (!one.hasMedia) addTo(names, std::string(one.name));
  }
  return names;
}

/// The one entry that all cards follow; null where there are several or the filter is not understood.
const MigLayoutEntry* onlyEntry(const MigLayoutConfig& config, const MigCard* card) {
  const MigLayoutEntry* out = nullptr;
  for (const MigLayoutEntry& entry : config.entries) {
    const Applies does = applies(entry, card);
    if (does == Applies::No) continue;
    if (does == Applies::Unknown || entry.cards || out != nullptr) return nullptr;
    out = &entry;
  }
  return out;
}

/// Cards that the node certainly has: labels count instances where they are cut under strategy single.
int certainCards(const RawNode& node) {
  std::int64_t labelled = 0;
  const bool isCut = labelOf(node, kProductLabel).find("-MIG-") != std::string_view::npos;
  const bool isKnown = !isCut && provider::parseGoInteger(labelOf(node, "nvidia.com/gpu.count"), labelled);
  return isKnown && labelled > 0 && labelled <= provider::kMaxCardsPerNode ? static_cast<int>(labelled) : 1;
}

/// The entries that the cards will follow, without cards of which that is not certain.
std::vector<const MigLayoutEntry*> cutOfCards(const RawNode& node, const MigLayoutConfig& config) {
  const MigCard* const card = cardOf(node);
  std::vector<const MigLayoutEntry*> out;
  for (int index = 0; index < certainCards(node); ++index) {
    std::vector<const MigLayoutEntry*> follows;
    bool isCertain = true;
    for (const MigLayoutEntry& entry : config.entries) {
      const bool isNamed =
          !entry.cards || std::find(entry.cards->begin(), entry.cards->end(), index) != entry.cards->end();
      const Applies does = isNamed ? applies(entry, card) : Applies::No;
      isCertain = isCertain && does != Applies::Unknown;
      if (does == Applies::Yes) follows.push_back(&entry);
    }
    if (isCertain && follows.size() == 1) out.push_back(follows.front());
  }
  return out;
}

/// One profile on all cards, or MIG on none.
bool isOneLayout(const std::vector<const MigLayoutEntry*>& cards) {
  if (cards.empty()) return true;
  const auto profileOfCard = [](const MigLayoutEntry& entry) {
    const auto counts = countsOf(entry);
    return counts.size() == 1 ? counts.front().profile : std::string();
  };
  const MigLayoutEntry& first = *cards.front();
  return std::all_of(cards.begin(), cards.end(), [&](const MigLayoutEntry* card) {
    if (!card->enabled || !first.enabled) return !card->enabled && !first.enabled;
    return !profileOfCard(*card).empty() && profileOfCard(*card) == profileOfCard(first);
  });
}

std::string resourceOf(std::string profile) {
  std::replace(profile.begin(), profile.end(), '+', '.');
  return std::string(kMigResourcePrefix) + profile;
}

/// What appears; empty = not known.
std::vector<std::string> appearing(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  const bool mixed = labelOf(node, kMigStrategyLabel) == "mixed";
  const std::vector<std::string> whole = {std::string(provider::kNvidiaGpu)};
  const MigLayoutConfig* const own = ownLayout(node, target, extras);
  const MigLayoutEntry* const entry = own != nullptr ? onlyEntry(*own, cardOf(node)) : nullptr;
  if (entry != nullptr) {
    const auto counts = countsOf(*entry);
    if (counts.empty() || !mixed) return entry->enabled && counts.size() != 1 ? std::vector<std::string>() : whole;
    std::vector<std::string> out;
    for (const MigCount& part : counts) out.push_back(resourceOf(part.profile));
    return out;
  }
  if (own != nullptr) return {};
  const std::string_view profile = profileOf(target.value);
  if (target.value == kMigOff || (!profile.empty() && !mixed)) return whole;
  return profile.empty() ? std::vector<std::string>() : std::vector<std::string>{resourceOf(std::string(profile))};
}

}  // namespace

bool mayHaveSeveralModels(const RawNode& node) {
  std::int64_t labelled = 0;
  const Quantity* offered = find(node.capacity, provider::kNvidiaGpu);
  const std::string_view product = labelOf(node, kProductLabel);
  const bool isCut =
      product.find("-MIG-") != std::string_view::npos || !liveResources(node, kMigResourcePrefix).empty();
  std::int64_t slots = 1;
  if (!provider::parseGoInteger(labelOf(node, "nvidia.com/gpu.replicas"), slots) || slots < 1) slots = 1;
  // Labels count the cards of the model that they name.
  const bool isCounted = provider::parseGoInteger(labelOf(node, "nvidia.com/gpu.count"), labelled);
  if (!isCut && isCounted && offered != nullptr && offered->value() > labelled * slots) return true;
  // In MIG mode each profile has the product of its own card.
  return std::any_of(node.meta.labels.begin(), node.meta.labels.end(), [&](const auto& label) {
    const std::string_view key = label.first;
    if (!key.starts_with(kMigResourcePrefix) || !key.ends_with(".product")) return false;
    const std::string_view own = std::string_view(label.second).substr(0, label.second.find("-MIG-"));
    return own != product.substr(0, product.find("-MIG-"));
  });
}

Detail migConfigMissing(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  const RawMigConfigs* const known = layoutsOf(node, extras);
  if (known == nullptr || !known->isRead || find(*known, target.value) != nullptr) return std::nullopt;
  std::string names;
  for (const MigLayoutConfig& one : known->configs) addTo(names, one.name);
  return names;
}

Detail migConfigUnreadable(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* extras) {
  const RawMigConfigs* const known = layoutsOf(node, extras);
  return known == nullptr || known->isRead ? std::nullopt : Detail(known->meta.key.name);
}

Detail profileNotOfCard(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  const MigCard* const card = cardOf(node);
  if (card == nullptr) return std::nullopt;
  if (layoutsOf(node, extras) != nullptr) {
    const auto lacks = misfitOf(node, target, extras, MigMisfit::Profile);
    return lacks ? Detail(profilesOf(*card)) : std::nullopt;
  }
  const std::string_view profile = profileOf(target.value);
  const bool isPlain = !profile.empty() && profile.ends_with("gb");  // which cards have others is not known of each
  return isPlain && provider::profileOf(*card, profile) == nullptr ? Detail(profilesOf(*card)) : std::nullopt;
}

Detail ownLayoutOf(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  const MigLayoutConfig* const own = ownLayout(node, target, extras);
  if (own == nullptr) return std::nullopt;
  const MigCard* const card = cardOf(node);
  std::string out;
  for (const MigLayoutEntry& entry : own->entries) {
    const Applies does = applies(entry, card);
    if (does == Applies::No) continue;
    if (does == Applies::Unknown) return std::nullopt;
    addTo(out, textOf(entry, card), "; ");
  }
  return out.empty() ? std::nullopt : Detail(out);
}

Detail defaultLayoutOf(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  const MigCard* const card = cardOf(node);
  if (card == nullptr || layoutsOf(node, extras) != nullptr) return std::nullopt;
  const std::string out = textOf(provider::defaultLayout(*card, target.value));
  return out.empty() ? std::nullopt : Detail(out);
}

Detail layoutWithoutMemory(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  return misfitOf(node, target, extras, MigMisfit::Memory);
}

Detail layoutWithoutStarts(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  return misfitOf(node, target, extras, MigMisfit::Starts);
}

Detail layoutWithoutCompute(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  return misfitOf(node, target, extras, MigMisfit::Compute);
}

Detail layoutWithTwoMedia(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  return misfitOf(node, target, extras, MigMisfit::Media);
}

Detail layoutNotForSingle(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  if (labelOf(node, kMigStrategyLabel) != "single") return std::nullopt;
  if (const MigLayoutConfig* const own = ownLayout(node, target, extras)) {
    const bool isFit = isOneLayout(cutOfCards(node, *own));
    return isFit ? std::nullopt : Detail(ownLayoutOf(node, target, extras).value_or(target.value));
  }
  const MigCard* const card = cardOf(node);
  if (card == nullptr || layoutsOf(node, extras) != nullptr) return std::nullopt;
  const auto layout = provider::defaultLayout(*card, target.value);
  return layout.size() > 1 ? Detail(textOf(layout)) : std::nullopt;
}

SwitchedResources migResources(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  SwitchedResources out;
  out.appear = appearing(node, target, extras);
  if (out.appear.empty()) return out;
  out.vanish = liveResources(node, kMigResourcePrefix);
  if (labelOf(node, kMigStrategyLabel) == "mixed") out.vanish.emplace_back(provider::kNvidiaGpu);
  for (const std::string& resource : out.appear) std::erase(out.vanish, resource);
  return out;
}

}  // namespace cardinal
