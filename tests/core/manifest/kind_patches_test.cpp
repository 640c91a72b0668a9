// SPDX-License-Identifier: Apache-2.0
// Pods that an object writes down in parts: patches, defaults, texts and objects inside of it, and documents that
// cannot be parsed beside others that can.
#include <gtest/gtest.h>

#include "core/manifest/read/read_manifest.h"
#include "tests/core/manifest/read_kinds.h"

namespace cardinal {
namespace {

std::string workflow(const std::string& spec) {
  return head("argoproj.io/v1alpha1", "Workflow") + "  entrypoint: main\n" + spec;
}

const std::string kPatch = R"('{"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"4"}}}]}')";

TEST(KindPatches, PatchesOfAWorkflowAreMergedOverItsPods) {
  const auto whole =
      read(workflow("  podSpecPatch: " + kPatch + "\n  templates: [{name: main, container: {image: x}}]\n"));
  EXPECT_EQ(rolesOf(whole), "main 1x4");
  const auto own =
      read(workflow("  podSpecPatch: " + kPatch +
                    "\n  templates: [{name: main, nodeSelector: {a: b}, container: {image: x}, podSpecPatch: "
                    "'containers: [{name: main, resources: {limits: {nvidia.com/gpu: 2}}}]'}]\n"));
  EXPECT_EQ(rolesOf(own), "main 1x2");
  EXPECT_EQ(own.roles.at(0).pod->spec.nodeSelector.size(), 1U);
}

TEST(KindPatches, PatchesThatTakeTheControllerLeaveThePodUnknown) {
  for (const char* patch : {"'{\"containers\": [{\"name\": \"main\", \"resources\": {{inputs.parameters.r}}}]}'",
                            "'containers: ['", "'{\"$patch\": \"replace\", \"containers\": []}'"}) {
    const auto one = read(
        workflow(std::string("  podSpecPatch: ") + patch + "\n  templates: [{name: main, container: {image: x}}]\n"));
    EXPECT_EQ(rolesOf(one), "main 1x?") << patch;
    EXPECT_TRUE(has(one, NoteCode::NotRead, "spec.podSpecPatch")) << patch;
  }
}

TEST(KindPatches, DefaultsOfTemplatesStandBelowThem) {
  const auto one = read(workflow(
      "  templateDefaults: {nodeSelector: {a: b}, container: {resources: {limits: {nvidia.com/gpu: 2}}}}\n"
      "  templates: [{name: main, container: {image: x}}, {name: own, container: {resources: {limits: {nvidia.com/gpu: "
      "1}}}}, {name: code, script: {image: x}}]\n"));
  EXPECT_EQ(rolesOf(one), "main 1x2, own ?x1, code ?x0");
  EXPECT_EQ(one.roles.at(2).pod->spec.nodeSelector.size(), 1U);
}

TEST(KindPatches, ATemplateThatCreatesAnObjectMakesThePodsOfTheObject) {
  const std::string made =
      "      manifest: |\n        apiVersion: kubeflow.org/v1\n        kind: PyTorchJob\n        metadata: {name: "
      "\"a-{{workflow.name}}\"}\n"
      "        spec: {pytorchReplicaSpecs: {Worker: {replicas: 4, template: " +
      pod(8) + "}}}\n";
  const auto once = read(workflow("  templates:\n  - name: main\n    resource:\n      action: create\n" + made));
  EXPECT_EQ(rolesOf(once), "main/Worker 4x8");
  const auto often =
      read(workflow("  templates:\n  - {name: main, steps: [[{name: a, template: made}]]}\n  - name: made\n"
                    "    resource:\n      action: create\n" +
                    made));
  EXPECT_EQ(rolesOf(often), "made/Worker ?x8");
  const auto open =
      read(workflow("  templates:\n  - name: main\n    resource:\n      action: create\n      manifest: |\n"
                    "        apiVersion: batch/v1\n        kind: Job\n        spec: {parallelism: \"{{n}}\"}\n"));
  EXPECT_EQ(rolesOf(open), "main ?x?");
  EXPECT_TRUE(has(open, NoteCode::NotRead, "spec.templates[0].resource.manifest"));
  const auto deleted = read(workflow("  templates:\n  - name: main\n    resource:\n      action: delete\n" + made));
  EXPECT_EQ(deleted.noPods, NoPods::NoneNamed);
}

TEST(KindPatches, TemplatesInsideOfStepsAreFound) {
  const auto inside = read(workflow(
      "  templates:\n  - {name: main, dag: {tasks: [{name: a, inline: {container: {resources: {limits: "
      "{nvidia.com/gpu: "
      "8}}}}}]}}\n  - {name: b, steps: [[{name: c, inline: {script: {image: x}}}, {name: d, templateRef: {name: other, "
      "template: t}}]]}\n"));
  EXPECT_EQ(rolesOf(inside), "a ?x8, c ?x0, d ?x?");
  EXPECT_TRUE(has(inside, NoteCode::DefinedElsewhere, {}, "WorkflowTemplate other"));
}

TEST(KindPatches, WorkersOfARoleBasedGroupAskWhatTheirPatchSays) {
  const auto first =
      read(head("workloads.x-k8s.io/v1alpha1", "RoleBasedGroup") + "  roles:\n  - {name: router, template: " + pod(0) +
           "}\n  - {name: d, replicas: 2, leaderWorkerSet: {size: 4, patchWorkerTemplate: " + pod(4) +
           "}, template: " + pod(2) + "}\n");
  EXPECT_EQ(rolesOf(first), "router 1x0, d-leader 2x2, d-worker 6x4");
  const auto second = read(head("workloads.x-k8s.io/v1alpha2", "RoleBasedGroup",
                                "name: g, annotations: {rbg.workloads.x-k8s.io/group-gang-scheduling: 'true'}") +
                           "  roles:\n  - {name: d, leaderWorkerPattern: {size: 3, leaderTemplatePatch: " + pod(1) +
                           ", template: " + pod(2) + "}}\n");
  EXPECT_EQ(rolesOf(second), "d-leader 1x1/1, d-worker 2x2/2");
}

TEST(KindPatches, AppWrappersSayThePodsOfKindsThatAreNotKnown) {
  const auto wrapper =
      read(head("workload.codeflare.dev/v1beta2", "AppWrapper") +
           "  components:\n  - podSets: [{path: 'template.spec.parts[0].template', replicas: 3}]\n"
           "    template: {apiVersion: acme.io/v1, kind: Foo, metadata: {name: foo}, spec: {n: 3, parts: "
           "[{template: " +
           pod(1) +
           "}]}}\n"
           "  - podSets: [{path: template.spec.no, replicas: 2}]\n"
           "    template: {apiVersion: acme.io/v1, kind: Foo, metadata: {name: bar}}\n");
  EXPECT_EQ(rolesOf(wrapper), "foo 3x1, bar 2x?");
  EXPECT_TRUE(has(wrapper, NoteCode::NotRead));
  const auto older = read(head("workload.codeflare.dev/v1beta1", "AppWrapper") +
                          "  resources: {GenericItems: [{replicas: 1, generictemplate: {apiVersion: apps/v1, kind: "
                          "Deployment, metadata: {name: x}, spec: {replicas: 2, template: " +
                          pod(1) + "}}}]}\n");
  EXPECT_EQ(rolesOf(older), "x 2x1");
}

TEST(KindPatches, ADocumentThatIsNotWellFormedTakesNoOtherWithIt) {
  const auto manifest =
      readManifest("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  token: {{TOKEN}}\n---\n" +
                       head("apps/v1", "Deployment") + "  replicas: 2\n  template: " + pod(1) + "\n---\na: [\n",
                   "f.yaml");
  ASSERT_TRUE(manifest);
  ASSERT_EQ(manifest->objects.size(), 3U);
  EXPECT_EQ(manifest->objects[0].problems.at(0).code, ErrorCode::ParseFailed);
  EXPECT_EQ(rolesOf(manifest->objects[1]), "2x1");
  EXPECT_EQ(manifest->objects[1].line, 7);
  EXPECT_EQ(manifest->objects[2].noPods, NoPods::Unreadable);
  EXPECT_NE(manifest->objects[2].problems.at(0).place.find("line 1"), std::string::npos);
  EXPECT_FALSE(readManifest("a: [\n---\nb: [\n", "f.yaml"));
}

}  // namespace
}  // namespace cardinal
