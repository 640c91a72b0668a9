// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"
#include "core/model/extras/gang_name.h"

namespace cardinal::json {
namespace {

void readNumber(Value& value, std::optional<double>& out, const Path& path, Problems& problems) {
  if (isNull(value)) return;
  const std::string_view token = tokenOf(value);
  double number = 0;
  if (value.get_double().get(number) == simdjson::SUCCESS)
    out = number;
  else
    problems.add(path, token);
}

void readQueueResource(Value& value, RawKaiQueueResource& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const Path at{&path, key};
    if (key == "quota")
      readNumber(field, out.quota, at, problems);
    else if (key == "limit")
      readNumber(field, out.limit, at, problems);
    else if (key == "overQuotaWeight")
      readNumber(field, out.overQuotaWeight, at, problems);
  });
}

void readQueueField(std::string_view key, Value& field, RawKaiQueue& out, const Path& at, Problems& problems) {
  if (key == "displayName") return readText(field, out.displayName, at, problems);
  if (key == "parentQueue") return readText(field, out.parentQueue, at, problems);
  if (key == "priority" && !isNull(field)) return readInt32(field, out.priority.emplace(0), at, problems);
  if (key != "resources") return;
  eachField(field, at, problems, [&](std::string_view name, Value& resource) {
    const Path part{&at, name};
    if (name == "gpu") readQueueResource(resource, out.gpu, part, problems);
    if (name == "cpu") readQueueResource(resource, out.cpu, part, problems);
    if (name == "memory") readQueueResource(resource, out.memory, part, problems);
  });
}

void readCount(Value& field, std::optional<std::int64_t>& out, const Path& at, Problems& problems) {
  std::int32_t number = 0;
  if (isNull(field)) return;
  readInt32(field, number, at, problems);
  out = number;
}

void readSubGroup(Value& value, KaiSubGroup& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "name") return readText(field, out.name, path, problems);
    if (key == "parent" && !isNull(field)) return readText(field, out.parent, path, problems);
    if (key == "minMember") return readCount(field, out.minMember, path, problems);
    if (key == "minSubGroup") return readCount(field, out.minSubGroup, path, problems);
  });
}

/// Of a group in parts; the fields of an object come in any order.
struct GroupParts {
  std::optional<std::int64_t> minSubGroup;
  std::vector<KaiSubGroup> groups;
};

void readGroupField(std::string_view key, Value& field, RawKaiPodGroup& out, GroupParts& parts, const Path& at,
                    Problems& problems) {
  if (key == "minSubGroup") return readCount(field, parts.minSubGroup, at, problems);
  if (key == "subGroups" && !isNull(field))
    return eachItem(field, at, problems, [&](Value& item, int index) {
      readSubGroup(item, parts.groups.emplace_back(), Path{at.parent, at.name, index}, problems);
    });
  if (key == "queue") return readText(field, out.queue, at, problems);
  if (key == "minMember" && !isNull(field)) return readInt32(field, out.minMember, at, problems);
  if (key == "priorityClassName") return readText(field, out.priorityClassName, at, problems);
  if (key == "preemptibility") return readText(field, out.preemptibility, at, problems);
}

void readReason(Value& value, RawKaiReason& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "reason") return readText(field, out.reason, Path{&at, key}, problems);
    if (key == "message") return readText(field, out.message, Path{&at, key}, problems);
  });
}

/// One of status.schedulingConditions; older versions have one reason beside the list.
void readCondition(Value& value, RawKaiPodGroup& out, const Path& at, Problems& problems) {
  std::string status;
  RawKaiReason alone;
  std::vector<RawKaiReason> reasons;
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "status") return readText(field, status, path, problems);
    if (key == "reason") return readText(field, alone.reason, path, problems);
    if (key == "message") return readText(field, alone.message, path, problems);
    if (key != "reasons") return;
    eachItem(field, path, problems, [&](Value& item, int index) {
      readReason(item, reasons.emplace_back(), Path{&at, "reasons", index}, problems);
    });
  });
  if (status == "False") return;
  const bool isAlone = reasons.empty() && !(alone == RawKaiReason());
  if (isAlone) reasons.push_back(std::move(alone));
  for (RawKaiReason& reason : reasons) out.reasons.push_back(std::move(reason));
}

}  // namespace

void readObject(Object& object, RawKaiQueue& queue) {
  readSpecFields(object, queue, [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
    readQueueField(key, field, queue, Path{&spec, key}, problems);
  });
}

void readObject(Object& object, RawKaiPodGroup& group) {
  GroupParts parts;
  readSpecAndStatus(
      object, group,
      [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
        readGroupField(key, field, group, parts, Path{&spec, key}, problems);
      },
      [&](std::string_view key, Value& field, const Path& status, Problems& problems) {
        if (key != "schedulingConditions") return;
        eachItem(field, Path{&status, key}, problems, [&](Value& item, int index) {
          readCondition(item, group, Path{&status, "schedulingConditions", index}, problems);
        });
      });
  if (parts.groups.empty()) return;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  group.minMember = static_cast<std::int32_t>(std::min(leastOfSubGroups(parts.groups, parts.minSubGroup), kMost));
}

}  // namespace cardinal::json
