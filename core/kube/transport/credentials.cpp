// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/credentials.h"

#include <algorithm>

#include "core/kube/kubeconfig/base64.h"
#include "core/kube/kubeconfig/read_file.h"

namespace cardinal {
namespace {

constexpr std::chrono::seconds kTokenLife{60};
constexpr std::size_t kMaxTokenBytes = std::size_t{1} << 20U;

/// The token of a file's text, or nothing usable.
std::string tokenOf(const std::string& text) {
  const auto printable = [](char c) { return c > ' ' && c < 0x7F; };
  const auto begin = std::find_if(text.begin(), text.end(), printable);
  const auto end = std::find_if_not(begin, text.end(), printable);
  const bool onlyBlanks = std::none_of(end, text.end(), printable);
  return onlyBlanks ? std::string(begin, end) : std::string();
}

}  // namespace

Authorization::Authorization(const ClusterAccess& access, std::chrono::steady_clock::time_point now)
    : m_token(access.token),
      m_tokenFile(access.tokenFile),
      m_username(access.username),
      m_password(access.password),
      m_read(now) {}

Secret Authorization::header(std::chrono::steady_clock::time_point now) {
  if (!m_tokenFile.empty() && now - m_read >= kTokenLife) renew(now);
  if (!m_token.empty()) return Secret("Bearer " + m_token.reveal());
  if (!m_username.empty()) return Secret("Basic " + encodeBase64(m_username + ":" + m_password.reveal()));
  return {};
}

bool Authorization::renew(std::chrono::steady_clock::time_point now) {
  if (m_tokenFile.empty()) return false;
  m_read = now;
  const auto text = readRegularFile(m_tokenFile, kMaxTokenBytes);
  if (!text) return false;
  std::string token = tokenOf(*text);
  if (token.empty() || token == m_token.reveal()) return false;
  m_token = Secret(std::move(token));
  return true;
}

}  // namespace cardinal
