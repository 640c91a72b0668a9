// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {

void readToleration(Value& item, Toleration& out, const Path& at, Problems& problems) {
  eachField(item, at, problems, [&](std::string_view key, Value& field) {
    if (key == "key")
      readText(field, out.key, at, problems);
    else if (key == "operator")
      readText(field, out.op, at, problems);
    else if (key == "value")
      readText(field, out.value, at, problems);
    else if (key == "effect")
      readText(field, out.effect, at, problems);
  });
}

void readTaint(Value& item, Taint& out, const Path& at, Problems& problems) {
  eachField(item, at, problems, [&](std::string_view key, Value& field) {
    if (key == "key")
      readText(field, out.key, at, problems);
    else if (key == "value")
      readText(field, out.value, at, problems);
    else if (key == "effect")
      readText(field, out.effect, at, problems);
  });
}

}  // namespace cardinal::json
