// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "core/base/quantity.h"
#include "core/base/saturate.h"
#include "core/manifest/kinds/kind_reader.h"
#include "core/manifest/kinds/role_pod.h"

namespace cardinal::yaml {
namespace {

constexpr int kMaxDepth = 16;
constexpr std::size_t kMaxFound = 100;
constexpr std::size_t kMaxPathLetters = 400;
constexpr std::size_t kMaxText = 200;
constexpr std::int64_t kMaxPods = std::numeric_limits<std::int32_t>::max();

bool isMapping(const Node* node) {
  return node != nullptr && node->kind == Node::Kind::Mapping;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A list of containers: mappings with a name.
bool holdsContainers(const Node* spec) {
  const Node* list = isMapping(spec) ? spec->find("containers") : nullptr;
  if (list == nullptr || list->kind != Node::Kind::Sequence || list->items.empty()) return false;
  return std::all_of(list->items.begin(), list->items.end(), [](const Node& one) {
    const Node* name = isMapping(&one) ? one.find("name") : nullptr;
    return name != nullptr && name->kind == Node::Kind::String;
  });
}

/// `resources` that ask for a GPU by a name of the public ones.
bool requestsGpu(const Node* resources) {
  for (const char* part : {"limits", "requests"}) {
    const Node* list = isMapping(resources) ? resources->find(part) : nullptr;
    if (!isMapping(list)) continue;
    for (const std::string& key : list->keys) {
      if (key.find('/') != std::string::npos && key.find("gpu") != std::string::npos) return true;
      if (key.rfind("nvidia.com/mig-", 0) == 0) return true;
    }
  }
  return false;
}

/// Walks an object of an unknown kind.
class Walk {
 public:
  explicit Walk(ManifestObject& object) : m_object(object) {}

  struct Way {
    std::optional<std::int64_t> factor = 1;  ///< nothing = not known
    std::string name;
    int depth = 0;
    std::vector<ManifestNote> notes{};  ///< of numbers on the way
  };

  void visit(const Field& field, const std::string& key, Way way) {
    const Node* node = field.node();
    if (node == nullptr || node->isScalar() || way.depth > kMaxDepth || m_object.roles.size() >= kMaxFound) return;
    ++way.depth;
    if (node->kind == Node::Kind::Sequence) {
      for (const Field& element : field.elements()) visit(element, key, way);
      return;
    }
    if (const auto hit = podAt(field, key)) return add(*hit, field, way, key);
    if (isGroupTemplate(*node)) return visitGroup(field, way);
    multiply(field, way);
    if (node->kind == Node::Kind::Mapping && mayBeOnePod(*node)) {
      way.factor.reset();
      way.notes.push_back({NoteCode::NotANumber, field.path(), field.where(), {}});
    }
    if (const std::string own = nameIn(*node); !own.empty()) {
      way.name = own;
    } else if (!isUsual(key)) {
      way.name = key;
    }
    const std::vector<Field> members = field.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (isOneOf(node->keys[i], {"status", "metadata", "managedFields", "annotations", "labels"})) continue;
      visit(members[i], node->keys[i], way);
    }
  }

  std::string paths() const { return m_paths; }

 private:
  std::optional<RolePod> podAt(const Field& field, const std::string& key) const {
    const Node& node = *field.node();
    if (holdsContainers(node.find("spec"))) return podOfTemplate(field, m_object.key);
    if (holdsContainers(&node) &&
        isOneOf(key, {"podSpec", "template", "worker", "leader", "predictor", "extraPodSpec", "spec"})) {
      return podOfSpec(field, m_object.key);
    }
    if (requestsGpu(node.find("resources"))) return podOfResources(field.child("resources"), field, m_object.key);
    return std::nullopt;
  }

  /// Leader, workers and their number together, as a LeaderWorkerSet has them (LeaderWorkerTemplate).
  static bool isGroupTemplate(const Node& node) {
    const Node* size = node.find("size");
    return isMapping(node.find("leaderTemplate")) && isMapping(node.find("workerTemplate")) && size != nullptr &&
           size->kind == Node::Kind::Integer;
  }

  void visitGroup(const Field& field, const Way& way) {
    const Field size = field.child("size");
    const std::int64_t pods = size.integer(1, 0, kMaxPods);
    notePath(size.path());
    visit(field.child("leaderTemplate"), "leaderTemplate", way);
    if (pods < 2) return;
    Way worker = way;
    if (worker.factor) worker.factor = saturatedProduct(*worker.factor, pods - 1);
    visit(field.child("workerTemplate"), "workerTemplate", worker);
  }

  void multiply(const Field& field, Way& way) {
    const Node& node = *field.node();
    for (const char* key : {"replicas", "size", "numOfHosts", "slices", "podGroupSize", "nodeCount", "numNodes"}) {
      const Node* number = node.find(key);
      if (number == nullptr) continue;
      if (number->kind == Node::Kind::Integer) take(field.child(key), field.child(key).integer(1, 0, kMaxPods), way);
      if (number->kind == Node::Kind::String) takeText(field.child(key), way);
      if (number->kind == Node::Kind::Float) takeUnknown(field.child(key), way);
    }
    takeOtherCounts(field, way);
    const Node* parallel = node.find("parallelism");
    if (parallel == nullptr || parallel->kind != Node::Kind::Integer) return;
    const std::int64_t at = field.child("parallelism").integer(1, 0, kMaxPods);
    take(field.child("parallelism"), std::min(at, field.child("completions").integer(at, 0, kMaxPods)), way);
  }

  /// Further numbers that count pods by their names, whatever they mean to this kind: how many pods is not known.
  static void takeOtherCounts(const Field& field, Way& way) {
    const Node& node = *field.node();
    const bool hasReplicas = node.find("replicas") != nullptr;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const std::string& key = node.keys[i];
      if (node.items[i].kind != Node::Kind::Integer || !isCount(key)) continue;
      // the range of an autoscaler, which begins with the replicas
      if (hasReplicas && isOneOf(key, {"minReplicas", "maxReplicas"})) continue;
      way.factor.reset();
      const Field at = field.child(key);
      way.notes.push_back({NoteCode::NotANumber, at.path(), at.where(), {}});
    }
  }

  static bool isCount(const std::string& key) {
    const auto ends = [&](std::string_view with) { return key.size() > with.size() && key.ends_with(with); };
    return isOneOf(key, {"pods", "workers", "groupSize", "workerSize", "clusterSize", "workerCount", "podCount",
                         "replicaCount", "instanceCount", "instances", "parallelTrialCount", "numReplicas"}) ||
           ends("Replicas") || ends("Workers") || ends("Pods");
  }

  /// A container of a field of its own beside a pod template: one pod, or two.
  static bool mayBeOnePod(const Node& node) {
    const auto isContainer = [](const Node& one) {
      return isMapping(&one) && requestsGpu(one.find("resources")) && !holdsContainers(&one);
    };
    const auto isTemplate = [](const Node& one) { return isMapping(&one) && holdsContainers(one.find("spec")); };
    return std::any_of(node.items.begin(), node.items.end(), isContainer) &&
           std::any_of(node.items.begin(), node.items.end(), isTemplate);
  }

  void take(const Field& field, std::int64_t factor, Way& way) {
    if (way.factor) way.factor = std::min(saturatedProduct(*way.factor, factor), kMaxPods);
    notePath(field.path());
    if (factor == 0) m_object.notes.push_back({NoteCode::NoReplicas, field.path(), field.where(), {}});
  }

  /// A text that spells a number: whether the kind takes it is not known.
  void takeText(const Field& field, Way& way) {
    const std::string& text = field.node()->text;
    std::int64_t factor = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
    // an amount, such as the size of a volume
    if (end != text.data() && end != text.data() + text.size() && Quantity::parse(text)) return;
    if (error != std::errc() || end != text.data() + text.size() || factor < 0) return takeUnknown(field, way);
    m_object.notes.push_back({NoteCode::TextForNumber, field.path(), field.where(), text});
    take(field, factor, way);
  }

  /// Whatever it means, the pods below it are not one.
  void takeUnknown(const Field& field, Way& way) {
    way.factor.reset();
    notePath(field.path());
    m_object.notes.push_back(
        {NoteCode::NotANumber, field.path(), field.where(), field.node()->text.substr(0, kMaxText)});
  }

  /// Keys that name no role.
  static bool isUsual(const std::string& key) {
    return isOneOf(key, {"template", "podTemplate", "podSpec", "spec", "extraPodSpec"});
  }

  /// Two templates of one element, "entryTemplate" and "workerTemplate", are two roles.
  static std::string nameOf(const std::string& name, const std::string& key) {
    constexpr std::string_view kTemplate = "Template";
    std::string part = isUsual(key) ? std::string() : key;
    if (part.ends_with(kTemplate))
      part.resize(part.size() - kTemplate.size());
    else if (!name.empty())
      part.clear();
    if (name.empty() || part.empty()) return name + part;
    return name + "-" + part;
  }

  static std::string nameIn(const Node& node) {
    for (const char* key : {"name", "groupName", "roleName", "role"}) {
      const Node* name = node.find(key);
      if (name != nullptr && name->kind == Node::Kind::String) return name->text;
    }
    return {};
  }

  void notePath(const std::string& path) {
    if (m_paths.size() + path.size() > kMaxPathLetters) return;
    m_paths += (m_paths.empty() ? "" : ", ") + path;
  }

  void add(const RolePod& found, const Field& field, Way way, const std::string& key) {
    // resources may stand beside their number
    multiply(field, way);
    ManifestRole role;
    role.name = nameOf(way.name, key);
    role.pod = found.pod;
    role.devices = found.devices;
    role.podGroup = found.podGroup;
    role.pods = way.factor;
    role.assumed = true;
    for (ManifestNote& note : way.notes) {
      auto& notes = m_object.notes;
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
    }
    m_object.roles.push_back(std::move(role));
    notePath(field.path());
  }

  ManifestObject& m_object;
  std::string m_paths;
};

}  // namespace

void readUnknownKind(ManifestObject& object, const Field& root) {
  Walk walk(object);
  const std::vector<Field> members = root.members();
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string& key = root.node()->keys[i];
    if (!isOneOf(key, {"status", "metadata"})) walk.visit(members[i], key, {});
  }
  if (object.roles.empty()) {
    object.noPods = NoPods::NotFound;
    object.notes.clear();
    return;
  }
  object.notes.push_back({NoteCode::Assumed, {}, root.where(), walk.paths()});
}

}  // namespace cardinal::yaml
