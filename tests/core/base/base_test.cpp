// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/result.h"
#include "core/base/saturate.h"

namespace cardinal {
namespace {

UnixSeconds timeOf(std::string_view text) {
  return parseRfc3339(text.data(), text.data() + text.size());
}

TEST(Time, ReadsRfc3339) {
  EXPECT_EQ(timeOf("1970-01-01T00:00:01Z"), 1);
  EXPECT_EQ(timeOf("2024-05-06T07:08:09Z"), 1714979289);
  EXPECT_EQ(timeOf("2024-05-06T09:08:09+02:00"), 1714979289);
  EXPECT_EQ(timeOf("2024-05-06T02:38:09-04:30"), 1714979289);
  EXPECT_EQ(timeOf("2024-05-06T07:08:09.123456Z"), 1714979289);
  EXPECT_EQ(timeOf("2024-05-06t07:08:09z"), 1714979289);
  EXPECT_EQ(timeOf("2000-02-29T00:00:00Z"), 951782400);
  EXPECT_EQ(timeOf("1969-12-31T23:59:59Z"), -1);
}

TEST(Time, LeapSecondAndYearOneDoNotHurt) {
  EXPECT_EQ(timeOf("2016-12-31T23:59:60Z"), timeOf("2017-01-01T00:00:00Z"));
  // Go's zero time means "not set".
  EXPECT_EQ(timeOf("0001-01-01T00:00:00Z"), 0);
}

TEST(Time, WhatIsNoTimeIsZero) {
  for (const std::string_view text :
       {"", "null", "2024-05-06", "2024-05-06T07:08:09", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z",
        "2024-05-06T24:00:00Z", "2024-05-06T07:08:61Z", "2024-05-06T07:08:09.Z", "2024-05-06T07:08:09Zx",
        "2024-05-06T07:08:09+2:00", "24-05-06T07:08:09Z"}) {
    EXPECT_EQ(timeOf(text), 0) << text;
  }
}

TEST(Errors, EveryCodeHasANameOfItsOwn) {
  std::set<std::string> names;
  const int last = static_cast<int>(ErrorCode::Internal);
  for (int code = 0; code <= last; ++code) names.insert(toString(static_cast<ErrorCode>(code)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
}

TEST(Errors, LogLineNamesThingPlaceAndStaysOneLine) {
  Error error = makeError(ErrorCode::Forbidden, "list pods", "namespace a", "line one\nline two\x1b[31m");
  error.httpStatus = 403;
  EXPECT_EQ(describe(error), "Forbidden: list pods at namespace a: line one line two [31m (HTTP 403)");
  EXPECT_LT(describe(makeError(ErrorCode::Internal, std::string(1'000'000, 'x'))).size(), 3000U);
}

TEST(Results, ErrorsPassThroughAndValuesAreTransformed) {
  const auto twice = [](int v) { return v * 2; };
  EXPECT_EQ(Result<int>(21).transform(twice).value(), 42);
  const Result<int> failed = unexpected(makeError(ErrorCode::NotFound, "x"));
  EXPECT_EQ(Result<int>(failed).transform(twice).error().subject, "x");
  EXPECT_EQ(failed.value_or(7), 7);
  EXPECT_FALSE(Result<void>(unexpected(makeError(ErrorCode::Timeout))).has_value());
}

TEST(Saturation, SumsAndProductsStopAtTheEnds) {
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(saturatedSum(kMax, std::int64_t{1}), kMax);
  EXPECT_EQ(saturatedSum(kMin, std::int64_t{-1}), kMin);
  EXPECT_EQ(saturatedSum(kMin, kMax), -1);
  EXPECT_EQ(saturatedProduct(kMax, std::int64_t{-2}), kMin);
  EXPECT_EQ(saturatedProduct(kMin, std::int64_t{-2}), kMax);
}

TEST(Locks, WaiterLeavesWhenReadyOrStopped) {
  Mutex mutex;
  CondVar condition;
  bool ready = false;
  std::atomic<int> sawReady{0};
  std::jthread waiter([&](const std::stop_token& stop) {
    const MutexLock lock(mutex);
    if (condition.wait(mutex, stop, [&] { return ready; })) ++sawReady;
    if (condition.wait(mutex, stop, [&] { return !ready; })) ++sawReady;
  });
  {
    const MutexLock lock(mutex);
    ready = true;
  }
  condition.notifyAll();
  while (sawReady.load() == 0) std::this_thread::yield();
  waiter.request_stop();
  waiter.join();
  EXPECT_EQ(sawReady.load(), 1);
}

TEST(Logging, ControlCharactersCannotForgeALine) {
  ::testing::internal::CaptureStderr();
  const auto logger = makeStderrLogger(LogLevel::Info);
  logger->info("watch", "first\nsecond {} \x1b[2J");
  logger->debug("watch", "too low");
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("watch: first second {}  [2J\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("too low"), std::string::npos);
  makeSilentLogger()->info("watch", "nobody hears");
}

}  // namespace
}  // namespace cardinal
