// SPDX-License-Identifier: Apache-2.0
// What any API server refuses of an object is said when the file is read. rules_test holds it against real ones.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/manifest/read/read_manifest.h"

namespace cardinal {
namespace {

std::string pod(const std::string& spec, const std::string& container = {}) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {" + spec + " containers: [{name: c, image: i" +
         container + "}]}}";
}

std::string workload(const std::string& kind, const std::string& spec, const std::string& podSpec) {
  const std::string version = kind == "Job" ? "batch/v1" : "apps/v1";
  return "{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: a}, spec: {" + spec +
         " template: {metadata: {labels: {app: a}}, spec: {" + podSpec + " containers: [{name: c, image: i}]}}}}";
}

/// "field: words" of the first fault that the API server finds, and how many; empty = none.
std::string faultOf(const std::string& text) {
  const auto read = readManifest(text, "f.yaml");
  if (!read) return "not read";
  const auto& problems = read->objects.at(0).problems;
  if (problems.empty()) return {};
  const Error& first = problems.front();
  EXPECT_EQ(first.code, ErrorCode::Invalid);
  EXPECT_FALSE(read->objects.at(0).roles.empty()) << "its pods are known all the same";
  return first.detail;
}

TEST(ObjectRules, RestartPoliciesAreThoseOfTheKind) {
  const std::string job = "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"";
  EXPECT_EQ(faultOf(workload("Job", "", "")), job);
  EXPECT_EQ(faultOf(workload("Job", "", "restartPolicy: Always,")), job);
  EXPECT_EQ(faultOf(workload("Job", "", "restartPolicy: Never,")), "");
  EXPECT_EQ(faultOf(workload("Deployment", "", "restartPolicy: Never,")),
            "spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\"");
  EXPECT_EQ(faultOf(workload("StatefulSet", "", "")), "");
  EXPECT_EQ(faultOf(pod("restartPolicy: Never,")), "");
}

TEST(ObjectRules, ASelectorMatchesThePodsOfItsController) {
  EXPECT_EQ(faultOf(workload("Deployment", "selector: {matchLabels: {app: b}},", "")),
            "spec.template.metadata.labels: Invalid value: \"app=a\": `selector` (app=b) does not match template "
            "`labels`");
  EXPECT_EQ(faultOf(workload("Deployment", "selector: {matchLabels: {app: a}},", "")), "");
  EXPECT_EQ(faultOf(workload("Deployment", "", "")), "") << "a sketch leaves it out";
}

TEST(ObjectRules, NamesAndLabels) {
  EXPECT_TRUE(faultOf("{apiVersion: v1, kind: Pod, metadata: {name: A_b}, spec: {containers: [{name: c}]}}")
                  .starts_with("metadata.name: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain"));
  EXPECT_TRUE(faultOf("{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {app: has space}}, spec: {containers: "
                      "[{name: c}]}}")
                  .starts_with("metadata.labels: Invalid value: \"has space\": a valid label"));
  EXPECT_EQ(faultOf(pod("initContainers: [{name: c, image: i}],")),
            "spec.initContainers[0].name: Duplicate value: \"c\"");
}

TEST(ObjectRules, PortsMountsAndClaimsOfContainers) {
  EXPECT_EQ(faultOf(pod("", ", ports: [{containerPort: 1, hostPort: 80}, {containerPort: 2, hostPort: 80}]")),
            "spec.containers[0].ports[1].hostPort: Duplicate value: \"TCP//80\"");
  EXPECT_EQ(
      faultOf(pod("hostNetwork: true,", ", ports: [{containerPort: 1, hostPort: 80}]")),
      "spec.containers[0].ports[0].hostPort: Invalid value: \"80\": must match `containerPort` when `hostNetwork` "
      "is true");
  EXPECT_EQ(faultOf(pod("",
                        ", ports: [{containerPort: 1, hostPort: 80}, {containerPort: 2, hostPort: 80, protocol: "
                        "UDP}]")),
            "");
  EXPECT_EQ(faultOf(pod("", ", volumeMounts: [{name: data, mountPath: /d}]")),
            "spec.containers[0].volumeMounts[0].name: Not found: \"data\"");
  EXPECT_EQ(faultOf(pod("volumes: [{name: data, emptyDir: {}}],", ", volumeMounts: [{name: data, mountPath: /d}]")),
            "");
  EXPECT_EQ(faultOf(pod("", ", resources: {claims: [{name: gpu}]}")),
            "spec.containers[0].resources.claims[0]: Not found: \"gpu\"");
  EXPECT_EQ(faultOf(pod("", ", resources: {limits: {gpu: 1}}")),
            "spec.containers[0].resources.limits: Invalid value: \"gpu\": must be a standard resource type or fully "
            "qualified");
  EXPECT_EQ(faultOf(pod("", ", resources: {limits: {hugepages-2Mi: 4Mi}}")),
            "spec.containers[0].resources: Forbidden: HugePages require cpu or memory");
}

TEST(ObjectRules, MountsOfAStatefulSetMayBeOfItsClaims) {
  EXPECT_EQ(
      faultOf("{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a}, spec: {template: {spec: {containers: "
              "[{name: c, volumeMounts: [{name: data, mountPath: /d}]}]}}, volumeClaimTemplates: [{metadata: "
              "{name: data}, spec: {}}]}}"),
      "");
}

TEST(ObjectRules, Tolerations) {
  const auto one = [](const std::string& toleration) { return faultOf(pod("tolerations: [{" + toleration + "}],")); };
  EXPECT_EQ(one("key: a, operator: In, value: x"),
            "spec.tolerations[0].operator: Unsupported value: \"In\": supported values: \"Equal\", \"Exists\"");
  EXPECT_EQ(one("key: a, operator: Exists, value: x"),
            "spec.tolerations[0].value: Invalid value: \"x\": value must be empty when `operator` is 'Exists'");
  EXPECT_EQ(one("value: x"),
            "spec.tolerations[0].operator: Invalid value: \"\": operator must be Exists when `key` is empty");
  EXPECT_EQ(one("key: a, operator: Exists, effect: NoSchedule, tolerationSeconds: 5"),
            "spec.tolerations[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when "
            "`tolerationSeconds` is set");
  EXPECT_EQ(one("operator: Exists"), "");
  EXPECT_EQ(one("key: a, value: x, effect: NoExecute, tolerationSeconds: 5"), "");
}

TEST(ObjectRules, AffinityAndSpread) {
  const std::string hard = "requiredDuringSchedulingIgnoredDuringExecution";
  const auto node = [&](const std::string& terms) {
    return faultOf(pod("affinity: {nodeAffinity: {" + hard + ": {nodeSelectorTerms: [" + terms + "]}}},"));
  };
  const std::string path = "spec.affinity.nodeAffinity." + hard + ".nodeSelectorTerms";
  EXPECT_EQ(node(""), path + ": Required value: must have at least one node selector term");
  EXPECT_EQ(node("{matchExpressions: [{key: a, operator: Equals, values: [x]}]}"),
            path + "[0].matchExpressions[0].operator: Invalid value: \"Equals\": not a valid selector operator");
  EXPECT_EQ(node("{matchExpressions: [{key: a, operator: In, values: [x]}, {key: b, operator: Exists}]}"), "");
  EXPECT_EQ(faultOf(pod("affinity: {podAntiAffinity: {" + hard + ": [{labelSelector: {}}]}},")),
            "spec.affinity.podAntiAffinity." + hard + "[0].topologyKey: Required value: can not be empty");
  EXPECT_EQ(
      faultOf(pod("topologySpreadConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable: DoNotSchedule}],")),
      "spec.topologySpreadConstraints[0].maxSkew: Invalid value: \"0\": must be greater than zero");
  EXPECT_EQ(faultOf(pod("topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule}, "
                        "{maxSkew: 2, topologyKey: z, whenUnsatisfiable: DoNotSchedule}],")),
            "spec.topologySpreadConstraints[1]: Duplicate value: \"{z, DoNotSchedule}\"");
}

TEST(ObjectRules, AllFaultsOfAnObjectAreNamed) {
  const auto read = readManifest(
      pod("tolerations: [{key: a, operator: In}], restartPolicy: Sometimes,", ", volumeMounts: [{name: d}]"), "f.yaml");
  ASSERT_TRUE(read);
  const Error& error = read->objects.at(0).problems.at(0);
  ASSERT_EQ(error.causes.size(), 3U);
  EXPECT_EQ(error.place, error.causes[0].field);
  EXPECT_TRUE(error.subject.starts_with("Pod/a (f.yaml, line 1, column ")) << error.subject;
}

TEST(ObjectRules, KindsOfOthersAreTheBusinessOfTheirControllers) {
  EXPECT_EQ(faultOf("{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: a}, spec: {pytorchReplicaSpecs: "
                    "{Master: {template: {spec: {restartPolicy: Always, containers: [{name: c, image: i}]}}}}}}"),
            "");
}

}  // namespace
}  // namespace cardinal
