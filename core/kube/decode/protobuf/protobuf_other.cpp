// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

void readData(Message entry, RawConfigMap& map, Problems& problems) {
  const Path path{nullptr, "data"};
  std::string_view key, value;
  while (entry.next()) {
    if (entry.number() == 1) key = entry.bytes();
    if (entry.number() == 2) value = entry.bytes();
  }
  if (key == "gpus") setText(value, map.gpus.emplace(), path, problems);
  if (key == "devices") setText(value, map.devices.emplace(), path, problems);
  if (key == "bandwidth") setText(value, map.bandwidth.emplace(), path, problems);
}

void readCause(Message message, ApiStatus& out, const Path& path, Problems& problems) {
  constexpr std::size_t kMaxCauses = 100;
  StatusCause cause;
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, cause.reason, path, problems);
        break;
      case 2:
        readText(message, cause.message, path, problems);
        break;
      case 3:
        readText(message, cause.field, path, problems);
        break;
      default:
        break;
    }
  }
  if (out.causes.size() < kMaxCauses) out.causes.push_back(std::move(cause));
}

void readDetails(Message details, ApiStatus& out, Problems& problems) {
  const Path path{nullptr, "details"};
  while (details.next()) {
    switch (details.number()) {
      case 1:
        readText(details, out.name, path, problems);
        break;
      case 2:
        readText(details, out.group, path, problems);
        break;
      case 3:
        readText(details, out.kind, path, problems);
        break;
      case 4:
        readCause(details.entry(), out, path, problems);
        break;
      case 5:
        out.retryAfterSeconds = std::max(details.integer32(), 0);
        break;
      case 6:
        readText(details, out.uid, path, problems);
        break;
      default:
        break;
    }
  }
}

}  // namespace

void readObject(Message object, RawConfigMap& map) {
  Problems problems(map.problems);
  while (object.next()) {
    if (object.number() == 1)
      readMeta(object.message(), map.meta, problems);
    else if (object.number() == 2)
      readData(object.message(), map, problems);
  }
}

void readObject(Message object, ApiStatus& out) {
  std::vector<FieldProblem> unread;  // a Status is shown as far as it can be read
  Problems problems(unread);
  const Path path{nullptr, "status"};
  std::string outcome;
  ListMeta meta;
  while (object.next()) {
    switch (object.number()) {
      case 1:
        readListMeta(object.message(), meta);
        break;
      case 2:
        readText(object, outcome, path, problems);
        break;
      case 3:
        readText(object, out.message, path, problems);
        break;
      case 4:
        readText(object, out.reason, path, problems);
        break;
      case 5:
        readDetails(object.message(), out, problems);
        break;
      case 6:
        out.code = object.integer32();
        break;
      default:
        break;
    }
  }
  out.continueToken = std::move(meta.continueToken);
  out.failure = outcome == "Failure";
}

}  // namespace cardinal::protobuf
