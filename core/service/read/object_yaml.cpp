// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/service/read/object_reader.h"
#include "core/service/read/secret_mask.h"

namespace cardinal {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxBytes = std::size_t{8} << 20U;
constexpr int kMaxDepth = 64;
constexpr const char* kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/// Levels of nesting, counted before anything is built of them.
int depthOf(const std::string& json) {
  int depth = 0;
  int deepest = 0;
  bool inText = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (inText) {
      if (c == '\\') ++i;
      if (c == '"') inText = false;
      continue;
    }
    if (c == '"') inText = true;
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if (c == '}' || c == ']') --depth;
  }
  return deepest;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c); });
  return text;
}

/// The applied configuration repeats the whole object as text, secrets included: it is shown only when both are.
int dropBookkeeping(Json& object, const ObjectTextOptions& options) {
  if (!object.contains("metadata") || !object["metadata"].is_object()) return 0;
  Json& meta = object["metadata"];
  int dropped = options.managedFields ? 0 : static_cast<int>(meta.erase("managedFields"));
  const bool keepsApplied = options.managedFields && options.secrets;
  if (!keepsApplied && meta.contains("annotations") && meta["annotations"].is_object()) {
    dropped += static_cast<int>(meta["annotations"].erase(kLastApplied));
    if (meta["annotations"].empty()) meta.erase("annotations");
  }
  return dropped;
}

/// Next code point of valid UTF-8 (the parser saw to that).
char32_t codePointAt(const std::string& text, std::size_t& at) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned char first = byte(at);
  const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  char32_t code = more == 0 ? first : first & (0x3FU >> static_cast<unsigned>(more));
  for (int i = 1; i <= more; ++i) code = code << 6U | (byte(at + static_cast<std::size_t>(i)) & 0x3FU);
  at += static_cast<std::size_t>(more) + 1;
  return code;
}

/// Controls, and marks that would show the text in another order or not at all.
bool mustEscape(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE007F);
}

enum class Style { Plain, Quoted, Block };

bool isReserved(const std::string& text) {
  static constexpr std::array kWords = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  const std::string folded = lower(text);
  return std::any_of(kWords.begin(), kWords.end(), [&](const char* word) { return folded == word; });
}

Style styleOf(const std::string& text) {
  bool lines = false;
  for (std::size_t i = 0; i < text.size();) {
    const char32_t c = codePointAt(text, i);
    if (c == '\n') {
      lines = true;
    } else if (mustEscape(c)) {
      return Style::Quoted;
    }
  }
  if (lines) return text.front() == ' ' || text.front() == '\n' ? Style::Quoted : Style::Block;
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/'; };
  const auto isCalm = [&](char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || std::string_view("_.-:@=+,() %").find(c) != std::string_view::npos;
  };
  const bool calm = !text.empty() && isLetter(text.front()) && std::all_of(text.begin(), text.end(), isCalm) &&
                    text.back() != ':' && text.back() != ' ';
  return calm && text.find(": ") == std::string::npos && !isReserved(text) ? Style::Plain : Style::Quoted;
}

std::string quoted(const std::string& text) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    const char32_t c = codePointAt(text, i);
    if (c == '"' || c == '\\') {
      out += {'\\', static_cast<char>(c)};
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (mustEscape(c)) {
      const int digits = c > 0xFFFF ? 8 : 4;
      out += c > 0xFFFF ? "\\U" : "\\u";
      for (int d = digits - 1; d >= 0; --d) out += kHex[c >> static_cast<unsigned>(4 * d) & 0xFU];
    } else {
      out.append(text, begin, i - begin);
    }
  }
  return out + '"';
}

class Emitter {
 public:
  std::string take() { return std::move(m_out); }

  void fields(const Json& object, int indent) {
    for (const auto& entry : object.items()) {
      m_out.append(static_cast<std::size_t>(indent), ' ');
      field(entry.key(), entry.value(), indent);
    }
  }

 private:
  void field(const std::string& key, const Json& value, int indent) {
    m_out += styleOf(key) == Style::Plain ? key : quoted(key);
    m_out += ':';
    if (value.is_object() && !value.empty()) {
      m_out += '\n';
      fields(value, indent + 2);
    } else if (value.is_array() && !value.empty()) {
      m_out += '\n';
      items(value, indent);
    } else {
      m_out += ' ';
      scalar(value, indent);
    }
  }

  void items(const Json& array, int indent) {
    for (const Json& item : array) {
      m_out.append(static_cast<std::size_t>(indent), ' ');
      m_out += "- ";
      if (item.is_object() && !item.empty()) {
        bool first = true;
        for (const auto& entry : item.items()) {
          if (!first) m_out.append(static_cast<std::size_t>(indent) + 2, ' ');
          first = false;
          field(entry.key(), entry.value(), indent + 2);
        }
      } else if (item.is_array() && !item.empty()) {
        // A list in a list does not occur in API objects; the flow form keeps it whole.
        m_out += item.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
      } else {
        scalar(item, indent);
      }
    }
  }

  void scalar(const Json& value, int indent) {
    if (value.is_string()) {
      text(value.get_ref<const std::string&>(), indent);
    } else {
      m_out += value.dump() + '\n';
    }
  }

  void text(const std::string& text, int indent) {
    const Style style = styleOf(text);
    if (style != Style::Block) {
      m_out += (style == Style::Plain ? text : quoted(text)) + '\n';
      return;
    }
    const bool ends = text.back() == '\n';
    const bool endsTwice = ends && text.size() > 1 && text[text.size() - 2] == '\n';
    m_out += endsTwice ? "|+\n" : ends ? "|\n" : "|-\n";
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      if (end > at) m_out.append(static_cast<std::size_t>(indent) + 2, ' ').append(text, at, end - at);
      m_out += '\n';
      at = end + 1;
    }
  }

  std::string m_out;
};

}  // namespace

Result<ObjectText> yamlOfObject(const std::string& json, const ObjectTextOptions& options) {
  if (json.size() > kMaxBytes) return unexpected(makeError(ErrorCode::LimitExceeded, "object", {}, "8 MiB"));
  if (depthOf(json) > kMaxDepth)
    return unexpected(makeError(ErrorCode::LimitExceeded, "object", {}, std::to_string(kMaxDepth)));
  Json object = Json::parse(json, nullptr, false);
  if (object.is_discarded() || !object.is_object()) return unexpected(makeError(ErrorCode::ParseFailed, "object"));
  ObjectText text;
  text.hiddenFields = dropBookkeeping(object, options);
  if (!options.secrets) text.hiddenSecrets = maskSecrets(object);
  Emitter emitter;
  emitter.fields(object, 0);
  text.yaml = emitter.take();
  return text;
}

}  // namespace cardinal
