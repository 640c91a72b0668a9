// SPDX-License-Identifier: Apache-2.0
#include "core/record/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace cardinal {
namespace {

constexpr int kTimeoutMs = 3000;

/// SQLite would make the file as the process's mask says. One that is there is not opened: to close it would let go of
/// the locks that another Database of this process has on it.
int makeOwn(const std::string& path) {
  const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (made < 0) return errno == EEXIST ? 0 : errno;
  ::close(made);
  return 0;
}

bool bind(sqlite3_stmt* statement, std::initializer_list<SqlValue> values) {
  int at = 1;
  for (const SqlValue& value : values) {
    int done = SQLITE_OK;
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      done = sqlite3_bind_int64(statement, at, *number);
    } else if (const auto* bytes = std::get_if<std::string_view>(&value)) {
      // Null would be NULL, not an empty blob.
      const char* data = bytes->empty() ? "" : bytes->data();
      done = sqlite3_bind_blob64(statement, at, data, bytes->size(), SQLITE_STATIC);
    }
    if (done != SQLITE_OK) return false;
    ++at;
  }
  return true;
}

}  // namespace

Statement::~Statement() {
  sqlite3_finalize(m_statement);
}
Statement::Statement(Statement&& other) noexcept
    : m_statement(std::exchange(other.m_statement, nullptr)), m_failed(other.m_failed) {}

bool Statement::step() {
  if (m_failed) return false;
  const int done = sqlite3_step(m_statement);
  m_failed = done != SQLITE_ROW && done != SQLITE_DONE;
  return done == SQLITE_ROW;
}
std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(m_statement, column);
}
bool Statement::isNull(int column) const {
  return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}
std::string_view Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(m_statement, column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

Result<Database> Database::open(const std::string& path) {
  if (!path.empty()) {
    if (const int problem = makeOwn(path); problem != 0) {
      return unexpected(makeError(ErrorCode::FileUnwritable, path, {}, std::strerror(problem)));
    }
  }
  sqlite3* handle = nullptr;
  const char* name = path.empty() ? ":memory:" : path.c_str();
  const int done =
      sqlite3_open_v2(name, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(handle, path);
  if (done != SQLITE_OK) return unexpected(database.error());
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kTimeoutMs);
  return database;
}

Database::~Database() {
  sqlite3_close_v2(m_handle);
}
Database::Database(Database&& other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr)), m_path(std::move(other.m_path)) {}
Database& Database::operator=(Database&& other) noexcept {
  std::swap(m_handle, other.m_handle);
  std::swap(m_path, other.m_path);
  return *this;
}

Statement Database::query(const char* sql, std::initializer_list<SqlValue> values) {
  sqlite3_stmt* statement = nullptr;
  bool good = sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr) == SQLITE_OK;
  good = good && bind(statement, values);
  return {statement, !good};
}

Result<void> Database::run(const char* sql, std::initializer_list<SqlValue> values) {
  Statement statement = query(sql, values);
  while (statement.step()) {
  }
  if (statement.failed()) return unexpected(error());
  return {};
}

Result<std::optional<std::int64_t>> Database::number(const char* sql, std::initializer_list<SqlValue> values) {
  Statement statement = query(sql, values);
  std::optional<std::int64_t> out;
  if (statement.step() && !statement.isNull(0)) out = statement.number(0);
  if (statement.failed()) return unexpected(error());
  return out;
}

std::int64_t Database::lastRow() const {
  return sqlite3_last_insert_rowid(m_handle);
}

Error Database::error() const {
  const int code = sqlite3_errcode(m_handle) & 0xff;
  const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
  const std::string place = m_path.empty() ? std::string("memory") : m_path;
  return makeError(damaged ? ErrorCode::ParseFailed : ErrorCode::FileUnwritable, place, {}, sqlite3_errmsg(m_handle));
}

Database::Transaction::Transaction(Database& database)
    : m_database(database), m_begun(database.run("BEGIN IMMEDIATE")) {
  m_open = m_begun.has_value();
}
Database::Transaction::~Transaction() {
  if (m_open) static_cast<void>(m_database.run("ROLLBACK"));
}
Result<void> Database::Transaction::commit() {
  auto done = m_database.run("COMMIT");
  // Where it could not be written SQLite keeps it open: the destructor takes it back.
  m_open = !done.has_value();
  return done;
}

}  // namespace cardinal
