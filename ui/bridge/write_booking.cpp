// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/write_booking.h"

#include <optional>
#include <utility>

namespace cardinal::ui {

namespace {

SubmitOutcome notSent(Error error) {
  SubmitOutcome outcome;
  outcome.failure = SubmitFailure{std::move(error), {}};
  return outcome;
}

}  // namespace

WriteBooking::WriteBooking(ChangeSessionPtr session)
    : m_session(std::move(session)), m_worker(std::make_unique<Worker>(Worker::Keep::All)) {}

void WriteBooking::submit(const std::vector<ManifestObject>& objects, const std::string& ns,
                          std::function<void(Submitted)> send, Submitted done) {
  m_worker->post(
      [session = m_session, objects, ns, send = std::move(send), done = std::move(done)](const std::stop_token& stop) {
        std::vector<WriteLog::Open> open;
        std::optional<Error> problem;
        // One by one: hundreds of objects on a slow disk must not keep a window that closes.
        for (const ManifestObject& object : objects) {
          if (stop.stop_requested()) problem = makeError(ErrorCode::Cancelled);
          if (problem) break;
          auto begun = session->log().beginSubmit({object}, ns);
          if (begun) open.push_back(std::move(begun->front()));
          if (!begun) problem = begun.error();
        }
        const auto end = [session, open](const SubmitOutcome& outcome) { session->log().endSubmit(open, outcome); };
        if (problem) {
          end(notSent(makeError(ErrorCode::Cancelled)));
          return done(notSent(std::move(*problem)));
        }
        send([end, done](SubmitOutcome outcome) {
          end(outcome);
          done(std::move(outcome));
        });
      });
}

void WriteBooking::patchLabels(const std::string& node, const std::vector<LabelChange>& changes,
                               std::shared_ptr<const RawNode> before, std::function<void(Patched)> send, Patched done) {
  m_worker->post([session = m_session, node, changes, before = std::move(before), send = std::move(send),
                  done = std::move(done)](const std::stop_token& stop) {
    if (stop.stop_requested()) return done(unexpected(makeError(ErrorCode::Cancelled)));
    auto begun = session->log().beginLabels(node, changes, before.get());
    if (!begun) return done(unexpected(begun.error()));
    send([session, open = std::move(*begun), done](Result<void> outcome) {
      session->log().endLabels(open, outcome);
      done(std::move(outcome));
    });
  });
}

}  // namespace cardinal::ui
