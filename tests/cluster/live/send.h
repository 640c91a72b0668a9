// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kube/transport/exchange.h"

namespace cardinal {

/// A request beside the source, as another user of the cluster makes it. Blocks.
inline Result<HttpResponse> sendTo(EventLoop& loop, Transport& transport, const std::string& method,
                                   const std::string& path, const std::string& body, const std::string& type) {
  HttpRequest request;
  request.method = method;
  request.path = path;
  request.body = body;
  if (!body.empty()) request.headers = {{"Content-Type", type}};
  return exchange(loop, transport, std::move(request), {});
}

}  // namespace cardinal
