// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/pem/x509_text.h"

#include <algorithm>
#include <ctime>

#include "core/kube/kubeconfig/pem/openssl_owners.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxNameBytes = 512;

}  // namespace

std::string nameText(const X509_NAME* name) {
  const openssl::BioPtr out(BIO_new(BIO_s_mem()));
  X509_NAME_print_ex(out.get(), name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
  char* data = nullptr;
  const long size = BIO_get_mem_data(out.get(), &data);
  return size > 0 ? std::string(data, std::min(static_cast<std::size_t>(size), kMaxNameBytes)) : std::string();
}

UnixSeconds toUnix(const ASN1_TIME* time) {
  std::tm parts = {};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return 0;
  return static_cast<UnixSeconds>(timegm(&parts));
}

}  // namespace cardinal
