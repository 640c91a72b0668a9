// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "core/kube/decode/json/config_object.h"
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

constexpr std::size_t kMaxConfigs = 1024;
constexpr std::size_t kMaxEntries = 256;
constexpr std::size_t kMaxText = 512U << 10U;  ///< bytes: the operator's own has 10 KiB
constexpr const char* kKey = "config.yaml";

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes digits and the mark behind them off the front; false where they are not there.
bool takeNumber(std::string_view& text, std::string_view mark) {
  std::size_t digits = 0;
  while (digits < text.size() && isDigit(text[digits])) ++digits;
  if (digits == 0 || text.substr(digits, mark.size()) != mark) return false;
  text.remove_prefix(digits + mark.size());
  return true;
}

/// "1g.10gb", "1c.3g.20gb", "1g.5gb+me", "1g.10gb-me".
bool isProfile(std::string_view text) {
  std::string_view rest = text;
  if (takeNumber(rest, "c.")) text = rest;
  rest = text;
  if (!takeNumber(rest, "g.") || !takeNumber(rest, "gb")) return false;
  return rest.empty() || (rest.size() > 1 && (rest.front() == '+' || rest.front() == '-'));
}

void readInstances(Value& value, MigLayoutEntry& out, const Path& path, Problems& problems) {
  bool isAny = false;
  eachField(value, path, problems, [&](std::string_view profile, Value& field) {
    const Path at{&path, profile};
    std::int64_t count = 0;
    readInt(field, count, at, problems);
    if (!isProfile(profile) || count < 0 || count > std::numeric_limits<int>::max()) return problems.add(at, {});
    isAny = isAny || count > 0;
    out.instances.emplace_back(std::string(profile), static_cast<int>(count));
  });
  std::sort(out.instances.begin(), out.instances.end());
  if (!out.instances.empty() && !isAny) problems.add(path, {});
}

/// "all", or numbers of cards.
void readCards(Value& value, MigLayoutEntry& out, const Path& path, Problems& problems) {
  if (tokenOf(value) == "\"all\"") return;
  out.cards.emplace();
  if (isNull(value)) return problems.add(path, {});
  eachItem(value, path, problems, [&](Value& item, int index) {
    std::int32_t card = 0;
    readInt32(item, card, Path{&path, {}, index}, problems);
    out.cards->push_back(card);
  });
}

void readFilter(Value& value, MigLayoutEntry& out, const Path& path, Problems& problems) {
  const std::string_view token = tokenOf(value);
  if (token.empty() || token.front() != '"') return readTexts(value, out.filter, path, problems);
  std::string one;
  readText(value, one, path, problems);
  if (!one.empty()) out.filter.push_back(std::move(one));
}

void readEntry(Value& value, MigLayoutEntry& out, const Path& path, Problems& problems) {
  bool hasCards = false;
  bool hasMode = false;
  bool hasInstances = false;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const Path at{&path, key};
    if (key == "device-filter") {
      readFilter(field, out, at, problems);
    } else if (key == "devices") {
      hasCards = true;
      readCards(field, out, at, problems);
    } else if (key == "mig-enabled") {
      hasMode = true;
      readBool(field, out.enabled, at, problems);
    } else if (key == "mig-devices") {
      hasInstances = !isNull(field);
      readInstances(field, out, at, problems);
    } else {
      problems.add(at, {});  // mig-manager stops at what it does not know
    }
  });
  const bool fits = out.enabled ? hasInstances : out.instances.empty();
  if (!hasCards || !hasMode || !fits) problems.add(path, {});
}

void readLayouts(Value& value, std::vector<MigLayoutConfig>& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view name, Value& field) {
    const Path at{&path, name};
    MigLayoutConfig config;
    config.name = std::string(name);
    eachItem(field, at, problems, [&](Value& item, int index) {
      MigLayoutEntry entry;
      readEntry(item, entry, Path{&path, name, index}, problems);
      if (config.entries.size() < kMaxEntries) config.entries.push_back(std::move(entry));
    });
    if (config.entries.empty() || out.size() >= kMaxConfigs) return problems.add(at, {});
    out.push_back(std::move(config));
  });
  if (out.empty()) problems.add(path, {});
}

void readRoot(Object& root, std::vector<MigLayoutConfig>& out, Problems& problems) {
  std::string version;
  eachField(root, [&](std::string_view key, Value& field) {
    const Path at{nullptr, key};
    if (key == "version") return readText(field, version, at, problems);
    if (key != "mig-configs") return problems.add(at, {});
    readLayouts(field, out, at, problems);
  });
  if (version != "v1" || out.empty()) problems.add(Path{nullptr, "version"}, version);
}

/// One fault makes the whole text unreadable, as for mig-manager.
std::optional<std::vector<MigLayoutConfig>> layoutsOf(const std::string& text) {
  std::vector<FieldProblem> unread;
  std::vector<MigLayoutConfig> out;
  const bool isObject = withConfigText(text, kKey, kMaxText, [&](Object& root) {
    Problems problems(unread);
    readRoot(root, out, problems);
  });
  if (!isObject || !unread.empty()) return std::nullopt;
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

}  // namespace

void readObject(Object& object, RawMigConfigs& map) {
  eachConfigText(object, map, [&](const std::string& name, const std::string& text) {
    if (name != kKey) return;
    auto layouts = layoutsOf(text);
    map.isRead = layouts.has_value();
    if (layouts) map.configs = std::move(*layouts);
  });
}

}  // namespace cardinal::json
