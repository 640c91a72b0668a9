// SPDX-License-Identifier: Apache-2.0
// Pod templates that roles name instead of holding them, and files that are templates themselves.
#include <gtest/gtest.h>

#include "core/base/error_places.h"
#include "core/manifest/yaml/template_mark.h"
#include "tests/core/manifest/read_kinds.h"

namespace cardinal {
namespace {

std::string group(const std::string& version, const std::string& roles, int gpus = 2) {
  return head("workloads.x-k8s.io/" + version, "RoleBasedGroup") +
         "  roleTemplates:\n  - {name: other, template: " + pod(7) + "}\n  - {name: base, template: " + pod(gpus) +
         "}\n  roles:\n" + roles;
}

const std::string kFour = "{spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 4}}}]}}";

TEST(KindRefs, ARoleOfARoleBasedGroupTakesTheTemplateThatItNames) {
  EXPECT_EQ(
      rolesOf(read(group("v1alpha2",
                         "  - {name: a, replicas: 3, standalonePattern: {templateRef: {name: base}}}\n"
                         "  - {name: b, replicas: 2, leaderWorkerPattern: {size: 4, templateRef: {name: base}}}\n"))),
      "a 3x2, b 8x2");
  EXPECT_EQ(
      rolesOf(read(group("v1alpha1", "  - {name: a, replicas: 1, templateRef: {name: base}, templatePatch: {}}\n"))),
      "a 1x2");
}

TEST(KindRefs, ItsPatchesAreMergedOverTheTemplate) {
  EXPECT_EQ(rolesOf(read(group(
                "v1alpha2",
                "  - {name: a, replicas: 3, standalonePattern: {templateRef: {name: base, patch: " + kFour + "}}}\n"))),
            "a 3x4");
  EXPECT_EQ(rolesOf(read(group(
                "v1alpha1", "  - {name: a, replicas: 1, templateRef: {name: base}, templatePatch: " + kFour + "}\n"))),
            "a 1x4");
  EXPECT_EQ(rolesOf(read(group("v1alpha2",
                               "  - {name: a, replicas: 1, leaderWorkerPattern: {size: 3, templateRef: {name: base}, "
                               "leaderTemplatePatch: " +
                                   kFour + "}}\n"))),
            "a-leader 1x4, a-worker 2x2");
}

TEST(KindRefs, ATemplateThatIsNotThereLeavesThePodsUnknownByItsName) {
  const auto one =
      read(group("v1alpha2", "  - {name: a, replicas: 3, standalonePattern: {templateRef: {name: gone}}}\n"));
  EXPECT_EQ(rolesOf(one), "a 3x?");
  EXPECT_TRUE(has(one, NoteCode::DefinedElsewhere, {}, "spec.roleTemplates gone"));
}

Error firstProblem(const std::string& text) {
  const auto manifest = readManifest(text, "charts/web/deployment.yaml");
  if (!manifest) return manifest.error();
  for (const ManifestObject& object : manifest->objects) {
    if (!object.problems.empty()) return object.problems.front();
  }
  return {};
}

TEST(TemplateFiles, AChartIsNamedAsATemplateWithThePlaceOfItsFirstAction) {
  const std::string deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ";
  for (const std::string name :
       {"{{ include \"web.name\" . }}", "{{ .Release.Name }}-web", "{{- .Values.name }}", "\"{{ .Values.name }}\""}) {
    const Error error = firstProblem(deployment + name + "\nspec:\n  template: " + pod(1) + "\n");
    EXPECT_EQ(error.code, ErrorCode::ParseFailed) << name;
    EXPECT_EQ(error.detail, kTemplateDetail) << name;
    EXPECT_EQ(error.subject, "charts/web/deployment.yaml");
    EXPECT_EQ(error.place.rfind("line 4, column ", 0), 0U) << error.place;
  }
  const Error amount =
      firstProblem(deployment +
                   "web\nspec:\n  template: {spec: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: \"{{ "
                   ".Values.gpus }}\"}}}]}}\n");
  EXPECT_EQ(amount.detail, kTemplateDetail);
  EXPECT_EQ(amount.place.rfind("line 6, column ", 0), 0U) << amount.place;
}

TEST(TemplateFiles, WhatOthersEvaluateIsNoTemplateOfTheFile) {
  for (const char* text : {"{{inputs.parameters.gpus}}", "{{workflow.name}}", "{{ $labels.node }}", "{{item}}", "{{="})
    EXPECT_FALSE(yaml::templateMark(text)) << text;
  for (const char* text : {"{{ $x := 1 }}", "{{end}}", "{{/* c */}}", "{{ if .Values.on }}", "{{ $.Values.x }}"})
    EXPECT_TRUE(yaml::templateMark(text)) << text;
  const Error plain = firstProblem("apiVersion: v1\nkind: Pod\nmetadata: {name: '{{inputs.parameters.x}}'}\nspec: [\n");
  EXPECT_NE(plain.detail, kTemplateDetail) << "not well formed, and no template";
}

}  // namespace
}  // namespace cardinal
