// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"
#include "core/service/read/refusals/known_objects.h"

namespace cardinal {

/// What keeps the API server from creating an object, or the pods of one, whatever quotas and nodes say.
struct NamespaceRefusal {
  enum class Kind : std::uint8_t {
    NoNamespace,    ///< the namespace does not exist, and the files do not create it
    Terminating,    ///< the namespace is being deleted
    AlreadyExists,  ///< the pod or Job exists, and applying the file to it places no pod anew
    NoAccount,      ///< the namespace has no service account of the name that the pods ask for
    PodSecurity,    ///< it enforces a Pod Security level that the pods do not meet
  };
  Kind kind = Kind::NoNamespace;
  std::string level{};                ///< "baseline", "restricted"
  std::vector<std::string> fields{};  ///< "spec.hostNetwork", "containers[c].securityContext.privileged"; at most eight
  std::string account{};              ///< the service account
  bool isUnread = false;              ///< whether it exists was not, or may not be, read
  /// False: a controller that is not of Kubernetes makes the pods, and may fill them in or create the account; or the
  /// account is unread, or "default", which a controller of Kubernetes creates.
  bool isKnown = true;
};

/// The first that the API server would come to; nothing where nothing is known to be refused. `ns`: that of the object.
/// Exemptions of the admission plugin PodSecurity and webhooks that change pods are not looked at. Source: Pod Security
/// Standards (kubernetes.io/docs/concepts/security/pod-security-standards), k8s.io/pod-security-admission policy;
/// Kubernetes 1.20 and 1.35, plugin/pkg/admission/namespace/lifecycle and plugin/pkg/admission/serviceaccount, which
/// waits for a service account "default" that is missing.
std::optional<NamespaceRefusal> namespaceRefusalOf(const std::vector<ManifestObject>& objects, std::size_t object,
                                                   const std::string& ns, const ClusterSnapshot& snapshot,
                                                   const KnownObjects& known = {});

const char* toString(NamespaceRefusal::Kind kind);

}  // namespace cardinal
