// SPDX-License-Identifier: Apache-2.0
// Every kind that is read from protobuf: equal to what JSON says, and never more than what is there. The objects are
// made (tests/support/made_objects.h), beside the recorded ones of protobuf_contract_test.cpp.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "core/kube/decode/decoder.h"
#include "tests/support/made_objects.h"
#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

using namespace test;
using nlohmann::json;

std::string bytesOf(unsigned seed) {
  std::mt19937 random(seed);
  std::string out(200 + random() % 4000, '\0');
  for (char& byte : out) byte = static_cast<char>(random() & 0xFFU);
  return out;
}

/// Calls `use(Object(), version, kind)` for each kind in each version.
template <typename Use>
void eachKind(Use&& use) {
  use(RawNode(), "v1", "Node");
  use(RawPod(), "v1", "Pod");
  use(RawConfigMap(), "v1", "ConfigMap");
  use(RawQuota(), "v1", "ResourceQuota");
  use(RawLimitRange(), "v1", "LimitRange");
  use(RawClaim(), "v1", "PersistentVolumeClaim");
  use(RawVolume(), "v1", "PersistentVolume");
  use(ObjectEvent(), "v1", "Event");
  use(RawService(), "v1", "Service");
  use(RawNamespace(), "v1", "Namespace");
  use(RawPriorityClass(), "scheduling.k8s.io/v1", "PriorityClass");
  for (const char* const version : {"node.k8s.io/v1", "node.k8s.io/v1beta1"})
    use(RawRuntimeClass(), version, "RuntimeClass");
  for (const char* const version : {"policy/v1", "policy/v1beta1"})
    use(RawDisruptionBudget(), version, "PodDisruptionBudget");
  for (const char* const version : {"resource.k8s.io/v1", "resource.k8s.io/v1beta2", "resource.k8s.io/v1beta1"}) {
    use(RawResourceSlice(), version, "ResourceSlice");
    use(RawDeviceClass(), version, "DeviceClass");
    use(RawResourceClaim(), version, "ResourceClaim");
    use(RawResourceClaimTemplate(), version, "ResourceClaimTemplate");
  }
}

TEST(ProtobufKinds, WhatAServerCanWriteIsTheSameInBothFormats) {
  eachKind([](auto none, const char* version, const char* kind) {
    using T = decltype(none);
    SCOPED_TRACE(std::string(version) + " " + kind);
    Decoder decoder;
    int tellSomething = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
      const MadeList made = madeList(version, kind, bytesOf(seed));
      const auto fromJson = decoder.list<T>(made.json);
      const auto fromProtobuf = decoder.list<T>(made.protobuf, WireFormat::Protobuf);
      ASSERT_TRUE(fromJson) << describe(fromJson.error());
      ASSERT_TRUE(fromProtobuf) << describe(fromProtobuf.error());
      ASSERT_EQ(fromProtobuf->items.size(), 1U);
      ASSERT_TRUE(*fromJson->items.at(0) == *fromProtobuf->items.at(0)) << "seed " << seed << ": " << made.json;
      tellSomething += *fromProtobuf->items[0] == T() ? 0 : 1;
    }
    EXPECT_GT(tellSomething, 40);
  });
}

TEST(ProtobufKinds, AnObjectThatSaysNothingIsEmpty) {
  eachKind([](auto none, const char* version, const char* kind) {
    using T = decltype(none);
    Decoder decoder;
    const auto fromJson = decoder.list<T>(madeList(version, kind, "").json);
    const auto fromProtobuf = decoder.list<T>(madeList(version, kind, "").protobuf, WireFormat::Protobuf);
    ASSERT_TRUE(fromJson && fromProtobuf) << kind;
    EXPECT_TRUE(*fromJson->items.at(0) == *fromProtobuf->items.at(0)) << version << " " << kind;
  });
}

TEST(ProtobufKinds, NoPrefixIsAShorterListAndFlippedBytesNeverCrash) {
  eachKind([](auto none, const char* version, const char* kind) {
    using T = decltype(none);
    SCOPED_TRACE(std::string(version) + " " + kind);
    Decoder decoder;
    const std::string whole = madeList(version, kind, bytesOf(7).substr(0, 300)).protobuf;
    const std::size_t complete = whole.size() - 4;  // behind it stand two fields that are always empty
    for (std::size_t length = 0; length < complete; length += 1 + whole.size() / 400) {
      const auto page = decoder.list<T>(whole.substr(0, length), WireFormat::Protobuf);
      ASSERT_FALSE(page) << length << " of " << whole.size();
      ASSERT_EQ(page.error().code, ErrorCode::TruncatedAnswer) << length << ": " << describe(page.error());
    }
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 400) {
      for (const char byte : {'\x00', '\x7f', '\x80', '\xff', '\x0b'}) {
        std::string broken = whole;
        broken[at] = byte;
        const auto page = decoder.list<T>(std::move(broken), WireFormat::Protobuf);
        EXPECT_TRUE(page || !describe(page.error()).empty());
      }
    }
  });
}

/// The text of the other format, and another kind or version, are named and never read as something else.
TEST(ProtobufKinds, WhatIsNotAskedForIsNamed) {
  eachKind([](auto none, const char* version, const char* kind) {
    using T = decltype(none);
    SCOPED_TRACE(std::string(version) + " " + kind);
    Decoder decoder;
    const MadeList made = madeList(version, kind, "");
    const auto codeOf = [&](const std::string& body, WireFormat format) {
      const auto page = decoder.list<T>(body, format);
      return page ? ErrorCode::Internal : page.error().code;
    };
    EXPECT_EQ(codeOf(made.json, WireFormat::Protobuf), ErrorCode::NotApiServer);
    EXPECT_EQ(codeOf(made.protobuf, WireFormat::Json), ErrorCode::NotApiServer);
    EXPECT_EQ(codeOf(protobufEnvelope(version, "SecretList", ""), WireFormat::Protobuf), ErrorCode::NotApiServer);
    EXPECT_EQ(codeOf(protobufEnvelope("example.com/v1", std::string(kind) + "List", ""), WireFormat::Protobuf),
              ErrorCode::NotApiServer);
  });
}

TEST(ProtobufKinds, OnlyVersionsWhoseNumbersAreKnownAreAskedFor) {
  EXPECT_TRUE(readsProtobuf<RawPod>("v1"));
  EXPECT_TRUE(readsProtobuf<RawDisruptionBudget>("policy/v1beta1"));
  EXPECT_TRUE(readsProtobuf<RawResourceSlice>("resource.k8s.io/v1beta1"));
  EXPECT_FALSE(readsProtobuf<RawResourceSlice>("resource.k8s.io/v1alpha3"));
  EXPECT_FALSE(readsProtobuf<RawNodeTopology>("topology.node.k8s.io/v1alpha2"));
}

/// What the numbers of the two shapes of a request say; `count` is written as 0 where nobody set it.
TEST(ProtobufKinds, RequestsForDevicesOfBothShapes) {
  Decoder decoder;
  const auto read = [&](const char* version, const json& request) {
    const json claim = {{"spec", {{"devices", {{"requests", json::array({request})}}}}}};
    const auto page = decoder.list<RawResourceClaim>(
        protobufObject({{"apiVersion", version}, {"kind", "ResourceClaimList"}, {"items", json::array({claim})}}),
        WireFormat::Protobuf);
    EXPECT_TRUE(page) << describe(page.error());
    return page ? page->items.at(0)->spec.requests.at(0) : RawDeviceRequest();
  };
  const json asked = {{"deviceClassName", "gpu"},
                      {"selectors", json::array({{{"cel", {{"expression", "true"}}}}})},
                      {"allocationMode", "All"},
                      {"count", 0},
                      {"adminAccess", false},
                      {"tolerations", json::array({{{"key", "k"}, {"operator", "Exists"}}})},
                      {"capacity", {{"requests", {{"memory", "1Gi"}}}}}};
  const RawDeviceRequest newer = read("resource.k8s.io/v1", {{"name", "r"}, {"exactly", asked}});
  json flat = asked;
  flat["name"] = "r";
  EXPECT_TRUE(newer == read("resource.k8s.io/v1beta1", flat));
  ASSERT_EQ(newer.choices.size(), 1U);
  const RawDeviceChoice& choice = newer.choices[0];
  EXPECT_EQ(choice.deviceClass, "gpu");
  EXPECT_EQ(choice.selectors, std::vector<std::string>{"true"});
  EXPECT_EQ(choice.mode, DeviceCountMode::All);
  EXPECT_EQ(choice.count, 1);
  EXPECT_EQ(choice.adminAccess, false);
  EXPECT_EQ(choice.tolerations.size(), 1U);
  EXPECT_TRUE(choice.hasCapacity);
  json alternative = asked;
  alternative.erase("adminAccess");
  alternative["name"] = "a";
  for (const char* const version : {"resource.k8s.io/v1", "resource.k8s.io/v1beta1"}) {
    const RawDeviceRequest request = read(version, {{"name", "r"}, {"firstAvailable", json::array({alternative})}});
    EXPECT_TRUE(request.prioritized) << version;
    ASSERT_EQ(request.choices.size(), 1U) << version;
    EXPECT_EQ(request.choices[0].name, "a");
    EXPECT_TRUE(request.choices[0].hasCapacity && request.choices[0].tolerations.size() == 1) << version;
  }
}

TEST(ProtobufKinds, DevicesOfBothShapes) {
  Decoder decoder;
  const auto read = [&](const char* version, const json& device) {
    const json slice = {{"spec", {{"driver", "d"}, {"devices", json::array({device})}}}};
    const auto page = decoder.list<RawResourceSlice>(
        protobufObject({{"apiVersion", version}, {"kind", "ResourceSliceList"}, {"items", json::array({slice})}}),
        WireFormat::Protobuf);
    EXPECT_TRUE(page) << describe(page.error());
    return page ? page->items.at(0)->devices.at(0) : RawDevice();
  };
  const json fields = {
      {"attributes", {{"model", {{"string", "A100"}}}, {"index", {{"int", -3}}}}},
      {"capacity", {{"memory", {{"value", "80Gi"}}}}},
      {"consumesCounters", json::array({{{"counterSet", "s"}, {"counters", {{"m", {{"value", "7"}}}}}}})},
      {"nodeName", "n"},
      {"nodeSelector", {{"nodeSelectorTerms", json::array()}}},
      {"allNodes", true},
      {"taints", json::array({{{"key", "k"}, {"effect", "NoSchedule"}}})},
      {"bindingConditions", json::array({"ready"})},
      {"allowMultipleAllocations", true}};
  json newer = fields;
  newer["name"] = "gpu-0";
  const RawDevice device = read("resource.k8s.io/v1", newer);
  EXPECT_TRUE(device == read("resource.k8s.io/v1beta1", {{"name", "gpu-0"}, {"basic", fields}}));
  EXPECT_EQ(device.name, "gpu-0");
  ASSERT_NE(find(device, "index"), nullptr);
  EXPECT_EQ(find(device, "index")->integer, -3);
  EXPECT_EQ(find(device, "model")->text, "A100");
  ASSERT_EQ(device.capacity.size(), 1U);
  EXPECT_EQ(device.capacity[0].amount, *Quantity::parse("80Gi"));
  EXPECT_EQ(device.consumes.at(0).counters.size(), 1U);
  EXPECT_EQ(device.nodes.nodeName, "n");
  EXPECT_TRUE(device.nodes.selector && device.nodes.allNodes);
  EXPECT_EQ(device.taints.size(), 1U);
  EXPECT_TRUE(device.hasBindingConditions && device.allowMultipleAllocations);
}

TEST(ProtobufKinds, EventsOfAWatchOfSlices) {
  Decoder decoder;
  const json slice = {
      {"apiVersion", "resource.k8s.io/v1beta1"},
      {"kind", "ResourceSlice"},
      {"metadata", {{"name", "s"}, {"resourceVersion", "9"}}},
      {"spec", {{"driver", "d"}, {"devices", json::array({{{"name", "g"}, {"basic", {{"allNodes", true}}}}})}}}};
  const auto event = decoder.event<RawResourceSlice>(protobufEvent("MODIFIED", slice), WireFormat::Protobuf);
  ASSERT_TRUE(event) << describe(event.error());
  EXPECT_EQ(event->type, WatchEventType::Modified);
  EXPECT_EQ(event->resourceVersion, "9");
  ASSERT_NE(event->object, nullptr);
  EXPECT_TRUE(event->object->devices.at(0).nodes.allNodes);
}

/// A slice of two bytes for each device would make structs of a hundred times that.
TEST(ProtobufKinds, ManyEmptyDevicesAreRefusedByName) {
  const auto bodyOf = [](int count) {
    std::string spec;
    for (int i = 0; i < count; ++i) spec += std::string("\x32\x00", 2);
    const auto lengthOf = [](std::size_t size) {
      std::string out;
      for (; size >= 0x80; size >>= 7U) out += static_cast<char>((size & 0x7FU) | 0x80U);
      return out + static_cast<char>(size);
    };
    const std::string slice = "\x12" + lengthOf(spec.size()) + spec;
    return protobufEnvelope("resource.k8s.io/v1", "ResourceSliceList", "\x12" + lengthOf(slice.size()) + slice);
  };
  Decoder decoder;
  const auto refused = decoder.list<RawResourceSlice>(bodyOf(100'001), WireFormat::Protobuf);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::LimitExceeded);
  EXPECT_EQ(refused.error().subject, "ResourceSliceList");
  EXPECT_TRUE(decoder.list<RawResourceSlice>(bodyOf(1000), WireFormat::Protobuf));
}

}  // namespace
}  // namespace cardinal
