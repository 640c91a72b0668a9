// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/curl_library.h"

#include <curl/curl.h>

#include <mutex>

#include "core/base/error_places.h"

namespace cardinal {

Result<void> prepareLibcurl() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  return checkLibcurl(curl_version_info(CURLVERSION_NOW)->features);
}

Result<void> checkLibcurl(int features) {
  if ((features & CURL_VERSION_ASYNCHDNS) != 0) return {};
  return unexpected(makeError(ErrorCode::Unsupported, "libcurl", kLibraryPlace));
}

}  // namespace cardinal
