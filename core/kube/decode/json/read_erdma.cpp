// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

constexpr std::size_t kMaxInterfaces = 64;

void readInterface(Value& value, RawErdmaInterface& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const Path at{&path, key};
    if (key == "id") return readText(field, out.id, at, problems);
    if (key == "status") return readText(field, out.status, at, problems);
    if (key == "message") return readText(field, out.message, at, problems);
  });
}

}  // namespace

void readObject(Object& object, RawErdmaDevice& device) {
  readSpecAndStatus(
      object, device, [](std::string_view, Value&, const Path&, Problems&) {},
      [&](std::string_view key, Value& field, const Path& status, Problems& problems) {
        if (key != "devices") return;
        eachItem(field, Path{&status, key}, problems, [&](Value& item, int index) {
          RawErdmaInterface one;
          readInterface(item, one, Path{&status, "devices", index}, problems);
          if (device.interfaces.size() < kMaxInterfaces) device.interfaces.push_back(std::move(one));
        });
      });
}

}  // namespace cardinal::json
