// SPDX-License-Identifier: Apache-2.0
#include "core/service/object_remover.h"

#include <utility>

#include "core/service/write_log.h"

namespace cardinal {

Result<void> removeCreated(NodeOperations* nodes, WriteLog& log, const CreatedRef& object, std::stop_token stop) {
  auto* remover = dynamic_cast<ObjectRemover*>(nodes);
  if (remover == nullptr) return unexpected(makeError(ErrorCode::ReadOnlySource, object.kind + "/" + object.key.name));
  auto open = log.beginDelete(object);
  if (!open) return unexpected(open.error());
  Result<void> outcome = remover->removeObject(object, false, std::move(stop));
  log.endDelete(std::move(*open), outcome);
  return outcome;
}

}  // namespace cardinal
