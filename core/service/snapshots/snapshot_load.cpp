// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

#include "core/base/joined.h"
#include "core/kube/decode/decoder.h"
#include "core/service/snapshots/document_file.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {
namespace {

/// The decoder speaks of answers and kinds; here the thing is a file.
Error inFile(Error error, const std::string& path) {
  if (error.code == ErrorCode::TruncatedAnswer) {
    error.code = ErrorCode::ParseFailed;
    error.detail = "unexpected end of the file";
  } else if (error.code == ErrorCode::NotApiServer) {
    return makeError(ErrorCode::InvalidField, "kind", path, error.detail);
  } else if (error.httpStatus != 0) {
    // Somebody saved a refusal of the server instead of its list.
    return makeError(ErrorCode::InvalidField, "kind", path, "Status: " + error.detail);
  }
  error.subject = path;
  return error;
}

Result<ObjectSet> readObjects(const std::string& path, std::size_t bytes) {
  auto text = readDocument(path, bytes);
  if (!text) return unexpected(text.error());
  Decoder decoder;
  auto objects = decoder.objects(std::move(text).value());
  if (!objects) return unexpected(inFile(objects.error(), path));
  if (objects->isSnapshot && objects->snapshotVersion != kSnapshotVersion) {
    return unexpected(makeError(ErrorCode::Unsupported, "cardinalSnapshot " + std::to_string(objects->snapshotVersion), path));
  }
  if (objects->nodes.empty() && objects->pods.empty() && !objects->skippedKinds.empty()) {
    return unexpected(makeError(ErrorCode::InvalidField, "kind", path, joined(objects->skippedKinds)));
  }
  return objects;
}

template <typename T>
void append(std::vector<T>& out, std::vector<T>&& more) {
  out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

template <typename T>
void addPart(std::optional<std::vector<T>>& known, std::optional<std::vector<T>>&& more) {
  if (!more) return;
  if (!known) known.emplace();
  append(*known, std::move(*more));
}

void addRules(NamespaceRules& known, NamespaceRules&& more) {
  addPart(known.quotas, std::move(more.quotas));
  addPart(known.limitRanges, std::move(more.limitRanges));
  addPart(known.claims, std::move(more.claims));
  addPart(known.volumes, std::move(more.volumes));
}

void add(SnapshotContents& contents, ObjectSet&& objects, UnixSeconds changed) {
  append(contents.nodes, std::move(objects.nodes));
  append(contents.pods, std::move(objects.pods));
  append(contents.unhealthy, std::move(objects.unhealthy));
  addRules(contents.rules, std::move(objects.rules));
  contents.time = std::max(contents.time, objects.time != 0 ? objects.time : changed);
  if (!objects.serverVersion.empty()) contents.serverVersion = std::move(objects.serverVersion);
  if (!objects.scope.empty()) contents.scope = std::move(objects.scope);
}

/// The file of that name in the folder, packed or not; `path` becomes what was found. FileMissing when neither is there.
Result<FileState> findIn(const std::string& directory, const char* name, std::string& path) {
  path = directory + "/" + name;
  auto state = stateOf(path);
  if (state || state.error().code != ErrorCode::FileMissing) return state;
  if (auto packed = stateOf(path + ".gz"); packed || packed.error().code != ErrorCode::FileMissing) {
    path += ".gz";
    return packed;
  }
  return state;
}

Result<SnapshotContents> loadDirectory(const std::string& directory) {
  struct Part {
    const char* name;
    bool needed;
  };
  constexpr Part kParts[] = {{"nodes.json", true}, {"pods.json", true}, {"resourcequotas.json", false}, {"limitranges.json", false},
                             {"persistentvolumeclaims.json", false}, {"persistentvolumes.json", false}};
  SnapshotContents contents;
  for (const Part& part : kParts) {
    std::string path;
    auto state = findIn(directory, part.name, path);
    if (!state && !part.needed && state.error().code == ErrorCode::FileMissing) continue;
    if (!state) return unexpected(state.error());
    if (state->directory) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::generic_category().message(EISDIR)));
    auto objects = readObjects(path, state->bytes);
    if (!objects) return unexpected(objects.error());
    add(contents, std::move(objects).value(), state->changed);
  }
  return contents;
}

}  // namespace

Result<SnapshotContents> loadSnapshotFile(const std::string& path) {
  auto state = stateOf(path);
  if (!state) return unexpected(state.error());
  if (state->directory) return loadDirectory(path);
  auto objects = readObjects(path, state->bytes);
  if (!objects) return unexpected(objects.error());
  SnapshotContents contents;
  add(contents, std::move(objects).value(), state->changed);
  return contents;
}

}  // namespace cardinal
