// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/service/snapshots/gzip.h"
#include "core/service/snapshots/object_json.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {
namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 20U;

std::string systemWords(int error) { return std::generic_category().message(error); }

/// A file that is removed again unless it was put in place.
class NewFile {
 public:
  explicit NewFile(std::string path) : m_path(std::move(path)) {
    static std::atomic<unsigned> serial{0};
    m_temporary = m_path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(++serial);
    m_file = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (m_file < 0) m_error = errno;
  }
  ~NewFile() {
    if (m_file < 0) return;
    ::close(m_file);
    ::unlink(m_temporary.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view data) {
    while (m_error == 0 && !data.empty()) {
      const ssize_t done = ::write(m_file, data.data(), data.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) {
        m_error = errno;
      } else {
        data.remove_prefix(static_cast<std::size_t>(done));
      }
    }
  }

  Result<void> finish() {
    if (m_error == 0 && ::fsync(m_file) != 0) m_error = errno;
    if (m_error == 0 && std::rename(m_temporary.c_str(), m_path.c_str()) != 0) m_error = errno;
    if (m_error != 0) return unexpected(makeError(ErrorCode::FileUnwritable, m_path, {}, systemWords(m_error)));
    ::close(m_file);
    m_file = -1;
    return {};
  }

 private:
  std::string m_path;
  std::string m_temporary;
  int m_file = -1;
  int m_error = 0;
};

class Writer {
 public:
  explicit Writer(NewFile& file) : m_file(file) {}

  void write(const SnapshotContents& contents) {
    text("{\"cardinalSnapshot\":" + std::to_string(kSnapshotVersion) + ",\"time\":" + jsonText(rfc3339(contents.time)) +
         ",\"serverVersion\":" + jsonText(contents.serverVersion) + ",\"scope\":" + jsonText(contents.scope) + ",\"lists\":[\n");
    list("NodeList", contents.nodes, [](const auto& node) { return toJson(*node); });
    text(",\n");
    list("PodList", contents.pods, [](const auto& pod) { return toJson(*pod); });
    text(",\n");
    list("ConfigMapList", contents.unhealthy, [](const RawUnhealthyGpus& map) { return toJson(map); });
    rules("ResourceQuotaList", contents.rules.quotas);
    rules("LimitRangeList", contents.rules.limitRanges);
    rules("PersistentVolumeClaimList", contents.rules.claims);
    rules("PersistentVolumeList", contents.rules.volumes);
    text("\n]}\n");
    m_gzip.finish();
    m_file.write(m_gzip.take());
  }

 private:
  /// A list that is not there is not known; an empty one is.
  template <typename Rule>
  void rules(const char* kind, const std::optional<std::vector<Rule>>& known) {
    if (!known) return;
    text(",\n");
    list(kind, *known, [](const Rule& rule) { return toJson(rule); });
  }

  template <typename Items, typename ToText>
  void list(const char* kind, const Items& items, ToText toText) {
    text(std::string(R"({"apiVersion":"v1","kind":")") + kind + R"(","items":[)");
    const char* separator = "\n";
    for (const auto& item : items) {
      text(separator);
      text(toText(item));
      separator = ",\n";
    }
    text("]}");
  }

  void text(std::string_view piece) {
    m_gzip.write(piece);
    m_pending += piece.size();
    if (m_pending < kFlushAt) return;
    m_pending = 0;
    m_file.write(m_gzip.take());
  }

  NewFile& m_file;
  GzipWriter m_gzip;
  std::size_t m_pending = 0;
};

}  // namespace

Result<void> saveSnapshotFile(const std::string& path, const SnapshotContents& contents) {
  NewFile file(path);
  Writer(file).write(contents);
  return file.finish();
}

}  // namespace cardinal
