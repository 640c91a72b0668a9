// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"

namespace cardinal {
namespace {

using Form = WorkloadTemplate::Form;

std::int64_t limitOf(const RawPod& pod, const char* resource) {
  const Quantity* amount = find(pod.spec.containers.at(0).limits, resource);
  return amount != nullptr ? amount->value() : -1;
}

TEST(WorkloadTemplate, EveryKindAndFormReadsBackAsRequested) {
  for (const char* kind : {"Pod", "Deployment", "StatefulSet", "Job"}) {
    for (const Form form : {Form::SharedMemory, Form::SharedMemoryAndCore, Form::WholeCards, Form::TopologyCards}) {
      WorkloadTemplate requested;
      requested.kind = kind;
      requested.form = form;
      requested.name = "demo";
      requested.ns = "team";
      requested.replicas = 3;
      requested.memory = 8;
      requested.core = 30;
      requested.cards = form == Form::SharedMemoryAndCore ? 1 : 4;
      const auto manifest = parseManifest(toYaml(requested), "template");
      ASSERT_TRUE(manifest) << describe(manifest.error()) << toYaml(requested);
      int replicas = 0;
      for (const ManifestObject& object : manifest->objects) {
        replicas += object.replicas;
        EXPECT_EQ(object.kind, kind);
        EXPECT_EQ(object.key.ns, "team");
        const RawPod& pod = *object.pod;
        const bool shared = form == Form::SharedMemory || form == Form::SharedMemoryAndCore;
        EXPECT_EQ(limitOf(pod, "aliyun.com/gpu-mem"), shared ? 8 : -1);
        EXPECT_EQ(limitOf(pod, "aliyun.com/gpu-core.percentage"), form == Form::SharedMemoryAndCore ? 30 : -1);
        EXPECT_EQ(limitOf(pod, "nvidia.com/gpu"), form == Form::WholeCards ? 4 : -1);
        EXPECT_EQ(limitOf(pod, "aliyun.com/gpu"), form == Form::TopologyCards ? 4 : -1);
        const std::string* label = find(pod.meta.labels, "aliyun.com/gpu-count");
        EXPECT_EQ(label != nullptr ? *label : "", form == Form::SharedMemory ? "4" : "");
        EXPECT_EQ(pod.spec.containers[0].image, requested.image);
      }
      EXPECT_EQ(replicas, 3);
    }
  }
}

TEST(WorkloadTemplate, TheAdaptersReadTheRequestThatWasMade) {
  WorkloadTemplate requested;
  requested.memory = 8;
  requested.cards = 4;
  const GpuRequest shared = readUsage(*parseManifest(toYaml(requested), "t")->objects.at(0).pod).request;
  EXPECT_EQ(shared.kind(), GpuRequest::Kind::Shared);
  EXPECT_EQ(shared.shared().value().memory, 8_units);
  EXPECT_EQ(shared.shared().value().cards, 4);
  EXPECT_EQ(shared.shared().value().memoryPerCard(), 2_units);
  EXPECT_TRUE(shared.problems.empty());
  requested.form = Form::SharedMemoryAndCore;
  requested.cards = 1;
  requested.core = 30;
  const GpuRequest core = readUsage(*parseManifest(toYaml(requested), "t")->objects.at(0).pod).request;
  EXPECT_TRUE(core.shared().value().asksCore);
  EXPECT_EQ(core.shared().value().core, 30_percent);
  requested.form = Form::WholeCards;
  requested.cards = 2;
  const GpuRequest whole = readUsage(*parseManifest(toYaml(requested), "t")->objects.at(0).pod).request;
  EXPECT_EQ(whole.kind(), GpuRequest::Kind::WholeCards);
  EXPECT_EQ(whole.wholeCards(), 2);
}

TEST(WorkloadTemplate, LimitsOfAnyStackAreRequestedByTheirNames) {
  WorkloadTemplate requested;
  requested.form = Form::Limits;
  requested.limits = parseLimits("volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 4096").value();
  requested.scheduler = "volcano";
  const auto manifest = parseManifest(toYaml(requested), "t");
  ASSERT_TRUE(manifest) << describe(manifest.error());
  const RawPod& pod = *manifest->objects.at(0).pod;
  EXPECT_EQ(pod.spec.schedulerName, "volcano");
  const GpuRequest request = readUsage(pod).request;
  EXPECT_EQ(request.kind(), GpuRequest::Kind::Vgpu);
  EXPECT_EQ(request.stack, GpuStack::Volcano);
  EXPECT_EQ(limitsText(requested.limits), "volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 4096");
}

TEST(WorkloadTemplate, TypedLimitsAreReadOrRefusedAsAWhole) {
  EXPECT_EQ(parseLimits(" a/b:1 ,c/d : 20, ").value(), (std::vector<TemplateLimit>{{"a/b", 1}, {"c/d", 20}}));
  EXPECT_TRUE(parseLimits("").value().empty());
  for (const char* wrong :
       {"a/b", "a/b: x", "a/b: 1.5", "a/b: -1", ": 1", "a b: 1", "a: 1, a: 2", "a: 99999999999999999999"})
    EXPECT_FALSE(parseLimits(wrong)) << wrong;
}

TEST(WorkloadTemplate, TheCountLabelIsTextUnderTheTemplateAndMemoryUnderLimits) {
  WorkloadTemplate requested;
  requested.cards = 4;
  const auto body = nlohmann::json::parse(parseManifest(toYaml(requested), "t")->objects.at(0).json);
  EXPECT_EQ(body["spec"]["template"]["metadata"]["labels"]["aliyun.com/gpu-count"], "4");
  EXPECT_EQ(body["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["aliyun.com/gpu-mem"], 8);
  EXPECT_EQ(body["metadata"]["labels"].count("aliyun.com/gpu-count"), 0U);
}

TEST(WorkloadTemplate, NamesThatYamlWouldReadAsSomethingElseAreQuoted) {
  for (const char* name : {"123", "true", "on", "1e3", "a: b", "x # y", "- z", "\"q\"", "n", "0x1f", "中文", "end:"}) {
    WorkloadTemplate requested;
    requested.name = name;
    const auto manifest = readManifest(toYaml(requested), "t");
    ASSERT_TRUE(manifest) << name << ": " << describe(manifest.error());
    EXPECT_EQ(manifest->objects.at(0).key.name, name);
  }
}

}  // namespace
}  // namespace cardinal
