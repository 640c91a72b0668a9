// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/protobuf_framer.h"

#include <gtest/gtest.h>

#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

using test::protobufFrame;

constexpr std::size_t kMax = 1000;

TEST(ProtobufFramer, AnyCutGivesTheSameMessages) {
  const std::vector<std::string> messages = {"a", std::string(300, 'b'), std::string("\0\0\0\1", 4),
                                             std::string(kMax, 'c')};
  std::string stream;
  for (const std::string& message : messages) stream += protobufFrame(message);
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    ProtobufFramer framer(kMax);
    std::vector<std::string> out;
    for (std::size_t at = 0; at < stream.size(); at += piece)
      ASSERT_TRUE(framer.feed(stream.substr(at, piece), out)) << piece;
    ASSERT_EQ(out, messages) << piece;
    EXPECT_EQ(framer.pending(), 0U);
  }
}

TEST(ProtobufFramer, AMessageThatIsNotWholeIsNone) {
  const std::string frame = protobufFrame("message");
  for (std::size_t length = 0; length < frame.size(); ++length) {
    ProtobufFramer framer(kMax);
    std::vector<std::string> out;
    EXPECT_TRUE(framer.feed(frame.substr(0, length), out));
    EXPECT_TRUE(out.empty()) << length;
  }
}

TEST(ProtobufFramer, LengthsOfNothingAndBeyondTheLimitEndTheStream) {
  const auto fed = [](const std::string& stream) {
    ProtobufFramer framer(kMax);
    std::vector<std::string> out;
    return framer.feed(stream, out);
  };
  EXPECT_FALSE(fed(std::string(4, '\0')));
  EXPECT_FALSE(fed(std::string("\x00\x00\x03\xe9", 4)));  // 1001
  EXPECT_FALSE(fed(std::string("\x80\x00\x00\x00", 4)));
  EXPECT_FALSE(fed(R"({"type":"ADDED"})"));
  EXPECT_TRUE(fed(std::string("\x00\x00\x03\xe8", 4)));
}

}  // namespace
}  // namespace cardinal
