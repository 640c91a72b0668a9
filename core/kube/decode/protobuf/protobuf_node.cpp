// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

/// What a kubelet reports at most by default (nodeStatusMaxImages).
constexpr std::size_t kUsualImages = 50;

void readSpec(Message spec, RawNode& node, Problems& problems) {
  const Path path{nullptr, "spec"};
  while (spec.next()) {
    if (spec.number() == 4) {
      node.unschedulable = spec.flag();
    } else if (spec.number() == 5) {
      const auto index = static_cast<int>(node.taints.size());
      readTaint(spec.entry(), node.taints.emplace_back(), Path{&path, "taints", index}, problems);
    }
  }
}

void readCondition(Message message, NodeCondition& condition, const Path& at, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, condition.type, at, problems);
        break;
      case 2:
        readText(message, condition.status, at, problems);
        break;
      case 4:
        readTime(message, condition.since, at, problems);
        break;
      case 5:
        readText(message, condition.reason, at, problems);
        break;
      case 6:
        readText(message, condition.message, at, problems);
        break;
      default:
        break;
    }
  }
}

void readAddress(Message message, RawNode& node, const Path& at, Problems& problems) {
  std::string typeScratch, addressScratch;
  std::string_view type, address;
  while (message.next()) {
    if (message.number() == 1)
      type = viewText(message, typeScratch, at, problems);
    else if (message.number() == 2)
      address = viewText(message, addressScratch, at, problems);
  }
  decode::addAddress(node, type, address);
}

void readNodeInfo(Message info, RawNode& node, const Path& path, Problems& problems) {
  while (info.next()) {
    switch (info.number()) {
      case 5:
        readText(info, node.osImage, path, problems);
        break;
      case 6:
        readText(info, node.containerRuntime, path, problems);
        break;
      case 7:
        readText(info, node.kubeletVersion, path, problems);
        break;
      default:
        break;
    }
  }
}

/// `size`: of the message; its names take nearly all of it.
void readImage(Message message, std::size_t size, NodeImage& image, const Path& path, Problems& problems) {
  std::string scratch;
  image.names.reserve(size);
  while (message.next()) {
    if (message.number() == 1) {
      decode::addImageName(image, viewText(message, scratch, path, problems));
    } else if (message.number() == 2) {
      image.bytes = message.integer();
    }
  }
}

void readStatus(Message status, RawNode& node, Problems& problems) {
  const Path path{nullptr, "status"};
  int addresses = 0;
  while (status.next()) {
    switch (status.number()) {
      case 1:
        addAmount(status, node.capacity, Path{&path, "capacity"}, problems);
        break;
      case 2:
        addAmount(status, node.allocatable, Path{&path, "allocatable"}, problems);
        break;
      case 4: {
        makeRoom(node.conditions, status);
        const auto index = static_cast<int>(node.conditions.size());
        readCondition(status.entry(), node.conditions.emplace_back(), Path{&path, "conditions", index}, problems);
        break;
      }
      case 5:
        readAddress(status.entry(), node, Path{&path, "addresses", addresses++}, problems);
        break;
      case 7:
        readNodeInfo(status.message(), node, Path{&path, "nodeInfo"}, problems);
        break;
      case 8: {
        if (node.images.capacity() == 0) node.images.reserve(kUsualImages);
        const std::string_view image = status.entryBytes();
        readImage(Message(image, status.progress()), image.size(), node.images.emplace_back(), Path{&path, "images"},
                  problems);
        break;
      }
      default:
        break;
    }
  }
  decode::dropRepeatedKeys(node.capacity);
  decode::dropRepeatedKeys(node.allocatable);
  node.images.shrink_to_fit();
}

}  // namespace

void readObject(Message object, RawNode& node) {
  Problems problems(node.problems);
  while (object.next()) {
    switch (object.number()) {
      case 1:
        readMeta(object.message(), node.meta, problems);
        break;
      case 2:
        readSpec(object.message(), node, problems);
        break;
      case 3:
        readStatus(object.message(), node, problems);
        break;
      default:
        break;
    }
  }
  decode::readAvoids(node);
}

}  // namespace cardinal::protobuf
