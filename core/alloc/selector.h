// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal::alloc {

/// Do the labels match (In, NotIn, Exists, DoesNotExist)? An operator that is none of these matches nothing.
bool matches(const LabelSelector& selector, const StringMap& labels);
/// A selector that is absent matches nothing.
bool matches(const std::optional<LabelSelector>& selector, const StringMap& labels);

/// Does a term of (anti-)affinity of a pod in `ownNamespace` select `pod`? Namespaces: those listed and those that
/// match namespaceSelector (empty = all); neither given: the own one. A namespaceSelector with content is not evaluated
/// where it is not known (`needsNamespaceLabels`): it selects by the listed namespaces alone.
bool selects(const PodAffinityTerm& term, const std::string& ownNamespace, const RawPod& pod,
             const SelectorObjects* known);
bool needsNamespaceLabels(const PodAffinityTerm& term);
/// Labels of namespaces were read: there is no cluster without any.
bool knowsNamespaces(const SelectorObjects* known);

/// The term as the API server keeps it: label keys that the pod carries are requirements of its selector (KEP-3633).
/// Doing it again changes nothing.
PodAffinityTerm withLabelKeys(PodAffinityTerm term, const StringMap& podLabels);
/// The terms of the pod that looks for a place, ready to be matched: label keys merged, and with the scheduler's own
/// fault that a namespaceSelector which an empty set of labels matches stands for every namespace
/// (plugins/interpodaffinity, mergeAffinityTermNamespacesIfNotEmpty; seen in 1.34 and 1.35).
std::vector<PodAffinityTerm> incomingTerms(const RawPod& pod);
/// The label keys of its terms and spread constraints.
std::vector<std::string> labelKeysOf(const RawPodSpec& spec);
/// A label key of a term or spread constraint that the pod does not carry: who creates it may add the label.
bool lacksLabelKeys(const RawPod& pod);

}  // namespace cardinal::alloc
