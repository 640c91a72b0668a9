// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/parts/list_pool.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/kube/decode/decoder.h"
#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

std::string podText(const std::string& name, const std::string& memory) {
  return R"({"metadata":{"name":")" + name + R"(","namespace":"load","labels":{"app":"train"},"annotations":{"of":")" +
         name +
         R"("},"ownerReferences":[{"kind":"Job","name":"job","uid":"j","controller":true}]},"spec":{"containers":[{"name":"train","image":"registry.example/train:1","resources":{"limits":{"aliyun.com/gpu-mem":")" +
         memory + R"("},"requests":{"aliyun.com/gpu-mem":")" + memory +
         R"("}}}],"tolerations":[{"key":"k","operator":"Exists"}]}})";
}

std::vector<std::shared_ptr<const RawPod>> decoded(Decoder& decoder, const std::string& items) {
  auto page = decoder.list<RawPod>(R"({"kind":"PodList","metadata":{},"items":[)" + items + "]}");
  EXPECT_TRUE(page) << (page ? "" : describe(page.error()));
  return page ? page->items : std::vector<std::shared_ptr<const RawPod>>{};
}

void expectShared(const RawPod& a, const RawPod& b) {
  EXPECT_TRUE(a.spec.containers.sharesWith(b.spec.containers));
  EXPECT_TRUE(a.spec.tolerations.sharesWith(b.spec.tolerations));
  EXPECT_TRUE(a.meta.labels.sharesWith(b.meta.labels));
  EXPECT_TRUE(a.meta.owners.sharesWith(b.meta.owners));
  EXPECT_TRUE(a.spec.containers[0].limits.sharesWith(a.spec.containers[0].requests));
}

TEST(ListPool, PodsOfOneControllerShareWhatTheyHaveInCommon) {
  Decoder decoder;
  const auto pods = decoded(decoder, podText("a", "4") + "," + podText("b", "4"));
  ASSERT_EQ(pods.size(), 2U);
  expectShared(*pods[0], *pods[1]);
  EXPECT_EQ(*find(pods[0]->meta.annotations, "of"), "a");
  EXPECT_EQ(*find(pods[1]->meta.annotations, "of"), "b");
}

TEST(ListPool, PodsOfAnotherPageShareToo) {
  Decoder decoder;
  const auto first = decoded(decoder, podText("a", "4"));
  const auto second = decoded(decoder, podText("b", "4"));
  ASSERT_EQ(first.size() + second.size(), 2U);
  EXPECT_TRUE(first[0]->spec.containers.sharesWith(second[0]->spec.containers));
}

TEST(ListPool, WhatDiffersStaysApart) {
  Decoder decoder;
  const auto pods = decoded(decoder, podText("a", "4") + "," + podText("b", "8"));
  ASSERT_EQ(pods.size(), 2U);
  EXPECT_EQ(find(pods[0]->spec.containers[0].limits, "aliyun.com/gpu-mem")->value(), 4);
  EXPECT_EQ(find(pods[1]->spec.containers[0].limits, "aliyun.com/gpu-mem")->value(), 8);
}

TEST(ListPool, ACopyThatIsChangedLeavesTheOthersAsTheyWere) {
  Decoder decoder;
  const auto pods = decoded(decoder, podText("a", "4") + "," + podText("b", "4"));
  ASSERT_EQ(pods.size(), 2U);
  RawPod changed = *pods[0];
  changed.spec.containers[0].limits[0].amount = Quantity::fromInteger(1);
  changed.meta.labels.clear();
  EXPECT_EQ(find(pods[1]->spec.containers[0].limits, "aliyun.com/gpu-mem")->value(), 4);
  EXPECT_EQ(find(pods[0]->spec.containers[0].requests, "aliyun.com/gpu-mem")->value(), 4);
  EXPECT_EQ(pods[1]->meta.labels.size(), 1U);
}

std::string deviceText(const std::string& uuid, const std::string& profile) {
  return R"({"name":")" + uuid + R"(","attributes":{"type":{"string":"mig"},"uuid":{"string":")" + uuid +
         R"("},"profile":{"string":")" + profile +
         R"("},"resource.kubernetes.io/pciBusID":{"string":"0000:01:00.0"},"index":{"int":3}},)"
         R"("capacity":{"memory":{"value":"9984Mi"}}})";
}

// A cluster has hundreds of thousands of instances that differ in little but their UUIDs.
TEST(ListPool, DevicesOfOneKindShareWhatIsNotTheirOwn) {
  Decoder decoder;
  const auto read = decoder.object<RawResourceSlice>(
      R"({"kind":"ResourceSlice","metadata":{"name":"s"},"spec":{"driver":"gpu.nvidia.com","devices":[)" +
      deviceText("MIG-a", "1g.10gb") + "," + deviceText("MIG-b", "1g.10gb") + "," + deviceText("MIG-c", "2g.20gb") +
      "]}}");
  ASSERT_TRUE(read);
  const auto& devices = (*read)->devices;
  ASSERT_EQ(devices.size(), 3U);
  EXPECT_TRUE(devices[0].attributes.sharesWith(devices[1].attributes));
  EXPECT_TRUE(devices[0].capacity.sharesWith(devices[2].capacity));
  EXPECT_FALSE(devices[0].attributes.sharesWith(devices[2].attributes));
  for (const RawDevice& device : devices) {
    ASSERT_NE(find(device, "uuid"), nullptr);
    EXPECT_EQ(find(device, "uuid")->text, device.name);
    EXPECT_EQ(find(device, "type")->text, "mig");
    EXPECT_EQ(find(device, "index")->integer, 3);
    EXPECT_NE(find(device, "resource.kubernetes.io/pciBusID"), nullptr);
    EXPECT_EQ(device.attributes.size(), 2U);
    EXPECT_EQ(device.ownAttributes.size(), 3U);
  }
  EXPECT_EQ(find(devices[2], "profile")->text, "2g.20gb");
}

using nlohmann::json;

/// A pod of one controller, which mounts a token of its own as all pods do.
json podJson(const std::string& name, const std::string& memory) {
  json pod = json::parse(podText(name, memory));
  json& container = pod["spec"]["containers"][0];
  container["volumeMounts"] = {{{"name", "kube-api-access-" + name}, {"mountPath", "/var/run/secrets"}}};
  container["ports"] = {{{"hostPort", 80}, {"containerPort", 80}}};
  return pod;
}

std::string listWire(const json& items) {
  return test::protobufObject(
      {{"apiVersion", "v1"}, {"kind", "PodList"}, {"metadata", json::object()}, {"items", items}});
}

std::vector<std::shared_ptr<const RawPod>> decodedProtobuf(Decoder& decoder, const json& items) {
  auto page = decoder.list<RawPod>(listWire(items), WireFormat::Protobuf);
  EXPECT_TRUE(page) << (page ? "" : describe(page.error()));
  return page ? page->items : std::vector<std::shared_ptr<const RawPod>>{};
}

TEST(ListPool, PodsOfTheSameBytesShareListsThoughTheirMountsDiffer) {
  Decoder decoder;
  const auto pods = decodedProtobuf(decoder, {podJson("a", "4"), podJson("b", "4"), podJson("c", "8")});
  ASSERT_EQ(pods.size(), 3U);
  expectShared(*pods[0], *pods[1]);
  EXPECT_EQ(*find(pods[1]->meta.annotations, "of"), "b");
  EXPECT_EQ(find(pods[2]->spec.containers[0].limits, "aliyun.com/gpu-mem")->value(), 8);
  EXPECT_TRUE(pods[1]->spec.containers[0].hasHostPort);
}

TEST(ListPool, TheSecondOfTwoThatAreAlikeReadsAsIfItStoodAlone) {
  json odd = podJson("odd", "4");
  odd["spec"]["initContainers"] = odd["spec"]["containers"];
  odd["spec"]["initContainers"][0]["restartPolicy"] = "Always";
  odd["spec"]["containers"][0]["restartPolicy"] = "Always";  // means nothing of a regular container
  odd["metadata"]["annotations"]["kubectl.kubernetes.io/last-applied-configuration"] = "{}";
  for (const json& pod : {podJson("a", "4"), podJson("b", "none"), odd}) {
    Decoder together;
    const auto pods = decodedProtobuf(together, {pod, pod});
    Decoder alone;
    const auto one = decodedProtobuf(alone, json::array({pod}));
    ASSERT_EQ(pods.size() + one.size(), 3U);
    EXPECT_TRUE(*pods[1] == *one[0]) << pod.dump();
    EXPECT_TRUE(*pods[0] == *one[0]) << pod.dump();
  }
}

TEST(ListPool, WhatCouldNotBeReadIsReportedOfEveryPod) {
  Decoder decoder;
  const auto pods = decodedProtobuf(decoder, {podJson("a", "much"), podJson("a", "much")});
  ASSERT_EQ(pods.size(), 2U);
  EXPECT_EQ(pods[0]->problems.size(), 2U);
  EXPECT_EQ(pods[1]->problems, pods[0]->problems);
}

// What is not read again counts against the limit of an object all the same.
TEST(ListPool, EntriesThatWereReadBeforeCountLikeOthers) {
  constexpr int kLimit = 100'000;
  constexpr int kTolerations = 100;
  json pod = {{"metadata", {{"name", "a"}}}, {"spec", {{"tolerations", json::array()}}}};
  for (int i = 0; i < kTolerations; ++i) pod["spec"]["tolerations"].push_back({{"key", "k"}});
  json full = pod;
  full["status"]["conditions"] = json(kLimit - kTolerations, json::object());
  json over = pod;
  over["status"]["conditions"] = json(kLimit - kTolerations + 1, json::object());
  Decoder decoder;
  EXPECT_EQ(decodedProtobuf(decoder, {pod, full}).size(), 2U);
  const auto page = decoder.list<RawPod>(listWire({pod, over}), WireFormat::Protobuf);
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().code, ErrorCode::LimitExceeded);
}

// Nothing is kept of any entry: looking for the end of them at each would never come to an end.
TEST(ListPool, AnnotationsThatAreLeftOutAreReadOnce) {
  constexpr int kEntries = 200'000;
  const std::string one = test::protobufMessage(
      "ObjectMeta", {{"annotations", {{"kubectl.kubernetes.io/last-applied-configuration", ""}}}});
  std::string meta = test::protobufMessage("ObjectMeta", {{"name", "a"}});
  for (int i = 0; i < kEntries; ++i) meta += one;
  meta += test::protobufMessage("ObjectMeta", {{"annotations", {{"of", "a"}}}});
  const auto written = [](char tag, const std::string& bytes) {
    std::string out(1, tag);
    std::size_t length = bytes.size();
    for (; length > 0x7FU; length >>= 7U) out += static_cast<char>((length & 0x7FU) | 0x80U);
    return out + static_cast<char>(length) + bytes;
  };
  constexpr char kFirst = 0x0A;
  constexpr char kSecond = 0x12;
  const auto page = Decoder().list<RawPod>(
      test::protobufEnvelope("v1", "PodList", written(kSecond, written(kFirst, meta))), WireFormat::Protobuf);
  ASSERT_TRUE(page) << describe(page.error());
  EXPECT_EQ(page->items.at(0)->meta.annotations.size(), 1U);
}

// More different lists than the pool remembers: it forgets, and nothing is mixed up.
TEST(ListPool, ManyDifferentListsAreOnlyForgotten) {
  ListPool pool;
  for (int i = 0; i < 5000; ++i) {
    RawPod pod;
    pod.meta.labels = {{"number", std::to_string(i)}};
    pool.share(pod);
    ASSERT_EQ(*find(pod.meta.labels, "number"), std::to_string(i));
  }
}

}  // namespace
}  // namespace cardinal
