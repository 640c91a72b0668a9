// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

namespace cardinal::cel {

/// A regular expression as CEL's matches() takes them: the part of RE2's syntax (github.com/google/re2/wiki/Syntax)
/// that selectors use. Literals, `.`, `^`, `$`, classes, \d \w \s and their opposites, groups, `|`, `* + ? {n,m}`
/// (lazy or not), and `(?i)` in front. Time is linear in the text; size is bounded.
class Pattern {
 public:
  /// Nothing when the pattern is beyond that part (named groups, POSIX classes, other flags, text outside ASCII, too
  /// large) or no pattern at all.
  static std::optional<Pattern> compile(std::string_view text);

  /// Does it match anywhere in `text`? Nothing for text outside ASCII.
  std::optional<bool> search(std::string_view text) const;

 private:
  friend class PatternReader;
  using Class = std::bitset<128>;
  struct Step {
    enum class Kind : unsigned char { One, Split, Begin, End, Match };
    Kind kind = Kind::Match;
    std::size_t next = 0;
    std::size_t other = 0;  ///< Split
    Class of;               ///< One
  };
  struct Walk;

  std::vector<Step> m_steps;
  std::size_t m_start = 0;
};

}  // namespace cardinal::cel
