// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"
#include "core/kube/decode/parts/object_parts.h"

namespace cardinal::json {
namespace {

void readMode(Value& value, RawDeviceChoice& out, const Path& path, Problems& problems) {
  std::string text;
  readText(value, text, path, problems);
  decode::setMode(out, std::move(text));
}

void readChoiceField(std::string_view key, Value& field, RawDeviceChoice& out, const Path& at, Problems& problems) {
  const Path path{&at, key};
  if (key == "deviceClassName")
    readText(field, out.deviceClass, path, problems);
  else if (key == "selectors")
    readDeviceSelectors(field, out.selectors, path, problems);
  else if (key == "allocationMode")
    readMode(field, out, path, problems);
  else if (key == "count")
    readInt(field, out.count, path, problems);
  else if (key == "adminAccess" && !isNull(field))
    readBool(field, out.adminAccess.emplace(), path, problems);
  else if (key == "tolerations")
    eachItem(field, path, problems, [&](Value& item, int index) {
      readToleration(item, out.tolerations.emplace_back(), Path{&at, "tolerations", index}, problems);
    });
  else if (key == "capacity")
    out.hasCapacity = hasContent(field);
}

void readAlternatives(Value& value, RawDeviceRequest& out, const Path& at, Problems& problems) {
  const Path list{&at, "firstAvailable"};
  eachItem(value, list, problems, [&](Value& item, int index) {
    const Path path{&at, "firstAvailable", index};
    out.prioritized = true;
    RawDeviceChoice& choice = out.choices.emplace_back();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "name")
        readText(field, choice.name, Path{&path, key}, problems);
      else
        readChoiceField(key, field, choice, path, problems);
    });
    decode::settleCount(choice);
  });
}

void readRequest(Value& value, RawDeviceRequest& out, const Path& at, Problems& problems) {
  RawDeviceChoice exactly;
  bool hasExactly = false;
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "name") {
      readText(field, out.name, path, problems);
    } else if (key == "exactly") {
      hasExactly = !isNull(field);
      eachField(field, path, problems,
                [&](std::string_view part, Value& inner) { readChoiceField(part, inner, exactly, path, problems); });
    } else if (key == "firstAvailable") {
      readAlternatives(field, out, at, problems);
    } else {  // v1alpha3, v1beta1
      readChoiceField(key, field, exactly, at, problems);
    }
  });
  decode::settleRequest(out, std::move(exactly), hasExactly);
}

void readConstraints(Value& value, RawDeviceClaimSpec& out, const Path& at, Problems& problems) {
  eachItem(value, at, problems, [&](Value& item, int) {
    RawDeviceConstraint& constraint = out.constraints.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "requests")
        readTexts(field, constraint.requests, at, problems);
      else if (key == "matchAttribute")
        readText(field, constraint.matchAttribute, at, problems);
    });
  });
}

/// `spec` of a claim.
void readClaimSpec(Value& value, RawDeviceClaimSpec& out, const Path& spec, Problems& problems) {
  eachField(value, spec, problems, [&](std::string_view part, Value& devices) {
    if (part != "devices") return;
    const Path path{&spec, "devices"};
    eachField(devices, path, problems, [&](std::string_view key, Value& field) {
      if (key == "requests") {
        eachItem(field, Path{&path, "requests"}, problems, [&](Value& item, int index) {
          readRequest(item, out.requests.emplace_back(), Path{&path, "requests", index}, problems);
        });
      } else if (key == "constraints") {
        readConstraints(field, out, Path{&path, "constraints"}, problems);
      } else if (key == "config") {
        eachItem(field, Path{&path, "config"}, problems, [&](Value&, int) { ++out.configs; });
      }
    });
  });
}

void readResult(Value& value, RawDeviceResult& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "request")
      readText(field, out.request, path, problems);
    else if (key == "driver")
      readText(field, out.driver, path, problems);
    else if (key == "pool")
      readText(field, out.pool, path, problems);
    else if (key == "device")
      readText(field, out.device, path, problems);
    else if (key == "adminAccess")
      readBool(field, out.adminAccess, path, problems);
    else if (key == "shareID")
      readText(field, out.shareId, path, problems);
  });
}

void readAllocation(Value& value, std::optional<RawDeviceAllocation>& out, const Path& at, Problems& problems) {
  if (isNull(value)) return;
  RawDeviceAllocation& allocation = out.emplace();
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "nodeSelector" && !isNull(field)) {
      readNodeSelector(field, allocation.nodeSelector.emplace(), Path{&at, "nodeSelector"}, problems);
    } else if (key == "devices") {
      const Path path{&at, "devices"};
      eachField(field, path, problems, [&](std::string_view part, Value& list) {
        if (part != "results") return;
        eachItem(list, Path{&path, "results"}, problems, [&](Value& item, int index) {
          readResult(item, allocation.results.emplace_back(), Path{&path, "results", index}, problems);
        });
      });
    }
  });
}

void readUsers(Value& value, std::vector<RawClaimUser>& out, const Path& at, Problems& problems) {
  eachItem(value, at, problems, [&](Value& item, int) {
    RawClaimUser& user = out.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "resource")
        readText(field, user.resource, at, problems);
      else if (key == "name")
        readText(field, user.name, at, problems);
      else if (key == "uid")
        readText(field, user.uid, at, problems);
    });
  });
}

}  // namespace

void readObject(Object& object, RawResourceClaim& out) {
  Problems problems(out.problems);
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, out.meta, problems);
    } else if (key == "spec") {
      readClaimSpec(part, out.spec, Path{nullptr, "spec"}, problems);
    } else if (key == "status") {
      eachField(part, status, problems, [&](std::string_view name, Value& field) {
        if (name == "allocation")
          readAllocation(field, out.allocation, Path{&status, "allocation"}, problems);
        else if (name == "reservedFor")
          readUsers(field, out.reservedFor, Path{&status, "reservedFor"}, problems);
      });
    }
  });
}

void readObject(Object& object, RawResourceClaimTemplate& out) {
  readSpecFields(object, out, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    if (name == "spec") readClaimSpec(field, out.spec, Path{&spec, "spec"}, problems);
  });
}

}  // namespace cardinal::json
