// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace cardinal {

/// What stands in place of a value.
inline constexpr const char* kMasked = "******";

/// One line of an object's text on which values stand masked.
struct MaskedLine {
  int line = 0;      ///< of the masked text, from 0
  std::string open;  ///< what stands there with nothing masked; several lines where the value has several
  bool operator==(const MaskedLine&) const = default;
};

/// The lines of `masked` that differ from `open`, the text of the same object with its secrets (ObjectTextOptions), so
/// that one value can be shown without the others. Empty where the two are not of the same state of one object: what
/// cannot be distinguished is not shown. Pure.
std::vector<MaskedLine> maskedLines(const std::string& masked, const std::string& open);

}  // namespace cardinal
