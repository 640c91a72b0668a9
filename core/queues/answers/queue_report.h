// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/queues/kueue_index.h"

namespace cardinal::queues {

/// One resource of one flavor in a ClusterQueue, in the units of Amount. Nothing = not known.
struct QueueCell {
  std::string flavor;
  std::string resource;
  std::optional<Amount> nominal;
  std::optional<Amount> reserved;   ///< by workloads that hold quota, admitted or not
  std::optional<Amount> used;       ///< the part of it that is admitted
  std::optional<Amount> borrowed;   ///< of `reserved`, what is above `nominal`; 0 without a cohort
  std::optional<Amount> available;  ///< what one more workload could take now, with what others lend
  std::optional<Amount> borrowingLimit;
  std::optional<Amount> lendingLimit;
};

/// A workload that holds quota, in the order in which they got it.
struct HoldingWorkload {
  ObjectKey key;
  std::string owner;
  std::string localQueue;
  std::int64_t priority = 0;
  std::int64_t pods = 0;
  bool admitted = false;                       ///< else it waits for `waitsFor`
  UnixSeconds since = 0;                       ///< when quota was reserved; 0 = unknown
  std::vector<std::string> waitsFor;           ///< admission checks that are not ready
  std::map<std::string, Amount> usage;         ///< by resource
  std::map<std::string, std::string> flavors;  ///< by resource
};

/// Why one should look twice at a queue's figures and answers.
enum class QueueCaution : std::uint8_t {
  CohortsNotRead,     ///< no Cohort object was read: the cohort is taken to have no quota of its own
  NamespacesNotRead,  ///< it chooses namespaces by labels: every namespace is taken to be chosen
  QuotaUnreadable,    ///< of it or of one that it shares with
  WorkloadsNotRead,   ///< so nothing is known of what is used and who waits
};

struct QueueRow {
  std::string name;
  std::string cohort;                         ///< empty = none
  std::optional<KueueInactivity> inactivity;  ///< why it admits nothing new; not asked where kinds were not read
  bool strictOrder = false;
  std::vector<QueueCell> cells;          ///< in the order of the object
  std::optional<std::size_t> pending;    ///< nothing = not known
  std::optional<std::size_t> admitted;   ///< likewise
  std::optional<std::size_t> reserving;  ///< likewise; with those that are admitted
  std::vector<WaitingWorkload> waiting;  ///< all of the line, first first
  std::vector<HoldingWorkload> holding;
  std::vector<QueueCaution> cautions;
};

struct QueueReport {
  QueueVisibility visibility = QueueVisibility::NotRead;
  std::vector<QueueRow> queues;           ///< by name
  std::vector<WaitingWorkload> unqueued;  ///< those that no ClusterQueue's line holds and that wait
  std::vector<ExtraKind> unread;          ///< kinds of Kueue of which nothing was read
  std::vector<ExtraKind> refused;         ///< those of them that may not be listed
};

/// How many of each line are judged by default.
inline constexpr std::size_t kMaxAsked = 20;

/// All queues, who holds their quota and who waits, with an answer for the first `mostAsked` of each line. Pure.
QueueReport queueReport(const KueueIndex& kueue, std::size_t mostAsked = kMaxAsked);

/// Words of scripts.
const char* toString(QueueVisibility visibility);
const char* toString(Silence silence);
const char* toString(QueueVerdict verdict);
const char* toString(QueueRemedy::Kind kind);
const char* toString(QueueCaution caution);

}  // namespace cardinal::queues
