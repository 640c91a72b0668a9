// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/files/file_stamp.h"
#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/plugin/credential_plugin.h"

namespace cardinal {

/// Who one transport is towards the server: the access with the credentials that are in force now. A token file is read
/// again every 60 s; when that fails the last good token stays (docs/reference/kubernetes-client.md 1.1, 1.4, 1.5). Not
/// thread-safe.
class Identity {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `plugin`: set exactly when `access.exec` is.
  Identity(const ClusterAccess& access, std::shared_ptr<CredentialPlugin> plugin, Time now);

  /// With the certificates in force.
  const ClusterAccess& access() const { return m_access; }
  CredentialPlugin* plugin() const { return m_plugin.get(); }

  /// Reads the certificates and the CA that stand in files again when these changed, at most once a second
  /// (docs/reference/kubernetes-client.md 1.4). A pair that does not fit together yet, an empty or broken file: the
  /// former stay. True when something is new, so that new connections are needed.
  bool refreshFiles(Time now);
  /// Takes what the plugin has. False when it has nothing usable: obtain() first. `changed` is set when the client
  /// certificate is another one, so that connections made with the former are not used again.
  bool adoptPlugin(bool& changed);
  /// Value of the Authorization header; empty when the identity needs none.
  Secret authorization(Time now);

  /// Which credential the next request is sent with; 0 = one that does not come from a plugin.
  std::uint64_t generation() const { return m_generation; }
  /// The server answered a request that was sent with `generation`.
  void noteAnswer(std::uint64_t generation, int status);
  /// After a 401: reads the token file, or lets the plugin run again. True when the request may be tried once more. A
  /// plugin's credential that was never accepted since the last such run is not replaced again.
  bool renew(Time now);
  /// The user asked to try again: the plugin may run once more, whatever happened before.
  void allowRenewal();

 private:
  bool renewPlugin();
  bool renewTokenFile(Time now);

  bool refreshPair();
  bool refreshAuthority();

  ClusterAccess m_access;
  std::shared_ptr<CredentialPlugin> m_plugin;
  Time m_filesSeen;
  FileStamp m_certificateStamp{};
  FileStamp m_keyStamp{};
  FileStamp m_caStamp{};
  Time m_tokenRead;
  std::uint64_t m_generation = 0;
  std::uint64_t m_refused = 0;   ///< newest generation that got a 401
  std::uint64_t m_accepted = 0;  ///< newest generation that got another answer
  std::uint64_t m_forced = 0;    ///< the generation that was thrown away by renew()
};

}  // namespace cardinal
