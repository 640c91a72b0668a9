// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/runtimes.h"

#include <future>

#include "app/commands/common/reports/admission_report.h"
#include "core/manifest/read/read_manifest.h"
#include "core/manifest/read/train_job.h"

namespace cardinal::app {

namespace {

/// The object as JSON; empty = it cannot be read.
std::string readRuntime(const RuntimeName& name, Session& session) {
  std::promise<Result<ObjectText>> promise;
  auto answer = promise.get_future();
  session.service().readObject({name.kind, {name.ns, name.name}}, {}, {},
                               [&promise](Result<ObjectText> text) { promise.set_value(std::move(text)); });
  const auto text = answer.get();
  if (!text) return {};
  const auto read = readManifest(text->yaml, name.kind + " " + name.name);
  return read && read->objects.size() == 1 ? read->objects.front().json : std::string();
}

}  // namespace

void resolveRuntimes(WorkloadInput& input, Session& session, const CommonOptions& options, const Aim& aim) {
  bool isChanged = false;
  for (ManifestObject& object : input.objects) {
    RuntimeName name = runtimeOf(object);
    if (name.name.empty()) continue;
    if (name.kind == "TrainingRuntime" && name.ns.empty()) name.ns = namespaceFor(options, session.info());
    const std::string runtime = readRuntime(name, session);
    isChanged = (!runtime.empty() && resolveTrainJob(object, runtime)) || isChanged;
  }
  if (isChanged) remakeRequests(input, aim);
}

}  // namespace cardinal::app
