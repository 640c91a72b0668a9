// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/amount.h"

#include <gtest/gtest.h>

namespace cardinal::queues {
namespace {

TEST(Amount, IsWrittenAsKubernetesWritesQuantities) {
  EXPECT_EQ(amountText("cpu", 1500), "1500m");
  EXPECT_EQ(amountText("cpu", 4000), "4");
  EXPECT_EQ(amountText("cpu", 10'000'000), "10k");
  EXPECT_EQ(amountText("memory", 8LL << 30), "8Gi");
  EXPECT_EQ(amountText("memory", 1536LL << 20), "1536Mi");
  EXPECT_EQ(amountText("memory", 2'000'001), "2000001");
  EXPECT_EQ(amountText("memory", 1000), "1k");
  EXPECT_EQ(amountText("nvidia.com/gpu", 24), "24");
  EXPECT_EQ(amountText("nvidia.com/gpu", 0), "0");
}

TEST(Amount, NoLimitStaysNoLimit) {
  EXPECT_EQ(plus(kUnlimited, -5), kUnlimited);
  EXPECT_EQ(minus(kUnlimited, 5), kUnlimited);
  EXPECT_EQ(minus(kUnlimited, kUnlimited), 0);
  EXPECT_LT(minus(5, kUnlimited), 0);
  EXPECT_LT(minus(-5, std::numeric_limits<Amount>::max() - 1), 0);
}

}  // namespace
}  // namespace cardinal::queues
