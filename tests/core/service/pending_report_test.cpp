// SPDX-License-Identifier: Apache-2.0
// Why pods wait that have volumes: the window's page Pending and the commands ask one function, which reads them.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/service/cluster_service.h"
#include "tests/core/service/fake_source.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::FakeSource;
using testing::gpushareNode;
using testing::Listener;
using testing::Mailbox;
using testing::phase;
using testing::pod;
using testing::SourceScript;

testing::PodBuilder waiting(const std::string& name, const std::string& claim) {
  testing::PodBuilder out = pod("team", name);
  out.gpuMem(4);
  out.edit().spec.hasBoundVolumes = true;
  out.edit().spec.claims = {claim};
  return out;
}

RawClaim claim(const std::string& name, const std::string& volume) {
  RawClaim out;
  out.meta.key = {"team", name};
  out.volumeName = volume;
  out.storageClass = "later";
  return out;
}

/// Usable on one node alone.
RawVolume volumeOn(const std::string& name, const std::string& node) {
  RawVolume out;
  out.meta.key = {"", name};
  NodeSelectorTerm term;
  term.matchExpressions.push_back({"kubernetes.io/hostname", "In", {node}});
  out.nodeAffinity = {term};
  return out;
}

/// Nodes "a" and "b" have room; "here" is a volume on a, "there" one on a node that is full, "open" waits for its pod,
/// and "absent" does not exist.
class PendingVolumes : public ::testing::Test {
 protected:
  PendingVolumes() {
    m_script.rules = [this](const RulesQuestion& question) {
      m_asked.push_back(question);
      return answerTo(question);
    };
    m_service.start();
    const auto named = [](const char* name) { return gpushareNode(name, 1, 14).label("kubernetes.io/hostname", name); };
    testing::PodBuilder holds = pod("other", "holds");
    holds.gpuMem(14).on("c");
    m_script.sink->onDeltas({testing::replaceNodes({named("a"), named("b"), named("c")}),
                             testing::replacePods({waiting("absent", "absent"), waiting("here", "here"),
                                                   waiting("open", "open"), waiting("there", "there"), holds})});
    m_script.sink->onConnection(phase(ConnectionPhase::Live));
    EXPECT_TRUE(m_service.waitForData(testing::kNever));
  }

  NamespaceRules answerTo(const RulesQuestion& question) const {
    NamespaceRules out;
    out.ns = question.ns;
    const bool isRefused = std::find(question.claims.begin(), question.claims.end(), m_secret) != question.claims.end();
    if (isRefused) return out;
    RawStorageClass later;
    later.meta.key.name = "later";
    later.waitsForPod = true;
    out.storageClasses = {later};
    out.claims = {claim("here", "pv-a"), claim("there", "pv-c"), claim("open", "")};
    out.volumes = {volumeOn("pv-a", "a"), volumeOn("pv-c", "c")};
    return out;
  }

  PendingReport report() { return m_service.pendingReport(*m_service.snapshot()); }
  const PodRecord& podOf(const std::string& name) const {
    const auto& pods = m_service.snapshot()->unboundPods;
    return **std::find_if(pods.begin(), pods.end(), [&](const PodPtr& one) { return one->key().name == name; });
  }
  PendingExplanation why(const PendingReport& report, const std::string& name) const {
    const auto& pods = m_service.snapshot()->unboundPods;
    for (std::size_t i = 0; i < pods.size(); ++i) {
      if (pods[i]->key().name == name) return report.of(i);
    }
    return {};
  }

  SourceScript m_script;
  SystemClock m_clock;
  Listener m_listener;
  std::vector<RulesQuestion> m_asked;
  std::string m_secret;  ///< a claim that may not be read
  ClusterService m_service{std::make_unique<FakeSource>(m_script), m_listener, m_clock};
};

TEST_F(PendingVolumes, DecideWhereAPodGoesAndAreAskedForOncePerNamespace) {
  const PendingReport found = report();
  ASSERT_TRUE(found.complete);
  EXPECT_EQ(why(found, "here").outlook, Outlook::FitsNow);
  EXPECT_EQ(why(found, "here").fitting, 1U) << "its volume is on one of the two that have room";
  EXPECT_EQ(why(found, "here").volumes, PodVolumes::Known);
  EXPECT_EQ(why(found, "there").outlook, Outlook::MayHelp);
  EXPECT_EQ(why(found, "there").fitting, 0U);
  EXPECT_EQ(why(found, "absent").fitting, 0U);
  EXPECT_EQ(why(found, "open").outlook, Outlook::Unknown);
  EXPECT_EQ(why(found, "open").volumes, PodVolumes::NotBound);
  ASSERT_EQ(m_asked.size(), 1U);
  EXPECT_EQ(m_asked[0].ns, "team");
  EXPECT_EQ(m_asked[0].claims, (std::vector<std::string>{"absent", "here", "open", "there"}));
}

// "cardinal explain" asks about one pod, "cardinal pending" and the window about all, the map about every node.
TEST_F(PendingVolumes, EverybodyGivesTheSameReasons) {
  Mailbox<std::shared_ptr<const PendingReport>> reports;
  m_service.explainPending(m_service.snapshot(), [&](auto report) { reports.put(std::move(report)); });
  ASSERT_TRUE(reports.waitFor(1));
  const auto shown = reports.values().front();
  const PendingReport printed = report();
  for (const std::string name : {"absent", "here", "open", "there"}) {
    AllocationRequest request = makeRequest(podOf(name).raw);
    Mailbox<NodesExplanation> nodes;
    m_service.explainNodes(request, m_service.snapshot(), [&](NodesExplanation one) { nodes.put(std::move(one)); });
    ASSERT_TRUE(nodes.waitFor(1));
    const AllocationAnswer onMap = nodes.values().front().answer;
    request.rules = m_service.rulesFor(request);
    const auto explained = explainRequest(request, *m_service.snapshot());
    ASSERT_TRUE(explained);
    for (const PendingExplanation& one : {why(*shown, name), why(printed, name)}) {
      EXPECT_EQ(one.outlook, explained->outlook) << name;
      EXPECT_EQ(one.volumes, explained->volumes) << name;
      EXPECT_EQ(one.fitting, explained->fitting) << name;
      EXPECT_EQ(one.fitting, onMap.candidates.size()) << name;
      ASSERT_EQ(one.groups.size(), explained->groups.size()) << name;
      for (std::size_t i = 0; i < one.groups.size(); ++i) {
        EXPECT_EQ(one.groups[i].code, explained->groups[i].code) << name;
        EXPECT_EQ(one.groups[i].nodes, explained->groups[i].nodes) << name;
      }
    }
  }
}

TEST_F(PendingVolumes, AClaimThatMayNotBeReadHidesNoOther) {
  m_secret = "there";
  const PendingReport found = report();
  EXPECT_EQ(why(found, "here").outlook, Outlook::FitsNow);
  EXPECT_EQ(why(found, "absent").fitting, 0U);
  EXPECT_EQ(why(found, "there").outlook, Outlook::Unknown) << "nodes would take it, and it may belong elsewhere";
  EXPECT_EQ(why(found, "there").volumes, PodVolumes::NotRead);
}

TEST_F(PendingVolumes, ManyThatMayNotBeReadAreNotAskedForWithoutEnd) {
  m_secret = "there";
  std::vector<testing::PodBuilder> pods;
  for (int i = 0; i < 80; ++i) {
    pods.push_back(waiting("p" + std::to_string(i), "there"));
    pods.back().edit().spec.claims.push_back("own-" + std::to_string(i));
  }
  m_script.sink->onDeltas({testing::replacePods(pods)});
  ASSERT_TRUE(m_listener.waitUntil(
      [](const Listener& l) { return !l.snapshots().empty() && l.snapshots().back()->unboundPods.size() == 80; }));
  const PendingReport found = report();
  EXPECT_EQ(m_asked.size(), 51U) << "all together, then fifty of them";
  for (const char* name : {"p0", "p49", "p79"}) EXPECT_EQ(why(found, name).volumes, PodVolumes::NotRead) << name;
}

TEST_F(PendingVolumes, AreUnknownAtOnceWhileTheConnectionIsLost) {
  m_script.sink->onConnection(phase(ConnectionPhase::Reconnecting));
  ASSERT_TRUE(
      m_listener.waitUntil([](const Listener& l) { return l.states().back().phase == ConnectionPhase::Reconnecting; }));
  const PendingReport found = report();
  EXPECT_TRUE(m_asked.empty());
  EXPECT_EQ(why(found, "here").outlook, Outlook::Unknown);
  EXPECT_EQ(why(found, "here").volumes, PodVolumes::NotRead);
}

}  // namespace
}  // namespace cardinal
