// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/secret_mask.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <vector>

namespace cardinal {
namespace {

using Json = nlohmann::ordered_json;

char lower(char c) {
  return static_cast<unsigned char>(c) < 0x80 ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : c;
}

bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// "dbPass", "DB_PASS" and "db-pass" are "db" and "pass".
std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool hump = i > 0 && std::isupper(static_cast<unsigned char>(c)) != 0 &&
                      std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if ((!isWordChar(c) || hump) && !words.back().empty()) words.emplace_back();
    if (isWordChar(c)) words.back() += lower(c);
  }
  return words;
}

/// Where a command line may be cut; a quote ends a value too.
bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool endsValue(char c) {
  return isBlank(c) || c == '"' || c == '\'' || c == ';' || c == '&' || c == '|';
}
bool isKeyChar(char c) {
  return isWordChar(c) || c == '_' || c == '-' || c == '.';
}

/// "scheme://user:password@" up to the "@"; npos when a URL there names nobody.
std::size_t endOfUser(const std::string& text, std::size_t afterScheme) {
  std::size_t at = std::string::npos;
  for (std::size_t i = afterScheme; i < text.size() && !endsValue(text[i]) && text[i] != '/' && text[i] != '?'; ++i) {
    if (text[i] == '@') at = i;
  }
  return at;
}

std::string withoutUsers(std::string text, int& masked) {
  for (std::size_t at = text.find("://"); at != std::string::npos; at = text.find("://", at + 1)) {
    const std::size_t end = endOfUser(text, at + 3);
    if (end == std::string::npos) continue;
    text.replace(at + 3, end - at - 3, kMasked);
    ++masked;
  }
  return text;
}

std::size_t endOfValue(const std::string& text, std::size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const std::size_t closing = text.find(text[at], at + 1);
    return closing == std::string::npos ? text.size() : closing + 1;
  }
  while (at < text.size() && !endsValue(text[at])) ++at;
  return at;
}

/// Kubernetes' own kinds: their fields are known, and hold secrets only where they are looked for by name.
bool isOwnKind(const Json& object) {
  if (!object.contains("apiVersion") || !object["apiVersion"].is_string()) return true;
  const auto& version = object["apiVersion"].get_ref<const std::string&>();
  const std::size_t slash = version.find('/');
  if (slash == std::string::npos) return true;
  const std::string group = version.substr(0, slash);
  constexpr std::string_view kOwn = ".k8s.io";
  return group.find('.') == std::string::npos ||
         (group.size() > kOwn.size() && group.compare(group.size() - kOwn.size(), kOwn.size(), kOwn) == 0);
}

class Masker {
 public:
  explicit Masker(bool ownKind) : m_ownKind(ownKind) {}
  int masked() const { return m_masked; }

  void mask(Json& value) {
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) return;
    value = kMasked;
    ++m_masked;
  }

  void all(Json& values) {
    if (!values.is_object()) return;
    for (auto& entry : values.items()) mask(entry.value());
  }

  void walk(Json& value) {
    if (value.is_array()) {
      for (Json& item : value) walk(item);
    }
    if (!value.is_object()) return;
    for (auto& entry : value.items()) field(entry.key(), entry.value());
  }

 private:
  void field(const std::string& key, Json& value) {
    if (key == "env" && value.is_array()) return environment(value);
    if ((key == "args" || key == "command") && value.is_array()) return arguments(value);
    if (key == "annotations" && value.is_object()) return annotations(value);
    if (!m_ownKind && value.is_string() && promisesASecret(key)) return mask(value);
    if (!m_ownKind && value.is_string()) return text(value);
    walk(value);
  }

  void text(Json& value) { value = withoutSecrets(value.get_ref<const std::string&>(), m_masked); }

  void environment(Json& variables) {
    for (Json& variable : variables) {
      if (variable.is_object() && variable.contains("value")) mask(variable["value"]);
    }
  }

  void arguments(Json& words) {
    bool isValue = false;
    for (Json& word : words) {
      if (!word.is_string()) continue;
      const std::string before = word.get<std::string>();
      const bool isFlag = !before.empty() && before.front() == '-';
      if (isValue && !isFlag) {
        mask(word);
        isValue = false;
        continue;
      }
      isValue = isFlag && before.find('=') == std::string::npos && before.find(' ') == std::string::npos &&
                promisesASecret(before);
      text(word);
    }
  }

  void annotations(Json& values) {
    for (auto& entry : values.items()) {
      if (!entry.value().is_string()) continue;
      promisesASecret(entry.key()) ? mask(entry.value()) : text(entry.value());
    }
  }

  bool m_ownKind;
  int m_masked = 0;
};

}  // namespace

bool promisesASecret(std::string_view name) {
  static constexpr std::array kLong = {"password",   "passwd",           "secret",    "token",
                                       "credential", "apikey",           "accesskey", "privatekey",
                                       "passphrase", "connectionstring", "authkey",   "encryptionkey"};
  static constexpr std::array kWhole = {"pass", "pwd", "dsn", "auth", "psk", "pat", "pw"};
  // What only says where a secret stands, or how long it is good.
  static constexpr std::array kPlaces = {"name", "ref", "path", "file", "seconds", "expiration", "namespace", "type"};
  const std::vector<std::string> words = wordsOf(name);
  const bool isPlace =
      std::any_of(kPlaces.begin(), kPlaces.end(), [&](const char* one) { return words.back() == one; });
  if (isPlace) return false;
  std::string folded;
  for (const std::string& word : words) folded += word;
  const bool isLong =
      std::any_of(kLong.begin(), kLong.end(), [&](const char* one) { return folded.find(one) != std::string::npos; });
  return isLong || std::any_of(kWhole.begin(), kWhole.end(), [&](const char* one) {
           return std::find(words.begin(), words.end(), one) != words.end();
         });
}

std::string withoutSecrets(const std::string& text, int& masked) {
  const std::string plain = withoutUsers(text, masked);
  std::string out;
  std::size_t at = 0;
  while (at < plain.size()) {
    if (!isKeyChar(plain[at])) {
      out += plain[at++];
      continue;
    }
    std::size_t end = at;
    while (end < plain.size() && isKeyChar(plain[end])) ++end;
    const std::string key = plain.substr(at, end - at);
    out += key;
    at = end;
    const bool given = at < plain.size() && plain[at] == '=';
    const bool follows = key.front() == '-' && at < plain.size() && isBlank(plain[at]);
    if ((!given && !follows) || !promisesASecret(key)) continue;
    std::size_t begin = at + 1;
    while (follows && begin < plain.size() && isBlank(plain[begin])) ++begin;
    const std::size_t stop = endOfValue(plain, begin);
    if (stop == begin || (follows && plain[begin] == '-')) continue;
    out.append(plain, at, begin - at).append(kMasked);
    ++masked;
    at = stop;
  }
  return out;
}

int maskSecrets(Json& object) {
  Masker masker(isOwnKind(object));
  if (object.contains("kind") && object["kind"] == "Secret") {
    for (const char* key : {"data", "stringData"}) {
      if (object.contains(key)) masker.all(object[key]);
    }
  }
  masker.walk(object);
  return masker.masked();
}

}  // namespace cardinal
