// SPDX-License-Identifier: Apache-2.0
#include "core/provider/mig_layout.h"

#include <algorithm>
#include <array>

namespace cardinal::provider {
namespace {

constexpr std::size_t kMaxInstances = 16;  // more than any card has memory slices

constexpr unsigned starts(std::initializer_list<int> list) {
  unsigned out = 0;
  for (const int start : list) out |= 1U << static_cast<unsigned>(start);
  return out;
}

// Start positions by the width of the profile; the cards of seven compute slices share them.
constexpr unsigned kOne = starts({0, 1, 2, 3, 4, 5, 6});
constexpr unsigned kTwoWide = starts({0, 2, 4, 6});  // one compute slice with twice its memory
constexpr unsigned kTwo = starts({0, 2, 4});
constexpr unsigned kThree = starts({0, 4});
constexpr unsigned kFirst = starts({0});

constexpr MigProfile kA30[] = {{"1g.6gb", 1, 1, starts({0, 1, 2, 3}), false},
                               {"1g.6gb+me", 1, 1, starts({0, 1, 2, 3}), true},
                               {"2g.12gb", 2, 2, starts({0, 2}), false},
                               {"2g.12gb+me", 2, 2, starts({0, 2}), true},
                               {"4g.24gb", 4, 4, kFirst, false}};
constexpr MigProfile kA100Of40[] = {{"1g.5gb", 1, 1, kOne, false},      {"1g.5gb+me", 1, 1, kOne, true},
                                    {"1g.10gb", 1, 2, kTwoWide, false}, {"2g.10gb", 2, 2, kTwo, false},
                                    {"3g.20gb", 3, 4, kThree, false},   {"4g.20gb", 4, 4, kFirst, false},
                                    {"7g.40gb", 7, 8, kFirst, false}};
constexpr MigProfile kOf80[] = {{"1g.10gb", 1, 1, kOne, false},     {"1g.10gb+me", 1, 1, kOne, true},
                                {"1g.20gb", 1, 2, kTwoWide, false}, {"2g.20gb", 2, 2, kTwo, false},
                                {"3g.40gb", 3, 4, kThree, false},   {"4g.40gb", 4, 4, kFirst, false},
                                {"7g.80gb", 7, 8, kFirst, false}};
constexpr MigProfile kH100Of94[] = {{"1g.12gb", 1, 1, kOne, false},   {"1g.24gb", 1, 2, kTwoWide, false},
                                    {"2g.24gb", 2, 2, kTwo, false},   {"3g.47gb", 3, 4, kThree, false},
                                    {"4g.47gb", 4, 4, kFirst, false}, {"7g.94gb", 7, 8, kFirst, false}};
constexpr MigProfile kOf96[] = {{"1g.12gb", 1, 1, kOne, false},   {"1g.24gb", 1, 2, kTwoWide, false},
                                {"2g.24gb", 2, 2, kTwo, false},   {"3g.48gb", 3, 4, kThree, false},
                                {"4g.48gb", 4, 4, kFirst, false}, {"7g.96gb", 7, 8, kFirst, false}};
constexpr MigProfile kH200[] = {{"1g.18gb", 1, 1, kOne, false},     {"1g.18gb+me", 1, 1, kOne, true},
                                {"1g.35gb", 1, 2, kTwoWide, false}, {"2g.35gb", 2, 2, kTwo, false},
                                {"3g.71gb", 3, 4, kThree, false},   {"4g.71gb", 4, 4, kFirst, false},
                                {"7g.141gb", 7, 8, kFirst, false}};
constexpr MigProfile kB200[] = {{"1g.23gb", 1, 1, kOne, false},   {"1g.45gb", 1, 2, kTwoWide, false},
                                {"2g.45gb", 2, 2, kTwo, false},   {"3g.90gb", 3, 4, kThree, false},
                                {"4g.90gb", 4, 4, kFirst, false}, {"7g.180gb", 7, 8, kFirst, false}};

constexpr MigCard kCards[] = {{"A30", 4, 4, kA30},         {"A100 40GB", 7, 8, kA100Of40}, {"A100 80GB", 7, 8, kOf80},
                              {"H100 80GB", 7, 8, kOf80},  {"H100 94GB", 7, 8, kH100Of94}, {"H100 96GB", 7, 8, kOf96},
                              {"H200 141GB", 7, 8, kH200}, {"B200 180GB", 7, 8, kB200}};

const MigCard* cardNamed(std::string_view name) {
  const auto* const at =
      std::find_if(std::begin(kCards), std::end(kCards), [name](const MigCard& card) { return card.name == name; });
  return at == std::end(kCards) ? nullptr : at;
}

/// A word of the product between hyphens.
bool hasWord(std::string_view product, std::string_view word) {
  while (!product.empty()) {
    const std::string_view part = product.substr(0, product.find('-'));
    if (part == word) return true;
    product.remove_prefix(std::min(product.size(), part.size() + 1));
  }
  return false;
}

using Wanted = std::vector<const MigProfile*>;

/// Backtracking: profiles with the most memory first; equal ones in ascending order of their starts.
bool place(const Wanted& wanted, std::size_t next, unsigned taken, int slices, std::vector<MigInstanceAt>& out) {
  if (next == wanted.size()) return true;
  const MigProfile& profile = *wanted[next];
  const bool isRepeated = next > 0 && wanted[next - 1] == wanted[next];
  for (int start = isRepeated ? out.back().start + 1 : 0; start + profile.memory <= slices; ++start) {
    const unsigned room = ((1U << static_cast<unsigned>(profile.memory)) - 1U) << static_cast<unsigned>(start);
    if ((profile.starts >> static_cast<unsigned>(start) & 1U) == 0 || (room & taken) != 0) continue;
    out.push_back({profile.name, start});
    if (place(wanted, next + 1, taken | room, slices, out)) return true;
    out.pop_back();
  }
  return false;
}

MigPlacement misfit(MigMisfit why) {
  return {{}, why};
}

}  // namespace

const MigCard* migCardOf(std::string_view product) noexcept {
  product = product.substr(0, product.find("-MIG-"));
  const auto has = [product](std::string_view word) { return hasWord(product, word); };
  if (has("A30")) return cardNamed("A30");
  if (has("A100")) return has("40GB") ? cardNamed("A100 40GB") : has("80GB") ? cardNamed("A100 80GB") : nullptr;
  if (has("H100") && has("NVL")) return cardNamed("H100 94GB");
  if (has("H100")) return has("80GB") || has("PCIe") ? cardNamed("H100 80GB") : nullptr;
  if (product == "NVIDIA-H20" || (has("GH200") && has("480GB"))) return cardNamed("H100 96GB");
  if (has("H200")) return cardNamed("H200 141GB");
  return has("B200") ? cardNamed("B200 180GB") : nullptr;
}

/// Ids of the GPU operator's own layouts (assets/state-mig-manager/0400_configmap.yaml).
const MigCard* migCardOfPci(std::string_view id) noexcept {
  struct Named {
    std::string_view id;
    std::string_view card;
  };
  constexpr Named kIds[] = {{"0x20B710DE", "A30"},        {"0x20B010DE", "A100 40GB"}, {"0x20B110DE", "A100 40GB"},
                            {"0x20F110DE", "A100 40GB"},  {"0x20F610DE", "A100 40GB"}, {"0x20B210DE", "A100 80GB"},
                            {"0x20B510DE", "A100 80GB"},  {"0x20F310DE", "A100 80GB"}, {"0x20F510DE", "A100 80GB"},
                            {"0x233010DE", "H100 80GB"},  {"0x233110DE", "H100 80GB"}, {"0x232210DE", "H100 80GB"},
                            {"0x232410DE", "H100 80GB"},  {"0x232110DE", "H100 94GB"}, {"0x233A10DE", "H100 94GB"},
                            {"0x234210DE", "H100 96GB"},  {"0x232910DE", "H100 96GB"}, {"0x233510DE", "H200 141GB"},
                            {"0x233B10DE", "H200 141GB"}, {"0x290110DE", "B200 180GB"}};
  const auto upper = [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c; };
  const auto isSame = [&](const Named& one) {
    return std::equal(one.id.begin(), one.id.end(), id.begin(), id.end(),
                      [&](char a, char b) { return a == b || a == upper(b); });
  };
  const auto* const at = std::find_if(std::begin(kIds), std::end(kIds), isSame);
  return at == std::end(kIds) ? nullptr : cardNamed(at->card);
}

const MigProfile* profileOf(const MigCard& card, std::string_view name) noexcept {
  const auto at = std::find_if(card.profiles.begin(), card.profiles.end(),
                               [name](const MigProfile& profile) { return profile.name == name; });
  return at == card.profiles.end() ? nullptr : &*at;
}

MigPlacement placeMig(const MigCard& card, std::span<const MigCount> layout) {
  Wanted wanted;
  int memory = 0;
  int compute = 0;
  int media = 0;
  for (const MigCount& part : layout) {
    const MigProfile* const profile = profileOf(card, part.profile);
    if (profile == nullptr) return misfit(MigMisfit::Profile);
    for (int i = 0; i < part.count; ++i) {
      if (wanted.size() == kMaxInstances) return misfit(MigMisfit::Memory);
      wanted.push_back(profile);
      memory += profile->memory;
      compute += profile->compute;
      media += profile->hasMedia ? 1 : 0;
    }
  }
  if (media > 1) return misfit(MigMisfit::Media);
  if (memory > card.memory) return misfit(MigMisfit::Memory);
  std::stable_sort(wanted.begin(), wanted.end(), [](const MigProfile* a, const MigProfile* b) {
    return a->memory != b->memory ? a->memory > b->memory : a->starts < b->starts || (a->starts == b->starts && a < b);
  });
  MigPlacement out;
  if (!place(wanted, 0, 0, card.memory, out.instances)) return misfit(MigMisfit::Starts);
  return compute > card.compute ? misfit(MigMisfit::Compute) : out;
}

int mostOf(const MigCard& card, std::string_view profile) {
  int most = 0;
  for (int count = 1; count <= card.memory; ++count) {
    const MigCount layout{std::string(profile), count};
    if (placeMig(card, {&layout, 1}).misfit) break;
    most = count;
  }
  return most;
}

std::vector<MigCount> defaultLayout(const MigCard& card, std::string_view config) {
  constexpr std::string_view kAll = "all-";
  constexpr std::string_view kMedia = ".me";
  if (config.substr(0, kAll.size()) != kAll) return {};
  if (config == "all-balanced") {
    std::vector<MigCount> out;
    for (const MigProfile& profile : card.profiles) {
      const bool isPlain = !profile.hasMedia && profile.memory == (profile.compute == 3 ? 4 : profile.compute);
      if (isPlain && profile.compute <= 3) out.push_back({std::string(profile.name), profile.compute == 1 ? 2 : 1});
    }
    return out;
  }
  std::string profile(config.substr(kAll.size()));
  if (profile.size() > kMedia.size() && profile.ends_with(kMedia))
    profile.replace(profile.size() - kMedia.size(), 1, "+");
  const int most = mostOf(card, profile);
  if (most == 0) return {};
  return {{std::move(profile), most}};
}

}  // namespace cardinal::provider
