// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"

namespace cardinal::json {
namespace {

void readCauses(Value& value, ApiStatus& out, const Path& path, Problems& problems) {
  constexpr std::size_t kMaxCauses = 100;
  eachItem(value, path, problems, [&](Value& item, int) {
    StatusCause cause;
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "reason")
        readText(field, cause.reason, path, problems);
      else if (key == "message")
        readText(field, cause.message, path, problems);
      else if (key == "field")
        readText(field, cause.field, path, problems);
    });
    if (out.causes.size() < kMaxCauses) out.causes.push_back(std::move(cause));
  });
}

void readDetails(Value& value, ApiStatus& out, Problems& problems) {
  const Path path{nullptr, "details"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "name") {
      readText(field, out.name, path, problems);
    } else if (key == "group") {
      readText(field, out.group, path, problems);
    } else if (key == "kind") {
      readText(field, out.kind, path, problems);
    } else if (key == "uid") {
      readText(field, out.uid, path, problems);
    } else if (key == "causes") {
      readCauses(field, out, Path{&path, "causes"}, problems);
    } else if (key == "retryAfterSeconds") {
      std::int32_t seconds = 0;
      readInt32(field, seconds, path, problems);
      out.retryAfterSeconds = seconds > 0 ? seconds : 0;
    }
  });
}

}  // namespace

void readObject(Object& object, RawConfigMap& map) {
  Problems problems(map.problems);
  const Path path{nullptr, "data"};
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "metadata") {
      readMeta(field, map.meta, problems);
    } else if (key == "data") {
      eachField(field, path, problems, [&](std::string_view name, Value& text) {
        if (name == "gpus") readText(text, map.gpus.emplace(), path, problems);
        if (name == "devices") readText(text, map.devices.emplace(), path, problems);
        if (name == "bandwidth") readText(text, map.bandwidth.emplace(), path, problems);
      });
    }
  });
}

void readObject(Object& object, ApiStatus& out) {
  std::vector<FieldProblem> unread;  // a Status is shown as far as it can be read
  Problems problems(unread);
  const Path path{nullptr, "status"};
  std::string outcome;
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "status") {
      readText(field, outcome, path, problems);
    } else if (key == "message") {
      readText(field, out.message, path, problems);
    } else if (key == "reason") {
      readText(field, out.reason, path, problems);
    } else if (key == "code") {
      std::int32_t code = 0;
      readInt32(field, code, path, problems);
      out.code = code;
    } else if (key == "details") {
      readDetails(field, out, problems);
    } else if (key == "metadata") {
      ListMeta meta;
      readListMeta(field, meta);
      out.continueToken = std::move(meta.continueToken);
    }
  });
  out.failure = outcome == "Failure";
}

void readObject(Object& object, ObjectHeader& out) {
  std::vector<FieldProblem> unread;
  Problems problems(unread);
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "apiVersion")
      readText(field, out.apiVersion, Path{nullptr, "apiVersion"}, problems);
    else if (key == "kind")
      readText(field, out.kind, Path{nullptr, "kind"}, problems);
    else if (key == "metadata")
      readMeta(field, out.meta, problems);
  });
}

void readListMeta(Value& value, ListMeta& out) {
  std::vector<FieldProblem> unread;
  Problems problems(unread);
  const Path path{nullptr, "metadata"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "resourceVersion") {
      readText(field, out.resourceVersion, path, problems);
    } else if (key == "continue") {
      readText(field, out.continueToken, path, problems);
    } else if (key == "remainingItemCount") {
      std::int64_t count = -1;
      readInt(field, count, path, problems);
      if (count >= 0) out.remaining = count;
    }
  });
}

}  // namespace cardinal::json
