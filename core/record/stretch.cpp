// SPDX-License-Identifier: Apache-2.0
#include "core/record/stretch.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/record/byte_stream.h"
#include "core/record/known_values.h"

namespace cardinal {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMaxBytes = std::size_t{256} << 20U;
constexpr std::size_t kMaxWords = std::size_t{4} << 20U;
constexpr std::size_t kLongestWord = 4096;
constexpr std::size_t kMaxNodes = std::size_t{1} << 20U;
constexpr std::size_t kMaxCards = 65536;

/// Among the flags of a node; states that were written before this bit was do not know of such memory.
constexpr std::uint64_t kPendingFollows = 4;

/// What of a node follows.
enum NodePart : std::uint64_t { kFacts = 1, kAllCards = 2 };
/// What of a card differs.
enum CardPart : std::uint64_t {
  kMemory = 1,
  kPods = 2,
  kCore = 4,
  kFlags = 8,
  kMemoryTotal = 16,
  kCoreTotal = 32,
  kMemoryAhead = 64,
  kCoreAhead = 128,
  kAnything = 256,
};

std::uint64_t flagsOf(const Card& card) {
  return static_cast<std::uint64_t>(card.health) | (card.memoryKnown ? 4U : 0U) | (card.coreKnown ? 8U : 0U) |
         (card.holderKnown ? 16U : 0U) | (card.held ? 32U : 0U);
}

void setFlags(Card& card, std::uint64_t flags) {
  card.health = static_cast<CardHealth>(std::min<std::uint64_t>(flags & 3U, 2U));
  card.memoryKnown = (flags & 4U) != 0;
  card.coreKnown = (flags & 8U) != 0;
  card.holderKnown = (flags & 16U) != 0;
  card.held = (flags & 32U) != 0;
}

/// What the scheduler counts beside what kubectl-inspect counts; mostly nothing.
std::int64_t memoryAhead(const Card& card) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(card.memScheduler.value) -
                                   static_cast<std::uint64_t>(card.memAllocated.value));
}
std::int64_t coreAhead(const Card& card) {
  return std::int64_t{card.coreScheduler.value} - std::int64_t{card.coreAllocated.value};
}

void writeCard(ByteWriter& out, const Card& card, const Card& base) {
  std::uint64_t parts = 0;
  if (card.memAllocated != base.memAllocated) parts |= kMemory;
  if (card.pods != base.pods) parts |= kPods;
  if (card.coreAllocated != base.coreAllocated) parts |= kCore;
  if (flagsOf(card) != flagsOf(base)) parts |= kFlags;
  if (card.memTotal != base.memTotal) parts |= kMemoryTotal;
  if (card.coreTotal != base.coreTotal) parts |= kCoreTotal;
  if (memoryAhead(card) != memoryAhead(base)) parts |= kMemoryAhead;
  if (coreAhead(card) != coreAhead(base)) parts |= kCoreAhead;
  out.number(parts);
  if ((parts & kMemory) != 0) out.difference(card.memAllocated.value, base.memAllocated.value);
  if ((parts & kPods) != 0) out.difference(card.pods, base.pods);
  if ((parts & kCore) != 0) out.difference(card.coreAllocated.value, base.coreAllocated.value);
  if ((parts & kFlags) != 0) out.number(flagsOf(card));
  if ((parts & kMemoryTotal) != 0) out.difference(card.memTotal.value, base.memTotal.value);
  if ((parts & kCoreTotal) != 0) out.difference(card.coreTotal.value, base.coreTotal.value);
  if ((parts & kMemoryAhead) != 0) out.signedNumber(memoryAhead(card));
  if ((parts & kCoreAhead) != 0) out.signedNumber(coreAhead(card));
}

std::int32_t asCore(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, INT32_MIN, INT32_MAX));
}

void readCard(ByteReader& in, Card& card) {
  const std::uint64_t parts = in.below(kAnything);
  std::int64_t memory = memoryAhead(card);
  std::int64_t core = coreAhead(card);
  if ((parts & kMemory) != 0) card.memAllocated.value = in.difference(card.memAllocated.value);
  if ((parts & kPods) != 0) {
    card.pods = static_cast<std::uint16_t>(std::clamp<std::int64_t>(in.difference(card.pods), 0, UINT16_MAX));
  }
  if ((parts & kCore) != 0) card.coreAllocated.value = asCore(in.difference(card.coreAllocated.value));
  if ((parts & kFlags) != 0) setFlags(card, in.number());
  if ((parts & kMemoryTotal) != 0) card.memTotal.value = in.difference(card.memTotal.value);
  if ((parts & kCoreTotal) != 0) card.coreTotal.value = asCore(in.difference(card.coreTotal.value));
  if ((parts & kMemoryAhead) != 0) memory = in.signedNumber();
  if ((parts & kCoreAhead) != 0) core = in.signedNumber();
  card.memScheduler.value = static_cast<std::int64_t>(static_cast<std::uint64_t>(card.memAllocated.value) +
                                                      static_cast<std::uint64_t>(memory));
  card.coreScheduler.value = asCore(static_cast<std::int64_t>(static_cast<std::uint64_t>(card.coreAllocated.value) +
                                                              static_cast<std::uint64_t>(core)));
}

void readAllCards(ByteReader& in, PastNode& node) {
  // Each card takes a byte at least: a number that lies takes no memory.
  const auto count = static_cast<std::size_t>(in.below(std::min(kMaxCards, in.left() + 1)));
  node.cards.assign(count, Card{});
  Card before;
  for (std::size_t i = 0; i < count && in.good(); ++i) {
    before.index = static_cast<std::uint16_t>(i);
    readCard(in, before);
    node.cards[i] = before;
  }
}

void readChangedCards(ByteReader& in, PastNode& node) {
  const std::uint64_t count = in.below(node.cards.size() + 1);
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < count && in.good(); ++i) {
    next += in.number();
    if (next >= node.cards.size()) {
      in.fail();
      return;
    }
    readCard(in, node.cards[static_cast<std::size_t>(next)]);
    ++next;
  }
}

template <typename Enum>
Enum asEnum(ByteReader& in, Enum last) {
  return static_cast<Enum>(in.below(static_cast<std::uint64_t>(last) + 1));
}

bool haveSameFacts(const PastNode& a, const PastNode& b) {
  return a.model == b.model && a.pool == b.pool && a.zone == b.zone && a.created == b.created && a.stack == b.stack &&
         a.mode == b.mode && a.placement == b.placement && a.unit == b.unit && a.readiness == b.readiness &&
         a.exists == b.exists && a.cordoned == b.cordoned && a.wholeCardsHeld == b.wholeCardsHeld &&
         a.memPending == b.memPending;
}

}  // namespace

class Stretch::Encoder {
 public:
  explicit Encoder(Stretch& stretch) : m_stretch(stretch) {}

  /// The changes are written before the words that they made known, and stand behind them.
  std::string write(const PastNodes& nodes) {
    findGone(nodes);
    ByteWriter changes;
    std::size_t count = 0;
    std::size_t next = 0;
    for (const std::size_t slot : changedSlots(nodes)) {
      changes.number(slot - next);
      next = slot + 1;
      writeNode(changes, slot);
      ++count;
    }
    ByteWriter out;
    out.number(kVersion);
    out.number(m_stretch.m_words.size() - m_stretch.m_written);
    for (std::size_t i = m_stretch.m_written; i < m_stretch.m_words.size(); ++i) out.text(m_stretch.m_words[i]);
    m_stretch.m_written = m_stretch.m_words.size();
    writeGone(out);
    out.number(count);
    return out.bytes() + changes.bytes();
  }

 private:
  void findGone(const PastNodes& nodes) {
    auto now = nodes.begin();
    for (const PastNodePtr& before : m_stretch.m_nodes) {
      while (now != nodes.end() && (*now)->name < before->name) ++now;
      if (now == nodes.end() || (*now)->name != before->name) m_gone.push_back(m_stretch.m_slotOf.at(before->name));
    }
    std::sort(m_gone.begin(), m_gone.end());
    for (const std::size_t slot : m_gone) m_stretch.m_slots[slot] = nullptr;
  }

  void writeGone(ByteWriter& out) const {
    out.number(m_gone.size());
    std::size_t next = 0;
    for (const std::size_t slot : m_gone) {
      out.number(slot - next);
      next = slot + 1;
    }
  }

  std::vector<std::size_t> changedSlots(const PastNodes& nodes) {
    std::vector<std::size_t> changed;
    m_before.resize(m_stretch.m_slots.size());
    for (const PastNodePtr& node : nodes) {
      const auto [found, isNew] = m_stretch.m_slotOf.try_emplace(node->name, m_stretch.m_slots.size());
      if (isNew) {
        m_stretch.m_slots.emplace_back();
        m_before.emplace_back();
      }
      PastNodePtr& slot = m_stretch.m_slots[found->second];
      if (slot == node) continue;
      if (!slot || *slot != *node) {
        m_before[found->second] = slot;
        changed.push_back(found->second);
      }
      slot = node;
    }
    std::sort(changed.begin(), changed.end());
    return changed;
  }

  void writeNode(ByteWriter& out, std::size_t slot) {
    const PastNode& node = *m_stretch.m_slots[slot];
    const PastNode* const before = m_before[slot].get();
    const bool facts = before == nullptr || !haveSameFacts(node, *before);
    const bool all = before == nullptr || before->cards.size() != node.cards.size();
    out.number((facts ? std::uint64_t{kFacts} : 0) | (all ? std::uint64_t{kAllCards} : 0));
    if (facts) writeFacts(out, node);
    if (all) {
      out.number(node.cards.size());
      const Card first{};
      for (std::size_t i = 0; i < node.cards.size(); ++i)
        writeCard(out, node.cards[i], i == 0 ? first : node.cards[i - 1]);
      return;
    }
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < node.cards.size(); ++i) {
      if (!(node.cards[i] == before->cards[i])) changed.push_back(i);
    }
    out.number(changed.size());
    std::size_t next = 0;
    for (const std::size_t card : changed) {
      out.number(card - next);
      next = card + 1;
      writeCard(out, node.cards[card], before->cards[card]);
    }
  }

  void writeFacts(ByteWriter& out, const PastNode& node) {
    for (const std::string* text : {&node.name, &node.model, &node.pool, &node.zone})
      out.number(m_stretch.wordOf(*text));
    out.signedNumber(node.created);
    out.number(static_cast<std::uint64_t>(node.stack));
    out.number(static_cast<std::uint64_t>(node.mode));
    out.number(static_cast<std::uint64_t>(node.placement));
    out.number(static_cast<std::uint64_t>(node.unit));
    out.number(static_cast<std::uint64_t>(node.readiness));
    const bool isPending = node.memPending != MemUnits(0);
    out.number((node.exists ? 1U : 0U) | (node.cordoned ? 2U : 0U) | (isPending ? kPendingFollows : 0U));
    out.signedNumber(node.wholeCardsHeld);
    if (isPending) out.signedNumber(node.memPending.value);
  }

  Stretch& m_stretch;
  std::vector<std::size_t> m_gone;
  std::vector<PastNodePtr> m_before;  ///< by slot, of those that changed
};

class Stretch::Decoder {
 public:
  Decoder(Stretch& stretch, std::string_view bytes) : m_stretch(stretch), m_in(bytes) {}

  bool read() {
    if (m_in.number() != kVersion) return false;
    readWords();
    readGone();
    const std::uint64_t count = m_in.below(kMaxNodes);
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < count && m_in.good(); ++i) {
      next += m_in.below(kMaxNodes);
      if (next > m_stretch.m_slots.size()) return false;
      if (next == m_stretch.m_slots.size()) m_stretch.m_slots.emplace_back();
      readNode(static_cast<std::size_t>(next));
      ++next;
    }
    return m_in.good() && m_in.left() == 0;
  }

 private:
  void readWords() {
    const std::uint64_t words = m_in.below(kMaxWords);
    for (std::uint64_t i = 0; i < words && m_in.good(); ++i) m_stretch.wordOf(std::string(m_in.text(kLongestWord)));
    m_stretch.m_written = m_stretch.m_words.size();
  }

  void readGone() {
    const std::uint64_t gone = m_in.below(kMaxNodes);
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < gone && m_in.good(); ++i) {
      next += m_in.below(kMaxNodes);
      if (next >= m_stretch.m_slots.size()) {
        m_in.fail();
        return;
      }
      m_stretch.m_slots[static_cast<std::size_t>(next)] = nullptr;
      ++next;
    }
  }

  std::string word() {
    const auto at = static_cast<std::size_t>(m_in.below(std::max<std::size_t>(m_stretch.m_words.size(), 1)));
    return m_in.good() && at < m_stretch.m_words.size() ? m_stretch.m_words[at] : std::string();
  }

  void readFacts(PastNode& node) {
    for (std::string* text : {&node.name, &node.model, &node.pool, &node.zone}) *text = word();
    node.created = m_in.signedNumber();
    node.stack = readKnownValue<GpuStack>(m_in);
    node.mode = readKnownValue<GpuMode>(m_in);
    node.placement = asEnum(m_in, Placement::Spread);
    node.unit = asEnum(m_in, MemoryUnit::MiB128);
    node.readiness = asEnum(m_in, NodeReadiness::NotReady);
    const std::uint64_t flags = m_in.below(2 * kPendingFollows);
    node.exists = (flags & 1U) != 0;
    node.cordoned = (flags & 2U) != 0;
    node.wholeCardsHeld = asCore(m_in.signedNumber());
    node.memPending = MemUnits((flags & kPendingFollows) != 0 ? m_in.signedNumber() : 0);
  }

  void readNode(std::size_t slot) {
    const std::uint64_t parts = m_in.below(4);
    const PastNodePtr& before = m_stretch.m_slots[slot];
    auto node = before ? std::make_shared<PastNode>(*before) : std::make_shared<PastNode>();
    if ((parts & kFacts) != 0) {
      const std::string name = node->name;
      readFacts(*node);
      // A place belongs to one name; the same name may not stand in two places.
      const auto [found, isNew] = m_stretch.m_slotOf.try_emplace(node->name, slot);
      if (found->second != slot || (before && node->name != name)) m_in.fail();
    } else if (!before) {
      m_in.fail();
    }
    if ((parts & kAllCards) != 0) {
      readAllCards(m_in, *node);
    } else {
      readChangedCards(m_in, *node);
    }
    m_stretch.m_slots[slot] = std::move(node);
  }

  Stretch& m_stretch;
  ByteReader m_in;
};

std::string Stretch::add(const PastNodes& nodes) {
  std::string bytes = packed(Encoder(*this).write(nodes));
  m_nodes = nodes;
  return bytes;
}

bool Stretch::apply(std::string_view bytes) {
  const auto raw = unpacked(bytes, kMaxBytes);
  if (!raw || !Decoder(*this, *raw).read()) return false;
  settle();
  return true;
}

std::uint64_t Stretch::wordOf(const std::string& text) {
  const auto [found, isNew] = m_wordOf.try_emplace(text.substr(0, kLongestWord), m_words.size());
  if (isNew) m_words.push_back(found->first);
  return found->second;
}

void Stretch::settle() {
  m_nodes.clear();
  for (const PastNodePtr& node : m_slots) {
    if (node) m_nodes.push_back(node);
  }
  std::sort(m_nodes.begin(), m_nodes.end(),
            [](const PastNodePtr& a, const PastNodePtr& b) { return a->name < b->name; });
}

}  // namespace cardinal
