// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/read_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace cardinal {

Result<std::string> readFile(const std::string& path, std::size_t maxBytes) {
  std::error_code status;
  if (!std::filesystem::exists(path, status)) return unexpected(makeError(ErrorCode::FileMissing, path));
  if (std::filesystem::is_directory(path, status)) {
    return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::strerror(EISDIR)));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::strerror(errno)));
  std::string text(maxBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::strerror(errno)));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace cardinal
