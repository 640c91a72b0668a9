// SPDX-License-Identifier: Apache-2.0
#include "core/replay/recording/recording_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/service/snapshots/document_file.h"

namespace cardinal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 10000;

bool isListed(const std::string& path) {
  if (path.ends_with(".json")) return true;
  if (!path.ends_with(".json.gz")) return false;
  std::error_code ignored;
  return !fs::exists(path.substr(0, path.size() - 3), ignored);
}

}  // namespace

Result<std::vector<std::string>> recordingFiles(const std::string& path) {
  const auto state = stateOf(path);
  if (!state) return unexpected(state.error());
  if (!state->directory) return std::vector<std::string>{path};
  std::vector<std::string> out;
  std::error_code error;
  for (fs::recursive_directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    if (!isListed(at->path().string()) || !at->is_regular_file(error)) continue;
    if (out.size() >= kMaxFiles)
      return unexpected(makeError(ErrorCode::LimitExceeded, path, {}, std::to_string(kMaxFiles)));
    out.push_back(at->path().string());
  }
  if (error) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, error.message()));
  if (out.empty()) return unexpected(makeError(ErrorCode::NotFound, "*.json", path));
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace cardinal
