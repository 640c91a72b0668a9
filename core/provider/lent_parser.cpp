// SPDX-License-Identifier: Apache-2.0
#include "core/provider/lent_parser.h"

#include <utility>
#include <vector>

namespace cardinal {
namespace {

using Parser = std::unique_ptr<simdjson::dom::parser>;

/// A parser that has read a longer text is not kept for what it has grown to.
constexpr std::size_t kMostKept = 64 * 1024;

/// As many as this thread has had in use at the same time.
std::vector<Parser>& idleParsers() {
  thread_local std::vector<Parser> idle;
  return idle;
}

}  // namespace

LentParser::LentParser() {
  auto& idle = idleParsers();
  if (idle.empty()) {
    m_parser = std::make_unique<simdjson::dom::parser>();
  } else {
    m_parser = std::move(idle.back());
    idle.pop_back();
  }
}

LentParser::~LentParser() {
  if (m_parser->capacity() <= kMostKept) idleParsers().push_back(std::move(m_parser));
}

}  // namespace cardinal
