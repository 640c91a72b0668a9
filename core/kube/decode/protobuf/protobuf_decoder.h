// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: whole answers written as protobuf (docs/reference/protobuf.md 2 and 3).

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/kube/decode/parts/list_pool.h"
#include "core/kube/decode/parts/wire_format.h"

namespace cardinal::protobuf {

/// Four bytes in front of every object; a watch's frames begin without, the objects in them with it.
inline constexpr std::string_view kMagic{"k8s\0", 4};

/// The same promises as those of Decoder; of the kinds and versions of readsProtobuf().
template <typename T>
Result<ListPage<T>> list(std::string_view body, ListPool& pool);
template <typename T>
Result<WatchEvent<T>> event(std::string_view frame, ListPool& pool);
Result<ApiStatus> status(std::string_view body);
/// See nextPageToken().
std::string nextPageToken(std::string_view body);

}  // namespace cardinal::protobuf
