// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/form/workload_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/manifest/kinds/own_kinds.h"
#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "tests/core/manifest/commented_manifest.h"

namespace cardinal {
namespace {

// As the ACK documentation hands it out: Chinese comments behind values and between lines.
const std::string kCommented = testing::kCommentedHead + R"(        env:
        - name: NOTE
          value: |
            # no comment
            several lines
        resources:
          limits:
            # 单位为GiB，总共申请8 GiB显存，每张卡2 GiB。
            aliyun.com/gpu-mem: 8
)";

std::vector<std::string> manyTexts() {
  std::vector<std::string> texts = {kCommented};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CARDINAL_EXAMPLES)) {
    if (entry.path().extension() != ".yaml") continue;
    std::ifstream file(entry.path());
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  for (const char* kind : {"Pod", "Deployment", "StatefulSet", "Job"}) {
    for (int form = 0; form < 4; ++form) {
      WorkloadTemplate made;
      made.kind = kind;
      made.form = static_cast<WorkloadTemplate::Form>(form);
      made.core = 30;
      made.cards = form == 1 ? 1 : 2;
      texts.push_back(toYaml(made));
      texts.push_back(parseManifest(texts.back(), "t")->objects[0].json);
    }
  }
  return texts;
}

struct Opened {
  YamlText text;
  FormTarget target;
  WorkloadForm form;
};

Opened opened(const std::string& source) {
  auto text = YamlText::open(source, "w.yaml");
  EXPECT_TRUE(text) << source;
  const auto target = findFormTarget(*text);
  EXPECT_TRUE(target) << source;
  auto form = readForm(*text, *target);
  EXPECT_TRUE(form) << source;
  return {std::move(*text), *target, std::move(*form)};
}

std::vector<std::string> linesOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool breaks(const std::string& source, FormRule rule, FormField field) {
  const Opened one = opened(source);
  const auto all = checkForm(one.text, one.target);
  return std::any_of(all.begin(), all.end(),
                     [&](const RuleBreak& b) { return b.rule == rule && b.field == field && b.line > 0; });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(WorkloadForm, ReadsTheCommentedAckExample) {
  const WorkloadForm form = opened(kCommented).form;
  EXPECT_EQ(form.kind, "StatefulSet");
  EXPECT_EQ(form.name, "binpack-1");
  EXPECT_EQ(form.replicas, "3");
  EXPECT_EQ(form.image, "registry.cn-hangzhou.aliyuncs.com/ack/gpu-player:v2");
  EXPECT_EQ(form.command, (std::vector<std::string>{"tail", "-f", "/dev/null"}));
  EXPECT_EQ(form.gpu, GpuForm::SharedMemory);
  EXPECT_EQ(form.gpuMemory, "8");
  EXPECT_EQ(form.cards, "4");
}

TEST(WorkloadForm, WritingTheFormThatWasReadChangesNoByte) {
  for (const std::string& source : manyTexts()) {
    Opened one = opened(source);
    ASSERT_TRUE(applyForm(one.text, one.target, one.form));
    EXPECT_EQ(one.text.text(), source);
    EXPECT_TRUE(checkForm(one.text, one.target).empty()) << source;
  }
}

TEST(WorkloadForm, OneChangedFieldChangesOneLine) {
  for (const std::string& source : manyTexts()) {
    if (source.front() == '{') continue;  // JSON stands on one line anyway
    std::vector<std::pair<std::string WorkloadForm::*, std::string>> changes = {{&WorkloadForm::image, "other:1"}};
    const WorkloadForm shown = opened(source).form;
    // Labels that say the name follow it, see below.
    const bool isRepeated = source.find(": " + shown.name + "\n") != source.rfind(": " + shown.name + "\n");
    if (!isRepeated) changes.emplace_back(&WorkloadForm::name, "renamed");
    if (!shown.replicas.empty()) changes.emplace_back(&WorkloadForm::replicas, "7");
    if (!shown.gpuMemory.empty()) changes.emplace_back(&WorkloadForm::gpuMemory, "12");
    if (!shown.cards.empty()) changes.emplace_back(&WorkloadForm::cards, "6");
    for (const auto& [member, value] : changes) {
      Opened one = opened(source);
      one.form.*member = value;
      ASSERT_TRUE(applyForm(one.text, one.target, one.form)) << source;
      const auto before = linesOf(source);
      const auto after = linesOf(one.text.text());
      ASSERT_EQ(before.size(), after.size());
      int different = 0;
      for (std::size_t i = 0; i < before.size(); ++i) different += before[i] != after[i] ? 1 : 0;
      EXPECT_EQ(different, 1) << one.text.text();
      EXPECT_EQ(*readForm(one.text, one.target), one.form);
    }
  }
}

TEST(WorkloadForm, ANewNameChangesOnlyTheLinesThatSaidTheOldOne) {
  int repeated = 0;
  for (const std::string& source : manyTexts()) {
    if (source.front() == '{') continue;
    Opened one = opened(source);
    const std::string name = one.form.name;
    one.form.name = "renamed";
    ASSERT_TRUE(applyForm(one.text, one.target, one.form)) << source;
    const auto before = linesOf(source);
    const auto after = linesOf(one.text.text());
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] == after[i]) continue;
      EXPECT_NE(before[i].find(name), std::string::npos) << before[i];
      EXPECT_NE(after[i].find("renamed"), std::string::npos) << after[i];
      ++repeated;
    }
    EXPECT_TRUE(checkForm(one.text, one.target).empty()) << "the selector still finds the pods\n" << one.text.text();
    EXPECT_EQ(*readForm(one.text, one.target), one.form);
  }
  EXPECT_GT(repeated, static_cast<int>(manyTexts().size())) << "labels and selectors, too";
}

TEST(WorkloadForm, FormToTextToFormIsTheIdentityForEveryGpuForm) {
  for (const std::string& source : manyTexts()) {
    for (const GpuForm gpu : {GpuForm::None, GpuForm::SharedMemory, GpuForm::SharedMemoryAndCore, GpuForm::WholeCards,
                              GpuForm::TopologyCards}) {
      Opened one = opened(source);
      WorkloadForm wanted = one.form;
      wanted.gpu = gpu;
      wanted.gpuMemory = gpu == GpuForm::SharedMemory || gpu == GpuForm::SharedMemoryAndCore ? "16" : "";
      wanted.gpuCore = gpu == GpuForm::SharedMemoryAndCore ? "45" : "";
      wanted.cards = gpu == GpuForm::None || gpu == GpuForm::SharedMemoryAndCore ? "" : "2";
      wanted.ns = "team-a";
      wanted.cpuRequest = "500m";
      wanted.memoryLimit = "2Gi";
      wanted.args = {"--x", "1: y", "中文"};
      wanted.nodeSelector = {{"pool", "true"}, {"a.b/c", "x"}};
      wanted.tolerations = {{"gpu", "Exists", "", "NoSchedule"}, {"k", "Equal", "1", ""}};
      const auto done = applyForm(one.text, one.target, wanted);
      ASSERT_TRUE(done) << describe(done.error()) << source;
      const auto read = readForm(one.text, one.target);
      ASSERT_TRUE(read);
      EXPECT_EQ(*read, wanted) << one.text.text();
      const auto manifest = readManifest(one.text.text(), "w");
      ASSERT_TRUE(manifest) << describe(manifest.error()) << one.text.text();
      EXPECT_TRUE(manifest->objects.at(0).problems.empty()) << one.text.text();
      // And back: what was there before is there again.
      ASSERT_TRUE(applyForm(one.text, one.target, one.form));
      EXPECT_EQ(*readForm(one.text, one.target), one.form);
    }
  }
}

TEST(WorkloadForm, CommentsOfEveryOtherLineSurviveAChangeOfTheGpuForm) {
  Opened one = opened(kCommented);
  one.form.gpu = GpuForm::WholeCards;
  one.form.cards = "2";
  one.form.gpuMemory.clear();
  ASSERT_TRUE(applyForm(one.text, one.target, one.form));
  for (const char* kept : {"# 1.8.0之前的版本请使用apps/v1beta1。", "# 定义Pod规范。", "# 申请4张GPU卡的算力",
                           "# 单位为GiB，总共申请8 GiB显存，每张卡2 GiB。"}) {
    EXPECT_NE(one.text.text().find(kept), std::string::npos) << kept;
  }
  EXPECT_EQ(one.text.text().find("gpu-mem"), std::string::npos);
  EXPECT_EQ(one.text.text().find("gpu-count"), std::string::npos);
  EXPECT_NE(one.text.text().find("            nvidia.com/gpu: 2"), std::string::npos);
}

TEST(WorkloadForm, KindsOfControllersChangeAndOthersRefuse) {
  for (const char* kind : {"Job", "Deployment", "ReplicaSet"}) {
    Opened one = opened(kCommented);
    one.form.kind = kind;
    const auto done = applyForm(one.text, one.target, one.form);
    ASSERT_TRUE(done) << describe(done.error());
    const auto manifest = parseManifest(one.text.text(), "w");
    ASSERT_TRUE(manifest) << one.text.text();
    EXPECT_EQ(manifest->objects[0].kind, kind);
    EXPECT_EQ(manifest->objects[0].replicas, 3);
    EXPECT_TRUE(checkForm(one.text, one.target).empty()) << one.text.text();
    one.form.kind = "StatefulSet";
    ASSERT_TRUE(applyForm(one.text, one.target, one.form));
    EXPECT_TRUE(checkForm(one.text, one.target).empty()) << one.text.text();
  }
  Opened pod = opened(kCommented);
  pod.form.kind = "Pod";
  EXPECT_EQ(applyForm(pod.text, pod.target, pod.form).error().code, ErrorCode::Unsupported);
  Opened claims = opened(replaced(kCommented, "  replicas: 3\n", "  replicas: 3\n  volumeClaimTemplates: []\n"));
  claims.form.kind = "Job";
  const Error refused = applyForm(claims.text, claims.target, claims.form).error();
  EXPECT_EQ(refused.subject, "spec.volumeClaimTemplates");
  EXPECT_EQ(refused.place, "w.yaml, line 11");
}

TEST(WorkloadForm, EveryBrokenRuleIsNamedAtItsField) {
  const std::string source = kCommented;
  EXPECT_TRUE(breaks(replaced(source, "gpu-mem: 8", "gpu-mem: 7"), FormRule::NotDivisible, FormField::GpuMemory));
  EXPECT_TRUE(breaks(replaced(source, "gpu-mem: 8", "gpu-mem: 10G"), FormRule::NotWholeNumber, FormField::GpuMemory));
  EXPECT_TRUE(breaks(replaced(source, "gpu-mem: 8", "gpu-mem: 0"), FormRule::NotWholeNumber, FormField::GpuMemory));
  EXPECT_TRUE(breaks(replaced(source, "gpu-count: \"4\"", "gpu-count: 4"), FormRule::CountNotText, FormField::Cards));
  const std::string core = replaced(source, "gpu-mem: 8", "gpu-mem: 8\n            aliyun.com/gpu-core.percentage: 30");
  EXPECT_TRUE(breaks(core, FormRule::CoreOverSeveralCards, FormField::Cards));
  EXPECT_TRUE(
      breaks(replaced(core, "percentage: 30", "percentage: 7"), FormRule::CoreNotMultipleOfFive, FormField::GpuCore));
  EXPECT_TRUE(
      breaks(replaced(core, "percentage: 30", "percentage: 105"), FormRule::CoreOutOfRange, FormField::GpuCore));
  EXPECT_TRUE(breaks(replaced(core, "percentage: 30", "percentage: 0"), FormRule::CoreOutOfRange, FormField::GpuCore));
  EXPECT_TRUE(breaks(replaced(core, "            aliyun.com/gpu-mem: 8\n", ""), FormRule::CoreWithoutMemory,
                     FormField::GpuMemory));
  EXPECT_TRUE(breaks(replaced(source, "gpu-mem: 8", "gpu-mem: 8\n            nvidia.com/gpu: 1"),
                     FormRule::SeveralGpuForms, FormField::Gpu));
  EXPECT_TRUE(
      breaks(replaced(source, "gpu-mem: 8", "gpu-mem: 8\n          requests:\n            aliyun.com/gpu-mem: 4"),
             FormRule::RequestDiffers, FormField::GpuMemory));
  EXPECT_TRUE(
      breaks(replaced(source, "  name: binpack-1", "  name: Bin_Pack"), FormRule::NameNotAllowed, FormField::Name));
  EXPECT_TRUE(breaks(replaced(source, "replicas: 3", "replicas: -1"), FormRule::NotWholeNumber, FormField::Replicas));
  EXPECT_TRUE(breaks(replaced(source, "      app: binpack-1\n\n  template", "      app: other\n\n  template"),
                     FormRule::SelectorMismatch, FormField::Kind));
}

TEST(WorkloadForm, ACountInTheWrongPlaceIsFoundAndMovedToThePodsLabels) {
  const std::string label = "        # 申请4张GPU卡的算力\n        aliyun.com/gpu-count: \"4\"\n";
  const std::string without = replaced(kCommented, label, "");
  const std::vector<std::string> wrong = {
      replaced(without, "  labels:\n    app: binpack-1\n",
               "  labels:\n    app: binpack-1\n    aliyun.com/gpu-count: \"4\"\n"),
      replaced(without, "    metadata:\n      labels:",
               "    metadata:\n      annotations:\n        aliyun.com/gpu-count: \"4\"\n      labels:"),
      replaced(without, "gpu-mem: 8", "gpu-mem: 8\n            aliyun.com/gpu-count: 4"),
      replaced(kCommented, "gpu-count: \"4\"", "gpu-count: 4"),
  };
  for (const std::string& source : wrong) {
    Opened one = opened(source);
    ASSERT_FALSE(checkForm(one.text, one.target).empty()) << source;
    ASSERT_TRUE(moveCountLabel(one.text, one.target));
    EXPECT_TRUE(checkForm(one.text, one.target).empty()) << one.text.text();
    EXPECT_EQ(readForm(one.text, one.target)->cards, "4");
    const auto manifest = parseManifest(one.text.text(), "w");
    ASSERT_TRUE(manifest);
    EXPECT_EQ(*find(manifest->objects[0].pod->meta.labels, "aliyun.com/gpu-count"), "4");
  }
}

TEST(WorkloadForm, TheRightDocumentAndContainerAreFound) {
  const std::string source =
      "kind: Service\napiVersion: v1\nmetadata: {name: s}\n---\n" +
      replaced(kCommented, "      containers:\n", "      containers:\n      - name: side\n        image: s\n");
  const Opened one = opened(source);
  EXPECT_EQ(one.target.document, 1);
  EXPECT_EQ(one.target.container, 1);
  EXPECT_EQ(one.form.container, "binpack-1");
  EXPECT_EQ(formContainers(one.text, 1), (std::vector<std::string>{"side", "binpack-1"}));
  EXPECT_EQ(findFormTarget(*YamlText::open("kind: Service\napiVersion: v1\n", "s")).error().code,
            ErrorCode::NoPodTemplate);
  const auto odd = YamlText::open("kind: Pod\nspec: {containers: [5]}\n", "s");
  EXPECT_EQ(readForm(*odd, {0, 0}).error().code, ErrorCode::InvalidField);
}

std::string podOf(const char* image) {
  return std::string("{spec: {containers: [{name: main, image: ") + image +
         ", resources: {limits: {nvidia.com/gpu: 1}}}]}}";
}

struct RoleCase {
  const char* role;
  const char* count;     ///< field of its number; empty = none
  const char* replicas;  ///< what it says
};
struct KindCase {
  std::string text;
  std::vector<RoleCase> roles;
};

std::string objectOf(const char* version, const char* kind, const std::string& spec) {
  return std::string("# kept\napiVersion: ") + version + "\nkind: " + kind + "\nmetadata: {name: x}  # kept\nspec:\n" +
         spec;
}

std::vector<KindCase> kindCases() {
  const std::string pod = podOf("old");
  const std::string bare = "{containers: [{name: main, image: old, resources: {limits: {nvidia.com/gpu: 1}}}]}";
  const std::string job = "{template: {spec: {template: " + pod + "}}, ";
  return {
      {objectOf("kubeflow.org/v1", "PyTorchJob",
                "  pytorchReplicaSpecs:\n    worker: {replicas: 3, template: " + pod +
                    "}\n    Master: {template: " + pod + "}  # kept\n"),
       {{"Master", "replicas", ""}, {"Worker", "replicas", "3"}}},
      {objectOf("kubeflow.org/v2beta1", "MPIJob",
                "  mpiReplicaSpecs:\n    Launcher: {template: " + pod +
                    "}\n    Worker: {replicas: 2, template: " + pod + "}\n"),
       {{"Worker", "replicas", "2"}, {"Launcher", "replicas", ""}}},
      {objectOf("ray.io/v1", "RayCluster",
                "  headGroupSpec: {template: " + pod +
                    "}\n  workerGroupSpecs:\n  # kept\n  - {groupName: a, replicas: 2, template: " + pod +
                    "}\n  - {groupName: b, replicas: 4, template: " + pod + "}\n"),
       {{"head", "", ""}, {"a", "replicas", "2"}, {"b", "replicas", "4"}}},
      {objectOf("batch.volcano.sh/v1alpha1", "Job",
                "  minAvailable: 3\n  tasks: [{name: t, replicas: 6, template: " + pod + "}]\n"),
       {{"t", "replicas", "6"}}},
      {objectOf("jobset.x-k8s.io/v1alpha2", "JobSet",
                "  replicatedJobs:\n  - " + job + "name: a, replicas: 2}\n  - " + job + "name: b}\n"),
       {{"a", "replicas", "2"}, {"b", "replicas", ""}}},
      {objectOf("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
                "  replicas: 2\n  leaderWorkerTemplate: {size: 4, workerTemplate: " + pod + "}\n"),
       {{"leader, worker", "replicas", "2"}}},
      {objectOf(
           "workload.codeflare.dev/v1beta2", "AppWrapper",
           "  components:\n  - template:\n      apiVersion: batch/v1\n      kind: Job\n      metadata: {name: inner}\n"
           "      spec: {parallelism: 2, template: " +
               pod + "}\n"),
       {{"inner", "parallelism", "2"}}},
      {objectOf(
           "grove.io/v1alpha1", "PodCliqueSet",
           "  replicas: 1\n  template:\n    cliques:\n    - {name: p, spec: {replicas: 3, podSpec: " + bare + "}}\n"),
       {{"p", "replicas", "3"}}},
      {objectOf("serving.kserve.io/v1alpha1", "LLMInferenceService",
                "  replicas: 2\n  template: " + bare + "\n  worker: " + bare + "\n"),
       {{"main", "replicas", "2"}, {"worker", "replicas", "2"}}},
      {objectOf("serving.knative.dev/v1", "Service", "  template: " + pod + "\n"), {{"", "", ""}}},
      {objectOf("argoproj.io/v1alpha1", "Workflow",
                "  entrypoint: a\n  templates:\n  - name: a\n    container: {name: main, image: old, resources: "
                "{limits: {nvidia.com/gpu: 1}}}\n"),
       {{"a", "", ""}}},
      {objectOf("apps.kruise.io/v1alpha1", "CloneSet", "  replicas: 5\n  template: " + pod + "\n"),
       {{"", "replicas", "5"}}},
      {objectOf("orchestration.aibrix.ai/v1alpha1", "RoleSet",
                "  roles: [{name: p, replicas: 2, template: " + pod + "}]\n"),
       {{"p", "replicas", "2"}}},
  };
}

TEST(WorkloadForm, EveryRoleOfAKnownKindIsReadAndChangedInItsPlaceAlone) {
  for (const KindCase& kind : kindCases()) {
    auto text = YamlText::open(kind.text, "w.yaml");
    ASSERT_TRUE(text) << kind.text;
    const std::vector<std::string> roles = formRoles(*text, 0);
    ASSERT_EQ(roles.size(), kind.roles.size()) << kind.text;
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const FormTarget target{0, 0, static_cast<int>(i)};
      const auto shown = readForm(*text, target);
      ASSERT_TRUE(shown) << kind.text << describe(shown.error());
      EXPECT_EQ(roles[i], kind.roles[i].role);
      EXPECT_EQ(shown->shape.replicas, kind.roles[i].count) << kind.text;
      EXPECT_EQ(shown->replicas, kind.roles[i].replicas) << kind.text;
      EXPECT_EQ(shown->image, "old") << kind.text;
      EXPECT_EQ(shown->cards, "1") << kind.text;
      EXPECT_FALSE(shown->shape.job || shown->shape.coreKind) << kind.text;
      EXPECT_TRUE(checkForm(*text, target).empty()) << kind.text;
      WorkloadForm wanted = *shown;
      wanted.image = "new:1";
      wanted.cards = "2";
      wanted.cpuRequest = "500m";
      if (!wanted.shape.replicas.empty()) wanted.replicas = "7";
      YamlText changed = *text;
      const auto done = applyForm(changed, target, wanted);
      ASSERT_TRUE(done) << describe(done.error()) << kind.text;
      EXPECT_EQ(*readForm(changed, target), wanted) << changed.text();
      for (std::size_t other = 0; other < roles.size(); ++other) {
        if (other == i) continue;
        WorkloadForm kept = *readForm(*text, {0, 0, static_cast<int>(other)});
        const WorkloadForm now = *readForm(changed, {0, 0, static_cast<int>(other)});
        // one field may count for two roles
        if (kind.text.find("LLMInferenceService") != std::string::npos) kept.replicas = now.replicas;
        EXPECT_EQ(now, kept) << changed.text();
      }
      ASSERT_TRUE(applyForm(changed, target, *shown));
      EXPECT_EQ(changed.document(0).find("kind")->text, text->document(0).find("kind")->text);
      EXPECT_EQ(std::count(changed.text().begin(), changed.text().end(), '#'),
                std::count(kind.text.begin(), kind.text.end(), '#'));
    }
  }
}

TEST(WorkloadForm, ARoleThatAsksForGpusIsChosenFirst) {
  const std::string text =
      objectOf("ray.io/v1", "RayCluster",
               "  headGroupSpec: {template: {spec: {containers: [{name: h, image: x}]}}}\n"
               "  workerGroupSpecs: [{groupName: w, template: {spec: {containers: [{name: side, image: s}, "
               "{name: main, image: x, resources: {limits: {nvidia.com/gpu: 4}}}]}}}]\n");
  EXPECT_EQ(opened(text).target, (FormTarget{0, 1, 1}));
}

TEST(WorkloadForm, KindsWithResourcesAloneAreAskedForNoImage) {
  const Opened one = opened(
      objectOf("apps.nvidia.com/v1alpha1", "NIMService",
               "  image: {repository: nim, tag: v1}\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 1}}\n"));
  EXPECT_FALSE(one.form.shape.container);
  EXPECT_TRUE(checkForm(one.text, one.target).empty());
  Opened changed = one;
  changed.form.cards = "4";
  changed.form.nodeSelector = {{"pool", "a"}};
  ASSERT_TRUE(applyForm(changed.text, changed.target, changed.form));
  const auto manifest = readManifest(changed.text.text(), "w");
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->objects[0].roles[0].pod->spec.nodeSelector.size(), 1U);
  EXPECT_NE(changed.text.text().find("{nvidia.com/gpu: 4}"), std::string::npos) << changed.text.text();
}

TEST(WorkloadForm, AKindOfAnotherGroupIsNeverTakenForOneOfKubernetes) {
  Opened one = opened(kindCases()[3].text);
  EXPECT_EQ(one.form.kind, "Job");
  one.form.kind = "Deployment";
  EXPECT_EQ(applyForm(one.text, one.target, one.form).error().code, ErrorCode::Unsupported);
  EXPECT_EQ(one.text.text(), kindCases()[3].text);
}

TEST(WorkloadForm, AKindOfAnOperatorsOwnTableHasAForm) {
  const std::string text =
      objectOf("example.com/v1", "Fleet", "  groups:\n  - {label: a, ships: 3, pod: " + podOf("old") + "}\n");
  EXPECT_EQ(findFormTarget(*YamlText::open(text, "w")).error().code, ErrorCode::NoPodTemplate);
  useOwnKinds(
      *readKindTable("kinds: [{group: example.com, kind: Fleet, roles: [{each: spec.groups, nameFrom: .label, "
                     "template: .pod, pods: .ships}]}]",
                     "own.yaml"));
  Opened one = opened(text);
  EXPECT_EQ(formRoles(one.text, 0), std::vector<std::string>{"a"});
  EXPECT_EQ(one.form.shape.replicas, "ships");
  one.form.image = "new:1";
  one.form.replicas = "5";
  EXPECT_TRUE(applyForm(one.text, one.target, one.form));
  EXPECT_EQ(one.text.text(), replaced(replaced(text, "image: old", "image: new:1"), "ships: 3", "ships: 5"));
  useOwnKinds(nullptr);
}

TEST(WorkloadForm, PathsOfTheServerFindTheirField) {
  FormField field = FormField::Kind;
  ASSERT_TRUE(fieldOfPath("spec.template.spec.containers[0].image", field));
  EXPECT_EQ(field, FormField::Image);
  ASSERT_TRUE(fieldOfPath("metadata.namespace", field));
  EXPECT_EQ(field, FormField::Namespace);
  ASSERT_TRUE(fieldOfPath("spec.containers[0].resources.limits[aliyun.com/gpu-mem]", field));
  EXPECT_EQ(field, FormField::GpuMemory);
  EXPECT_FALSE(fieldOfPath("spec.template.spec.dnsPolicy", field));
}

}  // namespace
}  // namespace cardinal
