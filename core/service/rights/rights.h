// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cardinal {

enum class Permission : std::uint8_t {
  Unknown,  ///< not asked yet, or the server did not say: things are offered, the server decides
  Allowed,
  Denied,
};

/// What the program does of which somebody may lack the right.
enum class Feature : std::uint8_t {
  ListNodes,
  WatchNodes,
  GetNodes,  ///< read right before it is changed or bound to
  ListPods,
  WatchPods,
  ReadLogs,
  ProxyServices,  ///< metrics through the API server
  PatchNodes,     ///< labels, taints, cordon
  EvictPods,
  BindPods,
  CreatePods,
  CreateDeployments,
  CreateStatefulSets,
  CreateJobs,
  DeletePods,  ///< of what was submitted, as the three below
  DeleteDeployments,
  DeleteStatefulSets,
  DeleteJobs,
};
inline constexpr std::size_t kFeatures = 18;

/// Where a right is needed.
enum class RightPlace : std::uint8_t {
  Cluster,    ///< in the whole cluster
  Namespace,  ///< in the namespace of the object that is acted upon
  Service,    ///< in the namespace of the service that metrics are read through
};

/// The RBAC rule that allows a feature.
struct AccessRule {
  const char* verb;
  const char* group;  ///< "" = core
  const char* resource;
  const char* subresource;  ///< "" = none
  RightPlace place;
  bool changes;  ///< the cluster is another one afterwards
};
const AccessRule& ruleOf(Feature feature);
/// The feature of creating, or of deleting, objects of a kind ("Deployment"); nothing for kinds that nobody is asked
/// about.
std::optional<Feature> createFeature(const std::string& kind);
std::optional<Feature> deleteFeature(const std::string& kind);
/// "patch nodes", "create pods/eviction".
std::string ruleText(Feature feature);
/// The rule as it stands in a Role or ClusterRole, to be copied.
std::string ruleYaml(Feature feature);

/// What the identity may do, as the server said (SelfSubjectAccessReview, docs/reference/kubernetes-client.md 5). A
/// value. What holds in every namespace holds in each; what was said of one namespace says nothing about another.
class Rights {
 public:
  using Permissions = std::array<Permission, kFeatures>;  ///< by Feature

  Rights() = default;
  /// `ns`: the context's namespace, which is meant where an object names none.
  explicit Rights(std::string ns) : m_ns(std::move(ns)) {}

  /// About an object in `ns` (empty: the context's), which does not matter where the right is the whole cluster's.
  Permission of(Feature feature, const std::string& ns = {}) const;
  bool denied(Feature feature, const std::string& ns = {}) const { return of(feature, ns) == Permission::Denied; }
  /// Allowed in every namespace there is.
  bool isAllowedEverywhere(Feature feature) const {
    return m_everywhere[static_cast<std::size_t>(feature)] == Permission::Allowed;
  }
  /// The server said of every change the program can make, in every namespace that is read, that it would refuse it.
  bool mayOnlyRead() const;

  const std::string& contextNamespace() const { return m_ns; }
  /// What was said of one namespace, by its name.
  const std::map<std::string, Permissions>& namespaces() const { return m_namespaces; }
  /// What was said of ProxyServices, by the service's namespace; empty = metrics are not read through the API server.
  const std::map<std::string, Permission>& services() const { return m_services; }

  /// Writes down an answer; empty `ns` = of the whole cluster, which is every namespace.
  void note(Feature feature, const std::string& ns, Permission permission);
  /// Forgets what was said of other namespaces than these.
  void keepNamespaces(const std::vector<std::string>& names);
  void keepServices(const std::vector<std::string>& names);
  /// There are namespaces that are read and that nobody asked about.
  void setPartial(bool partial) { m_partial = partial; }

  bool operator==(const Rights&) const = default;

 private:
  std::string m_ns;
  Permissions m_everywhere{};
  std::map<std::string, Permissions> m_namespaces;
  std::map<std::string, Permission> m_services;
  bool m_partial = false;
};

}  // namespace cardinal
