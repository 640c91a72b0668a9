// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace cardinal {

enum class Permission : std::uint8_t {
  Unknown,  ///< not asked yet, or the server could not tell: things are offered, the server decides
  Allowed,
  Denied,
};

/// What the program does of which somebody may lack the right.
enum class Feature : std::uint8_t {
  ListNodes,
  WatchNodes,
  ListPods,
  WatchPods,
  PatchNodes,  ///< labels, taints, cordon
  EvictPods,
  DeletePods,
  BindPods,
  CreatePods,
  CreateDeployments,
  CreateStatefulSets,
  CreateJobs,
};
inline constexpr std::size_t kFeatures = 12;

/// The RBAC rule that allows a feature.
struct AccessRule {
  const char* verb;
  const char* group;        ///< "" = core
  const char* resource;
  const char* subresource;  ///< "" = none
  bool everywhere;          ///< asked for the whole cluster, else for the namespace in use
};
const AccessRule& ruleOf(Feature feature);
/// The feature of creating objects of a kind ("Deployment"); CreatePods for kinds that have none.
Feature createFeature(const std::string& kind);
/// "patch nodes", "create pods/eviction".
std::string ruleText(Feature feature);
/// The rule as it stands in a Role or ClusterRole, to be copied.
std::string ruleYaml(Feature feature);

/// What the identity may do, as the server said (SelfSubjectAccessReview, kubernetes-client.md 5). A value.
struct Rights {
  std::array<Permission, kFeatures> of{};  ///< by Feature
  std::string ns;                          ///< what "the namespace in use" was
  Permission operator[](Feature feature) const { return of[static_cast<std::size_t>(feature)]; }
  bool denied(Feature feature) const { return (*this)[feature] == Permission::Denied; }
  /// The server said of every change the program can make that it would refuse it.
  bool mayOnlyRead() const;
  bool operator==(const Rights&) const = default;
};

}  // namespace cardinal
