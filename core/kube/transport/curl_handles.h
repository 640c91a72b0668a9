// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/transport: the only header that shows libcurl.

#include <curl/curl.h>

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/transport/shown_certificates.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

struct EasyDeleter {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct ListDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using EasyHandle = std::unique_ptr<CURL, EasyDeleter>;
using HeaderList = std::unique_ptr<curl_slist, ListDeleter>;

/// Sets everything that follows from the cluster and the identity: address, trust, client certificate, proxy, protocol
/// rules.
void applyAccess(CURL* handle, const ClusterAccess& access);
/// Sets everything that follows from the request. `request` must outlive the transfer (the body is not copied).
void applyRequest(CURL* handle, const ClusterAccess& access, const HttpRequest& request);
/// The header lines. Error InvalidArgument (subject = header name) when a value holds CR, LF or NUL.
Result<HeaderList> headerLines(const ClusterAccess& access, const HttpRequest& request, const Secret& authorization);

/// How long the stages of an ended transfer took.
StageTimes timesOf(CURL* handle);

/// What libcurl's answer means. `words` = its error buffer; `headSeen` distinguishes a cut answer from a failed
/// connection.
Error transferError(CURLcode code, CURL* handle, const char* words, const ClusterAccess& access,
                    const HttpRequest& request, bool headSeen, std::size_t bytes);

/// Adds what the server showed to an error that is about its certificate.
void addCertificate(Error& error, const ShownCertificates& shown, const ClusterAccess& access);

}  // namespace cardinal
