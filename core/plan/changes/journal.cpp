// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/journal.h"

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

#include "core/base/files/own_files.h"
#include "core/plan/changes/durable_file.h"
#include "core/plan/changes/journal_rotation.h"

namespace cardinal {
namespace {

Unexpected<Error> unwritable(const std::string& path, int number) {
  return unexpected(makeError(ErrorCode::FileUnwritable, path, {}, std::strerror(number)));
}

constexpr const char* kName = "plans.jsonl";
constexpr std::uintmax_t kRotateAt = std::uintmax_t{4} << 20U;
constexpr std::uintmax_t kRotateStep = std::uintmax_t{1} << 20U;  // so seldom is looked whether there is much to drop

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
  return makePrivateFolder(m_folder);
}

Result<void> JournalFile::write(const JournalEntry& entry) {
  const std::string line = toLine(entry);
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(path(), failure);
  const bool isDue = !failure && size > kRotateAt && size / kRotateStep != (size + line.size() + 1) / kRotateStep;
  // What is written down matters more than a short file: one that cannot be made shorter only grows.
  if (isDue) (void)rewriteWhenLarge(m_folder, kName, kRotateAt, withoutWhatIsOver, ::fsync);
  return appendDurably(m_folder, kName, line, ::fsync);
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
  const int opened = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (opened < 0) return unwritable(file, errno);
  NodeLock lock(opened);
  if (::flock(opened, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return unwritable(file, errno);
    return unexpected(makeError(ErrorCode::PlanRunning, node, cluster));
  }
  return lock;
}

}  // namespace cardinal
