// SPDX-License-Identifier: Apache-2.0
// The published figures of the openb trace. The trace is not part of this project: its folder is named by
// CARDINAL_OPENB_DIR.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include "core/fragmentation/trace_run.h"

namespace cardinal::fragmentation {
namespace {

struct Checkpoint {
  const char* list;
  const char* policy;
  std::int64_t arrivals;
  std::int64_t arrived;
  std::int64_t placed;
  std::int64_t nodesInUse;
  std::int64_t failed;
  double fragment;
  double rate;
};

// Measured with the reference simulator (hkust-adsl/kubernetes-scheduler-simulator, commit 8f3d641), seed 42.
constexpr Checkpoint kCheckpoints[] = {
    {"default", "FGD", 1000, 752070, 752070, 172, 0, 785572.76, 14.39},
    {"default", "FGD", 2000, 1536200, 1536200, 340, 0, 708546.96, 15.15},
    {"default", "FGD", 3000, 2262710, 2262710, 486, 0, 636294.63, 16.11},
    {"default", "FGD", 4000, 2975880, 2975880, 636, 0, 569091.04, 17.59},
    {"default", "FGD", 5000, 3711820, 3711820, 777, 0, 500280.48, 20.01},
    {"default", "FGD", 6000, 4460350, 4460350, 926, 0, 423451.99, 24.17},
    {"default", "FGD", 7000, 5209990, 5209990, 1083, 0, 346854.81, 34.62},
    {"default", "FGD", 8000, 5973330, 5907570, 1213, 77, 303124.82, 99.57},
    {"default", "FGD", 9000, 6694010, 5912030, 1213, 936, 298689.85, 99.57},
    {"default", "FGD", 10000, 7437360, 5916060, 1213, 1798, 294681.13, 99.57},
    {"default", "FGD", 10866, 8075080, 5919410, 1213, 2532, 291361.65, 99.58},
    {"default", "BestFit", 1000, 752070, 752070, 408, 0, 869145.02, 15.92},
    {"default", "BestFit", 2000, 1536200, 1536200, 653, 0, 801152.19, 17.13},
    {"default", "BestFit", 3000, 2262710, 2262710, 750, 0, 741798.49, 18.78},
    {"default", "BestFit", 4000, 2975880, 2975880, 845, 0, 685070.55, 21.17},
    {"default", "BestFit", 5000, 3711820, 3711820, 942, 0, 620965.34, 24.84},
    {"default", "BestFit", 6000, 4460350, 4460350, 1041, 0, 554012.28, 31.63},
    {"default", "BestFit", 7000, 5209990, 5209990, 1140, 0, 487873.14, 48.69},
    {"default", "BestFit", 8000, 5973330, 5770600, 1213, 226, 437049.28, 99.01},
    {"default", "BestFit", 9000, 6694010, 5775700, 1213, 1083, 432008.06, 99.02},
    {"default", "BestFit", 10000, 7437360, 5781100, 1213, 1943, 426651.58, 99.01},
    {"default", "BestFit", 10866, 8075080, 5785450, 1213, 2676, 422360.83, 99.02},
    {"default", "Packing", 1000, 752070, 752070, 412, 0, 877762.61, 16.08},
    {"default", "Packing", 2000, 1536200, 1536200, 668, 0, 900500.80, 19.26},
    {"default", "Packing", 3000, 2262710, 2262710, 763, 0, 833183.84, 21.10},
    {"default", "Packing", 4000, 2975880, 2975880, 859, 0, 778665.97, 24.06},
    {"default", "Packing", 5000, 3711820, 3711820, 956, 0, 718462.82, 28.74},
    {"default", "Packing", 6000, 4460350, 4460350, 1055, 0, 648881.63, 37.04},
    {"default", "Packing", 7000, 5209990, 5209990, 1153, 0, 577529.05, 57.64},
    {"default", "Packing", 8000, 5973330, 5673000, 1213, 344, 533787.40, 99.03},
    {"default", "Packing", 9000, 6694010, 5677830, 1213, 1202, 529010.18, 99.03},
    {"default", "Packing", 10000, 7437360, 5683230, 1213, 2062, 523679.02, 99.04},
    {"default", "Packing", 10866, 8075080, 5688580, 1213, 2794, 518404.81, 99.04},
    {"default", "Clustering", 1000, 752070, 752070, 414, 0, 880569.02, 16.13},
    {"default", "Clustering", 2000, 1536200, 1536200, 668, 0, 895707.12, 19.16},
    {"default", "Clustering", 3000, 2262710, 2262710, 765, 0, 838231.32, 21.22},
    {"default", "Clustering", 4000, 2975880, 2975880, 861, 0, 784184.89, 24.23},
    {"default", "Clustering", 5000, 3711820, 3711820, 959, 0, 719981.73, 28.80},
    {"default", "Clustering", 6000, 4460350, 4460350, 1057, 0, 652850.69, 37.27},
    {"default", "Clustering", 7000, 5209990, 5209990, 1155, 0, 580051.30, 57.89},
    {"default", "Clustering", 8000, 5973330, 5670540, 1213, 347, 534993.64, 98.81},
    {"default", "Clustering", 9000, 6694010, 5675370, 1213, 1205, 530244.64, 98.81},
    {"default", "Clustering", 10000, 7437360, 5680770, 1213, 2065, 524879.13, 98.80},
    {"default", "Clustering", 10866, 8075080, 5686120, 1213, 2797, 519629.26, 98.81},
    {"default", "DotProd", 1000, 752070, 752070, 418, 0, 897213.41, 16.43},
    {"default", "DotProd", 2000, 1536200, 1536200, 661, 0, 848286.09, 18.14},
    {"default", "DotProd", 3000, 2262710, 2262710, 758, 0, 802061.09, 20.31},
    {"default", "DotProd", 4000, 2975880, 2975880, 855, 0, 754419.15, 23.31},
    {"default", "DotProd", 5000, 3711820, 3711820, 955, 0, 707642.33, 28.30},
    {"default", "DotProd", 6000, 4460350, 4460350, 1058, 0, 670926.66, 38.30},
    {"default", "DotProd", 7000, 5209990, 5209990, 1159, 0, 625280.15, 62.40},
    {"default", "DotProd", 8000, 5973330, 5608890, 1213, 424, 600100.81, 99.50},
    {"default", "DotProd", 9000, 6694010, 5613720, 1213, 1282, 595306.76, 99.50},
    {"default", "DotProd", 10000, 7437360, 5619120, 1213, 2142, 589940.97, 99.50},
    {"default", "DotProd", 10866, 8075080, 5624470, 1213, 2874, 584628.04, 99.51},
    {"gpushare40", "FGD", 1000, 666780, 666780, 161, 0, 802999.09, 14.48},
    {"gpushare40", "FGD", 2000, 1390060, 1390060, 320, 0, 738937.20, 15.32},
    {"gpushare40", "FGD", 3000, 2076570, 2076570, 457, 0, 681573.31, 16.48},
    {"gpushare40", "FGD", 4000, 2760290, 2760290, 596, 0, 622738.92, 18.04},
    {"gpushare40", "FGD", 5000, 3437090, 3437090, 741, 0, 564499.74, 20.34},
    {"gpushare40", "FGD", 6000, 4136680, 4136680, 890, 0, 503334.44, 24.25},
    {"gpushare40", "FGD", 7000, 4821910, 4821910, 1023, 0, 448894.11, 32.29},
    {"gpushare40", "FGD", 8000, 5517240, 5517240, 1162, 0, 386622.50, 55.65},
    {"gpushare40", "FGD", 9000, 6195130, 5843130, 1213, 444, 366029.95, 99.23},
    {"gpushare40", "FGD", 10000, 6884160, 5847320, 1213, 1287, 361906.46, 99.24},
    {"gpushare40", "FGD", 11000, 7555610, 5852130, 1213, 2129, 357266.52, 99.28},
    {"gpushare40", "FGD", 11771, 8075070, 5854590, 1213, 2784, 354891.04, 99.30},
    {"gpushare40", "BestFit", 1000, 666780, 666780, 380, 0, 892955.51, 16.10},
    {"gpushare40", "BestFit", 2000, 1390060, 1390060, 637, 0, 834142.06, 17.30},
    {"gpushare40", "BestFit", 3000, 2076570, 2076570, 729, 0, 786132.98, 19.01},
    {"gpushare40", "BestFit", 4000, 2760290, 2760290, 822, 0, 743853.94, 21.55},
    {"gpushare40", "BestFit", 5000, 3437090, 3437090, 913, 0, 694973.15, 25.04},
    {"gpushare40", "BestFit", 6000, 4136680, 4136680, 1007, 0, 646666.15, 31.16},
    {"gpushare40", "BestFit", 7000, 4821910, 4821910, 1100, 0, 603381.73, 43.41},
    {"gpushare40", "BestFit", 8000, 5517240, 5517240, 1193, 0, 551646.25, 79.40},
    {"gpushare40", "BestFit", 9000, 6195130, 5679220, 1213, 664, 530732.59, 99.62},
    {"gpushare40", "BestFit", 10000, 6884160, 5684410, 1213, 1506, 525676.37, 99.64},
    {"gpushare40", "BestFit", 11000, 7555610, 5690220, 1213, 2347, 519935.24, 99.65},
    {"gpushare40", "BestFit", 11771, 8075070, 5694000, 1213, 3000, 516196.07, 99.65},
};

struct Saturation {
  const char* list;
  const char* policy;
  double allocation;
  double fragmentsOverTotal;
  std::int64_t gpusInUse;
  double classes[kFragmentClasses];  ///< in 1000 milli-GPU
  double idle;
};

constexpr Saturation kSaturation[] = {
    {"default", "FGD", 95.2899, 4.6903, 6189, {138.43, 85.86, 1.23, 27.28, 6.06, 33.73, 0.00}, 292.59},
    {"default", "BestFit", 93.1335, 6.7991, 6112, {214.46, 42.30, 4.19, 107.60, 4.60, 53.40, 0.00}, 426.55},
    {"default", "Packing", 91.5741, 8.3452, 5972, {155.46, 69.50, 5.02, 222.26, 7.61, 63.56, 0.00}, 523.42},
    {"default", "Clustering", 91.5344, 8.3649, 5942, {138.73, 71.29, 6.25, 238.10, 7.76, 63.75, 0.00}, 525.88},
    {"default", "DotProd", 90.5420, 9.4113, 5964, {199.87, 37.79, 2.90, 267.07, 4.29, 75.60, 0.00}, 587.53},
    {"gpushare40", "FGD", 94.2465, 5.7130, 6202, {155.04, 136.17, 2.52, 15.09, 9.55, 39.05, 0.00}, 357.41},
    {"gpushare40", "BestFit", 91.6613, 8.3097, 6124, {284.92, 47.95, 1.80, 112.90, 4.82, 65.61, 0.00}, 518.00},
};

/// What `./test` says of the tests that are skipped.
constexpr const char* kNeeds =
    "\nneeds CARDINAL_OPENB_DIR: a folder with the lists of the Alibaba Cluster Trace Program, cluster-trace-gpu-v2023 "
    "(github.com/alibaba/clusterdata), and their seed-42 orders\n";

/// The folder of the trace.
std::optional<std::string> openb() {
  const char* folder = std::getenv("CARDINAL_OPENB_DIR");
  if (folder == nullptr || *folder == 0) return std::nullopt;
  return std::string(folder) + "/";
}

std::string textOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

Trace readTrace(const std::string& folder, const std::string& list) {
  Trace out;
  out.nodes = parseNodes(textOf(folder + "openb_node_list_gpu_node.csv"), "nodes").value();
  out.tasks = parseTasks(textOf(folder + "openb_pod_list_" + list + ".csv"), "pods", out.nodes.models).value();
  out.arrivals = parseArrivals(textOf(folder + "openb_arrival_" + list + "_seed42.csv"), "arrivals", out.tasks).value();
  out.order = parseOrder(textOf(folder + "openb_node_order_" + list + "_seed42.csv"), "order", out.nodes).value();
  return out;
}

void expectCheckpoint(const Checkpoint& expected, const TraceFigures& figures) {
  SCOPED_TRACE(std::string(expected.list) + " " + expected.policy + " " + std::to_string(expected.arrivals));
  EXPECT_EQ(figures.arrived, expected.arrived);
  EXPECT_EQ(figures.placed, expected.placed);
  EXPECT_EQ(figures.nodesInUse, expected.nodesInUse);
  EXPECT_EQ(figures.failed, expected.failed);
  EXPECT_NEAR(figures.sums.fragment(), expected.fragment, 0.0051);
  EXPECT_NEAR(figures.fragmentRate().value_or(0), expected.rate, 0.0051);
}

void expectSaturation(const Saturation& expected, const TraceFigures& figures) {
  SCOPED_TRACE(std::string(expected.list) + " " + expected.policy);
  EXPECT_NEAR(figures.allocationPercent(), expected.allocation, 0.000051);
  EXPECT_NEAR(figures.fragmentPercent(), expected.fragmentsOverTotal, 0.000051);
  EXPECT_EQ(figures.gpusInUse, expected.gpusInUse);
  for (std::size_t i = 0; i < kFragmentClasses; ++i)
    EXPECT_NEAR(figures.sums.milli[i] / 1000, expected.classes[i], 0.0051) << i;
  EXPECT_NEAR(figures.sums.idle() / 1000, expected.idle, 0.0051);
}

void expectList(const std::string& folder, const std::string& list) {
  const Trace trace = readTrace(folder, list);
  for (const PolicyKind kind : kPolicies) {
    TraceRun run(trace, kind);
    std::size_t compared = 0;
    while (run.next()) {
      for (const Checkpoint& expected : kCheckpoints) {
        if (list != expected.list || std::string(toString(kind)) != expected.policy ||
            expected.arrivals != run.figures().arrivals)
          continue;
        expectCheckpoint(expected, run.figures());
        ++compared;
      }
    }
    for (const Saturation& expected : kSaturation) {
      if (list != expected.list || std::string(toString(kind)) != expected.policy) continue;
      expectSaturation(expected, run.figures());
      EXPECT_GE(compared, 11U);
    }
  }
}

TEST(Openb, DefaultListMeetsThePublishedFiguresOfEveryPolicy) {
  const auto folder = openb();
  if (!folder) GTEST_SKIP() << kNeeds;
  expectList(*folder, "default");
}

TEST(Openb, Gpushare40MeetsThePublishedFiguresOfEveryPolicy) {
  const auto folder = openb();
  if (!folder) GTEST_SKIP() << kNeeds;
  expectList(*folder, "gpushare40");
}

TEST(Openb, ExpectedTasksAreThoseOfTheMethod) {
  const auto folder = openb();
  if (!folder) GTEST_SKIP() << kNeeds;
  const auto sumOf = [](const std::vector<TypicalTask>& tasks) {
    std::size_t sum = 0;
    for (const TypicalTask& task : tasks) sum += task.count;
    return sum;
  };
  const auto typical = typicalTasks(readTrace(*folder, "default").tasks.tasks);
  ASSERT_EQ(typical.size(), 35U);
  EXPECT_EQ(sumOf(typical), 7766U);
  EXPECT_NEAR(typical.front().share, 0.134818439, 5e-10);
  EXPECT_EQ(typical[20].task.cpu, 15400) << "equal counts: larger cpu first";
  EXPECT_EQ(typical[21].task.cpu, 6000);
  EXPECT_NEAR(typical.back().share, 0.003991759, 5e-10);
  const auto other = typicalTasks(readTrace(*folder, "gpushare40").tasks.tasks);
  EXPECT_EQ(other.size(), 36U);
  EXPECT_EQ(sumOf(other), 7767U);
}

TEST(Openb, FragmentationBeforeAnyArrival) {
  const auto folder = openb();
  if (!folder) GTEST_SKIP() << kNeeds;
  const Trace trace = readTrace(*folder, "default");
  const FragmentMeter meter(typicalTasks(trace.tasks.tasks));
  EXPECT_NEAR(meter.fragment(makeNode(96000, 0, 8, 0)), 1087.8187, 0.00005);
  EXPECT_NEAR(meter.fragment(makeNode(104000, 0, 2, 0)), 271.9547, 0.00005);
  EXPECT_NEAR(meter.fragment(makeNode(16000, 0, 2, 0)), 359.2583, 0.00005);
  const FragmentSums small = meter.measure(makeNode(8000, 0, 1, 0));
  EXPECT_NEAR(small.fragment(), 605.2022, 0.00005);
  EXPECT_NEAR(small.milli[static_cast<std::size_t>(FragmentClass::LackCpu)], 469.2248, 0.00005);
  EXPECT_NEAR(TraceRun(trace, PolicyKind::Fgd).figures().sums.fragment(), 866232.55, 0.0051);
  const Trace other = readTrace(*folder, "gpushare40");
  EXPECT_NEAR(TraceRun(other, PolicyKind::Fgd).figures().sums.fragment(), 862220.68, 0.0051);
}

TEST(Openb, FirstArrivalsGoWhereTheReferencePutsThem) {
  const auto folder = openb();
  if (!folder) GTEST_SKIP() << kNeeds;
  struct First {
    const char* task;
    const char* node;
    DeviceSet devices;
  };
  constexpr First kFirst[] = {
      {"openb-pod-0255", "openb-node-0260", 0},       {"openb-pod-1685", "openb-node-1080", 1U << 0},
      {"openb-pod-6784", "openb-node-0260", 1U << 0}, {"openb-pod-4463", "openb-node-0260", 1U << 1},
      {"openb-pod-0602", "openb-node-0260", 1U << 2}, {"openb-pod-1564", "openb-node-0292", 1U << 0},
      {"openb-pod-3882", "openb-node-1141", 1U << 0}, {"openb-pod-7257", "openb-node-0260", 1U << 3},
      {"openb-pod-6545", "openb-node-0475", 1U << 0}, {"openb-pod-1541", "openb-node-0260", 1U << 3},
      {"openb-pod-1599", "openb-node-0604", 1U << 0}, {"openb-pod-3697", "openb-node-0260", 1U << 4},
      {"openb-pod-4859", "openb-node-0858", 1U << 0}, {"openb-pod-3725", "openb-node-0858", 1U << 0},
  };
  const Trace trace = readTrace(*folder, "default");
  TraceRun run(trace, PolicyKind::Fgd);
  for (const First& expected : kFirst) {
    ASSERT_TRUE(run.next());
    EXPECT_EQ(trace.tasks.names[run.last().task], expected.task);
    ASSERT_TRUE(run.last().node);
    EXPECT_EQ(trace.nodes.names[*run.last().node], expected.node) << expected.task;
    EXPECT_EQ(run.last().devices, expected.devices) << expected.task;
  }
}

/// Ten orders of our own making: an order is another draw, so means are compared with the published spread.
TEST(Openb, OtherSeedsLandInThePublishedRange) {
  const auto folder = openb();
  if (!folder) GTEST_SKIP() << kNeeds;
  Trace trace = readTrace(*folder, "default");
  double unallocated = 0;
  for (std::uint64_t seed = 42; seed < 52; ++seed) {
    trace.arrivals = drawArrivals(trace.tasks, trace.nodes.gpuMilli(), seed);
    trace.order = drawOrder(trace.nodes.nodes.size(), seed);
    TraceRun run(trace, PolicyKind::Fgd);
    double sum = 0;
    int count = 0;
    while (run.next()) {
      if (std::nearbyint(run.figures().loadPercent()) != 100) continue;
      sum += 100 - run.figures().allocationPercent();
      ++count;
    }
    ASSERT_GT(count, 0);
    unallocated += sum / count / 10;
  }
  EXPECT_NEAR(unallocated, 4.77, 0.10);
}

}  // namespace
}  // namespace cardinal::fragmentation
