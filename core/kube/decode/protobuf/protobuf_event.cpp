// SPDX-License-Identifier: Apache-2.0
// Events. Field numbers: docs/reference/protobuf.md 7.
#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

void readAbout(Message reference, ObjectRef& about, Problems& problems) {
  const Path path{nullptr, "involvedObject"};
  while (reference.next()) {
    if (reference.number() == 1)
      readText(reference, about.kind, path, problems);
    else if (reference.number() == 2)
      readText(reference, about.key.ns, path, problems);
    else if (reference.number() == 3)
      readText(reference, about.key.name, path, problems);
  }
}

void readSeries(Message series, decode::EventFields& fields, Problems& problems) {
  const Path path{nullptr, "series"};
  while (series.next()) {
    if (series.number() == 1)
      fields.seriesCount = series.integer32();
    else if (series.number() == 2)
      readTime(series, fields.seriesLast, path, problems);
  }
}

void readSource(Message source, ObjectEvent& event, Problems& problems) {
  while (source.next()) {
    if (source.number() == 1) readText(source, event.source, Path{nullptr, "source"}, problems);
  }
}

void readEventField(Message& field, decode::EventFields& fields, Problems& problems) {
  switch (field.number()) {
    case 8:
      fields.count = field.integer32();
      break;
    case 10:
      readTime(field, fields.at, Path{nullptr, "eventTime"}, problems);
      break;
    case 11:
      readSeries(field.message(), fields, problems);
      break;
    case 14:
      readText(field, fields.reporter, Path{nullptr, "reportingComponent"}, problems);
      break;
    default:
      break;
  }
}

}  // namespace

void readObject(Message object, ObjectEvent& event) {
  Problems problems(event.problems);
  decode::EventFields fields;
  while (object.next()) {
    switch (object.number()) {
      case 2:
        readAbout(object.message(), event.about, problems);
        break;
      case 3:
        readText(object, event.reason, Path{nullptr, "reason"}, problems);
        break;
      case 4:
        readText(object, event.message, Path{nullptr, "message"}, problems);
        break;
      case 5:
        readSource(object.message(), event, problems);
        break;
      case 6:
        readTime(object, event.first, Path{nullptr, "firstTimestamp"}, problems);
        break;
      case 7:
        readTime(object, event.last, Path{nullptr, "lastTimestamp"}, problems);
        break;
      case 9:
        readText(object, event.type, Path{nullptr, "type"}, problems);
        break;
      default:
        readEventField(object, fields, problems);
        break;
    }
  }
  decode::settleEvent(event, fields);
}

}  // namespace cardinal::protobuf
