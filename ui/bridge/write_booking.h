// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/model/raw.h"
#include "core/service/cluster_service.h"
#include "core/service/worker.h"
#include "core/service/writes/change_session.h"

namespace cardinal::ui {

/// Writes down the writes of one source in its journal, on a thread of its own: one after the other, each before it is
/// sent and again when its outcome is known. What began with this source is booked there, whatever is looked at by
/// then, and after the object is gone, too.
/// Nobody who calls waits for the disk but the destructor, and that for one entry at most.
class WriteBooking {
 public:
  explicit WriteBooking(ChangeSessionPtr session);
  ~WriteBooking() = default;
  WriteBooking(const WriteBooking&) = delete;
  WriteBooking& operator=(const WriteBooking&) = delete;

  using Submitted = std::function<void(SubmitOutcome)>;
  using Patched = std::function<void(Result<void>)>;
  /// `send` is called on the thread of the booking once everything is written down, with what must be called when the
  /// outcome is known; it is not called where writing failed or stop() came first. `done` is called exactly once, on
  /// another thread than the caller's.
  void submit(const std::vector<ManifestObject>& objects, const std::string& ns,
              std::function<void(Submitted end)> send, Submitted done);
  void patchLabels(const std::string& node, const std::vector<LabelChange>& changes,
                   std::shared_ptr<const RawNode> before, std::function<void(Patched end)> send, Patched done);

  /// Nothing is sent from here on; waits for the entry that is being written. Outcomes are still booked.
  void stop() { m_worker.reset(); }

 private:
  const ChangeSessionPtr m_session;
  std::unique_ptr<Worker> m_worker;  ///< last: joined before the rest goes; null = stopped
};

}  // namespace cardinal::ui
