// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

#include "core/base/joined.h"
#include "core/kube/decode/decoder.h"
#include "core/model/extras/extra.h"
#include "core/service/snapshots/document_file.h"
#include "core/service/snapshots/document_split.h"
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

Result<ObjectSet> decode(Decoder& decoder, std::string document, const std::string& path) {
  auto objects = decoder.objects(std::move(document));
  if (!objects) return unexpected(inFile(objects.error(), path));
  if (objects->isSnapshot && objects->snapshotVersion != kSnapshotVersion) {
    return unexpected(
        makeError(ErrorCode::Unsupported, "cardinalSnapshot " + std::to_string(objects->snapshotVersion), path));
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
  addPart(known.storageClasses, std::move(more.storageClasses));
}

void add(SnapshotContents& contents, ObjectSet&& objects, UnixSeconds changed) {
  append(contents.nodes, std::move(objects.nodes));
  append(contents.pods, std::move(objects.pods));
  append(contents.unhealthy, std::move(objects.unhealthy));
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind)
    addPart(contents.extras[kind], std::move(objects.extras[kind]));
  addRules(contents.rules, std::move(objects.rules));
  contents.time = std::max(contents.time, objects.time != 0 ? objects.time : changed);
  if (!objects.serverVersion.empty()) contents.serverVersion = std::move(objects.serverVersion);
  if (!objects.scope.empty()) contents.scope = std::move(objects.scope);
}

bool hasExtras(const SnapshotContents& contents) {
  return std::any_of(contents.extras.begin(), contents.extras.end(),
                     [](const auto& list) { return list && !list->empty(); });
}

/// Adds what a text holds, which is one document or several.
Result<void> addText(SnapshotContents& contents, Result<std::string> text, const std::string& path,
                     UnixSeconds changed) {
  if (!text) return unexpected(text.error());
  auto documents = documentsOf(std::move(text).value(), path);
  if (!documents) return unexpected(documents.error());
  Decoder decoder;
  SnapshotContents found;
  std::vector<std::string> skipped;
  for (std::string& document : *documents) {
    auto objects = decode(decoder, std::move(document), path);
    if (!objects) return unexpected(objects.error());
    append(skipped, std::move(objects->skippedKinds));
    add(found, std::move(objects).value(), changed);
  }
  if (found.nodes.empty() && found.pods.empty() && !hasExtras(found) && !skipped.empty())
    return unexpected(makeError(ErrorCode::InvalidField, "kind", path, joined(skipped)));
  append(contents.nodes, std::move(found.nodes));
  append(contents.pods, std::move(found.pods));
  append(contents.unhealthy, std::move(found.unhealthy));
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) addPart(contents.extras[kind], std::move(found.extras[kind]));
  addRules(contents.rules, std::move(found.rules));
  contents.time = std::max(contents.time, found.time);
  if (!found.serverVersion.empty()) contents.serverVersion = std::move(found.serverVersion);
  if (!found.scope.empty()) contents.scope = std::move(found.scope);
  return {};
}

/// The file of that name in the folder, packed or not; `path` becomes what was found. FileMissing when neither is
/// there.
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
  constexpr Part kParts[] = {{"nodes.json", true},
                             {"pods.json", false},
                             {"devices.json", false},
                             {"resourceslices.json", false},
                             {"deviceclasses.json", false},
                             {"resourceclaims.json", false},
                             {"resourceclaimtemplates.json", false},
                             {"noderesourcetopologies.json", false},
                             {"clusterqueues.json", false},
                             {"localqueues.json", false},
                             {"resourceflavors.json", false},
                             {"workloads.json", false},
                             {"cohorts.json", false},
                             {"workloadpriorityclasses.json", false},
                             {"admissionchecks.json", false},
                             {"topologies.json", false},
                             {"elasticquotatrees.json", false},
                             {"priorityclasses.json", false},
                             {"runtimeclasses.json", false},
                             {"services.json", false},
                             {"namespaces.json", false},
                             {"poddisruptionbudgets.json", false},
                             {"resourcequotas.json", false},
                             {"limitranges.json", false},
                             {"persistentvolumeclaims.json", false},
                             {"persistentvolumes.json", false},
                             {"storageclasses.json", false}};
  SnapshotContents contents;
  for (const Part& part : kParts) {
    std::string path;
    auto state = findIn(directory, part.name, path);
    if (!state && !part.needed && state.error().code == ErrorCode::FileMissing) continue;
    if (!state) return unexpected(state.error());
    if (state->directory)
      return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::generic_category().message(EISDIR)));
    if (auto added = addText(contents, readDocument(path, state->bytes), path, state->changed); !added)
      return unexpected(added.error());
  }
  return contents;
}

/// Quotas stand twice: what namespaces say of pods created in them, and rows of the queues.
Result<SnapshotContents> withQuotas(Result<SnapshotContents> contents) {
  if (!contents || !contents->rules.quotas) return contents;
  auto& list = contents->extras[indexOf(ExtraKind::ResourceQuota)].emplace();
  for (const RawQuota& quota : *contents->rules.quotas) list.emplace_back(std::make_shared<const RawQuota>(quota));
  return contents;
}

}  // namespace

Result<SnapshotContents> loadSnapshotFile(const std::string& path) {
  SnapshotContents contents;
  if (path == kStandardInput) {
    if (auto added = addText(contents, readStandardInput(), path, 0); !added) return unexpected(added.error());
    return withQuotas(std::move(contents));
  }
  auto state = stateOf(path);
  if (!state) return unexpected(state.error());
  if (state->directory) return withQuotas(loadDirectory(path));
  if (auto added = addText(contents, readDocument(path, state->bytes), path, state->changed); !added)
    return unexpected(added.error());
  return withQuotas(std::move(contents));
}

}  // namespace cardinal
