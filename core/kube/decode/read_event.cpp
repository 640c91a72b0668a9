// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/kube/decode/read_objects.h"

namespace cardinal::json {
namespace {

void readAbout(Value& value, ObjectRef& about, Problems& problems) {
  const Path path{nullptr, "involvedObject"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "kind")
      readText(field, about.kind, path, problems);
    else if (key == "namespace")
      readText(field, about.key.ns, path, problems);
    else if (key == "name")
      readText(field, about.key.name, path, problems);
  });
}

/// Newer components count in a series and leave the old fields empty.
void readSeries(Value& value, std::int32_t& count, UnixSeconds& last, Problems& problems) {
  const Path path{nullptr, "series"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "count")
      readInt32(field, count, path, problems);
    else if (key == "lastObservedTime")
      readTime(field, last, path, problems);
  });
}

}  // namespace

void readObject(Object& object, ObjectEvent& event) {
  Problems problems(event.problems);
  std::string reporter;
  UnixSeconds at = 0;
  UnixSeconds seriesLast = 0;
  std::int32_t seriesCount = 0;
  std::int32_t count = 0;
  eachField(object, [&](std::string_view key, Value& field) {
    const Path path{nullptr, key};
    if (key == "type") readText(field, event.type, path, problems);
    else if (key == "reason") readText(field, event.reason, path, problems);
    else if (key == "message") readText(field, event.message, path, problems);
    else if (key == "count") readInt32(field, count, path, problems);
    else if (key == "firstTimestamp") readTime(field, event.first, path, problems);
    else if (key == "lastTimestamp") readTime(field, event.last, path, problems);
    else if (key == "eventTime") readTime(field, at, path, problems);
    else if (key == "series") readSeries(field, seriesCount, seriesLast, problems);
    else if (key == "reportingComponent") readText(field, reporter, path, problems);
    else if (key == "involvedObject") readAbout(field, event.about, problems);
    else if (key == "source") {
      eachField(field, path, problems, [&](std::string_view part, Value& text) {
        if (part == "component") readText(text, event.source, path, problems);
      });
    }
  });
  if (event.source.empty()) event.source = reporter;
  if (event.first == 0) event.first = at;
  event.last = std::max({event.last, seriesLast, at, event.first});
  event.count = std::max({count, seriesCount, 1});
}

}  // namespace cardinal::json
