// SPDX-License-Identifier: Apache-2.0
#include <simdjson.h>

#include <algorithm>

#include "core/provider/lent_parser.h"
#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/hami/hami_registers.h"
#include "core/provider/text_parts.h"

namespace cardinal::hami {
namespace {

namespace dom = simdjson::dom;

// A node has tens of cards; a longer text is an attack on what is quadratic in them.
constexpr std::size_t kMaxText = 1U << 20U;
constexpr std::size_t kMaxCards = detail::kMaxRegistered;
constexpr std::size_t kMaxProfiles = 64;
constexpr std::size_t kMaxPlacements = 64;

/// Go matches member names without regard to case.
bool named(std::string_view key, std::string_view name) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(key.begin(), key.end(), name.begin(), name.end(),
                    [&](char a, char b) { return small(a) == small(b); });
}

/// null leaves a member as it is, as in Go.
bool readText(dom::element value, std::string& out) {
  if (value.is_null()) return true;
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) return false;
  out = std::string(text);
  return true;
}

bool readBool(dom::element value, bool& out) {
  return value.is_null() || value.get(out) == simdjson::SUCCESS;
}

bool readNumber(dom::element value, std::int64_t least, std::int64_t most, std::int64_t& out) {
  if (value.is_null()) return true;
  std::int64_t number = 0;
  if (!value.is_int64() || value.get(number) != simdjson::SUCCESS || number < least || number > most) return false;
  out = number;
  return true;
}

bool readInt32(dom::element value, std::int32_t& out) {
  std::int64_t number = out;
  if (!readNumber(value, INT32_MIN, INT32_MAX, number)) return false;
  out = static_cast<std::int32_t>(number);
  return true;
}

enum class Found { Null, List, Unreadable };

/// What an annotation holds that is to be a list of cards; the list belongs to the parser.
Found findList(const LentParser& parser, std::string_view text, dom::array& list) {
  dom::element root;
  if (text.empty() || text.size() > kMaxText) return Found::Unreadable;
  if (parser->parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return Found::Unreadable;
  if (root.is_null()) return Found::Null;
  return root.get(list) == simdjson::SUCCESS && list.size() <= kMaxCards ? Found::List : Found::Unreadable;
}

bool readPlacements(dom::element value, std::vector<MigPlacement>& out) {
  if (value.is_null()) return true;
  dom::array list;
  if (value.get(list) != simdjson::SUCCESS || list.size() > kMaxPlacements) return false;
  out.clear();
  for (const dom::element item : list) {
    MigPlacement placement;
    dom::object object;
    if (!item.is_null() && item.get(object) != simdjson::SUCCESS) return false;
    if (item.is_null()) continue;
    for (const auto field : object) {
      const bool readable = named(field.key, "start")  ? readNumber(field.value, 0, UINT32_MAX, placement.start)
                            : named(field.key, "size") ? readNumber(field.value, 0, UINT32_MAX, placement.size)
                                                       : true;
      if (!readable) return false;
    }
    out.push_back(placement);
  }
  return true;
}

bool readProfile(dom::element item, MigProfile& out) {
  dom::object object;
  if (item.is_null()) return true;
  if (item.get(object) != simdjson::SUCCESS) return false;
  for (const auto field : object) {
    const bool readable = named(field.key, "name")         ? readText(field.value, out.name)
                          : named(field.key, "memoryMB")   ? readInt32(field.value, out.memoryMib)
                          : named(field.key, "core")       ? readInt32(field.value, out.cores)
                          : named(field.key, "sliceCount") ? readInt32(field.value, out.slices)
                          : named(field.key, "placements") ? readPlacements(field.value, out.placements)
                                                           : true;
    if (!readable) return false;
  }
  return true;
}

bool readProfiles(dom::element value, std::vector<MigProfile>& out) {
  if (value.is_null()) return true;
  dom::array list;
  if (value.get(list) != simdjson::SUCCESS || list.size() > kMaxProfiles) return false;
  out.clear();
  for (const dom::element item : list) {
    if (!readProfile(item, out.emplace_back())) return false;
  }
  return true;
}

/// Smallest profile first; its placements from the end for 1g and 3g, else from the beginning. Of profiles of one
/// name the first one's placements count.
void orderProfiles(std::vector<MigProfile>& profiles) {
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const auto first = std::find_if(profiles.begin(), profiles.end(),
                                    [&](const MigProfile& other) { return other.name == profiles[i].name; });
    if (first != profiles.begin() + static_cast<std::ptrdiff_t>(i)) profiles[i].placements = first->placements;
  }
  for (MigProfile& profile : profiles) {
    const bool highFirst = profile.name.rfind("1g.", 0) == 0 || profile.name.rfind("3g.", 0) == 0;
    std::stable_sort(profile.placements.begin(), profile.placements.end(),
                     [highFirst](const MigPlacement& a, const MigPlacement& b) {
                       return highFirst ? a.start > b.start : a.start < b.start;
                     });
  }
  std::stable_sort(profiles.begin(), profiles.end(), [](const MigProfile& a, const MigProfile& b) {
    return a.memoryMib != b.memoryMib ? a.memoryMib < b.memoryMib : a.slices < b.slices;
  });
}

/// Only Ascend's cards say something there that counts; the name of the member is Go's map key, case and all.
bool readCustom(dom::element value, bool& hasNetworkId) {
  if (value.is_null()) return true;
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return false;
  hasNetworkId = object.at_key("NetworkID").error() == simdjson::SUCCESS;
  return true;
}

bool readCard(dom::element item, Card& out) {
  dom::object object;
  if (item.get(object) != simdjson::SUCCESS) return false;
  for (const auto field : object) {
    const bool readable = named(field.key, "id")            ? readText(field.value, out.id)
                          : named(field.key, "index")       ? readNumber(field.value, 0, INT64_MAX, out.index)
                          : named(field.key, "count")       ? readInt32(field.value, out.slots)
                          : named(field.key, "devmem")      ? readInt32(field.value, out.memoryMib)
                          : named(field.key, "devcore")     ? readInt32(field.value, out.cores)
                          : named(field.key, "type")        ? readText(field.value, out.type)
                          : named(field.key, "numa")        ? readNumber(field.value, INT64_MIN, INT64_MAX, out.numa)
                          : named(field.key, "mode")        ? readText(field.value, out.mode)
                          : named(field.key, "health")      ? readBool(field.value, out.healthy)
                          : named(field.key, "custominfo")  ? readCustom(field.value, out.hasNetworkId)
                          : named(field.key, "migProfiles") ? readProfiles(field.value, out.profiles)
                                                            : true;
    if (!readable) return false;
  }
  orderProfiles(out.profiles);
  return true;
}

bool readOldRecord(std::string_view record, Card& out) {
  const auto items = detail::split(record, ',');
  if (items.size() != 7 && items.size() != 9) return false;
  const auto slots = detail::goInteger(items[1], 32);
  const auto memory = detail::goInteger(items[2], 32);
  const auto cores = detail::goInteger(items[3], 32);
  const auto numa = detail::goInteger(items[5], 64);
  const auto healthy = provider::goBool(items[6]);
  const auto index = items.size() == 9 ? detail::goInteger(items[7], 64) : std::optional<std::int64_t>(0);
  if (!slots || !memory || !cores || !numa || !healthy || !index || *index < 0) return false;
  out.id = std::string(items[0]);
  out.type = std::string(items[4]);
  out.mode = items.size() == 9 ? std::string(items[8]) : "hami-core";
  out.slots = static_cast<std::int32_t>(*slots);
  out.memoryMib = static_cast<std::int32_t>(*memory);
  out.cores = static_cast<std::int32_t>(*cores);
  out.numa = *numa;
  out.index = *index;
  out.healthy = *healthy;
  return true;
}

}  // namespace

namespace detail {

bool readRegisteredJson(std::string_view text, std::vector<Card>& out) {
  const LentParser parser;
  dom::array list;
  const Found found = findList(parser, text, list);
  if (found != Found::List) return found == Found::Null;
  for (const dom::element item : list) {
    if (!readCard(item, out.emplace_back())) return false;
  }
  return true;
}

bool readRegisteredRecords(std::string_view text, std::vector<Card>& out) {
  if (text.size() > kMaxText || text.find(':') == std::string_view::npos) return false;
  for (const std::string_view record : detail::split(text, ':')) {
    if (record.empty()) continue;
    if (out.size() == kMaxCards || !readOldRecord(record, out.emplace_back())) return false;
  }
  return true;
}

}  // namespace detail

namespace {

void readRegister(std::string_view annotation, Node& node) {
  const std::string_view text = detail::trimmed(annotation);
  const auto report = [&](ProblemCode code) {
    node.problems.push_back({code, std::string(kRegister), detail::clip(text)});
  };
  const bool isOld = !text.empty() && text[0] != '[' && text.find(':') != std::string_view::npos;
  if (isOld ? !detail::readRegisteredRecords(text, node.cards) : !detail::readRegisteredJson(text, node.cards)) {
    node.cards.clear();
    node.registration = Registration::Unreadable;
    return report(ProblemCode::RegisterUnreadable);
  }
  node.registration = node.cards.empty() ? Registration::Empty : isOld ? Registration::OldFormat : Registration::Json;
  if (node.cards.empty()) return report(ProblemCode::RegisterEmpty);
  if (isOld) report(ProblemCode::RegisterOldFormat);
}

/// Whom HAMi offers the cards to, and what is odd about them.
void finishCards(const RawNode& raw, Node& node) {
  const std::string* cordon = find(raw.meta.annotations, kCordon);
  const auto cordoned = cordon != nullptr ? detail::split(*cordon, ',') : std::vector<std::string_view>();
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    Card& card = node.cards[i];
    const std::string& key = vendors()[card.vendor].registerKey;
    // A node's cards are of few types.
    const bool asBefore = i > 0 && node.cards[i - 1].type == card.type;
    card.offeredTo = asBefore ? node.cards[i - 1].offeredTo : vendorsOffered(card.type);
    card.cordoned = card.vendor == kNvidia && !card.id.empty() &&
                    std::any_of(cordoned.begin(), cordoned.end(),
                                [&](std::string_view id) { return detail::trimmed(id) == card.id; });
    if (card.id.empty()) node.problems.push_back({ProblemCode::CardWithoutId, key, std::to_string(i)});
    const auto before = std::find_if(node.cards.begin(), node.cards.begin() + static_cast<std::ptrdiff_t>(i),
                                     [&](const Card& other) { return other.id == card.id; });
    if (before != node.cards.begin() + static_cast<std::ptrdiff_t>(i))
      node.problems.push_back({ProblemCode::CardTwice, key, detail::clip(card.id)});
  }
}

struct PairList {
  std::string id;
  std::vector<std::pair<std::string, std::int64_t>> scores;
};

bool readPairList(dom::element item, PairList& out) {
  dom::object object;
  if (item.is_null()) return true;
  if (item.get(object) != simdjson::SUCCESS) return false;
  for (const auto field : object) {
    if (named(field.key, "uuid") && !readText(field.value, out.id)) return false;
    if (!named(field.key, "score") || field.value.is_null()) continue;
    dom::object scores;
    if (field.value.get(scores) != simdjson::SUCCESS || scores.size() > kMaxCards) return false;
    for (const auto score : scores) {
      std::int64_t value = 0;
      if (!readNumber(score.value, INT32_MIN, INT32_MAX, value)) return false;
      out.scores.emplace_back(std::string(score.key), value);
    }
  }
  return true;
}

bool readPairScores(std::string_view text, Node& node) {
  const LentParser parser;
  dom::array list;
  const Found found = findList(parser, text, list);
  if (found != Found::List) return found == Found::Null;
  std::vector<PairList> lists;
  for (const dom::element item : list) {
    if (!readPairList(item, lists.emplace_back())) return false;
  }
  const std::size_t count = node.cards.size();
  node.pairScores.assign(count * count, 0);
  for (std::size_t from = 0; from < count; ++from) {
    const auto own = std::find_if(lists.begin(), lists.end(),
                                  [&](const PairList& pairs) { return pairs.id == node.cards[from].id; });
    if (own == lists.end()) continue;
    for (const auto& [id, score] : own->scores) {
      for (std::size_t to = 0; to < count; ++to) {
        if (node.cards[to].id == id) node.pairScores[from * count + to] = static_cast<std::int32_t>(score);
      }
    }
  }
  return true;
}

/// The scheduler sees none of NVIDIA's cards, though they are shown.
void withholdNvidia(Node& node) {
  for (Card& card : node.cards) {
    if (card.vendor == kNvidia) card.offeredTo = 0;
  }
}

}  // namespace

std::optional<Node> readHamiNode(const RawNode& raw) {
  const std::string* cards = find(raw.meta.annotations, kRegister);
  const std::string* handshake = find(raw.meta.annotations, kHandshake);
  const std::string* lock = find(raw.meta.annotations, kNodeLock);
  Node out;
  if (cards != nullptr) readRegister(*cards, out);
  const bool others = detail::readOtherCards(raw, out);
  if (cards == nullptr && handshake == nullptr && lock == nullptr && !others) return std::nullopt;
  finishCards(raw, out);
  const std::string* scores = find(raw.meta.annotations, kPairScores);
  if (scores != nullptr && !out.cards.empty() && !readPairScores(*scores, out)) {
    out.registration = Registration::Unreadable;
    out.pairScores.clear();
    out.problems.push_back({ProblemCode::PairScoresUnreadable, std::string(kPairScores), detail::clip(*scores)});
  }
  if (out.registration != Registration::Json) withholdNvidia(out);
  if (const Quantity* slots = find(raw.allocatable, "nvidia.com/gpu")) out.allocatable = slots->value();
  if (handshake != nullptr) out.handshake = *handshake;
  if (lock != nullptr) {
    out.lock = readNodeLock(*lock);
    if (!out.lock.parseError.empty())
      out.problems.push_back({ProblemCode::LockUnreadable, std::string(kNodeLock), detail::clip(*lock)});
  }
  return out;
}

}  // namespace cardinal::hami
