// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kube/decode/parts/objects.h"
#include "core/model/extras/extra.h"

namespace cardinal {

/// Accept of a question for /apis: everything in one answer where the server has that (from 1.27 on), else the names of
/// groups alone (docs/reference/kubernetes-client.md 3.9).
inline constexpr const char* kAcceptDiscovery =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
    "application/json";

/// A version of a group, as /apis says.
struct ServedVersion {
  std::string apiVersion;  ///< "group/version"
  /// Nothing = to be asked for by itself. Hostile text.
  std::optional<std::vector<ApiResource>> resources{};
  bool isStale = false;  ///< whoever serves it does not answer: `resources` are those of before, or none
};

/// Every "group/version" of an answer of /apis, in its order; nothing when it is no such answer. `kind` says which of
/// the two it is: APIGroupDiscoveryList, which holds the resources too, or APIGroupList. Hostile text.
std::optional<std::vector<ServedVersion>> servedVersions(const std::string& body);

/// Of what is served, each version in which objects of GPU stacks (ExtraKind) are read: one of each group, the newest.
std::vector<ServedVersion> readableVersions(std::vector<ServedVersion> served);

/// The kind of that name in "group/version"; nothing for all others.
std::optional<ExtraKind> extraKindIn(const std::string& apiVersion, const std::string& kind);

}  // namespace cardinal
