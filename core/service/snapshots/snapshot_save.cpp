// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/base/files/own_files.h"
#include "core/base/rfc3339.h"
#include "core/model/extras/extra.h"
#include "core/service/snapshots/gzip.h"
#include "core/service/snapshots/object_json.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {
namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 20U;

std::string systemWords(int error) {
  return std::generic_category().message(error);
}

/// A file that is removed again unless it was put in place.
class NewFile {
 public:
  explicit NewFile(std::string path) : m_path(std::move(path)) {
    if (meansStandardOutput(m_path)) {
      m_toOutput = true;
      m_file = ::isatty(STDOUT_FILENO) == 1 ? -1 : ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
      if (m_file < 0) refuse(::isatty(STDOUT_FILENO) == 1 ? "standard output is a terminal" : systemWords(errno));
      return;
    }
    auto place = fileToReplace(m_path);
    if (!place) {
      refuse(place.error().detail);
      return;
    }
    m_place = std::move(*place);
    static std::atomic<unsigned> serial{0};
    m_temporary = m_place + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(++serial);
    m_file = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (m_file < 0) refuse(systemWords(errno));
  }
  ~NewFile() {
    if (m_file < 0) return;
    ::close(m_file);
    if (!m_toOutput) ::unlink(m_temporary.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view data) {
    while (m_problem.empty() && !data.empty()) {
      const ssize_t done = ::write(m_file, data.data(), data.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) {
        refuse(systemWords(errno));
      } else {
        data.remove_prefix(static_cast<std::size_t>(done));
      }
    }
  }

  Result<void> finish() {
    if (!m_toOutput && m_problem.empty() && ::fsync(m_file) != 0) refuse(systemWords(errno));
    if (!m_toOutput && m_problem.empty() && std::rename(m_temporary.c_str(), m_place.c_str()) != 0)
      refuse(systemWords(errno));
    if (!m_problem.empty()) return unexpected(makeError(ErrorCode::FileUnwritable, m_path, {}, m_problem));
    ::close(m_file);
    m_file = -1;
    return {};
  }

 private:
  void refuse(std::string why) { m_problem = std::move(why); }

  std::string m_path;
  std::string m_place;  ///< where links lead
  std::string m_temporary;
  bool m_toOutput = false;
  int m_file = -1;
  std::string m_problem;  ///< the system's words; empty = none so far
};

/// Of the forms that toJson() writes.
const char* versionOf(ExtraKind kind) {
  if (isOfKueue(kind)) return "v1beta2";
  switch (kind) {
    case ExtraKind::NodeTopology:
      return "v1alpha2";
    case ExtraKind::QuotaTree:
    case ExtraKind::VolcanoQueue:
    case ExtraKind::VolcanoPodGroup:
      return "v1beta1";
    case ExtraKind::KaiQueue:
      return "v2";
    case ExtraKind::KaiPodGroup:
      return "v2alpha2";
    case ExtraKind::KoordinatorDevice:
    case ExtraKind::KoordinatorReservation:
    case ExtraKind::KoordinatorQuota:
    case ExtraKind::KoordinatorPodGroup:
    case ExtraKind::PluginsQuota:
    case ExtraKind::PluginsPodGroup:
      return "v1alpha1";
    default:
      return "v1";
  }
}

class Writer {
 public:
  explicit Writer(NewFile& file) : m_file(file) {}

  void write(const SnapshotContents& contents) {
    text("{\"cardinalSnapshot\":" + std::to_string(kSnapshotVersion) + ",\"time\":" + jsonText(rfc3339(contents.time)) +
         ",\"serverVersion\":" + jsonText(contents.serverVersion) + ",\"scope\":" + jsonText(contents.scope) +
         ",\"lists\":[\n");
    list("NodeList", contents.nodes, [](const auto& node) { return toJson(*node); });
    text(",\n");
    list("PodList", contents.pods, [](const auto& pod) { return toJson(*pod); });
    text(",\n");
    list("ConfigMapList", contents.unhealthy, [](const RawUnhealthyGpus& map) { return toJson(map); });
    for (std::size_t i = 0; i < kExtraKinds; ++i) {
      const auto kind = static_cast<ExtraKind>(i);
      const bool isRule = kind == ExtraKind::ResourceQuota && contents.rules.quotas.has_value();
      if (!isRule) extras(kind, contents.extras[i]);
    }
    rules("ResourceQuotaList", contents.rules.quotas);
    rules("LimitRangeList", contents.rules.limitRanges);
    rules("PersistentVolumeClaimList", contents.rules.claims);
    rules("PersistentVolumeList", contents.rules.volumes);
    rules("StorageClassList", contents.rules.storageClasses, "storage.k8s.io/v1");
    text("\n]}\n");
    m_gzip.finish();
    m_file.write(m_gzip.take());
  }

 private:
  /// A list that is not there is not known; an empty one is.
  template <typename Rule>
  void rules(const char* kind, const std::optional<std::vector<Rule>>& known, const char* apiVersion = "v1") {
    if (!known) return;
    text(",\n");
    list(
        kind, *known, [](const Rule& rule) { return toJson(rule); }, apiVersion);
  }

  /// The group stands with the list too: other groups have kinds of the same name.
  void extras(ExtraKind kind, const std::optional<std::vector<RawExtra>>& known) {
    if (!known) return;
    text(",\n");
    list(
        std::string(toString(kind)) + "List", *known, [](const RawExtra& extra) { return toJson(extra); },
        groupOf(kind).empty() ? versionOf(kind) : std::string(groupOf(kind)) + "/" + versionOf(kind));
  }

  template <typename Items, typename ToText>
  void list(const std::string& kind, const Items& items, ToText toText, const std::string& apiVersion = "v1") {
    text(R"({"apiVersion":")" + apiVersion + R"(","kind":")" + kind + R"(","items":[)");
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
