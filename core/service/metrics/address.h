// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cardinal {

/// An address that the user named. Its connection has its own trust and never the cluster's credentials
/// (docs/reference/kubernetes-client.md 2.9).
struct MetricsAddress {
  std::string url;                ///< "http://host:9090/prefix"; empty = look in the cluster
  std::string tokenFile;          ///< bearer token, read again when it changes; empty = none
  std::string caFile;             ///< the only trust for https; empty = the system's store
  std::string user = {};          ///< for basic authentication; empty = none
  std::string passwordFile = {};  ///< its password; read when the connection is made
  std::string tenant = {};        ///< "X-Scope-OrgID: team-a": a header of every question; empty = none
};

}  // namespace cardinal
