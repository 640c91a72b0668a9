// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// Sends one request and waits for the whole answer. For worker threads, never the loop's own. Error Cancelled as soon
/// as `stop` is asked; OutcomeUnknown where what was asked is on its way and may be done. An answer 401 is tried once
/// more when credentials could be renewed (the server has not executed the request). Loop and transport must outlive
/// the call.
Result<HttpResponse> exchange(EventLoop& loop, Transport& transport, HttpRequest request, const std::stop_token& stop);

/// The same for a streaming request: the body of an answer 200 is handed to `bytes` as it comes, on the loop's thread
/// and never after the call returned; that of any other is in the response (at most 64 KiB). Returns at the stream's
/// end.
Result<HttpResponse> exchangeStream(EventLoop& loop, Transport& transport, HttpRequest request,
                                    const std::function<void(std::string_view)>& bytes, const std::stop_token& stop);

}  // namespace cardinal
