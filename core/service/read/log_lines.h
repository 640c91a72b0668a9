// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cardinal {

/// Makes lines of a log's bytes as they come in pieces. Terminal sequences (colours, cursor movements) are left out, of
/// what a line writes over itself with carriage returns the last state counts (progress bars), and a line ends after
/// kMaxBytes with what was left out: "… +1234 B". The lines are otherwise as they were written: hostile. A value; not
/// thread-safe.
class LogLines {
 public:
  static constexpr std::size_t kMaxBytes = 8192;

  void feed(std::string_view bytes);
  /// The line without an end, at the end of the log.
  void finish();
  /// The complete lines since the last call.
  std::vector<std::string> take();

 private:
  void end();

  std::vector<std::string> m_lines;
  std::string m_open;
  std::size_t m_left = 0;  ///< bytes of the open line that were left out
};

}  // namespace cardinal
