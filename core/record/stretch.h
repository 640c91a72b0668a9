// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/record/past_state.h"

namespace cardinal {

/// States that follow one another, each as what changed since the one before; the first is whole. Stands by itself:
/// names are written once in a stretch. One thread.
class Stretch {
 public:
  /// Bytes of the next state. `add` and `apply` may follow each other in any order.
  std::string add(const PastNodes& nodes);
  /// Takes the bytes of the next state in. False for bytes that `add` did not make: the stretch is then of no use any
  /// more. Foreign bytes are harmless.
  bool apply(std::string_view bytes);
  /// The state after the last one.
  const PastNodes& nodes() const { return m_nodes; }

 private:
  class Encoder;
  class Decoder;
  std::uint64_t wordOf(const std::string& text);
  void settle();

  std::vector<std::string> m_words;  ///< names of nodes, models, pools and zones, in the order of their first mention
  std::unordered_map<std::string, std::uint64_t> m_wordOf;
  std::size_t m_written = 0;         ///< words that an earlier state wrote
  std::vector<PastNodePtr> m_slots;  ///< by number; null where the node is gone
  std::unordered_map<std::string, std::size_t> m_slotOf;
  PastNodes m_nodes;
};

}  // namespace cardinal
