// SPDX-License-Identifier: Apache-2.0
#include "app/commands/workload_input.h"

#include <iostream>
#include <iterator>

#include "core/alloc/allocator.h"
#include "ui/i18n/texts.h"

namespace cardinal::app {

namespace {

Result<Manifest> readManifest(const std::string& path) {
  if (path != "-") return loadManifest(path);
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  return parseManifest(text, "stdin");
}

}  // namespace

Result<WorkloadInput> readWorkloads(const std::string& path, const Aim& aim) {
  auto manifest = readManifest(path);
  if (!manifest) return unexpected(std::move(manifest).error());
  WorkloadInput input{std::move(manifest).value(), {}};
  for (const auto& object : input.manifest.objects) {
    if (!object.pod) continue;
    AllocationRequest request = makeRequest(object.pod, aim.replicas.value_or(object.replicas));
    request.name = object.kind + "/" + object.key.name;
    request.onlyNode = aim.node;
    request.onlyCard = aim.card;
    input.requests.push_back(std::move(request));
  }
  return input;
}

bool complainAboutRequests(Console& console, const WorkloadInput& input) {
  bool complained = false;
  for (const auto& request : input.requests) {
    for (const auto& problem : request.gpu.problems) {
      console.complain(ui::errorText(problem));
      complained = true;
    }
  }
  return complained;
}

}  // namespace cardinal::app
