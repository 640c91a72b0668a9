// SPDX-License-Identifier: Apache-2.0
// The text of kubectl-inspect (docs/reference/gpushare.md 4) and the walk-through of a blog, byte for byte.
#include <gtest/gtest.h>

#include "core/model/tables/inspect.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

std::string summary(const SnapshotPtr& snapshot, const std::vector<std::string>& names = {}) {
  return inspectSummary(*snapshot, names).value_or("error");
}
std::string details(const SnapshotPtr& snapshot, const std::vector<std::string>& names = {}) {
  return inspectDetails(*snapshot, names).value_or("error");
}
std::string dashes(int count) {
  return std::string(static_cast<std::size_t>(count), '-') + "\n";
}

std::vector<NodeBuilder> blogNodes() {
  return {gpushareNode("sd-cluster-04", 1, 14).ip("192.168.1.214"),
          gpushareNode("sd-cluster-05", 1, 14).ip("192.168.1.215")};
}

std::string blogTable(const std::string& first, const std::string& second, int dashCount, const std::string& cluster) {
  const auto cell = [](std::string text) { return text + std::string(23 - text.size(), ' ') + text + "\n"; };
  return "NAME           IPADDRESS      GPU0(Allocated/Total)  GPU Memory(GiB)\n"
         "sd-cluster-04  192.168.1.214  " +
         cell(first) + "sd-cluster-05  192.168.1.215  " + cell(second) + dashes(dashCount) +
         "Allocated/Total GPU Memory In Cluster:\n" + cluster + "  \n";
}

PodBuilder blogPod(const std::string& name, int units, const std::string& nodeName) {
  return pod(name).gpuMem(units).on(nodeName).card(0, 14);
}

TEST(InspectExamples, BlogWalkThroughStepByStep) {
  std::vector<PodBuilder> pods{blogPod("binpack-1", 2, "sd-cluster-05")};
  EXPECT_EQ(summary(snapshotOf(blogNodes(), pods)), blogTable("0/14", "2/14", 58, "2/28 (7%)"));
  pods.push_back(blogPod("binpack-2-a", 8, "sd-cluster-05"));
  EXPECT_EQ(summary(snapshotOf(blogNodes(), pods)), blogTable("0/14", "10/14", 58, "10/28 (35%)"));
  pods.push_back(blogPod("binpack-2-b", 8, "sd-cluster-04"));
  EXPECT_EQ(summary(snapshotOf(blogNodes(), pods)), blogTable("8/14", "10/14", 58, "18/28 (64%)"));
  pods.push_back(blogPod("binpack-3", 2, "sd-cluster-05"));
  EXPECT_EQ(summary(snapshotOf(blogNodes(), pods)), blogTable("8/14", "12/14", 58, "20/28 (71%)"));
  pods.push_back(blogPod("binpack-4", 5, "sd-cluster-04"));
  EXPECT_EQ(summary(snapshotOf(blogNodes(), pods)), blogTable("13/14", "12/14", 60, "25/28 (89%)"));
}

TEST(InspectExamples, PendingColumn) {
  const auto snapshot =
      snapshotOf({gpushareNode("k8s-master", 1, 7).ip("192.168.1.103")}, {pod("waits").gpuMem(2).on("k8s-master")});
  EXPECT_EQ(summary(snapshot),
            "NAME        IPADDRESS      GPU0(Allocated/Total)  PENDING(Allocated)  GPU Memory(GiB)\n"
            "k8s-master  192.168.1.103  0/7                    2                   2/7\n" +
                dashes(55) + "Allocated/Total GPU Memory In Cluster:\n2/7 (28%)  \n");
}

SnapshotPtr mixedCluster() {
  return snapshotOf({gpushareNode("gpu-a", 4, 15).ip("10.0.0.1"), gpushareNode("gpu-b", 1, 15).ip("10.0.0.2")},
                    {pod("binpack-1-0").gpuMem(8).gpuCount(4).on("gpu-a").v2(R"({"0":{"0":2,"1":2,"2":2,"3":2}})"),
                     pod("one-0").gpuMem(5).on("gpu-a").card(1), pod("wait-0").gpuMem(3).on("gpu-b")});
}

TEST(InspectExamples, FourCardsBesideOne) {
  EXPECT_EQ(
      summary(mixedCluster()),
      "NAME   IPADDRESS  GPU0(Allocated/Total)  GPU1(Allocated/Total)  GPU2(Allocated/Total)  GPU3(Allocated/Total)  "
      "PENDING(Allocated)  GPU Memory(GiB)\n"
      "gpu-a  10.0.0.1   2/15                   7/15                   2/15                   2/15                   "
      "                    13/60\n"
      "gpu-b  10.0.0.2   0/15                   0/0                    0/0                    0/0                    "
      "3                   3/15\n" +
          dashes(62) + "Allocated/Total GPU Memory In Cluster:\n16/75 (21%)  \n");
}

TEST(InspectExamples, DetailsOfFourCardsBesideOne) {
  EXPECT_EQ(details(mixedCluster()),
            "\nNAME:       gpu-a\nIPADDRESS:  10.0.0.1\n\n"
            "NAME         NAMESPACE  GPU0(Allocated)  GPU1(Allocated)  GPU2(Allocated)  GPU3(Allocated)  \n"
            "binpack-1-0  default    2                2                2                2                \n"
            "one-0        default    0                5                0                0                \n"
            "Allocated :  13 (21%)   \nTotal :      60         \n" +
                dashes(62) +
                "\nNAME:       gpu-b\nIPADDRESS:  10.0.0.2\n\n"
                "NAME         NAMESPACE  GPU0(Allocated)  Pending(Allocated)  \n"
                "wait-0       default    0                3                   \n"
                "Allocated :  3 (20%)    \nTotal :      15         \n" +
                dashes(62) + "\n\nAllocated/Total GPU Memory In Cluster:  16/75 (21%)  \n");
}

TEST(InspectExamples, DetailsOfTheAckPage) {
  const auto snapshot =
      snapshotOf({ackNode("cn-hangzhou.192.168.2.167", "cgpu", 1, 15).ip("192.168.2.167")},
                 {pod("app-3g-v1-0").gpuMem(4).on("cn-hangzhou.192.168.2.167").v2(R"({"0":{"0":4}})"),
                  pod("app-3g-v1-1").gpuMem(4).on("cn-hangzhou.192.168.2.167").v2(R"({"0":{"0":4}})")});
  EXPECT_EQ(details(snapshot),
            "\nNAME:       cn-hangzhou.192.168.2.167\nIPADDRESS:  192.168.2.167\n\n"
            "NAME         NAMESPACE  GPU0(Allocated)  \n"
            "app-3g-v1-0  default    4                \n"
            "app-3g-v1-1  default    4                \n"
            "Allocated :  8 (53%)    \nTotal :      15         \n" +
                dashes(56) + "\n\nAllocated/Total GPU Memory In Cluster:  8/15 (53%)  \n");
}

TEST(InspectExamples, NodeInMib) {
  const auto snapshot = snapshotOf({gpushareNode("gpu-worker-01", 1, 12209).ip("172.17.84.53")},
                                   {pod("p").gpuMem(2048).on("gpu-worker-01").card(0, 12209)});
  EXPECT_EQ(summary(snapshot),
            "NAME           IPADDRESS     GPU0(Allocated/Total)  GPU Memory(MiB)\n"
            "gpu-worker-01  172.17.84.53  2048/12209             2048/12209\n" +
                dashes(69) + "Allocated/Total GPU Memory In Cluster:\n2048/12209 (16%)  \n");
}

TEST(InspectExamples, NothingShared) {
  const auto snapshot = snapshotOf({nvidiaNode("whole", 4), node("cpu")});
  EXPECT_EQ(summary(snapshot), "NAME  IPADDRESS  GPU Memory()\n\nAllocated/Total GPU Memory In Cluster:\n0/0 (0%)  \n");
  EXPECT_EQ(details(snapshot), "\n\nAllocated/Total GPU Memory In Cluster:  0/0 (0%)  \n");
}

TEST(InspectExamples, SampleOfTheNodeReport) {
  const auto snapshot = snapshotOf({ackNode("cn-hangzhou.10.207.173.253", "cgpu", 1, 15).ip("10.207.173.253")},
                                   {pod("p").gpuMem(3).on("cn-hangzhou.10.207.173.253").v2(R"({"0":{"0":3}})")});
  EXPECT_EQ(summary(snapshot),
            "NAME                        IPADDRESS       GPU0(Allocated/Total)  GPU Memory(GiB)\n"
            "cn-hangzhou.10.207.173.253  10.207.173.253  3/15                   3/15\n" +
                dashes(72) + "Allocated/Total GPU Memory In Cluster:\n3/15 (20%)  \n");
}

// T31: a card that no node has is left out of the summary and of its sums, but counted by the details.
TEST(InspectExamples, CardOutOfRange) {
  const auto snapshot = snapshotOf({gpushareNode("n", 2, 15)}, {pod("p").gpuMem(3).on("n").card(5)});
  EXPECT_NE(summary(snapshot).find("0/15                   0/15                   0/30\n"), std::string::npos);
  EXPECT_NE(details(snapshot).find("p            default    0                0                \n"), std::string::npos);
  EXPECT_NE(details(snapshot).find("Allocated :  3 (10%)"), std::string::npos);
  // Beside a node with six cards the column exists, and the amount is shown there.
  const auto wide =
      snapshotOf({gpushareNode("n", 2, 15), gpushareNode("wide", 6, 15)}, {pod("p").gpuMem(3).on("n").card(5)});
  EXPECT_NE(summary(wide).find("3/15                   3/30\n"), std::string::npos);
}

TEST(InspectNames, SeveralNodesByNameEachOnce) {
  const auto snapshot = mixedCluster();
  EXPECT_EQ(summary(snapshot, {"gpu-b", "gpu-a", "gpu-b"}), summary(snapshot));
  EXPECT_EQ(summary(snapshot, {"gpu-b"}),
            "NAME   IPADDRESS  GPU0(Allocated/Total)  PENDING(Allocated)  GPU Memory(GiB)\n"
            "gpu-b  10.0.0.2   0/15                   3                   3/15\n" +
                dashes(47) + "Allocated/Total GPU Memory In Cluster:\n3/15 (20%)  \n");
}

TEST(InspectNames, UnknownNodeIsAnErrorWithItsName) {
  // "ghost" is only named by a pod.
  const auto snapshot = snapshotOf({gpushareNode("a", 1, 15)}, {pod("p").gpuMem(1).on("ghost").card(0)});
  for (const std::string name : {"nosuch", "ghost"}) {
    const std::vector<std::string> names{"a", name};
    const auto text = inspectSummary(*snapshot, names);
    ASSERT_FALSE(text.has_value());
    EXPECT_EQ(text.error().code, ErrorCode::NotFound);
    EXPECT_EQ(text.error().subject, name);
    EXPECT_FALSE(inspectDetails(*snapshot, names).has_value());
  }
}

TEST(InspectText, HostileTextCannotReachTheTerminal) {
  const auto text = summary(snapshotOf({gpushareNode("a", 1, 15)
                                            .ip("10.0.0.1\x1b[2J\tx\xc2\x9b"
                                                "31m")}));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
  EXPECT_NE(text.find("10.0.0.1?[2J?x?31m"), std::string::npos) << text;
}

TEST(InspectText, AbsurdCountsPrintNoColumns) {
  const auto text = summary(snapshotOf({node("a").shared(1'000'000'000, 15)}));
  EXPECT_LT(text.size(), 1000U);
  EXPECT_NE(text.find("0/15"), std::string::npos);
}

}  // namespace
}  // namespace cardinal
