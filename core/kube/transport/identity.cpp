// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/identity.h"

#include <algorithm>

#include "core/kube/kubeconfig/pem/base64.h"
#include "core/kube/kubeconfig/pem/pem.h"
#include "core/kube/kubeconfig/read_file.h"

namespace cardinal {
namespace {

constexpr std::chrono::seconds kTokenLife{60};
constexpr std::chrono::seconds kFileInterval{1};
constexpr std::size_t kMaxPemBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxTokenBytes = std::size_t{1} << 20U;
constexpr int kUnauthorized = 401;

/// The token of a file's text, or nothing usable.
std::string tokenOf(const std::string& text) {
  const auto printable = [](char c) { return c > ' ' && c < 0x7F; };
  const auto begin = std::find_if(text.begin(), text.end(), printable);
  const auto end = std::find_if_not(begin, text.end(), printable);
  const bool onlyBlanks = std::none_of(end, text.end(), printable);
  return onlyBlanks ? std::string(begin, end) : std::string();
}

}  // namespace

Identity::Identity(const ClusterAccess& access, std::shared_ptr<CredentialPlugin> plugin, Time now)
    : m_access(access),
      m_plugin(std::move(plugin)),
      m_filesSeen(now),
      m_certificateStamp(fileStamp(access.clientCertificateFile)),
      m_keyStamp(fileStamp(access.clientKeyFile)),
      m_caStamp(fileStamp(access.caFile)),
      m_tokenRead(now) {}

bool Identity::refreshFiles(Time now) {
  if (now - m_filesSeen < kFileInterval) return false;
  m_filesSeen = now;
  const bool pair = refreshPair();
  return refreshAuthority() || pair;
}

bool Identity::refreshPair() {
  if (m_access.clientCertificateFile.empty() || m_access.clientKeyFile.empty()) return false;
  const FileStamp certificate = fileStamp(m_access.clientCertificateFile);
  const FileStamp key = fileStamp(m_access.clientKeyFile);
  if (certificate == m_certificateStamp && key == m_keyStamp) return false;
  auto certificateText = readRegularFile(m_access.clientCertificateFile, kMaxPemBytes);
  auto keyText = readRegularFile(m_access.clientKeyFile, kMaxPemBytes);
  // Half written: the stamps stay the old ones, so that it is tried again.
  if (!certificateText || !keyText || !checkKeyPair(*certificateText, *keyText)) return false;
  m_certificateStamp = certificate;
  m_keyStamp = key;
  if (*certificateText == m_access.clientCertificatePem) return false;
  m_access.clientCertificatePem = std::move(*certificateText);
  m_access.clientKeyPem = Secret(std::move(*keyText));
  return true;
}

bool Identity::refreshAuthority() {
  if (m_access.caFile.empty()) return false;
  const FileStamp now = fileStamp(m_access.caFile);
  if (now == m_caStamp) return false;
  const auto text = readRegularFile(m_access.caFile, kMaxPemBytes);
  if (!text) return false;
  auto bundle = trustBundle(*text);
  if (!bundle) return false;
  m_caStamp = now;
  if (*bundle == m_access.caPem) return false;
  m_access.caPem = std::move(*bundle);
  return true;
}

bool Identity::adoptPlugin(bool& changed) {
  if (m_plugin == nullptr) return true;
  const auto credential = m_plugin->current();
  if (credential == nullptr) return false;
  if (credential->generation == m_generation) return true;
  changed = changed || credential->certificatePem != m_access.clientCertificatePem;
  m_generation = credential->generation;
  m_access.token = credential->token;
  m_access.clientCertificatePem = credential->certificatePem;
  m_access.clientKeyPem = credential->keyPem;
  return true;
}

Secret Identity::authorization(Time now) {
  if (!m_access.tokenFile.empty() && now - m_tokenRead >= kTokenLife) renewTokenFile(now);
  if (!m_access.token.empty()) return Secret("Bearer " + m_access.token.reveal());
  if (!m_access.username.empty())
    return Secret("Basic " + encodeBase64(m_access.username + ":" + m_access.password.reveal()));
  return {};
}

void Identity::noteAnswer(std::uint64_t generation, int status) {
  std::uint64_t& newest = status == kUnauthorized ? m_refused : m_accepted;
  newest = std::max(newest, generation);
}

bool Identity::renew(Time now) {
  return m_plugin != nullptr ? renewPlugin() : renewTokenFile(now);
}

bool Identity::renewPlugin() {
  if (m_generation > m_refused) return true;  // another request of the same burst has renewed it already
  const bool fresh = m_forced != 0 && m_refused > m_forced && m_accepted < m_refused;
  if (fresh) return false;
  m_forced = m_refused;
  m_plugin->reject(m_refused);
  return true;
}

void Identity::allowRenewal() {
  m_forced = 0;
  if (m_plugin == nullptr) return;
  if (m_refused > m_accepted) m_plugin->reject(m_refused);
  m_plugin->forgetFailure();
}

bool Identity::renewTokenFile(Time now) {
  if (m_access.tokenFile.empty()) return false;
  m_tokenRead = now;
  const auto text = readRegularFile(m_access.tokenFile, kMaxTokenBytes);
  if (!text) return false;
  std::string token = tokenOf(*text);
  if (token.empty() || token == m_access.token.reveal()) return false;
  m_access.token = Secret(std::move(token));
  return true;
}

}  // namespace cardinal
