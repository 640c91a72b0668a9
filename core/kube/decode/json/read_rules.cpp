// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

void readScopeSelector(Value& value, RawQuota& quota, const Path& spec, Problems& problems) {
  const Path path{&spec, "scopeSelector"};
  eachField(value, path, problems, [&](std::string_view key, Value& list) {
    if (key != "matchExpressions") return;
    eachItem(list, Path{&path, "matchExpressions"}, problems, [&](Value& item, int) {
      NodeSelectorRequirement& rule = quota.scopeSelector.emplace_back();
      eachField(item, path, problems, [&](std::string_view part, Value& field) {
        if (part == "scopeName")
          readText(field, rule.key, path, problems);
        else if (part == "operator")
          readText(field, rule.op, path, problems);
        else if (part == "values")
          readTexts(field, rule.values, path, problems);
      });
    });
  });
}

void readLimitItem(Value& value, RawLimitItem& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "type")
      readText(field, out.type, path, problems);
    else if (key == "max")
      readResources(field, out.most, path, problems);
    else if (key == "min")
      readResources(field, out.least, path, problems);
    else if (key == "default")
      readResources(field, out.defaults, path, problems);
    else if (key == "defaultRequest")
      readResources(field, out.defaultRequests, path, problems);
    else if (key == "maxLimitRequestRatio")
      readResources(field, out.mostRatio, path, problems);
  });
}

void readNodeAffinity(Value& value, RawVolume& volume, const Path& spec, Problems& problems) {
  const Path path{&spec, "nodeAffinity"};
  eachField(value, path, problems, [&](std::string_view key, Value& required) {
    if (key != "required" || isNull(required)) return;
    readNodeSelector(required, volume.nodeAffinity.emplace(), Path{&path, "required"}, problems);
  });
}

void readScheduling(Value& value, RawRuntimeClass& out, Problems& problems) {
  const Path path{nullptr, "scheduling"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "nodeSelector") {
      readMap(field, out.nodeSelector, Path{&path, key}, problems);
    } else if (key == "tolerations") {
      eachItem(field, Path{&path, key}, problems, [&](Value& item, int index) {
        readToleration(item, out.tolerations.emplace_back(), Path{&path, "tolerations", index}, problems);
      });
    }
  });
}

}  // namespace

void readObject(Object& object, RawQuota& quota) {
  Problems problems(quota.problems);
  const Path spec{nullptr, "spec"};
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, quota.meta, problems);
    } else if (key == "spec") {
      eachField(part, spec, problems, [&](std::string_view name, Value& field) {
        if (name == "scopes")
          readTexts(field, quota.scopes, Path{&spec, name}, problems);
        else if (name == "scopeSelector")
          readScopeSelector(field, quota, spec, problems);
      });
    } else if (key == "status") {
      eachField(part, status, problems, [&](std::string_view name, Value& field) {
        if (name == "hard")
          readResources(field, quota.hard, Path{&status, name}, problems);
        else if (name == "used")
          readResources(field, quota.used, Path{&status, name}, problems);
      });
    }
  });
}

void readObject(Object& object, RawLimitRange& range) {
  readSpecFields(object, range, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    if (name != "limits") return;
    eachItem(field, Path{&spec, name}, problems, [&](Value& item, int index) {
      readLimitItem(item, range.items.emplace_back(), Path{&spec, "limits", index}, problems);
    });
  });
}

void readObject(Object& object, RawClaim& claim) {
  readSpecFields(object, claim, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    if (name == "volumeName") {
      readText(field, claim.volumeName, Path{&spec, name}, problems);
    } else if (name == "accessModes") {
      readTexts(field, claim.accessModes, Path{&spec, name}, problems);
    } else if (name == "storageClassName" && !isNull(field)) {
      readText(field, claim.storageClass.emplace(), Path{&spec, name}, problems);
      if (claim.storageClass->empty()) claim.storageClass.reset();
    }
  });
}

void readObject(Object& object, RawStorageClass& storage) {
  Problems problems(storage.problems);
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, storage.meta, problems);
    } else if (key == "volumeBindingMode" && !isNull(part)) {
      std::string mode;
      readText(part, mode, Path{nullptr, key}, problems);
      storage.waitsForPod = mode == "WaitForFirstConsumer";
    }
  });
}

void readObject(Object& object, RawVolume& volume) {
  readSpecFields(object, volume, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    if (name == "nodeAffinity") readNodeAffinity(field, volume, spec, problems);
  });
}

void readObject(Object& object, RawPriorityClass& out) {
  Problems problems(out.problems);
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "metadata")
      readMeta(field, out.meta, problems);
    else if (key == "value")
      readInt32(field, out.value, Path{nullptr, key}, problems);
    else if (key == "globalDefault")
      readBool(field, out.isDefault, Path{nullptr, key}, problems);
    else if (key == "preemptionPolicy")
      readText(field, out.preemptionPolicy, Path{nullptr, key}, problems);
  });
}

void readObject(Object& object, RawRuntimeClass& out) {
  Problems problems(out.problems);
  const Path overhead{nullptr, "overhead"};
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "metadata")
      readMeta(field, out.meta, problems);
    else if (key == "overhead")
      eachField(field, overhead, problems, [&](std::string_view name, Value& amounts) {
        if (name == "podFixed") readResources(amounts, out.overhead, Path{&overhead, name}, problems);
      });
    else if (key == "scheduling")
      readScheduling(field, out, problems);
  });
}

void readObject(Object& object, RawService& out) {
  readSpecFields(object, out, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    if (name == "selector") readMap(field, out.selector, Path{&spec, name}, problems);
  });
}

void readObject(Object& object, RawNamespace& out) {
  Problems problems(out.problems);
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "metadata") readMeta(field, out.meta, problems);
  });
}

}  // namespace cardinal::json
