// SPDX-License-Identifier: Apache-2.0
// Selectors of devices: what kube-scheduler would say, and never a guess where it is not known.
#include <gtest/gtest.h>

#include "core/alloc/cel/expression.h"

namespace cardinal::cel {
namespace {

RawDevice card() {
  RawDevice out;
  out.name = "gpu-0";
  using Kind = RawDeviceAttribute::Kind;
  const auto text = [](const char* value) { return RawDeviceAttribute{Kind::String, value, 0}; };
  out.attributes = {{"type", text("gpu")},
                    {"productName", text("NVIDIA H100 80GB HBM3")},
                    {"index", {Kind::Int, {}, 3}},
                    {"healthy", {Kind::Bool, {}, 1}},
                    {"driverVersion", {Kind::Version, "570.133.20", 0}},
                    {"resource.kubernetes.io/pcieRoot", text("pci0000:00")}};
  out.capacity.push_back({"memory", *Quantity::parse("80Gi")});
  return out;
}

Outcome outcomeOf(const std::string& expression) {
  static const std::string kDriver = "gpu.nvidia.com";
  return Expression::compile(expression).matches(card(), kDriver);
}

Verdict verdictOf(const std::string& expression) {
  return outcomeOf(expression).verdict;
}

constexpr const char* kAttributes = "device.attributes['gpu.nvidia.com']";

TEST(Cel, SelectorsOfTheDriverAreMet) {
  for (const std::string& text :
       {std::string("true"), std::string("device.driver == 'gpu.nvidia.com'"),
        std::string("device.driver == 'gpu.nvidia.com' && ") + kAttributes + ".type == 'gpu'",
        std::string("device.attributes[\"gpu.nvidia.com\"].type in ['mig', 'gpu']"),
        std::string(kAttributes) + ".productName.lowerAscii().matches('^.*h100.*$')",
        std::string(kAttributes) + ".productName.startsWith('NVIDIA') && " + kAttributes + ".index > 2",
        std::string(kAttributes) + ".driverVersion.compareTo(semver('570.133.3')) > 0",
        std::string(kAttributes) + ".driverVersion.isLessThan(semver('571.0.0'))",
        std::string(kAttributes) + ".healthy",
        std::string("device.attributes['resource.kubernetes.io'].pcieRoot == 'pci0000:00'"),
        std::string("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('81920Mi')) == 0"),
        std::string("device.capacity['gpu.nvidia.com'].memory.isGreaterThan(quantity('79Gi'))"),
        std::string("has(") + kAttributes + ".type) && !has(" + kAttributes + ".profile)",
        std::string("'type' in ") + kAttributes, std::string(kAttributes) + ".?profile.orValue('none') == 'none'",
        std::string("cel.bind(gpu, ") + kAttributes + ", gpu.type == 'gpu' && gpu.index == 3)",
        std::string("['H100', 'H200'].exists(name, ") + kAttributes + ".productName.contains(name))",
        std::string(kAttributes) + ".type == 'gpu' ? true : " + kAttributes + ".nosuch"}) {
    const Outcome outcome = outcomeOf(text);
    EXPECT_EQ(outcome.verdict, Verdict::Yes) << text << ": " << outcome.words;
  }
}

TEST(Cel, SelectorsThatDoNotMatchSayNo) {
  for (const std::string& text :
       {std::string("false"), std::string("device.driver != 'gpu.nvidia.com'"),
        std::string(kAttributes) + ".type == 'mig'", std::string(kAttributes) + ".index == 'x'",
        std::string(kAttributes) + ".productName.matches('^h100$')",
        std::string("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('81Gi')) >= 0"),
        std::string("'a' in device.attributes['other.example.com']")}) {
    EXPECT_EQ(verdictOf(text), Verdict::No) << text;
  }
}

TEST(Cel, AMissingAttributeIsTheErrorThatEndsTheAttempt) {
  const Outcome outcome = outcomeOf(std::string(kAttributes) + ".profile == '1g.5gb'");
  EXPECT_EQ(outcome.verdict, Verdict::Error);
  EXPECT_EQ(outcome.words, "no such key: profile");
  // Unknown domains are empty maps: the key is missing, not the domain.
  EXPECT_EQ(outcomeOf("device.attributes['x.example.com'].profile == ''").words, "no such key: profile");
}

TEST(Cel, ASideThatDecidesHidesTheErrorOfTheOther) {
  const std::string error = std::string(kAttributes) + ".nosuch == 'x'";
  EXPECT_EQ(verdictOf(error + " && false"), Verdict::No);
  EXPECT_EQ(verdictOf("false && " + error), Verdict::No);
  EXPECT_EQ(verdictOf(error + " || true"), Verdict::Yes);
  EXPECT_EQ(verdictOf(error + " && true"), Verdict::Error);
}

TEST(Cel, WhatIsNotKnownIsNeitherYesNorNo) {
  const std::string beyond = std::string(kAttributes) + ".productName.split(' ')[0] == 'NVIDIA'";
  EXPECT_EQ(verdictOf(beyond), Verdict::NotEvaluated);
  EXPECT_EQ(outcomeOf(beyond).words, "split");
  EXPECT_EQ(verdictOf(beyond + " && device.driver == 'other'"), Verdict::No);
  EXPECT_EQ(verdictOf(beyond + " || " + std::string(kAttributes) + ".nosuch == 1"), Verdict::NotEvaluated);
  for (const char* text :
       {"", "(", "device.", "device.driver ==", "1.5 < 2.0", "{'a': 1}", "device.driver = 'x'", "b'bytes' == b'bytes'",
        "'unclosed", "device.driver.matches('(?P<name>x)')", "other.thing", "device.driver == 'x' extra"}) {
    EXPECT_EQ(verdictOf(text), Verdict::NotEvaluated) << text;
  }
}

TEST(Cel, HostileExpressionsEnd) {
  EXPECT_EQ(verdictOf(std::string(20000, '(')), Verdict::NotEvaluated);
  EXPECT_EQ(verdictOf(std::string(9000, '!') + "true"), Verdict::Yes);
  EXPECT_EQ(verdictOf(std::string(9000, '-')), Verdict::NotEvaluated);
  std::string sum = "1";
  for (int i = 0; i < 2000; ++i) sum += "+1";
  EXPECT_EQ(verdictOf(sum + " == 2001"), Verdict::NotEvaluated);
  std::string all = "true";
  for (int i = 0; i < 1000; ++i) all += " && true";
  EXPECT_EQ(verdictOf(all), Verdict::Yes);
  EXPECT_EQ(verdictOf("device.driver.matches('((((a{200}){200}){200}){200})')"), Verdict::NotEvaluated);
  EXPECT_EQ(verdictOf("'" + std::string(5000, 'a') + "'.matches('(a*)*b')"), Verdict::No);
  EXPECT_EQ(verdictOf("9223372036854775807 + 1 == 0"), Verdict::Error);
}

TEST(Cel, PatternsMatchAsRe2Does) {
  const auto matches = [](const std::string& text, const std::string& pattern) {
    return verdictOf("'" + text + "'.matches(r'" + pattern + "')") == Verdict::Yes;
  };
  EXPECT_TRUE(matches("NVIDIA A100-SXM4-40GB", "A100"));
  EXPECT_TRUE(matches("NVIDIA A100-SXM4-40GB", "^NVIDIA (A|H)100"));
  EXPECT_TRUE(matches("1g.5gb", R"(^[1-3]g\.\d+gb$)"));
  EXPECT_TRUE(matches("aaa", "^a{2,3}$"));
  EXPECT_TRUE(matches("Tesla T4", "(?i)tesla"));
  EXPECT_TRUE(matches("a-b", "[a-]-[^a]"));
  EXPECT_FALSE(matches("aaaa", "^a{2,3}$"));
  EXPECT_FALSE(matches("1gx5gb", R"(^1g\.5gb)"));
  EXPECT_FALSE(matches("abc", "^b"));
}

}  // namespace
}  // namespace cardinal::cel
