// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/document_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include "core/kube/decode/decoder.h"
#include "core/service/snapshots/gzip.h"

namespace cardinal {
namespace {

Unexpected<Error> fileError(const std::string& path, int error) {
  const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::FileMissing : ErrorCode::FileUnreadable;
  return unexpected(makeError(code, path, {}, std::generic_category().message(error)));
}

Result<std::string> unpacked(std::string text, const std::string& path) {
  if (!isGzip(text)) return text;
  GunzipLimits limits;
  limits.bytes = kMaxDocumentBytes;
  return gunzip(text, path, limits, kDecodePadding);
}

}  // namespace

Result<FileState> stateOf(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return fileError(path, errno);
  const bool directory = S_ISDIR(info.st_mode);
  if (!directory && !S_ISREG(info.st_mode))
    return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, "not a regular file"));
  return FileState{directory, static_cast<std::size_t>(info.st_size), info.st_mtime};
}

Result<std::string> readDocument(const std::string& path, std::size_t bytes) {
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
  return unpacked(std::move(text), path);
}

Result<std::string> readStandardInput() {
  constexpr std::size_t kChunk = std::size_t{1} << 16U;
  const std::string path(kStandardInput);
  std::string text;
  for (std::size_t got = kChunk; got == kChunk;) {
    const std::size_t before = text.size();
    if (before > kMaxDocumentBytes)
      return unexpected(makeError(ErrorCode::LimitExceeded, path, {}, std::to_string(kMaxDocumentBytes)));
    text.resize(before + kChunk);
    got = std::fread(text.data() + before, 1, kChunk, stdin);
    text.resize(before + got);
  }
  if (std::ferror(stdin) != 0) return fileError(path, errno);
  return unpacked(std::move(text), path);
}

}  // namespace cardinal
