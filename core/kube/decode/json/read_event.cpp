// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/parts/object_parts.h"

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
  decode::EventFields fields;
  eachField(object, [&](std::string_view key, Value& field) {
    const Path path{nullptr, key};
    if (key == "type")
      readText(field, event.type, path, problems);
    else if (key == "reason")
      readText(field, event.reason, path, problems);
    else if (key == "message")
      readText(field, event.message, path, problems);
    else if (key == "count")
      readInt32(field, fields.count, path, problems);
    else if (key == "firstTimestamp")
      readTime(field, event.first, path, problems);
    else if (key == "lastTimestamp")
      readTime(field, event.last, path, problems);
    else if (key == "eventTime")
      readTime(field, fields.at, path, problems);
    else if (key == "series")
      readSeries(field, fields.seriesCount, fields.seriesLast, problems);
    else if (key == "reportingComponent")
      readText(field, fields.reporter, path, problems);
    else if (key == "involvedObject")
      readAbout(field, event.about, problems);
    else if (key == "source") {
      eachField(field, path, problems, [&](std::string_view part, Value& text) {
        if (part == "component") readText(text, event.source, path, problems);
      });
    }
  });
  decode::settleEvent(event, fields);
}

}  // namespace cardinal::json
