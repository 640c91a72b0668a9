// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "core/base/files/own_files.h"
#include "core/record/sums_bytes.h"

namespace cardinal {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kApplication = 0x43415244;  // "CARD"
constexpr UnixSeconds kNudge = 120;
constexpr UnixSeconds kHour = 3600;
constexpr UnixSeconds kDay = 24 * kHour;
constexpr std::int64_t kPage = 4096;

constexpr const char* kFrames =
    "CREATE TABLE frame (id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, step INTEGER NOT NULL, "
    "stretch INTEGER NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, cards INTEGER NOT NULL)";
constexpr std::array kTables = {
    kFrames,
    "CREATE INDEX frame_stretch ON frame (stretch)",
    "CREATE TABLE sums (frame INTEGER PRIMARY KEY, data BLOB NOT NULL)",
    "CREATE TABLE cards (frame INTEGER PRIMARY KEY, data BLOB NOT NULL)",
    "PRAGMA application_id = 1128354372",
    "PRAGMA user_version = 1",
};

Unexpected<Error> systemError(const std::string& path, int number) {
  return unexpected(makeError(ErrorCode::FileUnwritable, path, {}, std::strerror(number)));
}

Error damaged(const std::string& path, std::string words) {
  return makeError(ErrorCode::ParseFailed, path, {}, std::move(words));
}

Result<void> makeFolderOf(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code failure;
  if (std::filesystem::is_directory(folder, failure)) return {};
  return makePrivateFolder(folder.string());
}

/// Where runs overlap the later one counts: the clock had gone back.
std::vector<PastMoment> withoutOverlap(std::vector<std::vector<PastMoment>> runs) {
  std::vector<PastMoment> out;
  std::vector<std::pair<UnixSeconds, UnixSeconds>> later;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    for (PastMoment moment : *run) {
      const bool hidden = std::any_of(later.begin(), later.end(), [&](const auto& span) {
        return span.first <= moment.at && moment.at <= span.second;
      });
      if (hidden) continue;
      for (const auto& span : later) {
        if (span.first > moment.at) moment.until = std::min(moment.until, span.first);
      }
      out.push_back(moment);
    }
    if (!run->empty()) later.emplace_back(run->front().at, run->back().until);
  }
  std::sort(out.begin(), out.end(), [](const PastMoment& a, const PastMoment& b) { return a.at < b.at; });
  return out;
}

}  // namespace

std::vector<StoreTier> usualTiers() {
  return {{60, kDay, kHour, 0.45}, {kHour / 4, 30 * kDay, kDay, 0.3}, {kHour, 366 * kDay, 10 * kDay, 0.1}};
}

Result<std::unique_ptr<AllocationStore>> AllocationStore::open(const StoreOptions& options) {
  const std::string path = options.path;
  std::string aside;
  if (!path.empty()) {
    if (auto made = makeFolderOf(path); !made) return unexpected(made.error());
  }
  for (bool again = false;; again = true) {
    auto database = Database::open(path);
    if (!database) return unexpected(database.error());
    std::unique_ptr<AllocationStore> store(new AllocationStore(options, std::move(*database)));
    if (auto locked = store->lock(); !locked) return unexpected(locked.error());
    auto prepared = store->prepare();
    store->m_setAside = aside;
    if (prepared) return store;
    if (prepared.error().code != ErrorCode::ParseFailed || !store->m_writer || again)
      return unexpected(prepared.error());
    // A second damaged file takes the place of the first: they must not pile up.
    aside = path + ".damaged";
    store.reset();
    for (const char* tail : {"", "-journal"}) {
      std::error_code failure;
      std::filesystem::rename(path + tail, aside + tail, failure);
      if (failure && *tail == '\0') return systemError(path, failure.value());
    }
  }
}

AllocationStore::~AllocationStore() {
  if (m_lock >= 0) ::close(m_lock);
}

Result<void> AllocationStore::lock() {
  m_writer = m_options.path.empty();
  if (m_writer) return {};
  const std::string file = m_options.path + ".lock";
  if (m_lock < 0) m_lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (m_lock < 0) return systemError(file, errno);
  m_writer = ::flock(m_lock, LOCK_EX | LOCK_NB) == 0;
  if (!m_writer && errno != EWOULDBLOCK) return systemError(file, errno);
  return {};
}

Result<void> AllocationStore::becomeWriter() {
  if (m_writer) return {};
  if (auto locked = lock(); !locked || !m_writer) return locked;
  return prepare();
}

Result<void> AllocationStore::prepare() {
  const std::string& path = m_options.path;
  auto version = m_database.number("PRAGMA user_version");
  if (!version) return unexpected(version.error());
  auto tables = m_database.number("SELECT count(*) FROM sqlite_master");
  if (!tables) return unexpected(tables.error());
  if (version->value_or(0) > kVersion) {
    return unexpected(makeError(ErrorCode::Unsupported, path, "version " + std::to_string(**version)));
  }
  if (auto done = tables->value_or(0) == 0 ? makeTables() : check(); !done) return done;
  const std::string most =
      "PRAGMA max_page_count = " + std::to_string(std::max<std::int64_t>(m_options.bytes / kPage, 16));
  if (auto done = m_database.run(most.c_str()); !done) return done;
  return loadLast();
}

Result<void> AllocationStore::makeTables() {
  if (!m_writer) return unexpected(damaged(m_options.path, "empty"));
  if (auto done = m_database.run("PRAGMA auto_vacuum = INCREMENTAL"); !done) return done;
  Database::Transaction transaction(m_database);
  if (!transaction.begun()) return transaction.begun();
  for (const char* statement : kTables) {
    if (auto done = m_database.run(statement); !done) return done;
  }
  return transaction.commit();
}

Result<void> AllocationStore::check() {
  auto application = m_database.number("PRAGMA application_id");
  if (!application) return unexpected(application.error());
  if (*application != kApplication) return unexpected(damaged(m_options.path, "made by another program"));
  Statement found = m_database.query("PRAGMA quick_check(1)");
  const bool good = found.step() && found.bytes(0) == "ok";
  if (found.failed()) return unexpected(m_database.error());
  if (!good) return unexpected(damaged(m_options.path, std::string(found.bytes(0))));
  return {};
}

Result<void> AllocationStore::loadLast() {
  Statement newest =
      m_database.query("SELECT id, run, stretch, at, until FROM frame ORDER BY run DESC, at DESC LIMIT 1");
  m_last.reset();
  m_open.reset();
  if (newest.step())
    m_last = Row{newest.number(0), newest.number(1), newest.number(2), newest.number(3), newest.number(4)};
  if (newest.failed()) return unexpected(m_database.error());
  return {};
}

/// Run and time that a state of `at` gets.
AllocationStore::Row AllocationStore::place(UnixSeconds at) const {
  Row row;
  row.run = m_last ? m_last->run : 1;
  row.at = at;
  if (m_last && m_last->until - at > kNudge) {
    row.run = m_last->run + 1;
  } else if (m_last) {
    row.at = std::max({at, m_last->until, m_last->at + 1});
  }
  row.until = row.at;
  return row;
}

Result<void> AllocationStore::add(UnixSeconds at, const AllocationSums& sums, const PastNodes& nodes, bool continues) {
  auto first = append(at, sums, nodes, continues);
  if (!first && isFull()) {
    // Its own room was used up between two thinnings.
    if (auto thinner = thin(at); !thinner) return thinner;
    // What was recorded last may stand in another place now.
    if (auto found = loadLast(); !found) return found;
    first = append(at, sums, nodes, continues);
  }
  if (!first) return unexpected(first.error());
  return *first ? thin(at) : Result<void>{};
}

/// True where the state begins a stretch.
Result<bool> AllocationStore::append(UnixSeconds at, const AllocationSums& sums, const PastNodes& nodes,
                                     bool continues) {
  const Row row = place(at);
  const bool sameRun = m_last && m_last->run == row.run;
  const UnixSeconds length = m_options.tiers.front().stretch;
  const bool first = !m_open || !sameRun || m_last->at / length != row.at / length;
  if (m_last && (!sameRun || row.at - m_last->until > kDay)) m_thinByAgeFrom = row.at + kHour;
  if (first) m_open.emplace();
  const std::string cards = m_open->add(nodes);
  const bool closeGap = continues && sameRun && m_recorded;
  if (auto written = write(row, sums, cards, closeGap, first); !written) {
    // The stretch in memory is ahead of the one in the file.
    m_open.reset();
    return unexpected(written.error());
  }
  m_recorded = true;
  return first;
}

bool AllocationStore::isFull() {
  constexpr std::int64_t kPart = 5;
  const auto used = bytes();
  return used && *used > m_options.bytes - m_options.bytes / kPart;
}

Result<void> AllocationStore::write(const Row& row, const AllocationSums& sums, std::string_view cards, bool closeGap,
                                    bool first) {
  Database::Transaction transaction(m_database);
  if (!transaction.begun()) return transaction.begun();
  if (closeGap) {
    auto closed = m_database.run("UPDATE frame SET until = ? WHERE id = ?", {row.at, m_last->id});
    if (!closed) return closed;
  }
  const std::string sumBytes = toBytes(sums);
  const std::int64_t stretch = first ? 0 : m_last->stretch;
  auto id = insert({row.run, m_options.tiers.front().step, stretch, row.at, row.until, sumBytes, cards});
  if (!id) return unexpected(id.error());
  if (auto done = transaction.commit(); !done) return done;
  m_last = Row{*id, row.run, first ? *id : stretch, row.at, row.until};
  return {};
}

Result<std::int64_t> AllocationStore::insert(const Fresh& row) {
  const auto size = row.cards ? static_cast<std::int64_t>(row.cards->size()) : 0;
  auto made = m_database.run("INSERT INTO frame (run, step, stretch, at, until, cards) VALUES (?, ?, ?, ?, ?, ?)",
                             {row.run, row.step, row.stretch, row.at, row.until, size});
  if (!made) return unexpected(made.error());
  const std::int64_t id = m_database.lastRow();
  if (row.stretch == 0) made = m_database.run("UPDATE frame SET stretch = id WHERE id = ?", {id});
  if (made) made = m_database.run("INSERT INTO sums VALUES (?, ?)", {id, row.sums});
  if (made && row.cards) made = m_database.run("INSERT INTO cards VALUES (?, ?)", {id, *row.cards});
  if (!made) return unexpected(made.error());
  return id;
}

Result<void> AllocationStore::extend(UnixSeconds until) {
  if (!m_last || !m_recorded || until <= m_last->until) return {};
  if (auto done = m_database.run("UPDATE frame SET until = ? WHERE id = ?", {until, m_last->id}); !done) return done;
  m_last->until = until;
  return {};
}

Result<std::vector<PastMoment>> AllocationStore::moments() {
  Statement rows = m_database.query("SELECT id, at, until, cards, run FROM frame ORDER BY run, at");
  std::vector<std::vector<PastMoment>> runs;
  std::int64_t run = -1;
  while (rows.step()) {
    if (rows.number(4) != run) runs.emplace_back();
    run = rows.number(4);
    runs.back().push_back({rows.number(0), rows.number(1), rows.number(2), rows.number(3) > 0});
  }
  if (rows.failed()) return unexpected(m_database.error());
  if (runs.size() == 1) return std::move(runs.front());
  return withoutOverlap(std::move(runs));
}

Result<std::vector<PastSums>> AllocationStore::sums(UnixSeconds start, UnixSeconds end) {
  auto all = moments();
  if (!all) return unexpected(all.error());
  std::vector<PastSums> out;
  std::unordered_map<std::int64_t, std::size_t> wanted;
  for (const PastMoment& moment : *all) {
    if (moment.until < start || moment.at > end) continue;
    wanted.emplace(moment.id, out.size());
    out.push_back({moment, {}});
  }
  Statement rows = m_database.query(
      "SELECT s.frame, s.data FROM frame f JOIN sums s ON s.frame = f.id WHERE f.until >= ? AND f.at <= ?",
      {start, end});
  while (rows.step()) {
    const auto found = wanted.find(rows.number(0));
    if (found == wanted.end()) continue;
    auto sums = sumsOf(rows.bytes(1));
    if (!sums) return unexpected(damaged(m_options.path, "sums of " + std::to_string(rows.number(0))));
    out[found->second].sums = std::move(*sums);
  }
  if (rows.failed()) return unexpected(m_database.error());
  return out;
}

/// Reads a stretch up to `at`. False where a part of it is no state.
Result<bool> AllocationStore::replay(Reading& reading, std::int64_t stretch, UnixSeconds at) {
  if (reading.stretch != stretch || reading.at > at) reading = Reading{stretch, -1, {}};
  Statement rows = m_database.query(
      "SELECT f.at, c.data FROM frame f JOIN cards c ON c.frame = f.id WHERE f.stretch = ? AND f.at > ? AND f.at <= ? "
      "ORDER BY f.at",
      {stretch, reading.at, at});
  while (rows.step()) {
    reading.at = rows.number(0);
    if (reading.state.apply(rows.bytes(1))) continue;
    reading = {};
    return false;
  }
  if (rows.failed()) return unexpected(m_database.error());
  return true;
}

Result<PastNodes> AllocationStore::nodes(std::int64_t id) {
  Statement row = m_database.query("SELECT stretch, at, cards FROM frame WHERE id = ?", {id});
  const bool found = row.step() && row.number(2) > 0;
  if (row.failed()) return unexpected(m_database.error());
  if (!found) return unexpected(makeError(ErrorCode::NotFound, std::to_string(id), m_options.path));
  auto good = replay(m_reading, row.number(0), row.number(1));
  if (!good) return unexpected(good.error());
  if (!*good) return unexpected(damaged(m_options.path, "cards of " + std::to_string(id)));
  return m_reading.state.nodes();
}

Result<std::int64_t> AllocationStore::bytes() {
  auto pages = m_database.number("SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count");
  if (!pages) return unexpected(pages.error());
  return pages->value_or(0) * kPage;
}

}  // namespace cardinal
