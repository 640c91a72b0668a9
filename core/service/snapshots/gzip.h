// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cardinal {

/// Limits for files that anybody may have made.
struct GunzipLimits {
  std::size_t bytes = std::size_t{1} << 30U;       ///< what may come out
  std::size_t ratio = 200;                         ///< out per in, checked above `freeBytes`
  std::size_t freeBytes = std::size_t{64} << 20U;  ///< may always come out
};

/// True when the data begins as gzip does.
bool isGzip(std::string_view data);

/// Unpacks gzip data (several members are joined). The result has `padding` spare bytes of capacity.
/// Errors, subject = `name`: ParseFailed (place = "byte N" of the packed data), LimitExceeded (detail = the limit in
/// bytes).
Result<std::string> gunzip(std::string_view data, const std::string& name, const GunzipLimits& limits = {},
                           std::size_t padding = 0);

/// Packs text piece by piece. Not thread-safe.
class GzipWriter {
 public:
  GzipWriter();
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  void write(std::string_view text);
  /// Packed bytes that are ready, taken out. After `finish()` no more text is accepted.
  std::string take();
  void finish();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace cardinal
