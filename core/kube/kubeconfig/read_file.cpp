// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace cardinal {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : m_fd(fd) {}
  ~Descriptor() {
    if (m_fd >= 0) close(m_fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return m_fd; }

 private:
  int m_fd;
};

Unexpected<Error> failure(const std::string& path, int number) {
  const ErrorCode code = number == ENOENT ? ErrorCode::FileMissing : ErrorCode::FileUnreadable;
  return unexpected(makeError(code, path, {}, std::generic_category().message(number)));
}

}  // namespace

Result<std::string> readRegularFile(const std::string& path, std::size_t maxBytes) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return failure(path, errno);
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return failure(path, errno);
  if (!S_ISREG(info.st_mode)) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, "not a regular file"));
  std::string out;
  char buffer[16384];
  while (true) {
    const ssize_t count = read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(path, errno);
    if (count == 0) return out;
    out.append(buffer, static_cast<std::size_t>(count));
    if (out.size() > maxBytes)
      return unexpected(makeError(ErrorCode::LimitExceeded, path, {}, std::to_string(maxBytes)));
  }
}

unsigned fileMode(const std::string& path) {
  struct stat info = {};
  return stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0U;
}

bool isInFolderOf(const std::string& file, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path folder = fs::canonical(fs::absolute(fs::path(file)).parent_path(), failure);
  if (failure) return false;
  const fs::path there = fs::canonical(fs::path(path), failure);
  if (failure) return false;
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), there.begin(), there.end());
  return end == folder.end();
}

std::string resolveAgainst(const std::string& file, const std::string& path) {
  const std::filesystem::path wanted(path);
  if (path.empty() || wanted.is_absolute()) return path;
  return (std::filesystem::path(file).parent_path() / wanted).lexically_normal().string();
}

}  // namespace cardinal
