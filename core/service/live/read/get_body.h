// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "core/kube/rest/answer.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// The body of a GET that the server answered with success. Blocks; any thread but the loop's.
Result<std::string> getBody(EventLoop& loop, Transport& transport, const std::string& path, const CallSubject& subject,
                            const std::stop_token& stop);

}  // namespace cardinal
