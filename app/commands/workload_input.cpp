// SPDX-License-Identifier: Apache-2.0
#include "app/commands/workload_input.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <limits>

#include "app/program/help.h"
#include "core/alloc/engine/allocator.h"
#include "core/manifest/read/file_facts.h"
#include "core/manifest/read/read_manifest.h"
#include "core/manifest/read/train_job.h"
#include "core/service/read/claim_objects.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/workloads/manifest_texts.h"

namespace cardinal::app {

namespace {

constexpr const char* kStandardInput = "-";

/// The files that a name stands for.
Result<std::vector<std::string>> filesOf(const std::string& name) {
  std::error_code status;
  if (name == kStandardInput || !std::filesystem::is_directory(name, status)) return std::vector<std::string>{name};
  std::vector<std::string> out;
  std::filesystem::directory_iterator entry(name, status);
  if (status) return unexpected(makeError(ErrorCode::FileUnreadable, name, {}, status.message()));
  for (; entry != std::filesystem::directory_iterator(); entry.increment(status)) {
    if (status) return unexpected(makeError(ErrorCode::FileUnreadable, name, {}, status.message()));
    const std::string extension = entry->path().extension().string();
    if (extension == ".yaml" || extension == ".yml" || extension == ".json") out.push_back(entry->path().string());
  }
  if (out.empty()) return unexpected(makeError(ErrorCode::NotFound, "*.yaml, *.yml, *.json", name));
  std::sort(out.begin(), out.end());
  return out;
}

Result<Manifest> readOne(const std::string& path, const KindTable* own, yaml::FileFacts& all) {
  yaml::FileFacts facts;
  Result<Manifest> manifest = [&]() -> Result<Manifest> {
    if (path == kStandardInput)
      return readManifest(std::string(std::istreambuf_iterator<char>(std::cin), {}), "stdin", own, facts);
    const auto text = readManifestFile(path);
    if (!text) return unexpected(text.error());
    return readManifest(*text, path, own, facts);
  }();
  if (manifest) all.add(facts);
  return manifest;
}

Result<std::shared_ptr<const KindTable>> ownKinds(const std::string& path) {
  if (path.empty()) return std::shared_ptr<const KindTable>();
  const auto text = readManifestFile(path);
  if (!text) return unexpected(text.error());
  return readKindTable(*text, path);
}

/// Joins what the files hold. `sources` gets the names of all, for messages.
Result<WorkloadInput> readAll(const FileChoice& choice, std::string& sources) {
  const auto own = ownKinds(choice.kinds);
  if (!own) return unexpected(own.error());
  WorkloadInput input;
  yaml::FileFacts facts;
  std::size_t read = 0;
  for (const std::string& name : choice.files) {
    const auto files = filesOf(name);
    if (!files) return unexpected(files.error());
    for (const std::string& file : *files) {
      auto manifest = readOne(file, own->get(), facts);
      if (manifest) {
        sources += (sources.empty() ? "" : ", ") + manifest->source;
        ++read;
        std::move(manifest->objects.begin(), manifest->objects.end(), std::back_inserter(input.objects));
      } else if (files->size() == 1 && choice.files.size() == 1) {
        return unexpected(std::move(manifest).error());
      } else {
        input.problems.push_back(std::move(manifest).error());
      }
    }
  }
  resolveTrainJobs(input.objects);  // their runtimes may stand in another file
  if (read > 1) applyFacts(facts, input.objects);
  return input;
}

std::string nameOf(const ManifestObject& object, const ManifestRole& role) {
  const std::string name = !object.key.name.empty()      ? object.key.name
                           : object.generateName.empty() ? std::string()
                                                         : object.generateName + "*";
  return object.kind + "/" + name + (role.name.empty() ? "" : " " + role.name);
}

void addRequests(WorkloadInput& input, std::size_t index, const Aim& aim,
                 const std::shared_ptr<const ClaimObjects>& claims) {
  const ManifestObject& object = input.objects[index];
  for (std::size_t i = 0; i < object.roles.size(); ++i) {
    const ManifestRole& role = object.roles[i];
    const std::int64_t least = aim.evenOfNone && role.pods ? 1 : 0;
    const std::int64_t pods = aim.replicas.value_or(
        static_cast<int>(std::clamp<std::int64_t>(role.pods.value_or(0), least, std::numeric_limits<int>::max())));
    if (!role.pod || pods <= 0) continue;
    AllocationRequest request = makeRequest(role.pod, static_cast<int>(pods));
    request.name = nameOf(object, role);
    // Of a pod whose name the server makes.
    for (Error& problem : request.gpu.problems) {
      if (problem.place.empty()) problem.place = request.name;
    }
    request.onlyNode = aim.node;
    request.onlyCard = aim.card;
    request.claims = claims;
    input.requests.push_back(std::move(request));
    input.origins.push_back({index, i});
  }
}

}  // namespace

CLI::Option* FileChoice::addOptions(CLI::App& command) {
  command
      .add_option("--kinds", kinds,
                  Help::tr("table of further kinds: where their pod templates stand (docs/workloads.md)"))
      ->type_name("FILE");
  return command
      .add_option("-f,--filename", files,
                  Help::tr("manifest or a folder of them, - for standard input; may be given several times"))
      ->type_name("FILE|DIR")
      ->allow_extra_args(false);
}

bool WorkloadInput::makesPods() const {
  return std::any_of(objects.begin(), objects.end(), [](const ManifestObject& one) { return !one.roles.empty(); });
}

void remakeRequests(WorkloadInput& input, const Aim& aim) {
  input.requests.clear();
  input.origins.clear();
  const auto claims = claimObjectsOf(input.objects);
  for (std::size_t i = 0; i < input.objects.size(); ++i) addRequests(input, i, aim, claims);
}

Result<WorkloadInput> readWorkloads(const FileChoice& files, const Aim& aim) {
  std::string sources;
  auto input = readAll(files, sources);
  if (!input) return input;
  if (input->objects.empty() && input->problems.empty())
    return unexpected(makeError(ErrorCode::NoPodTemplate, {}, sources));
  for (const ManifestObject& object : input->objects) {
    if (aim.replicas && object.roles.size() > 1) {
      return unexpected(
          makeError(ErrorCode::InvalidArgument, "--replicas " + object.kind, {}, std::to_string(*aim.replicas)));
    }
  }
  remakeRequests(*input, aim);
  return input;
}

bool complainAboutFiles(Console& console, const WorkloadInput& input) {
  bool complained = false;
  const auto complain = [&](const QString& text) {
    console.complain(text);
    complained = true;
  };
  for (const Error& problem : input.problems) complain(ui::errorText(problem));
  for (const ManifestObject& object : input.objects) {
    for (const QString& fault : ui::faultTexts(object)) complain(fault);
  }
  return complained;
}

bool complainAboutRequests(Console& console, const WorkloadInput& input) {
  const bool byFiles = complainAboutFiles(console, input);
  bool complained = byFiles;
  for (const auto& request : input.requests) {
    for (const auto& problem : request.gpu.problems) {
      // Reported for the file already, in the field's words.
      if (byFiles && problem.code == ErrorCode::QuantityInvalid) continue;
      console.complain(ui::errorText(problem));
      complained = true;
    }
  }
  return complained;
}

bool nothingToAsk(const WorkloadInput& input) {
  return std::all_of(input.requests.begin(), input.requests.end(),
                     [](const AllocationRequest& request) { return !request.gpu.problems.empty(); });
}

bool isUnanswered(const ManifestObject& object) {
  return object.noPods == NoPods::Unreadable ||
         std::any_of(object.roles.begin(), object.roles.end(),
                     [](const ManifestRole& role) { return !role.pods || (!role.pod && *role.pods > 0); });
}

bool leavesUnanswered(const WorkloadInput& input) {
  return !input.problems.empty() || std::any_of(input.objects.begin(), input.objects.end(), isUnanswered);
}

Error nothingToPlace(const WorkloadInput& input) {
  constexpr std::size_t kMaxNamed = 10;
  std::string kinds;
  for (std::size_t i = 0; i < input.objects.size() && i < kMaxNamed; ++i) {
    kinds += (kinds.empty() ? "" : ", ") + input.objects[i].kind;
  }
  const ManifestObject& first = input.objects.front();
  return makeError(ErrorCode::NoPodTemplate, kinds, first.source + ", line " + std::to_string(first.line));
}

}  // namespace cardinal::app
