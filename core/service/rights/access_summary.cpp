// SPDX-License-Identifier: Apache-2.0
#include "core/service/rights/access_summary.h"

#include <algorithm>

#include "core/base/error_places.h"
#include "core/kube/plugin/fingerprint.h"

namespace cardinal {
namespace {

/// "http://name:secret@proxy:3128" is shown as "http://proxy:3128".
std::string withoutUser(const std::string& url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string::npos) return url.substr(url.rfind('@') + 1);
  const std::size_t begin = scheme + 3;
  const std::size_t end = std::min(url.find_first_of("/?#", begin), url.size());
  const std::size_t at = url.rfind('@', end);
  if (at == std::string::npos || at < begin) return url.substr(0, end);
  return url.substr(0, begin) + url.substr(at + 1, end - at - 1);
}

ServerTrust trustOf(const ClusterAccess& access) {
  if (!access.server.https) return ServerTrust::NoTls;
  if (access.insecure) return ServerTrust::NotChecked;
  if (!access.caFile.empty()) return ServerTrust::File;
  return access.caPem.empty() ? ServerTrust::System : ServerTrust::Kubeconfig;
}

std::vector<SignIn> signInOf(const ClusterAccess& access) {
  std::vector<SignIn> out;
  if (access.hasClientCertificate()) out.push_back(SignIn::Certificate);
  if (!access.tokenFile.empty()) out.push_back(SignIn::TokenFile);
  if (access.tokenFile.empty() && !access.token.empty()) out.push_back(SignIn::Token);
  if (!access.username.empty()) out.push_back(SignIn::Password);
  if (access.exec) out.push_back(SignIn::Plugin);
  if (out.empty()) out.push_back(SignIn::Nothing);
  return out;
}

std::string wholeCommand(const ExecConfig& exec) {
  std::string words = exec.command;
  for (const std::string& argument : exec.args) words += " " + argument;
  return words;
}

}  // namespace

AccessSummary summaryOf(const ClusterAccess& access, const std::string& salt) {
  AccessSummary summary;
  summary.context = access.context;
  summary.user = access.user;
  summary.file = access.file;
  summary.server = access.server.text();
  summary.tlsServerName = access.tlsServerName;
  summary.trust = trustOf(access);
  summary.caFile = access.caFile;
  summary.signIn = signInOf(access);
  summary.tokenFile = access.tokenFile;
  summary.username = access.username;
  summary.actsAs = access.impersonation.user;
  summary.proxy = withoutUser(access.proxyUrl);
  summary.outside = access.outside;
  summary.sendsTokenOfOutside = access.sendsTokenOfOutside();
  std::string program;
  if (access.exec) {
    PluginCall call;
    call.command = access.exec->command;
    call.program = program = pluginProgram(access);
    call.arguments = access.exec->args;
    for (const auto& [name, value] : access.exec->env) call.variables.push_back(name);
    summary.plugin = std::move(call);
  }
  summary.fingerprint = consentFingerprint(access, program, salt);
  return summary;
}

bool AccessConsent::covers(const AccessSummary& summary) const {
  const auto holds = [&summary](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), summary.fingerprint) != list.end();
  };
  if (holds(agreedNow) || (holds(known) && !summary.insecure())) return true;
  return !summaryNeeded && (insecure || !summary.insecure()) && (tokenFiles || !summary.sendsTokenOfOutside) &&
         (plugins || !summary.plugin);
}

Result<void> checkConsent(const ClusterAccess& access, const AccessConsent& consent) {
  // The look for a plugin's program may take long and is needed for the fingerprint alone.
  const bool covered = (consent.insecure || !access.insecure) &&
                       (consent.tokenFiles || !access.sendsTokenOfOutside()) && (consent.plugins || !access.exec);
  if (covered && !consent.summaryNeeded) return {};
  const AccessSummary summary = summaryOf(access, consent.salt);
  if (consent.covers(summary)) return {};
  if (summary.insecure() && !consent.insecure)
    return unexpected(makeError(ErrorCode::PluginUnconfirmed, summary.server, kNotCheckedPlace, access.file));
  if (summary.sendsTokenOfOutside && !consent.tokenFiles) {
    return unexpected(makeError(ErrorCode::PluginUnconfirmed, access.tokenFile, kTokenFilePlace, summary.server));
  }
  if (access.exec && !consent.plugins) {
    return unexpected(makeError(ErrorCode::PluginUnconfirmed, wholeCommand(*access.exec),
                                "users[" + access.user + "].exec, " + access.file));
  }
  return unexpected(makeError(ErrorCode::PluginUnconfirmed, access.context, kSummaryPlace, access.file));
}

}  // namespace cardinal
