// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/record/allocation_sums.h"
#include "core/record/database.h"
#include "core/record/past_state.h"
#include "core/record/stretch.h"

namespace cardinal {

/// How finely a part of the past is kept.
struct StoreTier {
  UnixSeconds step = 60;      ///< at most one state in each so many seconds
  UnixSeconds keep = 86'400;  ///< as old as this at least, as long as there is room
  UnixSeconds stretch =
      3'600;           ///< states of so many seconds stand together: the first whole, the others as differences
  double share = 0.5;  ///< of the room, for the cards; beyond it the oldest go to the next tier early
};
/// A minute for a day, a quarter of an hour for a month, an hour for a year.
std::vector<StoreTier> usualTiers();

struct StoreOptions {
  std::string path;                              ///< of the file; empty = in memory, gone with the object
  std::vector<StoreTier> tiers = usualTiers();   ///< finest first, at least one
  std::int64_t bytes = std::int64_t{64} << 20U;  ///< the file is not larger; what is oldest becomes coarser, then goes
};

/// A state that was recorded. It held from `at` to `until`; between it and the next one may be a gap in which nothing
/// was recorded.
struct PastMoment {
  std::int64_t id = 0;
  UnixSeconds at = 0;
  UnixSeconds until = 0;
  bool hasCards = true;  ///< false: of so long ago only the sums are left
  bool operator==(const PastMoment&) const = default;
};
struct PastSums {
  PastMoment when;
  AllocationSums sums;
};

/// What was allocated over time, in one file of SQLite that survives restarts and crashes: sums and cards at the
/// moments at which something had changed. One writer at a time (a lock file beside it), any number of readers. One
/// thread at a time. Errors: FileUnwritable (no room, no rights), ParseFailed (damaged), Unsupported (made by a later
/// version).
class AllocationStore {
 public:
  /// A damaged file is put aside (see setAside) and a new one begun; one of a later version is left alone.
  static Result<std::unique_ptr<AllocationStore>> open(const StoreOptions& options);
  ~AllocationStore();
  AllocationStore(const AllocationStore&) = delete;
  AllocationStore& operator=(const AllocationStore&) = delete;

  /// False: another program writes into the file; this one only reads.
  bool isWriter() const { return m_writer; }
  /// Becomes the writer where nobody is any more.
  Result<void> becomeWriter();
  /// Path of a damaged file that `open` put aside; empty = none was.
  const std::string& setAside() const { return m_setAside; }

  /// Writers only. `continues`: what was recorded last held until now. A clock that went back by more than two minutes
  /// begins anew beside what is there; by less, the state counts from the end of the one before.
  Result<void> add(UnixSeconds at, const AllocationSums& sums, const PastNodes& nodes, bool continues);
  /// What was recorded last holds until `until`.
  Result<void> extend(UnixSeconds until);
  /// End of what this object recorded last; 0 = nothing yet.
  UnixSeconds lastUntil() const { return m_last && m_recorded ? m_last->until : 0; }
  /// Makes coarser what is old enough or has no room; at most a few stretches in one call.
  Result<void> thin(UnixSeconds now);

  /// By time, not overlapping. Where the clock went back, what was recorded later counts.
  Result<std::vector<PastMoment>> moments();
  /// Those that held at some time between `start` and `end`.
  Result<std::vector<PastSums>> sums(UnixSeconds start, UnixSeconds end);
  /// The cards of a moment. Error NotFound where it is gone meanwhile or has sums only.
  Result<PastNodes> nodes(std::int64_t id);
  /// Bytes of the file that are in use.
  Result<std::int64_t> bytes();

 private:
  struct Row {
    std::int64_t id = 0;
    std::int64_t run = 0;
    std::int64_t stretch = 0;
    UnixSeconds at = 0;
    UnixSeconds until = 0;
  };
  /// A row to be written.
  struct Fresh {
    std::int64_t run = 0;
    std::int64_t step = 0;
    std::int64_t stretch = 0;  ///< 0 = it begins one
    UnixSeconds at = 0;
    UnixSeconds until = 0;
    std::string_view sums;
    std::optional<std::string_view> cards;
  };
  /// A decoded stretch that was read to a moment.
  struct Reading {
    std::int64_t stretch = 0;
    UnixSeconds at = 0;
    Stretch state;
  };
  struct Chain;
  struct Move;

  AllocationStore(StoreOptions options, Database database)
      : m_options(std::move(options)), m_database(std::move(database)) {}
  Result<void> prepare();
  Result<void> makeTables();
  Result<void> check();
  Result<void> lock();
  Result<void> loadLast();
  Result<void> write(const Row& row, const AllocationSums& sums, std::string_view cards, bool closeGap, bool first);
  Result<std::int64_t> insert(const Fresh& row);
  Result<bool> append(UnixSeconds at, const AllocationSums& sums, const PastNodes& nodes, bool continues);
  bool isFull();
  Row place(UnixSeconds at) const;
  Result<bool> replay(Reading& reading, std::int64_t stretch, UnixSeconds at);

  // Thinning (store_thinning.cpp).
  Result<std::optional<Chain>> oldestChain(std::optional<std::int64_t> step, bool withCards);
  Result<std::int64_t> cardBytes(std::int64_t step);
  std::int64_t room(const StoreTier& tier) const;
  Result<bool> thinOne(const StoreTier& from, const StoreTier& to, UnixSeconds now);
  Result<void> moveChain(const Chain& chain, const StoreTier& to);
  Result<void> moveState(Move& move, const StoreTier& to);
  Result<void> thinLast(UnixSeconds now);
  Result<void> removeChain(std::int64_t stretch);
  Result<void> keepWithin();

  StoreOptions m_options;
  Database m_database;
  std::string m_setAside;
  int m_lock = -1;
  bool m_writer = false;
  bool m_recorded = false;          ///< this object added something
  std::optional<Row> m_last;        ///< newest row of the newest run
  std::optional<Stretch> m_open;    ///< the stretch that grows; nothing = the next state begins one
  UnixSeconds m_thinByAgeFrom = 0;  ///< after a leap of the clock ages are not believed at once
  Reading m_reading;
};

}  // namespace cardinal
