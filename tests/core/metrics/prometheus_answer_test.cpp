// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/prometheus_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cardinal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// "a=b@time:value;..." per series.
struct Read {
  std::vector<std::string> series;
  Result<PrometheusAnswer> answer = PrometheusAnswer{};
};

Read read(const std::string& body) {
  Read out;
  PrometheusDecoder decoder;
  out.answer = decoder.decode(body, [&](const SeriesView& series) {
    std::string text;
    for (const MetricLabel& label : series.labels) {
      text += std::string(label.name) + "=" + std::string(label.value) + " ";
    }
    for (const MetricPoint& point : series.points) {
      text += std::to_string(static_cast<long>(point.at)) + ":" + std::to_string(static_cast<long>(point.value)) + " ";
    }
    out.series.push_back(text);
  });
  return out;
}

std::string vectorOf(const std::string& value) {
  return R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"b"},"value":[10.5,")" + value +
         R"("]}]}})";
}

ErrorCode codeOf(const std::string& body) {
  const Read got = read(body);
  return got.answer ? ErrorCode::Internal : got.answer.error().code;
}

TEST(PrometheusAnswer, VectorMatrixAndScalar) {
  EXPECT_THAT(read(vectorOf("7")).series, ElementsAre("a=b 10:7 "));
  EXPECT_THAT(read(R"({"status":"success","data":{"resultType":"matrix","result":[
      {"metric":{},"values":[[1435781430.781,"1"],[1435781445.781,"2"]]},{"metric":{"x":"y"},"values":[[5,"3"]]}]}})")
                  .series,
              ElementsAre("1435781430:1 1435781445:2 ", "x=y 5:3 "));
  EXPECT_THAT(read(R"({"status":"success","data":{"resultType":"scalar","result":[5,"1.7e9"]}})").series,
              ElementsAre("5:1700000000 "));
  EXPECT_TRUE(read(R"({"status":"success","data":{"resultType":"string","result":[5,"x"]}})").series.empty());
}

TEST(PrometheusAnswer, NumbersAsTheApiWritesThem) {
  EXPECT_THAT(read(vectorOf("1e+06")).series, ElementsAre("a=b 10:1000000 "));
  for (const char* const none : {"NaN", "+Inf", "-Inf", "Inf", "", "12x", "0x10"}) {
    const Read got = read(vectorOf(none));
    EXPECT_TRUE(got.answer) << none;
    EXPECT_TRUE(got.series.empty()) << none << " must be no value";
  }
}

TEST(PrometheusAnswer, AGapIsAMissingPoint) {
  EXPECT_THAT(read(R"({"status":"success","data":{"resultType":"matrix","result":[
      {"metric":{},"values":[[1,"1"],[2,"NaN"],[3,"3"]]}]}})")
                  .series,
              ElementsAre("1:1 3:3 "));
}

TEST(PrometheusAnswer, NothingIsNoError) {
  const Read got = read(R"({"status":"success","data":{"resultType":"vector","result":[]}})");
  ASSERT_TRUE(got.answer);
  EXPECT_EQ(got.answer->series, 0U);
}

TEST(PrometheusAnswer, WarningsStandBesideTheData) {
  Read got = read(R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"2"]}]},
      "warnings":["store 3 is away"],"infos":["x"]})");
  ASSERT_TRUE(got.answer);
  EXPECT_THAT(got.answer->warnings, ElementsAre("store 3 is away"));
  EXPECT_EQ(got.series.size(), 1U);
  got = read(R"({"status":"success","isPartial":true,"data":{"resultType":"vector","result":[]}})");
  EXPECT_THAT(got.answer->warnings, ElementsAre("partial answer"));
}

TEST(PrometheusAnswer, NativeHistogramsAreLeftOut) {
  const Read got = read(R"({"status":"success","data":{"resultType":"vector","result":[
      {"metric":{"h":"1"},"histogram":[1,{"count":"3","buckets":[[0,"1","2","3"]]}]},{"metric":{"v":"1"},"value":[1,"2"]}]}})");
  ASSERT_TRUE(got.answer);
  EXPECT_THAT(got.series, ElementsAre("v=1 1:2 "));
}

TEST(PrometheusAnswer, LabelsWithEscapesAndOfAbsurdLength) {
  EXPECT_THAT(read(R"({"status":"success","data":{"resultType":"vector","result":[
      {"metric":{"a":"x\"y\\z\u00e9"},"value":[1,"2"]}]}})")
                  .series,
              ElementsAre("a=x\"y\\z\xC3\xA9 1:2 "));
  const Read cut = read(R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":")" +
                        std::string(5000, 'x') + R"("},"value":[1,"2"]}]}})");
  EXPECT_EQ(cut.series.at(0).size(), 2 + kMaxMetricsLabelBytes + 5);
}

TEST(PrometheusAnswer, AServersRefusalInItsOwnWords) {
  const Read got = read(
      R"({"status":"error","errorType":"bad_data","error":"exceeded maximum resolution of 11,000 points per timeseries."})");
  ASSERT_FALSE(got.answer);
  EXPECT_EQ(got.answer.error().code, ErrorCode::MetricsQuery);
  EXPECT_EQ(got.answer.error().detail, "bad_data: exceeded maximum resolution of 11,000 points per timeseries.");
}

TEST(PrometheusAnswer, ALoginPageIsNotParsed) {
  const Read got = read("\n<!DOCTYPE html>\n<html><body>Sign in</body></html>");
  ASSERT_FALSE(got.answer);
  EXPECT_EQ(got.answer.error().code, ErrorCode::MetricsQuery);
  EXPECT_EQ(got.answer.error().detail, "<!DOCTYPE html>");
  EXPECT_EQ(codeOf(R"({"kind":"Status","code":403})"), ErrorCode::MetricsQuery);
  EXPECT_EQ(codeOf(R"({"kind":"Status","status":"Failure","message":"no","code":503})"), ErrorCode::MetricsQuery)
      << "the API server's own refusal is no empty answer";
  EXPECT_EQ(codeOf(R"(["x"])"), ErrorCode::MetricsQuery);
}

TEST(PrometheusAnswer, ACutTextCountsForNothing) {
  const std::string whole =
      R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"b"},"value":[1,"2"]}]}})";
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const Read got = read(whole.substr(0, bytes));
    ASSERT_FALSE(got.answer) << bytes;
    EXPECT_NE(got.answer.error().code, ErrorCode::MetricsQuery) << bytes;
  }
  EXPECT_EQ(codeOf(whole.substr(0, whole.size() - 3)), ErrorCode::TruncatedAnswer);
  EXPECT_EQ(codeOf(whole + "x"), ErrorCode::ParseFailed);
  EXPECT_EQ(codeOf(R"({"status":"success","data":{"result":[}]}})"), ErrorCode::ParseFailed);
}

TEST(PrometheusAnswer, Limits) {
  EXPECT_EQ(codeOf("{" + std::string(kMaxMetricsBytes, ' ')), ErrorCode::LimitExceeded);
  std::string body = R"({"status":"success","data":{"resultType":"vector","result":[)";
  const std::string one = R"({"metric":{},"value":[1,"2"]},)";
  body.reserve(one.size() * (kMaxMetricsSeries + 2));
  for (std::size_t i = 0; i <= kMaxMetricsSeries; ++i) body += one;
  body.back() = ']';
  EXPECT_EQ(codeOf(body + "}}"), ErrorCode::LimitExceeded);
}

TEST(PrometheusAnswer, Version) {
  PrometheusDecoder decoder;
  EXPECT_EQ(decoder.version(R"({"status":"success","data":{"version":"2.42.0","revision":"x"}})").value_or("?"),
            "2.42.0");
  EXPECT_EQ(decoder.version(R"({"status":"success","data":{}})").value_or("?"), "");
  EXPECT_FALSE(decoder.version("404 page not found"));
}

}  // namespace
}  // namespace cardinal
