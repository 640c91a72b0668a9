// SPDX-License-Identifier: Apache-2.0
// Broken and hostile protobuf: always an error that names thing and place, never a shorter list, never more memory than
// the limits allow.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/kube/decode/decoder.h"
#include "core/kube/decode/next_page.h"
#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

using namespace test;
using nlohmann::json;

const json& pods() {
  static const json kList = json::parse(
      R"({"apiVersion":"v1","kind":"PodList","metadata":{"resourceVersion":"12","continue":"next","remainingItemCount":3},
    "items":[{"metadata":{"name":"a","namespace":"n","labels":{"k":"v"},"creationTimestamp":"2026-05-06T07:08:09Z"},
    "spec":{"containers":[{"name":"c","resources":{"limits":{"cpu":"1"}}}],"tolerations":[{"key":"k","operator":"Exists"}]},
    "status":{"phase":"Running"}},{"metadata":{"name":"b","namespace":"n"},"spec":{},"status":{}}]})");
  return kList;
}

Result<ListPage<RawPod>> read(std::string body) {
  static Decoder decoder;
  return decoder.list<RawPod>(std::move(body), WireFormat::Protobuf);
}

Error errorOf(const std::string& body) {
  const auto page = read(body);
  EXPECT_FALSE(page);
  return page ? Error{} : page.error();
}

/// A list of pods around the bytes of one pod.
std::string listAround(const std::string& pod) {
  std::string list = "\x12";
  std::size_t rest = pod.size();
  for (; rest >= 0x80; rest >>= 7U) list += static_cast<char>((rest & 0x7FU) | 0x80U);
  list += static_cast<char>(rest);
  return protobufEnvelope("v1", "PodList", list + pod);
}

TEST(ProtobufTruncated, NoPrefixOfAListIsAShorterList) {
  const std::string whole = protobufObject(pods());
  const std::size_t complete = whole.size() - 4;  // behind it stand two fields that are always empty
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto page = read(whole.substr(0, length));
    if (length >= complete && page) {
      EXPECT_EQ(page->items.size(), 2U);
      continue;
    }
    ASSERT_FALSE(page) << length << " of " << whole.size();
    ASSERT_EQ(page.error().code, ErrorCode::TruncatedAnswer) << length << ": " << describe(page.error());
    ASSERT_EQ(page.error().detail, std::to_string(length));
  }
  const auto page = read(whole);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->meta.resourceVersion, "12");
  EXPECT_EQ(page->meta.continueToken, "next");
  EXPECT_EQ(page->meta.remaining, 3);
}

TEST(ProtobufTruncated, NoPrefixOfAnEventIsAnEvent) {
  const std::string whole =
      protobufEvent("ADDED", {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "p"}}}});
  Decoder decoder;
  for (std::size_t length = 0; length < whole.size(); ++length)
    ASSERT_FALSE(decoder.event<RawPod>(whole.substr(0, length), WireFormat::Protobuf)) << length;
  EXPECT_TRUE(decoder.event<RawPod>(whole, WireFormat::Protobuf));
}

TEST(ProtobufBroken, FlippedBytesNeverCrash) {
  const std::string whole = protobufObject(pods());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : {'\x00', '\x01', '\x7f', '\x80', '\xff', '\x0b', '\x12'}) {
      std::string broken = whole;
      broken[at] = byte;
      const auto page = read(std::move(broken));
      EXPECT_TRUE(page || !describe(page.error()).empty());
    }
  }
  EXPECT_TRUE(read(whole));
}

TEST(ProtobufBroken, TheOtherFormatThanTheOneAnnouncedIsNamed) {
  const Error text = errorOf(pods().dump());
  EXPECT_EQ(text.code, ErrorCode::NotApiServer);
  EXPECT_EQ(text.detail, "announced as protobuf, but begins with \"{\"apiVersion\":\"v1\",\"items\":[{\"metadata\":\"");
  const Error page = errorOf("<html>\x01<body>login");
  EXPECT_EQ(page.code, ErrorCode::NotApiServer);
  EXPECT_EQ(page.detail, "announced as protobuf, but begins with \"<html>.<body>login\"");
  Decoder decoder;
  const auto reverse = decoder.list<RawPod>(protobufObject(pods()));
  ASSERT_FALSE(reverse);
  EXPECT_EQ(reverse.error().code, ErrorCode::NotApiServer);
  EXPECT_EQ(reverse.error().detail, "announced as JSON, but is protobuf");
}

TEST(ProtobufBroken, AnotherKindOrVersionIsNotRead) {
  json list = pods();
  list["items"] = json::array();
  list["kind"] = "NodeList";
  EXPECT_EQ(errorOf(protobufObject(list)).code, ErrorCode::NotApiServer);
  EXPECT_EQ(errorOf(protobufObject(list)).detail, "kind v1 NodeList");
  EXPECT_EQ(errorOf(protobufEnvelope("v2", "PodList", "")).detail, "kind v2 PodList");
  EXPECT_EQ(errorOf(protobufEnvelope("", "", "")).detail, "protobuf without a kind");
  std::string encodedBody = protobufEnvelope("v1", "PodList", "");
  encodedBody.resize(encodedBody.size() - 4);
  encodedBody += std::string("\x1a\x04gzip", 6);
  EXPECT_EQ(errorOf(encodedBody).detail, "in the form gzip");
}

TEST(ProtobufBroken, NamesTheByteAndTheField) {
  const auto placeOf = [](const std::string& pod) {
    const Error error = errorOf(listAround(pod));
    EXPECT_EQ(error.code, ErrorCode::ParseFailed);
    EXPECT_EQ(error.subject, "PodList");
    return error.place + ": " + error.detail;
  };
  // behind magic, kind and the lengths of list and pod
  const std::string begin = "byte " + std::to_string(listAround("").size() - 4) + ": ";
  EXPECT_EQ(placeOf({"\x0a\x7f\x00", 3}), begin + "field 1 is longer than what holds it");
  EXPECT_EQ(placeOf({"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11}),
            begin + "field 1 is longer than what holds it");
  EXPECT_EQ(placeOf({"\x08\x01", 2}), begin + "field 1 has wire type 0, not 2");
  EXPECT_EQ(placeOf({"\x00\x01", 2}), begin + "a field without a number");
  EXPECT_EQ(placeOf({"\xf3\x06", 2}), begin + "field 110 has wire type 3");
  EXPECT_EQ(placeOf(std::string("\xf0\x06") + std::string(11, '\xff')), begin + "a number of more than ten bytes");
}

TEST(ProtobufBroken, UnknownFieldsOfEveryWireTypeAreSteppedOver) {
  std::string pod(
      "\xc0\x0c\x05"
      "\xc1\x0c"
      "12345678"
      "\xc2\x0c\x03"
      "abc"
      "\xc5\x0c"
      "1234",
      25);
  pod += protobufMessage("Pod", pods()["items"][0]);
  const auto page = read(listAround(pod));
  ASSERT_TRUE(page) << describe(page.error());
  const auto whole = read(protobufObject(pods()));
  EXPECT_TRUE(*page->items.at(0) == *whole->items.at(0));
}

/// Messages in messages that nobody reads cost no stack.
TEST(ProtobufHostile, DeepNestingIsSteppedOver) {
  std::string nested;
  for (int i = 0; i < 2000; ++i) {
    std::string outer = "\xc2\x0c";
    std::size_t rest = nested.size();
    for (; rest >= 0x80; rest >>= 7U) outer += static_cast<char>((rest & 0x7FU) | 0x80U);
    nested = outer + static_cast<char>(rest) + nested;
  }
  EXPECT_TRUE(read(listAround(nested)));
}

TEST(ProtobufHostile, ManyEmptyEntriesAreRefusedByName) {
  std::string spec;
  for (int i = 0; i < 100'001; ++i) spec += std::string("\x12\x00", 2);  // containers
  std::string pod = "\x12\xc2\x9a\x0c";
  ASSERT_EQ(spec.size(), 200'002U);
  const Error error = errorOf(listAround(pod + spec));
  EXPECT_EQ(error.code, ErrorCode::LimitExceeded);
  EXPECT_EQ(error.subject, "PodList");
  EXPECT_EQ(error.detail, "100000");
}

TEST(ProtobufHostile, MapsAndTextsAreCutAndNamedAsInJson) {
  json labelled = {{"metadata", {{"name", "p"}, {"labels", json::object()}}}};
  for (int i = 0; i < 2100; ++i) labelled["metadata"]["labels"]["k" + std::to_string(i)] = "v";
  const json annotated = {{"metadata", {{"name", "q"}, {"annotations", {{"big", std::string((1U << 20U) + 5, 'x')}}}}}};
  const json list = {{"apiVersion", "v1"}, {"kind", "PodList"}, {"items", json::array({labelled, annotated})}};
  const auto page = read(protobufObject(list));
  ASSERT_TRUE(page);
  Decoder decoder;
  const auto fromJson = decoder.list<RawPod>(list.dump());
  ASSERT_TRUE(fromJson);
  EXPECT_EQ(page->items.at(0)->meta.labels.size(), 2000U);
  EXPECT_TRUE(*page->items.at(0) == *fromJson->items.at(0));
  EXPECT_EQ(find(page->items.at(1)->meta.annotations, "big")->size(), kMaxTextBytes);
  EXPECT_TRUE(*page->items.at(1) == *fromJson->items.at(1));
}

TEST(ProtobufHostile, InvalidUtf8AndRepeatedKeysAreReadAsInJson) {
  const auto label = [](const std::string& key, const std::string& value) {
    const std::string entry =
        std::string("\x0a") + static_cast<char>(key.size()) + key + "\x12" + static_cast<char>(value.size()) + value;
    return std::string("\x5a") + static_cast<char>(entry.size()) + entry;
  };
  const std::string meta = label("a",
                                 "\xff"
                                 "b\xc3") +
                           label("k", "old") + label("k", "new");
  const auto page = read(listAround(std::string("\x0a") + static_cast<char>(meta.size()) + meta));
  ASSERT_TRUE(page);
  const StringMap& labels = page->items.at(0)->meta.labels;
  EXPECT_EQ(labels, (StringMap{{"a",
                                "\xEF\xBF\xBD"
                                "b\xEF\xBF\xBD"},
                               {"k", "new"}}));
}

TEST(ProtobufNextPage, TheTokenIsFoundBeforeTheItemsAreRead) {
  EXPECT_EQ(nextPageToken(protobufObject(pods()), WireFormat::Protobuf), "next");
  EXPECT_EQ(nextPageToken(protobufObject(pods()).substr(0, 50), WireFormat::Protobuf), "");
  EXPECT_EQ(nextPageToken(pods().dump(), WireFormat::Protobuf), "");
  EXPECT_EQ(nextPageToken("", WireFormat::Protobuf), "");
}

/// The bytes that docs/reference/protobuf.md 6 computed by hand.
TEST(ProtobufVectors, BytesOfAServer) {
  const auto bytes = [](std::string_view hex) {
    std::string out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 3)
      out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return out;
  };
  Decoder decoder;
  const auto bookmark = decoder.event<RawPod>(bytes("0a 08 42 4f 4f 4b 4d 41 52 4b 12 4e 0a 4c 6b 38 73 00 0a 09 0a 02 "
                                                    "76 31 12 03 50 6f 64 12 37 0a 35 0a 00 12 00 1a 00 22 "
                                                    "00 2a 00 32 02 31 32 38 00 42 00 62 21 0a 19 6b 38 73 2e 69 6f 2f "
                                                    "69 6e 69 74 69 61 6c 2d 65 76 65 6e 74 73 2d 65 6e 64 "
                                                    "12 04 74 72 75 65 1a 00 22 00 "),
                                              WireFormat::Protobuf);
  ASSERT_TRUE(bookmark) << describe(bookmark.error());
  EXPECT_EQ(bookmark->type, WatchEventType::Bookmark);
  EXPECT_EQ(bookmark->resourceVersion, "12");
  EXPECT_TRUE(bookmark->initialEventsEnd);
  const auto expired = decoder.status(bytes("6b 38 73 00 0a 0c 0a 02 76 31 12 06 53 74 61 74 75 73 12 23 0a 06 0a 00 "
                                            "12 00 1a 00 12 07 46 61 69 6c 75 72 65 1a 04 67 "
                                            "6f 6e 65 22 07 45 78 70 69 72 65 64 30 9a 03 1a 00 22 00 "),
                                      WireFormat::Protobuf);
  ASSERT_TRUE(expired) << describe(expired.error());
  EXPECT_EQ(statusError(*expired).code, ErrorCode::Expired);
  EXPECT_EQ(
      protobufMessage(
          "Toleration",
          {{"key", "k"}, {"operator", "Exists"}, {"value", ""}, {"effect", "NoExecute"}, {"tolerationSeconds", -1}}),
      bytes(
          "0a 01 6b 12 06 45 78 69 73 74 73 1a 00 22 09 4e 6f 45 78 65 63 75 74 65 28 ff ff ff ff ff ff ff ff ff 01 "));
}

}  // namespace
}  // namespace cardinal
