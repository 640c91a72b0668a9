// SPDX-License-Identifier: Apache-2.0
// The server stops, etcd is compacted, certificates are renewed, and the console comes back without a click. The outage
// lasts CARDINAL_OUTAGE_SECONDS (5; the requirement is 120: CARDINAL_OUTAGE_SECONDS=120 ctest -R Recovery).
#include <gmock/gmock.h>

#include <cstdlib>
#include <thread>

#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;

std::chrono::seconds outage() {
  const char* const text = std::getenv("CARDINAL_OUTAGE_SECONDS");
  return std::chrono::seconds(text != nullptr ? std::strtol(text, nullptr, 10) : 5);
}

std::string command(const std::string& name, const std::string& folder) {
  return clusterCommand(name, folder) == 0 ? "" : name + " failed";
}

TEST(Recovery, AfterAnOutageWithCompactionAndNewCertificates) {
  const std::string folder = std::string(CARDINAL_CLUSTER_STATE) + "-recovery";
  ASSERT_EQ(clusterCommand("up", folder, "--replace --owner " + std::to_string(getpid())), 0);
  {
    const ClusterAccess access = accessFrom(folder, "admin-files");
    Operator admin(access);
    const Namespace ns(admin);
    const Node node(admin);
    for (const char* const name : {"stays", "goes"}) admin.createPod(ns.name, name);
    Live live(access);  // the waits of the product, not those of tests
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    ASSERT_TRUE(hasPod(live.seen, {ns.name, "goes"}));
    const std::size_t pods = live.seen.podsNow().size();

    const std::string oldCertificate = textOf(folder + "/pki/server.crt");
    ASSERT_EQ(command("stop-apiserver", folder), "");
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Reconnecting));
    ASSERT_EQ(command("rotate-certificates", folder), "");
    EXPECT_NE(textOf(folder + "/pki/server.crt"), oldCertificate);
    std::this_thread::sleep_for(outage());
    EXPECT_EQ(live.seen.podsNow().size(), pods) << "what was seen last stays";
    EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));

    ASSERT_EQ(command("start-apiserver", folder), "");
    Operator other(access);  // another user, who is quicker
    other.deletePod(ns.name, "goes");
    other.createPod(ns.name, "comes");
    ASSERT_EQ(command("compact-etcd", folder), "");
    // The longest wait of the back-off is a minute.
    ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().phase == ConnectionPhase::Live; }, 90s));
    EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) {
      return r.pods.count({ns.name, "goes"}) == 0 && r.pods.count({ns.name, "comes"}) == 1 &&
             r.pods.count({ns.name, "stays"}) == 1 && r.nodes.count(node.name) == 1;
    }));
    EXPECT_FALSE(live.seen.state().error);
    // And it hears of what happens from now on.
    other.createPod(ns.name, "later");
    EXPECT_TRUE(hasPod(live.seen, {ns.name, "later"}));
  }
  clusterCommand("down", folder);
}

}  // namespace
}  // namespace cardinal
