// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/kube/decode/decoder.h"
#include "core/kube/decode/json/json_fault.h"

namespace cardinal {
namespace {

std::string recordedPods() {
  std::ifstream in(std::string(CARDINAL_TEST_DATA) + "/gpushare/1.20.2/s1-blog-two-nodes/pods.raw.json",
                   std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  std::string text = out.str();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

TEST(DecodeTruncated, NoPrefixOfAListIsAList) {
  const std::string whole = recordedPods();
  ASSERT_GT(whole.size(), 10'000U);
  Decoder decoder;
  for (std::size_t length = 0; length < whole.size(); length += length < 4096 ? 1 : 7) {
    const auto page = decoder.list<RawPod>(whole.substr(0, length));
    ASSERT_FALSE(page) << "accepted " << length << " of " << whole.size() << " bytes";
    ASSERT_EQ(page.error().code, ErrorCode::TruncatedAnswer) << length << ": " << describe(page.error());
    ASSERT_EQ(page.error().detail, std::to_string(length));
  }
  EXPECT_TRUE(decoder.list<RawPod>(whole));
}

TEST(DecodeTruncated, NoPrefixOfAnEventIsAnEvent) {
  const std::string whole =
      R"({"type":"MODIFIED","object":{"kind":"Pod","metadata":{"name":"p","labels":{"a":"\"}"}},"spec":{"containers":[]}}})";
  Decoder decoder;
  for (std::size_t length = 0; length < whole.size(); ++length)
    ASSERT_FALSE(decoder.event<RawPod>(whole.substr(0, length))) << length;
  EXPECT_TRUE(decoder.event<RawPod>(whole));
}

TEST(DecodeMalformed, NamesTheByte) {
  Decoder decoder;
  const auto page = decoder.list<RawPod>(R"({"kind":"PodList","items":[{"metadata":{"name" "p"}}]})");
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().code, ErrorCode::ParseFailed);
  EXPECT_EQ(page.error().subject, "PodList");
  EXPECT_EQ(page.error().place, "byte 47");
  const auto trailing = decoder.list<RawPod>(R"({"kind":"PodList","items":[]} {"more":1})");
  ASSERT_FALSE(trailing);
  EXPECT_EQ(trailing.error().code, ErrorCode::ParseFailed);
  EXPECT_EQ(trailing.error().place, "byte 30");
}

TEST(DecodeMalformed, FlippedBytesNeverCrashAndNeverLoseTheDecoder) {
  const std::string whole = recordedPods();
  Decoder decoder;
  for (std::size_t at = 0; at < whole.size(); at += 13) {
    for (const char byte : {'\0', '"', '{', ']', '\\', ',', static_cast<char>(0xFF)}) {
      std::string broken = whole;
      broken[at] = byte;
      const auto page = decoder.list<RawPod>(std::move(broken));
      EXPECT_TRUE(page || !describe(page.error()).empty());
    }
    if (at % 1300 == 0) {
      ASSERT_TRUE(decoder.list<RawPod>(whole)) << "decoder unusable after byte " << at;
    }
  }
}

TEST(DecodeMalformed, OtherAnswersAreNotLists) {
  Decoder decoder;
  const auto codeOf = [&](const char* text) {
    const auto page = decoder.list<RawPod>(text);
    return page ? ErrorCode::Internal : page.error().code;
  };
  EXPECT_EQ(codeOf("<html><body>login</body></html>"), ErrorCode::ParseFailed);
  EXPECT_EQ(codeOf("[]"), ErrorCode::ParseFailed);
  EXPECT_EQ(codeOf("42"), ErrorCode::ParseFailed);
  EXPECT_EQ(codeOf("null"), ErrorCode::ParseFailed);
  EXPECT_EQ(codeOf("{}"), ErrorCode::NotApiServer);
  EXPECT_EQ(codeOf(R"({"kind":"NodeList","items":[]})"), ErrorCode::NotApiServer);
  EXPECT_EQ(codeOf(R"({"kind":"PodList","items":{}})"), ErrorCode::ParseFailed);
  EXPECT_EQ(codeOf(R"({"kind":"PodList","items":[3]})"), ErrorCode::ParseFailed);
  EXPECT_EQ(codeOf(R"({"kind":"PodList","items":null})"), ErrorCode::Internal) << "null is an empty list";
}

TEST(DecodeHostile, DeepNestingIsNoDanger) {
  constexpr std::size_t kDepth = 200'000;
  Decoder decoder;
  const std::string open(kDepth, '[');
  const std::string close(kDepth, ']');
  const auto skipped = decoder.list<RawPod>(
      R"({"kind":"PodList","items":[{"metadata":{"name":"p"},"spec":{"volumes":)" + open + close + "}}]}");
  ASSERT_TRUE(skipped) << describe(skipped.error());
  EXPECT_EQ(skipped->items[0]->meta.key.name, "p");
  EXPECT_FALSE(decoder.list<RawPod>(R"({"kind":"PodList","items":)" + open));
  EXPECT_FALSE(decoder.objects(open + close));
  std::string lists;
  for (int i = 0; i < 100; ++i) lists += R"({"kind":"List","items":[)";
  for (int i = 0; i < 100; ++i) lists += "]}";
  const auto nested = decoder.objects(lists);
  ASSERT_FALSE(nested);
  EXPECT_EQ(nested.error().code, ErrorCode::LimitExceeded);
}

TEST(DecodeHostile, InvalidUtf8IsReplaced) {
  Decoder decoder;
  const auto page = decoder.list<RawPod>(
      "{\"kind\":\"PodList\",\"items\":[{\"metadata\":{\"name\":\"a\xFF\xC0\xAF"
      "b\xED\xA0\x80\"}}]}");
  ASSERT_TRUE(page) << describe(page.error());
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(page->items[0]->meta.key.name, "a" + r + r + r + "b" + r + r + r);
}

TEST(DecodeHostile, EscapesSurrogatesAndNul) {
  Decoder decoder;
  const auto page = decoder.list<RawPod>(
      R"({"kind":"PodList","items":[{"metadata":{"annotations":{"plain":"a\n\"\\\/\u00e9\u4e2d","pair":"\ud83d\ude00","lone":"x\ud83dy\ude00z","nul":"a\u0000b","bad":"\uZZZZ\q"}}}]})");
  ASSERT_TRUE(page) << describe(page.error());
  const StringMap& map = page->items[0]->meta.annotations;
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(*find(map, "plain"), "a\n\"\\/\xC3\xA9\xE4\xB8\xAD");
  EXPECT_EQ(*find(map, "pair"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(*find(map, "lone"), "x" + r + "y" + r + "z");
  EXPECT_EQ(*find(map, "nul"), std::string("a\0b", 3));
  EXPECT_EQ(*find(map, "bad"), r + "ZZZZ" + r);
}

TEST(DecodeHostile, RepeatedKeysLastWins) {
  Decoder decoder;
  const auto page = decoder.list<RawPod>(
      R"({"kind":"PodList","items":[{"metadata":{"name":"first","name":"second","labels":{"a":"1","b":"2","a":"3"}}}]})");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->items[0]->meta.key.name, "second");
  EXPECT_EQ(page->items[0]->meta.labels, (StringMap{{"b", "2"}, {"a", "3"}}));
}

TEST(DecodeHostile, ManyLabelsAreCutAndNamed) {
  std::string labels;
  for (int i = 0; i < 5000; ++i) labels += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":\"v\"";
  Decoder decoder;
  const auto page =
      decoder.list<RawPod>(R"({"kind":"PodList","items":[{"metadata":{"name":"p","labels":{)" + labels + "}}}]}");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->items[0]->meta.labels.size(), kMaxMapEntries);
  ASSERT_FALSE(page->items[0]->problems.empty());
  EXPECT_EQ(page->items[0]->problems[0].field, "metadata.labels");
}

TEST(DecodeHostile, HugeTextIsCutAtACharacter) {
  std::string huge(kMaxTextBytes - 1, 'x');
  huge += "\xE4\xB8\xAD\xE4\xB8\xAD";
  Decoder decoder;
  const auto page = decoder.list<RawPod>(R"({"kind":"PodList","items":[{"metadata":{"name":"p","annotations":{"a":")" +
                                         huge + "\"}}}]}");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->items[0]->meta.annotations[0].second, std::string(kMaxTextBytes - 1, 'x'));
  ASSERT_EQ(page->items[0]->problems.size(), 1U);
  EXPECT_EQ(page->items[0]->problems[0].field, "metadata.annotations[a]");
}

TEST(DecodeFields, UnreadableOnesAreNamedAndTheObjectIsKept) {
  Decoder decoder;
  const auto node = decoder.object<RawNode>(
      R"({"kind":"Node","metadata":{"name":"n","creationTimestamp":"yesterday","labels":{"ok":"1","number":5}},"spec":{"unschedulable":"yes","taints":{}},
      "status":{"capacity":{"aliyun.com/gpu-mem":"lots","cpu":"4","bad":true,"none":null},"addresses":"x","conditions":[{"type":7}]}})");
  ASSERT_TRUE(node) << describe(node.error());
  EXPECT_EQ((*node)->meta.key.name, "n");
  EXPECT_EQ(find((*node)->capacity, "aliyun.com/gpu-mem"), nullptr);
  EXPECT_EQ(find((*node)->capacity, "cpu")->value(), 4);
  EXPECT_EQ(find((*node)->capacity, "none")->value(), 0);
  const std::vector<FieldProblem> wanted = {{"metadata.creationTimestamp", "\"yesterday\""},
                                            {"metadata.labels[number]", "5"},
                                            {"spec.unschedulable", "\"yes\""},
                                            {"spec.taints", "{"},
                                            {"status.capacity[aliyun.com/gpu-mem]", "lots"},
                                            {"status.capacity[bad]", "true"},
                                            {"status.addresses", "\"x\""},
                                            {"status.conditions[0]", "7"}};
  EXPECT_EQ((*node)->problems, wanted);
}

TEST(DecodeFields, QuantitiesOfContainersAreNamedWithTheirPlace) {
  Decoder decoder;
  const auto pod = decoder.object<RawPod>(
      R"({"kind":"Pod","metadata":{"name":"p"},"spec":{"priority":99999999999,"containers":[{"name":"a"},{"resources":{"limits":{"aliyun.com/gpu-mem":"1.1.1"}}}]}})");
  ASSERT_TRUE(pod);
  ASSERT_EQ((*pod)->problems.size(), 2U);
  EXPECT_EQ((*pod)->problems[0].field, "spec.priority");
  EXPECT_EQ((*pod)->problems[1].field, "spec.containers[1].resources.limits[aliyun.com/gpu-mem]");
  EXPECT_EQ((*pod)->problems[1].value, "1.1.1");
}

TEST(JsonFault, WellFormedTextsHaveNone) {
  for (const char* text : {"{}", "[]", " {\"a\": [1, -2.5e+3, true, false, null, \"x\\\"y\"]} \n", "\"s\"", "0"}) {
    EXPECT_FALSE(findJsonFault(text)) << text;
  }
}

TEST(JsonFault, TellsTruncatedFromWrong) {
  const auto check = [](const char* text, bool truncated, std::size_t offset) {
    const auto fault = findJsonFault(text);
    ASSERT_TRUE(fault) << text;
    EXPECT_EQ(fault->truncated, truncated) << text;
    EXPECT_EQ(fault->offset, offset) << text;
  };
  check("", true, 0);
  check("{\"a\"", true, 4);
  check("{\"a\":tr", true, 7);
  check("{\"a\":\"b", true, 7);
  check("{\"a\":[1,", true, 8);
  check("{]", false, 1);
  check("{\"a\":}", false, 5);
  check("[1 2]", false, 3);
  check("{\"a\":1}}", false, 7);
  check("<html>", false, 0);
  check("{\"a\":\"x\ny\"}", false, 7);
}

}  // namespace
}  // namespace cardinal
