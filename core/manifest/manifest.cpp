// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/manifest.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/manifest/workload_reader.h"
#include "core/manifest/yaml_tree.h"

namespace cardinal {
namespace {

std::string kindsOf(const Manifest& manifest) {
  std::string out;
  for (const ManifestObject& object : manifest.objects) out += (out.empty() ? "" : ", ") + object.kind;
  return out;
}

/// Nothing to place: say whether the kinds hold pods that are not placed by number, or none at all.
Error nothingToPlace(const Manifest& manifest) {
  const auto known = std::find_if(manifest.objects.begin(), manifest.objects.end(),
                                  [](const ManifestObject& object) { return !object.problems.empty(); });
  if (known != manifest.objects.end()) return known->problems.front();
  const int line = manifest.objects.empty() ? 1 : manifest.objects.front().line;
  return makeError(ErrorCode::NoPodTemplate, kindsOf(manifest),
                   manifest.source + ", " + yaml::describe(yaml::Place{line, 1}));
}

}  // namespace

Result<Manifest> parseManifest(std::string_view text, std::string source) {
  Manifest manifest;
  manifest.source = std::move(source);
  try {
    for (const yaml::Node& document : yaml::parseDocuments(text, manifest.source)) {
      yaml::readObjects(document, manifest.source, manifest.objects);
    }
  } catch (yaml::Failure& failure) {
    return unexpected(std::move(failure.error));
  }
  const bool pods = std::any_of(manifest.objects.begin(), manifest.objects.end(),
                                [](const ManifestObject& object) { return object.pod != nullptr; });
  if (!pods) return unexpected(nothingToPlace(manifest));
  return manifest;
}

Result<Manifest> loadManifest(const std::string& path) {
  std::error_code status;
  if (!std::filesystem::exists(path, status)) return unexpected(makeError(ErrorCode::FileMissing, path));
  if (std::filesystem::is_directory(path, status)) {
    return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::strerror(EISDIR)));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::strerror(errno)));
  std::string text(yaml::kMaxBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return unexpected(makeError(ErrorCode::FileUnreadable, path, {}, std::strerror(errno)));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return parseManifest(text, std::filesystem::path(path).filename().string());
}

}  // namespace cardinal
