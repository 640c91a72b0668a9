// SPDX-License-Identifier: Apache-2.0
// HACKING.md "Add a GPU stack" is walked with an invented one: an adapter (abacus_adapter), objects of it
// (tests/data/abacus), and a line in each of the two lists.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/provider/registry/registry.h"
#include "core/provider/stacks/recognise.h"
#include "core/provider/stacks/stack_lists.h"
#include "tests/core/provider/stacks/abacus_adapter.h"
#include "tests/support/builders.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

std::vector<provider::StackMark> marksWithAbacus() {
  std::vector<provider::StackMark> out(provider::stackMarks().begin(), provider::stackMarks().end());
  out.push_back({kAbacus, isAbacus});
  return out;
}

std::vector<provider::StackReader> readersWithAbacus() {
  std::vector<provider::StackReader> out(provider::stackReaders().begin(), provider::stackReaders().end());
  out.push_back({kAbacus, readAbacusCapacity});
  return out;
}

std::optional<NodeCapacity> read(const RawNode& node) {
  const auto marks = marksWithAbacus();
  const auto readers = readersWithAbacus();
  return provider::readCapacity(node, nullptr, nullptr, marks, readers);
}

ObjectSet objects(const char* file) {
  return decodeObjects(readTestFile(std::filesystem::path(CARDINAL_TEST_DATA) / "abacus" / "1.0" / file));
}

TEST(NewStack, WithoutItsLinesOnlyItsResourceIsNamed) {
  const auto nodes = objects("nodes.json").nodes;
  ASSERT_EQ(nodes.size(), 1U);
  const auto result = readCapacity(*nodes[0], nullptr);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->gpu.stack, GpuStack::Other);
  EXPECT_TRUE(result->cards.empty());
  EXPECT_EQ(result->devices->unrecognised.at(0).name, "abacus.example/gpu-memory");
}

TEST(NewStack, TwoLinesAndAnAdapterGiveItsCards) {
  const auto result = read(*objects("nodes.json").nodes.at(0));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->gpu.stack, kAbacus);
  ASSERT_EQ(result->cards.size(), 2U);
  EXPECT_EQ(result->cards[1].memTotal, MemUnits(16384));
  EXPECT_EQ(result->cards[1].health, CardHealth::Unhealthy);
  EXPECT_EQ(result->devices->cards.at(1).id, "BEAD-1");
}

TEST(NewStack, ItsPodsHoldByItsOwnIds) {
  const auto result = read(*objects("nodes.json").nodes.at(0));
  ASSERT_TRUE(result && result->pods);
  std::vector<std::int64_t> held(result->cards.size());
  std::vector<FindingCode> findings;
  for (const auto& pod : objects("pods.json").pods) {
    PodUsage usage = readUsage(*pod);
    EXPECT_EQ(usage.request.resource, "abacus.example/gpu-memory");
    result->pods->read(*pod, usage);
    for (const CardShare& share : usage.shares) held.at(static_cast<std::size_t>(share.card)) += share.memory.value;
    for (const Finding& finding : usage.findings) findings.push_back(finding.code);
  }
  EXPECT_EQ(held, (std::vector<std::int64_t>{4096, 8192}));
  EXPECT_EQ(findings, (std::vector{FindingCode::MalformedAllocation, FindingCode::CardOutOfRange}));
}

TEST(NewStack, WhatItCannotReadIsShownAsNotRead) {
  const auto result = read(*node("n").annotation("abacus.example/cards", "BEAD-0,many").raw());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->gpu.mode, GpuMode::NotRead);
  EXPECT_TRUE(result->cards.empty());
  EXPECT_EQ(result->findings.at(0).code, FindingCode::StackNotRead);
}

TEST(NewStack, NodesOfTheOthersStayTheirs) {
  const auto marks = marksWithAbacus();
  const auto hami = nvidiaNode("n", 10).annotation("hami.io/node-nvidia-register", R"([{"id":"A"}])").raw();
  EXPECT_EQ(provider::recogniseStacks(*hami, nullptr, marks), provider::recogniseStacks(*hami));
  EXPECT_EQ(read(*nvidiaNode("n", 8).raw())->gpu.stack, GpuStack::Nvidia);
}

TEST(NewStack, AStackWithAMarkHasAReader) {
  for (const provider::StackMark& mark : provider::stackMarks()) {
    const auto readers = provider::stackReaders();
    EXPECT_TRUE(std::any_of(readers.begin(), readers.end(), [&](const auto& one) { return one.stack == mark.stack; }))
        << toString(mark.stack) << " is recognised, and its nodes would have no GPU";
  }
}

}  // namespace
}  // namespace cardinal::testing
