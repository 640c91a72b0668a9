// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/read/read_manifest.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "core/base/error_places.h"
#include "core/base/files/read_file.h"
#include "core/manifest/read/file_facts.h"
#include "core/manifest/read/train_job.h"
#include "core/manifest/read/workload_reader.h"
#include "core/manifest/yaml/template_mark.h"
#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal {
namespace {

std::string kindsOf(const Manifest& manifest) {
  std::string out;
  for (const ManifestObject& object : manifest.objects) out += (out.empty() ? "" : ", ") + object.kind;
  return out;
}

/// Nothing to place: say whether the kinds hold pods that are not one template, or none at all.
Error nothingToPlace(const Manifest& manifest) {
  const auto known = std::find_if(manifest.objects.begin(), manifest.objects.end(),
                                  [](const ManifestObject& object) { return !object.problems.empty(); });
  if (known != manifest.objects.end()) return known->problems.front();
  const int line = manifest.objects.empty() ? 1 : manifest.objects.front().line;
  return makeError(ErrorCode::NoPodTemplate, kindsOf(manifest),
                   manifest.source + ", " + yaml::describe(yaml::Place{line, 1}));
}

/// In place of what is wrong with the text of a template: that it is one.
Error orTemplate(Error error, std::string_view text, const std::string& source, int firstLine = 1) {
  const auto mark = error.code == ErrorCode::LimitExceeded ? std::nullopt : yaml::templateMark(text, firstLine);
  if (!mark) return error;
  return makeError(ErrorCode::ParseFailed, source, yaml::describe(*mark), kTemplateDetail);
}

bool holdsMark(const std::string& text) {
  return yaml::templateMark(text).has_value();
}

/// Documents that can be parsed although they are templates: actions in quotes, where a name or an amount belongs.
void nameTemplates(std::vector<ManifestObject>& objects, std::string_view text) {
  for (ManifestObject& object : objects) {
    const bool isNamed = holdsMark(object.key.name) || holdsMark(object.generateName) || holdsMark(object.key.ns);
    if (isNamed && object.problems.empty())
      object.problems.push_back(makeError(ErrorCode::ParseFailed, object.source, {}, kTemplateDetail));
    for (Error& problem : object.problems) {
      if (isNamed || holdsMark(problem.subject) || holdsMark(problem.detail))
        problem = orTemplate(std::move(problem), text, object.source);
    }
    if (isNamed) object.noPods = NoPods::Unreadable;
  }
}

/// Document by document, where the text as a whole cannot be parsed: each that cannot is an object with its problem.
/// False where that saves none.
bool readApart(std::string_view text, const yaml::ReadingOf& reading, std::vector<ManifestObject>& objects,
               yaml::FileFacts& facts) {
  const std::vector<yaml::TextPart> parts = yaml::documentsIn(text);
  bool isAnyRead = false;
  for (const yaml::TextPart& part : parts) {
    std::vector<ManifestObject> found;
    try {
      for (const yaml::Node& document : yaml::parseDocuments(part.text, reading.source, part.firstLine)) {
        yaml::readObjects(document, reading, found, facts);
      }
      isAnyRead = isAnyRead || !found.empty();
    } catch (yaml::Failure& failure) {
      if (failure.error.code == ErrorCode::LimitExceeded) return false;
      ManifestObject& unread = found.emplace_back();
      unread.line = part.firstLine;
      unread.source = reading.source;
      unread.noPods = NoPods::Unreadable;
      unread.problems.push_back(orTemplate(std::move(failure.error), part.text, reading.source, part.firstLine));
    }
    std::move(found.begin(), found.end(), std::back_inserter(objects));
  }
  return isAnyRead;
}

}  // namespace

Result<Manifest> readManifest(std::string_view text, std::string source, const KindTable* own) {
  yaml::FileFacts facts;
  return readManifest(text, std::move(source), own, facts);
}

Result<Manifest> readManifest(std::string_view text, std::string source, const KindTable* own, yaml::FileFacts& facts) {
  Manifest manifest;
  manifest.source = std::move(source);
  try {
    for (const yaml::Node& document : yaml::parseDocuments(text, manifest.source)) {
      yaml::readObjects(document, {manifest.source, own}, manifest.objects, facts);
    }
  } catch (yaml::Failure& failure) {
    manifest.objects.clear();
    facts = {};
    if (!readApart(text, {manifest.source, own}, manifest.objects, facts))
      return unexpected(orTemplate(std::move(failure.error), text, manifest.source));
  }
  nameTemplates(manifest.objects, text);
  resolveTrainJobs(manifest.objects);
  applyFacts(facts, manifest.objects);
  return manifest;
}

void applyFacts(const yaml::FileFacts& facts, std::vector<ManifestObject>& objects) {
  for (ManifestObject& object : objects) yaml::applyFileFacts(object, facts);
  yaml::settleSharedGroups(objects, facts);
}

Result<Manifest> parseManifest(std::string_view text, std::string source) {
  auto manifest = readManifest(text, std::move(source));
  if (!manifest) return manifest;
  bool pods = false;
  for (ManifestObject& object : manifest->objects) {
    if (!object.problems.empty()) return unexpected(object.problems.front());
    pods = pods || object.pod != nullptr;
    if (object.pod || object.roles.empty()) continue;
    object.problems.push_back(makeError(ErrorCode::Unsupported, object.kind,
                                        object.source + ", " + yaml::describe(yaml::Place{object.line, 1})));
  }
  if (!pods) return unexpected(nothingToPlace(*manifest));
  return manifest;
}

Result<std::string> readManifestFile(const std::string& path) {
  return readFile(path, yaml::kMaxBytes);
}

Result<Manifest> loadManifest(const std::string& path) {
  const auto text = readManifestFile(path);
  if (!text) return unexpected(text.error());
  return parseManifest(*text, std::filesystem::path(path).filename().string());
}

}  // namespace cardinal
