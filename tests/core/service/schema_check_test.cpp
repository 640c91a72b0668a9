// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/schema_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cardinal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const char* const kDescription = R"({"swagger":"2.0","paths":{"/api":{"get":{}}},"definitions":{
  "Job":{"type":"object","properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"metadata":{"$ref":"#/definitions/Meta"},
      "spec":{"description":"a description that is much longer than any name of a type could ever be, so that whoever reads the whole text does not have to keep it in memory, nor to look at it at all","$ref":"#/definitions/Spec"}},
    "x-kubernetes-group-version-kind":[{"group":"batch","version":"v1","kind":"Job"}]},
  "Meta":{"type":"object","properties":{"name":{"type":"string"},"labels":{"type":"object","additionalProperties":{"type":"string"}}}},
  "Spec":{"type":"object","properties":{"description":{"type":"string"},"parallelism":{"type":"integer"},"free":{"type":"object"},
      "containers":{"type":"array","items":{"$ref":"#/definitions/Container"}},
      "inline":{"type":"object","properties":{"a":{"type":"string"}}}}},
  "Container":{"type":"object","properties":{"name":{"type":"string"},"limits":{"type":"object","additionalProperties":{"$ref":"#/definitions/Quantity"}}}},
  "Quantity":{"type":"string"}}})";

std::vector<std::string> unknownIn(const std::string& object) {
  const auto schema = ApiSchema::parse(kDescription);
  EXPECT_TRUE(schema);
  return schema->unknownFields("batch/v1", "Job", object).value_or(std::vector<std::string>{"not described"});
}

TEST(ApiSchema, KnownFieldsOfEveryShapePass) {
  EXPECT_THAT(unknownIn(R"({"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","labels":{"any":"x"}},
    "spec":{"description":"words","free":{"any":{"thing":1}},"inline":{"a":"b"},
    "containers":[{"name":"c","limits":{"aliyun.com/gpu-mem":"2"}}]}})"),
              IsEmpty());
}

TEST(ApiSchema, UnknownOnesAreNamedWithTheirPlace) {
  EXPECT_THAT(unknownIn(R"({"kind":"Job","metadata":{"nmae":"j"},"spec":{"paralellism":2,"inline":{"b":1},
    "containers":[{"name":"c"},{"name":"d","limit":{}}]}})"),
              ElementsAre("metadata.nmae", "spec.containers[1].limit", "spec.inline.b", "spec.paralellism"));
}

TEST(ApiSchema, WhatIsNotDescribedIsNotJudged) {
  const auto schema = ApiSchema::parse(kDescription);
  ASSERT_TRUE(schema);
  EXPECT_FALSE(schema->unknownFields("example.com/v1", "Thing", "{}"));
  EXPECT_FALSE(schema->unknownFields("batch/v1", "Job", "no JSON"));
  EXPECT_EQ(ApiSchema::parse("{").error().code, ErrorCode::ParseFailed);
  EXPECT_EQ(ApiSchema::parse(R"({"kind":"Status"})").error().code, ErrorCode::NotApiServer);
}

TEST(StrictDecoding, FieldsAreReadFromTheServersWords) {
  const std::string head = R"(Pod in version "v1" cannot be handled as a Pod: strict decoding error: )";
  const auto fields = [](const std::string& words) {
    std::vector<std::string> out;
    for (const ErrorCause& cause : strictDecodingCauses(words)) out.push_back(cause.reason + " " + cause.field);
    return out;
  };
  EXPECT_THAT(fields(head + R"(unknown field "spec.containers[0].imag", duplicate field "metadata.name")"),
              ElementsAre("unknown field spec.containers[0].imag", "duplicate field metadata.name"));
  EXPECT_THAT(fields(head + R"(unknown field "metadata.labels.a\"b")"),
              ElementsAre(R"(unknown field metadata.labels.a\"b)"));
  EXPECT_THAT(fields(head + R"(unknown field "a", something else)"), ElementsAre("unknown field a"));
  for (const char* const none :
       {"", "unknown field", "unknown field \"", "unknown field \"\"", "json: cannot unmarshal"})
    EXPECT_THAT(fields(head + none), IsEmpty()) << none;
  EXPECT_THAT(fields(R"(unknown field "a")"), IsEmpty()) << "words of another refusal";
  std::string many = head;
  for (int i = 0; i < 100; ++i) many += R"(unknown field "f", )";
  EXPECT_EQ(fields(many).size(), 20U);
}

}  // namespace
}  // namespace cardinal
