// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/gzip.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

std::string pack(const std::string& text) {
  GzipWriter writer;
  writer.write(text);
  writer.finish();
  return writer.take();
}

std::string manyLines() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "line " + std::to_string(i * 7919) + "\n";
  return text;
}

TEST(Gzip, WhatWasPackedComesOutAgain) {
  for (const std::string& text : {std::string(), std::string("a"), manyLines()}) {
    const std::string packed = pack(text);
    EXPECT_TRUE(isGzip(packed));
    const auto back = gunzip(packed, "x.gz");
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, text);
  }
}

TEST(Gzip, PiecesAndMembersAreJoined) {
  GzipWriter writer;
  std::string packed;
  for (int i = 0; i < 10; ++i) {
    writer.write("piece ");
    packed += writer.take();
  }
  writer.finish();
  packed += writer.take();
  const auto back = gunzip(packed + pack("and more"), "x.gz");
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, "piece piece piece piece piece piece piece piece piece piece and more");
}

TEST(Gzip, CutDataIsAnErrorThatNamesTheFile) {
  const std::string packed = pack(manyLines());
  for (const std::size_t length : {std::size_t{5}, packed.size() / 2, packed.size() - 4}) {
    const auto back = gunzip(std::string_view(packed).substr(0, length), "cut.gz");
    ASSERT_FALSE(back) << length;
    EXPECT_EQ(back.error().code, ErrorCode::ParseFailed);
    EXPECT_EQ(back.error().subject, "cut.gz");
    EXPECT_EQ(back.error().place, "byte " + std::to_string(length));
  }
}

TEST(Gzip, DamagedDataIsAnError) {
  std::string packed = pack(manyLines());
  for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 40; ++i)
    packed[i] = static_cast<char>(packed[i] ^ 0x5a);
  EXPECT_FALSE(gunzip(packed, "bad.gz"));
}

TEST(Gzip, BombIsStoppedLongBeforeItIsUnpacked) {
  const std::string bomb = pack(std::string(80U << 20U, ' '));
  ASSERT_LT(bomb.size(), 300'000U);
  const auto back = gunzip(bomb, "bomb.gz");
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().code, ErrorCode::LimitExceeded);
  EXPECT_EQ(back.error().detail, std::to_string(64U << 20U));
}

TEST(Gzip, TotalLimitHolds) {
  GunzipLimits limits;
  limits.bytes = 1000;
  const auto back = gunzip(pack(manyLines()), "big.gz", limits);
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().code, ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace cardinal
