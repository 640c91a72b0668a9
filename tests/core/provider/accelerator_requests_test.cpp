// SPDX-License-Identifier: Apache-2.0
#include "core/provider/accelerator_requests.h"

#include <gtest/gtest.h>

namespace cardinal::provider {
namespace {

Container asking(std::initializer_list<std::pair<const char*, const char*>> limits) {
  Container out;
  for (const auto& [name, amount] : limits) out.limits.push_back({name, *Quantity::parse(amount)});
  return out;
}

std::string number(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "-";
}

/// "name amount mib=.. mem%=.. core%=.. cards=..": what is not said is "-".
std::string describe(const RawPod& pod) {
  std::string out;
  for (const AcceleratorRequest& one : readAcceleratorRequests(pod)) {
    out += (out.empty() ? "" : "; ") + one.resource + " " +
           number(one.amount ? std::optional(one.amount->value()) : std::nullopt) + " " + number(one.memoryMib) + " " +
           number(one.memoryPercent) + " " + number(one.corePercent) + " " + number(one.cards);
  }
  return out;
}

std::string describeLimits(std::initializer_list<std::pair<const char*, const char*>> limits) {
  RawPod pod;
  pod.spec.containers.push_back(asking(limits));
  return describe(pod);
}

TEST(AcceleratorRequests, WhatContainersAskOfEachOfTheirCardsIsNoSum) {
  const auto two = [](const char* first, const char* second) {
    RawPod pod;
    pod.spec.containers.push_back(asking({{"nvidia.com/gpu", "1"}, {"nvidia.com/gpumem", first}}));
    pod.spec.containers.push_back(asking({{"nvidia.com/gpu", "1"}, {"nvidia.com/gpumem", second}}));
    return pod;
  };
  EXPECT_EQ(describe(two("3000", "3000")), "nvidia.com/gpu 2 - - - 2; nvidia.com/gpumem 6000 3000 - - -");
  EXPECT_EQ(describe(two("3000", "5000")), "nvidia.com/gpu 2 - - - 2; nvidia.com/gpumem 8000 - - - -");
  const auto requests = readAcceleratorRequests(two("3000", "5000"));
  ASSERT_EQ(requests.size(), 2U);
  ASSERT_EQ(requests[1].containers.size(), 2U);
  EXPECT_EQ(requests[1].containers[1].value(), 5000);
  EXPECT_TRUE(requests[0].containers.empty());
}

TEST(AcceleratorRequests, EachStackSpeaksInItsUnits) {
  EXPECT_EQ(describeLimits({{"cpu", "4"}, {"nvidia.com/gpu", "2"}, {"nvidia.com/gpumem", "3000"}}),
            "nvidia.com/gpu 2 - - - 2; nvidia.com/gpumem 3000 3000 - - -");
  EXPECT_EQ(describeLimits({{"nvidia.com/gpumem-percentage", "50"}, {"nvidia.com/gpucores", "30"}}),
            "nvidia.com/gpumem-percentage 50 - 50 - -; nvidia.com/gpucores 30 - - 30 -");
  EXPECT_EQ(describeLimits({{"aliyun.com/gpu-mem", "8"}, {"aliyun.com/gpu-count", "2"}}),
            "aliyun.com/gpu-mem 8 - - - -");
  EXPECT_EQ(describeLimits({{"tencent.com/vcuda-core", "50"}, {"tencent.com/vcuda-memory", "10"}}),
            "tencent.com/vcuda-core 50 - - 50 1; tencent.com/vcuda-memory 10 2560 - - -");
  EXPECT_EQ(describeLimits({{"koordinator.sh/gpu", "200"}}), "koordinator.sh/gpu 200 - 200 200 2");
  EXPECT_EQ(describeLimits({{"koordinator.sh/gpu-memory", "8Gi"}}), "koordinator.sh/gpu-memory 8589934592 8192 - - -");
  EXPECT_EQ(describeLimits({{"nvidia.com/mig-1g.5gb", "1"}, {"nvidia.com/gpu.shared", "1"}}),
            "nvidia.com/mig-1g.5gb 1 - - - -; nvidia.com/gpu.shared 1 - - - -");
  EXPECT_EQ(describeLimits({{"huawei.com/Ascend310P", "1"}, {"huawei.com/Ascend310P-memory", "1024"}}),
            "huawei.com/Ascend310P 1 - - - 1; huawei.com/Ascend310P-memory 1024 1024 - - -");
  EXPECT_EQ(describeLimits({{"vendor.example/npu-slice", "3"}, {"vendor.example/gpu", "1"}}),
            "vendor.example/npu-slice 3 - - - -; vendor.example/gpu 1 - - - 1");
  EXPECT_EQ(describeLimits({{"memory", "1Gi"}, {"hugepages-2Mi", "1Gi"}, {"rdma/hca", "1"}, {"nvidia.com/gpu", "0"}}),
            "");
}

TEST(AcceleratorRequests, ANameThatADeviceClassHasByItselfAsksForADevice) {
  EXPECT_EQ(describeLimits({{"deviceclass.resource.kubernetes.io/gpu.example.com", "1"}}),
            "deviceclass.resource.kubernetes.io/gpu.example.com 1 - - - -");
}

TEST(AcceleratorRequests, EveryAcceleratorOfTheCardsIsNamed) {
  for (const char* name : {"gpu.intel.com/i915", "gpu.intel.com/xe", "metax-tech.com/vcore", "metax-tech.com/vmemory",
                           "qualcomm.com/qaic", "rebellions.ai/ATOM", "nvidia.com/GA102GL_A10", "vastaitech.com/va"}) {
    EXPECT_EQ(describeLimits({{name, "1"}}).rfind(std::string(name) + " 1 ", 0), 0U) << name;
  }
  EXPECT_EQ(describeLimits({{"nvidia.com/priority", "1"}}), "");
}

TEST(AcceleratorRequests, WhatANumberCannotMeanIsNotSaid) {
  EXPECT_EQ(describeLimits({{"nvidia.com/gpu", "500m"}}), "nvidia.com/gpu 1 - - - -");
  EXPECT_EQ(describeLimits({{"nvidia.com/gpumem", "2Gi"}}), "nvidia.com/gpumem 2147483648 - - - -");
  EXPECT_EQ(describeLimits({{"huawei.com/Ascend310P-2c", "1"}}), "huawei.com/Ascend310P-2c 1 - - - -");
}

TEST(AcceleratorRequests, InitContainersCountWhereTheyAskMore) {
  RawPod pod;
  pod.spec.containers = {asking({{"nvidia.com/gpu", "1"}}), asking({{"nvidia.com/gpu", "1"}})};
  pod.spec.initContainers.push_back(asking({{"nvidia.com/gpu", "4"}}));
  EXPECT_EQ(describe(pod), "nvidia.com/gpu 4 - - - 4");
}

TEST(AcceleratorRequests, KaiAsksByAnnotationsAndNonsenseAsksNothing) {
  RawPod pod;
  pod.spec.containers.push_back({});
  pod.meta.annotations.push_back({"gpu-fraction", "0.5"});
  pod.meta.annotations.push_back({"gpu-fraction-num-devices", "2"});
  EXPECT_EQ(describe(pod), "gpu-fraction 1 - 50 - 2");
  pod.meta.annotations = {{"gpu-memory", "2000"}};
  EXPECT_EQ(describe(pod), "gpu-memory 2000 2000 - - 1");
  for (const char* text : {"half", "-1", "7", "", "1e99"}) {
    pod.meta.annotations = {{"gpu-fraction", text}};
    EXPECT_EQ(describe(pod), "") << text;
  }
}

}  // namespace
}  // namespace cardinal::provider
