// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// Waits; false when `stop` was asked meanwhile. Injected so that tests do not wait.
using Pause = std::function<bool(std::chrono::milliseconds, const std::stop_token&)>;
/// The real one.
bool pauseFor(std::chrono::milliseconds time, const std::stop_token& stop);

/// Sends a write and repeats it only where the server certainly did nothing (docs/reference/kubernetes-client.md 4.9),
/// three times at the most: no connection was made, or 429 with Retry-After, which is waited for. Errors: those of
/// exchange().
Result<HttpResponse> sendWrite(EventLoop& loop, Transport& transport, const HttpRequest& request, const Pause& pause,
                               const std::stop_token& stop);

/// True when the request never left.
bool neverSent(const Error& error);

}  // namespace cardinal
