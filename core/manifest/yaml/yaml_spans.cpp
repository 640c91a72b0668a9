// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/yaml_spans.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

namespace cardinal::yaml {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Site {
  std::string_view text;
  const std::string& source;
  std::size_t base;  ///< bytes before what the parser counts from

  [[noreturn]] void refuse(const char* what, std::size_t at) const {
    Place place;
    for (std::size_t i = 0; i < at && i < text.size(); ++i) {
      place.column = text[i] == '\n' ? 1 : place.column + 1;
      if (text[i] == '\n') ++place.line;
    }
    throw Failure{makeError(ErrorCode::Unsupported, what, source + ", " + describe(place))};
  }
};

/// Collects where nodes begin, as the parser reports; ends are measured afterwards.
class SpanBuilder final : public YAML::EventHandler {
 public:
  explicit SpanBuilder(const Site& site) : m_site(site) {}

  Span take() { return std::move(m_document); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    m_document = Span{};
    m_document.begin = m_document.end = offset(mark);
  }
  void OnDocumentEnd() override {}
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { m_site.refuse("alias", offset(mark)); }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(node(Span::Kind::Null, mark, anchor)); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Span span = node(Span::Kind::Scalar, mark, anchor);
    if (!tag.empty() && tag != "?" && tag != "!") m_site.refuse("tag", span.begin);
    span.text = value;
    add(std::move(span));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(Span::Kind::Sequence, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(Span::Kind::Mapping, mark, tag, anchor, style);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Span span;
    bool hasKey = false;
  };

  std::size_t offset(const YAML::Mark& mark) const {
    return std::min(m_site.base + static_cast<std::size_t>(std::max(0, mark.pos)), m_site.text.size());
  }

  Span node(Span::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) const {
    Span span;
    span.kind = kind;
    span.begin = offset(mark);
    span.column = span.begin - lineStart(m_site.text, span.begin);
    if (anchor != 0) m_site.refuse("anchor", span.begin);
    const char first = span.begin < m_site.text.size() ? m_site.text[span.begin] : ' ';
    if (kind != Span::Kind::Null && first == '!') m_site.refuse("tag", span.begin);
    return span;
  }

  void open(Span::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    Span span = node(kind, mark, anchor);
    if (!tag.empty() && tag != "?" && tag != "!") m_site.refuse("tag", span.begin);
    span.flow = style == YAML::EmitterStyle::Flow;
    const char bracket = kind == Span::Kind::Sequence ? '[' : '{';
    if (span.flow && (span.begin >= m_site.text.size() || m_site.text[span.begin] != bracket))
      m_site.refuse("layout", span.begin);
    if (m_stack.size() >= kMaxDepth) m_site.refuse("layout", span.begin);
    m_stack.push_back({std::move(span), false});
  }

  void close() {
    Span span = std::move(m_stack.back().span);
    m_stack.pop_back();
    add(std::move(span));
  }

  void add(Span span) {
    if (m_stack.empty()) {
      m_document = std::move(span);
      return;
    }
    Frame& frame = m_stack.back();
    if (frame.span.kind == Span::Kind::Mapping && !frame.hasKey) {
      if (span.kind != Span::Kind::Scalar) m_site.refuse("layout", span.begin);
      if (span.text == "<<") m_site.refuse("merge key", span.begin);
      frame.hasKey = true;
      frame.span.keys.push_back(std::move(span.text));
      frame.span.starts.push_back(span.begin);
      return;
    }
    frame.hasKey = false;
    frame.span.items.push_back(std::move(span));
  }

  const Site& m_site;
  Span m_document;
  std::vector<Frame> m_stack;
};

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Measures where nodes end.
class Ruler {
 public:
  explicit Ruler(const Site& site) : m_site(site), m_text(site.text) {}

  /// `inside` is the column of the key or dash that holds the node, -1 at the top.
  void measure(Span& span, bool inFlow, int inside) const {
    switch (span.kind) {
      case Span::Kind::Null:
        break;  // done with its key
      case Span::Kind::Scalar:
        span.end = scalarEnd(span, inFlow, inside);
        break;
      case Span::Kind::Sequence:
        measureSequence(span, inFlow);
        break;
      case Span::Kind::Mapping:
        measureMapping(span, inFlow);
        break;
    }
  }

 private:
  char at(std::size_t i) const { return i < m_text.size() ? m_text[i] : '\n'; }

  std::size_t quotedEnd(std::size_t begin) const {
    const char quote = m_text[begin];
    for (std::size_t i = begin + 1; i < m_text.size(); ++i) {
      if (quote == '"' && m_text[i] == '\\') {
        ++i;
      } else if (m_text[i] == quote) {
        if (quote == '"' || at(i + 1) != '\'') return i + 1;
        ++i;
      }
    }
    m_site.refuse("layout", begin);
  }

  std::size_t plainEnd(std::size_t begin, bool inFlow) const {
    constexpr std::string_view kFlowMarks = ",[]{}";
    std::size_t i = begin;
    for (; i < m_text.size() && m_text[i] != '\n'; ++i) {
      const char c = m_text[i];
      const char next = at(i + 1);
      if (c == '#' && i > begin && isBlank(m_text[i - 1])) break;
      if (c == ':' && (isBlank(next) || next == '\n' || (inFlow && kFlowMarks.find(next) != std::string_view::npos)))
        break;
      if (inFlow && kFlowMarks.find(c) != std::string_view::npos) break;
    }
    while (i > begin && isBlank(m_text[i - 1])) --i;
    return i;
  }

  /// A block scalar goes on as long as lines are deeper than what holds it; empty lines at its end are left out.
  std::size_t blockEnd(std::size_t begin, int inside) const {
    std::size_t end = plainEnd(begin, false);
    for (std::size_t line = lineEnd(m_text, begin) + 1; line < m_text.size();) {
      const std::size_t stop = lineEnd(m_text, line);
      const std::size_t content = m_text.find_first_not_of(" \t\r", line);
      if (content != std::string_view::npos && content < stop) {
        if (static_cast<int>(content - line) <= inside) break;
        end = stop;
        while (end > line && isBlank(m_text[end - 1])) --end;
      }
      line = stop + 1;
    }
    return end;
  }

  std::size_t scalarEnd(const Span& span, bool inFlow, int inside) const {
    const char first = at(span.begin);
    if (first == '"' || first == '\'') return quotedEnd(span.begin);
    if (!inFlow && (first == '|' || first == '>')) return blockEnd(span.begin, inside);
    std::size_t end = plainEnd(span.begin, inFlow);
    std::string folded(m_text.substr(span.begin, end - span.begin));
    while (folded != span.text) {  // plain text over several lines
      const std::size_t line = m_text.find_first_not_of(" \t\r\n", end);
      if (inFlow || line == std::string_view::npos || folded.size() > span.text.size())
        m_site.refuse("layout", span.begin);
      const auto breaks = std::count(m_text.begin() + static_cast<std::ptrdiff_t>(end),
                                     m_text.begin() + static_cast<std::ptrdiff_t>(line), '\n');
      if (breaks == 0) m_site.refuse("layout", span.begin);
      end = plainEnd(line, false);
      folded += breaks == 1 ? std::string(" ") : std::string(static_cast<std::size_t>(breaks - 1), '\n');
      folded += m_text.substr(line, end - line);
    }
    return end;
  }

  std::size_t skipFlowBlank(std::size_t i) const {
    while (i < m_text.size()) {
      if (m_text[i] == '#') {
        i = lineEnd(m_text, i);
      } else if (isBlank(m_text[i]) || m_text[i] == '\n') {
        ++i;
      } else {
        break;
      }
    }
    return i;
  }

  std::size_t bracketEnd(std::size_t from, char bracket) const {
    std::size_t i = skipFlowBlank(from);
    if (at(i) == ',') i = skipFlowBlank(i + 1);
    if (at(i) != bracket) m_site.refuse("layout", std::min(i, m_text.size()));
    return i + 1;
  }

  std::size_t dashOf(const Span& list, std::size_t item, std::size_t from) const {
    for (std::size_t line = lineStart(m_text, item);; line = lineStart(m_text, line - 1)) {
      const std::size_t dash = line + list.column;
      if (dash >= from && dash < item && m_text[dash] == '-' && (isBlank(at(dash + 1)) || at(dash + 1) == '\n'))
        return dash;
      if (line == 0 || line <= from) m_site.refuse("layout", item);
    }
  }

  void measureSequence(Span& span, bool inFlow) const {
    const bool flow = inFlow || span.flow;
    std::size_t from = span.flow ? span.begin + 1 : span.begin;
    for (Span& item : span.items) {
      if (item.kind == Span::Kind::Null) m_site.refuse("layout", item.begin);
      span.starts.push_back(flow ? item.begin : dashOf(span, item.begin, from));
      measure(item, flow, static_cast<int>(span.column));
      from = item.end;
    }
    span.end = span.flow ? bracketEnd(from, ']') : from;
  }

  std::size_t behindColon(const Span& mapping, std::size_t start, const std::string& key, bool flow) const {
    Span word;
    word.begin = start;
    word.text = key;
    std::size_t i = scalarEnd(word, flow, static_cast<int>(mapping.column));
    while (isBlank(at(i))) ++i;
    if (at(i) != ':') m_site.refuse("layout", start);
    return i + 1;
  }

  void measureNull(Span& item, std::size_t colon) const {
    item.begin = item.end = colon;
    std::size_t i = colon;
    while (isBlank(at(i))) ++i;
    for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
      if (m_text.substr(i, word.size()) != word) continue;
      const char behind = at(i + word.size());
      if (!isBlank(behind) && behind != '\n' && behind != ',' && behind != '}') continue;
      item.begin = i;
      item.end = i + word.size();
    }
    item.column = item.begin - lineStart(m_text, item.begin);
  }

  void measureMapping(Span& span, bool inFlow) const {
    const bool flow = inFlow || span.flow;
    std::size_t from = span.begin + 1;
    for (std::size_t i = 0; i < span.items.size(); ++i) {
      Span& item = span.items[i];
      const std::size_t colon = behindColon(span, span.starts[i], span.keys[i], flow);
      if (item.kind == Span::Kind::Null) {
        measureNull(item, colon);
      } else {
        measure(item, flow, static_cast<int>(span.column));
      }
      from = item.end;
    }
    span.end = span.flow ? bracketEnd(from, '}') : from;
  }

  const Site& m_site;
  std::string_view m_text;
};

}  // namespace

std::size_t lineEnd(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

std::size_t lineStart(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::vector<Span> parseSpans(std::string_view text, const std::string& source) {
  const std::size_t base = text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
  const Site site{text, source, base};
  // A space keeps every offset where it is.
  std::string clean(text.substr(base));
  std::replace(clean.begin(), clean.end(), '\r', ' ');
  std::istringstream stream(clean);
  std::vector<Span> documents;
  try {
    YAML::Parser parser(stream);
    SpanBuilder builder(site);
    while (parser.HandleNextDocument(builder)) {
      Span document = builder.take();
      Ruler(site).measure(document, false, -1);
      documents.push_back(std::move(document));
    }
  } catch (const YAML::Exception& error) {
    site.refuse("JSON escape", base + static_cast<std::size_t>(std::max(0, error.mark.pos)));
  }
  return documents;
}

}  // namespace cardinal::yaml
