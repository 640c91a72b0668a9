// SPDX-License-Identifier: Apache-2.0
#include "app/session.h"

#include <future>

namespace cardinal::app {

Session::Session(std::unique_ptr<ClusterSource> source, const Clock& clock)
    : m_service(std::move(source), m_listener, clock), m_info(m_service.info()) {}

Result<std::unique_ptr<Session>> Session::open(const CommonOptions& options, const Clock& clock) {
  auto source = openSource(options.source, clock);
  if (!source) return unexpected(std::move(source).error());
  std::unique_ptr<Session> session(new Session(std::move(source).value(), clock));
  session->m_service.start();
  auto data = session->m_service.waitForData(kFirstPatience);
  if (!data && !session->m_service.connection().hasError) data = session->m_service.waitForData(kLongPatience);
  if (!data) return unexpected(std::move(data).error());
  session->m_snapshot = std::move(data).value();
  return session;
}

AllocationAnswer Session::preview(AllocationRequest request) {
  std::promise<AllocationAnswer> answered;
  auto answer = answered.get_future();
  m_service.preview(std::move(request), m_snapshot,
                    [&answered](AllocationAnswer a) { answered.set_value(std::move(a)); });
  return answer.get();
}

Result<ClusterPast> Session::past(UnixSeconds window) {
  std::promise<Result<ClusterPast>> answered;
  auto answer = answered.get_future();
  m_service.past(window, [&answered](Result<ClusterPast> past) { answered.set_value(std::move(past)); });
  return answer.get();
}

SubmitOutcome Session::submit(std::vector<ManifestObject> objects, const std::string& defaultNamespace, bool dryRun) {
  std::promise<SubmitOutcome> answered;
  auto outcome = answered.get_future();
  m_service.submit(std::move(objects), defaultNamespace, dryRun,
                   [&answered](SubmitOutcome o) { answered.set_value(std::move(o)); });
  return outcome.get();
}

}  // namespace cardinal::app
