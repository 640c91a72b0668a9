// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"
#include "core/kube/decode/parts/object_parts.h"

namespace cardinal::json {
namespace {

void readTaints(Value& value, RawNode& node, const Path& spec, Problems& problems) {
  const Path path{&spec, "taints"};
  eachItem(value, path, problems, [&](Value& item, int index) {
    readTaint(item, node.taints.emplace_back(), Path{&spec, "taints", index}, problems);
  });
}

void readSpec(Value& value, RawNode& node, Problems& problems) {
  const Path path{nullptr, "spec"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "unschedulable")
      readBool(field, node.unschedulable, Path{&path, "unschedulable"}, problems);
    else if (key == "taints")
      readTaints(field, node, path, problems);
  });
}

void readConditions(Value& value, RawNode& node, const Path& status, Problems& problems) {
  const Path path{&status, "conditions"};
  eachItem(value, path, problems, [&](Value& item, int index) {
    const Path at{&status, "conditions", index};
    NodeCondition& condition = node.conditions.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "type")
        readText(field, condition.type, at, problems);
      else if (key == "status")
        readText(field, condition.status, at, problems);
      else if (key == "reason")
        readText(field, condition.reason, at, problems);
      else if (key == "message")
        readText(field, condition.message, at, problems);
      else if (key == "lastTransitionTime")
        readTime(field, condition.since, at, problems);
    });
  });
}

void readAddresses(Value& value, RawNode& node, const Path& status, Problems& problems) {
  const Path path{&status, "addresses"};
  std::string type;
  std::string address;
  eachItem(value, path, problems, [&](Value& item, int index) {
    const Path at{&status, "addresses", index};
    type.clear();
    address.clear();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "type")
        readText(field, type, at, problems);
      else if (key == "address")
        readText(field, address, at, problems);
    });
    decode::addAddress(node, type, address);
  });
}

void readNodeInfo(Value& value, RawNode& node, const Path& status, Problems& problems) {
  const Path path{&status, "nodeInfo"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "kubeletVersion")
      readText(field, node.kubeletVersion, path, problems);
    else if (key == "containerRuntimeVersion")
      readText(field, node.containerRuntime, path, problems);
    else if (key == "osImage")
      readText(field, node.osImage, path, problems);
  });
}

void readImages(Value& value, RawNode& node, const Path& status, Problems& problems) {
  const Path path{&status, "images"};
  std::string name;
  eachItem(value, path, problems, [&](Value& item, int) {
    NodeImage& image = node.images.emplace_back();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "sizeBytes") {
        readInt(field, image.bytes, path, problems);
      } else if (key == "names") {
        eachItem(field, path, problems, [&](Value& text, int) {
          name.clear();
          readText(text, name, path, problems);
          decode::addImageName(image, name);
        });
      }
    });
  });
}

void readStatus(Value& value, RawNode& node, Problems& problems) {
  const Path path{nullptr, "status"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "capacity")
      readResources(field, node.capacity, Path{&path, "capacity"}, problems);
    else if (key == "allocatable")
      readResources(field, node.allocatable, Path{&path, "allocatable"}, problems);
    else if (key == "conditions")
      readConditions(field, node, path, problems);
    else if (key == "addresses")
      readAddresses(field, node, path, problems);
    else if (key == "nodeInfo")
      readNodeInfo(field, node, path, problems);
    else if (key == "images")
      readImages(field, node, path, problems);
  });
}

void readAvoidedPod(Value& value, RawNode& node, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& signature) {
    if (key != "podSignature") return;
    eachField(signature, path, problems, [&](std::string_view part, Value& controller) {
      if (part != "podController") return;
      AvoidedController& out = node.avoids.emplace_back();
      eachField(controller, path, problems, [&](std::string_view word, Value& field) {
        if (word == "kind") readText(field, out.kind, path, problems);
        if (word == "uid") readText(field, out.uid, path, problems);
      });
    });
  });
}

}  // namespace
}  // namespace cardinal::json

namespace cardinal {

void decode::readAvoids(RawNode& node) {
  using json::Object;
  using json::Value;
  const std::string* text = find(node.meta.annotations, "scheduler.alpha.kubernetes.io/preferAvoidPods");
  if (text == nullptr || text->empty()) return;
  std::vector<FieldProblem> ignored;
  Problems problems(ignored);
  const Path path{nullptr, "preferAvoidPods"};
  try {
    simdjson::ondemand::parser parser;
    const simdjson::padded_string padded(*text);
    auto document = parser.iterate(padded);
    Object object = document.get_object();
    json::eachField(object, [&](std::string_view key, Value& list) {
      if (key != "preferAvoidPods") return;
      json::eachItem(list, path, problems, [&](Value& item, int) { json::readAvoidedPod(item, node, path, problems); });
    });
  } catch (const simdjson::simdjson_error&) {
    node.avoids.clear();
  }
}

}  // namespace cardinal

namespace cardinal::json {

void readObject(Object& object, RawNode& node) {
  Problems problems(node.problems);
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "metadata")
      readMeta(field, node.meta, problems);
    else if (key == "spec")
      readSpec(field, node, problems);
    else if (key == "status")
      readStatus(field, node, problems);
  });
  decode::readAvoids(node);
}

}  // namespace cardinal::json
