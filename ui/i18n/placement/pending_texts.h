// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/alloc/pending/pending.h"

namespace cardinal::ui {

/// Why a pod waits, in a few words for a list: "fragmented", "insufficient compute on one card", "fits now".
QString pendingCause(const PendingExplanation& why);
/// The answer in one sentence, with its figures.
QString pendingHeadline(const PendingExplanation& why, const ClusterSnapshot& snapshot);
/// The same of a pod that a queue holds back: its nodes count once it is admitted.
QString pendingOnceAdmitted(const PendingExplanation& why, const ClusterSnapshot& snapshot);
/// That nodes take the pod, with what its volumes may still say to that; `fits` is a clause without its mark.
QString withOpenVolumes(const QString& fits, const PendingExplanation& why);
/// Whether waiting can help, in one sentence; and what is not known of the pod's volumes.
QString pendingOutlook(const PendingExplanation& why);

/// Why the scheduler does not look at a pod at all, in a few words for a list and in one sentence: it is being deleted,
/// or has scheduling gates. Empty = it does.
QString heldBackCause(const RawPod& pod);
QString heldBackText(const RawPod& pod);
/// What the cluster has for such a pod, in one sentence.
QString heldBackOutlook(const RawPod& pod, const PendingExplanation& why);

/// One letter (one character in Chinese) that stands for a reason on small places.
QString refusalMark(ReasonCode code);
/// What that character stands for.
QString refusalMarkMeaning(ReasonCode code);
/// The rule in words, with the resource where it is one of several.
QString refusalTitle(const RefusalGroup& group);
/// What was needed and found at the nearest node, or the values met ("cgpu, topology").
QString refusalFigures(const RefusalGroup& group, const ClusterSnapshot& snapshot);
/// "lacks 2 GiB", "lacks 20 % of compute", "lacks 3 cards".
QString nearFitLack(const NearFit& near, const ClusterSnapshot& snapshot);

/// What is to be done.
QString remedyTitle(const Remedy& remedy, const ClusterSnapshot& snapshot);
/// What comes of it.
QString remedyEffect(const Remedy& remedy, const ClusterSnapshot& snapshot);
/// "10.0.0.7, card 3"; with what was requested "10.0.0.7, 2 slots", too.
QString placeText(const Candidate& place, const ClusterSnapshot& snapshot, const GpuRequest& gpu = {});

}  // namespace cardinal::ui
