// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/record/allocation_store.h"

namespace cardinal {

/// How the recording goes, for those who show it.
struct RecordState {
  bool keeps = false;            ///< outlives the program
  bool writes = false;           ///< false: another console records this cluster, or `problem` says why not
  std::optional<Error> problem;  ///< of the last attempt
  std::string setAside;          ///< a damaged file was renamed to this; empty = none was
  UnixSeconds recorded = 0;      ///< end of what was recorded last; 0 = nothing yet
  std::uint64_t changes = 0;     ///< grows with every state that was recorded
  bool operator==(const RecordState& other) const;
};

/// Writes the states of one cluster into a store, when something has changed. Not a thread: whoever owns it says when.
class AllocationRecording {
 public:
  explicit AllocationRecording(StoreOptions options) : m_options(std::move(options)) {}

  /// `snapshot` is what the cluster is like now; null = that is not known (the connection is lost): what follows is a
  /// gap. `due`: the time of the next call at the latest; when it comes much later the machine was asleep, and nothing
  /// is known of that time either.
  void note(UnixSeconds now, const SnapshotPtr& snapshot, UnixSeconds due);
  /// Opens the store when it is not open yet. Null where it cannot be.
  AllocationStore* store();
  const RecordState& state() const { return m_state; }

 private:
  void open();
  void record(UnixSeconds now, const SnapshotPtr& snapshot);
  void settle(const Result<void>& done);

  StoreOptions m_options;
  std::unique_ptr<AllocationStore> m_store;
  RecordState m_state;
  PastReader m_reader;
  std::weak_ptr<const ClusterSnapshot> m_snapshot;  ///< that was recorded last
  PastNodes m_nodes;                                ///< that were recorded last
  AllocationSums m_sums;
  bool m_holding = false;  ///< what was recorded last is still known to be so
  UnixSeconds m_due = 0;
};

}  // namespace cardinal
