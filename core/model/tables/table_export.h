// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

enum class ExportKind : std::uint8_t { Nodes, Cards, Pods, Workloads, Queues, Waiting };
/// "nodes", "cards", "pods", "workloads", "queues", "waiting".
const char* toString(ExportKind kind) noexcept;

/// One value: raw number or text, or unknown.
struct ExportCell {
  std::string text;
  bool number = false;
  bool known = true;

  static ExportCell unknown() { return {{}, false, false}; }
  /// Empty = unknown.
  static ExportCell ofText(std::string text) {
    const bool known = !text.empty();
    return {std::move(text), false, known};
  }
  static ExportCell ofNumber(std::optional<std::int64_t> number) {
    return number ? ExportCell{std::to_string(*number), true, true} : unknown();
  }
  /// As short as it can be read back; infinite = "unlimited".
  static ExportCell ofAmount(std::optional<double> amount);
};

/// A table for other programs: stable English keys, raw numbers, one unit per column (named in the key).
struct ExportTable {
  ExportKind kind = ExportKind::Nodes;
  std::vector<std::string> keys;
  std::vector<std::vector<ExportCell>> rows;
};

/// The keys of a kind, in order: "node", "memory_allocated_mib", ...
const std::vector<std::string>& exportKeys(ExportKind kind);

/// Nodes, cards or pods of a state; the other kinds are made where their reports are, and have no rows here. `only`:
/// the rows to take, in this order, by "node", "node/card" or "namespace/pod"; null = all. Ends early, with what there
/// is, when `stop` is requested.
ExportTable makeExport(ExportKind kind, const ClusterSnapshot& snapshot, const std::vector<std::string>* only,
                       const std::stop_token& stop = {});

/// Where the figures come from; every export states it.
struct ExportOrigin {
  std::string source;  ///< context, file or "demo"
  UnixSeconds time = 0;
  std::string serverVersion;  ///< empty = unknown
  std::string scope;          ///< "" = whole cluster
  bool nodesVisible = true;
};

struct CsvOptions {
  bool byteOrderMark = true;  ///< for spreadsheets
  bool keyRow = false;        ///< a second row with the stable keys
};

/// RFC 4180 with CRLF. `heads`: one per key, in the reader's language; `foot`: words about the origin, one cell each,
/// after an empty line. Text that a spreadsheet would take for a formula is led by an apostrophe.
std::string csvOf(const ExportTable& table, const std::vector<std::string>& heads, const std::vector<std::string>& foot,
                  const CsvOptions& options);

/// `{"schema":"cardinal.export/1","table":...,"source":...,"time":...,"serverVersion":...,"scope":...,"nodesVisible":...,"rows":[{key:value}]}`;
/// unknown = null.
std::string jsonOf(const ExportTable& table, const ExportOrigin& origin);

}  // namespace cardinal
