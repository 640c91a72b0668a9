// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"

namespace cardinal {

/// What the people who run the machines do, played on the demo cluster (ClusterWriter::people), so that a plan that
/// waits for a removal can be rehearsed. Thread-safe; nothing blocks.
class NodeRehearsal {
 public:
  virtual ~NodeRehearsal() = default;

  /// Takes the node out of the cluster, and with it what still runs there. Error ResourceMissing.
  virtual Result<void> removeNode(const std::string& node) = 0;
  /// Adds a node that was removed: a new object of the name, with the label, open for pods. Not `ready`: its kubelet
  /// does not report; called again with `ready` it does. Error ResourceMissing: it was not removed before.
  virtual Result<void> returnNode(const std::string& node, const std::string& label, const std::string& value,
                                  bool ready) = 0;
};

}  // namespace cardinal
