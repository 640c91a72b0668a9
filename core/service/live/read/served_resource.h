// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "core/kube/rest/resource.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// How the server serves a kind: known for the kinds that every cluster has, asked for others. Error ResourceMissing
/// (subject = kind, place = apiVersion), transport errors.
Result<ResourceType> servedResource(EventLoop& loop, Transport& transport, const std::string& apiVersion,
                                    const std::string& kind, const std::stop_token& stop);

}  // namespace cardinal
