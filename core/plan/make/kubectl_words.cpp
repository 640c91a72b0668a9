// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/kubectl_words.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>

namespace cardinal {

std::string shellWord(const std::string& text) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("-_./:=@,").find(char(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string evictCommand(const ObjectKey& pod, const std::string& uid) {
  nlohmann::ordered_json body;
  body["apiVersion"] = "policy/v1";
  body["kind"] = "Eviction";
  body["metadata"] = {{"name", pod.name}, {"namespace", pod.ns}};
  if (!uid.empty()) body["deleteOptions"]["preconditions"]["uid"] = uid;
  const std::string text = body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return "echo " + shellWord(text) + " | kubectl create --raw " +
         shellWord("/api/v1/namespaces/" + pod.ns + "/pods/" + pod.name + "/eviction") + " -f -";
}

}  // namespace cardinal
