// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/write_log.h"

#include <gtest/gtest.h>

#include "tests/core/plan/fake_nodes.h"

namespace cardinal {
namespace {

using testing::Fuse;
using testing::MemoryJournal;

class WriteLogTest : public ::testing::Test {
 protected:
  WriteLog log() { return {m_journal, m_source, m_clock}; }
  /// What the journal says of a binding that ended so.
  ChangeResult resultOf(const Result<void>& outcome) {
    auto open = log().beginBind({{"default", "p"}, "uid-p", "a", "uid-a"});
    EXPECT_TRUE(open);
    log().endBind(std::move(*open), outcome);
    return changesOf(m_journal.entries()).front().result;
  }
  ChangeResult resultOf(ErrorCode code, int status) {
    m_journal.lines.clear();
    Error error = makeError(code, "pods/p");
    error.httpStatus = status;
    return resultOf(unexpected(error));
  }

  Fuse m_fuse;
  MemoryJournal m_journal{m_fuse};
  SourceInfo m_source;
  SystemClock m_clock;
};

TEST_F(WriteLogTest, WhatTheServerRefusedWasNotDone) {
  EXPECT_EQ(resultOf(ErrorCode::Forbidden, 403), ChangeResult::Failed);
  EXPECT_EQ(resultOf(ErrorCode::Conflict, 409), ChangeResult::Failed);
  EXPECT_EQ(resultOf(ErrorCode::TooManyRequests, 429), ChangeResult::Failed);
  EXPECT_EQ(resultOf(ErrorCode::ApiStatus, 400), ChangeResult::Failed);
  EXPECT_EQ(resultOf(ErrorCode::ConnectionRefused, 0), ChangeResult::Failed);
}

TEST_F(WriteLogTest, AServerErrorOrAnUnreadableAnswerProvesNothing) {
  EXPECT_EQ(resultOf(ErrorCode::ServerFailed, 500), ChangeResult::Unknown);
  EXPECT_EQ(resultOf(ErrorCode::ServerFailed, 504), ChangeResult::Unknown);
  EXPECT_EQ(resultOf(ErrorCode::OutcomeUnknown, 0), ChangeResult::Unknown);
  EXPECT_EQ(resultOf(ErrorCode::TruncatedAnswer, 201), ChangeResult::Unknown);
  EXPECT_EQ(resultOf(ErrorCode::NotApiServer, 200), ChangeResult::Unknown);
}

TEST_F(WriteLogTest, AnObjectWhoseCreationEndedInAServerErrorMayBeThere) {
  ManifestObject object;
  object.apiVersion = "v1";
  object.kind = "Pod";
  object.key = {"default", "p"};
  auto open = log().beginSubmit({object, object}, "default");
  ASSERT_TRUE(open);
  SubmitOutcome outcome;
  outcome.failure = SubmitFailure{makeError(ErrorCode::ServerFailed, "pods/p"), "Pod/default/p"};
  outcome.failure->error.httpStatus = 500;
  log().endSubmit(std::move(*open), outcome);
  const auto changes = changesOf(m_journal.entries());
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[1].result, ChangeResult::Unknown);
  EXPECT_EQ(changes[0].result, ChangeResult::Failed) << "it was not sent";
}

}  // namespace
}  // namespace cardinal
