// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"

namespace cardinal {
namespace {

/// The JSON that the YAML text of one value becomes.
std::string jsonOf(const std::string& value) {
  const auto manifest = parseManifest(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\nx: " + value + "\n", "t");
  if (!manifest) return describe(manifest.error());
  return nlohmann::json::parse(manifest->objects.at(0).json)["x"].dump();
}

// What `kubectl create --dry-run -o json` makes of the same text (go-yaml v2 rules).
TEST(ManifestScalars, PlainTextIsTypedAsKubectlTypesIt) {
  const std::vector<std::pair<const char*, const char*>> cases = {{"4", "4"},
                                                                  {"-7", "-7"},
                                                                  {"+3", "3"},
                                                                  {"0644", "420"},
                                                                  {"0o644", "420"},
                                                                  {"0x1F", "31"},
                                                                  {"0b101", "5"},
                                                                  {"1_000", "1000"},
                                                                  {"08", "8"},
                                                                  {"1.0", "1"},
                                                                  {"1.5", "1.5"},
                                                                  {".5", "0.5"},
                                                                  {"1e3", "1000"},
                                                                  {"1e-7", "1e-07"},
                                                                  {"18446744073709551615", "18446744073709551615"},
                                                                  {"-9223372036854775808", "-9223372036854775808"},
                                                                  {"true", "true"},
                                                                  {"False", "false"},
                                                                  {"yes", "true"},
                                                                  {"Off", "false"},
                                                                  {"on", "true"},
                                                                  {"y", "true"},
                                                                  {"n", "false"},
                                                                  {"null", "null"},
                                                                  {"~", "null"},
                                                                  {"", "null"},
                                                                  {"Null", "null"},
                                                                  {"text", "\"text\""},
                                                                  {"1.2.3", "\"1.2.3\""},
                                                                  {"4GiB", "\"4GiB\""},
                                                                  {"2024-05-06", "\"2024-05-06\""},
                                                                  {"12:30", "\"12:30\""},
                                                                  {"1e", "\"1e\""},
                                                                  {"0x", "\"0x\""},
                                                                  {"yess", "\"yess\""}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(jsonOf(text), expected) << "'" << text << "'";
}

TEST(ManifestScalars, QuotedTextStaysText) {
  for (const char* text : {"4", "true", "null", "0644", "1.0", "yes"}) {
    const std::string expected = "\"" + std::string(text) + "\"";
    EXPECT_EQ(jsonOf("\"" + std::string(text) + "\""), expected);
    EXPECT_EQ(jsonOf("'" + std::string(text) + "'"), expected);
    EXPECT_EQ(jsonOf("!!str " + std::string(text)), expected);
  }
  EXPECT_EQ(jsonOf("|\n  4\n"), "\"4\\n\"");
  EXPECT_EQ(jsonOf(">-\n  yes\n"), "\"yes\"");
}

TEST(ManifestScalars, BlockTextKeepsTabsInsideIt) {
  EXPECT_EQ(jsonOf("|\n  a\n  \tb\n"), "\"a\\n\\tb\\n\"");
}

TEST(ManifestScalars, KeysBecomeText) {
  EXPECT_EQ(jsonOf("{1: a, true: b, 0x10: c}"), R"({"1":"a","16":"c","true":"b"})");
}

}  // namespace
}  // namespace cardinal
