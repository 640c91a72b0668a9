// SPDX-License-Identifier: Apache-2.0
// Logs come in pieces of any size and are written by any program.
#include "core/service/read/log_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cardinal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> linesOf(std::string_view text) {
  LogLines lines;
  lines.feed(text);
  lines.finish();
  return lines.take();
}

TEST(LogLines, AreTheSameHoweverTheBytesAreCut) {
  const std::string text = "one\ntwo \xE4\xB8\xAD\xE6\x96\x87\n\nlast without end";
  const std::vector<std::string> whole = linesOf(text);
  EXPECT_THAT(whole, ElementsAre("one", "two \xE4\xB8\xAD\xE6\x96\x87", "", "last without end"));
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    LogLines lines;
    lines.feed(std::string_view(text).substr(0, cut));
    lines.feed(std::string_view(text).substr(cut));
    lines.finish();
    EXPECT_EQ(lines.take(), whole) << "cut at " << cut;
  }
}

TEST(LogLines, ALineIsReportedWhenItIsComplete) {
  LogLines lines;
  lines.feed("half");
  EXPECT_THAT(lines.take(), IsEmpty());
  lines.feed(" and half\nnext");
  EXPECT_THAT(lines.take(), ElementsAre("half and half"));
  lines.finish();
  EXPECT_THAT(lines.take(), ElementsAre("next"));
  lines.finish();
  EXPECT_THAT(lines.take(), IsEmpty());
}

TEST(LogLines, ColoursAndTitlesOfTerminalsAreLeftOut) {
  EXPECT_THAT(linesOf("\x1b[31mred\x1b[0m and \x1b[1;32mgreen\x1b[m\n"), ElementsAre("red and green"));
  EXPECT_THAT(linesOf("\x1b]0;title\atext \x1b]8;;http://x\x1b\\link\n"), ElementsAre("text link"));
  EXPECT_THAT(linesOf("an escape at the end \x1b\nand half a sequence \x1b[12\n"),
              ElementsAre("an escape at the end ", "and half a sequence "));
}

TEST(LogLines, OfAProgressBarTheLastStateCounts) {
  EXPECT_THAT(linesOf("  0%\r 50%\r100%\ndone\r\n"), ElementsAre("100%", "done"));
}

TEST(LogLines, ALongLineIsCutBetweenCharactersAndSaysSo) {
  std::string text(LogLines::kMaxBytes - 1, 'x');
  text += "\xE4\xB8\xAD more\nshort\n";
  LogLines lines;
  lines.feed(text);
  const auto made = lines.take();
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0], std::string(LogLines::kMaxBytes - 1, 'x') + " \xE2\x80\xA6 +8 B");
  EXPECT_EQ(made[1], "short");
}

TEST(LogLines, AMebibyteWithoutALineNeedsNoMore) {
  LogLines lines;
  const std::string chunk(4096, 'y');
  for (int i = 0; i < 256; ++i) lines.feed(chunk);
  lines.finish();
  const auto made = lines.take();
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0], std::string(LogLines::kMaxBytes, 'y') + " \xE2\x80\xA6 +1040384 B");
}

}  // namespace
}  // namespace cardinal
