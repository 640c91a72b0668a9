// SPDX-License-Identifier: Apache-2.0
#include "ui/session/built_in_templates.h"

#include <QFile>
#include <cstddef>
#include <iterator>

namespace cardinal::ui {

namespace {

using Form = WorkloadTemplate::Form;

WorkloadTemplate make(const char* name, Form form, std::int64_t memory, std::int32_t core, int cards, int replicas) {
  WorkloadTemplate made;
  made.name = name;
  made.form = form;
  made.memory = memory;
  made.core = core;
  made.cards = cards;
  made.replicas = replicas;
  return made;
}

/// As the stack of the resources asks for it.
WorkloadTemplate makeLimits(const char* name, const char* limits, const char* scheduler = "") {
  WorkloadTemplate made = make(name, Form::Limits, 0, 0, 1, 1);
  made.limits = parseLimits(limits).value_or(std::vector<TemplateLimit>());
  made.scheduler = scheduler;
  return made;
}

/// One of examples/workloads, which are resources of the program.
WorkloadTemplate makeManifest(const QString& name) {
  WorkloadTemplate made;
  made.name = name.toStdString();
  made.form = Form::Manifest;
  QFile file(QStringLiteral(":/cardinal/workloads/%1.yaml").arg(name));
  if (file.open(QIODevice::ReadOnly)) made.manifest = file.readAll().toStdString();
  return made;
}

}  // namespace

std::vector<WorkloadTemplate> builtInManifests() {
  return {makeManifest(QStringLiteral("pytorch-job")), makeManifest(QStringLiteral("ray-cluster")),
          makeManifest(QStringLiteral("leader-worker-set")), makeManifest(QStringLiteral("volcano-job")),
          makeManifest(QStringLiteral("vllm"))};
}

std::vector<WorkloadTemplate> builtInTemplates() {
  std::vector<WorkloadTemplate> made = {
      make("infer-small", Form::SharedMemory, 2, 0, 1, 1),
      make("infer-8g", Form::SharedMemory, 8, 0, 1, 1),
      make("multi-card-8g", Form::SharedMemory, 8, 0, 4, 1),
      make("infer-core-30", Form::SharedMemoryAndCore, 2, 30, 1, 1),
      make("train-whole", Form::WholeCards, 0, 0, 1, 1),
      make("train-nvlink-4", Form::TopologyCards, 0, 0, 4, 1),
      makeLimits("time-slice", "nvidia.com/gpu.shared: 1"),
      makeLimits("mig-1g", "nvidia.com/mig-1g.10gb: 1"),
      makeLimits("hami-3g", "nvidia.com/gpu: 1, nvidia.com/gpumem: 3072, nvidia.com/gpucores: 20"),
      makeLimits("volcano-4g", "volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 4096, volcano.sh/vgpu-cores: 20",
                 "volcano"),
      makeLimits("vcuda-4g", "tencent.com/vcuda-core: 30, tencent.com/vcuda-memory: 16"),
      makeLimits("amd-card", "amd.com/gpu: 1"),
      makeLimits("amd-cpx", "amd.com/cpx_nps4: 1"),
      makeLimits("koord-half", "koordinator.sh/gpu-core: 50, koordinator.sh/gpu-memory-ratio: 50", "koord-scheduler")};
  // What a cluster for training and serving is asked for most is in sight without scrolling.
  constexpr std::ptrdiff_t kBefore = 2;
  std::vector<WorkloadTemplate> manifests = builtInManifests();
  made.insert(made.begin() + kBefore, std::make_move_iterator(manifests.begin()),
              std::make_move_iterator(manifests.end()));
  return made;
}

}  // namespace cardinal::ui
