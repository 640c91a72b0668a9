// SPDX-License-Identifier: Apache-2.0
// Which pods may be put on a node past their scheduler, and what is shown for the others.
#include "core/plan/changes/binding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "core/plan/changes/changes.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using ::testing::HasSubstr;
using testing::pod;
using testing::PodBuilder;

PodRecord record(const PodBuilder& built) {
  PodRecord out;
  out.raw = built.raw();
  out.request = makeRequest(out.raw).gpu;
  return out;
}

RawPod ownedBy(const char* kind, const char* name) {
  RawPod raw = *pod("team-a", "one").raw();
  raw.meta.owners.push_back({kind, name, "u", true});
  return raw;
}

TEST(Binding, IsForPodsWhoseCardsNoSchedulerWritesDown) {
  EXPECT_EQ(bindBlocker(record(pod("plain"))), BindBlocker::None);
  EXPECT_EQ(bindBlocker(record(pod("whole").nvidia(2))), BindBlocker::None);
  EXPECT_EQ(bindBlocker(record(pod("shared").gpuMem(2))), BindBlocker::SharedCards);
  EXPECT_EQ(bindBlocker(record(pod("linked").topology(2))), BindBlocker::SharedCards);
  EXPECT_EQ(bindBlocker(record(pod("other").resource("volcano.sh/vgpu-number", 1))), BindBlocker::OtherGpu);
}

TEST(Binding, IsForPodsThatWait) {
  EXPECT_EQ(bindBlocker(record(pod("there").nvidia(1).on("a"))), BindBlocker::NotWaiting);
  EXPECT_EQ(bindBlocker(record(pod("over").nvidia(1).phase(PodPhase::Failed))), BindBlocker::NotWaiting);
  EXPECT_EQ(bindBlocker(record(pod("leaving").nvidia(1).terminating())), BindBlocker::NotWaiting);
  PodBuilder gated = pod("gated").nvidia(1);
  gated.edit().spec.hasSchedulingGates = true;
  EXPECT_EQ(bindBlocker(record(gated)), BindBlocker::Gated);
}

TEST(Binding, TheConstraintNamesTheNodeByItsHostnameLabel) {
  const auto node = ackNode("node-1", "cgpu", 2, 15).label("kubernetes.io/hostname", "host-1").raw();
  EXPECT_EQ(constraintTo(*node, *pod("p").raw()).yaml, "nodeSelector:\n  kubernetes.io/hostname: \"host-1\"\n");
  const auto bare = ackNode("node-2", "cgpu", 2, 15).raw();
  EXPECT_THAT(constraintTo(*bare, *pod("p").raw()).yaml, HasSubstr("\"node-2\""));
}

TEST(Binding, TheConstraintBelongsToWhatMakesThePods) {
  const auto node = ackNode("node-1", "cgpu", 2, 15).raw();
  const NodeConstraint deployment = constraintTo(*node, ownedBy("ReplicaSet", "web-7c9f5d6b8"));
  EXPECT_EQ(deployment.way, ConstraintWay::PatchOwner);
  EXPECT_EQ(deployment.command,
            "kubectl patch Deployment web -n team-a -p "
            R"('{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/hostname":"node-1"}}}}}')");
  EXPECT_THAT(constraintTo(*node, ownedBy("StatefulSet", "db")).command, HasSubstr("StatefulSet db"));
  const NodeConstraint job = constraintTo(*node, ownedBy("Job", "train"));
  EXPECT_EQ(job.way, ConstraintWay::MakeJobAnew);
  EXPECT_EQ(job.command, "") << "the template of a Job cannot be patched";
  EXPECT_EQ(constraintTo(*node, *pod("bare").raw()).way, ConstraintWay::MakePodAnew);
  EXPECT_EQ(constraintTo(*node, ownedBy("PyTorchJob", "llm")).way, ConstraintWay::ChangeOwner);
}

TEST(Binding, StandsInTheJournalWithItsCommandAndCannotBeUndone) {
  JournalEntry entry;
  entry.plan = "w1";
  entry.event = JournalEvent::Noted;
  ChangeNote note;
  note.state = NoteState::Done;
  note.verb = "bind";
  note.kind = "Pod";
  note.object = {"team-a", "one"};
  note.uid = "u-1";
  note.fields.push_back({"spec.nodeName", std::nullopt, "node-1"});
  entry.note = std::make_shared<const ChangeNote>(note);
  const auto changes = changesOf({entry});
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].blocker, UndoBlocker::NotReversible);
  EXPECT_EQ(changes[0].commands.at(0),
            R"(echo '{"apiVersion":"v1","kind":"Binding","metadata":{"name":"one","uid":"u-1"},)"
            R"("target":{"apiVersion":"v1","kind":"Node","name":"node-1"}}')"
            " | kubectl create --raw /api/v1/namespaces/team-a/pods/one/binding -f -");
}

}  // namespace
}  // namespace cardinal
