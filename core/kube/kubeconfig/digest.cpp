// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/digest.h"

#include <openssl/evp.h>

#include "core/kube/kubeconfig/secret.h"

namespace cardinal {

Digest& Digest::add(const std::string& part) {
  m_all += std::to_string(part.size()) + ":" + part;
  return *this;
}

std::string Digest::hex() {
  constexpr char kHex[] = "0123456789abcdef";
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(m_all.data(), m_all.size(), digest, &size, EVP_sha256(), nullptr);
  const Secret wiped(std::move(m_all));
  m_all.clear();
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out.push_back(kHex[digest[i] >> 4U]);
    out.push_back(kHex[digest[i] & 0x0FU]);
  }
  return out;
}

}  // namespace cardinal
