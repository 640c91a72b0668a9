// SPDX-License-Identifier: Apache-2.0
#include "core/service/open_source.h"

#include <utility>

#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/plugin/credential_plugin.h"
#include "core/kube/plugin/fingerprint.h"
#include "core/kube/transport/curl_library.h"
#include "core/service/demo_source.h"
#include "core/service/live/live_source.h"
#include "core/service/rights/visible_namespaces.h"
#include "core/service/snapshots/file_source.h"

namespace cardinal {
namespace {

std::unique_ptr<ClusterSource> openDemo(const SourceChoice& choice, const Clock& clock) {
  DemoOptions options;
  options.seed = choice.demoSeed != 0 ? choice.demoSeed : static_cast<std::uint64_t>(clock.wallNow());
  return std::make_unique<DemoSource>(std::move(options), clock);
}

Result<ClusterAccess> resolved(const Kubeconfig& kubeconfig, const SourceChoice& choice, const Clock& clock,
                               FilesToRead filesToRead = FilesToRead::InFolder) {
  return kubeconfig.resolve(choice.context, clock.wallNow(), Environment::ofProcess(),
                            choice.anonymous ? WithoutUser::Anonymous : WithoutUser::Refuse, filesToRead);
}

Result<std::unique_ptr<ClusterSource>> connectTo(ClusterAccess access, const Clock& clock,
                                                 const MetricsAddress& metrics,
                                                 std::shared_ptr<CredentialPlugin> plugin) {
  if (auto usable = prepareLibcurl(); !usable) return unexpected(usable.error());
  return makeLiveSource(std::move(access), clock, metrics, std::move(plugin));
}

Result<std::unique_ptr<ClusterSource>> openLive(const Kubeconfig& kubeconfig, const SourceChoice& choice,
                                                const Clock& clock, std::shared_ptr<CredentialPlugins> plugins) {
  const auto asked = resolved(kubeconfig, choice, clock);
  if (!asked) return unexpected(asked.error());
  auto namespaces = namespacesIn(choice.namespaces);
  if (!namespaces) return unexpected(namespaces.error());
  if (auto agreed = checkConsent(*asked, choice.consent); !agreed) return unexpected(agreed.error());
  auto access = resolved(kubeconfig, choice, clock, FilesToRead::All);
  if (!access) return unexpected(access.error());
  access->namespaces = std::move(*namespaces);
  std::shared_ptr<CredentialPlugin> plugin;
  if (access->exec) {
    if (plugins == nullptr) plugins = makeCredentialPlugins();
    plugin = plugins->of(*access, clock);
  }
  return connectTo(std::move(access).value(), clock, choice.prometheus, std::move(plugin));
}

/// One source only; two would leave open which one the window shows.
Result<void> checkChoice(const SourceChoice& choice) {
  const bool live = choice.kubeconfig || choice.context || choice.anonymous;
  if (choice.demo && choice.snapshot)
    return unexpected(makeError(ErrorCode::InvalidArgument, "--demo", {}, "--snapshot"));
  if (choice.demo && live)
    return unexpected(makeError(ErrorCode::InvalidArgument, "--demo", {}, "--kubeconfig, --context, --anonymous"));
  if (choice.snapshot && live)
    return unexpected(makeError(ErrorCode::InvalidArgument, "--snapshot", {}, "--kubeconfig, --context, --anonymous"));
  return {};
}

}  // namespace

Result<std::unique_ptr<ClusterSource>> openSource(const SourceChoice& choice, const Clock& clock,
                                                  std::shared_ptr<CredentialPlugins> plugins) {
  if (auto checked = checkChoice(choice); !checked) return unexpected(checked.error());
  if (choice.snapshot) return FileSource::open(*choice.snapshot, clock);
  if (choice.demo) return openDemo(choice, clock);
  const bool asked = choice.kubeconfig || choice.context || choice.anonymous;
  auto kubeconfig = loadKubeconfig(choice.kubeconfig, Environment::ofProcess());
  if (!kubeconfig) {
    if (!asked && kubeconfig.error().code == ErrorCode::KubeconfigMissing) {
      if (auto pod = inClusterAccess(Environment::ofProcess())) {
        if (!*pod) return unexpected(pod->error());
        return connectTo(std::move(*pod).value(), clock, choice.prometheus, nullptr);
      }
      return openDemo(choice, clock);
    }
    return unexpected(kubeconfig.error());
  }
  if (!asked && kubeconfig->currentContext.empty()) return openDemo(choice, clock);
  return openLive(*kubeconfig, choice, clock, std::move(plugins));
}

std::shared_ptr<CredentialPlugins> makeCredentialPlugins() {
  return std::make_shared<CredentialPlugins>();
}

std::optional<AccessSummary> accessToAllow(const SourceChoice& choice, const Clock& clock) {
  if (choice.demo || choice.snapshot) return std::nullopt;
  const auto kubeconfig = loadKubeconfig(choice.kubeconfig, Environment::ofProcess());
  if (!kubeconfig) return std::nullopt;
  const auto access = resolved(*kubeconfig, choice, clock);
  if (!access) return std::nullopt;
  AccessSummary summary = summaryOf(*access, choice.consent.salt);
  if (choice.consent.covers(summary)) return std::nullopt;
  return summary;
}

bool isServerUnchecked(const SourceChoice& choice, const Clock& clock) {
  if (choice.demo || choice.snapshot) return false;
  const auto kubeconfig = loadKubeconfig(choice.kubeconfig, Environment::ofProcess());
  if (!kubeconfig) return false;
  const auto access = resolved(*kubeconfig, choice, clock);
  return access && access->insecure;
}

Result<std::string> clusterFingerprint(const SourceChoice& choice, const Clock& clock, const std::string& salt) {
  if (choice.demo || choice.snapshot) return std::string();
  const auto kubeconfig = loadKubeconfig(choice.kubeconfig, Environment::ofProcess());
  if (!kubeconfig) return unexpected(kubeconfig.error());
  const auto access = resolved(*kubeconfig, choice, clock);
  if (!access) return unexpected(access.error());
  return accessFingerprint(*access, salt);
}

std::vector<std::string> kubeconfigFiles(const SourceChoice& choice) {
  return kubeconfigPaths(choice.kubeconfig, Environment::ofProcess());
}

Result<std::vector<ContextInfo>> listContexts(const std::optional<std::string>& kubeconfig) {
  auto loaded = loadKubeconfig(kubeconfig, Environment::ofProcess());
  if (!loaded) return unexpected(loaded.error());
  std::vector<ContextInfo> contexts;
  for (const ContextEntry& entry : loaded->contexts) {
    ContextInfo info;
    info.name = entry.name;
    info.cluster = entry.cluster;
    info.user = entry.user;
    info.ns = entry.ns;
    info.current = entry.name == loaded->currentContext;
    if (const ClusterEntry* cluster = loaded->findCluster(entry.cluster)) {
      // An address that cannot be read may hold anything, a password included: it is not shown.
      if (auto url = parseServerUrl(cluster->server)) info.server = url->authority();
    }
    contexts.push_back(std::move(info));
  }
  return contexts;
}

}  // namespace cardinal
