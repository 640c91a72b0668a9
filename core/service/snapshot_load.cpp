// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <system_error>

#include "core/kube/decode/decoder.h"
#include "core/service/gzip.h"
#include "core/service/snapshot_file.h"

namespace cardinal {
namespace {

std::string systemWords(int error) { return std::generic_category().message(error); }

Unexpected<Error> fileError(const std::string& path, int error) {
  const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::FileMissing : ErrorCode::FileUnreadable;
  return unexpected(makeError(code, path, {}, systemWords(error)));
}

struct FileState {
  bool directory = false;
  std::size_t bytes = 0;
  UnixSeconds changed = 0;
};

Result<FileState> stateOf(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return fileError(path, errno);
  const bool directory = S_ISDIR(info.st_mode);
  if (!directory && !S_ISREG(info.st_mode)) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, "not a regular file"));
  return FileState{directory, static_cast<std::size_t>(info.st_size), info.st_mtime};
}

Result<std::string> readWhole(const std::string& path, std::size_t bytes) {
  if (bytes > kMaxDocumentBytes) {
    return unexpected(makeError(ErrorCode::LimitExceeded, path, {}, std::to_string(kMaxDocumentBytes)));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file) return fileError(path, errno);
  std::string text;
  text.reserve(bytes + kDecodePadding);
  text.resize(bytes);
  text.resize(std::fread(text.data(), 1, bytes, file.get()));
  if (std::ferror(file.get()) != 0) return fileError(path, errno);
  if (!isGzip(text)) return text;
  GunzipLimits limits;
  limits.bytes = kMaxDocumentBytes;
  return gunzip(text, path, limits, kDecodePadding);
}

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

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

Result<ObjectSet> readObjects(const std::string& path, std::size_t bytes) {
  auto text = readWhole(path, bytes);
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

void add(SnapshotContents& contents, ObjectSet&& objects, UnixSeconds changed) {
  append(contents.nodes, std::move(objects.nodes));
  append(contents.pods, std::move(objects.pods));
  append(contents.unhealthy, std::move(objects.unhealthy));
  contents.time = std::max(contents.time, objects.time != 0 ? objects.time : changed);
  if (!objects.serverVersion.empty()) contents.serverVersion = std::move(objects.serverVersion);
  if (!objects.scope.empty()) contents.scope = std::move(objects.scope);
}

Result<SnapshotContents> loadDirectory(const std::string& directory) {
  SnapshotContents contents;
  for (const char* name : {"nodes.json", "pods.json"}) {
    std::string path = directory + "/" + name;
    auto state = stateOf(path);
    if (!state && state.error().code == ErrorCode::FileMissing) {
      if (auto packed = stateOf(path + ".gz"); packed || packed.error().code != ErrorCode::FileMissing) {
        state = std::move(packed);
        path += ".gz";
      }
    }
    if (!state) return unexpected(state.error());
    if (state->directory) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, systemWords(EISDIR)));
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
