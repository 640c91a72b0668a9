// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/file_stamp.h"

#include <sys/stat.h>

namespace cardinal {

FileStamp fileStamp(const std::string& path) {
  struct stat info = {};
  if (path.empty() || stat(path.c_str(), &info) != 0) return {};
  return {static_cast<std::int64_t>(info.st_dev), static_cast<std::int64_t>(info.st_ino), info.st_size,
          info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

}  // namespace cardinal
