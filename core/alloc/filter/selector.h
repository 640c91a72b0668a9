// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/model/raw.h"

namespace cardinal::alloc {

/// Do the labels match (In, NotIn, Exists, DoesNotExist)? An operator that is none of these matches nothing.
bool matches(const LabelSelector& selector, const StringMap& labels);
/// A selector that is absent matches nothing.
bool matches(const std::optional<LabelSelector>& selector, const StringMap& labels);

/// Does a term of (anti-)affinity of a pod in `ownNamespace` select `pod`? Namespaces: those listed, else with an empty
/// namespaceSelector all of them, else the own one. A namespaceSelector with content cannot be told, because labels of
/// namespaces are not read (`needsNamespaceLabels`): it selects by the listed namespaces alone.
bool selects(const PodAffinityTerm& term, const std::string& ownNamespace, const RawPod& pod);
bool needsNamespaceLabels(const PodAffinityTerm& term);

}  // namespace cardinal::alloc
