// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "core/fragmentation/trace_run.h"

namespace cardinal::fragmentation {
namespace {

constexpr const char* kNodes =
    "sn,cpu_milli,memory_mib,gpu,model\n"
    "a,16000,1000,2,T4\n"
    "b,16000,1000,2,P100\n"
    "c,32000,1000,0,\n";
constexpr const char* kPods =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n"
    "p0,4000,10,1,500,\n"
    "p1,4000,10,1,1000,P100|V100\n"
    "p2,4000,10,1,1000,V100\n"
    "p3,1000,10,0,0,\n";

Trace trace(const char* arrivals, const char* order) {
  Trace out;
  out.nodes = parseNodes(kNodes, "nodes.csv").value();
  out.tasks = parseTasks(kPods, "pods.csv", out.nodes.models).value();
  out.arrivals = parseArrivals(arrivals, "arrivals.csv", out.tasks).value();
  out.order = parseOrder(order, "order.csv", out.nodes).value();
  return out;
}

template <typename T>
std::string wordsOf(const Result<T>& result) {
  if (result) return "read";
  const Error& e = result.error();
  return std::string(toString(e.code)) + " " + e.subject + " " + e.place + " " + e.detail;
}

TEST(Trace, TiesGoToTheLowerRankAndModelsAreObeyed) {
  const Trace input = trace("seq,pod,copy\n0,p0,\n1,p1,\n2,p2,\n3,p0,1\n", "rank,node\n0,b\n1,a\n");
  TraceRun run(input, PolicyKind::Packing);
  ASSERT_TRUE(run.next());
  EXPECT_EQ(run.last().node, 1U) << "both nodes are equal, b has rank 0";
  ASSERT_TRUE(run.next());
  EXPECT_EQ(run.last().node, 1U) << "only b is a P100";
  EXPECT_EQ(run.last().devices, 2U);
  ASSERT_TRUE(run.next());
  EXPECT_FALSE(run.last().node) << "no node has a V100";
  ASSERT_TRUE(run.next());
  EXPECT_FALSE(run.next());
  const TraceFigures& figures = run.figures();
  EXPECT_EQ(figures.arrivals, 4);
  EXPECT_EQ(figures.arrived, 3000);
  EXPECT_EQ(figures.placed, 2000);
  EXPECT_EQ(figures.failed, 1);
  EXPECT_EQ(figures.capacity, 4000);
  EXPECT_EQ(figures.nodesInUse, 1);
  EXPECT_EQ(figures.gpusInUse, 2);
  EXPECT_DOUBLE_EQ(figures.allocationPercent(), 50);
}

TEST(Trace, NodesWithoutGpuTakeNoPart) {
  const NodeList nodes = parseNodes(kNodes, "nodes.csv").value();
  EXPECT_EQ(nodes.nodes.size(), 2U);
  EXPECT_EQ(nodes.withoutGpu, 1U);
}

TEST(Trace, ATaskWithoutGpuMakesANodeUsed) {
  const Trace input = trace("seq,pod,copy\n0,p3,\n", "rank,node\n0,a\n1,b\n");
  TraceRun run(input, PolicyKind::Fgd);
  run.next();
  EXPECT_EQ(run.figures().nodesInUse, 1);
  EXPECT_EQ(run.figures().gpusInUse, 0);
}

TEST(Trace, TheSameSeedGivesTheSameRun) {
  const Trace input = trace("seq,pod\n0,p0\n1,p0\n2,p1\n3,p3\n", "rank,node\n0,a\n1,b\n");
  TraceRun one(input, PolicyKind::Random, 5);
  TraceRun two(input, PolicyKind::Random, 5);
  while (one.next()) {
    ASSERT_TRUE(two.next());
    EXPECT_EQ(one.last().node, two.last().node);
    EXPECT_EQ(one.last().devices, two.last().devices);
  }
}

TEST(Trace, DrawnArrivalsAskForAThirdMoreThanThereIs) {
  const NodeList nodes = parseNodes(kNodes, "n").value();
  const TaskList tasks = parseTasks(kPods, "p", nodes.models).value();
  const auto arrivals = drawArrivals(tasks, nodes.gpuMilli(), 1);
  std::int64_t demand = 0;
  for (const std::uint32_t task : arrivals) demand += tasks.tasks[task].task.gpuDemand();
  EXPECT_LE(demand, 5200);
  EXPECT_GT(demand, 5200 - 1000);
  for (std::uint32_t task = 0; task < 4; ++task)
    EXPECT_NE(std::find(arrivals.begin(), arrivals.end(), task), arrivals.end());
  EXPECT_EQ(arrivals, drawArrivals(tasks, nodes.gpuMilli(), 1));
  const auto thinned = drawArrivals(tasks, 1000, 1);
  std::int64_t left = 0;
  for (const std::uint32_t task : thinned) left += tasks.tasks[task].task.gpuDemand();
  EXPECT_LE(left, 1300);
}

TEST(Trace, TasksWithoutAnyGpuAreNotCopiedForEver) {
  const TaskList tasks = parseTasks("name,cpu_milli,memory_mib,num_gpu,gpu_milli\nx,1,1,0,0\n", "p", {}).value();
  EXPECT_EQ(drawArrivals(tasks, 8000, 1).size(), 1U);
}

TEST(Trace, FilesMayHaveOtherColumnsAndLineEnds) {
  EXPECT_TRUE(parseNodes("\xEF\xBB\xBFmodel,sn,gpu,extra,memory_mib,cpu_milli\r\nT4,a,1,?,10,10\r\n\r\n", "n"));
}

TEST(Trace, BadFilesNameColumnLineAndValue) {
  EXPECT_EQ(wordsOf(parseNodes("", "n.csv")), "InvalidField sn n.csv ");
  EXPECT_EQ(wordsOf(parseNodes("sn,cpu_milli,memory_mib,gpu,model\n", "n.csv")), "InvalidField sn n.csv ");
  EXPECT_EQ(wordsOf(parseNodes("sn,cpu_milli,gpu,model\na,1,1,T4\n", "n.csv")), "InvalidField memory_mib n.csv ");
  const std::string head = "sn,cpu_milli,memory_mib,gpu,model\n";
  EXPECT_EQ(wordsOf(parseNodes(head + "a,1,1,9,T4\n", "n.csv")), "InvalidField gpu n.csv:2 9");
  EXPECT_EQ(wordsOf(parseNodes(head + "a,-1,1,8,T4\n", "n.csv")), "InvalidField cpu_milli n.csv:2 -1");
  EXPECT_EQ(wordsOf(parseNodes(head + "a,1e3,1,8,T4\n", "n.csv")), "InvalidField cpu_milli n.csv:2 1e3");
  EXPECT_EQ(wordsOf(parseNodes(head + "a,1\n", "n.csv")), "InvalidField memory_mib n.csv:2 ");
  EXPECT_EQ(wordsOf(parseNodes(head + "a,1,1,8,T4\na,1,1,8,T4\n", "n.csv")), "InvalidField sn n.csv a");
  const std::string tasks = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\n";
  EXPECT_EQ(wordsOf(parseTasks(tasks + "p,1,1,2,500\n", "p.csv", {})), "InvalidField gpu_milli p.csv:2 500");
  EXPECT_EQ(wordsOf(parseTasks(tasks + "p,1,1,1,0\n", "p.csv", {})), "InvalidField gpu_milli p.csv:2 0");
  EXPECT_EQ(wordsOf(parseTasks(tasks + "p,1,1,0,100\n", "p.csv", {})), "InvalidField gpu_milli p.csv:2 100");
  const TaskList list = parseTasks(tasks + "p,1,1,0,0\n", "p.csv", {}).value();
  EXPECT_EQ(wordsOf(parseArrivals("seq,pod\n0,q\n", "a.csv", list)), "NotFound q a.csv:2 ");
  EXPECT_EQ(wordsOf(parseArrivals("seq,pod\n1,p\n", "a.csv", list)), "InvalidField seq a.csv:2 1");
  const NodeList nodes = parseNodes(kNodes, "n.csv").value();
  EXPECT_EQ(wordsOf(parseOrder("rank,node\n0,a\n0,b\n", "o.csv", nodes)), "InvalidField rank o.csv:3 0");
  EXPECT_EQ(wordsOf(parseOrder("rank,node\n0,a\n1,a\n", "o.csv", nodes)), "InvalidField node o.csv:3 a");
  EXPECT_EQ(wordsOf(parseOrder("rank,node\n0,a\n", "o.csv", nodes)), "InvalidField rank o.csv 1 / 2");
  EXPECT_EQ(wordsOf(parseOrder("rank,node\n0,a\n1,c\n", "o.csv", nodes)), "NotFound c o.csv:3 ");
}

}  // namespace
}  // namespace cardinal::fragmentation
