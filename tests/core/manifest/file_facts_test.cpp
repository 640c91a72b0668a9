// SPDX-License-Identifier: Apache-2.0
// What objects of a text, and of the texts beside it, say of its workloads.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "core/manifest/read/file_facts.h"
#include "tests/core/manifest/read_kinds.h"

namespace cardinal {
namespace {

const std::string kWorkload =
    "apiVersion: scheduling.k8s.io/v1alpha1\nkind: Workload\nmetadata: {name: train, namespace: ns}\n"
    "spec: {podGroups: [{name: workers, policy: {gang: {minCount: 4}}}, {name: eval, policy: {basic: {}}}]}\n";
const std::string kGroup =
    "apiVersion: scheduling.k8s.io/v1alpha2\nkind: PodGroup\nmetadata: {name: g, namespace: ns}\n"
    "spec: {schedulingPolicy: {gang: {minCount: 3}}}\n";

std::string job(const std::string& field, int pods = 6) {
  return head("batch/v1", "Job", "name: j, namespace: ns") + "  parallelism: " + std::to_string(pods) +
         "\n  completions: " + std::to_string(pods) + "\n  template: {spec: {" + field +
         "containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}}\n";
}

const std::string kByWorkload = "workloadRef: {name: train, podGroup: workers}, ";
const std::string kByGroup = "schedulingGroup: {podGroupName: g}, ";

Manifest readAll(const std::string& text) {
  auto manifest = readManifest(text, "f.yaml");
  if (!manifest) ADD_FAILURE() << describe(manifest.error());
  return manifest ? std::move(manifest).value() : Manifest{};
}

TEST(FileFacts, PodGroupsOfKubernetesItselfAreGangsOnlyWhereAFeatureGateIsOn) {
  for (const auto& [objects, field, name, least] :
       {std::tuple(kWorkload, kByWorkload, "train/workers", 4), std::tuple(kGroup, kByGroup, "g", 3)}) {
    const Manifest manifest = readAll(objects + "---\n" + job(field));
    ASSERT_EQ(manifest.objects.size(), 2U);
    EXPECT_EQ(manifest.objects[0].noPods, NoPods::Known);
    const ManifestObject& found = manifest.objects[1];
    EXPECT_EQ(found.gang, least);
    EXPECT_FALSE(found.gangEnforced) << "nobody knows whether the gate is on";
    EXPECT_TRUE(has(found, NoteCode::GangByGate, name, std::to_string(least)));
    EXPECT_FALSE(found.pod->spec.unreadFields.empty()) << "which keeps its preview from being certain";
  }
}

TEST(FileFacts, AGroupWithTheBasicPolicyIsNoGangAndOneThatIsNotThereIsUnknown) {
  const Manifest basic = readAll(kWorkload + "---\n" + job("workloadRef: {name: train, podGroup: eval}, "));
  EXPECT_EQ(basic.objects.at(1).gang, std::nullopt);
  EXPECT_TRUE(has(basic.objects.at(1), NoteCode::GangByGate, "train/eval", "basic"));
  const Manifest missing = readAll(job(kByGroup));
  EXPECT_EQ(missing.objects.at(0).gang, std::nullopt);
  ASSERT_TRUE(has(missing.objects.at(0), NoteCode::GangByGate, "g"));
  EXPECT_TRUE(missing.objects.at(0).notes.front().detail.empty());
  // a PodGroup of another API with that name is not meant
  const Manifest other = readAll(
      "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g, "
      "namespace: ns}\nspec: {minMember: 5}\n---\n" +
      job(kByGroup));
  EXPECT_EQ(other.objects.at(1).gang, std::nullopt);
}

TEST(FileFacts, WhatOneFileSaysHoldsForTheWorkloadsOfAnother) {
  yaml::FileFacts facts;
  const auto rules = readManifest(
      kGroup +
          "---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: ns}\n"
          "spec: {scaleTargetRef: {kind: Deployment, name: d}, minReplicas: 2, maxReplicas: 9}\n"
          "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n"
          "preemptionPolicy: Never\n"
          "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: two, namespace: ns}\n"
          "spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}}\n",
      "rules.yaml", nullptr, facts);
  ASSERT_TRUE(rules);
  Manifest work = readAll(job(kByGroup + "priorityClassName: high, resourceClaims: [{name: a, "
                                         "resourceClaimTemplateName: two}], ") +
                          "---\n" + head("apps/v1", "Deployment", "name: d, namespace: ns") +
                          "  replicas: 3\n  template: {spec: {containers: [{name: c}]}}\n");
  applyFacts(facts, work.objects);
  const ManifestObject& first = work.objects.at(0);
  EXPECT_EQ(first.gang, 3);
  EXPECT_TRUE(has(first, NoteCode::GangByGate, "g", "3"));
  EXPECT_FALSE(std::any_of(first.notes.begin(), first.notes.end(), [](const ManifestNote& note) {
    return note.code == NoteCode::GangByGate && note.detail.empty();
  })) << "what the other file says stands in place of what was not known";
  EXPECT_EQ(first.pod->spec.priority, 1000);
  EXPECT_TRUE(first.pod->spec.neverPreempts);
  EXPECT_EQ(first.roles.at(0).devices.at(0), (DeviceRequest{"gpu.nvidia.com", 2}));
  const ManifestObject& second = work.objects.at(1);
  EXPECT_TRUE(has(second, NoteCode::Autoscaled, "HorizontalPodAutoscaler h", "2..9"));
  // said once, however often it is applied
  applyFacts(facts, work.objects);
  EXPECT_EQ(std::count_if(second.notes.begin(), second.notes.end(),
                          [](const ManifestNote& note) { return note.code == NoteCode::Autoscaled; }),
            1);
}

TEST(FileFacts, AQueueThatThePodGroupNamesIsTheQueueOfItsPods) {
  const std::string group =
      "apiVersion: scheduling.run.ai/v2alpha2\nkind: PodGroup\nmetadata: {name: g, namespace: ns}\n"
      "spec: {queue: team, minMember: 2}\n---\n";
  const auto jobWith = [](const std::string& labels) {
    return head("batch/v1", "Job", "name: j, namespace: ns") +
           "  parallelism: 4\n  template: {metadata: {annotations: {pod-group-name: g}, labels: {" + labels +
           "}}, spec: {schedulerName: kai-scheduler, containers: [{name: c}]}}\n";
  };
  const Manifest manifest = readAll(group + jobWith(""));
  EXPECT_EQ(manifest.objects.at(1).queue, "team");
  EXPECT_EQ(manifest.objects.at(1).gang, 2);
}

const std::string kPods4 =
    "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g, namespace: ns}\n"
    "spec: {minMember: 4}\n---\n";

std::string memberJob(const std::string& name, int pods) {
  return head("batch/v1", "Job", "name: " + name + ", namespace: ns") + "  parallelism: " + std::to_string(pods) +
         "\n  template: {metadata: {labels: {scheduling.x-k8s.io/pod-group: g}}, spec: {containers: [{name: c}]}}\n"
         "---\n";
}

TEST(FileFacts, AGangWhosePodsSeveralObjectsMakeIsNotThatOfOneOfThem) {
  const Manifest both = readAll(kPods4 + memberJob("a", 3) + memberJob("b", 1));
  for (const std::size_t i : {1U, 2U}) {
    const ManifestObject& object = both.objects.at(i);
    EXPECT_FALSE(has(object, NoteCode::GangNeverWhole)) << "the other object makes the rest";
    EXPECT_TRUE(has(object, NoteCode::GangOverRoles, "g", "4"));
    EXPECT_EQ(object.gang, object.roles.at(0).pods) << "all pods are needed";
    EXPECT_EQ(object.roles.at(0).gang, object.roles.at(0).pods);
  }
  const Manifest more = readAll(kPods4 + memberJob("a", 3) + memberJob("b", 3));
  EXPECT_EQ(more.objects.at(1).gang, std::nullopt) << "how many of each is not said";
  EXPECT_EQ(more.objects.at(1).roles.at(0).gang, std::nullopt);
  const Manifest fewer = readAll(kPods4 + memberJob("a", 2) + memberJob("b", 1));
  EXPECT_TRUE(has(fewer.objects.at(1), NoteCode::GangNeverWhole, {}, "4/3"));
  const Manifest alone = readAll(kPods4 + memberJob("a", 3));
  EXPECT_TRUE(has(alone.objects.at(1), NoteCode::GangNeverWhole, {}, "4/3"));
  EXPECT_FALSE(has(alone.objects.at(1), NoteCode::GangOverRoles));
}

TEST(FileFacts, PodsThatAreMadeLaterDoNotMakeAGangOfSeveralObjectsWhole) {
  const std::string member =
      "{metadata: {labels: {scheduling.x-k8s.io/pod-group: g}}, spec: {containers: [{name: c}]}}";
  const std::string mpi =
      head("kubeflow.org/v2beta1", "MPIJob", "name: m, namespace: ns") +
      "  launcherCreationPolicy: WaitForWorkersReady\n  mpiReplicaSpecs:\n    Launcher: {template: " + member +
      "}\n    Worker: {replicas: 2, template: " + member + "}\n---\n";
  const Manifest manifest = readAll(kPods4 + mpi + memberJob("a", 1));
  for (const std::size_t i : {1U, 2U})
    EXPECT_TRUE(has(manifest.objects.at(i), NoteCode::GangNeverWhole, {}, "4/3"))
        << "the launcher comes when the workers run, and they wait for it";
}

TEST(FileFacts, EveryKeyThatNamesAPodGroupIsReadForOneObjectToo) {
  for (const char* key :
       {"labels: {pod-group.scheduling.sigs.k8s.io/name: g}", "annotations: {gang.scheduling.koordinator.sh/name: g}",
        // an empty one names none
        "labels: {pod-group.scheduling.sigs.k8s.io: '', pod-group.scheduling.sigs.k8s.io/name: g}",
        "labels: {scheduling.x-k8s.io/pod-group: ''}, annotations: {pod-group-name: g}"}) {
    const Manifest manifest =
        readAll(kPods4 + head("batch/v1", "Job", "name: j, namespace: ns") +
                "  parallelism: 6\n  template: {metadata: {" + key + "}, spec: {containers: [{name: c}]}}\n");
    EXPECT_EQ(manifest.objects.at(1).gang, 4) << key;
  }
}

TEST(FileFacts, TheOtherObjectOfAGangMayStandInAnotherFile) {
  yaml::FileFacts facts;
  auto first = readManifest(kPods4 + memberJob("a", 3), "a.yaml", nullptr, facts);
  ASSERT_TRUE(first);
  EXPECT_TRUE(has(first->objects.at(1), NoteCode::GangNeverWhole, {}, "4/3"));
  std::vector<ManifestObject> all = first->objects;
  for (ManifestObject& object : readAll(memberJob("b", 1)).objects) all.push_back(std::move(object));
  applyFacts(facts, all);
  EXPECT_FALSE(has(all.at(1), NoteCode::GangNeverWhole));
  EXPECT_EQ(all.at(1).gang, 3);
  EXPECT_EQ(all.at(2).gang, 1);
}

TEST(FileFacts, SubgroupsOfKaiAddUpToTheGang) {
  const auto gangOf = [](const std::string& spec) {
    return readAll(
               "apiVersion: scheduling.run.ai/v2alpha2\nkind: PodGroup\nmetadata: {name: g, namespace: ns}\nspec: {" +
               spec + "}\n---\n" + head("batch/v1", "Job", "name: j, namespace: ns") +
               "  parallelism: 9\n  template: {metadata: {annotations: {pod-group-name: g}}, spec: {schedulerName: "
               "kai-scheduler, containers: [{name: c}]}}\n")
        .objects.at(1)
        .gang;
  };
  const std::string two = "subGroups: [{name: a, minMember: 3}, {name: b, minMember: 2}]";
  EXPECT_EQ(gangOf(two), 5) << "all of them, where no number is said";
  EXPECT_EQ(gangOf("minSubGroup: 1, " + two), 2) << "the smaller one at least";
  EXPECT_EQ(gangOf("subGroups: [{name: top, minSubGroup: 1}, {name: a, parent: Top, minMember: 3}, {name: b, parent: "
                   "top, minMember: 2}, {name: c, minMember: 1}]"),
            3);
  EXPECT_EQ(gangOf("subGroups: [{name: a, parent: b}, {name: b, parent: a}]"), 0) << "a ring needs none";
}

TEST(FileFacts, TaskGroupsOfYunikornAreAGangAndItsLabelNamesTheQueue) {
  const auto jobOf = [](const std::string& scheduler, const std::string& groups) {
    return readAll(head("batch/v1", "Job", "name: j, namespace: ns") +
                   "  parallelism: 4\n  template: {metadata: {labels: {queue: root.team}, annotations: "
                   "{yunikorn.apache.org/task-groups: '" +
                   groups + "'}}, spec: {schedulerName: " + scheduler + ", containers: [{name: c}]}}\n")
        .objects.at(0);
  };
  const std::string three = R"({"name": "a", "minMember": 3, "minResource": {"cpu": 1}})";
  const ManifestObject job =
      jobOf("yunikorn", "[" + three + R"(, {"name": "b", "minMember": 1, "minResource": {"cpu": 1}}])");
  EXPECT_EQ(job.gang, 4);
  EXPECT_EQ(job.queue, "root.team");
  for (const char* wrong : {R"({"name": "b", "minMember": 1})", R"({"name": "b", "minResource": {"cpu": 1}})",
                            R"({"minMember": 1, "minResource": {"cpu": 1}})",
                            R"({"name": "b", "minMember": 0, "minResource": {"cpu": 1}})"})
    EXPECT_EQ(jobOf("yunikorn", "[" + three + ", " + wrong + "]").gang, std::nullopt)
        << "one group that YuniKorn does not take: " << wrong;
  EXPECT_EQ(jobOf("yunikorn", "none").gang, std::nullopt);
  const ManifestObject other = jobOf("default-scheduler", "[" + three + "]");
  EXPECT_EQ(other.gang, std::nullopt);
  EXPECT_EQ(other.queue, "");
}

}  // namespace
}  // namespace cardinal
