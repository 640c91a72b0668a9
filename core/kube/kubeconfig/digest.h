// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cardinal {

/// Collects texts for one fingerprint: parts are distinguished by their lengths, so that no two lists look the same.
/// What was collected is wiped, as it may hold secrets.
class Digest {
 public:
  Digest& add(const std::string& part);
  /// SHA-256 of everything added so far, in hex.
  std::string hex();

 private:
  std::string m_all;
};

}  // namespace cardinal
