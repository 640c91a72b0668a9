// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// What keeps the API server from creating an object, or the pods of one, whatever quotas and nodes say.
struct NamespaceRefusal {
  enum class Kind : std::uint8_t {
    NoNamespace,  ///< the namespace does not exist, and the files do not create it
    PodSecurity,  ///< it enforces a Pod Security level that the pods do not meet
  };
  Kind kind = Kind::NoNamespace;
  std::string level{};                ///< "baseline", "restricted"
  std::vector<std::string> fields{};  ///< "spec.hostNetwork", "containers[c].securityContext.privileged"; at most eight
  bool isKnown = true;  ///< false: the pods are made by a controller that is not of Kubernetes, and may fill them in
};

/// Nothing where namespaces were not read, or nothing is known to be refused. `ns`: that of the object. Exemptions of
/// the admission plugin PodSecurity and webhooks that change pods are not looked at. Source: Pod Security Standards
/// (kubernetes.io/docs/concepts/security/pod-security-standards), k8s.io/pod-security-admission policy.
std::optional<NamespaceRefusal> namespaceRefusalOf(const std::vector<ManifestObject>& objects, std::size_t object,
                                                   const std::string& ns, const ClusterSnapshot& snapshot);

const char* toString(NamespaceRefusal::Kind kind);

}  // namespace cardinal
