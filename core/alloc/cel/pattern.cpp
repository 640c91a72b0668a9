// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/cel/pattern.h"

#include <cctype>
#include <string>

namespace cardinal::cel {
namespace {

constexpr std::size_t kMaxSteps = 4000;
constexpr int kMaxEmits = 50000;  // repeated nothing makes no steps
constexpr std::size_t kMaxText = 4096;
constexpr int kMaxDepth = 40;
constexpr int kMaxRepeat = 200;
constexpr int kNoLimit = -1;

bool isAscii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) > 127) return false;
  }
  return true;
}

}  // namespace

/// Reads a pattern into a machine of steps, from the end to the start: each part gets the step it leads to.
class PatternReader {
 public:
  using Class = Pattern::Class;
  using Step = Pattern::Step;

  PatternReader(std::string_view text, Pattern& out) : m_text(text), m_out(out) {}

  bool read() {
    if (m_text.substr(0, 4) == "(?i)") {
      m_ignoreCase = true;
      m_at = 4;
    }
    const auto tree = alternatives(0);
    if (!tree || m_at != m_text.size()) return false;
    m_out.m_start = emit(*tree, add({Step::Kind::Match, 0, 0, {}}));
    return !m_tooLarge;
  }

 private:
  struct Node {
    enum class Kind : unsigned char { Empty, One, Begin, End, Sequence, Either, Repeat };
    Kind kind = Kind::Empty;
    Class of;
    int least = 0;
    int most = 0;
    std::vector<std::size_t> parts;  ///< positions in m_nodes
  };

  std::size_t keep(Node node) {
    m_nodes.push_back(std::move(node));
    return m_nodes.size() - 1;
  }

  bool peek(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }
  bool take(char c) {
    if (!peek(c)) return false;
    ++m_at;
    return true;
  }

  std::optional<std::size_t> alternatives(int depth) {
    if (depth > kMaxDepth) return std::nullopt;
    Node either{Node::Kind::Either, {}, 0, 0, {}};
    do {
      const auto part = sequence(depth);
      if (!part) return std::nullopt;
      either.parts.push_back(*part);
    } while (take('|'));
    return either.parts.size() == 1 ? either.parts.front() : keep(std::move(either));
  }

  std::optional<std::size_t> sequence(int depth) {
    Node out{Node::Kind::Sequence, {}, 0, 0, {}};
    while (m_at < m_text.size() && !peek('|') && !peek(')')) {
      const auto part = repeated(depth);
      if (!part) return std::nullopt;
      out.parts.push_back(*part);
    }
    return keep(std::move(out));
  }

  std::optional<std::size_t> repeated(int depth) {
    const auto part = single(depth);
    if (!part || m_at >= m_text.size()) return part;
    int least = 0;
    int most = kNoLimit;
    if (take('*')) {
    } else if (take('+')) {
      least = 1;
    } else if (take('?')) {
      most = 1;
    } else if (peek('{')) {
      if (!counts(least, most)) return std::nullopt;
    } else {
      return part;
    }
    take('?');  // lazy: the same texts match
    if (peek('*') || peek('+') || peek('?') || peek('{')) return std::nullopt;
    return keep({Node::Kind::Repeat, {}, least, most, {*part}});
  }

  std::optional<int> number() {
    int out = 0;
    const std::size_t from = m_at;
    while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0 && out <= kMaxRepeat)
      out = out * 10 + (m_text[m_at++] - '0');
    if (m_at == from || out > kMaxRepeat) return std::nullopt;
    return out;
  }

  bool counts(int& least, int& most) {
    take('{');
    const auto from = number();
    if (!from) return false;
    least = most = *from;
    if (take(',')) {
      most = kNoLimit;
      if (!peek('}')) {
        const auto to = number();
        if (!to || *to < least) return false;
        most = *to;
      }
    }
    return take('}');
  }

  std::optional<std::size_t> single(int depth) {
    const char c = m_text[m_at];
    if (c == '(') return group(depth);
    if (c == '*' || c == '+' || c == '?' || c == '{') return std::nullopt;
    ++m_at;
    Node out{Node::Kind::One, {}, 0, 0, {}};
    if (c == '^' || c == '$') {
      out.kind = c == '^' ? Node::Kind::Begin : Node::Kind::End;
    } else if (c == '.') {
      out.of.set();
      out.of.reset('\n');
    } else if (c == '[') {
      if (!bracket(out.of)) return std::nullopt;
    } else if (c == '\\') {
      if (!escape(out.of)) return std::nullopt;
    } else {
      out.of.set(static_cast<unsigned char>(c));
    }
    if (m_ignoreCase) foldCase(out.of);
    return keep(std::move(out));
  }

  std::optional<std::size_t> group(int depth) {
    take('(');
    if (take('?') && !take(':')) return std::nullopt;
    const auto inside = alternatives(depth + 1);
    if (!inside || !take(')')) return std::nullopt;
    return inside;
  }

  static void foldCase(Class& of) {
    for (std::size_t c = 'a'; c <= 'z'; ++c) {
      const std::size_t upper = c - 'a' + 'A';
      if (of.test(c) || of.test(upper)) of.set(c).set(upper);
    }
  }

  static void addRange(Class& of, char from, char to) {
    for (int c = from; c <= to; ++c) of.set(static_cast<std::size_t>(c));
  }

  /// What follows a backslash.
  bool escape(Class& of) {
    if (m_at >= m_text.size()) return false;
    const char c = m_text[m_at++];
    Class named;
    switch (c) {
      case 'd':
      case 'D':
        addRange(named, '0', '9');
        break;
      case 'w':
      case 'W':
        addRange(named, '0', '9');
        addRange(named, 'a', 'z');
        addRange(named, 'A', 'Z');
        named.set('_');
        break;
      case 's':
      case 'S':
        for (const char space : {'\t', '\n', '\f', '\r', ' '}) named.set(static_cast<std::size_t>(space));
        break;
      case 't':
        named.set('\t');
        break;
      case 'n':
        named.set('\n');
        break;
      case 'r':
        named.set('\r');
        break;
      default:
        if (std::ispunct(static_cast<unsigned char>(c)) == 0) return false;
        named.set(static_cast<unsigned char>(c));
        break;
    }
    if (c == 'D' || c == 'W' || c == 'S') named.flip();
    of |= named;
    return true;
  }

  /// One end of a range inside brackets, or nothing when it is a named class (then added to `of`).
  bool bracketItem(Class& of, std::optional<char>& plain) {
    plain.reset();
    if (m_at >= m_text.size() || m_text.substr(m_at, 2) == "[:") return false;
    const char c = m_text[m_at++];
    if (c != '\\') {
      plain = c;
      return true;
    }
    Class named;
    if (!escape(named)) return false;
    if (named.count() == 1) {
      for (std::size_t i = 0; i < named.size(); ++i) {
        if (named.test(i)) plain = static_cast<char>(i);
      }
    } else {
      of |= named;
    }
    return true;
  }

  bool bracket(Class& of) {
    const bool negated = take('^');
    bool first = true;
    while (first || !peek(']')) {
      first = false;
      std::optional<char> from;
      if (!bracketItem(of, from)) return false;
      if (!from) continue;
      std::optional<char> to = from;
      const bool isRange = peek('-') && m_at + 1 < m_text.size() && m_text[m_at + 1] != ']';
      if (isRange) {
        take('-');
        if (!bracketItem(of, to) || !to || *to < *from) return false;
      }
      addRange(of, *from, *to);
    }
    if (m_ignoreCase) foldCase(of);
    if (negated) of.flip();
    return take(']');
  }

  std::size_t add(Step step) {
    if (m_out.m_steps.size() >= kMaxSteps) {
      m_tooLarge = true;
      return 0;
    }
    m_out.m_steps.push_back(step);
    return m_out.m_steps.size() - 1;
  }

  /// Steps of `node` that lead to `next`; returns where they begin.
  std::size_t emit(std::size_t at, std::size_t next) {
    if (++m_emits > kMaxEmits) m_tooLarge = true;
    if (m_tooLarge) return 0;
    const Node& node = m_nodes[at];
    switch (node.kind) {
      case Node::Kind::Empty:
        return next;
      case Node::Kind::One:
        return add({Step::Kind::One, next, 0, node.of});
      case Node::Kind::Begin:
        return add({Step::Kind::Begin, next, 0, {}});
      case Node::Kind::End:
        return add({Step::Kind::End, next, 0, {}});
      case Node::Kind::Sequence:
        for (std::size_t i = node.parts.size(); i-- > 0;) next = emit(node.parts[i], next);
        return next;
      case Node::Kind::Either: {
        std::size_t begin = emit(node.parts.back(), next);
        for (std::size_t i = node.parts.size() - 1; i-- > 0;)
          begin = add({Step::Kind::Split, emit(node.parts[i], next), begin, {}});
        return begin;
      }
      case Node::Kind::Repeat:
        return emitRepeat(node, next);
    }
    return next;
  }

  std::size_t emitRepeat(const Node& node, std::size_t next) {
    const std::size_t part = node.parts.front();
    if (node.most == kNoLimit) {
      const std::size_t loop = add({Step::Kind::Split, next, next, {}});
      const std::size_t body = emit(part, loop);
      if (m_tooLarge) return 0;
      m_out.m_steps[loop].next = body;
      next = loop;
    } else {
      for (int i = node.least; i < node.most && !m_tooLarge; ++i)
        next = add({Step::Kind::Split, emit(part, next), next, {}});
    }
    for (int i = 0; i < node.least && !m_tooLarge; ++i) next = emit(part, next);
    return next;
  }

  std::string_view m_text;
  Pattern& m_out;
  std::vector<Node> m_nodes;
  std::size_t m_at = 0;
  int m_emits = 0;
  bool m_ignoreCase = false;
  bool m_tooLarge = false;
};

std::optional<Pattern> Pattern::compile(std::string_view text) {
  if (text.size() > kMaxText || !isAscii(text)) return std::nullopt;
  Pattern out;
  if (!PatternReader(text, out).read()) return std::nullopt;
  return out;
}

/// The set of steps that are reached before one character.
struct Pattern::Walk {
  explicit Walk(const Pattern& owner) : pattern(owner), seen(owner.m_steps.size(), false) {}

  /// Adds a step and all that follow without a character. Returns true when the end is among them.
  bool reach(std::size_t from, bool atBegin, bool atEnd) {
    bool matched = false;
    open.assign(1, from);
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      const Step& step = pattern.m_steps[at];
      if (step.kind == Step::Kind::Match) matched = true;
      if (step.kind == Step::Kind::One) waiting.push_back(at);
      if (step.kind == Step::Kind::Split) open.push_back(step.other);
      const bool passes = step.kind == Step::Kind::Split || (step.kind == Step::Kind::Begin && atBegin) ||
                          (step.kind == Step::Kind::End && atEnd);
      if (passes) open.push_back(step.next);
    }
    return matched;
  }

  void clear() {
    seen.assign(seen.size(), false);
    waiting.clear();
  }

  const Pattern& pattern;
  std::vector<bool> seen;
  std::vector<std::size_t> waiting;
  std::vector<std::size_t> open;
};

std::optional<bool> Pattern::search(std::string_view text) const {
  if (!isAscii(text)) return std::nullopt;
  Walk here(*this);
  Walk next(*this);
  for (std::size_t i = 0;; ++i) {
    if (here.reach(m_start, i == 0, i == text.size())) return true;
    if (i == text.size()) return false;
    next.clear();
    for (const std::size_t at : here.waiting) {
      const Step& step = m_steps[at];
      if (!step.of.test(static_cast<unsigned char>(text[i]))) continue;
      if (next.reach(step.next, false, i + 1 == text.size())) return true;
    }
    std::swap(here.seen, next.seen);
    std::swap(here.waiting, next.waiting);
  }
}

}  // namespace cardinal::cel
