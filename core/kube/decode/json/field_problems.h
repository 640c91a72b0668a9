// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: what the readers of JSON and of protobuf say of fields that they could not read.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::decode {

/// Where in an object the reader stands; becomes text only when there is something to complain about.
struct Path {
  const Path* parent = nullptr;
  std::string_view name;
  int index = -1;          ///< position in an array, -1 = none
  bool bracketed = false;  ///< a map's key: "[name]"
  std::string text() const;
};

/// Collects what could not be read; bounded, so that hostile objects cannot grow it.
class Problems {
 public:
  explicit Problems(std::vector<FieldProblem>& out) : m_out(out) {}
  void add(const Path& path, std::string_view value);
  /// How many there were, kept or not.
  std::size_t found() const { return m_found; }

 private:
  std::vector<FieldProblem>& m_out;
  std::size_t m_found = 0;
};

/// Cuts a text at kMaxTextBytes, between two characters, and says so.
void limitText(std::string& text, const Path& path, Problems& problems);

/// Adds the amount under `name`; a text that is no quantity is a problem at `path`.
void addAmount(std::string_view name, std::string_view amount, ResourceList& out, const Path& path, Problems& problems);

/// Of equal keys the last one stays, as in every Go client.
void dropRepeatedKeys(StringMap& map);
void dropRepeatedKeys(ResourceList& list);

/// An annotation that is never kept: a copy of the whole object.
inline constexpr std::string_view kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";

}  // namespace cardinal::decode
