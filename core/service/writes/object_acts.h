// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/plan/changes/object_act.h"
#include "core/service/source/cluster_writer.h"
#include "core/service/writes/object_writer.h"
#include "core/service/writes/write_log.h"

namespace cardinal {

/// One exchange with the server; blocks, thread-safe. `dryRun`: the server checks everything and keeps nothing. Errors:
/// ReadOnlySource (the writer cannot), InvalidArgument (the act does not say what to write), ResourceMissing (gone, or
/// another object of the name by now), EvictionBlocked, and those of ObjectWriter and NodeOperations.
Result<WriteReply> carryOut(const ClusterWriter& writer, const ObjectAct& act, bool dryRun, std::stop_token stop);
/// The same for real, written down before it is sent and after. Errors as above, and FileUnwritable: nothing is sent
/// then.
Result<WriteReply> carryOut(const ClusterWriter& writer, WriteLog& log, const ObjectAct& act, std::stop_token stop);

}  // namespace cardinal
