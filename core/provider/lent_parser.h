// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <simdjson.h>

#include <memory>

namespace cardinal {

/// A parser of JSON annotations, lent by the thread that asks for it: its buffers serve the next text too, where one of
/// its own would be allocated and freed for each pod of a cluster. What it has parsed lives as long as the loan.
class LentParser {
 public:
  LentParser();
  ~LentParser();
  LentParser(const LentParser&) = delete;
  LentParser& operator=(const LentParser&) = delete;

  simdjson::dom::parser* operator->() const { return m_parser.get(); }

 private:
  std::unique_ptr<simdjson::dom::parser> m_parser;
};

}  // namespace cardinal
