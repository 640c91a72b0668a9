// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/cel/syntax.h"

#include <algorithm>

#include "core/alloc/cel/token.h"

namespace cardinal::cel {
namespace {

constexpr int kMaxDepth = 50;    // of brackets while reading
constexpr int kMaxHeight = 100;  // of the tree
constexpr std::size_t kMaxShown = 64;

using Kind = Node::Kind;

/// Recursive descent; the first fault ends it.
class Parser {
 public:
  explicit Parser(std::string_view text) : m_lexer(text) { advance(); }

  Result<Tree> read() {
    const std::size_t root = choice();
    if (!m_failed && m_token.kind != Token::Kind::End) fail();
    if (m_failed) return unexpected(m_error);
    m_tree.root = root;
    return std::move(m_tree);
  }

 private:
  void advance() {
    m_token = m_lexer.next();
    if (m_token.kind == Token::Kind::Bad) fail();
  }

  void fail() { failWith(ErrorCode::Unsupported, m_token.kind == Token::Kind::End ? "end" : m_token.text); }
  void failWith(ErrorCode code, const std::string& what) {
    if (m_failed) return;
    m_failed = true;
    m_error = makeError(code, what.substr(0, kMaxShown), "character " + std::to_string(m_token.at + 1));
  }

  bool isSign(std::string_view sign) const { return m_token.kind == Token::Kind::Sign && m_token.text == sign; }
  bool take(std::string_view sign) {
    if (m_failed || !isSign(sign)) return false;
    advance();
    return true;
  }
  void expect(std::string_view sign) {
    if (!take(sign)) fail();
  }
  std::string takeName() {
    if (m_failed || m_token.kind != Token::Kind::Name) {
      fail();
      return {};
    }
    std::string name = std::move(m_token.text);
    advance();
    return name;
  }

  std::size_t add(Node node) {
    for (const std::size_t child : node.children) node.height = std::max(node.height, m_tree.nodes[child].height + 1);
    if (node.height > kMaxHeight) failWith(ErrorCode::LimitExceeded, "nesting");
    m_tree.nodes.push_back(std::move(node));
    return m_tree.nodes.size() - 1;
  }
  std::size_t add(Kind kind, std::vector<std::size_t> children, std::string text = {}) {
    return add(Node{kind, std::move(text), {}, 0, std::move(children), 1});
  }

  std::size_t choice() {
    if (m_failed || ++m_depth > kMaxDepth) {
      failWith(ErrorCode::LimitExceeded, "nesting");
      return add(Kind::Null, {});
    }
    std::size_t out = either();
    if (take("?")) {
      const std::size_t yes = either();
      expect(":");
      out = add(Kind::Choice, {out, yes, choice()});
    }
    --m_depth;
    return out;
  }

  std::size_t either() {
    std::vector<std::size_t> parts{both()};
    while (take("||")) parts.push_back(both());
    return parts.size() == 1 ? parts.front() : add(Kind::Or, std::move(parts));
  }

  std::size_t both() {
    std::vector<std::size_t> parts{relation()};
    while (take("&&")) parts.push_back(relation());
    return parts.size() == 1 ? parts.front() : add(Kind::And, std::move(parts));
  }

  /// Left-associative operators of one rank.
  template <typename Next>
  std::size_t chain(std::initializer_list<std::string_view> operators, Next next) {
    std::size_t out = (this->*next)();
    while (!m_failed) {
      const bool isWord = m_token.kind == Token::Kind::Name && m_token.text == "in";
      const bool isOne = (isWord || m_token.kind == Token::Kind::Sign) &&
                         std::find(operators.begin(), operators.end(), m_token.text) != operators.end();
      if (!isOne) break;
      std::string word = m_token.text;
      advance();
      const std::size_t right = (this->*next)();
      out = add(Kind::Operator, {out, right}, std::move(word));
    }
    return out;
  }

  std::size_t relation() { return chain({"==", "!=", "<", "<=", ">", ">=", "in"}, &Parser::sum); }
  std::size_t sum() { return chain({"+", "-"}, &Parser::product); }
  std::size_t product() { return chain({"*", "/", "%"}, &Parser::unary); }

  std::size_t unary() {
    int nots = 0;
    int minuses = 0;
    while (take("!")) ++nots;
    while (nots == 0 && take("-")) ++minuses;
    std::size_t out = member();
    if (minuses % 2 != 0) out = add(Kind::Minus, {out});
    if (nots != 0) out = add(Kind::Not, {out});
    if (nots != 0 && nots % 2 == 0) out = add(Kind::Not, {out});
    return out;
  }

  std::size_t member() {
    std::size_t out = primary();
    while (!m_failed) {
      if (take(".")) {
        const bool ifAny = take("?");
        std::string name = takeName();
        if (!ifAny && take("("))
          out = method(out, std::move(name));
        else
          out = add(ifAny ? Kind::FieldIfAny : Kind::Field, {out}, std::move(name));
      } else if (take("[")) {
        const bool ifAny = take("?");
        const std::size_t key = choice();
        expect("]");
        out = add(ifAny ? Kind::IndexIfAny : Kind::Index, {out, key});
      } else {
        break;
      }
    }
    return out;
  }

  std::vector<std::size_t> arguments(std::string_view end) {
    std::vector<std::size_t> out;
    while (!m_failed && !isSign(end)) {
      out.push_back(choice());
      if (!take(",")) break;
    }
    expect(end);
    return out;
  }

  bool isNamed(std::size_t at, std::string_view name) const {
    return m_tree.nodes[at].kind == Kind::Name && m_tree.nodes[at].text == name;
  }

  /// The arguments of `target.name(`.
  std::size_t method(std::size_t target, std::string name) {
    std::vector<std::size_t> args = arguments(")");
    if (m_failed) return target;
    const auto isVariable = [&] { return m_tree.nodes[args[0]].kind == Kind::Name; };
    if (name == "bind" && isNamed(target, "cel") && args.size() == 3 && isVariable())
      return add(Node{Kind::Bind, {}, m_tree.nodes[args[0]].text, 0, {args[1], args[2]}, 1});
    const bool isEach = name == "exists" || name == "all" || name == "exists_one";
    if (isEach && args.size() == 2 && isVariable())
      return add(Node{Kind::Each, std::move(name), m_tree.nodes[args[0]].text, 0, {target, args[1]}, 1});
    args.insert(args.begin(), target);
    return add(Kind::Method, std::move(args), std::move(name));
  }

  std::size_t call(std::string name) {
    std::vector<std::size_t> args = arguments(")");
    if (name != "has" || m_failed) return add(Kind::Call, std::move(args), std::move(name));
    if (args.size() != 1 || m_tree.nodes[args[0]].kind != Kind::Field) {
      failWith(ErrorCode::Unsupported, "has");
      return args.empty() ? add(Kind::Null, {}) : args[0];
    }
    m_tree.nodes[args[0]].kind = Kind::Has;
    return args[0];
  }

  std::size_t primary() {
    if (m_failed) return add(Kind::Null, {});
    if (take("(")) {
      const std::size_t out = choice();
      expect(")");
      return out;
    }
    if (take("[")) return add(Kind::List, arguments("]"));
    if (m_token.kind == Token::Kind::Text || m_token.kind == Token::Kind::Int) {
      const Kind kind = m_token.kind == Token::Kind::Text ? Kind::Text : Kind::Int;
      const std::size_t out = add(Node{kind, std::move(m_token.text), {}, m_token.integer, {}, 1});
      advance();
      return out;
    }
    take(".");
    std::string name = takeName();
    if (take("(")) return call(std::move(name));
    if (name == "true" || name == "false") return add(Node{Kind::Bool, {}, {}, name == "true" ? 1 : 0, {}, 1});
    return name == "null" ? add(Kind::Null, {}) : add(Kind::Name, {}, std::move(name));
  }

  Lexer m_lexer;
  Token m_token;
  Tree m_tree;
  Error m_error;
  int m_depth = 0;
  bool m_failed = false;
};

}  // namespace

Result<Tree> parse(std::string_view text) {
  if (text.size() > kMaxExpression) return unexpected(makeError(ErrorCode::LimitExceeded, "length"));
  return Parser(text).read();
}

}  // namespace cardinal::cel
