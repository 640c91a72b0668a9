// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cardinal::test {

/// The same list in both formats.
struct MadeList {
  std::string json;
  std::string protobuf;
};

/// A list of one object of the kind, made from `bytes` (equal bytes, equal object) by the tables of the encoder: not
/// recorded, but nothing in it that a server could not write. The protobuf has the texts that JSON leaves out as empty
/// ones, as a server writes them; no bytes make an object that says nothing.
MadeList madeList(const std::string& apiVersion, const std::string& kind, std::string_view bytes);

}  // namespace cardinal::test
