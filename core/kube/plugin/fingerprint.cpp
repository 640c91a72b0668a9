// SPDX-License-Identifier: Apache-2.0
#include "core/kube/plugin/fingerprint.h"

#include <cstdlib>

#include "core/kube/kubeconfig/digest.h"
#include "core/kube/plugin/process.h"

namespace cardinal {
std::string pluginProgram(const ClusterAccess& access) {
  const std::string& command = access.exec->command;
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing in the program sets variables
  std::string program = findProgram(command, path != nullptr ? path : "");
  if (program.empty() && command.find('/') == std::string::npos) program = findProgram(command, loginShellPath({}));
  return program;
}

std::string pluginFingerprint(const ClusterAccess& access, const std::string& program) {
  const ExecConfig& exec = *access.exec;
  Digest digest;
  digest.add(access.context).add(access.file).add(exec.command).add(program).add(std::to_string(exec.args.size()));
  for (const std::string& argument : exec.args) digest.add(argument);
  for (const auto& [name, value] : exec.env) digest.add(name).add(value);
  return digest.hex();
}

/// Credentials that stand in files of their own are followed by the connection itself.
std::string accessFingerprint(const ClusterAccess& access) {
  Digest digest;
  digest.add(access.server.text()).add(access.tlsServerName).add(access.insecure ? "insecure" : "");
  digest.add(access.caFile.empty() ? access.caPem : access.caFile);
  digest.add(access.clientCertificateFile.empty() ? access.clientCertificatePem : access.clientCertificateFile);
  digest.add(access.clientKeyFile.empty() ? access.clientKeyPem.reveal() : access.clientKeyFile);
  digest.add(access.tokenFile.empty() ? access.token.reveal() : access.tokenFile);
  digest.add(access.username).add(access.password.reveal()).add(access.proxyUrl).add(access.ns);
  if (access.exec) digest.add(pluginFingerprint(access, {}));
  const Impersonation& other = access.impersonation;
  digest.add(other.user).add(other.uid);
  for (const std::string& group : other.groups) digest.add(group);
  for (const auto& [key, values] : other.extra) {
    digest.add(key);
    for (const std::string& value : values) digest.add(value);
  }
  return digest.hex();
}

}  // namespace cardinal
