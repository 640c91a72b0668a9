// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/kubeconfig.h"

#include <string>

#include "tests/fuzz/targets.h"

namespace cardinal::fuzz {
namespace {

constexpr UnixSeconds kNow = 1'760'000'000;

// The fuzzer must not make us read what happens to be on the disk.
bool namesAFile(const Kubeconfig& config, const ContextEntry& context) {
  const ClusterEntry* const cluster = config.findCluster(context.cluster);
  const UserEntry* const user = config.findUser(context.user);
  return (cluster != nullptr && cluster->certificateAuthority.path) ||
         (user != nullptr && (user->clientCertificate.path || user->clientKey.path || user->tokenFile));
}

}  // namespace

void kubeconfig(std::string_view input) {
  const auto config = parseKubeconfig(std::string(input), "fuzz");
  if (!config) {
    require(!describe(config.error()).empty(), "an error has words");
    return;
  }
  for (const ContextEntry& context : config->contexts) {
    if (namesAFile(*config, context)) continue;
    const auto access = config->resolve(context.name, kNow);
    const auto problems = config->problems(context.name, kNow);
    require(access.has_value() == problems.empty(), "resolve() works exactly when there are no problems");
    if (!access) continue;
    require(!access->server.host.empty(), "an access has a server");
    require(access->clientCertificatePem.empty() == access->clientKeyPem.empty(), "a certificate comes with its key");
    require(access->token.reveal().find_first_of("\r\n") == std::string::npos, "a token is one line");
    require(!access->insecure || access->caPem.empty(), "insecure and an authority exclude each other");
  }
}

}  // namespace cardinal::fuzz
