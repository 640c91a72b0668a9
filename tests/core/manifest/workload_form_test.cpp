// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/form/workload_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/manifest/manifest.h"

namespace cardinal {
namespace {

// As the ACK documentation hands it out: Chinese comments behind values and between lines.
constexpr const char* kCommented = R"(apiVersion: apps/v1  # 1.8.0之前的版本请使用apps/v1beta1。
kind: StatefulSet

metadata:
  name: binpack-1
  labels:
    app: binpack-1

spec:
  replicas: 3
  serviceName: "binpack-1"
  podManagementPolicy: "Parallel"
  selector: # 定义该StatefulSet如何找到它管理的Pod。
    matchLabels:
      app: binpack-1

  template: # 定义Pod规范。
    metadata:
      labels:
        app: binpack-1
        # 申请4张GPU卡的算力
        aliyun.com/gpu-count: "4"

    spec:
      containers:
      - name: binpack-1
        image: registry.cn-hangzhou.aliyuncs.com/ack/gpu-player:v2
        command: ["tail", "-f", "/dev/null"]
        env:
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
    if (entry.path().extension() != ".yaml" || entry.path().parent_path().filename() == "workloads") continue;
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
    std::vector<std::pair<std::string WorkloadForm::*, std::string>> changes = {{&WorkloadForm::name, "renamed"},
                                                                                {&WorkloadForm::image, "other:1"}};
    const WorkloadForm shown = opened(source).form;
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
      const auto manifest = parseManifest(one.text.text(), "w");
      ASSERT_TRUE(manifest) << describe(manifest.error()) << one.text.text();
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
