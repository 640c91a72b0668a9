// SPDX-License-Identifier: Apache-2.0
#include "core/plan/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace cardinal {
namespace {

Unexpected<Error> unwritable(const std::string& path, int number) {
  return unexpected(makeError(ErrorCode::FileUnwritable, path, {}, std::strerror(number)));
}

/// Closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : m_number(number) {}
  ~Descriptor() {
    if (m_number >= 0) ::close(m_number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return m_number; }
  int release() { return std::exchange(m_number, -1); }

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

/// What can stand in a file name, with a mark of the text so that two texts do not share one.
std::string fileNameOf(const std::string& text) {
  constexpr std::size_t kShown = 80;
  std::string out;
  for (const char c : text.substr(0, kShown)) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    out += plain ? c : '_';
  }
  return out + "." + std::to_string(std::hash<std::string>{}(text));
}

}  // namespace

NodeLock::~NodeLock() {
  if (m_descriptor >= 0) ::close(m_descriptor);
}
NodeLock::NodeLock(NodeLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
NodeLock& NodeLock::operator=(NodeLock&& other) noexcept {
  std::swap(m_descriptor, other.m_descriptor);
  return *this;
}

Result<void> JournalFile::makeFolder() const {
  std::error_code failure;
  std::filesystem::create_directories(m_folder, failure);
  if (failure) return unwritable(m_folder, failure.value());
  ::chmod(m_folder.c_str(), S_IRWXU);
  return {};
}

/// A file that was just made is there after a loss of power only when its folder says so.
Result<void> JournalFile::syncFolder() const {
  const Descriptor folder(::open(m_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) return unwritable(m_folder, errno);
  // File systems that cannot sync a folder say EINVAL.
  if (!uninterrupted([&] { return ::fsync(folder.number()); }) && errno != EINVAL) return unwritable(m_folder, errno);
  return {};
}

Result<void> JournalFile::write(const JournalEntry& entry) {
  if (auto made = makeFolder(); !made) return made;
  const std::string file = path();
  const Descriptor opened(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (opened.number() < 0) return unwritable(file, errno);
  if (!uninterrupted([&] { return ::flock(opened.number(), LOCK_EX); })) return unwritable(file, errno);
  const off_t before = ::lseek(opened.number(), 0, SEEK_END);
  const std::string line = (endsInsideALine(opened.number()) ? "\n" : "") + toLine(entry) + "\n";
  if (const int problem = writeAll(opened.number(), line); problem != 0) {
    // A full disk may have taken a part of the line.
    if (::ftruncate(opened.number(), before) != 0) return unwritable(file, errno);
    return unwritable(file, problem);
  }
  if (!uninterrupted([&] { return ::fsync(opened.number()); })) return unwritable(file, errno);
  return before == 0 ? syncFolder() : Result<void>();
}

Result<JournalContents> JournalFile::read() const {
  JournalContents out;
  std::error_code failure;
  if (!std::filesystem::exists(path(), failure)) return out;
  std::ifstream file(path(), std::ios::binary);
  if (!file) return unexpected(makeError(ErrorCode::FileUnreadable, path(), {}, std::strerror(errno)));
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t end = bytes.find('\n', at);
    const bool torn = end == std::string::npos;
    const std::string_view line = std::string_view(bytes).substr(at, torn ? std::string::npos : end - at);
    at = torn ? bytes.size() : end + 1;
    if (line.empty()) continue;
    if (auto entry = parseLine(line)) {
      out.entries.push_back(std::move(*entry));
    } else if (!torn) {
      ++out.unreadable;
    }
  }
  return out;
}

Result<NodeLock> JournalFile::lockNode(const std::string& cluster, const std::string& node) const {
  if (auto made = makeFolder(); !made) return unexpected(made.error());
  const std::string file = m_folder + "/" + fileNameOf(cluster + "/" + node) + ".lock";
  Descriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (opened.number() < 0) return unwritable(file, errno);
  if (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return unwritable(file, errno);
    return unexpected(makeError(ErrorCode::PlanRunning, node, cluster));
  }
  return NodeLock(opened.release());
}

}  // namespace cardinal
