// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/object_acts.h"

#include <utility>

namespace cardinal {
namespace {

Result<WriteReply> evict(NodeOperations& nodes, const ObjectAct& act, bool dryRun, std::stop_token stop) {
  const auto answer = nodes.evict(act.object.key, act.object.uid, act.graceSeconds, dryRun, std::move(stop));
  if (!answer) return unexpected(answer.error());
  const std::string subject = "pods/" + act.object.key.name;
  switch (answer->answer) {
    case EvictionAnswer::Accepted:
      break;
    case EvictionAnswer::Gone:
      return unexpected(makeError(ErrorCode::ResourceMissing, subject, act.object.key.ns));
    case EvictionAnswer::Blocked:
    case EvictionAnswer::Busy:
      return unexpected(makeError(ErrorCode::EvictionBlocked, subject, answer->budget, answer->detail));
  }
  return WriteReply{};
}

Result<WriteReply> write(ObjectWriter& writer, const ObjectAct& act, bool dryRun, std::stop_token stop) {
  const WriteTarget target{act.object.apiVersion, act.object.kind, act.object.key, act.object.uid, {}};
  if (act.verb == ObjectVerb::Delete) return writer.remove(target, act.graceSeconds, dryRun, std::move(stop));
  if (act.verb == ObjectVerb::Annotate) {
    const auto annotations = annotationsOf(act);
    if (annotations.empty()) return unexpected(makeError(ErrorCode::InvalidArgument, "metadata.annotations"));
    return writer.annotate(target, annotations, dryRun, std::move(stop));
  }
  const auto replicas = replicasOf(act);
  if (!replicas) return unexpected(makeError(ErrorCode::InvalidArgument, "spec.replicas"));
  return writer.scale(target, *replicas, dryRun, std::move(stop));
}

}  // namespace

Result<WriteReply> carryOut(const ClusterWriter& writer, const ObjectAct& act, bool dryRun, std::stop_token stop) {
  const bool evicts = act.verb == ObjectVerb::Evict;
  if (evicts ? writer.nodes == nullptr : writer.objects == nullptr)
    return unexpected(makeError(ErrorCode::ReadOnlySource, act.object.kind + "/" + act.object.key.name));
  return evicts ? evict(*writer.nodes, act, dryRun, std::move(stop))
                : write(*writer.objects, act, dryRun, std::move(stop));
}

Result<WriteReply> carryOut(const ClusterWriter& writer, WriteLog& log, const ObjectAct& act, std::stop_token stop) {
  auto open = log.beginAct(act);
  if (!open) return unexpected(open.error());
  auto reply = carryOut(writer, act, false, std::move(stop));
  log.endAct(std::move(*open), reply ? Result<void>() : unexpected(reply.error()));
  return reply;
}

}  // namespace cardinal
