// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/mutex.h"
#include "core/base/result.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// What a server's /openapi/v2 says about fields: which each kind has, and nothing more of it.
class ApiSchema {
 public:
  /// Error ParseFailed, or NotApiServer when it is no such description.
  static Result<ApiSchema> parse(const std::string& text);
  /// Paths ("spec.replicaz") of the object's fields that its kind does not have, at most 20. Nothing: the kind is not
  /// described. Values are not judged.
  std::optional<std::vector<std::string>> unknownFields(const std::string& apiVersion, const std::string& kind,
                                                        const std::string& objectJson) const;

 private:
  struct Builder;
  struct Walk;
  /// A type: its fields and which type each has; or what its elements are.
  struct Type {
    std::map<std::string, std::string> fields;  ///< to names of types; empty name = anything
    std::string elements;                       ///< of a list or a map; empty = anything
    bool open = true;                           ///< takes fields that it does not name
  };
  std::map<std::string, Type> m_types;
  std::map<std::string, std::string> m_kinds;  ///< "apps/v1 Deployment" to a type
};

/// The fields that a server from 1.25 on refuses, from the words of its refusal: 400 with `strict decoding error:
/// unknown field "spec.replicaz", duplicate field "spec.x"` (k8s.io/apimachinery, runtime.NewStrictDecodingError). At
/// most 20; none: it refused for another reason.
std::vector<ErrorCause> strictDecodingCauses(const std::string& words);

/// Looks for unknown fields where the server cannot (before 1.25). The description is read once, when it is first
/// needed. Thread-safe; blocks. Loop and transport outlive it.
class SchemaCheck {
 public:
  SchemaCheck(EventLoop& loop, Transport& transport) : m_loop(loop), m_transport(transport) {}
  /// Nothing: it could not be found out.
  std::optional<std::vector<std::string>> unknownFields(const std::string& apiVersion, const std::string& kind,
                                                        const std::string& objectJson, const std::stop_token& stop);

 private:
  std::shared_ptr<const ApiSchema> schema(const std::stop_token& stop);

  EventLoop& m_loop;
  Transport& m_transport;
  Mutex m_mutex;
  bool m_asked CARDINAL_GUARDED_BY(m_mutex) = false;
  std::shared_ptr<const ApiSchema> m_schema CARDINAL_GUARDED_BY(m_mutex);
};

}  // namespace cardinal
