// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: what the readers of resource.k8s.io have in common.

#include <string>
#include <vector>

#include "core/kube/decode/protobuf/protobuf_message.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {

/// True in resource.k8s.io/v1beta1, where a device's fields stand one level deeper (`basic`) and those of a request one
/// level higher (no `exactly`), with other numbers.
bool hasFlatRequests(const Message& message);

/// One of `selectors` of a class or a request: its CEL expression; empty = of another kind. `at` is its path.
void readDeviceSelector(Message selector, std::vector<std::string>& out, const Path& at, Problems& problems);

}  // namespace cardinal::protobuf
