// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "core/kube/kubeconfig/kubeconfig.h"

namespace cardinal {

/// The Authorization header of one identity. A token file is read again every 60 s; when that fails the last good token
/// stays (kubernetes-client.md 1.1, 1.4). Not thread-safe.
class Authorization {
 public:
  Authorization(const ClusterAccess& access, std::chrono::steady_clock::time_point now);

  /// Value of the header; empty when the identity needs none.
  Secret header(std::chrono::steady_clock::time_point now);
  /// Reads the token file now. True when the token changed.
  bool renew(std::chrono::steady_clock::time_point now);

 private:
  Secret m_token;
  std::string m_tokenFile;
  std::string m_username;
  Secret m_password;
  std::chrono::steady_clock::time_point m_read;
};

}  // namespace cardinal
