// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/json_reader.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/kube/decode/parts/limits.h"

namespace cardinal::json {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The four hex digits at `at`, or -1.
std::int32_t hexUnit(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return -1;
  std::int32_t unit = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const int digit = hexDigit(text[at + i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

void appendUtf8(std::int32_t codePoint, std::string& out) {
  const auto c = static_cast<std::uint32_t>(codePoint);
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | (c >> 6U));
    put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | (c >> 12U));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | (c >> 18U));
    put(0x80U | ((c >> 12U) & 0x3FU));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  }
}

/// Reads the escape whose letter `u` stands at `at`; returns the position behind it.
std::size_t unicodeEscape(std::string_view text, std::size_t at, std::string& out) {
  const std::int32_t unit = hexUnit(text, at + 1);
  if (unit < 0) {
    out += kReplacement;
    return at + 1;
  }
  at += 5;
  if (unit < 0xD800 || unit > 0xDFFF) {
    appendUtf8(unit, out);
    return at;
  }
  if (unit <= 0xDBFF && at + 1 < text.size() && text[at] == '\\' && text[at + 1] == 'u') {
    const std::int32_t low = hexUnit(text, at + 2);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      appendUtf8(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), out);
      return at + 6;
    }
  }
  out += kReplacement;  // a surrogate without its other half
  return at;
}

/// Reads the escape behind the backslash at `at`; returns the position behind it.
std::size_t escape(std::string_view text, std::size_t at, std::string& out) {
  if (++at >= text.size()) {
    out += kReplacement;
    return at;
  }
  switch (text[at]) {
    case '"':
    case '\\':
    case '/':
      out.push_back(text[at]);
      return at + 1;
    case 'b':
      out.push_back('\b');
      return at + 1;
    case 'f':
      out.push_back('\f');
      return at + 1;
    case 'n':
      out.push_back('\n');
      return at + 1;
    case 'r':
      out.push_back('\r');
      return at + 1;
    case 't':
      out.push_back('\t');
      return at + 1;
    case 'u':
      return unicodeEscape(text, at, out);
    default:
      out += kReplacement;
      return at + 1;
  }
}

void readOwners(Value& value, SharedList<OwnerRef>& owners, const Path& parent, Problems& problems) {
  const Path path{&parent, "ownerReferences"};
  eachItem(value, path, problems, [&](Value& item, int index) {
    const Path at{&parent, "ownerReferences", index};
    OwnerRef& owner = owners.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "kind")
        readText(field, owner.kind, at, problems);
      else if (key == "name")
        readText(field, owner.name, at, problems);
      else if (key == "uid")
        readText(field, owner.uid, at, problems);
      else if (key == "controller")
        readBool(field, owner.controller, at, problems);
    });
  });
}

}  // namespace

std::string_view tokenOf(Value& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') token.remove_suffix(1);
  return token;
}

void unescape(std::string_view token, std::string& out) {
  const std::string_view body = token.size() >= 2 ? token.substr(1, token.size() - 2) : std::string_view();
  if (body.empty() || std::memchr(body.data(), '\\', body.size()) == nullptr) {
    out.assign(body);
    return;
  }
  out.clear();
  out.reserve(body.size());
  std::size_t at = 0;
  while (at < body.size()) {
    if (body[at] == '\\') {
      at = escape(body, at, out);
    } else {
      const std::size_t next = std::min(body.find('\\', at), body.size());
      out.append(body, at, next - at);
      at = next;
    }
  }
}

std::string_view keyOf(simdjson::ondemand::raw_json_string key, std::string& scratch) {
  const char* const begin = key.raw();
  const char* end = begin;
  bool escaped = false;
  while (*end != '"') {
    if (*end == '\\') {
      escaped = true;
      ++end;
    }
    ++end;
  }
  if (!escaped) return {begin, static_cast<std::size_t>(end - begin)};
  unescape({begin - 1, static_cast<std::size_t>(end - begin) + 2}, scratch);
  return scratch;
}

bool isNull(Value& value) {
  return tokenOf(value) == "null";
}

void readText(Value& value, std::string& out, const Path& path, Problems& problems) {
  const std::string_view token = tokenOf(value);
  if (token.empty() || token.front() != '"') {
    out.clear();
    if (token != "null") problems.add(path, token);
    return;
  }
  unescape(token, out);
  decode::limitText(out, path, problems);
}

void readBool(Value& value, bool& out, const Path& path, Problems& problems) {
  const std::string_view token = tokenOf(value);
  if (token == "true")
    out = true;
  else if (token == "false" || token == "null")
    out = false;
  else
    problems.add(path, token);
}

void readInt(Value& value, std::int64_t& out, const Path& path, Problems& problems) {
  const std::string_view token = tokenOf(value);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (error == std::errc() && end == token.data() + token.size() && !token.empty()) {
    out = number;
  } else if (token != "null") {
    problems.add(path, token);
  }
}

void readInt32(Value& value, std::int32_t& out, const Path& path, Problems& problems) {
  std::int64_t number = out;
  readInt(value, number, path, problems);
  if (number < std::numeric_limits<std::int32_t>::min() || number > std::numeric_limits<std::int32_t>::max()) {
    problems.add(path, tokenOf(value));
    return;
  }
  out = static_cast<std::int32_t>(number);
}

void readTime(Value& value, UnixSeconds& out, const Path& path, Problems& problems) {
  const std::string_view token = tokenOf(value);
  if (token == "null") return;
  if (token.size() >= 2 && token.front() == '"') {
    out = parseRfc3339(token.data() + 1, token.data() + token.size() - 1);
    if (out != 0 || token.size() == 2) return;
  }
  problems.add(path, token);
}

void readMap(Value& value, StringMap& out, const Path& path, Problems& problems, std::string_view leftOut) {
  out.clear();
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (!leftOut.empty() && key == leftOut) return;
    if (out.size() >= kMaxMapEntries) {
      if (out.size() == kMaxMapEntries) problems.add(path, "more than 2000 entries");
      return;
    }
    auto& entry = out.emplace_back();
    entry.first.assign(key);
    readText(field, entry.second, Path{&path, entry.first, -1, true}, problems);
  });
  decode::dropRepeatedKeys(out);
}

void readResources(Value& value, ResourceList& out, const Path& path, Problems& problems) {
  out.clear();
  std::string text;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (out.size() >= kMaxMapEntries) return;
    const std::string_view token = tokenOf(field);
    std::string_view amount = token;
    if (!token.empty() && token.front() == '"') {
      unescape(token, text);
      amount = text;
    } else if (token == "null") {
      amount = "0";  // as apimachinery's Quantity.UnmarshalJSON
    }
    decode::addAmount(key, amount, out, path, problems);
  });
  decode::dropRepeatedKeys(out);
}

void readTexts(Value& value, std::vector<std::string>& out, const Path& path, Problems& problems) {
  out.clear();
  eachItem(value, path, problems, [&](Value& item, int) { readText(item, out.emplace_back(), path, problems); });
}

bool hasContent(Value& value) {
  const std::string_view token = tokenOf(value);
  if (token.empty()) return false;
  if (token.front() == '[') {
    auto array = value.get_array().value();
    return !array.is_empty().value();
  }
  if (token.front() == '{') {
    auto object = value.get_object().value();
    return !object.is_empty().value();
  }
  return false;
}

void readMeta(Value& value, ObjectMeta& meta, Problems& problems) {
  const Path path{nullptr, "metadata"};
  std::vector<std::string> finalizers;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const auto at = [&](std::string_view name) { return Path{&path, name}; };
    if (key == "name")
      readText(field, meta.key.name, at("name"), problems);
    else if (key == "namespace")
      readText(field, meta.key.ns, at("namespace"), problems);
    else if (key == "uid")
      readText(field, meta.uid, at("uid"), problems);
    else if (key == "resourceVersion")
      readText(field, meta.resourceVersion, at("resourceVersion"), problems);
    else if (key == "creationTimestamp")
      readTime(field, meta.created, at("creationTimestamp"), problems);
    else if (key == "deletionTimestamp")
      readTime(field, meta.deletionTimestamp, at("deletionTimestamp"), problems);
    else if (key == "labels")
      readMap(field, meta.labels, at("labels"), problems);
    else if (key == "annotations")
      readMap(field, meta.annotations, at("annotations"), problems, decode::kLastApplied);
    else if (key == "ownerReferences")
      readOwners(field, meta.owners, path, problems);
    else if (key == "finalizers")
      readTexts(field, finalizers, at("finalizers"), problems);
  });
  if (meta.deletionTimestamp != 0) meta.finalizers = std::move(finalizers);
}

}  // namespace cardinal::json
