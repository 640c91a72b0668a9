// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/kubeconfig/pem/pem.h"
#include "core/kube/kubeconfig/read_file.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 20U;

std::string firstWord(const std::string& text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(begin, text.find_first_of(" \t\r\n", begin) - begin);
}

Result<ClusterAccess> serviceAccount(const Environment& environment) {
  ClusterAccess access;
  access.context = access.cluster = access.user = "in-cluster";
  access.file = environment.serviceAccountFolder;
  const bool v6 = environment.serviceHost->find(':') != std::string::npos;
  auto url = parseServerUrl("https://" + (v6 ? "[" + *environment.serviceHost + "]" : *environment.serviceHost) + ":" +
                            environment.servicePort.value_or(""));
  if (!url) {
    return unexpected(makeError(ErrorCode::KubeconfigInvalid, "KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT",
                                access.file, url.error().detail));
  }
  access.server = *url;
  access.tokenFile = environment.serviceAccountFolder + "/token";
  access.caFile = environment.serviceAccountFolder + "/ca.crt";
  auto token = readRegularFile(access.tokenFile, kMaxBytes);
  if (!token) return unexpected(token.error());
  access.token = Secret(firstWord(*token));
  if (access.token.empty())
    return unexpected(makeError(ErrorCode::CredentialInvalid, "token", access.tokenFile, "empty token"));
  auto ca = readRegularFile(access.caFile, kMaxBytes);
  if (!ca) return unexpected(ca.error());
  auto bundle = trustBundle(*ca);
  if (!bundle)
    return unexpected(makeError(ErrorCode::CredentialInvalid, "ca.crt", access.caFile, bundle.error().detail));
  access.caPem = std::move(*bundle);
  access.ns = environment.podNamespace.value_or("");
  const auto ns = readRegularFile(environment.serviceAccountFolder + "/namespace", kMaxBytes);
  if (access.ns.empty() && ns) access.ns = firstWord(*ns);
  if (access.ns.empty()) access.ns = "default";
  return access;
}

}  // namespace

std::optional<Result<ClusterAccess>> inClusterAccess(const Environment& environment) {
  if (environment.serviceHost.value_or("").empty()) return std::nullopt;
  const std::string token = environment.serviceAccountFolder + "/token";
  const auto there = readRegularFile(token, kMaxBytes);
  if (!there && there.error().code == ErrorCode::FileMissing) return std::nullopt;
  return serviceAccount(environment);
}

}  // namespace cardinal
