// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/file_source.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "core/base/mutex.h"
#include "core/model/extras/extra.h"
#include "core/service/snapshots/document_file.h"
#include "core/service/snapshots/object_json.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {
namespace {

std::string fileName(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const auto slash = path.rfind('/');
  return slash == std::string::npos || path.size() == 1 ? path : path.substr(slash + 1);
}

/// Nothing where the snapshot holds none of the kind.
template <typename Object, typename Is>
std::optional<std::vector<Object>> chosen(const std::optional<std::vector<Object>>& all, const Is& is) {
  if (!all) return std::nullopt;
  std::vector<Object> out;
  for (const Object& one : *all) {
    if (is(one)) out.push_back(one);
  }
  return out;
}

std::vector<ClusterDelta> deltasOf(const SnapshotContents& contents, const std::set<std::string>& reportedUnhealthy) {
  std::vector<ClusterDelta> deltas(2);
  deltas[0].op = ClusterDelta::Op::ReplaceNodes;
  deltas[0].nodes = contents.nodes;
  deltas[1].op = ClusterDelta::Op::ReplacePods;
  deltas[1].pods = contents.pods;
  for (const std::string& node : reportedUnhealthy) {
    ClusterDelta& delta = deltas.emplace_back();
    delta.op = ClusterDelta::Op::DeleteUnhealthy;
    delta.unhealthy.node = node;
  }
  for (const RawUnhealthyGpus& unhealthy : contents.unhealthy) {
    ClusterDelta& delta = deltas.emplace_back();
    delta.op = ClusterDelta::Op::UpsertUnhealthy;
    delta.unhealthy = unhealthy;
  }
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) {
    ClusterDelta& delta = deltas.emplace_back();
    delta.op = contents.extras[kind] ? ClusterDelta::Op::ReplaceExtras : ClusterDelta::Op::ForgetExtras;
    delta.extraKind = static_cast<ExtraKind>(kind);
    if (contents.extras[kind]) delta.extras = *contents.extras[kind];
  }
  return deltas;
}

ConnectionState staticState(const SnapshotContents& contents) {
  ConnectionState state;
  state.phase = ConnectionPhase::Static;
  state.lastContact = contents.time;
  state.serverVersion = contents.serverVersion;
  state.scope = contents.scope;
  state.nodesLoaded = contents.nodes.size();
  state.podsLoaded = contents.pods.size();
  return state;
}

}  // namespace

struct FileSource::Impl final : ObjectReader {
  std::string path;
  Mutex mutex;
  SnapshotContents contents;             ///< written by the thread alone, under the mutex; read by others under it
  std::set<std::string> unhealthyNodes;  ///< of which the sink has card health; only the thread
  CondVar wake;
  bool reload CARDINAL_GUARDED_BY(mutex) = false;
  std::jthread thread;  ///< last: joined before the rest goes

  void run(const std::stop_token& stop, SourceSink& sink) {
    report(sink);
    while (waitForReload(stop)) {
      if (path == kStandardInput) continue;  // read to its end: there is nothing newer
      auto loaded = loadSnapshotFile(path);
      if (loaded) {
        replace(std::move(loaded).value());
        report(sink);
      } else {
        ConnectionState state = staticState(contents);
        state.error = loaded.error();
        sink.onConnection(state);
      }
    }
  }

  void replace(SnapshotContents fresh) {
    const MutexLock lock(mutex);
    contents = std::move(fresh);
  }

  Result<ObjectText> text(const ObjectRef& object, const ObjectTextOptions& options, std::stop_token stop) override;
  Result<ObjectEvents> events(const std::vector<ObjectRef>& objects, std::stop_token stop) override;
  Result<WorkloadObject> workload(const ObjectRef& workload, std::stop_token stop) override;

  /// False when the source ends.
  bool waitForReload(const std::stop_token& stop) {
    MutexLock lock(mutex);
    const bool asked = wake.wait(mutex, stop, [this]() CARDINAL_REQUIRES(mutex) { return reload; });
    reload = false;
    return asked && !stop.stop_requested();
  }

  void report(SourceSink& sink) {
    // Before the objects, so that they are dated by the file and not by the clock.
    ConnectionState loading = staticState(contents);
    loading.phase = ConnectionPhase::Loading;
    sink.onConnection(loading);
    sink.onDeltas(deltasOf(contents, unhealthyNodes));
    unhealthyNodes.clear();
    for (const RawUnhealthyGpus& unhealthy : contents.unhealthy) unhealthyNodes.insert(unhealthy.node);
    sink.onConnection(staticState(contents));
  }
};

Result<ObjectText> FileSource::Impl::text(const ObjectRef& object, const ObjectTextOptions& options,
                                          std::stop_token /*stop*/) {
  const auto json = [&]() -> std::string {
    const MutexLock lock(mutex);
    const auto named = [&object](const auto& one) { return one->meta.key == object.key; };
    if (object.kind == "Node") {
      const auto found = std::find_if(contents.nodes.begin(), contents.nodes.end(), named);
      return found == contents.nodes.end() ? std::string() : toJson(**found);
    }
    const auto found = std::find_if(contents.pods.begin(), contents.pods.end(), named);
    return object.kind != "Pod" || found == contents.pods.end() ? std::string() : toJson(**found);
  }();
  if (json.empty()) return unexpected(makeError(ErrorCode::NotFound, object.key.name, path));
  auto text = yamlOfObject(json, options);
  if (text) text->partial = true;
  return text;
}

Result<ObjectEvents> FileSource::Impl::events(const std::vector<ObjectRef>& /*objects*/, std::stop_token /*stop*/) {
  ObjectEvents none;
  none.known = false;
  return none;
}

/// A snapshot holds pods, and not what made them.
Result<WorkloadObject> FileSource::Impl::workload(const ObjectRef& workload, std::stop_token /*stop*/) {
  return unexpected(makeError(ErrorCode::Unsupported, workload.kind, path));
}

/// Of a namespace what was asked for: a snapshot holds the claims and volumes of all of them.
NamespaceRules FileSource::namespaceRules(const RulesQuestion& question, std::stop_token /*stop*/) {
  const MutexLock lock(m_impl->mutex);
  const NamespaceRules& all = m_impl->contents.rules;
  if (question.ns.empty()) return all;
  NamespaceRules out;
  out.ns = question.ns;
  const auto isOfNamespace = [&](const auto& one) { return one.meta.key.ns == question.ns; };
  const std::set<std::string_view> names(question.claims.begin(), question.claims.end());
  std::set<std::string_view> bound;
  out.quotas = chosen(all.quotas, isOfNamespace);
  out.limitRanges = chosen(all.limitRanges, isOfNamespace);
  out.claims = chosen(all.claims, [&](const RawClaim& one) {
    const bool isAsked = isOfNamespace(one) && names.count(one.meta.key.name) != 0;
    if (isAsked) bound.insert(one.volumeName);
    return isAsked;
  });
  out.volumes = chosen(all.volumes, [&](const RawVolume& one) { return bound.count(one.meta.key.name) != 0; });
  out.storageClasses = all.storageClasses;
  return out;
}

ObjectReader* FileSource::objectReader() {
  return m_impl.get();
}

FileSource::FileSource(std::string path, SnapshotContents contents) : m_impl(std::make_unique<Impl>()) {
  m_impl->path = std::move(path);
  m_impl->contents = std::move(contents);
}

FileSource::~FileSource() = default;

Result<std::unique_ptr<ClusterSource>> FileSource::open(const std::string& path, const Clock& clock) {
  auto contents = loadSnapshotFile(path);
  if (!contents) return unexpected(contents.error());
  if (contents->time == 0) contents->time = clock.wallNow();
  return std::unique_ptr<ClusterSource>(new FileSource(path, std::move(contents).value()));
}

SourceInfo FileSource::info() const {
  SourceInfo info;
  info.kind = SourceKind::File;
  info.name = fileName(m_impl->path);
  return info;
}

void FileSource::start(SourceSink& sink) {
  m_impl->thread = std::jthread([impl = m_impl.get(), &sink](const std::stop_token& stop) { impl->run(stop, sink); });
}

void FileSource::refresh() {
  {
    MutexLock lock(m_impl->mutex);
    m_impl->reload = true;
  }
  m_impl->wake.notifyAll();
}

}  // namespace cardinal
