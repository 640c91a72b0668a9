// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/yaml_text.h"

#include <algorithm>
#include <array>

#include "core/manifest/yaml/yaml_compare.h"
#include "core/manifest/yaml/yaml_emit.h"

namespace cardinal {

using yaml::Node;
using yaml::Span;

namespace {

/// Where a new key goes among those that are there: as people order manifests. Unknown keys go to the end.
constexpr std::array kOrder = {"apiVersion",  "kind",        "metadata", "name",          "namespace",    "labels",
                               "annotations", "spec",        "replicas", "parallelism",   "completions",  "serviceName",
                               "selector",    "matchLabels", "template", "restartPolicy", "nodeSelector", "tolerations",
                               "image",       "command",     "args",     "env",           "resources",    "limits",
                               "requests",    "containers"};

std::size_t rankOf(const std::string& key) {
  const auto found = std::find_if(kOrder.begin(), kOrder.end(), [&](const char* word) { return key == word; });
  return static_cast<std::size_t>(found - kOrder.begin());
}

bool isWithinLine(std::string_view text, const Span& span) {
  return text.substr(span.begin, span.end - span.begin).find('\n') == std::string_view::npos;
}

bool isBlankText(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

YamlPath joined(const YamlPath& path, YamlStep step) {
  YamlPath out = path;
  out.push_back(std::move(step));
  return out;
}

YamlPath parentOf(const YamlPath& path) {
  return {path.begin(), path.end() - 1};
}

[[noreturn]] void refuse(const YamlPath& path) {
  throw yaml::Failure{makeError(ErrorCode::Unsupported, describe(path))};
}

}  // namespace

std::string describe(const YamlPath& path) {
  std::string out;
  for (const YamlStep& step : path) {
    if (step.index >= 0) {
      out += "[" + std::to_string(step.index) + "]";
    } else if (step.key.find_first_of("./") != std::string::npos) {
      out += "[" + step.key + "]";
    } else {
      out += (out.empty() ? "" : ".") + step.key;
    }
  }
  return out;
}

Result<YamlText> YamlText::open(std::string text, std::string source) {
  if (text.size() > kMaxEdited)
    return unexpected(makeError(ErrorCode::LimitExceeded, source, source, std::to_string(kMaxEdited)));
  YamlText out(std::move(text), std::move(source));
  try {
    out.read();
  } catch (yaml::Failure& failure) {
    return unexpected(std::move(failure.error));
  }
  return out;
}

void YamlText::read() {
  m_trees = yaml::parseDocuments(m_text, m_source);
  m_spans = yaml::parseSpans(m_text, m_source);
  if (m_trees.size() != m_spans.size()) refuse({});
}

const Node* YamlText::find(int document, const YamlPath& path) const {
  return yaml::findNode(m_trees[static_cast<std::size_t>(document)], path);
}

const Span* YamlText::span(int document, const YamlPath& path) const {
  const Span* at = &m_spans[static_cast<std::size_t>(document)];
  for (const YamlStep& step : path) {
    std::size_t index = at->items.size();
    if (step.index >= 0 && at->kind == Span::Kind::Sequence) index = static_cast<std::size_t>(step.index);
    if (step.index < 0 && at->kind == Span::Kind::Mapping) {
      index = static_cast<std::size_t>(std::find(at->keys.begin(), at->keys.end(), step.key) - at->keys.begin());
    }
    if (index >= at->items.size()) return nullptr;
    at = &at->items[index];
  }
  return at;
}

int YamlText::lineOf(int document, const YamlPath& path) const {
  YamlPath there = path;
  while (!there.empty() && span(document, there) == nullptr) there.pop_back();
  const Span* found = span(document, there);
  const auto end = m_text.begin() + static_cast<std::ptrdiff_t>(std::min(found->begin, m_text.size()));
  return 1 + static_cast<int>(std::count(m_text.begin(), end, '\n'));
}

Result<void> YamlText::set(int document, const YamlPath& path, const Node& value) {
  return guarded(document, path, false, value);
}

Result<void> YamlText::remove(int document, const YamlPath& path) {
  return guarded(document, path, true, {});
}

Result<void> YamlText::guarded(int document, const YamlPath& path, bool removing, const Node& value) {
  const Node* present = find(document, path);
  if (removing ? present == nullptr : present != nullptr && yaml::sameValue(*present, value)) return {};
  const YamlText before = *this;
  const int line = lineOf(document, path);
  try {
    removing ? erase(document, path) : assign(document, path, value);
    std::vector<Node> wanted = before.m_trees;
    Node& root = wanted[static_cast<std::size_t>(document)];
    removing ? yaml::removeNode(root, path) : yaml::setNode(root, path, value);
    if (!std::equal(wanted.begin(), wanted.end(), m_trees.begin(), m_trees.end(), yaml::sameValue)) refuse(path);
  } catch (const yaml::Failure&) {
    *this = before;
    return unexpected(makeError(ErrorCode::Unsupported, describe(path), m_source + ", line " + std::to_string(line)));
  }
  return {};
}

void YamlText::splice(std::size_t from, std::size_t to, std::string with) {
  if (m_text.find("\r\n") != std::string::npos) {
    for (std::size_t at = with.find('\n'); at != std::string::npos; at = with.find('\n', at + 2))
      with.insert(at, 1, '\r');
  }
  m_text.replace(from, to - from, with);
  read();
}

void YamlText::assign(int document, const YamlPath& path, const Node& value) {
  const Node* present = find(document, path);
  if (present == nullptr) {
    if (path.empty()) refuse(path);
    const YamlPath above = parentOf(path);
    const YamlStep& last = path.back();
    if (last.index >= 0) refuse(path);
    const Node* parent = find(document, above);
    if (parent != nullptr) return insert(document, above, last.key, value);
    Node made;
    made.kind = Node::Kind::Mapping;
    made.keys.push_back(last.key);
    made.items.push_back(value);
    return assign(document, above, made);
  }
  if (yaml::sameValue(*present, value)) return;
  const bool filled = !present->items.empty() && !value.items.empty();
  if (filled && present->kind == Node::Kind::Mapping && value.kind == Node::Kind::Mapping)
    return assignMapping(document, path, value);
  if (filled && present->kind == Node::Kind::Sequence && value.kind == Node::Kind::Sequence)
    return assignList(document, path, value);
  replace(document, path, value);
}

void YamlText::assignMapping(int document, const YamlPath& path, const Node& value) {
  for (std::size_t i = 0; i < value.keys.size(); ++i) assign(document, joined(path, value.keys[i]), value.items[i]);
  const std::vector<std::string> keys = find(document, path)->keys;
  for (const std::string& key : keys) {
    if (value.find(key) == nullptr) erase(document, joined(path, key));
  }
}

// Elements in front and at the end that are the same stay with their comments.
void YamlText::assignList(int document, const YamlPath& path, const Node& value) {
  const auto step = [&](std::size_t i) { return joined(path, static_cast<int>(i)); };
  const auto size = [&] { return find(document, path)->items.size(); };
  const std::vector<Node> old = find(document, path)->items;
  std::size_t front = 0;
  while (front < old.size() && front < value.items.size() && yaml::sameValue(old[front], value.items[front])) ++front;
  std::size_t back = 0;
  while (back < old.size() - front && back < value.items.size() - front &&
         yaml::sameValue(old[old.size() - 1 - back], value.items[value.items.size() - 1 - back])) {
    ++back;
  }
  while (size() > value.items.size() && size() - back > front) erase(document, step(size() - back - 1));
  for (std::size_t i = front; i < value.items.size() && i < size(); ++i) assign(document, step(i), value.items[i]);
  for (std::size_t i = size(); i < value.items.size(); ++i) append(document, path, value.items[i]);
}

void YamlText::replace(int document, const YamlPath& path, const Node& value) {
  const Span& old = *span(document, path);
  const bool inLine = old.kind == Span::Kind::Null || isWithinLine(m_text, old);
  if (inLine && value.isScalar() && (old.kind == Span::Kind::Null || old.kind == Span::Kind::Scalar))
    return replaceScalar(old, value);
  const bool flowNow = old.flow || old.kind == Span::Kind::Null || old.kind == Span::Kind::Scalar;
  const bool shortList = value.kind == Node::Kind::Sequence && yaml::flowText(value).size() < 100;
  if (inLine && flowNow && (value.isScalar() || value.items.empty() || shortList)) {
    const bool gap = old.begin == old.end && old.begin > 0 && m_text[old.begin - 1] == ':';
    return splice(old.begin, old.end, (gap ? " " : "") + yaml::flowText(value));
  }
  if (path.empty() || path.back().index >= 0) refuse(path);
  const YamlPath above = parentOf(path);
  const Span& parent = *span(document, above);
  if (parent.items.size() == 1) {
    if (above.empty() || parent.flow) refuse(path);
    Node made;
    made.kind = Node::Kind::Mapping;
    made.keys.push_back(path.back().key);
    made.items.push_back(value);
    const YamlPath top = parentOf(above);
    if (above.back().index >= 0 || span(document, top)->items.size() == 1) refuse(path);
    erase(document, above);
    return insert(document, top, above.back().key, made);
  }
  erase(document, path);
  insert(document, above, path.back().key, value);
}

void YamlText::replaceScalar(const Span& old, const Node& value) {
  const std::string_view slice = std::string_view(m_text).substr(old.begin, old.end - old.begin);
  std::string fresh = yaml::flowText(value);
  if (value.kind == Node::Kind::String && !slice.empty() && slice.front() == '"') fresh = yaml::quotedText(value.text);
  if (value.kind == Node::Kind::String && !slice.empty() && slice.front() == '\'' &&
      fresh.find('\\') == std::string::npos && value.text.find('\'') == std::string::npos) {
    fresh = '\'' + value.text + '\'';
  }
  if (old.kind == Span::Kind::Null && slice.empty()) return splice(old.begin, old.begin, ' ' + fresh);
  // A comment behind the value keeps its column as long as there is room.
  std::size_t end = old.end;
  const std::size_t comment = m_text.find_first_not_of(' ', old.end);
  if (comment != std::string::npos && m_text[comment] == '#' && comment >= old.end + 2) {
    const std::size_t width = comment - old.begin;
    end = comment;
    fresh += std::string(fresh.size() + 1 < width ? width - fresh.size() : 1, ' ');
  }
  splice(old.begin, end, std::move(fresh));
}

void YamlText::insert(int document, const YamlPath& parent, const std::string& key, const Node& value) {
  const Span& mapping = *span(document, parent);
  const std::string flow = yaml::scalarText(key) + ": " + yaml::flowText(value);
  if (mapping.kind == Span::Kind::Mapping && mapping.flow) {
    if (!mapping.items.empty()) return splice(mapping.items.back().end, mapping.items.back().end, ", " + flow);
    return splice(mapping.begin + 1, mapping.begin + 1, flow);
  }
  if (mapping.kind == Span::Kind::Mapping) return insertBlock(mapping, key, value);
  if (mapping.kind != Span::Kind::Null || parent.empty() || parent.back().index >= 0) refuse(parent);
  const Span& above = *span(document, parentOf(parent));
  if (above.flow) return splice(mapping.begin, mapping.end, " {" + flow + "}");
  if (mapping.begin != mapping.end) return splice(mapping.begin, mapping.end, "{" + flow + "}");
  const std::size_t end = yaml::lineEnd(m_text, mapping.begin);
  const std::size_t stop = end > 0 && m_text[end - 1] == '\r' ? end - 1 : end;
  splice(stop, stop, "\n" + yaml::blockEntry(above.column + 2, key, value));
}

void YamlText::insertBlock(const Span& mapping, const std::string& key, const Node& value) {
  const std::string lines = yaml::blockEntry(mapping.column, key, value);
  const std::size_t rank = rankOf(key);
  std::size_t index = mapping.keys.size();
  if (rank < kOrder.size()) {
    while (index > 0 && rankOf(mapping.keys[index - 1]) > rank && rankOf(mapping.keys[index - 1]) < kOrder.size())
      --index;
  }
  const std::size_t first = mapping.starts.front();
  if (index == 0 && isBlankText(std::string_view(m_text).substr(yaml::lineStart(m_text, first),
                                                                first - yaml::lineStart(m_text, first)))) {
    const std::size_t start = yaml::lineStart(m_text, first);
    return splice(start, start, lines + "\n");
  }
  const std::size_t end = yaml::lineEnd(m_text, mapping.items[index == 0 ? 0 : index - 1].end);
  const std::size_t stop = end > 0 && m_text[end - 1] == '\r' ? end - 1 : end;
  splice(stop, stop, "\n" + lines);
}

void YamlText::append(int document, const YamlPath& list, const Node& value) {
  const Span& at = *span(document, list);
  if (at.kind != Span::Kind::Sequence || at.items.empty()) refuse(list);
  const std::size_t last = at.items.back().end;
  if (at.flow) {
    return splice(last, last,
                  ", " + (value.kind == Node::Kind::String ? yaml::quotedText(value.text) : yaml::flowText(value)));
  }
  const std::size_t end = yaml::lineEnd(m_text, last);
  const std::size_t stop = end > 0 && m_text[end - 1] == '\r' ? end - 1 : end;
  splice(stop, stop, "\n" + yaml::blockItem(at.column, value));
}

void YamlText::erase(int document, const YamlPath& path) {
  if (path.empty()) refuse(path);
  const YamlPath above = parentOf(path);
  const Span& parent = *span(document, above);
  if (parent.items.size() == 1 && !above.empty()) return erase(document, above);
  if (parent.items.size() == 1) refuse(path);
  const std::size_t index =
      path.back().index >= 0
          ? static_cast<std::size_t>(path.back().index)
          : static_cast<std::size_t>(std::find(parent.keys.begin(), parent.keys.end(), path.back().key) -
                                     parent.keys.begin());
  if (!parent.flow) return eraseLines(parent, index);
  const bool last = index + 1 == parent.items.size();
  const std::size_t from = last ? parent.items[index - 1].end : parent.starts[index];
  const std::size_t to = last ? parent.items[index].end : parent.starts[index + 1];
  if (m_text.substr(from, to - from).find('#') != std::string::npos && !isWithinLine(m_text, parent)) refuse(path);
  splice(from, to, {});
}

void YamlText::eraseLines(const Span& parent, std::size_t index) {
  const std::size_t begin = parent.starts[index];
  const std::size_t start = yaml::lineStart(m_text, begin);
  const std::size_t end = yaml::lineEnd(m_text, parent.items[index].end);
  if (isBlankText(std::string_view(m_text).substr(start, begin - start))) {
    const bool last = end == m_text.size();
    return splice(last && start > 0 ? start - 1 : start, last ? end : end + 1, {});
  }
  // The first key stands behind the dash of a list: the next one moves up to it.
  if (index != 0 || end >= m_text.size()) refuse({});
  const std::size_t next = parent.starts[1];
  if (!isBlankText(std::string_view(m_text).substr(end, next - end))) refuse({});
  splice(begin, next, {});
}

}  // namespace cardinal
