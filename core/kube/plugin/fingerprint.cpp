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

namespace {

/// Lists are counted: two that follow each other never look like two others.
void addPlugin(Digest& digest, const ClusterAccess& access, const std::string& program) {
  const ExecConfig& exec = *access.exec;
  digest.add(exec.command).add(program).add(std::to_string(exec.args.size()));
  for (const std::string& argument : exec.args) digest.add(argument);
  digest.add(std::to_string(exec.env.size()));
  for (const auto& [name, value] : exec.env) digest.add(name).add(value);
}

void addImpersonation(Digest& digest, const Impersonation& other) {
  digest.add(other.user).add(other.uid).add(std::to_string(other.groups.size()));
  for (const std::string& group : other.groups) digest.add(group);
  for (const auto& [key, values] : other.extra) {
    digest.add(key).add(std::to_string(values.size()));
    for (const std::string& value : values) digest.add(value);
  }
}

void addServer(Digest& digest, const ClusterAccess& access) {
  digest.add(access.server.text()).add(access.tlsServerName).add(access.insecure ? "insecure" : "");
  digest.add(access.caFile.empty() ? access.caPem : access.caFile);
}

}  // namespace

std::string consentFingerprint(const ClusterAccess& access, const std::string& program, const std::string& salt) {
  Digest digest;
  digest.add(salt).add("consent").add(access.context).add(access.file).add(access.user).add(access.proxyUrl);
  addServer(digest, access);
  digest.add(access.hasToken() ? "token" : "").add(access.tokenFile).add(access.username);
  digest.add(access.hasClientCertificate() ? "certificate" : "");
  digest.add(access.clientCertificateFile).add(access.clientKeyFile);
  digest.add(std::to_string(access.outside.size()));
  for (const OutsideFile& file : access.outside) digest.add(file.field).add(file.path);
  if (access.exec) addPlugin(digest, access, program);
  addImpersonation(digest, access.impersonation);
  return digest.hex();
}

/// Credentials that stand in files of their own are followed by the connection itself.
std::string accessFingerprint(const ClusterAccess& access, const std::string& salt) {
  Digest digest;
  digest.add(salt).add("access");
  addServer(digest, access);
  digest.add(access.clientCertificateFile.empty() ? access.clientCertificatePem : access.clientCertificateFile);
  digest.add(access.clientKeyFile.empty() ? access.clientKeyPem.reveal() : access.clientKeyFile);
  digest.add(access.tokenFile.empty() ? access.token.reveal() : access.tokenFile);
  digest.add(access.username).add(access.password.reveal()).add(access.proxyUrl).add(access.ns);
  if (access.exec) {
    digest.add(access.context).add(access.file);
    addPlugin(digest, access, {});
  }
  addImpersonation(digest, access.impersonation);
  return digest.hex();
}

}  // namespace cardinal
