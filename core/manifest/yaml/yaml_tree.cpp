// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_set>

#include "core/manifest/yaml/scalar.h"
#include "core/manifest/yaml/text_check.h"

namespace cardinal::yaml {
namespace {

/// `firstLine`: where the text begins in its source.
Place placeIn(const YAML::Mark& mark, int firstLine) {
  return Place{mark.line + firstLine, mark.column + 1};
}

[[noreturn]] void failParse(const std::string& source, Place place, std::string words) {
  throw Failure{makeError(ErrorCode::ParseFailed, source, describe(place), std::move(words))};
}

[[noreturn]] void failLimit(const std::string& what, const std::string& source, Place place, std::size_t limit) {
  throw Failure{makeError(ErrorCode::LimitExceeded, what, source + ", " + describe(place), std::to_string(limit))};
}

/// Builds the tree from the parser's events. yaml-cpp's own node graph is not used: it hides aliases (so that a
/// few lines can expand to millions of nodes), keeps duplicate keys and does not know where a key stands.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& source, int firstLine) : m_source(source), m_firstLine(firstLine) {}

  Node takeDocument() { return std::move(m_document); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    m_document = Node{};
    m_document.place = placeOf(mark);
    m_anchors.clear();
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node;
    node.place = placeOf(mark);
    add(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = m_anchors.find(anchor);
    if (known == m_anchors.end()) failParse(m_source, placeOf(mark), "an alias inside the value it stands for");
    countNodes(known->second.second, placeOf(mark));
    Node copy = known->second.first;
    copy.place = placeOf(mark);
    add(std::move(copy), 0, false);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node;
    node.place = placeOf(mark);
    node.text = value;
    applyTag(node, tag);
    add(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    requireTag(tag, "tag:yaml.org,2002:seq", placeOf(mark));
    open(Node::Kind::Sequence, placeOf(mark), anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    requireTag(tag, "tag:yaml.org,2002:map", placeOf(mark));
    open(Node::Kind::Mapping, placeOf(mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  Place placeOf(const YAML::Mark& mark) const { return placeIn(mark, m_firstLine); }

  struct Frame {
    Node node;
    YAML::anchor_t anchor = 0;
    std::size_t nodesBefore = 0;
    bool hasKey = false;
    bool keyIsMerge = false;
    std::string key;
    std::unordered_set<std::string> seen;  ///< its keys
    std::vector<Node> merges;
  };

  void countNodes(std::size_t more, Place place) {
    m_count += more;
    if (m_count > kMaxNodes) failLimit("nodes", m_source, place, kMaxNodes);
  }

  void requireTag(const std::string& tag, std::string_view allowed, Place place) const {
    if (!tag.empty() && tag != "?" && tag != "!" && tag != allowed) failParse(m_source, place, "tag " + tag);
  }

  void applyTag(Node& node, const std::string& tag) const {
    static const std::string kCore = "tag:yaml.org,2002:";
    if (tag.empty() || tag == "?") return typePlainScalar(node);
    node.kind = Node::Kind::String;
    if (tag == "!" || tag == kCore + "str" || tag == kCore + "timestamp") return;
    Node typed = node;
    typePlainScalar(typed);
    const bool fits =
        (tag == kCore + "int" && typed.kind == Node::Kind::Integer) ||
        (tag == kCore + "float" && (typed.kind == Node::Kind::Float || typed.kind == Node::Kind::Integer)) ||
        (tag == kCore + "bool" && typed.kind == Node::Kind::Bool) ||
        (tag == kCore + "null" && typed.kind == Node::Kind::Null);
    if (!fits) failParse(m_source, node.place, "tag " + tag);
    node = std::move(typed);
  }

  void open(Node::Kind kind, Place place, YAML::anchor_t anchor) {
    if (m_stack.size() >= kMaxDepth) failLimit("depth", m_source, place, kMaxDepth);
    if (!m_stack.empty() && m_stack.back().node.kind == Node::Kind::Mapping && !m_stack.back().hasKey) {
      failParse(m_source, place, "a list or mapping as key");
    }
    countNodes(1, place);
    Frame frame;
    frame.node.kind = kind;
    frame.node.place = place;
    frame.anchor = anchor;
    frame.nodesBefore = m_count - 1;
    m_stack.push_back(std::move(frame));
  }

  void close() {
    Frame frame = std::move(m_stack.back());
    m_stack.pop_back();
    for (Node& merge : frame.merges) mergeInto(frame, merge);
    if (frame.anchor != 0) m_anchors[frame.anchor] = {frame.node, m_count - frame.nodesBefore};
    place(std::move(frame.node));
  }

  void add(Node node, YAML::anchor_t anchor, bool count = true) {
    if (count) countNodes(1, node.place);
    if (anchor != 0) m_anchors[anchor] = {node, 1};
    place(std::move(node));
  }

  void place(Node node) {
    if (m_stack.empty()) {
      m_document = std::move(node);
      return;
    }
    Frame& frame = m_stack.back();
    if (frame.node.kind == Node::Kind::Sequence) {
      frame.node.items.push_back(std::move(node));
    } else if (!frame.hasKey) {
      setKey(frame, node);
    } else {
      frame.hasKey = false;
      if (frame.keyIsMerge) return addMerge(frame, std::move(node));
      frame.node.keys.push_back(std::move(frame.key));
      frame.node.items.push_back(std::move(node));
    }
  }

  void setKey(Frame& frame, const Node& key) {
    if (key.kind == Node::Kind::Null || !key.isScalar()) failParse(m_source, key.place, "a key that is no text");
    frame.hasKey = true;
    frame.keyIsMerge = key.text == "<<";
    if (!frame.keyIsMerge && !frame.seen.insert(key.text).second) {
      failParse(m_source, key.place, "duplicate key " + key.text);
    }
    frame.key = key.text;
  }

  void addMerge(Frame& frame, Node node) {
    if (node.kind == Node::Kind::Mapping) {
      frame.merges.push_back(std::move(node));
      return;
    }
    const bool list = node.kind == Node::Kind::Sequence &&
                      std::all_of(node.items.begin(), node.items.end(),
                                  [](const Node& item) { return item.kind == Node::Kind::Mapping; });
    if (!list) failParse(m_source, node.place, "<< needs a mapping");
    for (Node& item : node.items) frame.merges.push_back(std::move(item));
  }

  static void mergeInto(Frame& frame, Node& merge) {
    for (std::size_t i = 0; i < merge.keys.size(); ++i) {
      if (!frame.seen.insert(merge.keys[i]).second) continue;
      frame.node.keys.push_back(merge.keys[i]);
      frame.node.items.push_back(std::move(merge.items[i]));
    }
  }

  const std::string& m_source;
  Node m_document;
  std::vector<Frame> m_stack;
  std::map<YAML::anchor_t, std::pair<Node, std::size_t>> m_anchors;  ///< value and its number of nodes
  std::size_t m_count = 0;
  int m_firstLine = 1;
};

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

std::string describe(Place place) {
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

std::vector<Node> parseDocuments(std::string_view text, const std::string& source, int firstLine) {
  if (text.size() > kMaxBytes) {
    throw Failure{makeError(ErrorCode::LimitExceeded, source, source, std::to_string(kMaxBytes))};
  }
  const std::string clean = cleanText(text, source);
  std::istringstream stream(clean);
  std::vector<Node> documents;
  try {
    YAML::Parser parser(stream);
    TreeBuilder builder(source, firstLine);
    while (parser.HandleNextDocument(builder)) documents.push_back(builder.takeDocument());
  } catch (const YAML::Exception& error) {
    const Place place = error.mark.is_null() ? Place{} : placeIn(error.mark, 1);
    if (auto tab = tabInIndentation(clean, place.line)) {
      tab->line += firstLine - 1;
      failParse(source, *tab, "a tab in the indentation");
    }
    failParse(source, {place.line + firstLine - 1, place.column}, error.msg);
  }
  return documents;
}

std::vector<TextPart> documentsIn(std::string_view text) {
  constexpr std::string_view kMark = "---";
  std::vector<TextPart> out;
  std::size_t from = 0;
  int firstLine = 1;
  int line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view rest = text.substr(at, end - at);
    const bool isMark = rest.starts_with(kMark) && (rest.size() == kMark.size() || rest[kMark.size()] == ' ' ||
                                                    rest[kMark.size()] == '\t' || rest[kMark.size()] == '\r');
    if (isMark && at > from) {
      out.push_back({text.substr(from, at - from), firstLine});
      from = at;
      firstLine = line;
    }
    at = end + 1;
  }
  if (from < text.size()) out.push_back({text.substr(from), firstLine});
  return out;
}

}  // namespace cardinal::yaml
