// SPDX-License-Identifier: Apache-2.0
// What a pod takes, by the arithmetic of k8s.io/component-helpers resource/helpers.go.
#include "core/provider/effective_request.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/kube/decode/decoder.h"
#include "core/provider/pod_request.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

using provider::Counted;

std::shared_ptr<const RawPod> podOf(const std::string& spec, const std::string& status = "{}") {
  auto pod =
      Decoder().object<RawPod>(R"({"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"d","name":"p"},"spec":{)" +
                               spec + R"(},"status":)" + status + "}");
  if (!pod || !(*pod)->problems.empty()) {
    ADD_FAILURE() << spec;
    return std::make_shared<const RawPod>();
  }
  return *pod;
}

std::string amounts(const std::string& cpu, const std::string& memory) {
  return R"("requests":{"cpu":")" + cpu + R"(m","memory":")" + memory + R"(Mi"})";
}

std::string container(const std::string& name, const std::string& cpu, const std::string& memory,
                      const std::string& more = {}) {
  return R"({"name":")" + name + R"(","resources":{)" + amounts(cpu, memory) + "}" + more + "}";
}

const std::string kAlways = R"(,"restartPolicy":"Always")";

std::string counted(const RawPod& pod, Counted how = Counted::Requests) {
  constexpr std::int64_t kMib = 1 << 20;
  return std::to_string(provider::effectiveRequest(pod, "cpu", how).milliValue()) + "/" +
         std::to_string(provider::effectiveRequest(pod, "memory", how).value() / kMib);
}

std::string regular(const std::string& list) {
  return R"("containers":[)" + list + "]";
}

std::string init(const std::string& list) {
  return R"(,"initContainers":[)" + list + "]";
}

TEST(EffectiveRequest, RegularContainersAddUpAndAnInitContainerCountsWhereItIsLarger) {
  const std::string two = regular(container("a", "500", "256") + "," + container("b", "250", "128"));
  EXPECT_EQ(counted(*podOf(two)), "750/384");
  EXPECT_EQ(counted(*podOf(two + init(container("i", "2000", "64")))), "2000/384");
}

TEST(EffectiveRequest, SidecarsRunBesideEverythingThatStartsAfterThem) {
  const std::string one = regular(container("a", "500", "256"));
  const std::string sidecar = container("s", "100", "64", kAlways);
  const std::string step = container("i", "2000", "64");
  EXPECT_EQ(counted(*podOf(one + init(sidecar + "," + step))), "2100/320");
  EXPECT_EQ(counted(*podOf(one + init(step + "," + sidecar))), "2000/320");
  EXPECT_EQ(counted(*podOf(one + init(container("s", "200", "10", kAlways) + "," + container("i", "900", "10") + "," +
                                      container("t", "300", "10", kAlways)))),
            "1100/276");
}

TEST(EffectiveRequest, OverheadComesOnTop) {
  const std::string overhead = R"(,"overhead":{"cpu":"250m","memory":"120Mi"})";
  EXPECT_EQ(counted(*podOf(regular(container("a", "500", "256")) + init(container("i", "1000", "64")) + overhead)),
            "1250/376");
}

TEST(EffectiveRequest, WhatThePodNamesAsAWholeStandsForItsContainers) {
  const std::string whole = R"(,"resources":{)" + amounts("1000", "512") + "}";
  EXPECT_EQ(counted(*podOf(regular(container("a", "500", "256") + "," + container("b", "250", "128")) + whole)),
            "1000/512");
  const auto gpu = podOf(
      R"("containers":[{"name":"a","resources":{"requests":{"cpu":"500m","nvidia.com/gpu":1}}},
                       {"name":"b","resources":{"requests":{"cpu":"250m"}}}],
         "resources":{"requests":{"cpu":"2"}},"overhead":{"cpu":"100m"})");
  EXPECT_EQ(provider::effectiveRequest(*gpu, "cpu").milliValue(), 2100);
  EXPECT_EQ(provider::effectiveRequest(*gpu, "nvidia.com/gpu").value(), 1);
  const auto named = podOf(
      R"("containers":[{"name":"a","resources":{"requests":{"nvidia.com/gpu":1}}}],
         "resources":{"requests":{"nvidia.com/gpu":4}})");
  EXPECT_EQ(provider::effectiveRequest(*named, "nvidia.com/gpu").value(), 1) << "CPU, memory and huge pages alone";
}

// Limits without requests, as a file has them before the API server saw it.
TEST(EffectiveRequest, LimitsStandForMissingRequestsAsTheApiServerFillsThemIn) {
  const auto pod = podOf(R"("containers":[{"name":"a"},{"name":"b","resources":{"limits":{"memory":"64Mi"}}}],
                            "resources":{"limits":{"cpu":"3","memory":"1Gi"}})");
  EXPECT_EQ(counted(*pod), "3000/64");
  EXPECT_EQ(counted(*pod, Counted::Limits), "3000/1024");
}

std::string status(const std::string& actual, const std::string& allocated, const std::string& conditions = {}) {
  return R"({"containerStatuses":[{"name":"a","resources":{"requests":{"cpu":")" + actual +
         R"(m"}},"allocatedResources":{"cpu":")" + allocated + R"(m"}}],"conditions":[)" + conditions + "]}";
}

std::shared_ptr<const RawPod> resized(const std::string& requested, const std::string& status) {
  return podOf(R"("nodeName":"n","containers":[{"name":"a","resources":{"requests":{"cpu":")" + requested + R"(m"}}}])",
               status);
}

TEST(EffectiveRequest, AResizeCountsTheLargestOfWantedAllocatedAndActual) {
  const std::string infeasible = R"({"type":"PodResizePending","status":"True","reason":"Infeasible"})";
  EXPECT_EQ(provider::effectiveRequest(*resized("1000", status("500", "500")), "cpu").milliValue(), 1000);
  EXPECT_EQ(provider::effectiveRequest(*resized("4000", status("500", "500", infeasible)), "cpu").milliValue(), 500);
  EXPECT_EQ(provider::effectiveRequest(*resized("500", status("1000", "500")), "cpu").milliValue(), 1000);
  const auto two = podOf(
      R"("nodeName":"n","containers":[{"name":"a","resources":{"requests":{"cpu":2}}},
                                      {"name":"b","resources":{"requests":{"cpu":1}}}])",
      R"({"containerStatuses":[
           {"name":"a","resources":{"requests":{"cpu":1}},"allocatedResources":{"cpu":1}},
           {"allocatedResources":{"cpu":2},"resources":{"requests":{"cpu":2}},"name":"b"}]})");
  EXPECT_EQ(provider::effectiveRequest(*two, "cpu").milliValue(), 4000);
  const auto whole = podOf(
      R"("nodeName":"n","resources":{"requests":{"cpu":"1500m"}},
         "containers":[{"name":"a","resources":{"requests":{"cpu":"500m"}}}])",
      R"({"resources":{"requests":{"cpu":"1"}},"allocatedResources":{"cpu":"1"}})");
  EXPECT_EQ(provider::effectiveRequest(*whole, "cpu").milliValue(), 1500);
}

// A status in words of 1.27 to 1.32.
TEST(EffectiveRequest, TheOlderFieldOfAResizeIsReadToo) {
  const auto pod = resized("4000", R"({"resize":"Infeasible","containerStatuses":[
                           {"name":"a","resources":{"requests":{"cpu":"500m"}},"allocatedResources":{"cpu":"500m"}}]})");
  EXPECT_EQ(pod->resize, Resize::Infeasible);
  EXPECT_EQ(provider::effectiveRequest(*pod, "cpu").milliValue(), 500);
}

TEST(EffectiveRequest, AStatusThatSaysWhatTheSpecSaysIsNotKept) {
  EXPECT_TRUE(resized("500", status("500", "500"))->held.empty());
  EXPECT_EQ(resized("500", status("600", "500"))->held.size(), 1U);
}

TEST(EffectiveRequest, CardsOfSidecarsAddUp) {
  const auto pod = podOf(R"("containers":[{"name":"a","resources":{"limits":{"nvidia.com/gpu":2}}}],
                            "initContainers":[{"name":"s","restartPolicy":"Always",
                                               "resources":{"limits":{"nvidia.com/gpu":1}}}])");
  EXPECT_EQ(readUsage(*pod).request.wholeCards(), 3);
  const auto only = podOf(R"("containers":[{"name":"a"}],
                             "initContainers":[{"name":"s","restartPolicy":"Always",
                                                "resources":{"limits":{"nvidia.com/gpu":1}}}])");
  EXPECT_EQ(readUsage(*only).request.kind(), GpuRequest::Kind::WholeCards);
  EXPECT_EQ(readUsage(*only).request.wholeCards(), 1);
}

TEST(EffectiveRequest, UnnamedAmountsWeighInScoresUnlessThePodNamesThem) {
  const auto bare = podOf(R"("containers":[{"name":"a"},{"name":"b"}],
                             "initContainers":[{"name":"s","restartPolicy":"Always"}])");
  EXPECT_EQ(counted(*bare), "0/0");
  EXPECT_EQ(counted(*bare, Counted::Weight), "300/600");
  const auto whole = podOf(R"("containers":[{"name":"a"},{"name":"b"}],
                              "resources":{"requests":{"cpu":"3","memory":"1Gi"}})");
  EXPECT_EQ(counted(*whole, Counted::Weight), "3000/1024");
  EXPECT_EQ(counted(*whole, Counted::Incoming), "200/400");
}

const std::string kClaimed = R"({"nodeAllocatableResourceClaimStatuses":[
    {"resourceClaimName":"dpu","containers":["a"],"resources":{"cpu":"2","memory":"128Mi"}},
    {"resourceClaimName":"nic","containers":["a"],"resources":{"cpu":"500m"}}]})";

// KEP-5517: claims of devices that come out of the node's own cpu and memory.
TEST(EffectiveRequest, WhatDeviceClaimsTakeOfTheNodeComesOnTopOfTheContainers) {
  const std::string one = R"("nodeName":"n",)" + regular(container("a", "500", "256"));
  const auto pod = podOf(one + init(container("i", "900", "64")), kClaimed);
  EXPECT_EQ(counted(*pod), "3400/384") << "on top of the larger of both";
  EXPECT_EQ(counted(*pod, Counted::Weight), "3400/384");
  EXPECT_EQ(counted(*pod, Counted::Limits), "0/0");
  const auto whole = podOf(one + R"(,"resources":{"requests":{"cpu":"1"}})", kClaimed);
  EXPECT_EQ(counted(*whole), "1000/384") << "what the pod names as a whole stands for all of it";
  ResourceList sums;
  provider::addEffectiveRequests(sums, *podOf(R"("nodeName":"n","containers":[{"name":"a"}])", kClaimed));
  ASSERT_NE(find(sums, "cpu"), nullptr) << "no container names it";
  EXPECT_EQ(find(sums, "cpu")->milliValue(), 2500);
}

TEST(EffectiveRequest, WhatDeviceClaimsTakeIsReadFromProtobufToo) {
  const auto list = nlohmann::json::parse(
      R"({"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"namespace":"d","name":"p"},
          "spec":{"nodeName":"n",)" +
      regular(container("a", "500", "256")) + R"(},"status":)" + kClaimed + "}]}");
  const auto pods = Decoder().list<RawPod>(test::protobufObject(list), WireFormat::Protobuf);
  ASSERT_TRUE(pods) << describe(pods.error());
  EXPECT_EQ(counted(*pods->items.at(0)), "3000/384");
}

TEST(EffectiveRequest, NonsenseOverflowsNothing) {
  const std::string huge =
      R"("nodeName":"n","containers":[{"name":"a","resources":{"requests":{"cpu":"9223372036854775807"}}},
                              {"name":"b","resources":{"requests":{"cpu":"9223372036854775807"}}}],
                              "initContainers":[{"name":"s","restartPolicy":"Always",
                                                 "resources":{"requests":{"cpu":"9223372036854775807"}}}],
                              "overhead":{"cpu":"9223372036854775807"})";
  EXPECT_EQ(provider::effectiveRequest(*podOf(huge), "cpu").value(), INT64_MAX);
}

}  // namespace
}  // namespace cardinal
