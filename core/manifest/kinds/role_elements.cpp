// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/role_elements.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>

namespace cardinal::yaml {
namespace {

bool isSameWord(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

bool hasTemplate(const RoleRecord& record, const KindScope& scope) {
  for (const auto* places : {&record.templates, &record.podSpecs, &record.containers, &record.resources}) {
    for (const std::string& path : *places) {
      if (fieldAt(path, scope).exists()) return true;
    }
  }
  return false;
}

/// A list or mapping of elements, and the element of the list before a "[]" that it stands in.
struct Elements {
  Field each;
  std::optional<Field> parent;
};

/// The lists or mappings that `path` names, below every element of the lists before a "[]".
std::vector<Elements> listsAt(const std::string& path, const KindScope& scope) {
  const std::size_t every = path.find("[]");
  if (every == std::string::npos) return {{path.empty() ? scope.item : fieldAt(path, scope), scope.parent}};
  const Field list = every == 0 ? scope.item : fieldAt(path.substr(0, every), scope);
  std::vector<Elements> out;
  for (const Field& element : list.elements()) {
    const KindScope below{scope.object, element, {}, 0, element};
    for (Elements& one : listsAt(path.substr(every + 2), below)) out.push_back(std::move(one));
  }
  return out;
}

std::vector<KindScope> elementsAt(const Field& each, const RoleRecord& record, const Field& root) {
  std::vector<KindScope> out;
  if (each.node() == nullptr) return out;
  std::int64_t index = 0;
  if (each.node()->kind != Node::Kind::Mapping) {
    for (const Field& element : each.elements()) out.push_back({root, element, {}, index++});
    return out;
  }
  const std::vector<Field> members = each.members();
  for (const Field& member : members) {
    // Controllers of Kubeflow take the names of roles in any case and write them in theirs.
    const std::string& written = each.node()->keys[static_cast<std::size_t>(index)];
    const auto known = std::find_if(record.keys.begin(), record.keys.end(),
                                    [&](const std::string& key) { return isSameWord(key, written); });
    out.push_back({root, member, known != record.keys.end() ? *known : written, index++});
  }
  const auto rank = [&](const KindScope& scope) {
    return std::find(record.keys.begin(), record.keys.end(), scope.key) - record.keys.begin();
  };
  std::stable_sort(out.begin(), out.end(), [&](const KindScope& a, const KindScope& b) { return rank(a) < rank(b); });
  return out;
}

}  // namespace

bool holds(const std::string& expression, const KindScope& scope, bool otherwise) {
  return expression.empty() ? otherwise : evaluateKind(expression, scope).isTrue();
}

std::string textOf(const std::string& expression, const KindScope& scope) {
  if (expression.empty()) return {};
  const KindValue value = evaluateKind(expression, scope);
  return value.type == KindValue::Type::Number ? std::to_string(value.number) : value.text;
}

std::vector<KindScope> elementsOf(const RoleRecord& record, const Field& root) {
  const KindScope whole{root, root, {}, 0};
  if (record.each.empty()) return {whole};
  std::vector<KindScope> out;
  for (const Elements& elements : listsAt(record.each, whole)) {
    std::vector<KindScope> more = elementsAt(elements.each, record, root);
    for (KindScope& scope : more) scope.parent = elements.parent;
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

std::string roleName(const RoleRecord& record, const KindScope& scope) {
  if (!record.name.empty()) return record.name;
  return record.nameFrom.empty() ? scope.key : textOf(record.nameFrom, scope);
}

bool makesRole(const RoleRecord& record, const KindScope& scope) {
  return holds(record.when, scope, true) && (!record.optional || hasTemplate(record, scope));
}

std::vector<std::string> pathsIn(const std::string& expression) {
  std::vector<std::string> out;
  std::size_t at = 0;
  const auto isWord = [&](std::size_t i) {
    return i < expression.size() && (std::isalnum(static_cast<unsigned char>(expression[i])) != 0 ||
                                     expression[i] == '_' || expression[i] == '.' || expression[i] == '^');
  };
  while (at < expression.size()) {
    const char first = expression[at];
    if (first == '\'') {
      at = std::min(expression.find('\'', at + 1), expression.size() - 1) + 1;
    } else if (!isWord(at) || std::isdigit(static_cast<unsigned char>(first)) != 0) {
      ++at;
    } else {
      const std::size_t from = at;
      for (;;) {
        while (isWord(at)) ++at;
        if (expression.compare(at, 2, "['") != 0) break;
        at = std::min(expression.find(']', at), expression.size() - 1) + 1;
      }
      if (at >= expression.size() || expression[at] != '(') out.push_back(expression.substr(from, at - from));
    }
  }
  return out;
}

std::string countPath(const std::string& expression) {
  std::vector<std::string> paths = pathsIn(expression);
  std::erase_if(paths, [](const std::string& path) { return path.find("annotations") != std::string::npos; });
  // the element's own number before that of the whole
  std::stable_partition(paths.begin(), paths.end(), [](const std::string& path) { return path.front() == '.'; });
  for (const char* word : {"eplicas", "parallelism", "numNodes", "instances", "podGroupSize"}) {
    const auto found =
        std::find_if(paths.begin(), paths.end(), [word](const std::string& path) { return path.ends_with(word); });
    if (found != paths.end()) return *found;
  }
  if (paths.size() == 1) return paths.front();
  return {};
}

}  // namespace cardinal::yaml
