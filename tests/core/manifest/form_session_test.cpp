// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/form/form_session.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/manifest/manifest.h"

namespace cardinal {
namespace {

FormSession started() {
  FormSession session("w.yaml");
  session.setText("# mine\n" + toYaml(WorkloadTemplate{}));
  return session;
}

TEST(FormSession, TypingMovesTheFormAndTheFormMovesTheText) {
  FormSession session = started();
  ASSERT_TRUE(session.form());
  EXPECT_FALSE(session.obstacle());
  std::string typed = session.text();
  typed.replace(typed.find("gpu-mem: 8"), 10, "gpu-mem: 5");
  session.setText(typed);
  EXPECT_EQ(session.form()->gpuMemory, "5");
  WorkloadForm wanted = *session.form();
  wanted.cards = "2";
  ASSERT_TRUE(session.setForm(wanted));
  EXPECT_NE(session.text().find("aliyun.com/gpu-count: \"2\""), std::string::npos);
  EXPECT_EQ(session.text().rfind("# mine\n", 0), 0U);
  ASSERT_EQ(session.rules().size(), 1U);
  EXPECT_EQ(session.rules()[0].rule, FormRule::NotDivisible);
}

TEST(FormSession, ATextThatCannotBeReadKeepsTheFormAndSaysWhere) {
  FormSession session = started();
  const WorkloadForm before = *session.form();
  const std::string broken = session.text() + "  [oops\n";
  session.setText(broken);
  EXPECT_EQ(session.text(), broken);
  ASSERT_TRUE(session.obstacle());
  EXPECT_EQ(session.obstacle()->code, ErrorCode::ParseFailed);
  EXPECT_EQ(session.obstacle()->place.rfind("line ", 0), 0U);
  EXPECT_EQ(*session.form(), before);
  WorkloadForm wanted = before;
  wanted.name = "other";
  EXPECT_EQ(session.setForm(wanted).error().code, ErrorCode::ParseFailed);
  EXPECT_EQ(session.text(), broken);
  session.setText(broken.substr(0, broken.size() - 8));
  EXPECT_FALSE(session.obstacle());
  EXPECT_TRUE(session.setForm(wanted));
}

TEST(FormSession, HostileTextsStayTextsAndNameTheObstacle) {
  const std::string pod = toYaml(WorkloadTemplate{});
  const std::pair<std::string, ErrorCode> cases[] = {
      {"a: &a x\nb: *a\n", ErrorCode::Unsupported},
      {"a:\n\tb: 1\n", ErrorCode::ParseFailed},
      {pod + "kind: Pod\n", ErrorCode::ParseFailed},  // a key twice
      {"kind: Service\napiVersion: v1\n", ErrorCode::NoPodTemplate},
      {"", ErrorCode::NoPodTemplate},
      {pod + std::string(std::size_t{50} * 1024 * 1024, '#'), ErrorCode::LimitExceeded},
      {pod + "x\xFF", ErrorCode::ParseFailed},
  };
  for (const auto& [text, code] : cases) {
    FormSession session("w.yaml");
    session.setText(text);
    ASSERT_TRUE(session.obstacle());
    EXPECT_EQ(session.obstacle()->code, code) << describe(*session.obstacle());
    EXPECT_TRUE(session.text() == text);
    EXPECT_FALSE(session.form());
    EXPECT_FALSE(session.setForm({}));
  }
}

TEST(FormSession, AChosenRoleStaysChosenWhileItIsThere) {
  const std::string pod = "{spec: {containers: [{name: main, image: x, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
  const std::string text =
      "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: t}\nspec:\n  pytorchReplicaSpecs:\n"
      "    Master: {template: " +
      pod + "}\n    Worker: {replicas: 3, template: " + pod + "}\n";
  FormSession session("w.yaml");
  session.setText(text);
  EXPECT_EQ(session.roles(), (std::vector<std::string>{"Master", "Worker"}));
  ASSERT_TRUE(session.chooseRole(1));
  EXPECT_EQ(session.form()->replicas, "3");
  session.setText(text + "# typed\n");
  EXPECT_EQ(session.target().role, 1);
  WorkloadForm wanted = *session.form();
  wanted.replicas = "5";
  ASSERT_TRUE(session.setForm(wanted));
  EXPECT_NE(session.text().find("Worker: {replicas: 5,"), std::string::npos) << session.text();
  EXPECT_FALSE(session.chooseRole(7));
  session.setText(text.substr(0, text.find("    Worker")));
  EXPECT_EQ(session.target().role, 0);
}

TEST(FormSession, AChosenContainerStaysChosenWhileItIsThere) {
  FormSession session = started();
  std::string two = session.text();
  const std::string head = "      containers:\n";
  two.insert(two.find(head) + head.size(), "      - name: side\n        image: s\n");
  session.setText(two);
  EXPECT_EQ(session.containers(), (std::vector<std::string>{"side", "main"}));
  ASSERT_TRUE(session.choose({0, 1}));
  EXPECT_EQ(session.form()->container, "main");
  session.setText(two + "# typed\n");
  EXPECT_EQ(session.target().container, 1);
  EXPECT_FALSE(session.choose({0, 7}));
  EXPECT_EQ(session.form()->container, "main");
}

}  // namespace
}  // namespace cardinal
