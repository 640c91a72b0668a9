// SPDX-License-Identifier: Apache-2.0
// What a namespace keeps from being created. rules_test holds the Pod Security Standards against a real API server.
#include "core/service/read/refusals/namespace_refusal.h"

#include <gtest/gtest.h>

#include <map>

#include "core/manifest/read/read_manifest.h"
#include "core/service/read/file_admission.h"

namespace cardinal {
namespace {

constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";

ClusterSnapshot cluster(const std::string& level, const std::string& version = "v1.35.4") {
  auto selectors = std::make_shared<SelectorObjects>();
  selectors->namespaceLabels["kube-system"] = {};
  selectors->namespaceLabels["team"] = {};
  if (!level.empty()) selectors->namespaceLabels["team"] = {{kEnforce, level}};
  ClusterSnapshot out;
  out.serverVersion = version;
  out.selectors = std::move(selectors);
  return out;
}

std::vector<ManifestObject> objectsOf(const std::string& text) {
  auto read = readManifest(text, "f.yaml");
  EXPECT_TRUE(read);
  return read ? std::move(read->objects) : std::vector<ManifestObject>();
}

std::string pod(const std::string& spec, const std::string& container = {}) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {" + spec + " containers: [{name: c, image: i" +
         container + "}]}}";
}

/// Fields that do not meet the level, joined; empty = nothing is refused.
std::string refused(const std::string& text, const ClusterSnapshot& snapshot) {
  const auto found = namespaceRefusalOf(objectsOf(text), 0, "team", snapshot);
  if (!found) return {};
  std::string out;
  for (const std::string& field : found->fields) out += (out.empty() ? "" : ", ") + field;
  return out;
}

const std::string kMeetsAll =
    ", securityContext: {allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: {drop: [ALL]}, "
    "seccompProfile: {type: RuntimeDefault}}";

TEST(NamespaceRefusal, ThePodsMeetTheStandardThatTheNamespaceEnforces) {
  const ClusterSnapshot baseline = cluster("baseline");
  EXPECT_EQ(refused(pod("hostNetwork: true,"), baseline), "spec.hostNetwork");
  EXPECT_EQ(refused(pod("", ", securityContext: {privileged: true}"), baseline),
            "containers[c].securityContext.privileged");
  EXPECT_EQ(refused(pod("", ", securityContext: {capabilities: {add: [IPC_LOCK]}}"), baseline),
            "containers[c].securityContext.capabilities.add[IPC_LOCK]");
  EXPECT_EQ(refused(pod("volumes: [{name: shm, hostPath: {path: /dev/shm}}],"), baseline),
            "spec.volumes[shm].hostPath");
  EXPECT_EQ(refused(pod(""), baseline), "");
  const ClusterSnapshot restricted = cluster("restricted");
  EXPECT_EQ(refused(pod(""), restricted),
            "containers[c].securityContext.capabilities.drop, containers[c].securityContext.allowPrivilegeEscalation, "
            "containers[c].securityContext.runAsNonRoot, containers[c].securityContext.seccompProfile.type");
  EXPECT_EQ(refused(pod("", kMeetsAll), restricted), "");
  EXPECT_EQ(refused(pod("hostNetwork: true,"), cluster("privileged")), "");
  EXPECT_EQ(refused(pod("hostNetwork: true,"), cluster("")), "");
  EXPECT_EQ(refused(pod("hostNetwork: true,"), cluster("baseline", "v1.22.1")), "") << "there was no such plugin";
}

TEST(NamespaceRefusal, WhatAnOlderStandardOrWindowsDoesNotAskForIsNotMissed) {
  const ClusterSnapshot restricted = cluster("restricted");
  EXPECT_EQ(refused(pod("os: {name: windows}, securityContext: {runAsNonRoot: true},"), restricted), "");
  EXPECT_EQ(refused(pod("os: {name: windows},"), restricted), "containers[c].securityContext.runAsNonRoot");
  const auto pinned = [](const std::string& version) {
    ClusterSnapshot out = cluster("restricted");
    auto selectors = std::make_shared<SelectorObjects>(*out.selectors);
    selectors->namespaceLabels["team"].emplace_back("pod-security.kubernetes.io/enforce-version", version);
    out.selectors = std::move(selectors);
    return out;
  };
  const std::string probed = pod("", kMeetsAll + ", livenessProbe: {httpGet: {host: 10.0.0.1, port: 80}}");
  EXPECT_EQ(refused(probed, pinned("v1.33")), "") << "probes may name hosts there";
  EXPECT_EQ(refused(probed, pinned("latest")), "containers[c].livenessProbe.httpGet.host");
  EXPECT_EQ(refused(probed, cluster("restricted", "v1.33.1")), "") << "so they may where the server is older";
  EXPECT_EQ(refused(pod(""), pinned("v1.21")), "") << "capabilities need not be dropped there";
  EXPECT_NE(refused(pod(""), pinned("v1.25")), "");
  EXPECT_NE(refused(pod(""), pinned("latest")), "");
}

TEST(NamespaceRefusal, ANamespaceOfAnotherGroupIsNotThatOfThePods) {
  const std::string files =
      "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: new}, spec: {hostNetwork: true, containers: [{name: "
      "c, image: i}]}}\n---\n"
      "{apiVersion: example.com/v1, kind: Namespace, metadata: {name: new}}\n---\n"
      "{apiVersion: v1, kind: Namespace, metadata: {name: new, labels: {pod-security.kubernetes.io/enforce: "
      "baseline}}}";
  const auto found = namespaceRefusalOf(objectsOf(files), 0, "new", cluster(""));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->level, "baseline");
}

TEST(NamespaceRefusal, AControllerOfOthersMayFillThePodsIn) {
  const auto objects = objectsOf(
      "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: a}, spec: {pytorchReplicaSpecs: {Master: "
      "{template: {spec: {hostNetwork: true, containers: [{name: pytorch, image: i}]}}}}}}");
  const auto found = namespaceRefusalOf(objects, 0, "team", cluster("baseline"));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->isKnown);
}

TEST(NamespaceRefusal, ANamespaceThatIsNotThereIsNamedUnlessTheFilesCreateIt) {
  const auto alone = objectsOf(pod(""));
  const auto found = namespaceRefusalOf(alone, 0, "nowhere", cluster(""));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, NamespaceRefusal::Kind::NoNamespace);
  const auto both =
      objectsOf(pod("hostPID: true,") + "\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: nowhere, labels: {" +
                kEnforce + ": baseline}}}");
  const auto created = namespaceRefusalOf(both, 0, "nowhere", cluster(""));
  ASSERT_TRUE(created) << "and it enforces what the file says";
  EXPECT_EQ(created->fields, std::vector<std::string>{"spec.hostPID"});
  ClusterSnapshot unread;
  EXPECT_FALSE(namespaceRefusalOf(alone, 0, "nowhere", unread));
}

/// A namespace "team" and what else was read; objects that are not in `there` do not exist.
KnownObjects known(const std::vector<ManifestObject>& objects, const std::map<std::string, std::string>& there) {
  KnownObjects out;
  for (const ObjectRef& one : KnownObjects::toRead(objects, "team", KnownObjects::Own::Yes)) {
    const auto found = there.find(one.kind + "/" + one.key.name);
    if (found == there.end() || found->second == "forbidden") {
      const bool isMissing = found == there.end();
      out.add(one, makeError(isMissing ? ErrorCode::ResourceMissing : ErrorCode::Forbidden, one.key.name));
    } else {
      out.add(one, "apiVersion: v1\nkind: " + one.kind + "\nmetadata: {name: " + one.key.name + "}\n" + found->second);
    }
  }
  return out;
}

std::optional<NamespaceRefusal> refusalOf(const std::string& text, const std::map<std::string, std::string>& there) {
  const auto objects = objectsOf(text);
  return namespaceRefusalOf(objects, 0, "team", cluster(""), known(objects, there));
}

using Kind = NamespaceRefusal::Kind;

TEST(NamespaceRefusal, ANamespaceThatIsBeingDeletedTakesNothingNew) {
  const auto found =
      refusalOf(pod(""), {{"Namespace/team", "status: {phase: Terminating}"}, {"ServiceAccount/default", ""}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::Terminating);
  EXPECT_TRUE(found->isKnown);
  EXPECT_FALSE(refusalOf(pod(""), {{"Namespace/team", "status: {phase: Active}"}, {"ServiceAccount/default", ""}}));
  const auto gone = refusalOf(pod(""), {});
  ASSERT_TRUE(gone) << "the list was read before it went";
  EXPECT_EQ(gone->kind, Kind::NoNamespace);
  const std::string anew = pod("") + "\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: team}}";
  EXPECT_FALSE(refusalOf(anew, {})) << "the files create it, and its account comes with it";
}

TEST(NamespaceRefusal, PodsNameAServiceAccountOfTheirNamespace) {
  const std::string named = pod("serviceAccountName: builder,");
  const auto missing = refusalOf(named, {{"Namespace/team", ""}});
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->kind, Kind::NoAccount);
  EXPECT_EQ(missing->account, "builder");
  EXPECT_TRUE(missing->isKnown);
  EXPECT_FALSE(refusalOf(named, {{"Namespace/team", ""}, {"ServiceAccount/builder", ""}}));
  EXPECT_TRUE(refusalOf(pod("serviceAccount: builder,"), {{"Namespace/team", ""}})) << "as it was called before";
  const std::string made =
      named + "\n---\n{apiVersion: v1, kind: ServiceAccount, metadata: {name: builder, namespace: team}}";
  EXPECT_FALSE(refusalOf(made, {{"Namespace/team", ""}}));
  const std::string elsewhere =
      named + "\n---\n{apiVersion: v1, kind: ServiceAccount, metadata: {name: builder, namespace: other}}";
  EXPECT_TRUE(refusalOf(elsewhere, {{"Namespace/team", ""}}));
  const auto ofDeployment = refusalOf(
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {matchLabels: {a: b}}, template: "
      "{metadata: {labels: {a: b}}, spec: {serviceAccountName: builder, containers: [{name: c, image: i}]}}}}",
      {{"Namespace/team", ""}});
  ASSERT_TRUE(ofDeployment);
  EXPECT_TRUE(ofDeployment->isKnown);
}

TEST(NamespaceRefusal, AServiceAccountThatMayNotBeReadIsUnknown) {
  const std::map<std::string, std::string> noRight{{"Namespace/team", "forbidden"},
                                                   {"ServiceAccount/builder", "forbidden"},
                                                   {"ServiceAccount/default", "forbidden"}};
  const auto found = refusalOf(pod("serviceAccountName: builder,"), noRight);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->isUnread);
  EXPECT_FALSE(found->isKnown);
  EXPECT_FALSE(refusalOf(pod(""), noRight)) << "every namespace has one of the name default";
  const auto objects = objectsOf(pod("serviceAccountName: builder,"));
  const auto admissions = admissionsOf(objects, cluster(""), {"team", {}, {}, known(objects, noRight)});
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_FALSE(admissions[0].isAdmittedNow().has_value());
}

TEST(NamespaceRefusal, WhereTheAccountOfAllIsMissingItsControllerMayStillCreateIt) {
  const auto found = refusalOf(pod(""), {{"Namespace/team", ""}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->account, "default");
  EXPECT_FALSE(found->isKnown);
  EXPECT_FALSE(found->isUnread);
}

TEST(NamespaceRefusal, APodOrJobThatExistsIsNotCreatedOnceMore) {
  const std::map<std::string, std::string> there{
      {"Namespace/team", ""}, {"ServiceAccount/default", ""}, {"Pod/a", ""}, {"Job/a", ""}, {"Deployment/a", ""}};
  const auto found = refusalOf(pod(""), there);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::AlreadyExists);
  const std::string work = "template: {metadata: {labels: {a: b}}, spec: {restartPolicy: ";
  const std::string end = ", containers: [{name: c, image: i}]}}}}";
  EXPECT_TRUE(
      refusalOf("{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {" + work + "Never" + end, there));
  EXPECT_FALSE(
      refusalOf("{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {matchLabels: "
                "{a: b}}, " +
                    work + "Always" + end,
                there))
      << "it can be rolled out";
  EXPECT_FALSE(
      refusalOf("{apiVersion: v1, kind: Pod, metadata: {generateName: a}, spec: {containers: [{name: c, image: "
                "i}]}}",
                there));
}

TEST(NamespaceRefusal, NoPlaceIsSureOfWhatIsRefused) {
  const auto objects = objectsOf(pod("hostNetwork: true,"));
  const auto admissions = admissionsOf(objects, cluster("baseline"), {"team"});
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_TRUE(admissions[0].isKnownRefusal());
}

}  // namespace
}  // namespace cardinal
