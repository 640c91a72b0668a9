// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: fields of protobuf messages as the readers of JSON keep them (docs/reference/protobuf.md
// 4).

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kube/decode/json/field_problems.h"
#include "core/kube/decode/parts/list_pool.h"
#include "core/kube/decode/parts/objects.h"
#include "core/kube/decode/protobuf/protobuf_message.h"

namespace cardinal::protobuf {

using decode::Path;
using decode::Problems;

/// Room for what stands here in a row, made once: lists grow by doubling, and are cut to their size afterwards.
template <typename List>
void makeRoom(List& list, const Message& field, std::size_t most = kMaxEntries) {
  if (list.capacity() == 0) list.reserve(std::min(field.run().count, most));
}

/// Reads the current field, one entry of a list, by `readOne`, which makes room first: together with those of its
/// number that stand behind it where the list begins here, and not at all where the same bytes were read before.
/// `wireOf(run)` gives those of them that are read, every one; empty = the list is not to be remembered. What had
/// problems is read each time, so that they are reported each time.
template <typename T, typename ReadOne, typename WireOf>
void readRun(Message& field, SharedList<T>& out, Problems& problems, ReadOne&& readOne, WireOf&& wireOf) {
  Progress& progress = field.progress();
  // Room, not entries: some are left out, and each would look for the end of the run again.
  if (progress.pool == nullptr || out.capacity() != 0) return readOne();
  const Message::Run run = field.run();
  const std::string_view wire = wireOf(run);
  if (wire.empty() || wire.size() > ListPool::kMaxWire) return readOne();
  if (!progress.pool->recall(wire, out, progress.entries)) {
    const std::size_t entries = progress.entries;
    const std::size_t found = problems.found();
    readOne();
    for (std::size_t i = 1; i < run.count && field.next(); ++i) readOne();
    if (problems.found() == found) progress.pool->remember(wire, out, progress.entries - entries);
  }
  if (progress.entries > kMaxEntries) throw Fault(ErrorCode::LimitExceeded, std::to_string(kMaxEntries));
  field.pass(run);
}
template <typename T, typename ReadOne>
void readRun(Message& field, SharedList<T>& out, Problems& problems, ReadOne&& readOne) {
  readRun(field, out, problems, readOne, [](const Message::Run& run) { return run.wire; });
}

/// Into `out`, invalid UTF-8 replaced by U+FFFD as the API server's JSON has it.
void setText(std::string_view text, std::string& out, const Path& path, Problems& problems);
void readText(Message& field, std::string& out, const Path& path, Problems& problems);
/// The same without a copy where the text can stay where it stands; `scratch` holds it otherwise.
std::string_view viewText(Message& field, std::string& scratch, const Path& path, Problems& problems);
/// Any bytes as text, without a copy where none is needed; keys are not limited in length.
std::string_view repairedView(std::string_view bytes, std::string& scratch);
/// One text of a list.
void addText(Message& field, std::vector<std::string>& out, const Path& path, Problems& problems);
/// Time and MicroTime; an empty one is none.
void readTime(Message& field, UnixSeconds& out, const Path& path, Problems& problems);
/// One entry of a map; once all are there dropRepeatedKeys() is to be called.
void addEntry(Message& field, StringMap& out, const Path& path, Problems& problems, std::string_view leftOut = {});
/// One entry of a map of quantities; likewise.
void addAmount(Message& field, ResourceList& out, const Path& path, Problems& problems);

void readMeta(Message meta, ObjectMeta& out, Problems& problems);
void readListMeta(Message meta, ListMeta& out);

/// Terms of a NodeSelector; `path` is that of the selector.
void readNodeTerm(Message term, NodeSelectorTerm& out, const Path& path, Problems& problems);
void readNodeSelector(Message selector, std::vector<NodeSelectorTerm>& out, const Path& path, Problems& problems);
void readRequirement(Message requirement, NodeSelectorRequirement& out, const Path& path, Problems& problems);
void readLabelSelector(Message selector, LabelSelector& out, const Path& path, Problems& problems);

/// `spec.affinity` and one of `spec.topologySpreadConstraints` of a pod; `spec` is the path of the spec.
void readAffinity(Message affinity, RawPodSpec& out, const Path& spec, Problems& problems);
void readTopologySpread(Message constraint, RawPodSpec& out, const Path& path, Problems& problems);

/// One taint of a node or a device, one toleration of a pod or of a request for devices.
void readTaint(Message message, Taint& out, const Path& at, Problems& problems);
void readToleration(Message message, Toleration& out, const Path& at, Problems& problems);

/// An object of which metadata and spec count, both with the numbers that all kinds have: calls `useField(field, path
/// of the spec, problems)` for each field of the latter.
template <typename T, typename Use>
void readSpecFields(Message object, T& out, Use&& useField) {
  Problems problems(out.problems);
  const Path path{nullptr, "spec"};
  while (object.next()) {
    if (object.number() == 1) {
      readMeta(object.message(), out.meta, problems);
    } else if (object.number() == 2) {
      Message spec = object.message();
      while (spec.next()) useField(spec, path, problems);
    }
  }
}

/// One object into its struct; `out` is fresh. Kinds whose numbers differ between versions look at Progress::version.
void readObject(Message object, RawNode& out);
void readObject(Message object, RawPod& out);
void readObject(Message object, RawConfigMap& out);
void readObject(Message object, RawDisruptionBudget& out);
void readObject(Message object, RawQuota& out);
void readObject(Message object, RawLimitRange& out);
void readObject(Message object, RawClaim& out);
void readObject(Message object, RawVolume& out);
void readObject(Message object, RawPriorityClass& out);
void readObject(Message object, RawRuntimeClass& out);
void readObject(Message object, RawService& out);
void readObject(Message object, RawNamespace& out);
void readObject(Message object, ObjectEvent& out);
void readObject(Message object, RawResourceSlice& out);
void readObject(Message object, RawDeviceClass& out);
void readObject(Message object, RawResourceClaim& out);
void readObject(Message object, RawResourceClaimTemplate& out);
void readObject(Message object, ApiStatus& out);

}  // namespace cardinal::protobuf
