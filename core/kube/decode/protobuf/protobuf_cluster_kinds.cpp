// SPDX-License-Identifier: Apache-2.0
// Field numbers: docs/reference/protobuf.md 7.
#include "core/kube/decode/protobuf/protobuf_reader.h"
#include "core/model/extras/cluster_kinds.h"

namespace cardinal::protobuf {
namespace {

void readScheduling(Message message, RawRuntimeClass& out, Problems& problems) {
  const Path path{nullptr, "scheduling"};
  int index = 0;
  while (message.next()) {
    if (message.number() == 1)
      addEntry(message, out.nodeSelector, Path{&path, "nodeSelector"}, problems);
    else if (message.number() == 2)
      readToleration(message.entry(), out.tolerations.emplace_back(), Path{&path, "tolerations", index++}, problems);
  }
}

void readOverhead(Message message, RawRuntimeClass& out, Problems& problems) {
  const Path path{nullptr, "overhead"};
  while (message.next()) {
    if (message.number() == 1) addAmount(message, out.overhead, Path{&path, "podFixed"}, problems);
  }
}

}  // namespace

void readObject(Message object, RawPriorityClass& out) {
  Problems problems(out.problems);
  while (object.next()) {
    if (object.number() == 1)
      readMeta(object.message(), out.meta, problems);
    else if (object.number() == 2)
      out.value = object.integer32();
    else if (object.number() == 3)
      out.isDefault = object.flag();
    else if (object.number() == 5)
      readText(object, out.preemptionPolicy, Path{nullptr, "preemptionPolicy"}, problems);
  }
}

void readObject(Message object, RawRuntimeClass& out) {
  Problems problems(out.problems);
  while (object.next()) {
    if (object.number() == 1)
      readMeta(object.message(), out.meta, problems);
    else if (object.number() == 3)
      readOverhead(object.message(), out, problems);
    else if (object.number() == 4)
      readScheduling(object.message(), out, problems);
  }
  decode::dropRepeatedKeys(out.overhead);
  decode::dropRepeatedKeys(out.nodeSelector);
}

void readObject(Message object, RawService& out) {
  readSpecFields(object, out, [&](Message& field, const Path& spec, Problems& problems) {
    if (field.number() == 2) addEntry(field, out.selector, Path{&spec, "selector"}, problems);
  });
  decode::dropRepeatedKeys(out.selector);
}

void readObject(Message object, RawNamespace& out) {
  Problems problems(out.problems);
  while (object.next()) {
    if (object.number() == 1) readMeta(object.message(), out.meta, problems);
  }
}

}  // namespace cardinal::protobuf
