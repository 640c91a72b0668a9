// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace cardinal {

/// A value that is bound to a statement: a number, bytes, or nothing (NULL).
using SqlValue = std::variant<std::monostate, std::int64_t, std::string_view>;

/// One statement of a Database, stepped through its rows. Text that is bound must live until the last step.
class Statement {
 public:
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;

  /// True with a row, false at the end. After an error (see `failed`) false too.
  bool step();
  std::int64_t number(int column) const;
  /// Until the next step.
  std::string_view bytes(int column) const;
  bool isNull(int column) const;
  bool failed() const { return m_failed; }

 private:
  friend class Database;
  Statement(sqlite3_stmt* statement, bool failed) : m_statement(statement), m_failed(failed) {}
  sqlite3_stmt* m_statement;
  bool m_failed;
};

/// A file of SQLite, or a database in memory. One thread at a time. Errors: FileUnwritable (no room, no rights, another
/// program holds it), ParseFailed (the file is damaged or no such file), both with subject = path, detail = SQLite's
/// words.
class Database {
 public:
  /// `path` empty = in memory. The file is made when it is missing, readable by its owner alone.
  static Result<Database> open(const std::string& path);
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;

  Statement query(const char* sql, std::initializer_list<SqlValue> values = {});
  Result<void> run(const char* sql, std::initializer_list<SqlValue> values = {});
  /// The first column of the only row; nothing where there is none or it is NULL.
  Result<std::optional<std::int64_t>> number(const char* sql, std::initializer_list<SqlValue> values = {});
  std::int64_t lastRow() const;
  /// Of the call that failed last.
  Error error() const;

  /// Takes everything back that was run since, unless `commit` was called.
  class Transaction {
   public:
    explicit Transaction(Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    /// Whether it could begin: another program may hold the file.
    const Result<void>& begun() const { return m_begun; }
    Result<void> commit();

   private:
    Database& m_database;
    Result<void> m_begun;
    bool m_open = false;
  };

 private:
  Database(sqlite3* handle, std::string path) : m_handle(handle), m_path(std::move(path)) {}
  sqlite3* m_handle = nullptr;
  std::string m_path;
};

}  // namespace cardinal
