// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"

namespace cardinal {
namespace {

Error errorOf(const std::string& text) {
  auto manifest = parseManifest(text, "bad.yaml");
  if (manifest) {
    ADD_FAILURE() << "accepted: " << text;
    return {};
  }
  return manifest.error();
}

std::string deployment(const std::string& spec) {
  return "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: d\nspec:\n" + spec;
}

constexpr const char* kTemplate = "  template:\n    spec:\n      containers:\n      - name: c\n";

void expectField(const std::string& text, const std::string& path, const std::string& place, const std::string& value) {
  const Error error = errorOf(text);
  EXPECT_EQ(error.code, ErrorCode::InvalidField) << describe(error);
  EXPECT_EQ(error.subject, path);
  EXPECT_EQ(error.place, place);
  EXPECT_EQ(error.detail, value);
}

TEST(BadManifest, SyntaxErrorsNameLineAndColumn) {
  const Error error = errorOf("apiVersion: v1\nkind: Pod\nmetadata: {name: p\nspec: x\n");
  EXPECT_EQ(error.code, ErrorCode::ParseFailed);
  EXPECT_EQ(error.subject, "bad.yaml");
  EXPECT_EQ(error.place.rfind("line ", 0), 0U) << error.place;
}

TEST(BadManifest, ATabInTheIndentationIsNamedWhereItStands) {
  for (const char* text :
       {"apiVersion: v1\nkind: Pod\nmetadata:\n\tname: p\n",
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n\tlabels: {}\n", "spec:\n  containers:\n\t- name: c\n"}) {
    const Error error = errorOf(text);
    EXPECT_EQ(error.code, ErrorCode::ParseFailed) << text;
    EXPECT_NE(error.detail.find("tab"), std::string::npos) << describe(error);
    EXPECT_NE(error.place.find("column 1"), std::string::npos) << error.place;
  }
}

TEST(BadManifest, DuplicateKeysAreRefusedBecauseOneWouldBeLost) {
  const Error error = errorOf("apiVersion: v1\nkind: Pod\nkind: Service\n");
  EXPECT_EQ(error.code, ErrorCode::ParseFailed);
  EXPECT_EQ(error.place, "line 3, column 1");
  EXPECT_EQ(error.detail, "duplicate key kind");
}

TEST(BadManifest, BytesThatAreNoTextAreRefusedWithTheirPlace) {
  EXPECT_EQ(errorOf("a: b\nc: \"\xFF\"\n").place, "line 2, column 5");
  EXPECT_EQ(errorOf(std::string("a: b\nc\x01: d\n")).place, "line 2, column 2");
  EXPECT_EQ(errorOf(std::string("a: \0", 4)).code, ErrorCode::ParseFailed);
  EXPECT_EQ(errorOf("\xED\xA0\x80: surrogate").code, ErrorCode::ParseFailed);
}

TEST(BadManifest, WrongTypesNamePathLineAndValue) {
  expectField(deployment("  replicas: -1\n" + std::string(kTemplate)), "spec.replicas", "bad.yaml, line 6, column 13",
              "-1");
  expectField(deployment("  replicas: three\n" + std::string(kTemplate)), "spec.replicas",
              "bad.yaml, line 6, column 13", "three");
  expectField(deployment("  replicas: 1.5\n" + std::string(kTemplate)), "spec.replicas", "bad.yaml, line 6, column 13",
              "1.5");
  expectField(deployment(std::string(kTemplate) + "        resources:\n          limits: [8]\n"),
              "spec.template.spec.containers[0].resources.limits", "bad.yaml, line 11, column 19", "[...]");
  expectField(deployment("  template:\n    metadata:\n      labels:\n        aliyun.com/gpu-count: 4\n    spec: "
                         "{containers: [{name: c}]}\n"),
              "spec.template.metadata.labels[aliyun.com/gpu-count]", "bad.yaml, line 9, column 31", "4");
  expectField(deployment("  template: 5\n"), "spec.template", "bad.yaml, line 6, column 13", "5");
  expectField(deployment("  template: {spec: {}}\n"), "spec.template.spec.containers", "bad.yaml, line 6, column 20",
              "");
  expectField("kind: Pod\n", "apiVersion", "bad.yaml, line 1, column 1", "");
  expectField("apiVersion: v1\nkind: Pod\nmetadata: {}\n", "metadata.name", "bad.yaml, line 3, column 11", "");
  expectField("just text\n", "", "bad.yaml, line 1, column 1", "just text");
  expectField("apiVersion: v1\nkind: List\nitems: 5\n", "items", "bad.yaml, line 3, column 8", "5");
}

TEST(BadManifest, QuantitiesThatAreNoneNameTextPathAndLine) {
  for (const char* text : {"8GiB", "eight", "-3", "1.2.3"}) {
    const Error error = errorOf(
        deployment(std::string(kTemplate) + "        resources: {limits: {aliyun.com/gpu-mem: " + text + "}}\n"));
    EXPECT_EQ(error.code, ErrorCode::QuantityInvalid) << text;
    EXPECT_EQ(error.subject, text);
    EXPECT_EQ(error.place,
              "spec.template.spec.containers[0].resources.limits[aliyun.com/gpu-mem], bad.yaml, line 10, column 50");
  }
}

TEST(BadManifest, FilesWithoutPodsNameTheKinds) {
  const Error error = errorOf(
      "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: "
      "m}\n");
  EXPECT_EQ(error.code, ErrorCode::NoPodTemplate);
  EXPECT_EQ(error.subject, "Service, ConfigMap");
  EXPECT_EQ(error.place, "bad.yaml, line 1, column 1");
  EXPECT_EQ(errorOf("").code, ErrorCode::NoPodTemplate);
  EXPECT_EQ(errorOf("# only a comment\n").code, ErrorCode::NoPodTemplate);
}

TEST(BadManifest, KindsWhosePodsAreNotPlacedByNumberSaySo) {
  const Error daemon = errorOf(
      "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: "
      "c}]}}}\n");
  EXPECT_EQ(daemon.code, ErrorCode::Unsupported);
  EXPECT_EQ(daemon.subject, "DaemonSet");
  const Error mpi = errorOf(
      "apiVersion: kubeflow.org/v1\nkind: MPIJob\nmetadata: {name: m}\nspec: {mpiReplicaSpecs: {Launcher: {template: "
      "{spec: {containers: [{name: c}]}}}, Worker: {replicas: 2, "
      "template: "
      "{spec: {containers: [{name: c}]}}}}}\n");
  EXPECT_EQ(mpi.code, ErrorCode::Unsupported);
  EXPECT_EQ(mpi.subject, "MPIJob");
}

TEST(BadManifest, AnAliasBombIsStopped) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += (k > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  const Error error = errorOf(bomb);
  EXPECT_EQ(error.code, ErrorCode::LimitExceeded);
  EXPECT_EQ(error.subject, "nodes");
}

TEST(BadManifest, AnAliasInsideItselfIsRefused) {
  EXPECT_EQ(errorOf("a: &a [*a]\n").code, ErrorCode::ParseFailed);
}

TEST(BadManifest, DepthAndSizeAreLimited) {
  EXPECT_EQ(errorOf("a: " + std::string(65, '[') + std::string(65, ']')).code, ErrorCode::LimitExceeded);
  EXPECT_EQ(errorOf("a: " + std::string(5000, '[') + std::string(5000, ']')).code, ErrorCode::LimitExceeded);
  const Error size = errorOf("a: " + std::string(4U << 20U, 'x'));
  EXPECT_EQ(size.code, ErrorCode::LimitExceeded);
  EXPECT_EQ(size.detail, "4194304");
}

TEST(BadManifest, ForeignTagsAndNumbersThatJsonCannotHoldAreRefused) {
  EXPECT_EQ(errorOf("apiVersion: !thing v1\n").code, ErrorCode::ParseFailed);
  EXPECT_EQ(errorOf("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nx: .nan\nspec: {containers: [{name: c}]}\n").code,
            ErrorCode::InvalidField);
}

}  // namespace
}  // namespace cardinal
