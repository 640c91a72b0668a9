// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/manifest/manifest.h"
#include "core/model/object_event.h"

namespace cardinal {

/// What an object of the cluster says to one who is about to create others beside it, or it itself.
struct KnownObject {
  bool exists = false;
  bool isTerminating = false;          ///< it is being deleted
  std::optional<std::int64_t> pods{};  ///< status.replicas
  bool operator==(const KnownObject&) const = default;
};

/// Objects that a file is held against beside the snapshot, each read by itself when somebody asks: the namespaces of
/// its objects, the service accounts of their pods, and what exists of the objects themselves.
class KnownObjects {
 public:
  /// What of a file's own objects is asked for.
  enum class Own : std::uint8_t { Yes, No };

  /// Each once, at most `kMost`; the rest stays unknown. `ns`: of objects that name none.
  static std::vector<ObjectRef> toRead(const std::vector<ManifestObject>& objects, const std::string& ns, Own own);
  /// As ObjectReader gives it; what is another object leaves this one unknown.
  void add(const ObjectRef& object, const std::string& yaml);
  /// An error that is not that there is none leaves it unknown.
  void add(const ObjectRef& object, const Error& error);
  /// Null = unknown.
  const KnownObject* find(const ObjectRef& object) const;
  bool operator==(const KnownObjects&) const = default;

  static constexpr std::size_t kMost = 200;

 private:
  std::map<std::pair<std::string, ObjectKey>, KnownObject> m_objects;  ///< by kind and key
};

ObjectRef namespaceRef(const std::string& ns);
ObjectRef accountRef(const std::string& ns, const std::string& account);
/// The object itself, where the file names it.
std::optional<ObjectRef> ownRef(const ManifestObject& object, const std::string& ns);

/// The service accounts that the pods of an object name; "default" for those that name none. Each once.
std::vector<std::string> accountsOf(const ManifestObject& object);

}  // namespace cardinal
