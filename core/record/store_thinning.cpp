// SPDX-License-Identifier: Apache-2.0
// How the store stays within its room: what is old becomes coarser, then loses its cards, then goes.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/record/allocation_store.h"

namespace cardinal {
namespace {

/// One call must not keep the readers waiting for long.
constexpr int kMaxAtOnce = 8;

}  // namespace

/// A stretch of the file.
struct AllocationStore::Chain {
  std::int64_t stretch = 0;
  std::int64_t run = 0;
  UnixSeconds until = 0;
};

Result<std::optional<AllocationStore::Chain>> AllocationStore::oldestChain(std::optional<std::int64_t> step,
                                                                           bool withCards) {
  const std::int64_t open = m_open && m_last ? m_last->stretch : -1;
  Statement rows = m_database.query(
      "SELECT stretch, run, max(until) FROM frame WHERE (?1 IS NULL OR step = ?1) AND stretch <> ?2 AND (?3 = 0 OR "
      "cards > 0) "
      "GROUP BY stretch ORDER BY run, min(at) LIMIT 1",
      {step ? SqlValue(*step) : SqlValue(), open, std::int64_t{withCards ? 1 : 0}});
  std::optional<Chain> chain;
  if (rows.step()) chain = Chain{rows.number(0), rows.number(1), rows.number(2)};
  if (rows.failed()) return unexpected(m_database.error());
  return chain;
}

Result<std::int64_t> AllocationStore::cardBytes(std::int64_t step) {
  auto sum = m_database.number("SELECT sum(cards) FROM frame WHERE step = ?", {step});
  if (!sum) return unexpected(sum.error());
  return sum->value_or(0);
}

std::int64_t AllocationStore::room(const StoreTier& tier) const {
  return static_cast<std::int64_t>(static_cast<double>(m_options.bytes) * tier.share);
}

Result<void> AllocationStore::thin(UnixSeconds now) {
  const auto& tiers = m_options.tiers;
  for (std::size_t i = 0; i + 1 < tiers.size(); ++i) {
    for (int round = 0; round < kMaxAtOnce; ++round) {
      auto moved = thinOne(tiers[i], tiers[i + 1], now);
      if (!moved) return unexpected(moved.error());
      if (!*moved) break;
    }
  }
  if (auto done = thinLast(now); !done) return done;
  if (auto done = keepWithin(); !done) return done;
  return m_database.run("PRAGMA incremental_vacuum");
}

Result<bool> AllocationStore::thinOne(const StoreTier& from, const StoreTier& to, UnixSeconds now) {
  auto chain = oldestChain(from.step, false);
  if (!chain) return unexpected(chain.error());
  if (!*chain) return false;
  auto used = cardBytes(from.step);
  if (!used) return unexpected(used.error());
  const bool old = now >= m_thinByAgeFrom && (*chain)->until <= now - from.keep;
  if (!old && *used <= room(from)) return false;
  if (auto moved = moveChain(**chain, to); !moved) return unexpected(moved.error());
  return true;
}

/// A stretch on its way to a coarser tier.
struct AllocationStore::Move {
  Reading source;
  Reading target;           ///< the stretch that grows; 0 = the next state begins one
  std::optional<Row> kept;  ///< newest state of the coarser tier
  // The state whose turn it is.
  Row row;
  std::string sums;
  bool hasCards = false;
};

/// Of a stretch the states stay that are the first in a step of `to`, and those after a gap.
Result<void> AllocationStore::moveChain(const Chain& chain, const StoreTier& to) {
  Database::Transaction transaction(m_database);
  if (!transaction.begun()) return transaction.begun();
  Move move;
  Statement newest = m_database.query(
      "SELECT id, run, stretch, at, until FROM frame WHERE step = ? AND run = ? ORDER BY at DESC LIMIT 1",
      {to.step, chain.run});
  if (newest.step()) {
    move.kept = Row{newest.number(0), newest.number(1), newest.number(2), newest.number(3), newest.number(4)};
    auto good = replay(move.target, move.kept->stretch, move.kept->at);
    if (!good) return unexpected(good.error());
    if (!*good || move.target.at != move.kept->at) move.target = {};
  }
  std::vector<Move> states;
  Statement rows = m_database.query(
      "SELECT f.id, f.at, f.until, f.cards, s.data FROM frame f JOIN sums s ON s.frame = f.id WHERE f.stretch = ? "
      "ORDER BY f.at",
      {chain.stretch});
  while (rows.step()) {
    Move& state = states.emplace_back();
    state.row = Row{rows.number(0), chain.run, chain.stretch, rows.number(1), rows.number(2)};
    state.hasCards = rows.number(3) > 0;
    state.sums = rows.bytes(4);
  }
  if (rows.failed()) return unexpected(m_database.error());
  for (Move& state : states) {
    move.row = state.row;
    move.hasCards = state.hasCards;
    move.sums = std::move(state.sums);
    if (auto moved = moveState(move, to); !moved) return moved;
  }
  if (auto gone = removeChain(chain.stretch); !gone) return gone;
  m_reading = {};
  return transaction.commit();
}

Result<void> AllocationStore::moveState(Move& move, const StoreTier& to) {
  auto& kept = move.kept;
  if (kept && kept->at / to.step == move.row.at / to.step && move.row.at <= kept->until) {
    kept->until = std::max(kept->until, move.row.until);
    return m_database.run("UPDATE frame SET until = ? WHERE id = ?", {kept->until, kept->id});
  }
  const bool good = move.hasCards && replay(move.source, move.row.stretch, move.row.at).value_or(false);
  if (!good || (kept && kept->at / to.stretch != move.row.at / to.stretch)) move.target = {};
  const std::string cards = good ? move.target.state.add(move.source.state.nodes()) : std::string();
  Fresh fresh{move.row.run, to.step, move.target.stretch, move.row.at, move.row.until, move.sums, std::nullopt};
  if (good) fresh.cards = cards;
  auto id = insert(fresh);
  if (!id) return unexpected(id.error());
  const std::int64_t stretch = fresh.stretch == 0 ? *id : fresh.stretch;
  kept = Row{*id, move.row.run, stretch, move.row.at, move.row.until};
  move.target.stretch = good ? stretch : 0;
  return {};
}

Result<void> AllocationStore::removeChain(std::int64_t stretch) {
  for (const char* sql : {"DELETE FROM sums WHERE frame IN (SELECT id FROM frame WHERE stretch = ?)",
                          "DELETE FROM cards WHERE frame IN (SELECT id FROM frame WHERE stretch = ?)",
                          "DELETE FROM frame WHERE stretch = ?"}) {
    if (auto done = m_database.run(sql, {stretch}); !done) return done;
  }
  return {};
}

Result<void> AllocationStore::thinLast(UnixSeconds now) {
  const StoreTier& last = m_options.tiers.back();
  for (int round = 0; round < kMaxAtOnce; ++round) {
    auto chain = oldestChain(last.step, false);
    if (!chain) return unexpected(chain.error());
    if (!*chain || now < m_thinByAgeFrom || (*chain)->until > now - last.keep) break;
    if (auto gone = removeChain((*chain)->stretch); !gone) return gone;
  }
  for (int round = 0; round < kMaxAtOnce; ++round) {
    auto used = cardBytes(last.step);
    if (!used) return unexpected(used.error());
    auto chain = oldestChain(last.step, true);
    if (!chain) return unexpected(chain.error());
    if (!*chain || *used <= room(last)) break;
    Database::Transaction transaction(m_database);
    if (!transaction.begun()) return transaction.begun();
    auto done = m_database.run("DELETE FROM cards WHERE frame IN (SELECT id FROM frame WHERE stretch = ?)",
                               {(*chain)->stretch});
    if (done) done = m_database.run("UPDATE frame SET cards = 0 WHERE stretch = ?", {(*chain)->stretch});
    if (done) done = transaction.commit();
    if (!done) return done;
  }
  return {};
}

/// The shares leave a rest for the sums; where even that is not enough the oldest goes.
Result<void> AllocationStore::keepWithin() {
  constexpr double kFull = 0.95;
  for (;;) {
    auto used = bytes();
    if (!used) return unexpected(used.error());
    if (static_cast<double>(*used) <= kFull * static_cast<double>(m_options.bytes)) return {};
    auto chain = oldestChain(std::nullopt, false);
    if (!chain) return unexpected(chain.error());
    if (!*chain) return {};
    Database::Transaction transaction(m_database);
    if (!transaction.begun()) return transaction.begun();
    auto gone = removeChain((*chain)->stretch);
    if (gone) gone = transaction.commit();
    if (!gone) return gone;
  }
}

}  // namespace cardinal
