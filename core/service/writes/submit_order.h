// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/manifest.h"

namespace cardinal {

/// The objects in the order in which they are sent: Namespaces, CustomResourceDefinitions, objects that make no pods,
/// workloads; otherwise as they stood.
std::vector<ManifestObject> inSubmitOrder(std::vector<ManifestObject> objects);

/// True for an object that the server cannot check before another one of the same list exists: it lies in a Namespace,
/// or is of a kind, that the list creates. The server answers 404 to its dry run until then.
bool needsAnother(const ManifestObject& object, const std::vector<ManifestObject>& all,
                  const std::string& defaultNamespace);

/// True where the list creates the kind itself.
bool isKindCreated(const ManifestObject& object, const std::vector<ManifestObject>& all);

/// The server's answer to creating the object is that it does not serve the kind, in that version at least.
bool isKindMissing(const Error& error, const ManifestObject& object);

}  // namespace cardinal
