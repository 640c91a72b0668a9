// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// Sends one request and waits for the whole answer. For worker threads, never the loop's own. Error Cancelled as soon
/// as `stop` is asked; OutcomeUnknown where what was asked is on its way and may be done. An answer 401 is tried once more when
/// credentials could be renewed (the server has not executed the request). Loop and transport must outlive the call.
Result<HttpResponse> exchange(EventLoop& loop, Transport& transport, HttpRequest request, const std::stop_token& stop);

}  // namespace cardinal
