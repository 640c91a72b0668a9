// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/protobuf/protobuf_reader.h"

#include <array>
#include <cstring>

#include "core/kube/decode/json/json_fault.h"
#include "core/kube/decode/parts/limits.h"

namespace cardinal::protobuf {
namespace {

bool isAscii(std::string_view text) {
  constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
  constexpr std::size_t kWords = 4;
  std::size_t at = 0;
  std::array<std::uint64_t, kWords> words{};
  for (; at + sizeof(words) <= text.size(); at += sizeof(words)) {
    std::memcpy(words.data(), text.data() + at, sizeof(words));
    if (((words[0] | words[1] | words[2] | words[3]) & kHigh) != 0) return false;
  }
  std::uint64_t word = 0;
  for (; at + sizeof(word) <= text.size(); at += sizeof(word)) {
    std::memcpy(&word, text.data() + at, sizeof(word));
    if ((word & kHigh) != 0) return false;
  }
  for (; at < text.size(); ++at) {
    if (static_cast<unsigned char>(text[at]) >= 0x80U) return false;
  }
  return true;
}

/// Parts of an entry of a map, either of which may be missing.
struct Entry {
  explicit Entry(Message entry) {
    while (entry.next()) {
      if (entry.number() == 1) key = entry.bytes();
      if (entry.number() == 2) value = entry.bytes();
    }
  }
  std::string_view key;
  std::string_view value;
};

void readOwner(Message message, OwnerRef& owner, const Path& at, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, owner.kind, at, problems);
        break;
      case 3:
        readText(message, owner.name, at, problems);
        break;
      case 4:
        readText(message, owner.uid, at, problems);
        break;
      case 6:
        owner.controller = message.flag();
        break;
      default:
        break;
    }
  }
}

}  // namespace

void setText(std::string_view text, std::string& out, const Path& path, Problems& problems) {
  if (isAscii(text))
    out.assign(text);
  else
    out = repairUtf8(text);
  decode::limitText(out, path, problems);
}

void readText(Message& field, std::string& out, const Path& path, Problems& problems) {
  setText(field.bytes(), out, path, problems);
}

std::string_view viewText(Message& field, std::string& scratch, const Path& path, Problems& problems) {
  const std::string_view text = field.bytes();
  if (text.size() <= kMaxTextBytes && isAscii(text)) return text;
  setText(text, scratch, path, problems);
  return scratch;
}

std::string_view repairedView(std::string_view bytes, std::string& scratch) {
  if (isAscii(bytes)) return bytes;
  scratch = repairUtf8(bytes);
  return scratch;
}

void addText(Message& field, std::vector<std::string>& out, const Path& path, Problems& problems) {
  setText(field.entryBytes(), out.emplace_back(), path, problems);
}

void readTime(Message& field, UnixSeconds& out, const Path& path, Problems& problems) {
  // What RFC 3339 can write; a time that it cannot is none in JSON.
  constexpr std::int64_t kFirst = -62'167'219'200;
  constexpr std::int64_t kLast = 253'402'300'799;
  const std::string_view bytes = field.bytes();
  if (bytes.empty()) return;
  Message time(bytes, field.progress());
  std::int64_t seconds = 0;
  while (time.next()) {
    if (time.number() == 1) seconds = time.integer();
  }
  if (seconds == 0) return problems.add(path, "\"1970-01-01T00:00:00Z\"");
  if (seconds < kFirst || seconds > kLast) return problems.add(path, std::to_string(seconds));
  out = seconds;
}

void addEntry(Message& field, StringMap& out, const Path& path, Problems& problems, std::string_view leftOut) {
  makeRoom(out, field, kMaxMapEntries);
  const Entry entry(field.message());
  if (!leftOut.empty() && entry.key == leftOut) return;
  if (out.size() >= kMaxMapEntries) return problems.add(path, "more than 2000 entries");
  auto& kept = out.emplace_back();
  kept.first = isAscii(entry.key) ? std::string(entry.key) : repairUtf8(entry.key);
  setText(entry.value, kept.second, Path{&path, kept.first, -1, true}, problems);
}

void addAmount(Message& field, ResourceList& out, const Path& path, Problems& problems) {
  makeRoom(out, field, kMaxMapEntries);
  const Entry entry(field.message());
  if (out.size() >= kMaxMapEntries) return;
  std::string_view amount = "0";
  Message quantity(entry.value, field.progress());
  while (quantity.next()) {
    if (quantity.number() == 1) amount = quantity.bytes();
  }
  if (isAscii(entry.key) && isAscii(amount)) return decode::addAmount(entry.key, amount, out, path, problems);
  decode::addAmount(repairUtf8(entry.key), repairUtf8(amount), out, path, problems);
}

void readMeta(Message meta, ObjectMeta& out, Problems& problems) {
  const Path path{nullptr, "metadata"};
  const auto at = [&path](std::string_view name) { return Path{&path, name}; };
  std::vector<std::string> finalizers;
  while (meta.next()) {
    switch (meta.number()) {
      case 1:
        readText(meta, out.key.name, at("name"), problems);
        break;
      case 3:
        readText(meta, out.key.ns, at("namespace"), problems);
        break;
      case 5:
        readText(meta, out.uid, at("uid"), problems);
        break;
      case 6:
        readText(meta, out.resourceVersion, at("resourceVersion"), problems);
        break;
      case 8:
        readTime(meta, out.created, at("creationTimestamp"), problems);
        break;
      case 9:
        readTime(meta, out.deletionTimestamp, at("deletionTimestamp"), problems);
        break;
      case 11:
        readRun(meta, out.labels, problems, [&] { addEntry(meta, out.labels, at("labels"), problems); });
        break;
      case 12:
        readRun(meta, out.annotations, problems,
                [&] { addEntry(meta, out.annotations, at("annotations"), problems, decode::kLastApplied); });
        break;
      case 13:
        readRun(meta, out.owners, problems, [&] {
          makeRoom(out.owners, meta);
          OwnerRef& owner = out.owners.emplace_back();
          const auto index = static_cast<int>(out.owners.size()) - 1;
          readOwner(meta.entry(), owner, Path{&path, "ownerReferences", index}, problems);
        });
        break;
      case 14:
        addText(meta, finalizers, at("finalizers"), problems);
        break;
      default:
        break;
    }
  }
  decode::dropRepeatedKeys(out.labels);
  decode::dropRepeatedKeys(out.annotations);
  if (out.deletionTimestamp != 0 && !finalizers.empty()) out.finalizers = std::move(finalizers);
}

void readListMeta(Message meta, ListMeta& out) {
  std::vector<FieldProblem> unread;
  Problems problems(unread);
  const Path path{nullptr, "metadata"};
  while (meta.next()) {
    switch (meta.number()) {
      case 2:
        readText(meta, out.resourceVersion, path, problems);
        break;
      case 3:
        readText(meta, out.continueToken, path, problems);
        break;
      case 4:
        if (const std::int64_t count = meta.integer(); count >= 0) out.remaining = count;
        break;
      default:
        break;
    }
  }
}

void readRequirement(Message requirement, NodeSelectorRequirement& out, const Path& path, Problems& problems) {
  while (requirement.next()) {
    switch (requirement.number()) {
      case 1:
        readText(requirement, out.key, path, problems);
        break;
      case 2:
        readText(requirement, out.op, path, problems);
        break;
      case 3:
        addText(requirement, out.values, path, problems);
        break;
      default:
        break;
    }
  }
}

void readNodeTerm(Message term, NodeSelectorTerm& out, const Path& path, Problems& problems) {
  while (term.next()) {
    if (term.number() == 1)
      readRequirement(term.entry(), out.matchExpressions.emplace_back(), Path{&path, "matchExpressions"}, problems);
    else if (term.number() == 2)
      readRequirement(term.entry(), out.matchFields.emplace_back(), Path{&path, "matchFields"}, problems);
  }
}

void readNodeSelector(Message selector, std::vector<NodeSelectorTerm>& out, const Path& path, Problems& problems) {
  while (selector.next()) {
    if (selector.number() != 1) continue;
    const auto index = static_cast<int>(out.size());
    readNodeTerm(selector.entry(), out.emplace_back(), Path{&path, "nodeSelectorTerms", index}, problems);
  }
}

void readLabelSelector(Message selector, LabelSelector& out, const Path& path, Problems& problems) {
  while (selector.next()) {
    if (selector.number() == 1)
      addEntry(selector, out.matchLabels, Path{&path, "matchLabels"}, problems);
    else if (selector.number() == 2)
      readRequirement(selector.entry(), out.matchExpressions.emplace_back(), Path{&path, "matchExpressions"}, problems);
  }
  decode::dropRepeatedKeys(out.matchLabels);
}

void readTaint(Message message, Taint& out, const Path& at, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, out.key, at, problems);
        break;
      case 2:
        readText(message, out.value, at, problems);
        break;
      case 3:
        readText(message, out.effect, at, problems);
        break;
      default:
        break;
    }
  }
}

void readToleration(Message message, Toleration& out, const Path& at, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, out.key, at, problems);
        break;
      case 2:
        readText(message, out.op, at, problems);
        break;
      case 3:
        readText(message, out.value, at, problems);
        break;
      case 4:
        readText(message, out.effect, at, problems);
        break;
      default:
        break;
    }
  }
}

}  // namespace cardinal::protobuf
