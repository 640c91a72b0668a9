// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/durable_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/base/files/own_files.h"

namespace cardinal {
namespace {

Unexpected<Error> unwritable(const std::string& path, int number) {
  return unexpected(makeError(ErrorCode::FileUnwritable, path, {}, std::strerror(number)));
}

/// Closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : m_number(number) {}
  ~Descriptor() {
    if (m_number >= 0) ::close(m_number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return m_number; }
  void replace(int number) {
    if (m_number >= 0) ::close(m_number);
    m_number = number;
  }

 private:
  int m_number;
};

/// 0, or what the system said.
int writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

template <typename Call>
bool uninterrupted(const Call& call) {
  int result = call();
  while (result != 0 && errno == EINTR) result = call();
  return result == 0;
}

/// A crash in the middle of a line must not swallow the next one.
bool endsInsideALine(int descriptor) {
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  char last = '\n';
  return size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
}

/// A file that was just made is there after a loss of power only when its folder says so.
Result<void> syncFolder(const std::string& path, const Sync& sync) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) return unwritable(path, errno);
  // File systems that cannot sync a folder say EINVAL.
  if (!uninterrupted([&] { return sync(folder.number()); }) && errno != EINVAL) return unwritable(path, errno);
  return {};
}

/// Opens and locks the file that has the name; one that was replaced while its lock was waited for is not it any more.
Result<void> openLocked(const std::string& file, Descriptor& opened) {
  while (true) {
    opened.replace(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (opened.number() < 0) return unwritable(file, errno);
    if (!uninterrupted([&] { return ::flock(opened.number(), LOCK_EX); })) return unwritable(file, errno);
    struct stat held = {};
    struct stat named = {};
    if (::fstat(opened.number(), &held) != 0) return unwritable(file, errno);
    const bool same = ::lstat(file.c_str(), &named) == 0 && named.st_ino == held.st_ino && named.st_dev == held.st_dev;
    if (same) return {};
  }
}

Result<std::string> readAll(int descriptor, std::size_t size, const std::string& file) {
  std::string content(size, '\0');
  std::size_t at = 0;
  while (at < size) {
    const ssize_t count = ::pread(descriptor, content.data() + at, size - at, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unexpected(makeError(ErrorCode::FileUnreadable, file, {}, std::strerror(errno)));
    if (count == 0) break;
    at += static_cast<std::size_t>(count);
  }
  content.resize(at);
  return content;
}

}  // namespace

Result<void> appendDurably(const std::string& folder, const std::string& name, std::string_view line,
                           const Sync& sync) {
  if (auto made = makePrivateFolder(folder); !made) return made;
  const std::string file = folder + "/" + name;
  Descriptor opened;
  if (auto locked = openLocked(file, opened); !locked) return locked;
  const off_t before = ::lseek(opened.number(), 0, SEEK_END);
  const std::string text = (endsInsideALine(opened.number()) ? "\n" : "") + std::string(line) + "\n";
  if (const int problem = writeAll(opened.number(), text); problem != 0) {
    // A full disk may have taken a part of the line.
    if (::ftruncate(opened.number(), before) != 0) return unwritable(file, errno);
    return unwritable(file, problem);
  }
  if (!uninterrupted([&] { return sync(opened.number()); })) return unwritable(file, errno);
  return before == 0 ? syncFolder(folder, sync) : Result<void>();
}

Result<void> rewriteWhenLarge(const std::string& folder, const std::string& name, std::size_t limit,
                              const std::function<std::string(std::string_view content)>& rewrite, const Sync& sync) {
  const std::string file = folder + "/" + name;
  struct stat named = {};
  if (::lstat(file.c_str(), &named) != 0 || static_cast<std::size_t>(named.st_size) <= limit) return {};
  Descriptor opened;
  if (auto locked = openLocked(file, opened); !locked) return locked;
  const off_t size = ::lseek(opened.number(), 0, SEEK_END);
  if (size < 0 || static_cast<std::size_t>(size) <= limit) return {};  // somebody else was faster
  const auto content = readAll(opened.number(), static_cast<std::size_t>(size), file);
  if (!content) return unexpected(content.error());
  const std::string next = rewrite(*content);
  if (next.empty()) return {};
  const std::string draft = file + ".new";
  ::unlink(draft.c_str());
  const Descriptor fresh(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (fresh.number() < 0) return unwritable(draft, errno);
  if (const int problem = writeAll(fresh.number(), next); problem != 0) return unwritable(draft, problem);
  if (!uninterrupted([&] { return sync(fresh.number()); })) return unwritable(draft, errno);
  // At every moment one of both has the name.
  const std::string old = file + ".old";
  ::unlink(old.c_str());
  if (::link(file.c_str(), old.c_str()) != 0) return unwritable(old, errno);
  if (std::rename(draft.c_str(), file.c_str()) != 0) return unwritable(file, errno);
  return syncFolder(folder, sync);
}

}  // namespace cardinal
