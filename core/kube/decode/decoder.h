// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/kube/decode/objects.h"

namespace cardinal {

/// Limits of kubernetes-client.md 2.7 and 7.5; larger input is refused or cut, never half believed.
inline constexpr std::size_t kMaxDocumentBytes = std::size_t{1} << 30U;
inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20U;  ///< one string; cut and named in `problems`
inline constexpr std::size_t kMaxMapEntries = 2000;                  ///< labels, annotations, resources of one object
inline constexpr std::size_t kMaxListItems = 1'000'000;

/// Spare bytes behind a text that let the decoder read it in place; a buffer with less is copied once.
inline constexpr std::size_t kDecodePadding = 64;

/// JSON text of the Kubernetes API into the structs of core/model. Keeps its work buffers between calls.
/// One decoder belongs to one thread at a time; different decoders are independent.
///
/// Common promises: a document counts only when it parsed to its closing brace. Errors: TruncatedAnswer (the text ends
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
  Result<ListPage<Object>> list(std::string body);
  /// One object.
  template <typename Object>
  Result<std::shared_ptr<const Object>> object(std::string body);
  /// One event of a watch.
  template <typename Object>
  Result<WatchEvent<Object>> event(std::string body);

  /// Whatever a file holds; see ObjectSet. Unknown kinds are named, not refused.
  Result<ObjectSet> objects(std::string body);
  /// apiVersion, kind and metadata of any object.
  Result<ObjectHeader> header(std::string body);
  /// A Status object, successful or not.
  Result<ApiStatus> status(std::string body);
  /// `gitVersion` of `/version`.
  Result<std::string> serverVersion(std::string body);
  /// Resources of a discovery answer; subresources only where `withSubresources`.
  Result<std::vector<ApiResource>> resources(std::string body, bool withSubresources = false);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// The error that a Status stands for: code by `reason`, else by its number. `httpStatus` = its code, `detail` = its
/// message, `place` = first cause's field for Invalid.
Error statusError(const ApiStatus& status);

}  // namespace cardinal
