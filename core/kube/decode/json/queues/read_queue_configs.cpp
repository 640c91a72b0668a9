// SPDX-License-Identifier: Apache-2.0
// Trees of quotas, and the configurations of schedulers that hold queues as text.
#include <algorithm>

#include "core/kube/decode/json/config_object.h"
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

constexpr std::size_t kMaxQueues = 4096;
constexpr int kMaxLevels = 16;
constexpr std::size_t kMaxText = 1U << 20U;  ///< bytes of a configuration

/// Reads amounts; false = one of them could not be read.
bool readAll(Value& value, ResourceList& out, const Path& path, std::vector<FieldProblem>& problems) {
  Problems into(problems);
  const std::size_t before = problems.size();
  readResources(value, out, path, into);
  return problems.size() == before;
}

class TreeReader {
 public:
  explicit TreeReader(RawQuotaTree& out) : m_out(out) {}

  void read(Value& value, std::optional<std::size_t> parent, const Path& path, int level) {
    Problems problems(m_out.problems);
    if (level > kMaxLevels || m_out.quotas.size() >= kMaxQueues) {
      m_out.isCut = true;
      return;
    }
    const std::size_t here = m_out.quotas.size();
    m_out.quotas.emplace_back().parent = parent;
    eachField(value, path, problems, [&](std::string_view key, Value& field) {
      const Path at{&path, key};
      RawTreeQuota& quota = m_out.quotas[here];
      if (key == "name") return readText(field, quota.name, at, problems);
      if (key == "namespaces") return readTexts(field, quota.namespaces, at, problems);
      if (key == "min" || key == "max") {
        if (!readAll(field, key == "min" ? quota.min : quota.max, at, m_out.problems)) quota.isUnread = true;
      } else if (key == "children") {
        eachItem(field, at, problems, [&](Value& item, int index) {
          read(item, here, Path{&path, "children", index}, level + 1);
        });
      }
    });
  }

 private:
  RawQuotaTree& m_out;
};

/// Cores are called so in YuniKorn.
void renameCores(ResourceList& list) {
  ResourceList renamed;
  for (const ResourceAmount& entry : list)
    renamed.push_back({entry.name == "vcore" ? std::string("cpu") : std::string(entry.name), entry.amount});
  list = std::move(renamed);
}

class YunikornReader {
 public:
  explicit YunikornReader(RawYunikornConfig& out) : m_out(out) {}

  void readRoot(Object& root) {
    Problems problems(m_out.problems);
    eachField(root, [&](std::string_view key, Value& field) {
      if (key != "partitions") return;
      const Path path{nullptr, key};
      eachItem(field, path, problems, [&](Value& item, int index) {
        readPartition(item, Path{nullptr, "partitions", index});
      });
    });
    m_out.isRead = !m_out.queues.empty();
  }

 private:
  /// The first one: nodes of another partition are marked by hand, and few clusters have one.
  void readPartition(Value& value, const Path& path) {
    if (!m_out.queues.empty()) {
      m_out.isCut = true;
      return;
    }
    Problems problems(m_out.problems);
    eachField(value, path, problems, [&](std::string_view key, Value& field) {
      const Path at{&path, key};
      if (key == "queues") readQueues(field, std::nullopt, at, 1);
      if (key == "placementrules") readRules(field, at);
    });
  }

  void readRules(Value& value, const Path& path) {
    Problems problems(m_out.problems);
    eachItem(value, path, problems, [&](Value& rule, int) {
      eachField(rule, path, problems, [&](std::string_view key, Value& field) {
        bool makes = false;
        if (key == "create") readBool(field, makes, path, problems);
        m_out.makesQueues = m_out.makesQueues || makes;
      });
    });
  }

  void readQueues(Value& value, std::optional<std::size_t> parent, const Path& path, int level) {
    Problems problems(m_out.problems);
    eachItem(value, path, problems, [&](Value& item, int) { readQueue(item, parent, path, level); });
  }

  void readQueue(Value& value, std::optional<std::size_t> parent, const Path& path, int level) {
    if (level > kMaxLevels || m_out.queues.size() >= kMaxQueues) {
      m_out.isCut = true;
      return;
    }
    Problems problems(m_out.problems);
    const std::size_t here = m_out.queues.size();
    m_out.queues.emplace_back().parent = parent;
    if (parent) m_out.queues[*parent].isParent = true;
    eachField(value, path, problems, [&](std::string_view key, Value& field) {
      const Path at{&path, key};
      RawYunikornQueue& queue = m_out.queues[here];
      if (key == "name") return readText(field, queue.name, at, problems);
      if (key == "parent") {
        bool isParent = false;
        readBool(field, isParent, at, problems);
        queue.isParent = queue.isParent || isParent;
      } else if (key == "maxapplications" && !isNull(field)) {
        readInt(field, queue.maxApplications.emplace(0), at, problems);
      } else if (key == "limits") {
        queue.hasLimits = hasContent(field);
      } else if (key == "resources") {
        readAmounts(field, here, at);
      } else if (key == "queues") {
        readQueues(field, here, at, level + 1);
      }
    });
  }

  void readAmounts(Value& value, std::size_t here, const Path& path) {
    Problems problems(m_out.problems);
    eachField(value, path, problems, [&](std::string_view key, Value& field) {
      if (key != "guaranteed" && key != "max") return;
      RawYunikornQueue& queue = m_out.queues[here];
      ResourceList& list = key == "max" ? queue.max : queue.guaranteed;
      if (!readAll(field, list, Path{&path, key}, m_out.problems)) queue.isUnread = true;
      renameCores(list);
    });
  }

  RawYunikornConfig& m_out;
};

/// "research" below "root" is "root.research". Parents stand before their children.
void nameQueues(std::vector<RawYunikornQueue>& queues) {
  for (RawYunikornQueue& queue : queues) {
    if (queue.parent) queue.name = queues[*queue.parent].name + "." + queue.name;
    // what stands beside the root stands below it
    if (!queue.parent && queue.name != "root" && queue.name.rfind("root.", 0) != 0) queue.name = "root." + queue.name;
  }
}

void readVolcanoPlugin(Value& value, RawVolcanoConfig& out, const Path& path, Problems& problems) {
  std::string name;
  bool judges = true;
  bool hasHierarchy = false;
  std::string factor;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const Path at{&path, key};
    if (key == "name") return readText(field, name, at, problems);
    if (key == "enableJobEnqueued" && !isNull(field)) return readBool(field, judges, at, problems);
    if (key == "enableHierarchy" && !isNull(field)) return readBool(field, hasHierarchy, at, problems);
    if (key != "arguments") return;
    eachField(field, at, problems, [&](std::string_view argument, Value& given) {
      if (argument != "overcommit-factor") return;
      const std::string_view token = tokenOf(given);
      if (!token.empty() && token.front() == '"')
        unescape(token, factor);
      else
        factor = std::string(token);
    });
  });
  if (name.empty() || !judges) return;
  if (name == "overcommit" && !factor.empty()) {
    const auto amount = Quantity::parse(factor);
    constexpr double kMilli = 1000;
    if (amount)
      out.overcommitFactor = static_cast<double>(amount->milliValue()) / kMilli;
    else
      problems.add(Path{&path, "overcommit-factor"}, factor);
  }
  out.hasHierarchy = out.hasHierarchy || (hasHierarchy && name == "capacity");
  out.plugins.push_back(std::move(name));
}

void readVolcanoRoot(Object& root, RawVolcanoConfig& out) {
  Problems problems(out.problems);
  bool hasTiers = false;
  eachField(root, [&](std::string_view key, Value& field) {
    const Path at{nullptr, key};
    if (key == "actions") {
      std::string text;
      readText(field, text, at, problems);
      std::string word;
      for (const char letter : text + ",") {
        if (letter != ',' && letter != ' ') {
          word += letter;
        } else if (!word.empty()) {
          out.actions.push_back(std::exchange(word, {}));
        }
      }
    } else if (key == "tiers") {
      hasTiers = true;
      eachItem(field, at, problems, [&](Value& tier, int index) {
        const Path one{nullptr, "tiers", index};
        eachField(tier, one, problems, [&](std::string_view name, Value& list) {
          if (name != "plugins") return;
          eachItem(list, one, problems, [&](Value& item, int number) {
            readVolcanoPlugin(item, out, Path{&one, "plugins", number}, problems);
          });
        });
      });
    }
  });
  out.isRead = hasTiers;
}

/// The text of `key` in a ConfigMap; empty = it has none.
template <typename Raw>
std::string textOf(Object& object, Raw& out, std::string_view wanted) {
  Problems problems(out.problems);
  std::string text;
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") return readMeta(part, out.meta, problems);
    if (key != "data") return;
    const Path data{nullptr, "data"};
    eachField(part, data, problems, [&](std::string_view name, Value& field) {
      if (name == wanted) readText(field, text, Path{&data, name}, problems);
    });
  });
  return text;
}

}  // namespace

void readObject(Object& object, RawQuotaTree& tree) {
  readSpecFields(object, tree, [&](std::string_view name, Value& field, const Path& spec, Problems& /*problems*/) {
    if (name == "root") TreeReader(tree).read(field, std::nullopt, Path{&spec, name}, 1);
  });
}

void readObject(Object& object, RawYunikornConfig& config) {
  const std::string text = textOf(object, config, "queues.yaml");
  RawYunikornConfig read;
  if (!withConfigText(text, "queues.yaml", kMaxText, [&](Object& root) { YunikornReader(read).readRoot(root); }) ||
      !read.isRead)
    return;
  nameQueues(read.queues);
  read.meta = std::move(config.meta);
  config = std::move(read);
}

void readObject(Object& object, RawVolcanoConfig& config) {
  const std::string text = textOf(object, config, "volcano-scheduler.conf");
  RawVolcanoConfig read;
  if (!withConfigText(text, "volcano-scheduler.conf", kMaxText, [&](Object& root) { readVolcanoRoot(root, read); }) ||
      !read.isRead)
    return;
  read.meta = std::move(config.meta);
  config = std::move(read);
}

}  // namespace cardinal::json
