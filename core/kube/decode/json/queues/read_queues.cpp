// SPDX-License-Identifier: Apache-2.0
// Queues, quotas and pod groups of Volcano, Koordinator and scheduler-plugins.
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

void readMaybe(Value& value, std::optional<ResourceList>& out, const Path& path, Problems& problems) {
  if (!isNull(value)) readResources(value, out.emplace(), path, problems);
}

void readVolcanoSpec(std::string_view key, Value& field, RawVolcanoQueue& out, const Path& at, Problems& problems) {
  if (key == "parent") return readText(field, out.parent, at, problems);
  if (key == "weight" && !isNull(field)) return readInt32(field, out.weight.emplace(0), at, problems);
  if (key == "capability") return readResources(field, out.capability, at, problems);
  if (key == "deserved") return readResources(field, out.deserved, at, problems);
  if (key != "guarantee") return;
  eachField(field, at, problems, [&](std::string_view part, Value& inner) {
    if (part == "resource") readResources(inner, out.guarantee, Path{&at, part}, problems);
  });
}

void readGroupSpec(std::string_view key, Value& field, RawVolcanoPodGroup& out, const Path& at, Problems& problems) {
  if (key == "queue") return readText(field, out.queue, at, problems);
  if (key == "minMember" && !isNull(field)) return readInt32(field, out.minMember, at, problems);
  if (key == "minResources") return readMaybe(field, out.minResources, at, problems);
}

void readMember(Value& value, RawHyperNodeMember& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "type") {
      std::string type;
      readText(field, type, Path{&at, key}, problems);
      out.isHyperNode = type == "HyperNode";
    } else if (key == "selector") {
      const Path selector{&at, key};
      eachField(field, selector, problems, [&](std::string_view way, Value& inner) {
        const Path one{&selector, way};
        if (way == "labelMatch") return readLabelSelector(inner, out.labels, one, problems);
        eachField(inner, one, problems, [&](std::string_view part, Value& text) {
          if (way == "exactMatch" && part == "name") readText(text, out.name, Path{&one, part}, problems);
          if (way == "regexMatch" && part == "pattern") readText(text, out.pattern, Path{&one, part}, problems);
        });
      });
    }
  });
}

}  // namespace

void readObject(Object& object, RawHyperNode& node) {
  readSpecFields(object, node, [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
    const Path at{&spec, key};
    if (key == "tier" && !isNull(field)) return readInt32(field, node.tier, at, problems);
    if (key == "tierName") return readText(field, node.tierName, at, problems);
    if (key != "members") return;
    eachItem(field, at, problems, [&](Value& item, int number) {
      readMember(item, node.members.emplace_back(), Path{&spec, key, number}, problems);
    });
  });
}

void readObject(Object& object, RawVolcanoQueue& queue) {
  readSpecAndStatus(
      object, queue,
      [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
        readVolcanoSpec(key, field, queue, Path{&spec, key}, problems);
      },
      [&](std::string_view key, Value& field, const Path& status, Problems& problems) {
        const Path at{&status, key};
        if (key == "state") return readText(field, queue.state, at, problems);
        if (key == "allocated") return readMaybe(field, queue.allocated, at, problems);
      });
}

void readObject(Object& object, RawVolcanoPodGroup& group) {
  readSpecAndStatus(
      object, group,
      [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
        readGroupSpec(key, field, group, Path{&spec, key}, problems);
      },
      [&](std::string_view key, Value& field, const Path& status, Problems& problems) {
        if (key == "phase") return readText(field, group.phase, Path{&status, key}, problems);
        if (key == "conditions") return readConditions(field, group.conditions, status, problems);
      });
}

namespace {

/// `use` of the JSON in an annotation; false where it cannot be read.
template <typename Use>
bool readAnnotation(const ObjectMeta& meta, const char* key, Use&& use) {
  const std::string* text = find(meta.annotations, key);
  if (text == nullptr || text->empty()) return false;
  try {
    simdjson::ondemand::parser parser;
    const simdjson::padded_string padded(*text);
    auto document = parser.iterate(padded);
    Value value = document.get_value();
    use(value);
    return true;
  } catch (const simdjson::simdjson_error&) {
    return false;
  }
}

void readQuotaAnnotations(RawElasticQuota& quota) {
  std::vector<FieldProblem> found;
  Problems problems(found);
  const Path path{nullptr, "annotations"};
  ResourceList runtime;
  const bool isRead = readAnnotation(quota.meta, "quota.scheduling.koordinator.sh/runtime",
                                     [&](Value& value) { readResources(value, runtime, path, problems); });
  if (isRead && found.empty()) quota.runtime = std::move(runtime);
  std::vector<std::string> namespaces;
  const bool isListed = readAnnotation(quota.meta, "quota.scheduling.koordinator.sh/namespaces", [&](Value& value) {
    eachItem(value, path, problems,
             [&](Value& item, int) { readText(item, namespaces.emplace_back(), path, problems); });
  });
  if (isListed) quota.namespaces = std::move(namespaces);
}

}  // namespace

void readObject(Object& object, RawElasticQuota& quota) {
  readSpecAndStatus(
      object, quota,
      [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
        const Path at{&spec, key};
        if (key == "min") return readResources(field, quota.min, at, problems);
        if (key == "max") return readResources(field, quota.max, at, problems);
      },
      [&](std::string_view key, Value& field, const Path& status, Problems& problems) {
        if (key == "used") readMaybe(field, quota.used, Path{&status, key}, problems);
      });
  readQuotaAnnotations(quota);
}

void readObject(Object& object, RawSigsPodGroup& group) {
  readSpecAndStatus(
      object, group,
      [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
        const Path at{&spec, key};
        if (key == "minMember" && !isNull(field)) return readInt32(field, group.minMember, at, problems);
        if (key == "minResources") return readMaybe(field, group.minResources, at, problems);
      },
      [&](std::string_view key, Value& field, const Path& status, Problems& problems) {
        if (key == "phase") readText(field, group.phase, Path{&status, key}, problems);
      });
}

}  // namespace cardinal::json
