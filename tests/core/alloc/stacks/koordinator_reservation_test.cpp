// SPDX-License-Identifier: Apache-2.0
// What Koordinator's Reservations keep: on the cards, of the node, and in previews of pods that they are for or not.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/model/extras/extra.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr const char* kAffinity = "scheduling.koordinator.sh/reservation-affinity";
constexpr std::int64_t kCard = 16384;  // MiB

NodeBuilder gpuNode() {
  return node("n")
      .resource("cpu", 16)
      .resource("pods", 10)
      .resource("koordinator.sh/gpu-core", 200)
      .resource("koordinator.sh/gpu-memory-ratio", 200)
      .resource("koordinator.sh/gpu-memory", std::int64_t{32} << 30);
}

PodBuilder slice(const std::string& name, std::int64_t percent) {
  return pod(name).resource("koordinator.sh/gpu-core", percent).resource("koordinator.sh/gpu-memory-ratio", percent);
}

PodBuilder holder(const std::string& name, int minor, int percent) {
  return slice(name, percent)
      .on("n")
      .annotation("scheduling.koordinator.sh/device-allocated", koordinatorShare(minor, percent));
}

PodBuilder through(PodBuilder builder, const std::string& reservation) {
  return builder.annotation("scheduling.koordinator.sh/reservation-allocated",
                            R"({"name":")" + reservation + R"(","uid":"uid-)" + reservation + R"("})");
}

ResourceList shareOf(std::int64_t percent) {
  return {{"koordinator.sh/gpu-core", Quantity::fromInteger(percent)},
          {"koordinator.sh/gpu-memory-ratio", Quantity::fromInteger(percent)}};
}

RawKoordinatorReservation wholeCard(const std::string& name = "team", int minor = 1) {
  return koordinatorReservation(name, "n", koordinatorShare(minor, 100), "a", shareOf(100));
}

SnapshotPtr clusterWith(const std::vector<RawKoordinatorReservation>& reservations,
                        const std::vector<PodBuilder>& pods = {}) {
  std::vector<ClusterDelta> deltas{upsertExtra(koordinatorDevice("n", 2))};
  for (const RawKoordinatorReservation& one : reservations) deltas.push_back(upsertExtra(one));
  return snapshotOf({gpuNode()}, pods, std::move(deltas));
}

AllocationAnswer ask(const PodBuilder& builder, const SnapshotPtr& cluster, int replicas = 1) {
  PodBuilder fresh = builder;
  fresh.edit().meta.uid.clear();
  return allocate(makeRequest(fresh.raw(), replicas), *cluster);
}

const Card& cardOf(const SnapshotPtr& cluster, std::size_t at) {
  return cluster->nodes.at(0)->cards.at(at);
}

bool has(const SnapshotPtr& cluster, FindingCode code) {
  const auto& findings = cluster->nodes.at(0)->findings;
  return std::any_of(findings.begin(), findings.end(), [code](const Finding& f) { return f.code == code; });
}

bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

TEST(Reservations, WhatOneKeepsIsNotFree) {
  const SnapshotPtr cluster = clusterWith({wholeCard()});
  EXPECT_EQ(cardOf(cluster, 0).memAllocated, MemUnits(0));
  EXPECT_EQ(cardOf(cluster, 1).memAllocated, MemUnits(kCard));
  EXPECT_EQ(cardOf(cluster, 1).memScheduler, MemUnits(kCard));
  EXPECT_EQ(cardOf(cluster, 1).coreAllocated, CorePercent(100));
  EXPECT_EQ(cardOf(cluster, 1).pods, 0);
  const NodeRecord& node = *cluster->nodes.at(0);
  ASSERT_NE(node.kept, nullptr);
  ASSERT_EQ(node.kept->size(), 1U);
  EXPECT_EQ(node.kept->front().cards.size(), 1U);
  EXPECT_EQ(node.kept->front().by->meta.key.name, "team");
}

TEST(Reservations, OnlyItsOwnersPodsFindTheRoom) {
  // Card 0 has 40 left, card 1 is kept for app=a.
  const SnapshotPtr cluster = clusterWith({wholeCard()}, {holder("p", 0, 60)});
  const AllocationAnswer stranger = ask(slice("new", 50), cluster);
  ASSERT_EQ(stranger.rejections.size(), 1U);
  EXPECT_EQ(stranger.rejections[0].reason.code, ReasonCode::InsufficientResource);
  const AllocationAnswer owner = ask(slice("new", 50).label("app", "a"), cluster);
  ASSERT_EQ(owner.candidates.size(), 1U);
  EXPECT_EQ(owner.candidates[0].cards.front(), 1);
  EXPECT_EQ(owner.certainty, Certainty::Modelled);
}

TEST(Reservations, TheCardsRefuseToo) {
  // In sum 100 of 200 are free, and no card has more than 50.
  RawKoordinatorReservation half = koordinatorReservation("team", "n", koordinatorShare(1, 50), "a", shareOf(50));
  const SnapshotPtr cluster = clusterWith({half}, {holder("p", 0, 50)});
  const AllocationAnswer stranger = ask(slice("new", 60), cluster);
  ASSERT_EQ(stranger.rejections.size(), 1U);
  EXPECT_EQ(stranger.rejections[0].reason.detail, "Insufficient gpu devices");
  EXPECT_EQ(stranger.rejections[0].cards.size(), 2U);
  EXPECT_EQ(ask(slice("new", 60).label("app", "a"), cluster).candidates.size(), 1U);
}

TEST(Reservations, APodBoundThroughOneCountsOnce) {
  const SnapshotPtr cluster = clusterWith({wholeCard()}, {through(holder("p", 1, 60), "team")});
  EXPECT_EQ(cardOf(cluster, 1).memAllocated, MemUnits(kCard));
  EXPECT_EQ(cardOf(cluster, 1).pods, 1);
  const KeptRoom& kept = cluster->nodes.at(0)->kept->front();
  EXPECT_EQ(kept.pods, 1U);
  ASSERT_EQ(kept.cards.size(), 1U);
  EXPECT_EQ(kept.cards[0].core, CorePercent(40));
  EXPECT_FALSE(has(cluster, FindingCode::CardOverAllocated));
  // The same pod beside the Reservation, and not through it.
  EXPECT_GT(cardOf(clusterWith({wholeCard()}, {holder("p", 1, 60)}), 1).memAllocated, MemUnits(kCard));
  EXPECT_EQ(ask(slice("new", 50).label("app", "a"), cluster).candidates.at(0).cards.front(), 0);
  // One that is allocated once serves no second pod; of others the rest may be taken.
  const auto third = [](const RawKoordinatorReservation& reservation) {
    return ask(slice("new", 30).label("app", "a"),
               clusterWith({reservation}, {through(holder("p", 1, 60), "team"), holder("q", 0, 90)}));
  };
  EXPECT_TRUE(third(wholeCard()).candidates.empty());
  RawKoordinatorReservation often = wholeCard();
  often.allocateOnce = false;
  EXPECT_EQ(third(often).candidates.at(0).cards.front(), 1);
}

TEST(Reservations, OneThatHoldsNothingKeepsNothing) {
  for (const char* phase : {"Pending", "Failed", "Succeeded", ""}) {
    RawKoordinatorReservation one = wholeCard();
    one.phase = phase;
    const SnapshotPtr cluster = clusterWith({one});
    EXPECT_EQ(cardOf(cluster, 1).memAllocated, MemUnits(0)) << phase;
    EXPECT_EQ(cluster->nodes.at(0)->kept, nullptr) << phase;
  }
  RawKoordinatorReservation unscheduled = wholeCard();
  unscheduled.nodeName.clear();
  EXPECT_EQ(clusterWith({unscheduled})->nodes.at(0)->kept, nullptr);
}

TEST(Reservations, UnreadOnesAreSaid) {
  const SnapshotPtr unread = clusterWith({});
  EXPECT_TRUE(has(unread, FindingCode::ReservationsNotRead));
  EXPECT_TRUE(has(ask(slice("new", 50), unread), Caveat::ReservationsNotRead));
  const SnapshotPtr read = clusterWith({wholeCard()});
  EXPECT_FALSE(has(read, FindingCode::ReservationsNotRead));
  EXPECT_FALSE(has(ask(slice("new", 50), read), Caveat::ReservationsNotRead));
  RawKoordinatorReservation mute = wholeCard();
  mute.meta.annotations.clear();
  mute.pod.spec.containers.push_back({});
  mute.pod.spec.containers.back().requests = shareOf(100);
  mute.pod.spec.containers.back().limits = shareOf(100);
  EXPECT_TRUE(has(clusterWith({mute}), FindingCode::ReservationUnreadable));
}

TEST(Reservations, CpuIsKeptFromPodsOfTheSameScheduler) {
  const RawKoordinatorReservation cpus =
      koordinatorReservation("cpus", "n", {}, "a", {{"cpu", Quantity::fromInteger(8)}});
  const SnapshotPtr cluster = clusterWith({cpus});
  const PodBuilder tenCores = pod("new").resource("cpu", 10);
  const AllocationAnswer stranger = ask(tenCores, cluster);
  ASSERT_EQ(stranger.rejections.size(), 1U);
  EXPECT_EQ(stranger.rejections[0].reason.code, ReasonCode::InsufficientResource);
  EXPECT_EQ(stranger.rejections[0].reason.found, 8000);
  PodBuilder other = tenCores;
  other.edit().spec.schedulerName = "other";
  EXPECT_EQ(ask(other, cluster).candidates.size(), 1U) << "another scheduler does not see it";
  PodBuilder owner = tenCores;
  EXPECT_EQ(ask(owner.label("app", "a"), cluster).candidates.size(), 1U);
  PodBuilder bold = tenCores;
  EXPECT_EQ(ask(bold.label("scheduling.koordinator.sh/reservation-ignored", "true"), cluster).candidates.size(), 1U);
}

TEST(Reservations, APodThatAsksForOneGoesThereOrNowhere) {
  const SnapshotPtr cluster = clusterWith({wholeCard("team", 1), wholeCard("other", 0)});
  const auto wanting = [](const std::string& affinity) {
    return slice("new", 50).label("app", "a").annotation(kAffinity, affinity);
  };
  EXPECT_EQ(ask(wanting(R"({"name":"team"})"), cluster).candidates.at(0).cards.front(), 1);
  EXPECT_EQ(ask(wanting(R"({"name":"other"})"), cluster).candidates.at(0).cards.front(), 0);
  const AllocationAnswer none = ask(wanting(R"({"name":"gone"})"), cluster);
  ASSERT_EQ(none.rejections.size(), 1U);
  EXPECT_TRUE(none.candidates.empty());
  const AllocationAnswer labelled = ask(wanting(R"({"reservationSelector":{"pool":"x"}})"), clusterWith({wholeCard()}));
  EXPECT_TRUE(labelled.candidates.empty());
  // On an empty node with no Reservation for it: there is room, and it is not for this pod.
  RawKoordinatorReservation closed = koordinatorReservation("team", "n", {}, "a");
  closed.unschedulable = true;
  const AllocationAnswer refused = ask(wanting(R"({"reservationSelector":{}})"), clusterWith({closed}));
  ASSERT_EQ(refused.rejections.size(), 1U);
  EXPECT_EQ(refused.rejections[0].reason.detail, "node(s) no reservations match reservation affinity");
}

TEST(Reservations, OneThatGoesLeavesTheRoom) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes({gpuNode()}));
  builder.apply(upsertExtra(koordinatorDevice("n", 2)));
  builder.apply(upsertExtra(wholeCard()));
  EXPECT_EQ(builder.build(1)->nodes.at(0)->cards.at(1).memAllocated, MemUnits(kCard));
  RawKoordinatorReservation done = wholeCard();
  done.phase = "Succeeded";
  builder.apply(upsertExtra(done));
  EXPECT_EQ(builder.build(2)->nodes.at(0)->cards.at(1).memAllocated, MemUnits(0));
  builder.apply(upsertExtra(wholeCard()));
  EXPECT_EQ(builder.build(3)->nodes.at(0)->cards.at(1).memAllocated, MemUnits(kCard));
  ClusterDelta gone;
  gone.op = ClusterDelta::Op::DeleteExtra;
  gone.extraKind = ExtraKind::KoordinatorReservation;
  gone.key.name = "team";
  builder.apply(gone);
  EXPECT_EQ(builder.build(4)->nodes.at(0)->cards.at(1).memAllocated, MemUnits(0));
}

TEST(Reservations, HostileOnesEnd) {
  RawKoordinatorReservation odd = wholeCard();
  odd.meta.annotations[0].second = R"({"gpu":[{"minor":99,"resources":{"koordinator.sh/gpu-memory-ratio":"-1"}}]})";
  odd.allocatable = {{"cpu", Quantity::fromInteger(INT64_MAX)}};
  const SnapshotPtr cluster = clusterWith({odd}, {through(holder("p", 1, 60), "team")});
  EXPECT_TRUE(has(cluster, FindingCode::ReservationUnreadable));
  EXPECT_TRUE(ask(pod("new").resource("cpu", 1), cluster).candidates.empty());
  PodBuilder pod = slice("new", 50);
  EXPECT_NO_FATAL_FAILURE(ask(pod.annotation(kAffinity, R"({"name":)"), cluster));
}

}  // namespace
}  // namespace cardinal
