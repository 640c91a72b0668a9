// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/kube/decode/parts/limits.h"
#include "core/kube/decode/parts/objects.h"
#include "core/kube/decode/parts/status.h"
#include "core/kube/decode/parts/wire_format.h"

namespace cardinal {

/// Spare bytes behind a text that let the decoder read it in place; a buffer with less is copied once.
inline constexpr std::size_t kDecodePadding = 64;

/// Answers of the Kubernetes API into the structs of core/model. Keeps its work buffers between calls.
/// One decoder belongs to one thread at a time; different decoders are independent.
///
/// JSON, and of the kinds and versions of readsProtobuf() also protobuf: the same object read from either is equal, but
/// for a field of a pod's spec that is newer than this program, whose name protobuf does not contain (`unreadFields`).
/// A text of the other format than the one that was announced is NotApiServer.
///
/// Common promises: a document counts only when it is whole. Errors: TruncatedAnswer (the text ends
/// early; detail = bytes there are), ParseFailed (place = "byte N"), LimitExceeded, NotApiServer (JSON, but not the
/// kind asked for; detail = the kind that is there), and for a `Status` of a failure the code it maps to (see
/// `statusError`). Invalid UTF-8 is replaced by U+FFFD. A field of an unexpected type or an unreadable quantity leaves
/// the object in place and is named in its `problems`. Left out on purpose: managedFields, last-applied-configuration,
/// env, args, volumes' content.
class Decoder {
 public:
  Decoder();
  ~Decoder();
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;

  /// One page of a list. `Object` is RawNode, RawPod, RawConfigMap, RawDisruptionBudget, ObjectEvent or one of
  /// core/model/namespace_rules.h.
  template <typename Object>
  Result<ListPage<Object>> list(std::string body, WireFormat format = WireFormat::Json);
  /// One object.
  template <typename Object>
  Result<std::shared_ptr<const Object>> object(std::string body);
  /// One event of a watch: a JSON object, or what a length stood in front of.
  template <typename Object>
  Result<WatchEvent<Object>> event(std::string body, WireFormat format = WireFormat::Json);

  /// Whatever a file holds; see ObjectSet. Unknown kinds are named, not refused.
  Result<ObjectSet> objects(std::string body);
  /// apiVersion, kind and metadata of any object.
  Result<ObjectHeader> header(std::string body);
  /// A Status object, successful or not.
  Result<ApiStatus> status(std::string body, WireFormat format = WireFormat::Json);
  /// `gitVersion` of `/version`.
  Result<std::string> serverVersion(std::string body);
  /// Resources of a discovery answer; subresources only where `withSubresources`.
  Result<std::vector<ApiResource>> resources(std::string body, bool withSubresources = false);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace cardinal
