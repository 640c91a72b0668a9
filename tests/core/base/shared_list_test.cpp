// SPDX-License-Identifier: Apache-2.0
#include "core/base/shared_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace cardinal {
namespace {

using ::testing::ElementsAre;
using Words = SharedList<std::string>;

/// Too long for a string to keep inside itself: what is freed twice or never is seen by the sanitizers.
std::string longWord(const char* letter) {
  return std::string(40, *letter);
}

TEST(SharedList, CopiesShareUntilOneIsChanged) {
  Words a = {"x", longWord("y")};
  Words b = a;
  EXPECT_TRUE(a.sharesWith(b));
  b.push_back("z");
  EXPECT_FALSE(a.sharesWith(b));
  EXPECT_THAT(a, ElementsAre("x", longWord("y")));
  EXPECT_THAT(b, ElementsAre("x", longWord("y"), "z"));
}

TEST(SharedList, ReadingThroughConstKeepsSharing) {
  const Words a = {"x"};
  const Words b = a;
  for (const std::string& word : b) EXPECT_EQ(word, "x");
  EXPECT_TRUE(a.sharesWith(b));
}

TEST(SharedList, ChangingAnItemChangesOneListOnly) {
  Words a = {"x", "y"};
  Words b = a;
  b[1] = "changed";
  b.front() = "first";
  EXPECT_THAT(a, ElementsAre("x", "y"));
  EXPECT_THAT(b, ElementsAre("first", "changed"));
}

TEST(SharedList, InsertsAndErasesLikeAVector) {
  Words list = {"a", "c", "d", "e"};
  const Words before = list;
  EXPECT_EQ(*list.insert(std::as_const(list).begin() + 1, "b"), "b");
  EXPECT_EQ(*list.erase(std::as_const(list).begin() + 3), "e");
  EXPECT_THAT(list, ElementsAre("a", "b", "c", "e"));
  const std::vector<std::string> more = {"p", "q"};
  list.insert(std::as_const(list).begin() + 2, more.begin(), more.end());
  EXPECT_THAT(list, ElementsAre("a", "b", "p", "q", "c", "e"));
  list.resize(7);
  list.resize(1);
  list.pop_back();
  EXPECT_TRUE(list.empty());
  EXPECT_THAT(before, ElementsAre("a", "c", "d", "e"));
}

TEST(SharedList, RemovesByPredicate) {
  Words list = {"keep", "drop", "keep", "drop"};
  const Words before = list;
  EXPECT_EQ(eraseIf(list, [](const std::string& word) { return word == "drop"; }), 2U);
  EXPECT_THAT(list, ElementsAre("keep", "keep"));
  EXPECT_EQ(before.size(), 4U);
}

TEST(SharedList, TakesAnItemOfItselfWhileItGrows) {
  Words list = {longWord("a")};
  for (int i = 0; i < 5; ++i) list.push_back(list.front());
  EXPECT_EQ(list.size(), 6U);
  EXPECT_EQ(list.back(), longWord("a"));
}

TEST(SharedList, AnswersOutsideOfItsRangeWithAnException) {
  const Words none;
  EXPECT_THROW(none.at(0), std::out_of_range);
  EXPECT_EQ(none.begin(), none.end());
  EXPECT_EQ(none, Words());
}

TEST(SharedList, GivesBackWhatItDoesNotUse) {
  Words list;
  for (int i = 0; i < 5; ++i) list.push_back("w");
  list.shrink_to_fit();
  EXPECT_EQ(list.capacity(), 5U);
}

// Under the thread sanitizer this is the proof that copies may go to other threads.
TEST(SharedList, CopiesMayBeUsedInSeveralThreads) {
  const Words shared = {longWord("a"), longWord("b")};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([copy = shared]() mutable {
      for (int round = 0; round < 200; ++round) {
        Words own = copy;
        own.push_back("c");
        copy = own;
        copy.pop_back();
      }
      EXPECT_EQ(copy.size(), 2U);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(shared, ElementsAre(longWord("a"), longWord("b")));
}

}  // namespace
}  // namespace cardinal
