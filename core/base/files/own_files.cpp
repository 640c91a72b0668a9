// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/own_files.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace cardinal {
namespace {

Unexpected<Error> unwritable(const std::string& path, const std::string& why) {
  return unexpected(makeError(ErrorCode::FileUnwritable, path, {}, why));
}

}  // namespace

Result<void> makePrivateFolder(const std::string& path) {
  std::filesystem::path folder = std::filesystem::absolute(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  std::error_code failure;
  std::filesystem::path built;
  for (const auto& part : folder) {
    built /= part;
    if (::mkdir(built.c_str(), S_IRWXU) == 0) continue;
    const int problem = errno;
    // Above may stand what must not be written to, or not even be looked into by name.
    if (!std::filesystem::is_directory(built, failure)) return unwritable(path, std::strerror(problem));
  }
  struct stat now = {};
  const bool isPrivate = ::stat(folder.c_str(), &now) == 0 && (now.st_mode & 07777U) == S_IRWXU;
  // A folder of somebody else cannot be changed; what is written there says so itself.
  if (!isPrivate) ::chmod(folder.c_str(), S_IRWXU);
  return {};
}

Result<std::string> fileToReplace(const std::string& path) {
  struct stat named = {};
  if (::lstat(path.c_str(), &named) != 0) {
    if (errno == ENOENT) return path;
    return unwritable(path, std::strerror(errno));
  }
  if (S_ISREG(named.st_mode)) return path;
  std::error_code failure;
  if (S_ISLNK(named.st_mode)) {
    const std::string target = std::filesystem::canonical(path, failure).string();
    if (failure) return unwritable(path, failure.message());
    struct stat there = {};
    if (::stat(target.c_str(), &there) == 0 && S_ISREG(there.st_mode)) return target;
  }
  return unwritable(path, "not a regular file");
}

bool meansStandardOutput(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

}  // namespace cardinal
