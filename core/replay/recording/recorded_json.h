// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/extras/node_topology.h"
#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"
#include "core/model/raw.h"

// Private to core/replay: the only header that shows JSON.

namespace cardinal::replay {

/// Thrown inside the reader, caught where it is called.
struct FieldFault {
  std::string field;
  std::string value;
};

/// One value of a recording with the path to it. Everything that is not of the expected type throws FieldFault.
class Field {
 public:
  Field(const nlohmann::json& value, std::string path) : m_value(&value), m_path(std::move(path)) {}

  Field at(const char* key) const;
  /// Nothing when the key is missing or null.
  std::optional<Field> find(const char* key) const;
  std::vector<Field> items() const;
  std::vector<std::pair<std::string, Field>> entries() const;

  std::string text() const;
  std::int64_t integer() const;
  double number() const;
  bool flag() const;
  bool isNull() const;
  /// The value as JSON, for decoders of API objects.
  std::string json() const;
  std::vector<std::string> texts() const;
  StringMap map() const;
  ResourceList resources() const;
  /// An object of the Kubernetes API, read by the program's own decoder.
  std::shared_ptr<const RawNode> node() const;
  std::shared_ptr<const RawPod> pod() const;
  /// The same for the objects of GPU stacks; `kind` stands for one that the recording leaves out.
  template <typename T>
  std::shared_ptr<const T> object(const char* kind) const;
  std::shared_ptr<const RawResourceSlice> resourceSlice() const;
  std::shared_ptr<const RawDeviceClass> deviceClass() const;
  std::shared_ptr<const RawResourceClaim> resourceClaim() const;
  std::shared_ptr<const RawNodeTopology> nodeTopology() const;

  [[noreturn]] void fail() const;

 private:
  const nlohmann::json* m_value;
  std::string m_path;
};

}  // namespace cardinal::replay
