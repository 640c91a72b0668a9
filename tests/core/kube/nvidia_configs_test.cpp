// SPDX-License-Identifier: Apache-2.0
// Configurations of NVIDIA's device plugin as the plugin itself reads them (k8s-device-plugin v0.20.0, api/config/v1).
#include <gtest/gtest.h>

#include "core/kube/decode/decoder.h"
#include "core/model/extras/nvidia.h"

namespace cardinal {
namespace {

DevicePluginConfig configOf(const std::string& yaml) {
  std::string text;
  for (const char c : yaml) {
    if (c == '\n')
      text += "\\n";
    else
      text += (c == '"' ? std::string("\\") : std::string()) + c;
  }
  Decoder decoder;
  const auto map = decoder.object<RawPluginConfigs>(
      R"({"kind":"ConfigMap","metadata":{"name":"m","namespace":"n"},"data":{"c":")" + text + R"("}})");
  EXPECT_TRUE(map);
  return (*map)->configs.at(0);
}

constexpr const char* kSlicing = "timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]}";
constexpr const char* kMps = "mps: {resources: [{name: nvidia.com/gpu, replicas: 10}]}";

TEST(PluginConfig, OfBothMethodsMpsCounts) {
  const DevicePluginConfig both =
      configOf("version: v1\nsharing:\n  " + std::string(kSlicing) + "\n  " + std::string(kMps));
  EXPECT_TRUE(both.isRead);
  EXPECT_EQ(both.sharing, DeviceSharing::Mps);
  EXPECT_EQ(both.shared, (std::vector<SharedDevices>{{"nvidia.com/gpu", 10}}));
  const DevicePluginConfig none = configOf("version: v1\nsharing:\n  " + std::string(kSlicing) + "\n  mps:");
  EXPECT_EQ(none.sharing, DeviceSharing::TimeSlicing) << "an empty mps is none";
  EXPECT_EQ(none.shared, (std::vector<SharedDevices>{{"nvidia.com/gpu", 4}}));
}

TEST(PluginConfig, ThePluginStopsAtAMethodWithoutResourcesEvenBesideMps) {
  EXPECT_FALSE(configOf("version: v1\nsharing:\n  timeSlicing: {}\n  " + std::string(kMps)).isRead);
  EXPECT_FALSE(configOf("version: v1\nsharing: {timeSlicing: }").isRead);
  EXPECT_TRUE(configOf("version: v1\nsharing: ").isRead);
}

TEST(PluginConfig, YesNoOnAndOffAreBooleansAsForKubernetes) {
  for (const char* yes : {"yes", "Yes", "on", "ON", "y", "True"}) {
    SCOPED_TRACE(yes);
    const auto config =
        configOf("version: v1\nsharing: {timeSlicing: {failRequestsGreaterThanOne: " + std::string(yes) +
                 ", resources: [{name: nvidia.com/gpu, replicas: 4}]}}");
    EXPECT_TRUE(config.isRead);
    EXPECT_EQ(config.failsAboveOne, true);
  }
  for (const char* no : {"no", "off", "N", "false"}) {
    SCOPED_TRACE(no);
    const auto config = configOf("version: v1\nsharing: {timeSlicing: {failRequestsGreaterThanOne: " + std::string(no) +
                                 ", resources: [{name: nvidia.com/gpu, replicas: 4}]}}");
    EXPECT_EQ(config.failsAboveOne, false);
  }
  EXPECT_FALSE(configOf("version: v1\nsharing: {timeSlicing: {failRequestsGreaterThanOne: \"yes\", resources: "
                        "[{name: nvidia.com/gpu, replicas: 4}]}}")
                   .isRead)
      << "a text";
}

}  // namespace
}  // namespace cardinal
