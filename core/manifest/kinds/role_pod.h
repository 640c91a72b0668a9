// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/manifest/kinds/kind_expression.h"
#include "core/manifest/kinds/kind_table.h"
#include "core/model/raw.h"

namespace cardinal::yaml {

/// The pod of a role, with what dynamic resource allocation it claims.
struct RolePod {
  std::shared_ptr<const RawPod> pod;  ///< null = the object does not hold it
  std::vector<DeviceRequest> devices;
  std::vector<ManifestNote> notes{};  ///< why `pod` is null
  std::string podGroup{};             ///< see ManifestRole
};

/// Builds the pod of a role from the first of its record's places that the object has, with the containers that the
/// controller adds, the amounts that fields of the kind's own ask, and patches merged. Throws Failure: InvalidField,
/// also where the record needs a template and there is none; QuantityInvalid.
RolePod makeRolePod(const RoleRecord& record, const KindScope& scope, const ObjectKey& key);

/// A pod template at `podTemplate` (metadata and spec), or a pod spec alone.
RolePod podOfTemplate(const Field& podTemplate, const ObjectKey& key);
RolePod podOfSpec(const Field& podSpec, const ObjectKey& key);
/// A pod of one container with these `resources`; `fields` holds nodeSelector, tolerations and the like.
RolePod podOfResources(const Field& resources, const Field& fields, const ObjectKey& key);

}  // namespace cardinal::yaml
