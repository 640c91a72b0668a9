// SPDX-License-Identifier: Apache-2.0
#include "core/base/hostile_text.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

TEST(HostileText, JsonKeepsItsMeaningAndATerminalObeysNothing) {
  EXPECT_EQ(withEscapes("{\n  \"a\": \"b\xC2\x9B"
                        "c\"\n}\n"),
            "{\n  \"a\": \"b\\u009bc\"\n}\n");
  EXPECT_EQ(withEscapes("\xE2\x80\xAE\xE2\x80\x8B\x7F"), "\\u202e\\u200b\\u007f");
  EXPECT_EQ(withEscapes("\xF3\xA0\x81\x81"), "\\udb40\\udc41") << "a tag of plane 14, as a pair";
  const std::string good = "\xE6\x98\xBE\xE5\x8D\xA1 \xF0\x9F\x98\x80 \xC3\xA9";
  EXPECT_EQ(withEscapes(good), good);
}

TEST(HostileText, BrokenBytesAreReadAsBrokenAndEndTheText) {
  for (const char* text : {"\xFF", "\xC2", "\xE2\x80", "\xF3\xA0\x81", "\x80"}) {
    std::size_t at = 0;
    while (at < std::string_view(text).size()) EXPECT_EQ(codePointAt(text, at), U'\uFFFD') << text;
  }
}

}  // namespace
}  // namespace cardinal
