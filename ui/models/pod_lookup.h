// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <utility>

#include "core/model/snapshot.h"

namespace cardinal::ui {

/// The key of a pod in the window: "namespace/name".
QString podKeyOf(const PodRecord& pod);
/// The other way.
ObjectKey podKeyFrom(const QString& key);
/// The pod of a key in a state, with its node (null = not bound); null = not there.
std::pair<PodPtr, NodePtr> findPod(const ClusterSnapshot& snapshot, const QString& key);

/// The name of the first node with GPU cards; empty where there is none.
QString firstNodeWithCards(const ClusterSnapshot& snapshot);

}  // namespace cardinal::ui
